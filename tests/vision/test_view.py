"""What a look says of covers where the table itself looks like one."""

from __future__ import annotations

import numpy as np

from vision.marks import Marks
from vision.network import Field
from vision.view import COVER, Box, View

NOBODY = Marks(np.zeros((0, 2)), np.zeros(0), np.zeros(0), np.zeros(0))


def _view(chart: np.ndarray) -> View:  # type: ignore[type-arg]
    surface = np.zeros((3, *chart.shape), np.float32)
    surface[COVER] = chart
    size = (chart.shape[1] * 4, chart.shape[0] * 4)
    return View(Box(0, 0, *size), 1.0, NOBODY, NOBODY, Field(surface, surface, surface))


def test_a_hand_stands_out_of_a_table_that_looks_like_one() -> None:
    chart = np.full((60, 80), 0.45, np.float32)
    chart[20:40, :30] = 0.97
    view = _view(chart)
    assert view.like_a_cover
    assert view.cover[30, 10] > 0.6 and view.cover[50, 60] == 0
    assert view.large_covers(0.6, 1000, reaching_in=True)[30, 10] == 1


def test_a_table_as_clear_as_a_hand_hides_it() -> None:
    view = _view(np.full((60, 80), 0.95, np.float32))
    assert view.like_a_cover and not view.cover.any()


def test_an_arm_alone_is_no_table() -> None:
    chart = np.zeros((60, 80), np.float32)
    chart[20:40, :30] = 0.9
    view = _view(chart)
    assert not view.like_a_cover and view.cover[30, 10] == np.float32(0.9)


def test_any_number_of_places_can_be_looked_up() -> None:
    chart = np.zeros((60, 80), np.float32)
    chart[:, 40:] = 1.0
    view = _view(chart)
    points = np.stack([np.linspace(0, 310, 70_000), np.full(70_000, 100.0)], axis=1).reshape(2, -1, 2)
    found = view.surface_at(points, COVER)
    assert found.shape == (2, 35_000) and not found[0, :34_000].any() and (found[1, 3_000:] == 1).all()
    assert view.surface_at(np.zeros((0, 2)), COVER).shape == (0,)
