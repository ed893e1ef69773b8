"""Reads an Add Up table: two rows of numbers from 0 to 99, white and yellow jokers."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from vision.cards.colours import face_colours, most_chroma, yellowness
from vision.cards.digits import DIGITS
from vision.cards.faces import ALIKE, burnt_faces, unread_faces
from vision.cards.found import log_faces, patch_axes
from vision.cards.gathering import IN_ROW, TO_NEXT_ROW, gather
from vision.cards.ink import parted_by_line
from vision.cards.likeness import resemble
from vision.cards.overlooked import digits_beside, doubts_beside, ink_beside, run_out
from vision.cards.rows import Row
from vision.cards.sharing import Line, share_cards
from vision.cards.spare import doubts_of_empty
from vision.cards.standing import Standing, stand_up
from vision.cards.surroundings import Surroundings, look_round
from vision.doubts import doubt
from vision.dusk import brightened
from vision.layers import Layers
from vision.marks import Floats, Ints, Marks
from vision.network import GLYPHS
from vision.patches import cut_patches
from vision.reading import Candidate, Piece, Reading
from vision.view import Eyes

FACES = np.array([face in "0123456789J" for face in GLYPHS])
NAMES = tuple(face for face in GLYPHS if face in "0123456789J")
JOKERS = ("W", "Y")
J, JOKER = GLYPHS.index("J"), NAMES.index("J")
SLOPES = np.tan(np.radians(np.arange(-14, 15)))
LEAST_GAP, WIDE_GAP = 1.1, 2.5  # glyph heights between the rows; more does not part them better
MOST_CROOKED = 0.8  # glyph heights that a card may lie off its row
APART = 0.98  # glyph heights: digits farther off each other are on two cards
OFF_LINE = 0.42  # digit heights between the digits of one card, across their line: old figures dance
USUAL_WIDE = 0.66  # of a digit's height
CROWDED = 0.9  # glyph heights: no joker lies so near the next card
SAME_CARD = (0.7, 1.6)  # glyph heights aside and above: the parts of one joker
UNLIKELY, LIKELY_JOKER = 0.1, 0.2
YELLOW = 0.22
SURE_YELLOW = 0.12
MOST_WHITE = 0.15  # of a yellow card that may be white: a drawing or a gleam
LONE_STEP, BEYOND = 1.9, 2.3  # glyph heights to the card beside a lone one; steps to where no card lies
LEAST_GREEN = 0.5  # of its red: what has less is red
FAINT_COLOURS, NO_COLOURS = 0.13, 0.08  # chroma of a picture in which yellow is hardly told, or not at all
LESS_LIGHT = 0.93  # of the white cards: there a yellow one is at most so light
LEAST_LIGHT = 0.35  # of the white cards: a yellow one is not darker
SURE_MARGIN, SURE_INKED = 3.0, 1.5  # of 1,259 digits read by their ink none was wrong with more than 0.7
SURE_FACE, SURE_INKED_FACE, SURE_JOKER = 0.5, 0.72, 0.85
MOSTLY_INKED = 0.6  # of a table's glyphs: then a digit whose ink does not stand clear touches something
SURE_WAY = 3.0


@dataclass(frozen=True)
class _Card:
    """The glyphs of one card, what they say, and whether that is clear."""

    name: str
    glyphs: Ints
    chance: float
    clear: bool
    others: tuple[Candidate, ...]
    firm: bool = True
    """Whether a joker's drawing is one that the network knows."""


