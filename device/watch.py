"""Watching the table in small grey pictures: empty, a hand, settled.

The watcher reads no pieces. It says when nobody is in the way and something may have changed, so that the
costly reading happens once, at the right moment.
"""

from collections import deque
from dataclasses import dataclass
from enum import Enum

import cv2
import numpy as np

from device.cameras.camera import Glance
from device.watch_texture import (
    Mask,
    Shift,
    Texture,
    difference,
    find_shift,
    noise_between,
    reaching_in,
    share,
    texture,
)

ADAPT_SHARE = 0.04
"""How much of a calm difference is taken over with each glance: this follows the sun."""


class Phase(Enum):
    """What is going on above the table."""

    EMPTY = "empty"
    HAND = "hand"
    SETTLED = "settled"


@dataclass(frozen=True)
class Feeling:
    """How finely the watcher feels; shares are of the picture, times in seconds."""

    settle_s: float = 0.4
    moving_share: float = 0.0015
    changed_share: float = 0.0006
    bump_share: float = 0.02
    bump_size: float = 0.003
    arm_reach: float = 0.16
    patience_s: float = 6.0
    fidget_share: float = 0.05
    compare_s: float = 0.2


@dataclass(frozen=True)
class Sight:
    """What the watcher makes of a glance.

    `fresh` is true once, when the table has just settled differently from before: read it now.
    `changed` is how much of the picture differs from the table as last settled; `light` is the change of
    brightness since the camera last adapted, in natural logarithms; `bump` is set with `fresh` when
    everything moved alike.
    """

    phase: Phase
    fresh: bool
    at_s: float
    changed: float
    light: float
    bump: Shift | None = None


class Watcher:
    """Feed it every glance in turn; the only clock it knows is that of the glances."""

    def __init__(self, feeling: Feeling | None = None) -> None:
        self._feeling = feeling or Feeling()
        self._recent: deque[tuple[float, Texture]] = deque()
        self._noise = 0.0
        self._known: Texture | None = None
        self._adapted_light: float | None = None
        self._bare: Texture | None = None
        """The table before something that lay there for long was taken for a part of it."""
        self._resting: tuple[Texture, float] | None = None
        """The glance at which something from the rim was first seen at rest, and since when it was."""
        self._phase = Phase.HAND
        self._still_since_s = float("-inf")

    def see(self, glance: Glance) -> Sight:
        """Take in a glance and say what is going on."""
        now, light = texture(glance.grey)
        if self._recent and self._recent[-1][1].shape != now.shape:
            self.forget()
        if self._adapted_light is None:
            self._adapted_light = light
        moving = self._moves(now, glance.at_s)
        if moving or self._still_since_s == float("-inf"):
            self._still_since_s = glance.at_s
        if self._known is None:
            return self._first(now, glance.at_s)
        mask = difference(now, self._known, self._noise)
        changed = share(mask)
        sight = Sight(self._phase, False, glance.at_s, changed, light - self._adapted_light)
        still_s = glance.at_s - self._still_since_s
        if moving:
            self._phase = Phase.HAND
            return _in_phase(sight, Phase.HAND)
        if self._phase is not Phase.HAND and changed <= self._feeling.changed_share:
            self._follow(now)
            return sight
        if self._phase is not Phase.HAND:
            # A change too small to pass as movement: give it the same time to come to rest.
            self._phase, self._still_since_s = Phase.HAND, glance.at_s
            still_s = 0.0
        if still_s < self._feeling.settle_s:
            return _in_phase(sight, Phase.HAND)
        return self._clear(now, sight, self._arm(now, mask))

    def forget(self) -> None:
        """Take the next still table as new, whatever was known: after a lost camera, or a new game."""
        self._known = self._bare = self._resting = None
        self._recent.clear()
        self._phase = Phase.HAND
        self._still_since_s = float("-inf")
        self.adapted()

    def adapted(self) -> None:
        """Take the next glance's brightness for the one the camera has adapted to."""
        self._adapted_light = None

    def _first(self, now: Texture, at_s: float) -> Sight:
        settled = at_s - self._still_since_s >= self._feeling.settle_s
        if settled:
            self._know(now, Phase.SETTLED)
        return Sight(Phase.SETTLED if settled else Phase.HAND, settled, at_s, 1.0, 0.0)

    def _clear(self, now: Texture, sight: Sight, arm: Mask) -> Sight:
        """Nothing moves any more: decide whether the table is clear, and whether it is new."""
        assert self._known is not None
        found = find_shift(self._known, now) if sight.changed >= self._feeling.bump_share else None
        if found and found[0].size >= self._feeling.bump_size:
            rest = share(difference(now, found[1], self._noise))
            if rest < 0.4 * sight.changed:
                self._know(now, Phase.SETTLED)
                return Sight(Phase.SETTLED, True, sight.at_s, rest, sight.light, found[0])
        if arm.any():
            if sight.at_s - self._at_rest_since_s(now, arm) < self._feeling.patience_s:
                return _in_phase(sight, Phase.HAND)
            self._bare = self._known
        new = sight.changed > self._feeling.changed_share
        self._know(now, Phase.SETTLED if new else Phase.EMPTY)
        return Sight(self._phase, new, sight.at_s, sight.changed, sight.light)

    def _arm(self, now: Texture, mask: Mask) -> Mask:
        """Where an arm lies; one that lay there for long and has gone leaves no ghost behind."""
        reach = self._feeling.arm_reach
        arm = reaching_in(mask, reach)
        if self._bare is None or reaching_in(difference(now, self._bare, self._noise), reach).any():
            return arm
        return np.zeros_like(arm)

    def _at_rest_since_s(self, now: Texture, arm: Mask) -> float:
        """Return since when what came in from the rim lies as it does, whatever moved beside it."""
        if self._resting is not None:
            moved = difference(now, self._resting[0], self._noise) & arm
            if cv2.countNonZero(moved) <= self._feeling.fidget_share * cv2.countNonZero(arm):
                return self._resting[1]
        self._resting = now.copy(), self._still_since_s
        return self._still_since_s

    def _moves(self, now: Texture, at_s: float) -> bool:
        """Compare with the glance just before, and with one some time ago that shows slow hands."""
        newest = self._recent[-1][1] if self._recent else now
        noise = noise_between(now, newest)
        self._noise = noise if not self._noise else 0.9 * self._noise + 0.1 * min(noise, 3 * self._noise)
        self._recent.append((at_s, now))
        while len(self._recent) > 2 and self._recent[1][0] <= at_s - self._feeling.compare_s:
            self._recent.popleft()
        oldest = self._recent[0][1]
        return any(
            share(difference(now, before, self._noise)) > self._feeling.moving_share
            for before in (newest, oldest)
        )

    def _know(self, now: Texture, phase: Phase) -> None:
        self._known, self._phase, self._resting = now.copy(), phase, None

    def _follow(self, now: Texture) -> None:
        """Follow a light that changes slowly, and only where nothing else changed."""
        assert self._known is not None
        self._known += ADAPT_SHARE * (now - self._known)


def _in_phase(sight: Sight, phase: Phase) -> Sight:
    return Sight(phase, False, sight.at_s, sight.changed, sight.light)
