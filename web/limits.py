"""How often something may be tried: a few times at once, then slowly."""

from __future__ import annotations

import threading
from collections.abc import Callable

MOST_ADDRESSES = 1000


class Limit:
    """A bucket of tries for every address and one for all together, filled again with time."""

    def __init__(self, tries: int, refill_s: float, clock: Callable[[], float]) -> None:
        self._tries = tries
        self._refill_s = refill_s
        self._clock = clock
        self._lock = threading.Lock()
        self._left: dict[str, tuple[float, float]] = {}

    def allows(self, address: str) -> bool:
        """Use up one try of an address; say no when it has none left, or when all have tried too often."""
        now = self._clock()
        with self._lock:
            if len(self._left) > MOST_ADDRESSES:
                # Whoever comes from ever new addresses still empties the bucket that all share.
                self._left = {"": self._left[""]}
            everyone = self._take("", now, self._tries * 10)
            return self._take(address or "?", now, self._tries) and everyone

    def _take(self, address: str, now: float, most: int) -> bool:
        left, at = self._left.get(address, (float(most), now))
        left = min(float(most), left + (now - at) / self._refill_s)
        allowed = left >= 1
        self._left[address] = (left - 1 if allowed else left, now)
        return allowed
