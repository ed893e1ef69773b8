"""Reads an Add Up table: two rows of numbers from 0 to 99, white and yellow jokers."""

from __future__ import annotations

import numpy as np

from vision.addup.cards import JOKERS, line_of, name_cards, squeezed_in, too_wide, unsettled
from vision.addup.missed import with_missed
from vision.addup.named import name_jokers
from vision.addup.rows import hidden_cards, look_along, part_rows, read_rows
from vision.addup.sharing import print_between
from vision.addup.yellow import (
    FACES,
    JOKER,
    MOST_WHITE,
    YELLOW,
    card_colours,
    colourless,
    faces_at,
    join_jokers,
    tinted,
    whiteness,
    without_print,
    yellow_beyond,
)
from vision.cards.colours import yellowness
from vision.cards.likeness import drawn_like, resemble
from vision.cards.rooms import HARDLY_FREE, cards_beyond, doubts_at_edge, unless_free
from vision.cards.rows import Row
from vision.cards.spare import doubts_of_empty
from vision.doubts import doubt
from vision.dusk import brightened
from vision.layers import Layers
from vision.marks import Floats
from vision.reading import Piece, Reading
from vision.upright.faces import burnt_faces, rough_ends, unread_faces
from vision.upright.gathering import IN_ROW, TO_NEXT_ROW, gather
from vision.upright.overlooked import digits_beside, doubts_beside, ink_beside, other_inks, run_out
from vision.upright.standing import Standing, stand_up
from vision.upright.surroundings import Surroundings, laid_round, look_round
from vision.view import Eyes, View

MOST_CROOKED = 0.8  # glyph heights that a card may lie off its row
SURE_WAY = 3.0
ALONE = 0.98  # the chance of a digit, as glyph and as a whole card, that has no other beside it
DRAWN = 0.97  # the chance of a joker as a whole that need not look like another,
PAIRED = 2  # unless so many are drawn alike: then all are
BURNT, WASHED_OUT = 248.0, 0.05  # levels of white cards in too much light, and what yellow is left then


def read_addup(picture: Layers, eyes: Eyes, previous: Reading | None = None) -> Reading:
    """Read both rows; top and bottom as the numerals stand."""
    picture = brightened(picture)
    overview, view, standing = stand_up(picture, eyes, FACES, pairs=True, down_before=_down(previous))
    size = (picture.width, picture.height)
    if standing is None:
        return Reading("addup", why=(*doubts_of_empty(view, overview), *burnt_faces(picture)), size=size)
    first = _read(picture, eyes, overview, view, standing, previous)
    if first.sure:
        return first
    more = with_missed(picture, standing, eyes, overview, view)
    if more is standing:
        return first
    second = _read(picture, eyes, overview, view, more, previous)
    return second if len(second.why) < len(first.why) else first


