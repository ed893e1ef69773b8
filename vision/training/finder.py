"""Training the finder."""

from __future__ import annotations

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor
from torch.nn import functional

from vision.training.reservoir import Arrays
from vision.training.samples import IGNORE

KEYS = ("crop", "marks", "surface", "frame")
SURFACE_WEIGHTS = (1.0, 1.5, 4.0)
"""A cover is seldom, and worst to miss."""
HARDEST = 0.04
"""Share of the empty places, the hardest ones, that count most."""

Batch = tuple[Tensor, Tensor, Tensor, Tensor]


def vary(arrays: Arrays, rng: np.random.Generator) -> Batch:
    """A batch turned by quarter turns and recoloured at random."""
    crops = arrays["crop"].astype(np.float32)
    marks, surface = arrays["marks"], arrays["surface"]
    frame = arrays["frame"].astype(np.float32)
    quarter = int(rng.integers(4))
    crops = np.rot90(crops, quarter, (1, 2))
    marks, surface = np.rot90(marks, quarter, (1, 2)), np.rot90(surface, quarter, (1, 2))
    frame = np.rot90(frame[:, :3], quarter, (2, 3))
    pictures = torch.from_numpy(np.ascontiguousarray(crops.transpose(0, 3, 1, 2)))
    return (
        recolour(pictures, rng),
        torch.from_numpy(np.ascontiguousarray(marks)).long(),
        torch.from_numpy(np.ascontiguousarray(surface)).long(),
        torch.from_numpy(np.ascontiguousarray(frame)),
    )


def recolour(pictures: Tensor, rng: np.random.Generator) -> Tensor:
    """Swap channels, invert, grey, change contrast and tint, each now and then; values stay in 0 to 255."""
    count = len(pictures)
    for i in range(count):
        if rng.random() < 0.2:
            pictures[i] = pictures[i, torch.from_numpy(rng.permutation(3))]
        if rng.random() < 0.08:
            pictures[i] = 255 - pictures[i]
        if rng.random() < 0.1:
            pictures[i] = pictures[i].mean(0, keepdim=True)
    gain = torch.from_numpy(
        np.exp(rng.normal(0, 0.15, (count, 1, 1, 1)) + rng.normal(0, 0.06, (count, 3, 1, 1)))
    )
    shift = torch.from_numpy(rng.normal(0, 10, (count, 1, 1, 1)))
    return (pictures * gain + shift).clamp(0, 255).float()


def loss_of(found: Tensor, batch: Batch) -> tuple[Tensor, dict[str, float]]:
    """Marks, surface and frame together, and each by name."""
    _, marks, surface, frame = batch
    mark_loss = _mark_loss(found[:, 0:3], marks)
    weights = torch.tensor(SURFACE_WEIGHTS)
    surface_loss = functional.cross_entropy(found[:, 3:6], surface, weights, ignore_index=IGNORE)
    known = ~torch.isnan(frame[:, 0])
    weight = known.float()[:, None] / known.sum().clamp(min=1)
    away = (
        functional.smooth_l1_loss(found[:, 6:9], torch.nan_to_num(frame), reduction="none", beta=0.3) * weight
    )
    axis, size = away[:, 0:2].sum(), away[:, 2:3].sum()
    total = mark_loss + 1.5 * surface_loss + 1.0 * axis + 0.4 * size
    parts = {"marks": mark_loss, "surface": surface_loss, "axis": axis, "size": size}
    return total, {name: float(value.detach()) for name, value in parts.items()}


def _mark_loss(scores: Tensor, marks: Tensor) -> Tensor:
    each = functional.cross_entropy(scores, marks, ignore_index=IGNORE, reduction="none")
    full = (marks == 1) | (marks == 2)
    empty = each[marks == 0]
    hard = empty.topk(max(1, int(HARDEST * empty.numel()))).values
    found = each[full]
    return found.sum() / max(int(full.sum()), 1) + hard.mean() + 0.5 * empty.mean()


def score(found: NDArray[np.float32], marks: NDArray[np.uint8]) -> dict[str, float]:
    """Recall and precision of spots and glyphs by connected peaks over a batch of maps."""
    import cv2

    hits = {1: 0, 2: 0}
    wanted = {1: 0, 2: 0}
    claims = {1: 0, 2: 0}
    right = {1: 0, 2: 0}
    best = found.argmax(axis=1)
    for picture in range(len(found)):
        for kind in (1, 2):
            truth, claim = (marks[picture] == kind).astype(np.uint8), (best[picture] == kind).astype(np.uint8)
            count, labels = cv2.connectedComponents(truth)
            wanted[kind] += count - 1
            hits[kind] += len(set(labels[claim > 0].tolist()) - {0})
            allowed = (marks[picture] == kind) | (marks[picture] == IGNORE)
            count, labels = cv2.connectedComponents(claim)
            claims[kind] += count - 1
            right[kind] += len(set(labels[allowed].tolist()) - {0})
    return {
        "spot recall": hits[1] / max(wanted[1], 1),
        "spot precision": right[1] / max(claims[1], 1),
        "glyph recall": hits[2] / max(wanted[2], 1),
        "glyph precision": right[2] / max(claims[2], 1),
    }
