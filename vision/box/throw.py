"""Which dice make the throw, and what speaks against taking them as they look."""

from __future__ import annotations

import itertools
from collections.abc import Sequence

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.box.dice import Die
from vision.box.felt import Felt, felt_like
from vision.box.numbers import Numbers
from vision.box.standing import lean_between
from vision.box.whole import overlaid
from vision.doubts import doubt
from vision.layers import Layers
from vision.marks import Floats
from vision.reading import Doubt

THROW = 2
OUTSIDE = 0.7  # of a die beyond the felt's edge a die may still touch the wall; further off it is another's
FAR_OUTSIDE = 1.3
DIE_SLOTS = (0.4, 1.2)  # a die's side in slots of the box
ALIKE, SAME = 1.45, 1.2  # how differently large two dice may look, and two of one throw beside each other
LEAST_DIE_PX = 16.0
FELT_STEPS = (9.0, 30.0)  # of colour and of light: so near the felt's own is no die's face
SAME_HUE = 0.97  # cosine between two dice of one make
CLOSEST = 0.85  # sides, as they are told, between the middles of two tops that lie flat
PERSPECTIVE = (0.25, 1.2)  # sides by which flat dice lean apart if the picture's length is between them
BESIDE = 1.6  # sides between dice that may touch
FREE, OUT_OF_REACH = 1.15, 1.8  # sides to a wall and to another die that a die cannot lean on
LEAN, LEAN_FREE = 0.15, 0.22  # sides of a die: two flat dice do not stand so differently
LEAN_BLIND = 0.1  # where no wall is told that a foot might reach for
LEAN_FAR = 0.06  # more where the picture's length lies between them
LEAN_BACK = 0.035  # nor do the tops of two that touch lean away from each other
LEAN_WALL, AT_WALL = 0.06, 1.0  # nor does one's foot reach for a wall near by,
LEAN_WALL_UNSEEN = 0.085  # nor by so much, where an outline is guessed at or cut off by the other die
HIDDEN_BETWEEN = 0.05  # sides by which feet seem further apart where one of two that touch hides the other


def as_large(size: Floats, numbers: Numbers, slack: float = 1.0) -> NDArray[np.bool_]:
    """Whether something is as large as dice are beside a box: letters and corners are not."""
    least, most = DIE_SLOTS
    return np.asarray((size * slack > least * numbers.pitch) & (size < most * slack * numbers.pitch))


def off_row(xy: Floats, numbers: Numbers) -> NDArray[np.bool_]:
    """Whether something stands neither among the numbers nor beyond them, where their slides have knobs."""
    step = xy - numbers.xy[0]
    place, below = step @ numbers.along, step @ numbers.down
    among = (-numbers.pitch < place) & (place < 9 * numbers.pitch) & (below < 0.8 * numbers.pitch)
    return np.asarray(~among)


def near_felt(xy: Floats, felt: Floats, margin: float) -> NDArray[np.bool_]:
    """Whether places are on the felt or not further from it than a margin."""
    outline = felt.astype(np.float32)
    gaps = [-cv2.pointPolygonTest(outline, (float(x), float(y)), True) for x, y in xy]
    return np.array(gaps) < margin


def likeliest_throw(dice: Sequence[Die]) -> list[Die]:
    """The two clearest dice as large as each other, of one make if there are such, wherever they lie."""
    clear = [die for die in dice if die.clear]
    pairs = [(one, other) for one, other in itertools.combinations(clear, THROW) if _alike(one, other)]
    return list(next((pair for pair in pairs if _same_make(*pair)), (pairs or [tuple(clear[:1])])[0]))


def pick_throw(dice: Sequence[Die], felt: Felt | None) -> tuple[list[Die], list[Die]]:
    """The dice on the felt, and those like them so near its edge that they may belong to the throw."""
    if felt is None:
        return [die for die in dice if die.clear or (die.likely and die.counted)], []
    outline = felt.outline.astype(np.float32)
    inside: list[Die] = []
    near: list[Die] = []
    for die in dice:
        foot = (die.x + die.foot[0], die.y + die.foot[1])
        gap = -cv2.pointPolygonTest(outline, foot, True) / die.size
        if gap < OUTSIDE:
            inside.append(die)
        elif gap < FAR_OUTSIDE and die.clear:
            near.append(die)
    inside = _without_prints(inside, felt)
    usual = float(np.median([die.size for die in inside])) if inside else 0.0
    near = [die for die in near if 1 / SAME < die.size / max(usual, 1.0) < SAME]
    if len(inside) == THROW and all(die.clear for die in inside) and _same_make(*inside):
        # Whatever is of another make beside a whole throw is a knot, a coin or another game's.
        near = [die for die in near if _same_make(die, inside[0])]
    return inside, near


def _without_prints(dice: list[Die], felt: Felt) -> list[Die]:
    """Two clear dice of one size and make are the throw, and what is less clear beside them is only print.

    Of two clear ones that differ in make, print is what is much smaller and apart from them. What is unclear
    and has the felt's own colour is print beside any dice.
    """
    dice = [die for die in dice if die.clear or not _printed(die, felt)]
    clear = [die for die in dice if die.clear]
    largest = max(clear, key=lambda die: die.size, default=None)
    solid = [die for die in clear if largest and _alike(die, largest, SAME) and not _printed(die, felt)]
    if len(solid) == THROW and _same_make(*solid):
        others = [die for die in clear if die not in solid and not _printed(die, felt)]
        others = [die for die in others if _same_make(die, solid[0])]
        more = [die for die in others if any(_alike(die, one) or _beside(die, one) for one in solid)]
        return [*solid, *more]
    own = [die for die in clear if largest and _alike(die, largest)]
    if len(own) != THROW:
        return dice
    return [die for die in dice if any(_alike(die, one) or _beside(die, one) for one in own)]


