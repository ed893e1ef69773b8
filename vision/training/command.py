"""The one command that makes pictures and trains all networks."""

from __future__ import annotations

import argparse
import json
import multiprocessing
import time
from pathlib import Path

import cv2
import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor, nn

from vision.network import WEIGHTS
from vision.training import finder, glyphs, numbers, rooms, rows, words
from vision.training.course import Clock, begin, part_of
from vision.training.dice import train_dice
from vision.training.export import export_finder, export_glyphs
from vision.training.fonts import find_faces, lot_of
from vision.training.measuring import HeldOutPatches, measure_finder, measure_glyphs
from vision.training.narrow import narrow, slim
from vision.training.nets import FinderNet, GlyphNet
from vision.training.reservoir import Reservoir
from vision.training.shards import make_shards
from vision.training.sheets import prepare, teach

TRAIN_SHARDS, TEST_SHARDS = 300, 8
FIRST_SHARDS = 10
MOST_SHARDS = 550
FINDER_STEPS, FINDER_BATCH = 6000, 12
GLYPH_STEPS, GLYPH_BATCH = 6000, 256
FINDER_RATE, GLYPH_RATE = 2.5e-3, 2e-3
LOOK_EVERY = 250
LESSONS = (words.LESSON, numbers.LESSON, rooms.LESSON, rows.LESSON)
PARTS = ("all", "pictures", "finder", "glyphs", *(lesson.name for lesson in LESSONS), "dice")
LARGE_LAYERS = 30_000  # weights of a layer that the finder can do with in 8 bits
NARROWING = 128  # pictures by which the finder is narrowed
NARROWING_CUTS = 8  # and batches of patches by which the glyph network is


def main(arguments: list[str] | None = None) -> int:
    """Make pictures, train, measure on the held-out side, publish what is better."""
    parser = argparse.ArgumentParser(prog="python -m vision.training", description=main.__doc__)
    parser.add_argument("part", nargs="?", choices=PARTS, default="all")
    parser.add_argument(
        "--state", type=Path, default=Path("training-state"), help="folder for pictures and progress"
    )
    parser.add_argument("--weights", type=Path, default=WEIGHTS, help="where the ONNX files go")
    parser.add_argument(
        "--onward", action="store_true", help="begin with the published weights, where nothing was begun yet"
    )
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--makers", type=int, default=1, help="processes that make pictures")
    parser.add_argument(
        "--share",
        type=float,
        default=1.0,
        help="how much of everything: 0.1 is a rehearsal",
    )
    options = parser.parse_args(arguments)
    if not 0 < options.share <= 1:
        parser.error("the share is more than 0 and at most 1.")
    options.state.mkdir(parents=True, exist_ok=True)
    options.weights.mkdir(parents=True, exist_ok=True)
    makers = start_makers(options) if options.part in ("all", "pictures") else []
    if options.part == "pictures":
        for maker in makers:
            maker.join()
    if options.part in ("all", "glyphs"):
        train_glyphs(options, FIRST_SHARDS)
    if options.part in ("all", "finder"):
        train_finder(options, FIRST_SHARDS)
    for lesson in LESSONS:
        if options.part in ("all", lesson.name):
            teach(options, lesson)
    if options.part in ("all", "dice"):
        train_dice(options)
    return 0


def start_makers(options: argparse.Namespace) -> list[multiprocessing.Process]:
    """Start the processes that make the training and test pictures."""
    faces = find_faces(options.state / "fonts.json")
    jobs = []
    for number in range(options.makers):
        jobs.append(
            (
                options.state / "train",
                part_of(options, TRAIN_SHARDS),
                options.seed,
                lot_of(faces, False),
                number,
                options.makers,
            )
        )
    processes = [
        multiprocessing.Process(target=_make, args=(options, job, i == 0), daemon=True)
        for i, job in enumerate(jobs)
    ]
    for process in processes:
        process.start()
    return processes


def _make(options: argparse.Namespace, job: tuple[Path, int, int, object, int, int], first: bool) -> None:
    if first:
        held_out = lot_of(find_faces(options.state / "fonts.json"), True)
        make_shards(options.state / "test", TEST_SHARDS, options.seed + 1, held_out)
    make_shards(*job)  # type: ignore[arg-type]
    if first and options.part == "all":
        for lesson in LESSONS:
            prepare(options, lesson)


def _wait(folder: Path, count: int) -> None:
    while len(list(folder.glob("[0-9]*[0-9].npz"))) < count:
        time.sleep(2)


