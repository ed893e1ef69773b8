"""The row of nine: its places follow from the numerals that are read."""

from __future__ import annotations

import numpy as np

from vision.box.row import _fit
from vision.marks import Floats, Marks

PITCH = 60.0


def numerals(ahead: Floats) -> Marks:
    """Marks at places along a level row."""
    xy = np.stack([ahead, np.full(len(ahead), 50.0)], axis=1)
    return Marks(xy, np.ones(len(ahead)), np.zeros(len(ahead)), np.full(len(ahead), 36.0))


def test_few_numerals_side_by_side_do_not_tell_how_a_row_recedes() -> None:
    even = 30.0 + PITCH * np.arange(9)
    seen = np.arange(4, 8)
    off = np.array([-1.5, 1.5, 1.5, -1.5])
    glyphs = numerals(even[seen] + off)
    holder = np.where(np.isin(np.arange(9), seen), np.arange(9) - 4, -1)
    slots, _ = _fit(numerals(even).xy, holder, glyphs)
    assert np.abs(slots[:, 0] - even).max() < 0.25 * PITCH


def test_nine_numerals_tell_how_a_row_recedes() -> None:
    n = np.arange(9)
    receding = 30.0 + PITCH * n / (1 + 0.02 * n)
    slots, _ = _fit(numerals(receding).xy, n, numerals(receding))
    assert np.abs(slots[:, 0] - receding).max() < 0.1 * PITCH
