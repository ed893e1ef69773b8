"""Confidence that means what it says: of pieces told with 0.9, nine in ten are right, as measured."""

from __future__ import annotations

import functools
import json
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path

import numpy as np

from vision.network import WEIGHTS
from vision.reading import Piece, Reading

TABLE = WEIGHTS / "calibration.json"  # made by `python -m benchmarks.calibrate`, anew for new weights


@functools.cache
def measured(path: Path = TABLE) -> Mapping[str, tuple[tuple[float, ...], tuple[float, ...]]]:
    """By game, scores and the share of pieces that were right at each."""
    if not path.exists():
        return {}
    games = json.loads(path.read_text())
    return {game: (tuple(knots["score"]), tuple(knots["right"])) for game, knots in games.items()}


def calibrated(reading: Reading) -> Reading:
    """The same reading with the confidences of its pieces as measured, if they were for its game."""
    if reading.game not in measured():
        return reading
    scores, right = measured()[reading.game]

    def piece(old: Piece) -> Piece:
        confidence = float(np.interp(old.confidence, scores, right))
        rest = (1 - confidence) / max(1 - old.confidence, 1e-9)
        others = tuple(replace(other, confidence=other.confidence * rest) for other in old.runners_up)
        return replace(old, confidence=confidence, runners_up=others)

    return replace(reading, pieces=tuple(map(piece, reading.pieces)))
