"""How strong the players are, reckoned from who came before whom."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable
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


def ratings(placings: Iterable[Placing]) -> dict[str, tuple[RatingPoint, ...]]:
    """Return every player's ratings, match by match; who plays alone proves nothing.

    It is the rating one can be sure of: it starts at 1500 and grows with wins and with matches played.
    """
    model = PlackettLuce()
    now: dict[str, PlackettLuceRating] = defaultdict(model.rating)
    past: dict[str, list[RatingPoint]] = defaultdict(list)
    for placing in placings:
        if len(placing.players) < 2:
            continue
        seats = [[now[name]] for name in placing.players]
        after = model.rate(seats, ranks=list(placing.ranks))
        for name, (rating,) in zip(placing.players, after, strict=True):
            now[name] = rating
            shown = round(rating.ordinal(alpha=STEP, target=START))
            past[name].append(RatingPoint(placing.match_id, placing.at, shown))
    return {name: tuple(points) for name, points in past.items()}
