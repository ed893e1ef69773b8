"""What lies over Addique tiles or beside them: a hand, an arm, a thing that may hide one."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from vision.doubts import doubt
from vision.ground import strange_places
from vision.homography import to_picture
from vision.layers import Layers
from vision.marks import Floats
from vision.network import Finder
from vision.reading import Doubt
from vision.tiles.bare import CROSS, bare_table
from vision.tiles.glimpses import glimpse
from vision.tiles.places import Places, distance
from vision.tiles.rooms import rooms_beside, whole_corners
from vision.view import COVER, View, look, whole

LEAST_COVER = 4.0  # cells of a hand or thing beside the tiles
LEAST_ARM = 12.0  # cells of an arm that reaches in: it may hide a tile a little farther off
ARM_REACH = 4.0  # cells from a tile's middle
STRANGE, FAINTLY_STRANGE = 0.3, 0.15  # of covered cells: in colours that the table has nowhere
SEEN_TWICE = 0.5  # of them look covered close up too
CLEAR_COVER, HALF_ROOM = 0.8, 0.5  # paper and marble taken for a cover had less of a room that clear
FAINT_COVER, PART_OF_ROOM = 0.3, 0.3  # of a room for a tile that something may lie over
AT_RIM = 0.2  # of a point on the picture's edge lies in the chart at least
FARTHER = (0.7, 0.5)  # of the first look's size
_SPREAD = 0.25 * np.array([[0, 0], [1, 1], [1, -1], [-1, 1], [-1, -1]])


def doubts_of_covers(
    picture: Layers,
    finder: Finder,
    view: View,
    overview: View,
    matrix: Floats,
    places: Places,
    cells: Floats,
) -> list[Doubt]:
    """Doubts about what lies over cells on the tiles and beside them, or reaches in from the picture's edge.

    What covers is large and is seen better from afar: close up, bare wood may look like skin. So what is as
    large as an arm, or reaches in, and is seen from nowhere farther off is none; a small thing is lost there.
    """
    why = _covers(picture, view, overview, matrix, places, cells)
    if not why or not _are_large(overview, places, why):
        return why
    afar = (_farther(picture, finder, overview, shrunk) for shrunk in FARTHER)
    return why if any(_covers(picture, view, each, matrix, places, cells) for each in afar) else []


def _are_large(overview: View, places: Places, why: list[Doubt]) -> bool:
    """Whether all that is doubted is as large as an arm or comes in from the picture's edge."""
    points = np.array([(each.x, each.y) for each in why], np.float64)
    large = overview.large_covers(0.5, LEAST_ARM * places.cell_px**2)
    large = np.maximum(large, overview.large_covers(0.5, LEAST_COVER * places.cell_px**2, reaching_in=True))
    return bool((overview.sample(large, points) > AT_RIM).all())


def _farther(picture: Layers, finder: Finder, overview: View, shrunk: float) -> View:
    """The whole picture looked at from farther off; what was found on it stays that of the first look."""
    found = look(picture, finder, whole(picture), shrunk * overview.zoom)
    return replace(overview, field=replace(overview.field, surface=found.field.surface))


def _covers(
    picture: Layers, view: View, overview: View, matrix: Floats, places: Places, cells: Floats
) -> list[Doubt]:
    """What one look shows to lie over cells or to reach in, unless no tile has room under it."""
    cover = overview.large_covers(0.5, LEAST_COVER * places.cell_px**2)
    arm = overview.places(overview.large_covers(0.6, LEAST_ARM * places.cell_px**2, reaching_in=True))
    hidden = overview.sample(cover, cells).mean(axis=1) > 0.5
    if not _is_foreign(picture, view, matrix, places, cells[hidden]):
        arms = overview.large_covers(0.5, LEAST_COVER * places.cell_px**2, reaching_in=True)
        hidden &= overview.sample(arms, cells).mean(axis=1) > 0.5
    why = [doubt("cover", *point) for point in cells[hidden, 0].tolist()]
    near = arm[distance(arm, places.centres) < ARM_REACH * places.cell_px]
    why += [doubt("cover", *point) for point in near[:1].tolist()]
    return [] if why and _hides_nothing(picture, view, overview, matrix, places) else why


def _hides_nothing(picture: Layers, view: View, overview: View, matrix: Floats, places: Places) -> bool:
    """Whether no tile has room under what is taken for a cover: where none touches those read, none lies.

    A room is free where a cell of it is bare table, or where nothing of a tile peeps out and the corners that
    a thing would lap over are whole: fingers on a tile leave them whole too, and parts of the tile. What is
    clearly seen to cover a room, from afar and close up, may be an arm that ends at such a corner.
    """
    rooms, _ = rooms_beside(places)
    points = to_picture(matrix, (rooms[:, None] + CROSS)[:, :, None] + _SPREAD)
    cover = overview.surface_at(points, COVER) > FAINT_COVER
    covered = np.nonzero(cover.mean(axis=(1, 2)) > PART_OF_ROOM)[0]
    seen = glimpse(picture, view, overview, matrix, places, rooms[covered])
    close = np.minimum(overview.surface_at(points[covered], COVER), view.surface_at(points[covered], COVER))
    clear = (close > CLEAR_COVER).mean(axis=(1, 2)) > HALF_ROOM
    if ((seen.tile | clear) & ~seen.table).any():
        return False
    covered = covered[~seen.table]
    things = [points[room][cover[room]] for room in covered]
    return bool(whole_corners(picture, places, rooms[covered], things).all())


def _is_foreign(picture: Layers, view: View, matrix: Floats, places: Places, points: Floats) -> bool:
    """Whether covered cells differ from the table, or do so a little and look covered close up too."""
    if not len(points):
        return True
    strange = strange_places(picture, points, bare_table(matrix, places), places.cell_px)
    seen_twice = view.surface_at(points, COVER).mean() > SEEN_TWICE
    return bool(strange.mean() > (FAINTLY_STRANGE if seen_twice else STRANGE))
