"""What lies on or near upright cards and was not read: no card may be left out."""

from __future__ import annotations

from collections.abc import Sequence

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.cards.colours import ink_colour, odd_hues
from vision.cards.edge import runs_out
from vision.cards.found import patch_axes
from vision.cards.rows import Row, near_row
from vision.doubts import doubt
from vision.layers import Layers
from vision.marks import Floats, Ints, Marks
from vision.patches import cut_patches
from vision.reading import Doubt
from vision.upright.digits import DIGITS
from vision.upright.ink import NARROWEST, find_ink
from vision.upright.standing import Standing
from vision.upright.surroundings import Surroundings
from vision.view import PIECE, Eyes, View

LEAST_GLYPH_PX = 14.0
REACH = (1.35, 1.95)  # glyph heights from a numeral to the sides and to the ends of its card, at most
NEAR = 3.2  # glyph heights: what lies farther from all cards is no card of this table
LEAST_CARD = 1.2  # square glyph heights
LEAST_COVER = 1.5
COVER_REACH = 2.4  # glyph heights: a hand so near a card may lie on the next one
CLEAR_COVER, STRANGE = 0.82, 0.05  # how surely it lies over, and of it, more than of the table, is unlike it
LEAST_ARM, ARM_REACH = 8.0, 6.0  # an arm that reaches in may lie on the other row
MOST_POINTS = 60  # of such an arm
COARSE = 2  # points of the charts
BESIDE = np.array([0.45, 0.6, 0.78])  # glyph heights to the next digit of a number
CLOSER = (0.7, 0.85, 1.0)  # a number of two digits has smaller ones than its row
NEAR_GLYPH = 0.4
PAIR = 0.98  # glyph heights between the digits of one card, at most
PITCH = (1.1, 2.3)  # glyph heights from card to card
FURTHER = np.array([1.0, 1.15])  # of a step: where the next card may lie
FAINT_PIECE, CUT_PIECE = 0.4, 0.58
LEAST_INSIDE = 0.2  # of a card that the picture's edge cuts off
SURE_DIGIT, STRAY_DIGIT = 0.7, 0.85
FAINT_DIGIT = 0.05  # of 17 places that two scales read with 0.6 and more, the middle one gave 0.67 and more
SAME_INK = 0.25  # of white light, in one of blue, green, red
EVENLY = 0.2  # of its own height between the steps from a digit to both neighbours
SAME_HUE = 0.12  # of white light, lightness aside: on 73 tables no numeral was 0.06 off
SLIM = 0.55  # of its height that a digit is wide which may have another beside it
CLEARLY = 0.97  # the chance of a numeral that is no drawing
INK_TALL, INK_ABOVE = (0.45, 1.3), 0.25  # glyph heights of other ink that may be a digit, and off the line
MOST_ASIDE, LEAST_APART = 0.9, 0.28  # glyph heights from a digit to the next one on its card


def doubts_beside(
    picture: Layers,
    overview: View,
    view: View,
    standing: Standing,
    rows: Sequence[Row],
    around: Surroundings,
    faint: float = FAINT_PIECE,
    complete: bool = False,
) -> list[Doubt]:
    """Doubts about cards that are cut off, covered, too small or not read, be the next one ever so faint.

    Complete: none is missing, so only what lies on the cards themselves covers anything.

    What covers them is seen better from afar: close up, any cloth may be a sleeve.
    """
    marks, size = standing.marks, standing.size
    why = [doubt("small")] if size < LEAST_GLYPH_PX else []
    room = np.minimum(marks.xy, np.array([picture.width, picture.height]) - marks.xy).min(axis=1)
    why += [doubt("edge", *point) for point in marks.xy[room < 0.6 * marks.size].tolist()]
    why += [doubt("cover", *point) for point in _covered(overview, standing, around, complete).tolist()]
    for row in rows:
        loose = near_row(standing.faint, marks, row)
        why += [doubt("loose-numeral", *point) for point in standing.faint.xy[loose].tolist()]
    beside = [_beyond(picture, view, standing, row, around.pitch, faint) for row in rows]
    seen = np.concatenate([_unread(view, standing), *beside])
    unread = seen[around.may_hide(seen)]
    why += [doubt("unread-piece", *point) for point in unread.tolist()]
    return why


def run_out(picture: Layers, standing: Standing, xy: Floats) -> list[Doubt]:
    """Doubts about ends of a row of cards so near the picture's edge that it may go on outside."""
    if len(xy) < 2:
        return []
    steps = np.linalg.norm(np.diff(xy, axis=0), axis=1)
    way = (xy[-1] - xy[0]) / np.linalg.norm(xy[-1] - xy[0]) * float(np.median(steps))
    ends = ((xy[0], -way), (xy[-1], way))
    out = [end for end, step in ends if runs_out(picture, end, step, standing.down * standing.size)]
    return [doubt("edge", *end.tolist()) for end in out]


