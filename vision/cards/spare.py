"""What lies on or beside rows of cards and was not read: no card may be left out."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from vision.cards.edge import runs_out
from vision.cards.found import NARROWEST
from vision.cards.rows import Row
from vision.doubts import doubt
from vision.ground import on_floor, strange_places
from vision.layers import Layers
from vision.marks import Floats, Marks
from vision.reading import Doubt
from vision.view import PIECE, RIM, View

LEAST_GLYPH_PX = 14.0
CARD = np.array([0.7, 1.0])  # glyph heights from a numeral to its card's sides and ends, at most
SIDES = np.array([0.5, 0.75])  # of a card's width: the same where cards lie side by side
LEAST_COVER = 0.8  # square glyph heights of a hand or thing; smaller is a shadow or a print
NEAR_COVER = 1.2  # cards: a hand as near may lie on one
ON_NUMERAL = 0.7  # of a card: an arm beside its numeral hides nothing of a formula that lacks no card
BEYOND = 3.2  # glyph heights beyond a row's ends where it may go on
STEP = 0.1
ACROSS = np.array([-0.5, -0.25, 0.0, 0.25, 0.5])  # glyph heights
FAINT_COVER, FAINT_PIECE = 0.35, 0.45  # beside the cards, this little already is a doubt
ROOM = 1.6  # of the narrowest gap: between cards that lie nearer none is hidden
FLANKS = np.array([-1.9, 1.9])  # glyph heights: beside a card
LOCAL_COVER = 0.25  # more cover at a row's end than on its flanks, seen close up: no mere cloth
WIDE = 1.4  # a gap this much wider than the next widest has room for a hidden card
LEAST_STRANGE = 0.3  # of a strip at the picture's edge in colours that the table beside the row has nowhere
ENOUGH_MARKS = 2
ENOUGH_STEPS = 3
MOST_ARM = 0.045  # of the picture, reaching in over a table that is called empty; phones and mugs are less
MOST_COVER = 0.01  # of the picture, in the midst of such a table
MOST_PIECE = 0.003  # of the picture, on a table that is called empty: a tile that something lies on
NOWHERE = np.zeros((0, 2))
ONE_CLEAR = 0.9  # a single numeral as clear, on as clear a piece, is enough


def doubts_on(picture: Layers, overview: View, glyphs: Marks, row: Row, complete: bool) -> list[Doubt]:
    """Doubts about cards that are cut off, covered or too small; complete: none can be hidden, so arms only.

    What covers them is seen better from afar: close up, any cloth may be a sleeve.
    """
    xy, side = glyphs.xy[row.glyphs], float(np.median(row.size))
    across, down = 0.7 * side * row.along, side * np.array([-row.along[1], row.along[0]])
    corners = np.stack([xy + a * across + b * down for a in (-1, 1) for b in (-1, 1)], axis=1)
    cut = ((corners < 0) | (corners > np.array([picture.width, picture.height]))).any(axis=(1, 2))
    why = [doubt("edge", *point) for point in xy[cut].tolist()]
    why += [doubt("cover", *point) for point in _covered(overview, xy, row, complete).tolist()]
    if side < LEAST_GLYPH_PX:
        why.append(doubt("small"))
    return why


def _covered(overview: View, xy: Floats, row: Row, complete: bool) -> Floats:
    """A point where something lies on a card, or a hand reaches in close by."""
    side = float(np.median(row.size))
    down = np.array([-row.along[1], row.along[0]])
    across, along = np.meshgrid(np.linspace(-1, 1, 13), np.linspace(-1, 1, 13))
    square = np.stack([across.ravel(), along.ravel()], axis=1) * side
    gaps = np.linalg.norm(np.diff(xy, axis=0), axis=1) / np.sqrt(row.size[1:] * row.size[:-1])
    width = max(float(gaps.min(initial=np.inf)), NARROWEST)
    card = square * np.minimum(CARD, SIDES * width) @ np.stack([row.along, down])
    face, across_from, round_ = ((xy[:, None] + scale * card).reshape(-1, 2) for scale in (1, -1, NEAR_COVER))
    thing = overview.large_covers(0.6, LEAST_COVER * side**2)
    arm = overview.large_covers(0.6, LEAST_COVER * side**2, reaching_in=True)
    # Print beside a card may look like a thing: it lies on the card only where the other half shows card.
    card_there = overview.surface_at(across_from, PIECE) > 0.5
    card_there |= overview.sample(thing, across_from) > 0.5
    on_card = face[(overview.sample(thing, face) > 0.5) & card_there]
    if complete:
        numerals = (xy[:, None] + ON_NUMERAL * card).reshape(-1, 2)
        return numerals[overview.sample(arm, numerals) > 0.5][:1]
    near_arm = round_[overview.sample(arm, round_) > 0.5]
    return np.asarray(np.concatenate([on_card, near_arm])[:1])


def doubts_of_empty(view: View, *earlier: View) -> tuple[Doubt, ...]:
    """An empty table is sure unless pieces or something over them are seen all the same.

    In earlier looks numerals alone are a doubt: on a wild cloth small cards do not look like cards.
    """
    why = []
    looks = (view, *earlier)
    if any(_is_covered(each) for each in looks):
        why.append(doubt("cover"))
    marks = np.concatenate([view.spots.xy, view.glyphs.xy])
    score = np.concatenate([view.spots.score, view.glyphs.score])
    clear = np.minimum(score, view.surface_at(marks, PIECE)) if len(marks) else score
    numerals = max([int((each.glyphs.score > 0.5).sum()) for each in earlier], default=0)
    card = max(_card_share(each) for each in looks)
    on_piece = (clear > 0.5).sum() >= ENOUGH_MARKS or (clear > ONE_CLEAR).any()
    if on_piece or numerals >= ENOUGH_MARKS or card > MOST_PIECE:
        why.append(doubt("unread-piece"))
    return tuple(why)


def _is_covered(view: View) -> bool:
    """Whether an arm reaches in over a table, or a thing lies in its midst where it may hide a piece."""
    arm = view.large_covers(0.6, 0.0, reaching_in=True) > 0
    return bool(arm.mean() > MOST_ARM or ((view.cover > 0.6) & ~arm).mean() > MOST_COVER)


def _card_share(view: View) -> float:
    """How much of a look is card; the rim of a bare white table looks somewhat like a card's end."""
    chart = view.field.surface[PIECE]
    inner = chart[RIM:-RIM, RIM:-RIM]
    return float(((inner if inner.size else chart) > 0.6).mean())


