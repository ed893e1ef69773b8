"""Reads a Formula row: numbers of one to three cards, an operator, an equals sign, jokers."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from vision.cards.captions import SURE_WORD, word_chances
from vision.cards.found import (
    CLEAR,
    Found,
    find_cards,
    look_twice,
    piece_round,
)
from vision.cards.likeness import vouched_for
from vision.cards.rooms import cards_beyond, laid_in_line, unless_free
from vision.cards.rows import Row, find_rows, near_row
from vision.cards.spare import doubts_along, doubts_of_empty, doubts_on
from vision.cards.whole_rows import row_of
from vision.doubts import doubt
from vision.dusk import brightened
from vision.formula.bare_ends import bare_ends
from vision.formula.beyond import doubts_beyond, sleeve_near
from vision.formula.drawings import doubtful_jokers, find_captions, on_own_cards
from vision.formula.equation import (
    is_true,
    lacking_ends,
    leading_zeros,
    spare_ends,
    split_tokens,
    vouches_for_itself,
)
from vision.formula.ghosts import (
    BARE,
    CERTAIN_CARD,
    WHOLE_JOKER,
    card_shares,
    find_ghosts,
    find_strangers,
    lies_apart,
    squeezed,
)
from vision.formula.inks import covered_faces, odd_inks
from vision.formula.naming import CARD_FACES, CERTAIN, SURE_FACE, name_cards, never_settled
from vision.formula.second_opinion import doubts_in_holes, find_mirages, look_over, take_in, take_met
from vision.formula.settled import unless_settled
from vision.formula.two_looks import weigh_looks
from vision.formula.ways import (
    Way,
    both_ways,
    doubt_way,
    faintly_worded,
    may_be_jokers,
    name_by_words,
    with_chances,
)
from vision.layers import Layers
from vision.marks import Floats, Marks
from vision.network import GLYPHS
from vision.patches import cut_patches
from vision.reading import Doubt, Reading
from vision.unclear import doubts_of_glare, doubts_of_unclear
from vision.view import PIECE, WHOLE_PX, Eyes, View, look, whole

DIGITS = np.array([face.isdigit() for face in GLYPHS])

CLOSER_PX = 1280
LEAST_SHARE = 0.6  # of the row's glyphs: smaller ones are indices and print
NEXT = np.array([1.15, 1.35, 1.55, 1.75, 1.95, 2.2, 2.5, 2.8])  # glyph heights to the next card
HOLE = 1.7  # of the smallest step from card to card: room for one more
ASUNDER = 1.1  # of the step from a number to a sign: the cards of a number lie nearer
ROOM_FOR_ONE = 0.75  # of that step, beside a sign, more than the row's other gaps
NEXT_DIGIT, NEXT_PIECE = 0.85, 0.3
CERTAIN_DIGIT = 0.97  # whatever it stands on: white cards on white paper in bright light look like none
LOOSE = 0.6  # a face this clear beside the row is a card that was left out
LOOSE_PIECE = 0.7  # unless it stands on print
MOST_APART = 1  # pieces that lie far from the row: more may be another row


def read_formula(picture: Layers, eyes: Eyes, previous: Reading | None = None) -> Reading:
    """Read the row of cards on the table; an untrue formula is told as it lies."""
    picture = brightened(picture)
    longest = max(picture.width, picture.height)
    overview = look(picture, eyes.finder, whole(picture), min(1.0, WHOLE_PX / longest))
    first = _read(picture, eyes, overview, WHOLE_PX, previous)
    if (first.sure and first.pieces) or longest <= WHOLE_PX:
        return first
    second = _read(picture, eyes, overview, CLOSER_PX, previous, first)
    return weigh_looks(first, second)


def _read(
    picture: Layers,
    eyes: Eyes,
    overview: View,
    wide: int,
    previous: Reading | None = None,
    first: Reading | None = None,
) -> Reading:
    view, marks = find_cards(picture, eyes.finder, overview, wide)
    size = (picture.width, picture.height)
    found, faint = look_twice(picture, eyes, view, marks, CARD_FACES)
    cards = found.marks
    rows = sorted(find_rows(cards), key=lambda row: -float(found.clear[row.glyphs].sum()))
    if not rows:
        return Reading("formula", why=doubts_of_empty(view, overview), size=size)
    row = rows[0]
    way, back = both_ways(picture, eyes, cards, row)
    shares = card_shares(view, way.line)
    ghosts = find_ghosts(way.line, way.clear, shares)
    ghostly = ghosts & (shares > BARE) & ~squeezed(way.line, ghosts)
    ghostly &= (shares < CERTAIN_CARD) | (way.clear < CLEAR)
    haunted = [doubt("loose-numeral", *point) for point in way.line.xy[ghostly].tolist()]
    rest = "".join(face for face, ghost in zip(way.faces, ghosts, strict=True) if not ghost)
    if way.grammatical and not vouches_for_itself(split_tokens(rest)):
        ghosts &= (shares < BARE) | (way.clear < SURE_FACE)  # else a number's card may lie over the next
    if ghosts.any():
        row = way.row.pick(~ghosts)
        way, back = both_ways(picture, eyes, cards, row)
        shares = shares[~ghosts] if way.row.glyphs[0] == row.glyphs[0] else shares[~ghosts][::-1]
    if not vouches_for_itself(split_tokens(way.text)) or way.clear.min() < CLEAR:
        way, back, cards = _looked_over(picture, eyes, cards, way, back)
        row, shares = way.row, card_shares(view, way.line)
    asked = may_be_jokers(way)
    worded = np.zeros(len(asked))
    worded[asked] = word_chances(picture, way.line.xy[asked], way.line.steps[asked], eyes.words)
    words, torn = worded > SURE_WORD, faintly_worded(way, worded)
    way, renamed = name_by_words(way, words)
    why = [doubt("numeral", *point) for point in way.line.xy[renamed | torn].tolist()]
    likely = (way.clear > SURE_FACE) & is_true(split_tokens(way.text))
    covered, free = doubtful_jokers(picture, way.line, way.faces, words, likely)
    bare = (np.array(way.faces) == "J") & (shares < WHOLE_JOKER) & ~free & ~words
    bare &= ~on_own_cards(picture, way.line, way.faces)
    why += [doubt("hidden", *point) for point in way.line.xy[bare].tolist()]
    drawn = (np.array(way.faces) == "J") & (words | (free & ~covered))
    pieces, unclear = name_cards(way.line, way.text, previous, drawn, first)
    jokers = np.nonzero(np.array(way.faces) == "J")[0]
    firm = ~np.isin(jokers, [*unclear])
    twins = set(jokers[vouched_for(picture, way.line.xy[jokers], way.line.axes[jokers], firm)].tolist())
    unclear = {card: code for card, code in unclear.items() if card not in twins}
    why += [doubt(code, *way.line.xy[i].tolist()) for i, code in unclear.items()]
    why += doubts_of_unclear(picture, way.line.xy[[*unclear]], way.line.axes[[*unclear]])
    why += doubt_way(way, back)
    tokens = split_tokens(way.text)
    complete = vouches_for_itself(tokens)
    lit = (way.clear < CERTAIN) | (not complete)  # light that hid part of a numeral would make it untrue
    why += doubts_of_glare(picture, way.line.xy[lit], way.line.axes[lit])
    why += doubts_on(picture, overview, cards, row, complete)
    covered[[*twins]] = False  # no two things are so much alike
    covered |= covered_faces(picture, way.line, way.faces)
    if "J" in way.faces:
        shown = row_of(picture, way.line, eyes.rows)
        covered |= shown.covered(way.line.xy, np.array(way.faces) == "J")
    why += [doubt("cover", *point) for point in way.line.xy[covered].tolist()]
    why += _doubt_holes(way)  # 329 × 1 = 329 is as true without both its 2s
    overruled = frozenset() if complete else way.overruled  # what a thing leaves of a 1 may look like a 7
    why += [doubt("numeral", *point) for point in way.line.xy[[*overruled]].tolist()]
    if not complete:
        why += haunted
        named = bool((words & (np.array(way.faces) == "J")).any())
        odd = odd_inks(picture, way.line, way.faces, named)
        why += [doubt("numeral", *point) for point in way.line.xy[odd].tolist()]
        ended = way.grammatical & bare_ends(picture, (view, overview), way.line)
        why += doubts_along(picture, view, overview, cards, row, way.line.xy[[0, -1]][ended])
        why += doubts_beyond(picture, view, way.line, (bool(ended[0]), bool(ended[1])))
        why += _doubt_ends(picture, eyes, view, overview, way)
        why += _doubt_truth(picture, way, shares, overview, ended)
        why += _doubt_loose(picture, view, replace(found, marks=cards), faint, row, way)
    open_ = never_settled(way.text) | overruled
    why = unless_settled(why, picture, way.line, way.faces, way.by_glyph, eyes, open_)
    laid = laid_in_line(way.line)
    why = unless_free(why, picture, laid, eyes.rooms)
    if not complete:
        why += cards_beyond(picture, laid, eyes.rooms) + doubts_in_holes(picture, way.line, eyes.rooms)
    return Reading("formula", tuple(pieces), tuple(why), tokens=tokens, size=size)


def _looked_over(picture: Layers, eyes: Eyes, cards: Marks, way: Way, back: Way) -> tuple[Way, Way, Marks]:
    """Both ways round again, by whole cards and rows too, without mirages and with what was missed."""
    whole = row_of(picture, way.line, eyes.rows)
    line, no_card = look_over(picture, way.line, whole, eyes.numbers)
    mirages = find_mirages(picture, line, no_card, eyes.rooms)
    rest, row = line.pick(~mirages), way.row.pick(~mirages)
    every, met = take_met(cards, row, rest, whole)
    if met is row:
        every, met = take_in(picture, cards, row, rest, eyes, not way.grammatical)
    if mirages.any() or len(every) > len(cards):
        way, back = both_ways(picture, eyes, every, met)
        line, _ = look_over(picture, way.line, row_of(picture, way.line, eyes.rows), eyes.numbers)
    return with_chances(way, line), back, every


def _doubt_truth(
    picture: Layers, way: Way, shares: Floats, overview: View, ended: NDArray[np.bool_]
) -> list[Doubt]:
    """Doubts about an untrue formula that lacks a card or has one too many, or where no hand can be told.

    Where a row has bare table beside an end it lacks none there, and a sleeve hides none.
    """
    lacking = [end for end in lacking_ends(split_tokens(way.text)) if not ended[end]]
    why = [doubt("left-out")] if lacking else []
    untrue = not is_true(split_tokens(way.text)) and not ended.all()
    if untrue and overview.like_a_cover and sleeve_near(picture, overview, way.line):
        why.append(doubt("cover"))
    # Nobody lays zeros before a number, and many a joker's ring looks like one.
    zeros = [] if is_true(split_tokens(way.text)) else leading_zeros(way.text)
    why += [doubt("untrue", *way.line.xy[zero].tolist()) for zero in zeros]
    ends = [end for end in spare_ends(way.text) if way.clear[end] < CERTAIN or shares[end] < CERTAIN_CARD]
    return why + [doubt("loose-numeral", *way.line.xy[end].tolist()) for end in ends]


def _doubt_loose(picture: Layers, view: View, found: Found, faint: Found, row: Row, way: Way) -> list[Doubt]:
    """Doubts about faces beside the row, clear or faint, that may be cards of it."""
    cards = found.marks
    clear = np.append(found.clear, np.ones(len(cards) - len(found.clear)))  # those taken in are read
    loose = (clear > LOOSE) & (cards.size > LEAST_SHARE * np.median(row.size))
    loose &= piece_round(view, cards) > LOOSE_PIECE
    loose[row.glyphs] = False
    loose &= ~find_captions(way.line, way.faces, cards.xy)
    loose &= ~lies_apart(way.line, cards.xy) | (loose.sum() > MOST_APART)
    loose[loose] = ~find_strangers(picture, way.line, cards.pick(loose))
    why = [doubt("rows", *point) for point in cards.xy[loose].tolist()]
    beside = faint.marks.xy[near_row(faint.marks, cards, row)]
    beside = beside[~find_captions(way.line, way.faces, beside)]
    return why + [doubt("loose-numeral", *point) for point in beside.tolist()]


def _doubt_ends(picture: Layers, eyes: Eyes, view: View, overview: View, way: Way) -> list[Doubt]:
    """Doubts about digits beyond a row's ends, on a card, that the finder did not mark."""
    line = way.line
    steps = line.steps[[0, -1]][:, :, 0] * np.array([[-1.0], [1.0]])
    points = (line.xy[[0, -1]][:, None] + NEXT[:, None] * steps[:, None]).reshape(-1, 2)
    axes = np.repeat(line.axes[[0, -1]], len(NEXT), axis=0)
    digit = eyes.glyphs.read(cut_patches(picture, points, axes))[:, DIGITS].max(axis=1)
    piece = np.maximum(view.surface_at(points, PIECE), overview.surface_at(points, PIECE))
    found = points[(digit > NEXT_DIGIT) & (piece > NEXT_PIECE) | (digit > CERTAIN_DIGIT)]
    return [doubt("loose-numeral", *point) for point in found[:1].tolist()]


def _doubt_holes(way: Way) -> list[Doubt]:
    """Doubts about cards that lie so far apart that one may be hidden between them.

    The cards of a number lie side by side; from a number to a sign the gaps of a row are much alike.
    """
    xy, size = way.line.xy, way.line.size
    steps = np.linalg.norm(np.diff(xy, axis=0), axis=1) / np.sqrt(size[1:] * size[:-1])
    numbers = np.array([face.isalnum() for face in way.faces])
    within = numbers[1:] & numbers[:-1]
    narrowest = steps.min(initial=np.inf)
    usual = np.median(steps[~within]) if (~within).sum() > 2 else np.inf  # a start has but one sign
    wide = within & ((steps > HOLE * narrowest) | (steps > ASUNDER * usual))
    for i in np.nonzero(~within)[0]:
        others = steps[~within & (np.arange(len(steps)) != i)]
        wide[i] = len(others) > 0 and steps[i] > np.median(others) + ROOM_FOR_ONE * narrowest
    return [doubt("rows", *point) for point in ((xy[1:] + xy[:-1]) / 2)[wide].tolist()]
