"""The row of nine: its places follow from the numerals that are read."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from vision.box import trictrac
from vision.box.comb import Comb
from vision.box.felt import Felt
from vision.box.numbers import Numbers
from vision.box.row import _fit
from vision.doubts import doubt
from vision.layers import Layers
from vision.marks import Floats, Marks
from vision.reader import eyes
from vision.view import look, whole

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


def test_joints_do_not_outvote_the_numerals_beside_a_doubtful_place(monkeypatch: pytest.MonkeyPatch) -> None:
    xy = np.stack([100.0 + 60 * np.arange(9), np.full(9, 100.0)], axis=1)
    why = tuple(doubt("numeral", x, y) for x, y in xy[:2].tolist())
    numbers = Numbers(xy, np.array([1.0, 0.0]), 60.0, np.where(np.arange(9) < 2, 0.0, 0.99), why, False)
    felt = Felt(np.array([[70.0, 150.0], [610.0, 150.0], [610.0, 400.0], [70.0, 400.0]]), np.zeros(3))
    monkeypatch.setattr(trictrac, "find_comb", lambda *_: Comb(xy + np.array([12.0, 0.0]), 3.0))
    monkeypatch.setattr(trictrac, "numbers_at", lambda *_: replace(numbers, why=()))
    picture, found = Layers(np.zeros((480, 640, 3), np.uint8)), trictrac.Found(felt, [], [])
    view = look(picture, eyes().finder, whole(picture), 1.0)
    assert trictrac._settled(picture, eyes(), view, numbers, found) is numbers
    faint = replace(numbers, why=(doubt("numeral", *xy[8].tolist()),))
    assert trictrac._settled(picture, eyes(), view, faint, found) is not faint, (
        "an open number may be confirmed"
    )
    few = replace(numbers, chance=np.where(np.arange(9) == 8, 0.99, 0.0))
    assert trictrac._settled(picture, eyes(), view, few, found) is not few
