"""Jokers are drawn on their cards; what lies on one may look alike, but reaches over it or is a lump."""

from __future__ import annotations

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.cards.found import Line, card_width
from vision.cards.sheets import lay_upright
from vision.ground import colours_at
from vision.layers import Layers
from vision.marks import Floats

GLYPH_PX = 24  # a glyph's height on a sheet
REACH = 1.7  # glyph heights from a sheet's middle to its sides
RIM = np.array([[0.0, -0.68], [0.4, -0.66], [-0.4, -0.66], [0.0, 0.68], [0.4, 0.66], [-0.4, 0.66]])
FACE_OFF = (0.3, 0.15, 0.08)  # nats in one of blue, green, red from a card's face to its ink, faint ink last
HUE_OFF, LIGHT_OFF = 0.2, 0.9  # nats from card to card, in light made equal and as it is
ALIKE = 0.06  # nats between two places of one face
MIDDLE = 0.3  # glyph heights: what stands there is the drawing
CARD_HEIGHT = 1.45  # of its width
OVER = 0.58  # of a card's width: a drawing ends before that
INK_OFF = 0.3  # nats by which one ink may differ
BROAD = np.ones((4, 4), np.uint8)  # a drawing may touch its card's side with less
LEAST_LUMP = 0.29  # square glyph heights: less hides no numeral
LEAST_PLAIN, PLAIN = 0.17, 0.97  # the same for what has one colour all over, and how much of it has
NEAR, ALONE = 1.6, 1.6  # times a lump's breadth and size: so near, with so much drawn there, it is a part
REACH_IN = 0.55  # glyph heights from the middle: a ring has nothing there
SAME_FACE, FACE_INSIDE = 0.08, 0.05  # nats from the face, and how much of a drawing has it inside
ALL_ROUND = 0.95  # of the room close round a drawing that is bare card
SOLID, SOLID_INK = 0.9, 0.87  # of its hull: a lump has no notch, and in one colour at most a shadow's

LIKE_FACE, MOST_OF_RIM = 0.1, 0.6  # nats from card to card, and how much of a rim has a card's colour
CAPTION = np.array([0.6, 0.95])  # glyph heights along and across: no other card's face can be seen so near


def doubtful_jokers(
    picture: Layers,
    line: Line,
    faces: tuple[str, ...],
    named: NDArray[np.bool_] | None = None,
    likely: NDArray[np.bool_] | None = None,
) -> tuple[NDArray[np.bool_], NDArray[np.bool_]]:
    """Which jokers show no drawing that ends on its card, but something that lies there; which stand free.

    Above a joker's name any shape is a drawing. One that stands free has bare card all round it; what looks
    likely to be a joker and shows the card inside as well, as a ring or a laughing face does, is drawn.
    """
    width = card_width(line)
    numbers = np.array([face.isdigit() for face in faces])
    named, likely = (np.zeros(len(faces), bool) if each is None else each for each in (named, likely))
    doubtful, free = np.zeros(len(faces), bool), np.zeros(len(faces), bool)
    for i in np.nonzero(np.array(faces) == "J")[0]:
        gap = np.where(numbers, np.linalg.norm(line.xy - line.xy[i], axis=1), np.inf)
        beside = [int(k) for k in np.argsort(gap)[:2] if numbers[k]]
        sheet, *others = (_sheet(picture, line, k) for k in (int(i), *beside))
        face = _face(sheet, [_rim(each) for each in others], width)
        free[i] = bool(beside) and stands_free(sheet, face, width)
        open_inside = bool(likely[i] and free[i]) and shows_face(sheet, face)
        doubtful[i] = lies_on_card(sheet, face, width, bool(named[i]) or open_inside)
    return doubtful, free


def on_own_cards(picture: Layers, line: Line, faces: tuple[str, ...]) -> NDArray[np.bool_]:
    """Which cards have, above and below what is drawn on them, the colour of the number cards' faces."""
    rims = line.xy[:, None] + RIM @ line.steps.transpose(0, 2, 1)
    colours = colours_at(picture, rims, float(np.median(line.size)))
    numbers = np.array([face.isdigit() for face in faces])
    if not numbers.any():
        return np.zeros(len(faces), bool)
    known = np.median(colours[numbers], axis=1)
    away = np.abs(colours[:, :, None] - known).max(axis=3).min(axis=2)
    return np.asarray((away < LIKE_FACE).mean(axis=1) > MOST_OF_RIM)


