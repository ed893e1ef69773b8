"""Whole rows read at once: each card where it lies, what was missed, and what no line through cards tilts."""

from __future__ import annotations

from dataclasses import replace

import cv2
import numpy as np
import pytest

from tests.vision.test_numbers import APART, ROWS, numeral_px, photograph, places
from vision.addup.missed import unless_denied, with_cards
from vision.addup.rows import hidden_cards, part_rows, read_rows, with_unread, without_mirages
from vision.addup.yellow import FACES as NUMERALS
from vision.artwork.look import CLASSIC
from vision.cards.whole_rows import FACES, HIDDEN, Met, WholeRow, read_row
from vision.layers import Layers
from vision.network import Rows
from vision.reader import eyes
from vision.scene.things import Thing
from vision.upright.standing import stand_up

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
    found = with_unread(picture, rest, [read(frame, LOWER, left_out=1)], networks)
    assert len(found.marks) == len(rest.marks) + 1
    assert np.linalg.norm(found.marks.xy[-1] - two) < 0.5 * standing.size
    denied = with_cards(rest, two[None], ["7"], np.array([0.99]))
    assert unless_denied(picture, rest, denied, networks.glyphs) is rest


def test_a_faint_glyph_is_left_out_where_no_card_lies_and_kept_on_one() -> None:
    frame = photograph()
    picture, networks = Layers(frame.picture), eyes("addup")
    _, _, standing = stand_up(picture, networks, NUMERALS, pairs=True)
    assert standing is not None
    rows = part_rows(standing)
    wholes = read_rows(picture, standing, rows, networks)
    same, doubts = without_mirages(picture, standing, rows, wholes, networks)
    assert same is standing and doubts == []
    bare = places(frame)[3] - (1.9 * standing.size, 0.0)
    more = with_cards(standing, bare[None], ["J"], np.array([0.3]))
    rows = part_rows(more)
    rest, doubts = without_mirages(picture, more, rows, read_rows(picture, more, rows, networks), networks)
    assert len(rest.marks) == len(standing.marks)
    assert [(each.code, each.x, each.y) for each in doubts] == [("loose-numeral", *bare.tolist())]
    nine = np.linalg.norm(standing.marks.xy - places(frame)[6], axis=1).argmin()
    faint = standing.chances.copy()
    faint[nine] = (1 - 0.3) / (faint.shape[1] - 1)
    kept, _ = without_mirages(
        picture, replace(standing, chances=faint), part_rows(standing), wholes, networks
    )
    assert len(kept.marks) == len(standing.marks)


def test_two_digits_of_one_card_lie_on_one_and_those_of_two_do_not() -> None:
    frame = photograph()
    row, xy = read(frame, UPPER), places(frame)[UPPER]
    digit = np.array([0.25 * numeral_px(frame), 0.0])
    assert row.is_one(xy[1] - digit, xy[1] + digit)
    assert not row.is_one(xy[0], xy[1])
    assert not row.is_one(xy[0] - 8 * digit, xy[0] - 8 * digit)


def test_faces_that_a_game_has_not_say_nothing() -> None:
    chances = np.zeros((1, len(FACES)))
    chances[0, FACES.index("+")], chances[0, 0] = 0.9, 0.1
    row = WholeRow(np.zeros((1, 2)), np.ones(1), chances).without(("+",))
    assert row.chances[0, FACES.index("+")] == 0
    assert row.chances.sum() == pytest.approx(1)
    assert row.chances[0, 1:].max() < 0.05


def test_cards_under_a_mug_are_not_read() -> None:
    middle = (0.0, 0.5 * APART * CLASSIC.card_height_mm)
    frame = photograph(things=(Thing("mug", *middle, 0.0, 3, 4.0),))
    assert [piece.seen for piece in frame.pieces[LOWER]] == [0.0, 0.0, 0.0, 1.0]
    told = read(frame, LOWER).at(places(frame)[LOWER])
    assert (told[:3, 0] + told[:3, FACES.index(HIDDEN)] > 0.9).all()
    assert FACES[told[3].argmax()] == "9"


def test_a_disc_on_a_card_is_no_joker() -> None:
    frame = photograph()
    x, y = places(frame)[3].tolist()
    disc = cv2.circle(frame.picture.copy(), (round(x), round(y)), 40, (60, 110, 40), -1, cv2.LINE_AA)
    jokers = np.array([True, False, True, False])
    assert read(frame, LOWER).covered(places(frame)[LOWER], jokers).tolist() == [False] * 4
    row = read(replace(frame, picture=disc), LOWER)
    assert row.covered(places(frame)[LOWER], jokers).tolist() == [True, False, False, False]


def test_a_card_that_peeps_out_from_under_a_strip_at_a_rows_end_is_a_doubt() -> None:
    frame = photograph()
    picture, networks = Layers(frame.picture), eyes("addup")
    _, _, standing = stand_up(picture, networks, NUMERALS, pairs=True)
    assert standing is not None
    assert hidden_cards(standing, read_rows(picture, standing, part_rows(standing), networks)) == []
    x, y = places(frame)[0].tolist()
    strip = cv2.boxPoints(((x, y), (70, 260), 25)).astype(np.int32)
    covered = Layers(cv2.fillPoly(frame.picture.copy(), [strip], (40, 110, 230), cv2.LINE_AA))
    rest = standing.pick(np.linalg.norm(standing.marks.xy - (x, y), axis=1) > standing.size, standing.chances)
    (told,) = hidden_cards(rest, read_rows(covered, rest, part_rows(rest), networks))
    assert told.code == "cover" and told.x is not None
    assert abs(told.x - x) < 0.5 * standing.size


def test_the_face_of_a_met_card_is_the_likeliest_there_is() -> None:
    chances = np.zeros(len(FACES))
    chances[0], chances[FACES.index("64")], chances[FACES.index("84")] = 0.3, 0.5, 0.2
    met = Met(np.zeros(2), chances)
    assert (met.name, met.chance, met.face) == ("64", 0.5, True)
    chances[FACES.index(HIDDEN)] = 0.9
    assert not Met(np.zeros(2), chances).face