def read_addup(picture: Layers, eyes: Eyes, previous: Reading | None = None) -> Reading:
    """Read both rows; top and bottom as the numerals stand."""
    picture = brightened(picture)
    overview, view, standing = stand_up(picture, eyes, FACES, pairs=True, down_before=_down(previous))
    size = (picture.width, picture.height)
    if standing is None:
        return Reading("addup", why=(*doubts_of_empty(view, overview), *burnt_faces(picture)), size=size)
    standing, apart = gather(standing, IN_ROW, TO_NEXT_ROW)
    faces, white = _white(picture, standing)
    shades = np.array([yellowness(face, white) for face in faces])
    # A yellow drawing on a white card leaves some of it white: then neither colour is sure.
    shades[(shades > YELLOW) & (_whiteness(picture, standing, white) > MOST_WHITE)] = YELLOW
    standing, shades = _join_jokers(standing, shades)
    marks = standing.marks
    rows = part_rows(standing)
    pieces: list[Piece] = []
    why = apart
    thin: list[bool] = []
    firm: list[bool] = []
    for number, (row, cards) in enumerate(zip(rows, _cards(standing, shades, rows), strict=True)):
        for order, card in enumerate(cards):
            x, y = marks.xy[card.glyphs].mean(axis=0).tolist()
            half = 1.1 * float(marks.size[card.glyphs].max())
            box = (x - half, y - half, x + half, y + half)
            pieces.append(Piece(card.name, x, y, card.chance, card.others, box, row=number, order=order))
            thin.append(bool(standing.thin[card.glyphs].any()))
            firm.append(card.firm)
            if not card.clear or _parted(picture, standing, card.glyphs):
                why.append(doubt("numeral", x, y))
        why += digits_beside(picture, eyes, standing, row) or ink_beside(picture, standing, row)
        why += run_out(picture, standing, row)
    if len(rows) < 2 and not _began_with_one(previous):
        why.append(doubt("two-rows"))
    if max(_crookedness(standing, row) for row in rows) > MOST_CROOKED:
        why.append(doubt("two-rows"))
    if standing.lead < SURE_WAY:
        why.append(doubt("upside"))
    around = _around(picture, standing, pieces)
    why += [] if around.rows_apart() else [doubt("two-rows")]
    # Where no two cards lie side by side little is known of the table: it must be seen to be bare.
    why += around.missing() if not len(around.steps) else around.things()
    why += around.holes() + around.crowded()
    why += doubts_beside(picture, overview, view, standing, rows, around)
    for row in rows:
        beyond = _yellow_beyond(picture, standing, row, white)
        why += [doubt("unread-piece", *point) for point in beyond[around.other_at(beyond)].tolist()]
    why += unread_faces(around, white)
    at = np.array([(piece.x, piece.y) for piece in pieces])
    own = _faces(picture, standing, at, np.full(len(at), standing.size))
    why += around.thin(at[thin], own[thin])
    jokers = np.array([piece.name in JOKERS for piece in pieces])
    why += [doubt("colour", *point) for point in at[jokers & _colourless(picture, own, jokers)].tolist()]
    alike = resemble(picture, standing, at[jokers], np.array(firm)[jokers])
    why += [doubt("numeral", *point) for point in at[jokers][~alike].tolist()]
    return Reading("addup", tuple(pieces), tuple(why), size=size)


def _around(picture: Layers, standing: Standing, pieces: list[Piece]) -> Surroundings:
    """What is round the cards; those with numbers show how large a card is."""
    rows = [np.array([(piece.x, piece.y) for piece in pieces if piece.row == row]) for row in (0, 1)]
    every = np.array([(piece.x, piece.y) for piece in pieces])
    numbers = np.array([piece.name not in JOKERS for piece in pieces])
    if not numbers.any():
        numbers[:] = True
    faces = _faces(picture, standing, every[numbers], np.full(int(numbers.sum()), standing.size))
    return look_round(picture, standing, rows, every[numbers], faces)


def _began_with_one(previous: Reading | None) -> bool:
    """Whether the table was empty, or had one row, in the picture before: a row found alone may be alone."""
    return previous is not None and previous.sure and not any(piece.row == 1 for piece in previous.pieces)


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


def part_rows(standing: Standing) -> list[Row]:
    """Part the cards where the widest gap runs between them, the upper row first; one row if none does."""
    marks, size = standing.marks, standing.size
    ahead, below = marks.xy @ standing.along / size, marks.xy @ standing.down / size
    upper = np.ones(len(marks), bool)
    if len(marks) > 1:
        levels = below - SLOPES[:, None] * ahead
        ordered = np.sort(levels, axis=1)
        gaps = np.diff(ordered, axis=1)
        at, widest = gaps.argmax(axis=1), gaps.max(axis=1)
        crooked = ordered[:, -1] - ordered[:, 0] - widest
        worth = np.minimum(widest, WIDE_GAP) - 1.5 * crooked - 0.5 * np.abs(SLOPES)
        best = int(np.where(widest > LEAST_GAP, worth, -np.inf).argmax())
        if widest[best] > LEAST_GAP:
            upper = levels[best] <= ordered[best, at[best]]
    rows = []
    for members in (np.nonzero(upper)[0], np.nonzero(~upper)[0]):
        if len(members):
            index = members[np.argsort(ahead[members])]
            rows.append(Row(index, standing.along, marks.size[index]))
    return rows


