"""Training samples on disk, a few dozen to a file, made by a background process."""

from __future__ import annotations

from pathlib import Path

import cv2
import numpy as np

from vision.scene.lot import Lot
from vision.training.samples import Sample, draw_sample

SHARD_SIZE = 64
FONTS_A_SHARD = 30


def write_shard(folder: Path, number: int, seed: int, lot: Lot) -> Path:
    """Make one shard; an existing one is left as it is."""
    path = folder / f"{number:05d}.npz"
    if path.exists():
        return path
    first = seed * 1_000_003 + number * SHARD_SIZE
    lot = lot.some(np.random.default_rng(first), FONTS_A_SHARD)
    samples = [draw_sample(first + i, lot) for i in range(SHARD_SIZE)]
    half = path.with_suffix(".part.npz")
    np.savez(half, **_stack(samples))
    half.rename(path)
    return path


def make_shards(folder: Path, count: int, seed: int, lot: Lot, start: int = 0, step: int = 1) -> None:
    """Fill a folder with shards start, start + step, ... below count."""
    cv2.setNumThreads(1)
    folder.mkdir(parents=True, exist_ok=True)
    for number in range(start, count, step):
        write_shard(folder, number, seed, lot)


def _stack(samples: list[Sample]) -> dict[str, np.ndarray]:  # type: ignore[type-arg]
    return {
        "crop": np.stack([s.crop for s in samples]),
        "marks": np.stack([s.marks for s in samples]),
        "surface": np.stack([s.surface for s in samples]),
        "frame": np.stack([s.frame for s in samples]),
        "patches": np.concatenate([s.patches for s in samples]),
        "glyphs": np.concatenate([s.glyphs for s in samples]),
        "hard": np.array([s.hard for s in samples]),
        "hard_patches": np.repeat([s.hard for s in samples], [len(s.glyphs) for s in samples]),
    }