def _printed(die: Die, felt: Felt) -> bool:
    """Whether a die's face is the felt itself, as it is between the letters of a word."""
    face = np.array(die.colour).reshape(1, 1, 3).astype(np.uint8)
    return bool(felt_like(face, felt.colour, FELT_STEPS, hue=1.0)[0, 0])


def _same_make(one: Die, other: Die) -> bool:
    """Whether two dice have one colour, in more light or less."""
    colours = np.array([one.colour, other.colour])
    alike = float(np.prod(colours, axis=0).sum()) / max(float(np.linalg.norm(colours, axis=1).prod()), 1.0)
    return alike > SAME_HUE


def _alike(one: Die, other: Die, most: float = ALIKE) -> bool:
    return 1 / most < one.size / other.size < most


def _beside(one: Die, other: Die) -> bool:
    """Whether two dice may touch, or be parts of one."""
    return float(np.hypot(one.x - other.x, one.y - other.y)) < BESIDE * max(one.size, other.size)


def doubts_of_throw(picture: Layers, throw: Sequence[Die], felt: Felt | None) -> list[Doubt]:
    """Doubts about the dice themselves: two, clear, of one size, lying flat, wholly in the picture."""
    why = [doubt("die", die.x, die.y) for die in throw if not die.clear]
    for die in throw:
        if min(die.x, die.y, picture.width - die.x, picture.height - die.y) < 0.6 * die.size:
            why.append(doubt("edge", die.x, die.y))
        if die.size < LEAST_DIE_PX:
            why.append(doubt("small", die.x, die.y))
    if len(throw) != THROW:
        return [*why, doubt("dice")]
    first, second = throw
    if not _alike(first, second):
        why.append(doubt("die", second.x, second.y))
    if felt is not None:
        pairs = ((first, second), (second, first))
        why += [doubt("cover", die.x, die.y) for die, other in pairs if overlaid(picture, die, other, felt)]
    return [*why, *_doubts_of_stand(picture, first, second, felt)]


def _doubts_of_stand(picture: Layers, first: Die, second: Die, felt: Felt | None) -> list[Doubt]:
    """A die that leans or lies on the other; flat dice stand alike, but for what perspective explains."""
    apart = np.array([second.x - first.x, second.y - first.y])
    far = float(np.linalg.norm(apart)) / max(first.size, second.size)
    if float(np.linalg.norm(apart)) < CLOSEST * np.sqrt(first.size * second.size):
        return [doubt("cocked", second.x, second.y)]
    free = far > OUT_OF_REACH and felt is not None and _free(first, felt) and _free(second, felt)
    longest = max(picture.width, picture.height)
    lean, seen = lean_between(picture, first, second, felt)
    wall = LEAN_WALL if seen and far > BESIDE else LEAN_WALL_UNSEEN
    most = LEAN_FREE if free else LEAN_BLIND if felt is None else LEAN
    back, aside = lean_apart(apart, lean, longest)
    if far < BESIDE and back > 0:
        back = max(back - HIDDEN_BETWEEN, 0.0)
    most += LEAN_FAR * float(np.linalg.norm(apart)) / longest
    if float(np.hypot(back, aside)) > most or (far < BESIDE and back < -LEAN_BACK):
        return [doubt("cocked")]
    if felt is None:
        return []
    way = apart / max(float(np.linalg.norm(apart)), 1e-6)
    odd = back * way + aside * np.array([way[1], -way[0]])
    walls = ((second, odd), (first, -odd))
    return [
        doubt("cocked", die.x, die.y)
        for die, more in walls
        if (_to_walls(die, felt) @ more).max(initial=0.0) > wall
    ]


def _to_walls(die: Die, felt: Felt) -> Floats:
    """The ways from a die to all walls that it may lean on: its foot is nearer to one than if it lay flat."""
    ends = np.roll(felt.outline, -1, axis=0)
    along = ends - felt.outline
    step = np.array([die.x, die.y]) - felt.outline
    share = np.clip((step * along).sum(axis=1) / np.maximum((along**2).sum(axis=1), 1e-6), 0, 1)
    gaps = share[:, None] * along - step
    far = np.linalg.norm(gaps, axis=1, keepdims=True)
    inside = cv2.pointPolygonTest(felt.outline.astype(np.float32), (die.x, die.y), False) > 0
    ways = gaps / np.maximum(far, 1e-6) * (1 if inside else -1)
    return np.asarray(ways[far[:, 0] < AT_WALL * die.size])


def _free(die: Die, felt: Felt) -> bool:
    """Whether a die is so far from the felt's edge that it can lean on nothing there."""
    outline = felt.outline.astype(np.float32)
    return cv2.pointPolygonTest(outline, (die.x, die.y), True) > FREE * die.size


def lean_apart(apart: Floats, lean: Floats, longest_px: float) -> tuple[float, float]:
    """How differently two dice stand, in sides: along the way between them, and aside.

    Along is what perspective does not explain, less than 0 where their feet are nearer than their tops.
    """
    far = float(np.linalg.norm(apart))
    ahead = float(lean @ apart) / max(far, 1e-6)
    aside = float(lean[0] * apart[1] - lean[1] * apart[0]) / max(far, 1e-6)
    # Each die leans away from the point below the camera.
    least, most = (share * far / longest_px for share in PERSPECTIVE)
    return ahead - float(np.clip(ahead, -most, -least)), aside
