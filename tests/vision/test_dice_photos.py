"""Dice of photos are counted one by one: right, unsure, missed or taken for one."""

from __future__ import annotations

from dataclasses import replace

from benchmarks.dice_photos import NO_DIE, judge
from vision.box.dice import Die


def test_every_die_of_a_photo_is_counted_once() -> None:
    three = Die(3, 60.0, 60.0, 40.0, (0.0, 0.0), 0.97, 3, True, True)
    side = replace(three, value=5, y=85.0, chance=0.5, steady=False)
    far = replace(three, x=500.0)
    box = (3, 40, 40, 80, 90)
    assert judge([three, side], [box]) == ({"right": 1, NO_DIE: 0}, [])
    counts, notes = judge([side, far], [box, (2, 300, 40, 340, 90)])
    assert counts == {"misread but unsure": 1, "not found": 1, NO_DIE: 1}
    assert len(notes) == 3
    assert judge([three], [(4, *box[1:])])[0]["misread and sure"] == 1
