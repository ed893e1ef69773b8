"""A course of training: steps, a steady average of the weights, a state on disk to go on from."""

from __future__ import annotations

import argparse
import copy
import math
import time
from collections.abc import Callable
from pathlib import Path

import torch
from torch import Tensor, nn

from vision.training.revive import revive

WARM_UP = 200
AVERAGE = 0.998
HALF_WIDTH = "avx512_bf16"
"""What a processor must know to reckon in half width, twice as fast."""


SOFTER = 0.5
"""The rate of a course that begins with published weights, against one that begins with nothing."""
SETTLING = 24
"""Batches by which revived weights find their normalisation."""


class Course:
    """Trains one network for a number of steps; stopped and started again it goes on where it was."""

    def __init__(self, net: nn.Module, state: Path, steps: int, rate: float) -> None:
        """Go on from `state` if there is one."""
        self.net, self.average = net, copy.deepcopy(net)
        self._state, self._steps, self._rate = state, steps, rate
        self._optimiser = torch.optim.AdamW(net.parameters(), lr=rate, weight_decay=1e-3)
        self._half_width = HALF_WIDTH in Path("/proc/cpuinfo").read_text()
        self.step = 0
        if state.exists():
            kept = torch.load(state, weights_only=True)
            net.load_state_dict(kept["net"])
            self.average.load_state_dict(kept["average"])
            self._optimiser.load_state_dict(kept["optimiser"])
            self.step = int(kept["step"])

    @property
    def done(self) -> bool:
        """Whether all steps have been taken."""
        return self.step >= self._steps

    def learn(self, loss: Callable[[nn.Module], Tensor]) -> None:
        """One step."""
        share = min(self.step / self._steps, 1.0)
        rate = (
            self._rate
            * min(1.0, (self.step + 1) / WARM_UP)
            * (0.01 + 0.99 * 0.5 * (1 + math.cos(math.pi * share)))
        )
        for group in self._optimiser.param_groups:
            group["lr"] = rate
        self.net.train()
        self._optimiser.zero_grad(set_to_none=True)
        with torch.autocast("cpu", torch.bfloat16, enabled=self._half_width):
            value = loss(self.net)
        value.backward()  # type: ignore[no-untyped-call]
        nn.utils.clip_grad_norm_(self.net.parameters(), 5.0)
        self._optimiser.step()
        self.step += 1
        self._follow()

    def _follow(self) -> None:
        keep = min(AVERAGE, self.step / (self.step + 20))
        with torch.no_grad():
            for slow, fast in zip(
                self.average.state_dict().values(), self.net.state_dict().values(), strict=True
            ):
                if slow.dtype.is_floating_point:
                    slow.lerp_(fast, 1 - keep)
                else:
                    slow.copy_(fast)

    def save(self) -> None:
        """Write the state, whole or not at all."""
        part = self._state.with_suffix(".part")
        kept = {"net": self.net.state_dict(), "average": self.average.state_dict(), "step": self.step}
        torch.save({**kept, "optimiser": self._optimiser.state_dict()}, part)
        part.rename(self._state)


def begin(
    options: argparse.Namespace,
    name: str,
    net: nn.Module,
    steps: int,
    rate: float,
    draw: Callable[[], Tensor],
) -> Course:
    """A course begun anew, or with the published weights, or gone on with where it was."""
    state = options.state / f"{name}.pt"
    if options.onward and not state.exists():
        revive(net, options.weights / f"{name}.onnx", (draw() for _ in range(SETTLING)))
    return Course(net, state, steps, rate * (SOFTER if options.onward else 1.0))


def part_of(options: argparse.Namespace, count: int) -> int:
    """How many of so many a shortened training has."""
    return max(1, round(options.share * count))


class Clock:
    """Says how long things take."""

    def __init__(self) -> None:
        self._start = time.monotonic()

    def minutes(self) -> float:
        """Minutes since the start."""
        return (time.monotonic() - self._start) / 60
