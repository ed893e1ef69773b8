"""How a network learns that sees one sheet: sheets are made once, learnt from, and others are told."""

from __future__ import annotations

import argparse
import json
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor, nn

from vision.scene.lot import Lot
from vision.training.course import Clock, Course
from vision.training.finder import recolour
from vision.training.fonts import find_faces, lot_of
from vision.training.narrow import narrow

Rng = np.random.Generator
Pixels = NDArray[np.uint8]
Labels = NDArray[Any]
Figures = dict[str, float]

BATCH, NARROWING = 128, 8
RATE = 2e-3
LOOK_EVERY = 500
FONTS_A_LOT, SHEETS_A_LOT = 40, 600
SHIFT_PX = 3


@dataclass(frozen=True)
class Lesson:
    """What a network is to learn: how a sheet is made, what counts, and how well others are told."""

    name: str
    net: Callable[[], nn.Module]
    make: Callable[[Rng, Lot], tuple[Pixels, Any]]
    loss: Callable[[Tensor, Tensor], Tensor]
    measure: Callable[[Tensor, Labels], Figures]
    export: Callable[[Any, Path], None]
    train: int
    test: int
    steps: int


def teach(options: argparse.Namespace, lesson: Lesson) -> None:
    """Make sheets, train on them, publish the network that tells others best, narrowed to 8 bits."""
    faces = find_faces(options.state / "fonts.json")
    sheets, labels = _sheets(options, lesson, "train", lesson.train, options.seed, lot_of(faces, False))
    others, told = _sheets(options, lesson, "test", lesson.test, options.seed + 1, lot_of(faces, True))
    torch.manual_seed(options.seed)
    rng = np.random.default_rng(options.seed)

    def draw() -> tuple[Tensor, Tensor]:
        rows = rng.integers(len(sheets), size=BATCH)
        # Moved a little, a few drawings serve as many.
        shift = tuple(int(by) for by in rng.integers(-SHIFT_PX, SHIFT_PX + 1, 2))
        shown = torch.roll(_planes(sheets[rows]), shift, (2, 3))
        return recolour(shown, rng), torch.from_numpy(labels[rows])

    published = options.weights / f"{lesson.name}.onnx"
    wide = options.state / f"{lesson.name}.onnx"
    course = Course(lesson.net(), options.state / f"{lesson.name}.pt", lesson.steps, RATE)
    best, clock = -np.inf, Clock()
    while not course.done:
        shown, right = draw()
        course.learn(lambda net, x=shown, y=right: lesson.loss(net(x), y))
        if course.step % LOOK_EVERY == 0 or course.done:
            course.save()
            figures = _measure(lesson, course.average, others, told)
            taught = f"{clock.minutes():.1f} min held out: {json.dumps(figures)}"
            print(f"{lesson.name} {course.step} {taught}", flush=True)
            if figures["worth"] > best:
                best = figures["worth"]
                lesson.export(course.average, wide)
    narrow(wide, published, [sheets[rng.integers(len(sheets), size=BATCH)] for _ in range(NARROWING)], kept=1)


def share(told: NDArray[np.bool_], which: NDArray[np.bool_]) -> float:
    """How many of some sheets are told so; none where there are none."""
    return float(told[which].mean()) if which.any() else 0.0


def _measure(lesson: Lesson, net: nn.Module, sheets: Pixels, labels: Labels) -> Figures:
    net.eval()
    with torch.no_grad():
        found = torch.cat([net(_planes(sheets[i : i + 256])) for i in range(0, len(sheets), 256)])
    return {name: round(value, 4) for name, value in lesson.measure(found, labels).items()}


def _planes(sheets: Pixels) -> Tensor:
    return torch.from_numpy(sheets).permute(0, 3, 1, 2).float()


def _sheets(
    options: argparse.Namespace, lesson: Lesson, name: str, count: int, seed: int, lot: Lot
) -> tuple[Pixels, Labels]:
    """Sheets and what each shows, made once and then taken from the state folder."""
    kept = options.state / f"{lesson.name}-{name}.npz"
    if not kept.exists():
        rng = np.random.default_rng(seed)
        few, made = lot, []
        for number in range(count):
            if number % SHEETS_A_LOT == 0:
                few = lot.some(rng, FONTS_A_LOT)
            made.append(lesson.make(rng, few))
        sheets, labels = zip(*made, strict=True)
        np.savez(kept, sheets=np.stack(sheets), labels=np.array(labels))
    with np.load(kept) as arrays:
        return arrays["sheets"], arrays["labels"]