def train_finder(options: argparse.Namespace, first: int) -> None:
    """Train the finder while its pictures are still being made."""
    _wait(options.state / "test", TEST_SHARDS)
    _wait(options.state / "train", min(first, part_of(options, TRAIN_SHARDS)))
    torch.manual_seed(options.seed)
    rng = np.random.default_rng(options.seed)
    store = Reservoir(options.state / "train", finder.KEYS, MOST_SHARDS, rng)
    test = Reservoir(options.state / "test", (*finder.KEYS, "hard"), TEST_SHARDS, rng)
    store.refresh()
    test.refresh()
    net = FinderNet().to(memory_format=torch.channels_last)

    def pictures() -> Tensor:
        return finder.vary(store.draw(FINDER_BATCH), rng)[0]

    course = begin(options, "finder", net, part_of(options, FINDER_STEPS), FINDER_RATE, pictures)
    best, clock = _best(options.state / "finder.best"), Clock()
    parts: dict[str, float] = {}

    while not course.done:
        batch = finder.vary(store.draw(FINDER_BATCH), rng)

        def loss(net: nn.Module, batch: finder.Batch = batch) -> Tensor:
            picture = batch[0].contiguous(memory_format=torch.channels_last)
            value, found = finder.loss_of(net(picture), batch)
            for name, part in found.items():
                parts[name] = 0.98 * parts.get(name, part) + 0.02 * part
            return value

        course.learn(loss)
        if course.step % 50 == 0:
            taught = f"{clock.minutes():.1f} min, {len(store.shards)} shards: {_words(parts)}"
            print(f"finder {course.step} {taught}", flush=True)
            store.refresh(4)
        if course.step % LOOK_EVERY == 0 or course.done:
            course.save()
            figures = measure_finder(course.average, test.shards)
            print(f"finder {course.step} held out: {_words(figures)}", flush=True)
            if figures["worth"] > best:
                best = figures["worth"]
                (options.state / "finder.best").write_text(json.dumps({"step": course.step, **figures}))
                export_finder(course.average, options.state / "finder.onnx")  # type: ignore[arg-type]
                slim(options.state / "finder.onnx", options.weights / "finder.onnx", LARGE_LAYERS)
    shown = store.draw(NARROWING)["crop"][:, None]
    narrow(options.state / "finder.onnx", options.weights / "quick-finder.onnx", shown, kept=2)


def train_glyphs(options: argparse.Namespace, first: int) -> None:
    """Train the glyph network on the patches of the pictures made so far, taking in more now and then."""
    _wait(options.state / "test", TEST_SHARDS)
    _wait(options.state / "train", min(first, part_of(options, TRAIN_SHARDS)))
    torch.manual_seed(options.seed)
    rng = np.random.default_rng(options.seed)
    test = HeldOutPatches(options.state / "test")
    patches = glyphs.Patches(*_gather(options.state / "train", rng))

    def cuts() -> Tensor:
        return patches.draw(GLYPH_BATCH, rng)[0]

    course = begin(options, "glyphs", GlyphNet(), part_of(options, GLYPH_STEPS), GLYPH_RATE, cuts)
    best, clock = _best(options.state / "glyphs.best"), Clock()
    while not course.done:
        cut, labels = patches.draw(GLYPH_BATCH, rng)

        def loss(net: nn.Module, cut: Tensor = cut, labels: Tensor = labels) -> Tensor:
            return glyphs.loss_of(net(cut), labels)

        course.learn(loss)
        if course.step % 500 == 0:
            patches = glyphs.Patches(*_gather(options.state / "train", rng))
        if course.step % LOOK_EVERY == 0 or course.done:
            course.save()
            figures = measure_glyphs(course.average, test)
            print(f"glyphs {course.step} {clock.minutes():.1f} min held out: {_words(figures)}", flush=True)
            if figures["worth"] > best:
                best = figures["worth"]
                (options.state / "glyphs.best").write_text(json.dumps({"step": course.step, **figures}))
                export_glyphs(course.average, options.state / "glyphs.onnx")  # type: ignore[arg-type]
    shown = [as_read(cuts()) for _ in range(NARROWING_CUTS)]
    narrow(options.state / "glyphs.onnx", options.weights / "glyphs.onnx", shown, kept=1)
    slim(options.state / "glyphs.onnx", options.weights / "wide-glyphs.onnx")


def as_read(cuts: Tensor) -> NDArray[np.uint8]:
    """Patches of the training as the published network takes them."""
    return np.asarray(cuts.permute(0, 2, 3, 1).round().clamp(0, 255).to(torch.uint8).numpy())


def _gather(folder: Path, rng: np.random.Generator) -> tuple[np.ndarray, np.ndarray]:  # type: ignore[type-arg]
    store = Reservoir(folder, glyphs.KEYS, 100_000, rng)
    store.refresh(100_000)
    patches = np.concatenate([shard["patches"] for shard in store.shards])
    return patches, np.concatenate([shard["glyphs"] for shard in store.shards])


def _words(figures: dict[str, float]) -> str:
    return " ".join(f"{name} {value:.4f}" for name, value in figures.items())


def _best(path: Path) -> float:
    return float(json.loads(path.read_text())["worth"]) if path.exists() else 0.0


cv2.setNumThreads(1)