def _crookedness(standing: Standing, row: Row) -> float:
    """How far, in glyph heights, a card lies off the straight line of its row."""
    xy = standing.marks.xy[row.glyphs] / standing.size
    if len(xy) < 3:
        return 0.0
    ahead, below = xy @ standing.along, xy @ standing.down
    return float(np.abs(below - np.polyval(np.polyfit(ahead, below, 1), ahead)).max())


def _white(picture: Layers, standing: Standing) -> tuple[Floats, Floats]:
    """The colour of each glyph's card, and of the cards with numbers; all jokers: pure white."""
    marks = standing.marks
    faces = _faces(picture, standing, marks.xy, np.maximum(marks.size, standing.size))
    numbers = standing.chances[:, FACES].argmax(axis=1) != JOKER
    numbers &= standing.chances[:, FACES].max(axis=1) > SURE_FACE
    return faces, np.median(faces[numbers], axis=0) if numbers.any() else np.full(3, 255.0)


def _faces(picture: Layers, standing: Standing, xy: Floats, size: Floats) -> Floats:
    """The colour of card, or of whatever lies there, round some places."""
    count = len(xy)
    turn = float(np.arctan2(standing.along[1], standing.along[0]))
    places = Marks(xy, np.ones(count), np.full(count, turn), size)
    axes = patch_axes(places, Row(np.arange(count), standing.along, size))
    return face_colours(cut_patches(picture, xy, axes))


def _whiteness(picture: Layers, standing: Standing, white: Floats) -> Floats:
    """How much of each glyph's card round it is as white as the cards with numbers."""
    marks, size = standing.marks, np.maximum(standing.marks.size, standing.size)
    axes = patch_axes(marks, Row(np.arange(len(marks)), standing.along, size))
    patches = cut_patches(picture, marks.xy, axes)
    return np.asarray((np.abs(patches - white) < ALIKE * white.max()).all(axis=3).mean(axis=(1, 2)))


def _colourless(picture: Layers, faces: Floats, jokers: NDArray[np.bool_]) -> NDArray[np.bool_]:
    """Which cards may have been yellow, in a picture that has little colour left or none."""
    colour = most_chroma(picture.layer(4)[0])
    light = faces.mean(axis=1)
    white = float(np.median(light[~jokers])) if (~jokers).any() else 255.0
    return np.asarray((colour < FAINT_COLOURS) & ((light < LESS_LIGHT * white) | (colour < NO_COLOURS)))


def _yellow_beyond(picture: Layers, standing: Standing, row: Row, white: Floats) -> Floats:
    """Places beyond a row's ends with something yellow that is no larger than a card."""
    xy, size = standing.marks.xy[row.glyphs], standing.size
    steps = np.linalg.norm(np.diff(xy, axis=0), axis=1)
    steps = steps[steps > APART * size]
    pitch = float(np.median(steps)) if len(steps) else LONE_STEP * size
    ways = np.array([1.0, BEYOND])[:, None] * pitch * standing.along
    places = np.concatenate([xy[0] - ways, xy[-1] + ways])
    faces = _faces(picture, standing, places, np.full(len(places), size))
    near, far = np.array([yellowness(face, white) for face in faces]).reshape(2, 2).T
    light = faces.mean(axis=1).reshape(2, 2)[:, 0] > LEAST_LIGHT * white.mean()
    found = light & (near > YELLOW + SURE_YELLOW) & (near - far > YELLOW)
    green, red = (faces / np.maximum(white, 1)).reshape(2, 2, 3)[:, 0, 1:].T
    found &= green > LEAST_GREEN * red
    return np.asarray(places.reshape(2, 2, 2)[found, 0])


