"""Tips of Addique tiles at the edge of a picture that seems empty: each is looked at closely."""

from __future__ import annotations

import itertools

import numpy as np
from numpy.typing import NDArray

from vision.doubts import doubt
from vision.ground import ALIKE, USUAL, colours_at, share_alike
from vision.layers import Layers
from vision.marks import Floats
from vision.network import Finder
from vision.reading import Doubt
from vision.view import PIECE, View, box_round, look

FAINT = 0.35  # like a piece, at the first look
LIKELY, CLEAR = 0.5, 0.9  # close up, in rare colours and in any: a white tile on white has only ink and edges
AT_EDGE, ROUND = 0.04, 0.1  # of the picture's longer side: where tips are sought, and how much is looked at
CLOSE_PX = 2400  # for the whole picture's longer side, if it were looked at as closely
MOST_ZOOM = 2.0
LEAST_POINTS = 10  # of the finder's chart, close up
MARK_PX = 24.0  # how coarsely colours are compared
MOSTLY = 0.9  # of a strewn table must look like itself
GRID = np.linspace(0.01, 0.99, 20)  # of the picture's sides


def doubts_of_tips(picture: Layers, finder: Finder, overview: View) -> list[Doubt]:
    """A doubt if what looks most like a piece at the picture's edge does so close up too.

    The rim of bare table looks somewhat like a piece, but in the table's own colours.
    """
    longest = max(picture.width, picture.height)
    points = _rare_pieces(picture, overview, FAINT)
    to_edge = np.minimum(points, np.array([picture.width, picture.height]) - points).min(axis=1)
    points = points[to_edge < AT_EDGE * longest]
    if not len(points):
        return []
    tip = points[overview.surface_at(points, PIECE).argmax()]
    close = look(
        picture, finder, box_round(picture, tip[None], ROUND * longest), min(MOST_ZOOM, CLOSE_PX / longest)
    )
    seen = min((close.field.surface[PIECE] > CLEAR).sum(), len(_rare_pieces(picture, close, LIKELY)))
    return [doubt("edge", *tip.tolist())] if seen >= LEAST_POINTS else []


def _rare_pieces(picture: Layers, view: View, chance: float) -> Floats:
    """Places in a look that are like a piece, in a colour that the picture has almost nowhere."""
    points = view.places(view.field.surface[PIECE] > chance, every=1)
    return points[_are_rare(picture, points)]


def _are_rare(picture: Layers, points: Floats) -> NDArray[np.bool_]:
    """Which places have colours that the picture has almost nowhere else."""
    frame = np.array([picture.width, picture.height])
    own = colours_at(picture, np.array(list(itertools.product(GRID, GRID))) * frame, MARK_PX)
    alike = (each for each in ALIKE if (share_alike(own, own, each) > USUAL).mean() > MOSTLY)
    return share_alike(colours_at(picture, points, MARK_PX), own, next(alike, ALIKE[-1])) < USUAL
