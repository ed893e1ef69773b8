"""Chance that is wholly determined by the words it is sown with."""

from __future__ import annotations

import random
import zlib
from collections.abc import Sequence
from typing import TypeVar

import numpy as np

T = TypeVar("T")


class Chance(random.Random):
    """The dice of one picture: single choices here, whole fields of noise from `grain`."""

    def __init__(self, *words: object) -> None:
        text = "/".join(str(word) for word in words)
        super().__init__(text)
        self.grain = np.random.default_rng(zlib.crc32(text.encode()))

    def maybe(self, share: float) -> bool:
        """True in this share of the cases."""
        return self.random() < share

    def near(self, spread: float) -> float:
        """A small slip either way, as a hand makes it: most often small, never above three times `spread`."""
        return max(-3 * spread, min(3 * spread, self.gauss(0.0, spread)))

    def weighted(self, choices: Sequence[tuple[T, float]]) -> T:
        """One of the choices, each with its weight."""
        return self.choices([what for what, _ in choices], [weight for _, weight in choices])[0]