def _join_jokers(standing: Standing, shades: Floats) -> tuple[Standing, Floats]:
    """One mark for every joker: its drawing and the word under it are one; no yellow card has a number."""
    marks, chances = standing.marks, standing.chances.copy()
    yellow = (shades > YELLOW + SURE_YELLOW) & (chances[:, DIGITS].max(axis=1) < SURE_FACE)
    yellow &= chances[:, J] > LIKELY_JOKER
    chances[np.ix_(yellow, DIGITS)] *= UNLIKELY
    chances[yellow, J] = 1 - chances[np.ix_(yellow, DIGITS)].sum(axis=1)
    step = (marks.xy[:, None] - marks.xy[None]) / standing.size
    same = (np.abs(step @ standing.along) < SAME_CARD[0]) & (np.abs(step @ standing.down) < SAME_CARD[1])
    numberless = chances[:, DIGITS].max(axis=1) < SURE_FACE
    same &= numberless[:, None] & numberless[None]
    joker = (same * chances[:, J]).max(axis=1, initial=0.0)
    found = joker > SURE_FACE
    chances[found], chances[found, J] = 0.0, joker[found]
    # Parts of one joker of different colours: the clearest part tells which, but not for sure.
    clearest = shades[np.where(same, standing.chances[:, J], -1.0).argmax(axis=1)]
    parts = np.where(same, shades, clearest[:, None])
    torn = found & (np.ptp(parts, axis=1) > SURE_YELLOW)
    shades = np.where(torn, YELLOW + 0.5 * SURE_YELLOW * np.sign(clearest - YELLOW), shades)
    kept = ~(same & (marks.score[None] > marks.score[:, None])).any(axis=1) | ~found
    return standing.pick(kept, chances), shades[kept]


def _cards(standing: Standing, shades: Floats, rows: list[Row]) -> list[list[_Card]]:
    """The cards of each row: digits that stand close together share one."""
    lines = [_line(standing, row) for row in rows]
    shared, doubted = share_cards(lines)
    for line in lines:
        near = (np.diff(line.place) < CROWDED * standing.size) & (line.joker[1:] | line.joker[:-1])
        doubted |= set(line.glyphs[1:][near].tolist()) | set(line.glyphs[:-1][near].tolist())
    return [
        [_card(group, standing, shades, not doubted & set(group.tolist())) for group in groups]
        for groups in shared
    ]


def _parted(picture: Layers, standing: Standing, glyphs: Ints) -> bool:
    """Whether the digits of a card are parted by an edge, so that they are on two cards."""
    if len(glyphs) != 2:
        return False
    xy, size = standing.marks.xy[glyphs], float(standing.marks.size[glyphs].max())
    apart = float(np.linalg.norm(xy[1] - xy[0])) / size
    return parted_by_line(picture, xy.mean(axis=0), standing.along, size, apart)


def _line(standing: Standing, row: Row) -> Line:
    marks, glyphs = standing.marks, row.glyphs
    said = standing.chances[glyphs][:, FACES].argmax(axis=1)
    tall, wide = marks.size[glyphs], standing.wide[glyphs]
    wide = np.where(wide > 0, wide, USUAL_WIDE * tall)
    return Line(glyphs, marks.xy[glyphs] @ row.along, tall, wide, said == JOKER, said == NAMES.index("0"))


def _card(group: Ints, standing: Standing, shades: Floats, whole: bool) -> _Card:
    logs = log_faces(standing.chances[group], FACES)
    order = np.argsort(-logs, axis=1)
    best = order[:, 0]
    margin = float((np.sort(logs, axis=1)[:, -1] - np.sort(logs, axis=1)[:, -2]).min())
    chance = float(standing.chances[group][:, FACES].max(axis=1).min())
    inked = bool((standing.wide[group] > 0).all())
    if len(group) == 1 and best[0] == JOKER:
        shade = float(shades[group[0]])
        name, other = ("Y", "W") if shade > YELLOW else ("W", "Y")
        clear = whole and not standing.torn[group].any() and abs(shade - YELLOW) >= SURE_YELLOW
        firm = chance >= SURE_JOKER and margin >= SURE_MARGIN
        return _Card(name, group, chance, clear, (Candidate(other, 1 - chance),), firm)
    clear = whole and chance >= (SURE_INKED_FACE if inked else SURE_FACE) and not standing.torn[group].any()
    clear &= margin >= (SURE_INKED if inked else SURE_MARGIN)
    clear &= inked or float((standing.wide > 0).mean()) < MOSTLY_INKED
    level = standing.marks.xy[group] @ standing.down / standing.marks.size[group].max()
    clear &= len(group) == 1 or (len(group) == 2 and NAMES[best[0]] != "0" and np.ptp(level) < OFF_LINE)
    name = "".join(NAMES[i] for i in best)
    others = tuple(
        Candidate("".join([*map(NAMES.__getitem__, best[:-1]), NAMES[k]]), float(np.exp(logs[-1, k])))
        for k in order[-1, 1:3]
    )
    return _Card(name, group, chance, clear, others)
