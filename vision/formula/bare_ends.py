"""Where a Formula row surely ends: bare table beside its last card, where a number's next card would lie."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from vision.cards.found import CARD_HEIGHT, Line, card_width
from vision.formula.beyond import CARDS_ONLY, RIM, SIDEWAYS, has_face
from vision.ground import ALIKE, colours_at, is_inside, share_alike, strange_places
from vision.layers import Layers
from vision.marks import Floats
from vision.view import PIECE, View

AHEAD = np.arange(0.72, 1.12, 0.04)  # card widths from an end card's middle: most of a card side by side
ACROSS = np.linspace(-0.46, 0.46, 13)  # card heights
FLANKS = np.array([-1.25, -1.05, -0.85, 0.85, 1.05, 1.25])  # card heights: the table along a row
MOST_STRANGE, MOST_FACE, MOST_PIECE = 0.06, 0.06, 0.2  # of that room
ENOUGH_CARDS = 3  # cards whose flanks tell what the table looks like, the end card not among them


def bare_ends(picture: Layers, looks: tuple[View, ...], line: Line) -> NDArray[np.bool_]:
    """Whether bare table is seen beside a row's first card and beside its last: no number goes on there.

    The cards of a number lie side by side. What is seen along the other cards as well is table, or paper
    under them: a thing that lies there and beside the end too would lie on the end card's corner.
    """
    size = float(np.median(line.size))
    if len(line.xy) <= ENOUGH_CARDS:
        return np.zeros(2, bool)
    steps = line.steps * card_width(line)
    right, down = steps[:, None, None, :, 0], CARD_HEIGHT * steps[:, None, None, :, 1]
    flanks = line.xy[:, None, None] + SIDEWAYS[:, None, None] * right + FLANKS[:, None] * down
    rims = line.xy[:, None] + RIM @ line.steps.transpose(0, 2, 1)
    faces = np.median(colours_at(picture, rims, size), axis=1)
    bare = np.zeros(2, bool)
    for place, (end, way) in enumerate(((0, -1.0), (-1, 1.0))):
        room = line.xy[end] + way * AHEAD[:, None, None] * right[end] + ACROSS[:, None] * down[end]
        others = np.delete(np.arange(len(line.xy)), end)
        bare[place] = _is_bare(picture, looks, room, flanks[others].reshape(-1, 2), faces, size)
    return bare


def _is_bare(
    picture: Layers, looks: tuple[View, ...], room: Floats, table: Floats, faces: Floats, size: float
) -> bool:
    """Whether some room has the table's colours all over, and nothing of a card."""
    if not is_inside(picture, room).all():
        return False
    table = table[is_inside(picture, table)]
    own = colours_at(picture, table, size)
    like_cards = has_face(picture, table, faces, own, size) | (share_alike(own, faces, ALIKE[0]) > 0)
    if like_cards.mean() > CARDS_ONLY:
        return False  # cards of the table's colour are not seen to be missing
    if has_face(picture, room, faces, own, size, 0.0).mean() > MOST_FACE:
        return False
    if max(float(each.surface_at(room, PIECE).mean()) for each in looks) > MOST_PIECE:
        return False
    return bool(strange_places(picture, room, table, size).mean() < MOST_STRANGE)