def find_captions(line: Line, faces: tuple[str, ...], xy: Floats) -> NDArray[np.bool_]:
    """Which places are words beneath a joker's drawing, on its own card."""
    jokers = np.array(faces) == "J"
    away = xy[:, None] - line.xy[None, jokers]
    near = np.abs(np.linalg.solve(line.steps[jokers], away[..., None])[..., 0]) < CAPTION
    return np.asarray(near.all(axis=2).any(axis=1))


def stands_free(sheet: Floats, face: Floats, width: float) -> bool:
    """Whether what is drawn in the middle of a sheet ends on its card, bare face all round it."""
    off = np.abs(sheet - face).max(axis=2)
    y, x = (np.indices(off.shape) - (len(off) - 1) / 2) / GLYPH_PX
    drawn = np.asarray(cv2.dilate((off > FACE_OFF[1]).astype(np.uint8), BROAD) > 0)
    blob = _joined(drawn, np.hypot(x, y) < MIDDLE).astype(np.uint8)
    if ((np.abs(x) > OVER * width) | (np.abs(y) > OVER * CARD_HEIGHT * width))[blob > 0].any():
        return False
    outlines, _ = cv2.findContours(blob, cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_NONE)
    whole = np.zeros_like(blob)
    cv2.drawContours(whole, outlines, -1, 1, cv2.FILLED)
    ring = (cv2.dilate(whole, BROAD) > 0) & (whole == 0)
    return bool(ring.any() and (off[ring] < FACE_OFF[1]).mean() > ALL_ROUND)


def shows_face(sheet: Floats, face: Floats) -> bool:
    """Whether the very colour of the card's face shows inside of what is drawn in the middle of a sheet."""
    off = np.abs(sheet - face).max(axis=2)
    y, x = (np.indices(off.shape) - (len(off) - 1) / 2) / GLYPH_PX
    blob = _joined(off > FACE_OFF[1], np.hypot(x, y) < REACH_IN).astype(np.uint8)
    outlines, _ = cv2.findContours(blob, cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_NONE)
    whole = np.zeros_like(blob)
    cv2.drawContours(whole, outlines, -1, 1, cv2.FILLED)
    inside = cv2.erode(whole, BROAD) > 0
    return bool(inside.any() and (off[inside] < SAME_FACE).mean() > FACE_INSIDE)


def lies_on_card(sheet: Floats, face: Floats, width: float, drawn: bool = False) -> bool:
    """Whether what stands in the middle of a sheet reaches over its card's sides, or has no notch.

    What is known to be drawn may have any shape. The sheet and the card's face are logarithms of colours,
    the card's width is in glyph heights.
    """
    off = np.abs(sheet - face).max(axis=2)
    y, x = (np.indices(off.shape) - (len(off) - 1) / 2) / GLYPH_PX
    middle = np.hypot(x, y) < MIDDLE
    blobs = (_joined(_steady(off > least), middle) for least in FACE_OFF)
    blob = next((each for each in blobs if each.any()), None)
    if blob is None:
        return True  # a bare card
    ink = _in_one_ink(sheet, face, middle)
    broad = _joined(np.asarray(cv2.morphologyEx(blob.astype(np.uint8), cv2.MORPH_OPEN, BROAD) > 0), middle)
    lump = _is_lump(blob, SOLID) or _is_lump(ink, SOLID_INK) or _is_plain_lump(ink, off > FACE_OFF[0])
    return (lump and not drawn) or _reaches_over(broad, x, y, width)


def _reaches_over(blob: NDArray[np.bool_], x: Floats, y: Floats, width: float) -> bool:
    """Whether a blob goes on where its card has ended."""
    return bool((np.abs(x[blob]) > OVER * width).any() or (np.abs(y[blob]) > REACH - 0.1).any())


