"""How a network learns that sees one sheet: sheets are made once, learnt from, and others are told."""

from __future__ import annotations

import argparse
import json
import os
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor, nn

from vision.scene.lot import Lot
from vision.training.course import Clock, Course, part_of
from vision.training.finder import recolour
from vision.training.fonts import find_faces, lot_of
from vision.training.narrow import narrow, slim

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
    make: Callable[[Rng, Lot], list[tuple[Pixels, Any]]]
    loss: Callable[[Tensor, Tensor], Tensor]
    measure: Callable[[Tensor, Labels], Figures]
    export: Callable[[Any, Path], None]
    train: int
    test: int
    steps: int
    batch: int = BATCH
    vary: Callable[[Tensor, Rng], Tensor] = recolour
    narrowed: bool = True
    """Whether it reckons in 8 bits when it is published, or has 8-bit weights only."""


def prepare(options: argparse.Namespace, lesson: Lesson) -> None:
    """Make a lesson's sheets ahead of it; who is taught meanwhile begins with the last ones."""
    for missing in _missing(options, lesson):
        _make(lesson, *missing)


def teach(options: argparse.Namespace, lesson: Lesson) -> None:
    """Make sheets, train on them, publish the network that tells others best, narrowed or slimmed."""
    for missing in reversed(_missing(options, lesson)):
        _make(lesson, *missing)
    sheets, labels = _load(options, lesson, "train", lesson.train)
    others, told = _load(options, lesson, "test", lesson.test)
    torch.manual_seed(options.seed)
    rng = np.random.default_rng(options.seed)

    def draw() -> tuple[Tensor, Tensor]:
        rows = rng.integers(len(sheets), size=lesson.batch)
        # Moved a little, a few drawings serve as many.
        shift = tuple(int(by) for by in rng.integers(-SHIFT_PX, SHIFT_PX + 1, 2))
        shown = torch.roll(_planes(sheets[rows]), shift, (2, 3))
        return lesson.vary(shown, rng), torch.from_numpy(labels[rows])

    published = options.weights / f"{lesson.name}.onnx"
    wide = options.state / f"{lesson.name}.onnx"
    steps = part_of(options, lesson.steps)
    # Sheets lie in memory with their colours side by side; a network that does so too learns a fifth faster.
    net = lesson.net().to(memory_format=torch.channels_last)  # type: ignore[call-overload]
    course = Course(net, options.state / f"{lesson.name}.pt", steps, RATE)
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
    if not lesson.narrowed:
        slim(wide, published)
        return
    shown = [sheets[rng.integers(len(sheets), size=lesson.batch)] for _ in range(NARROWING)]
    narrow(wide, published, shown, kept=1)


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


def _parts(options: argparse.Namespace, lesson: Lesson, side: str, count: int) -> list[Path]:
    """The files of a side's sheets."""
    folder = options.state / f"{lesson.name}-{side}"
    folder.mkdir(parents=True, exist_ok=True)
    return [folder / f"{part:04d}.npz" for part in range(-(-part_of(options, count) // SHEETS_A_LOT))]


def _missing(options: argparse.Namespace, lesson: Lesson) -> list[tuple[Path, Rng, Lot]]:
    """The files that are still to be made, each with its chance and its looks."""
    faces = find_faces(options.state / "fonts.json")
    sides = (("test", lesson.test, options.seed + 1, True), ("train", lesson.train, options.seed, False))
    return [
        (kept, np.random.default_rng([seed, part]), lot_of(faces, held_out))
        for side, count, seed, held_out in sides
        for part, kept in enumerate(_parts(options, lesson, side, count))
        if not kept.exists()
    ]


def _make(lesson: Lesson, kept: Path, rng: Rng, lot: Lot) -> None:
    """Make a file of sheets lettered with a few typefaces, whole or not at all, unless it is there by now."""
    if kept.exists():
        return
    few = lot.some(rng, FONTS_A_LOT)
    made: list[tuple[Pixels, Any]] = []
    while len(made) < SHEETS_A_LOT:
        made += lesson.make(rng, few)
    sheets, labels = zip(*made, strict=True)
    part = kept.with_suffix(f".{os.getpid()}.npz")
    np.savez(part, sheets=np.stack(sheets), labels=np.array(labels))
    part.rename(kept)


def _load(options: argparse.Namespace, lesson: Lesson, side: str, count: int) -> tuple[Pixels, Labels]:
    """A side's sheets and what each shows."""
    sheets, labels = [], []
    for kept in _parts(options, lesson, side, count):
        with np.load(kept) as arrays:
            sheets.append(arrays["sheets"])
            labels.append(arrays["labels"])
    return np.concatenate(sheets), np.concatenate(labels)
