"""How strong the players are, reckoned from who came before whom."""

from __future__ import annotations

import threading
from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass

from openskill.models import PlackettLuce, PlackettLuceRating

from scoring.history.statistics import Placing

START = 1500
STEP = 24
"""How many points of the shown scale one point of the model is."""


@dataclass(frozen=True)
class RatingPoint:
    """A player's rating after a match."""

    match_id: str
    at: float
    rating: int


class Ladder:
    """Everybody's ratings so far; a match that ended since is added, a changed past is reckoned anew.

    It is the rating one can be sure of: it starts at 1500 and grows with wins and with matches played.
    """

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._rated: tuple[Placing, ...] = ()
        self._begin()

    def ratings(self, placings: Sequence[Placing]) -> dict[str, tuple[RatingPoint, ...]]:
        """Return every player's ratings, match by match; who plays alone proves nothing."""
        with self._lock:
            if tuple(placings[: len(self._rated)]) != self._rated:
                self._begin()
            for placing in placings[len(self._rated) :]:
                self._rate(placing)
            self._rated = tuple(placings)
            return {name: tuple(points) for name, points in self._past.items()}

    def _begin(self) -> None:
        self._model = PlackettLuce()
        self._rated = ()
        self._now: dict[str, PlackettLuceRating] = defaultdict(self._model.rating)
        self._past: dict[str, list[RatingPoint]] = defaultdict(list)

    def _rate(self, placing: Placing) -> None:
        if len(placing.players) < 2:
            return
        seats = [[self._now[name]] for name in placing.players]
        after = self._model.rate(seats, ranks=list(placing.ranks))
        for name, (rating,) in zip(placing.players, after, strict=True):
            self._now[name] = rating
            shown = round(rating.ordinal(alpha=STEP, target=START))
            self._past[name].append(RatingPoint(placing.match_id, placing.at, shown))