def _read(
    picture: Layers, eyes: Eyes, overview: View, view: View, standing: Standing, previous: Reading | None
) -> Reading:
    """Read the cards that were found, and doubt what was not."""
    standing, apart = gather(standing, IN_ROW, TO_NEXT_ROW)
    standing, wholes, mirages = look_along(picture, standing, eyes)
    covered = hidden_cards(standing, wholes)
    faces, white = card_colours(picture, standing)
    shades = np.array([yellowness(face, white) for face in faces])
    # A yellow drawing on a white card leaves some of it white: then neither colour is sure.
    shades[(shades > YELLOW) & (whiteness(picture, standing, white) > MOST_WHITE)] = YELLOW
    if white.min() > BURNT:
        shades[(shades > WASHED_OUT) & (shades < YELLOW)] = YELLOW  # so much light makes yellow pale
    standing, shades = without_print(*join_jokers(standing, shades))
    standing = name_jokers(picture, standing, shades, eyes.words)
    rows = part_rows(standing)
    if between := print_between([line_of(picture, standing, row) for row in rows]):
        kept = ~np.isin(np.arange(len(standing.marks)), between)
        standing, shades = standing.pick(kept, standing.chances), shades[kept]
        rows = part_rows(standing)
    marks = standing.marks
    pieces: list[Piece] = []
    why = apart + covered
    thin: list[bool] = []
    drawn: list[bool] = []
    if len(rows) != len(wholes):
        wholes = read_rows(picture, standing, rows, eyes)
    named = name_cards(picture, standing, shades, rows, wholes, eyes.numbers)
    wide = [marks.xy[card.glyphs].mean(axis=0).tolist() for card in too_wide(standing, named)]
    why += [doubt("numeral", *point) for point in wide]
    for number, (row, cards) in enumerate(zip(rows, named, strict=True)):
        why += [
            doubt("numeral", *marks.xy[card.glyphs].mean(axis=0).tolist())
            for card in cards
            if card.ghost and not squeezed_in(standing, cards, card)
        ]
        for order, card in enumerate(card for card in cards if not card.ghost):
            x, y = marks.xy[card.glyphs].mean(axis=0).tolist()
            half = 1.1 * float(marks.size[card.glyphs].max())
            box = (x - half, y - half, x + half, y + half)
            pieces.append(Piece(card.name, x, y, card.chance, card.others, box, row=number, order=order))
            thin.append(bool(standing.thin[card.glyphs].any()) and not card.settled)
            # What may lie on a card, or is hardly a joker as a whole, counts where another is drawn like it.
            drawn.append(card.whole > DRAWN)
            if not card.clear:
                why.append(doubt("numeral", x, y))
        # No number has three digits: beside two that are surely one, nothing of that card is left out,
        # and neither is beside one digit where all that look at the card see it alone.
        whole = [card for card in cards if len(card.face) > 1 or min(card.whole, card.chance) > ALONE]
        beside = digits_beside(picture, eyes, standing, row) or ink_beside(picture, standing, row)
        why += unsettled(beside, standing, whole)
        middles = np.array([(piece.x, piece.y) for piece in pieces if piece.row == number])
        why += run_out(picture, standing, middles)
    if not pieces:
        return Reading("addup", why=tuple(why), size=(picture.width, picture.height))
    inks = other_inks(picture, standing, standing.chances[:, FACES].argmax(axis=1) != JOKER)
    why += unsettled(inks, standing, [card for cards in named for card in cards])
    if len(rows) < 2 and not _may_be_one_row(len(pieces), previous):
        why.append(doubt("two-rows"))
    if max(_crookedness(standing, row) for row in rows) > MOST_CROOKED:
        why.append(doubt("two-rows"))
    if standing.lead < SURE_WAY:
        why.append(doubt("upside"))
    around = _around(picture, standing, pieces)
    why += [] if around.rows_apart() and not around.scattered() else [doubt("two-rows")]
    # Where no two cards lie side by side little is known of the table: it must be seen to be bare.
    hidden = around.missing() if not len(around.steps) else around.things(overview, view)
    hidden += doubts_beside(picture, overview, view, standing, rows, around)
    for row in rows:
        beyond = yellow_beyond(picture, standing, row, white)
        hidden += [doubt("unread-piece", *point) for point in beyond[around.other_at(beyond)].tolist()]
    hidden += unread_faces(around, white) + rough_ends(around) + mirages
    laid = laid_round(standing, around)
    why += unless_free(hidden, picture, laid, eyes.rooms) + doubts_at_edge(picture, laid, eyes.rooms)
    why += cards_beyond(picture, laid, eyes.rooms, HARDLY_FREE)
    why += around.holes() + around.crowded()
    at = np.array([(piece.x, piece.y) for piece in pieces])
    own = faces_at(picture, standing, at, np.full(len(at), standing.size))
    why += around.thin(at[thin], own[thin])
    jokers = np.array([piece.name in JOKERS for piece in pieces])
    untold = jokers & (colourless(picture, own, jokers) | tinted(own, white))
    why += [doubt("colour", *point) for point in at[untold].tolist()]
    alike = resemble(picture, standing.steps, at[jokers], np.array(drawn)[jokers])
    if alike.sum() < PAIRED:
        alike |= np.array(drawn)[jokers]
    why += [doubt("numeral", *point) for point in at[jokers][~alike].tolist()]
    digits = np.array([len(piece.name) == 1 and piece.name.isdigit() for piece in pieces])
    own_joker = drawn_like(picture, standing.steps, at[digits], at[jokers])
    why += [doubt("numeral", *point) for point in at[digits][own_joker].tolist()]
    return Reading("addup", tuple(pieces), tuple(why), size=(picture.width, picture.height))


def _around(picture: Layers, standing: Standing, pieces: list[Piece]) -> Surroundings:
    """What is round the cards; those with numbers show how large a card is."""
    rows = [np.array([(piece.x, piece.y) for piece in pieces if piece.row == row]) for row in (0, 1)]
    every = np.array([(piece.x, piece.y) for piece in pieces])
    numbers = np.array([piece.name not in JOKERS for piece in pieces])
    if not numbers.any():
        numbers[:] = True
    faces = faces_at(picture, standing, every[numbers], np.full(int(numbers.sum()), standing.size))
    return look_round(picture, standing, rows, every[numbers], faces)


def _may_be_one_row(cards: int, previous: Reading | None) -> bool:
    """Whether a row found alone may be alone: the table was empty before, or had one row, or was cleared.

    In a photo without a past the other row may be hidden.
    """
    if previous is None:
        return False
    return cards == 1 or (previous.sure and not any(piece.row == 1 for piece in previous.pieces))


def _down(previous: Reading | None) -> Floats | None:
    """The way from the upper row to the lower one in the picture before, where that was clear."""
    if previous is None or not previous.sure:
        return None
    rows = [np.array([(p.x, p.y) for p in previous.pieces if p.row == row]) for row in (0, 1)]
    if not all(len(row) for row in rows):
        return None
    # Rows may start far apart sideways: only what is across the longer one counts.
    step = rows[1].mean(axis=0) - rows[0].mean(axis=0)
    longer = max(rows, key=len)
    if len(longer) > 1:
        along = longer[-1] - longer[0]
        step = step - along * float(step @ along) / float(along @ along)
    return np.asarray(step / np.linalg.norm(step))


def _crookedness(standing: Standing, row: Row) -> float:
    """How far, in glyph heights, a card lies off the straight line of its row."""
    xy = standing.marks.xy[row.glyphs] / standing.size
    if len(xy) < 3:
        return 0.0
    ahead, below = xy @ standing.along, xy @ standing.down
    return float(np.abs(below - np.polyval(np.polyfit(ahead, below, 1), ahead)).max())
