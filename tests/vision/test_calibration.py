"""Confidences are brought to what was measured, in order and never to certainty."""

from benchmarks.calibrate import fit
from vision.calibration import calibrated, measured
from vision.reading import Candidate, Piece, Reading


def _told(game: str, score: float) -> Piece:
    piece = Piece("1386", 0.0, 0.0, score, (Candidate("1683", 1 - score),))
    return calibrated(Reading(game, (piece,))).pieces[0]


def test_too_proud_scores_are_brought_down() -> None:
    judged = [(0.99, True)] * 900 + [(0.6, True)] * 60 + [(0.6, False)] * 60
    steps = fit(judged)
    assert steps["score"][0] == steps["right"][0] == 0.0
    assert steps["right"] == sorted(steps["right"]) and steps["right"][-1] < 1
    assert 0.35 < steps["right"][1] < 0.65


def test_the_measured_table_keeps_the_order_and_the_sum() -> None:
    assert {"addique", "formula"} <= set(measured())
    for game in measured():
        told = [_told(game, score) for score in (0.1, 0.5, 0.9, 0.97, 0.999, 1.0)]
        confidences = [piece.confidence for piece in told]
        assert confidences == sorted(confidences) and confidences[-1] < 1
        assert all(piece.confidence + piece.runners_up[0].confidence <= 1.0001 for piece in told)


def test_a_game_that_was_not_measured_is_left_alone() -> None:
    assert _told("chess", 0.7).confidence == 0.7
