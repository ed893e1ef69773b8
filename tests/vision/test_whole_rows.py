"""Whole rows read at once: each card where it lies, what was missed, and what no line through cards tilts."""

from __future__ import annotations

import numpy as np
import pytest

from tests.vision.test_numbers import APART, ROWS, numeral_px, photograph, places
from vision.artwork.look import CLASSIC
from vision.cards.addup_rows import with_unread
from vision.cards.standing import stand_up
from vision.cards.whole_rows import FACES, HIDDEN, Met, WholeRow, read_row
from vision.cards.yellow import FACES as NUMERALS
from vision.layers import Layers
from vision.network import Rows
from vision.reader import eyes
from vision.scene.things import Thing

UPPER, LOWER = slice(0, 3), slice(3, 7)
JOKERS = {"W": "J", "Y": "J"}


def read(frame: object, row: slice, left_out: int | None = None, size: float = 1.0) -> WholeRow:
    xy = places(frame)[row]  # type: ignore[arg-type]
    if left_out is not None:
        xy = np.delete(xy, left_out, axis=0)
    px = size * numeral_px(frame)  # type: ignore[arg-type]
    return read_row(Layers(frame.picture), xy, np.full(len(xy), px), np.eye(2) * px, Rows())  # type: ignore[attr-defined]


@pytest.mark.parametrize(("row", "faces"), [(UPPER, ROWS[0]), (LOWER, ROWS[1])])
@pytest.mark.parametrize("size", [0.88, 1.0, 1.14])
def test_a_row_shows_its_cards_and_nothing_else(row: slice, faces: tuple[str, ...], size: float) -> None:
    frame = photograph()
    met = read(frame, row, size=size).cards
    assert [each.name for each in met] == [JOKERS.get(face, face) for face in faces]
    away = np.linalg.norm(np.array([each.xy for each in met]) - places(frame)[row], axis=1)
    assert away.max() < 0.3 * numeral_px(frame)


def test_a_card_that_nobody_found_is_met_in_its_row() -> None:
    frame = photograph()
    row = read(frame, LOWER, left_out=2)
    known = np.delete(places(frame)[LOWER], 2, axis=0)
    assert [each.name for each in row.unknown(known)] == ["J"]
    assert row.unknown(places(frame)[LOWER]) == ()


def test_a_mark_off_the_row_does_not_tilt_it() -> None:
    frame = photograph()
    px = numeral_px(frame)
    stray = places(frame)[LOWER][-1] + (1.5 * px, 1.4 * px)
    xy = np.concatenate([places(frame)[LOWER], stray[None]])
    row = read_row(Layers(frame.picture), xy, np.full(5, px), np.eye(2) * px, Rows())
    assert [each.name for each in row.cards] == ["4", "2", "J", "9"]


def test_a_missed_card_joins_the_others_where_its_glyph_does_not_deny_it() -> None:
    frame = photograph()
    picture, networks = Layers(frame.picture), eyes("addup")
    _, _, standing = stand_up(picture, networks, NUMERALS, pairs=True)
    assert standing is not None
    two = places(frame)[4]
    rest = standing.pick(np.linalg.norm(standing.marks.xy - two, axis=1) > standing.size, standing.chances)
    whole = read(frame, LOWER)
    found = with_unread(picture, rest, [whole], networks.glyphs)
    assert len(found.marks) == len(rest.marks) + 1
    assert np.linalg.norm(found.marks.xy[-1] - two) < 0.5 * standing.size
    other = np.zeros(len(FACES))
    other[FACES.index("7")] = 1.0
    assert networks.glyphs is not None
    denied = WholeRow(two[None], np.array([standing.size]), other[None])
    assert [each.name for each in denied.cards] == ["7"]
    assert with_unread(picture, rest, [denied], networks.glyphs) is rest


def test_cards_under_a_mug_are_not_read() -> None:
    middle = (0.0, 0.5 * APART * CLASSIC.card_height_mm)
    frame = photograph(things=(Thing("mug", *middle, 0.0, 3, 4.0),))
    assert [piece.seen for piece in frame.pieces[LOWER]] == [0.0, 0.0, 0.0, 1.0]
    told = read(frame, LOWER).at(places(frame)[LOWER])
    assert (told[:3, 0] + told[:3, FACES.index(HIDDEN)] > 0.9).all()
    assert FACES[told[3].argmax()] == "9"


def test_the_face_of_a_met_card_is_the_likeliest_there_is() -> None:
    chances = np.zeros(len(FACES))
    chances[0], chances[FACES.index("64")], chances[FACES.index("84")] = 0.3, 0.5, 0.2
    met = Met(np.zeros(2), chances)
    assert (met.name, met.chance, met.face) == ("64", 0.5, True)
    chances[FACES.index(HIDDEN)] = 0.9
    assert not Met(np.zeros(2), chances).face