def doubts_along(
    picture: Layers, view: View, overview: View, glyphs: Marks, row: Row, ended: Floats = NOWHERE
) -> list[Doubt]:
    """Doubts about what lies between a row's cards and beyond its ends, or outside the picture.

    At end cards in places where the row has surely `ended`, whatever lies farther on hides none of it.
    """
    xy = glyphs.xy[row.glyphs]
    side, along = float(np.median(row.size)), row.along
    place, down = xy @ along, np.array([-along[1], along[0]])
    order = np.argsort(place)
    gaps = np.diff(place[order]) / np.sqrt(row.size[order][1:] * row.size[order][:-1])
    pitch = side * float(np.clip(gaps.min(initial=1.6), 1.2, 2.4))
    steps = np.arange(place.min() - BEYOND * side, place.max() + BEYOND * side, STEP * side)
    aside = np.interp(steps, place[order], (xy @ down)[order])
    shrunk = np.interp(steps, place[order], row.size[order]) / side  # the far end looks smaller
    away = np.abs(steps[:, None] - place[None]).min(axis=1) / shrunk - 0.64 * pitch
    lone = away > 0
    points = steps[:, None] * along + aside[:, None] * down
    across = points[:, None] + ACROSS[:, None] * side * down
    inside = ((points > 0) & (points < np.array([picture.width, picture.height]))).all(axis=1)
    card = view.surface_at(across, PIECE).min(axis=1) > 0.5
    piece = np.stack([each.surface_at(across, PIECE).mean(axis=1) for each in (view, overview)])
    between = np.clip(np.searchsorted(place[order], steps) - 1, 0, max(len(gaps) - 1, 0))
    beyond = (steps < place.min()) | (steps > place.max())
    flanks = points[:, None] + FLANKS[:, None] * side * down
    # The floor beyond a table may look like a sleeve; its colour is not that of the table beside the cards.
    floor = on_floor(picture, across, side)
    floor &= strange_places(picture, across, flanks[~beyond].reshape(-1, 2), side)
    hand = np.where(floor, 0.0, overview.sample(overview.cover, across)).max(axis=1)
    room = beyond | (gaps[between] > ROOM * gaps.min()) if len(gaps) else beyond
    found = {
        "unread-piece": _runs(lone & card, 4),
        "cover": _runs(lone & room & inside & (hand > FAINT_COVER), 5),
        "edge": np.zeros(len(steps), bool),
    }
    local = view.sample(view.cover, across).min(axis=1) - view.sample(view.cover, flanks).mean(axis=1)
    found["cover"] |= _runs(lone & beyond & inside & (local > LOCAL_COVER), 5)
    for end, past in ((order[0], steps < place.min()), (order[-1], steps > place.max())):
        if (xy[end] == ended).all(axis=1).any():
            found["cover"] &= ~past
    for end in (steps < place.min(), steps > place.max()):
        rest = end & inside & (away > 0.3 * side) & (away < 1.2 * side)
        cut = not inside[end].all()  # at the picture's edge a single look is easily mistaken
        if cut and rest.sum() < ENOUGH_STEPS:
            rest = end & inside & lone  # no more than a strip of the next card would be seen
            strange = strange_places(picture, across[rest], flanks.reshape(-1, 2), side)
            if not strange.any() or strange.mean() < LEAST_STRANGE:
                continue  # and it would not have the table's own colours
        seen = piece.min(axis=0) if cut else piece.max(axis=0)
        if rest.sum() >= ENOUGH_STEPS and seen[rest].mean() > FAINT_PIECE:
            found["edge" if cut else "unread-piece"] |= rest
    why = [doubt(code, *points[where][0].tolist()) for code, where in found.items() if where.any()]
    for end, way in ((order[0], -along), (order[-1], along)):
        if runs_out(picture, xy[end], way * pitch, down * side):
            why.append(doubt("edge", *xy[end].tolist()))
    if len(gaps) > 2 and np.sort(gaps)[-1] > WIDE * np.sort(gaps)[-2]:
        widest = int(gaps.argmax())
        why.append(doubt("rows", *(xy[order[widest : widest + 2]].mean(axis=0).tolist())))
    return why


def _runs(where: NDArray[np.bool_], length: int) -> NDArray[np.bool_]:
    """Only where so many steps in a row are true."""
    return np.convolve(where.astype(int), np.ones(length, int), "same") >= length
