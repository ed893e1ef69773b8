"""Things made once and kept for a while, because many ask for the same."""

from __future__ import annotations

import threading
from collections.abc import Callable, Hashable
from typing import Generic, TypeVar

T = TypeVar("T")


class Kept(Generic[T]):
    """The last few things that were made, by what tells them apart."""

    def __init__(self, most: int) -> None:
        self._most = most
        self._lock = threading.Lock()
        self._things: dict[Hashable, T] = {}

    def get(self, key: Hashable, make: Callable[[], T]) -> T:
        """Return the thing of a key, made now if nobody asked before."""
        with self._lock:
            if key not in self._things:
                while len(self._things) >= self._most:
                    del self._things[next(iter(self._things))]
                self._things[key] = make()
            return self._things[key]