def digits_beside(picture: Layers, eyes: Eyes, standing: Standing, row: Row) -> list[Doubt]:
    """Doubts about digits close beside those of a row, on the same card, that no look has found."""
    marks = standing.marks.pick(_lone_digits(standing, row))
    shifts = np.concatenate([-BESIDE, BESIDE])
    xy = (marks.xy[:, None] + (shifts * marks.size[:, None])[..., None] * standing.along).reshape(-1, 2)
    copies = marks.pick(np.repeat(np.arange(len(marks)), len(shifts)))
    every = np.arange(len(copies))
    axes = [patch_axes(copies, Row(every, standing.along, copies.size * scale)) for scale in CLOSER]
    patches = cut_patches(picture, np.concatenate([xy] * len(CLOSER)), np.concatenate(axes))
    patches = patches.reshape(len(CLOSER), len(xy), *patches.shape[1:])
    seen = np.zeros((len(CLOSER), len(xy), int(DIGITS.sum())))
    seen[1] = eyes.glyphs.read(patches[1])[:, DIGITS]
    # A digit that two scales show is seen at the one between them too, be it not as clearly.
    likely = (seen[1] > FAINT_DIGIT).any(axis=1)
    for scale in (0, 2):
        seen[scale, likely] = eyes.glyphs.read(patches[scale, likely])[:, DIGITS]
    chances = np.sort(seen, axis=0)[1].max(axis=1)
    gap = np.linalg.norm(xy[:, None] - standing.marks.xy[None], axis=2) / copies.size[:, None]
    found = (chances > STRAY_DIGIT) & (gap.min(axis=1) > NEAR_GLYPH)
    return [doubt("loose-numeral", *point) for point in xy[found][:1].tolist()]


def ink_beside(picture: Layers, standing: Standing, row: Row) -> list[Doubt]:
    """Doubts about lone digits with other ink as high as a digit beside them on their card."""
    marks = standing.marks.pick(_lone_digits(standing, row))
    inked = find_ink(picture, marks, standing.along, NARROWEST)
    step = (inked.xy - marks.xy[inked.owner]) / marks.size[inked.owner][:, None]
    aside, above = np.abs(step @ standing.along), np.abs(step @ standing.down)
    tall = inked.tall / marks.size[inked.owner]
    found = (aside > LEAST_APART) & (aside < MOST_ASIDE) & (above < INK_ABOVE)
    found &= (tall > INK_TALL[0]) & (tall < INK_TALL[1])
    # What is seen of the table between two cards may be as high as a digit, but is of another colour.
    own = _inks(picture, standing, marks.xy[inked.owner[found]], marks.size[inked.owner[found]])
    other = _inks(picture, standing, inked.xy[found], inked.tall[found])
    alike = np.abs(own - other).max(axis=1, initial=0.0) < SAME_INK
    alike &= ~_amid_cards(standing, row, marks)[inked.owner[found]]
    return [doubt("loose-numeral", *point) for point in inked.xy[found][alike].tolist()]


def _amid_cards(standing: Standing, row: Row, digits: Marks) -> NDArray[np.bool_]:
    """Which lone digits stand in the middle of their cards, as these follow each other evenly.

    One of two digits on a card stands half its own width beside the middle.
    """
    at = np.sort(standing.marks.xy[row.glyphs] @ row.along) / standing.size
    cards = np.array([group.mean() for group in np.split(at, np.nonzero(np.diff(at) > PAIR)[0] + 1)])
    steps = np.diff(cards)
    if len(steps) < 2:
        return np.zeros(len(digits), bool)
    uneven = np.abs(np.diff(steps))
    off = np.concatenate([uneven[:1], uneven, uneven[-1:]])
    nearest = np.abs((digits.xy @ row.along / standing.size)[:, None] - cards).argmin(axis=1)
    return np.asarray(off[nearest] * standing.size < EVENLY * digits.size)


def other_inks(picture: Layers, standing: Standing, numbers: NDArray[np.bool_]) -> list[Doubt]:
    """Doubts about numerals whose ink has another hue than most: all numbers of most sets have one.

    Where two different numerals that are clearly read have odd hues, the set has many inks, and none is told:
    a drawing that is taken for a numeral is taken for one and the same.
    """
    marks = standing.marks.pick(numbers)
    inks = _inks(picture, standing, marks.xy, marks.size)
    # Beside a narrow digit its card may end: only what is close to its middle is ink for certain.
    narrow = standing.wide[numbers] < SLIM * marks.size
    inks[narrow] = _inks(picture, standing, marks.xy[narrow], marks.size[narrow], True)
    odd = odd_hues(inks, SAME_HUE)
    said = standing.chances[numbers][:, DIGITS]
    if len(np.unique(said.argmax(axis=1)[odd & (said.max(axis=1) > CLEARLY)])) > 1:
        return []
    return [doubt("numeral", *point) for point in marks.xy[odd].tolist()]


