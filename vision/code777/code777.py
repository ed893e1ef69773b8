"""Reads what is shown in Code 777: a rack's cards, a number and a colour each, or a question card."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from vision.cards.colours import face_colours
from vision.cards.found import PATCH_GLYPHS, log_faces, patch_axes
from vision.cards.rooms import like_cards, unless_free
from vision.cards.rows import Row
from vision.cards.spare import doubts_of_empty
from vision.code777.colours import CARDS, colour_logs, find_colours
from vision.code777.question_card import QuestionCard, holds, read_question_card
from vision.code777.racks import (
    RACK,
    clear_rack,
    covered_numerals,
    free_places,
    is_even,
    missing_cards,
    odd_faces,
)
from vision.code777.suit_marks import suits_on, vouched_and_doubted
from vision.doubts import doubt
from vision.dusk import brightened
from vision.layers import Layers
from vision.network import GLYPHS
from vision.patches import cut_patches
from vision.picture import Pixels
from vision.reading import Candidate, Doubt, Piece, Reading
from vision.upright.faces import burnt_faces, unread_faces
from vision.upright.gathering import gather
from vision.upright.outlines import face_ends
from vision.upright.overlooked import doubts_beside, run_out
from vision.upright.standing import Standing, stand_up
from vision.upright.surroundings import Surroundings, laid_round, look_round
from vision.view import COVER, Eyes, View, box_round

SIDE_BY_SIDE = (4.5, 1.3)  # glyph heights to the next card, along the row and across
QUESTION = "question"
FACES = np.array([face in "1234567" for face in GLYPHS])
HAND = 0.8  # how surely the finder must see one beside a rack that is not whole
LEAST_INK = 0.25  # of the way from white: fainter numerals are washed out
FAINT_CARD = 0.45  # how surely there is card where one more might lie; all of these cards are white
CLEAR_CARD = 0.8  # a card read as clearly beside a question card lies on a rack
SURE_MARGIN = 3.0
SURE_FACE = 0.5
SURE_WAY = 3.0
NEVER_PRINT = ("cover", "edge", "small", "hidden")  # doubts that no print elsewhere explains
MOST_CROOKED = 1.2  # glyph heights that a card may lie off the row


def read_code777(picture: Layers, eyes: Eyes, previous: Reading | None = None) -> Reading:
    """Read the cards of a rack from left to right, or else the question card that lies there."""
    del previous
    picture = brightened(picture)
    rack = _read_rack(picture, eyes)
    if not rack.sure and (alone := _without_print_elsewhere(picture, eyes, rack)) is not None:
        return alone
    if rack.pieces and rack.sure:
        return rack
    # What was read as a rack's card may be print on a question card.
    clear = [(piece.x, piece.y) for piece in rack.pieces if piece.confidence > CLEAR_CARD]
    on_it = np.array(clear).reshape(-1, 2)
    card = read_question_card(picture, eyes, on_it)
    return rack if card is None or not holds(card.corners, on_it) else _asked(card, rack.size)


def _without_print_elsewhere(picture: Layers, eyes: Eyes, rack: Reading) -> Reading | None:
    """A whole rack read by itself where print far from it may have said how cards stand; none if not sure."""
    if not rack.pieces or not any(each.code == "apart" for each in rack.why):
        return None
    if any(each.code in NEVER_PRINT for each in rack.why):
        return None
    places = [(each.x, each.y) for each in (*rack.pieces, *rack.why) if each.x is not None]
    card = max(piece.box[2] - piece.box[0] for piece in rack.pieces)
    box = box_round(picture, np.array(places, np.float64), card)
    part = Layers(picture.layer(0)[0][box.top : box.bottom, box.left : box.right])
    alone = _read_rack(part, eyes)
    if not alone.sure or len(alone.pieces) != RACK:
        return None
    shift = np.array([box.left, box.top] * 2, float)
    pieces = [
        replace(piece, x=piece.x + box.left, y=piece.y + box.top, box=tuple((piece.box + shift).tolist()))
        for piece in alone.pieces
    ]
    return Reading("code777", tuple(pieces), size=rack.size)


def _asked(card: QuestionCard, size: tuple[int, int]) -> Reading:
    """A question card as a piece named by its question."""
    (x, y), (left, top), (right, bottom) = (
        corner.tolist()
        for corner in (card.corners.mean(axis=0), card.corners.min(axis=0), card.corners.max(axis=0))
    )
    best, box = card.best, (left, top, right, bottom)
    piece = Piece(f"{QUESTION} {best.question}", x, y, best.fit, box=box, order=0)
    return Reading("code777", (piece,), () if card.sure else (doubt("question", x, y),), size=size)


def _read_rack(picture: Layers, eyes: Eyes) -> Reading:
    overview, view, standing = stand_up(picture, eyes, FACES)
    size = (picture.width, picture.height)
    if standing is None:
        return Reading("code777", why=(*doubts_of_empty(view, overview), *burnt_faces(picture)), size=size)
    standing, apart = gather(standing, SIDE_BY_SIDE)
    standing = _without_blots(picture, eyes, (overview, view), standing)
    why: list[Doubt] = []
    rack = clear_rack(standing, standing.chances[:, FACES].max(axis=1))
    if rack is not None:
        standing = rack
    elif len(standing.marks) > RACK:
        why.append(doubt("crowd"))
        likely = np.argsort(-standing.card * standing.chances[:, FACES].max(axis=1), kind="stable")
        standing = standing.pick(np.isin(np.arange(len(likely)), likely[:RACK]), standing.chances)
    marks = standing.marks
    row = _row(standing)
    order = row.glyphs
    patches = cut_patches(picture, marks.xy[order], patch_axes(marks, row))
    faces = face_colours(patches)
    around = look_round(picture, standing, [marks.xy[order]], marks.xy[order], faces)
    pieces, doubts = _name_cards(picture, standing, row, patches, around)
    why += doubts
    why += _doubt_row(standing)
    why += run_out(picture, standing, standing.marks.xy[row.glyphs]) if len(order) < RACK else []
    thin = standing.thin[order]
    why += around.thin(marks.xy[order][thin], faces[thin])
    # Beside a whole rack only a card is one too many, no print.
    why += apart if rack is None else around.cards_at(apart)
    if not is_even(standing):
        odd = odd_faces(face_ends(around.upright, marks.xy[order], faces))
        why += [doubt("numeral", *point) for point in marks.xy[order][odd].tolist()]
    why += around.holes(len(order) == RACK)
    hidden: list[Doubt] = []
    if len(order) < RACK:
        ends = np.array([around.upright.point(end) for end in around.ends])
        # A table like a sleeve hides a hand: where a card may be missing, that is no excuse for one.
        hands = ends[overview.surface_at(ends, COVER) > HAND]
        hidden += missing_cards(picture, eyes, overview, standing, around)
        hidden += [doubt("cover", *point) for point in hands.tolist()]
    laid = laid_round(standing, around)
    hidden += doubts_beside(picture, overview, view, standing, [row], around, FAINT_CARD, rack is not None)
    hidden += unread_faces(around, np.median(faces, axis=0), drawing=0.0)
    if rack is not None:
        # A whole rack lacks no card, whatever lies beside it: only one more would be a doubt.
        beside = [each for each in hidden if each.code != "cover"]
        hidden = like_cards(beside, picture, laid, eyes.rooms) + covered_numerals(overview, standing)
    why += unless_free(hidden, picture, laid, eyes.rooms)
    return Reading("code777", tuple(pieces), tuple(why), size=size)


def _without_blots(picture: Layers, eyes: Eyes, looks: tuple[View, View], standing: Standing) -> Standing:
    """The cards without what is hardly read, on what hardly looks like card, in a free room."""
    blot = standing.thin & (standing.chances[:, FACES].max(axis=1) < SURE_FACE)
    if not blot.any() or blot.all():
        return standing
    rest = standing.pick(~blot, standing.chances)
    row = _row(rest)
    cards = rest.marks.xy[row.glyphs]
    faces = face_colours(cut_patches(picture, cards, patch_axes(rest.marks, row)))
    around = look_round(picture, rest, [cards], cards, faces)
    free = free_places(picture, eyes, rest, around, standing.marks.xy[blot], looks)
    return rest if free.all() else standing


def _name_cards(
    picture: Layers, standing: Standing, row: Row, patches: Pixels, around: Surroundings
) -> tuple[list[Piece], list[Doubt]]:
    """Each card's number and colour, of the pairs that the set has, and doubts about them."""
    marks, order = standing.marks, row.glyphs
    colours = find_colours(picture, patches)
    numbers = log_faces(standing.chances[order], FACES)[:, [number - 1 for number, _ in CARDS]]
    logs = numbers + np.array([colour_logs(ink) for ink in colours.inks])
    ranked = np.argsort(-logs, axis=1)
    suits = suits_on(
        picture, marks.xy[order], patch_axes(marks, row) / PATCH_GLYPHS, around.outline, face_colours(patches)
    )
    vouched, doubted = vouched_and_doubted(suits, [CARDS[best][1] for best in ranked[:, 0]])
    off_colour = colours.doubtful | colours.unlike(ranked[:, 0])
    pieces, why = [], []
    for place, i in enumerate(order.tolist()):
        x, y = marks.xy[i].tolist()
        half = 1.1 * float(marks.size[i])
        box = (x - half, y - half, x + half, y + half)
        best, next_best, third = ranked[place, :3].tolist()
        (number, _), (second, _) = CARDS[best], CARDS[next_best]
        shares = np.exp(logs[place] - np.logaddexp.reduce(logs[place]))
        chance = float(min(shares[best], standing.chances[i, FACES][number - 1]))
        others = tuple(Candidate(_name(k), float(shares[k])) for k in (next_best, third))
        pieces.append(Piece(_name(best), x, y, chance, others, box, order=place))
        unclear = logs[place, best] - logs[place, next_best] < SURE_MARGIN
        if chance < SURE_FACE or standing.torn[i] or (unclear and second != number):
            why.append(doubt("numeral", x, y))
        elif np.linalg.norm(1 - colours.inks[place]) < LEAST_INK or not colours.alike[place]:
            why.append(doubt("hidden", x, y))
        elif (unclear and not vouched[place]) or doubted[place] or off_colour[place]:
            why.append(doubt("colour", x, y))
    why += [doubt("colour", *point) for point in marks.xy[order][colours.tinted].tolist()]
    return pieces, why


def _row(standing: Standing) -> Row:
    order = np.argsort(standing.marks.xy @ standing.along)
    return Row(order, standing.along, standing.marks.size[order])


def _name(card: int) -> str:
    number, colour = CARDS[card]
    return f"{number} {colour}"


def _doubt_row(standing: Standing) -> list[Doubt]:
    """The cards must lie in one line, and clearly one way up."""
    why = []
    marks = standing.marks
    ahead, below = marks.xy @ standing.along, marks.xy @ standing.down
    if len(marks) > 1:
        line = np.polyval(np.polyfit(ahead, below, 1), ahead)
        if np.abs(below - line).max() > MOST_CROOKED * standing.size or np.ptp(ahead) < np.ptp(below):
            why.append(doubt("rows"))
    if standing.lead < SURE_WAY:
        why.append(doubt("upside"))
    return why