def _in_one_ink(sheet: Floats, face: Floats, middle: NDArray[np.bool_]) -> NDArray[np.bool_]:
    """What has the colour of the middle, where that is not the card's own."""
    ink = np.median(sheet[middle], axis=0)
    away = float(np.abs(face - ink).max())
    if away < FACE_OFF[-1]:
        return np.zeros_like(middle)
    return _joined(_steady(np.abs(sheet - ink).max(axis=2) < min(INK_OFF, away / 2)), middle)


def _is_lump(blob: NDArray[np.bool_], solid: float) -> bool:
    """Whether a blob is as large as what hides a numeral and has no notch, as no drawing of a joker is."""
    outlines, _ = cv2.findContours(blob.astype(np.uint8), cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_NONE)
    if not outlines:
        return False
    outline = max(outlines, key=cv2.contourArea)
    area = cv2.contourArea(outline)
    return bool(area > LEAST_LUMP * GLYPH_PX**2 and area > solid * cv2.contourArea(cv2.convexHull(outline)))


def _is_plain_lump(ink: NDArray[np.bool_], drawn: NDArray[np.bool_]) -> bool:
    """Whether one colour fills a small place without a notch, and little else is drawn in it or round it."""
    outlines, _ = cv2.findContours(ink.astype(np.uint8), cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_NONE)
    if not outlines:
        return False
    whole = np.zeros_like(ink, np.uint8)
    outline = cv2.convexHull(max(outlines, key=cv2.contourArea))
    cv2.drawContours(whole, [outline], -1, 1, cv2.FILLED)
    if whole.sum() < LEAST_PLAIN * GLYPH_PX**2 or ink[whole > 0].mean() < PLAIN:
        return False
    middle = np.argwhere(whole).mean(axis=0)
    away = np.hypot(*(np.indices(ink.shape) - middle[:, None, None]))
    return bool(drawn[away < NEAR * np.sqrt(whole.sum() / np.pi)].sum() < ALONE * whole.sum())


def _steady(mask: NDArray[np.bool_]) -> NDArray[np.bool_]:
    return np.asarray(cv2.medianBlur(mask.astype(np.uint8), 3) > 0)


def _joined(mask: NDArray[np.bool_], middle: NDArray[np.bool_]) -> NDArray[np.bool_]:
    """The largest part of a mask that hangs together and has a share in the middle."""
    _, labels, stats, _ = cv2.connectedComponentsWithStats(mask.astype(np.uint8), connectivity=4)
    share = np.bincount(labels[middle & mask], minlength=len(stats))
    share[0] = 0
    return np.asarray((labels == int(share.argmax())) & mask) if share.any() else np.zeros_like(mask)


def _sheet(picture: Layers, line: Line, card: int) -> Floats:
    """A card upright with what lies round it, in logarithms of its colours."""
    side = 2 * round(REACH * GLYPH_PX)
    return lay_upright(picture, line.xy[card], line.steps[card], GLYPH_PX, (side, side))


def _face(sheet: Floats, others: list[Floats], width: float) -> Floats:
    """The commonest colour of a card, of those that its rim and the number cards beside it have.

    What its rim has must be the number cards' hue, in any light: else it may be a thing's.
    """
    rim = np.concatenate([_rim(sheet), np.median(_rim(sheet), axis=0, keepdims=True)])
    faces = np.array([np.median(each, axis=0) for each in others]).reshape(-1, 3)
    if len(faces):
        away = rim[:, None] - faces[None]
        hue = np.abs(away - away.mean(axis=2, keepdims=True)).max(axis=2)
        rim = rim[((hue < HUE_OFF) & (np.abs(away).max(axis=2) < LIGHT_OFF)).any(axis=1)]
    choice = np.concatenate([faces, rim])
    half = len(sheet) // 2
    across, down = round(0.45 * width * GLYPH_PX), round(0.75 * GLYPH_PX)
    card = sheet[half - down : half + down, half - across : half + across].reshape(-1, 3)
    off = np.abs(card[:, None] - choice[None]).max(axis=2) / ALIKE
    return np.asarray(choice[int(np.exp(-(off**2)).sum(axis=0).argmax())])


def _rim(sheet: Floats) -> Floats:
    """Colours above and below a numeral."""
    at = ((RIM * GLYPH_PX) + (len(sheet) - 1) / 2).round().astype(int)
    return np.asarray(sheet[at[:, 1], at[:, 0]])