def _inks(picture: Layers, standing: Standing, xy: Floats, tall: Floats, close: bool = False) -> Floats:
    """The colours of ink at some places, or close to their middles, in light that makes the card white."""
    count = len(xy)
    turn = float(np.arctan2(standing.along[1], standing.along[0]))
    marks = Marks(xy, np.ones(count), np.full(count, turn), tall)
    patches = cut_patches(picture, xy, patch_axes(marks, Row(np.arange(count), standing.along, tall)))
    return np.array([ink_colour(patch, close) for patch in patches]).reshape(-1, 3)


def _lone_digits(standing: Standing, row: Row) -> Ints:
    """The clear digits of a row that have no other near."""
    every = standing.marks.xy
    gap = np.linalg.norm(every[row.glyphs][:, None] - every[None], axis=2)
    gap /= standing.marks.size[row.glyphs][:, None]
    lone = (gap < PAIR).sum(axis=1) == 1
    lone &= standing.chances[row.glyphs][:, DIGITS].max(axis=1) > SURE_DIGIT
    return np.asarray(row.glyphs[lone])


def _covered(overview: View, standing: Standing, around: Surroundings, complete: bool) -> Floats:
    """A point of something large that lies over the cards or so near that it may hide one, or a whole row.

    What has the table's own colours must be seen the more clearly: cloth and stone have folds and veins.
    """
    found = []
    for least, reach, reaching_in in ((LEAST_COVER, COVER_REACH, False), (LEAST_ARM, ARM_REACH, True)):
        points = overview.places(overview.large_covers(0.6, least * standing.size**2, reaching_in))
        away = np.linalg.norm(points[:, None] - standing.marks.xy[None], axis=2).min(axis=1, initial=np.inf)
        points = points[around.on_cards(points) if complete else away < reach * standing.size]
        if reaching_in:
            points = points[:: -(-len(points) // MOST_POINTS) or 1]
            points = points[around.may_hide(points)]  # with both rows seen, only what is in line with one
        clear = overview.sample(overview.cover, points).mean() if len(points) else 0.0
        if clear > CLEAR_COVER or (len(points) and around.strange(points) > STRANGE + around.ground.busy):
            found.append(points)
    return np.asarray(np.concatenate(found)[:1] if found else np.zeros((0, 2)))


def _beyond(
    picture: Layers, view: View, standing: Standing, row: Row, lone_pitch: float, faint: float
) -> Floats:
    """Middles of the places beyond a row's ends where a card can be made out, whole or cut off."""
    xy, size = standing.marks.xy[row.glyphs], standing.size
    gaps = np.linalg.norm(np.diff(xy, axis=0), axis=1) / size
    gaps = gaps[gaps > PAIR]
    pitch = np.clip(np.median(gaps), *PITCH) * FURTHER if len(gaps) else lone_pitch * FURTHER
    steps = pitch[:, None] * size * standing.along
    places = np.concatenate([xy[0] - steps, xy[-1] + steps])
    across, down = np.meshgrid(np.linspace(-0.4, 0.4, 5), np.linspace(-0.8, 0.8, 7))
    offsets = across.reshape(-1, 1) * standing.along + down.reshape(-1, 1) * standing.down
    points = places[:, None] + offsets * size
    inside = ((points > 0) & (points < np.array([picture.width, picture.height]))).all(axis=2).mean(axis=1)
    seen = view.surface_at(points, PIECE).mean(axis=1)
    cut = (inside > LEAST_INSIDE) & (inside < 1) & (seen > CUT_PIECE * inside)
    return np.asarray(places[(seen > faint) | cut])


def _unread(view: View, standing: Standing) -> Floats:
    """Middles of areas of card as large as a card, with no numeral that was read."""
    chart = view.field.surface[PIECE][::COARSE, ::COARSE]
    across, down = _step(view) * COARSE
    x = (np.arange(chart.shape[1]) * across + view.box.left) / standing.size
    y = (np.arange(chart.shape[0])[:, None] * down + view.box.top) / standing.size
    ahead, below = (x * way[0] + y * way[1] for way in (standing.along, standing.down))
    own, close = np.zeros(chart.shape, bool), np.zeros(chart.shape, bool)
    for xy in standing.marks.xy / standing.size:
        aside, above = np.abs(ahead - xy @ standing.along), np.abs(below - xy @ standing.down)
        own |= (aside < REACH[0]) & (above < REACH[1])
        close |= (aside < NEAR) & (above < NEAR)
    least = LEAST_CARD * standing.size**2 / float(_step(view).prod()) / COARSE**2
    spare = ((chart > 0.6) & ~own & close).astype(np.uint8)
    _, _, stats, middles = cv2.connectedComponentsWithStats(spare)
    large = stats[1:, cv2.CC_STAT_AREA] > least
    corner = np.array([view.box.left, view.box.top])
    return np.asarray(middles[1:][large] * COARSE * _step(view) + corner).reshape(-1, 2)


def _step(view: View) -> Floats:
    """How many pixels of the picture a point of the finder's charts stands for, each way."""
    rows, cols = view.field.surface.shape[1:]
    return np.array([view.box.width / cols, view.box.height / rows])
