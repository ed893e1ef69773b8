"""The shards of a folder held in memory, and batches drawn from them."""

from __future__ import annotations

from pathlib import Path

import numpy as np
from numpy.typing import NDArray

Arrays = dict[str, NDArray[np.generic]]


class Reservoir:
    """Holds some of the arrays of up to `most` shards; refresh() takes in what has been made since."""

    def __init__(self, folder: Path, keys: tuple[str, ...], most: int, rng: np.random.Generator) -> None:
        self._folder, self._keys, self._most, self._rng = folder, keys, most, rng
        self._names: set[str] = set()
        self.shards: list[Arrays] = []

    def refresh(self, at_once: int = 1000) -> int:
        """Load shards not yet seen, each in place of a random one when full; how many came in."""
        fresh = sorted(path for path in self._folder.glob("[0-9]*[0-9].npz") if path.name not in self._names)
        for path in fresh[:at_once]:
            with np.load(path) as data:
                shard = {key: data[key] for key in self._keys}
            self._names.add(path.name)
            if len(self.shards) < self._most:
                self.shards.append(shard)
            else:
                self.shards[int(self._rng.integers(self._most))] = shard
        return min(len(fresh), at_once)

    def draw(self, count: int) -> Arrays:
        """Samples from random shards, all keys alike."""
        parts = []
        for _ in range(count):
            shard = self.shards[int(self._rng.integers(len(self.shards)))]
            row = int(self._rng.integers(len(shard[self._keys[0]])))
            parts.append([shard[key][row] for key in self._keys])
        return {
            key: np.stack(column) for key, column in zip(self._keys, zip(*parts, strict=True), strict=True)
        }
