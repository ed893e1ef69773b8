"""Training the glyph network."""

from __future__ import annotations

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor
from torch.nn import functional

from vision.network import GLYPHS, PATCH_SIDE_PX
from vision.training.covering import cover
from vision.training.finder import recolour
from vision.training.samples import PATCH_REACH

KEYS = ("patches", "glyphs")
LEFT_OUT = -100

NONE = 0
JOKER = GLYPHS.index("J")
LOOSE = 2.0
"""A joker's drawing has no set place or size: its jitter is this much wider."""
EVEN_AT_HALF_TURN = "08+-×÷="
QUARTERS = (0.62, 0.09, 0.2, 0.09)
"""How often a patch is turned by no, one, two or three quarters; half turns are the hardest to tell."""
COVERED = 0.09
"""How often something lies over a glyph, so that nothing is to be read: many a thing looks like a joker."""
SHARES = {"none": 0.3, "spot": 0.04, "J": 0.06, **dict.fromkeys("+-×÷=", 0.025)}


def label_turned(glyph: int, quarters: int) -> int:
    """What a glyph counts as when its patch is turned by quarter turns."""
    name = GLYPHS[glyph]
    if name == "J" and quarters % 4:
        return LEFT_OUT  # many a drawing looks the same upside down
    if quarters % 4 == 0 or name in ("none", "spot", "+", "×"):
        return glyph
    if quarters % 2 == 0:
        if name in EVEN_AT_HALF_TURN:
            return glyph
        if name in "69":
            return GLYPHS.index("9" if name == "6" else "6")
        return NONE
    return LEFT_OUT if name in "01-" else NONE


class Patches:
    """All stored patches by class, drawn evenly."""

    def __init__(self, patches: NDArray[np.uint8], glyphs: NDArray[np.uint8]) -> None:
        self._patches = patches
        self._rows = [np.flatnonzero(glyphs == kind) for kind in range(len(GLYPHS))]
        rest = 1 - sum(SHARES.values())
        shares = np.array([SHARES.get(name, rest / 10) for name in GLYPHS])
        shares[[len(rows) == 0 for rows in self._rows]] = 0
        self._shares = shares / shares.sum()

    def draw(self, count: int, rng: np.random.Generator) -> tuple[Tensor, Tensor]:
        """Jittered 32 x 32 patches and their classes."""
        kinds = rng.choice(len(GLYPHS), count, p=self._shares)
        rows = [self._rows[kind][int(rng.integers(len(self._rows[kind])))] for kind in kinds]
        quarters = rng.choice(4, count, p=QUARTERS)
        labels = [
            label_turned(int(kind), int(quarter)) for kind, quarter in zip(kinds, quarters, strict=True)
        ]
        patches = self._patches[rows]
        for i in np.nonzero(rng.random(count) < COVERED)[0]:
            patches[i], labels[i] = cover(patches[i], rng), NONE
        stored = torch.from_numpy(patches).permute(0, 3, 1, 2).float()
        cut = jitter(stored, quarters * 90.0, np.where(kinds == JOKER, LOOSE, 1.0), rng)
        return recolour(roughen(cut, rng), rng), torch.tensor(labels)


def jitter(
    stored: Tensor, turn_deg: NDArray[np.float64], loose: NDArray[np.float64], rng: np.random.Generator
) -> Tensor:
    """Cut the window out of stored patches, turned, moved, stretched and slanted a little."""
    count = len(stored)
    angle = np.radians(turn_deg + np.clip(rng.normal(0, 5, count), -16, 16))
    zoom = np.exp(np.clip(rng.normal(0, 0.09, count), -0.2, 0.2) * loose) / PATCH_REACH
    stretch, slant = np.exp(rng.normal(0, 0.05, count)), rng.normal(0, 0.05, count)
    cos, sin = np.cos(angle), np.sin(angle)
    turn = np.stack([np.stack([cos, -sin], 1), np.stack([sin, cos], 1)], 1)
    shape = (
        np.stack([np.stack([stretch, slant], 1), np.stack([np.zeros(count), 1 / stretch], 1)], 1)
        * zoom[:, None, None]
    )
    moved = np.clip(rng.normal(0, 0.06, (count, 2)), -0.14, 0.14) * loose[:, None] * 2 / PATCH_REACH
    matrix = np.concatenate([turn @ shape, moved[:, :, None]], axis=2).astype(np.float32)
    size = [count, 3, PATCH_SIDE_PX, PATCH_SIDE_PX]
    grid = functional.affine_grid(torch.from_numpy(matrix), size, align_corners=False)
    return functional.grid_sample(stored, grid, align_corners=False, padding_mode="border")


def exact(stored: Tensor) -> Tensor:
    """The window cut without any jitter."""
    matrix = torch.tensor([[1 / PATCH_REACH, 0, 0], [0, 1 / PATCH_REACH, 0]]).expand(len(stored), 2, 3)
    grid = functional.affine_grid(matrix, [len(stored), 3, PATCH_SIDE_PX, PATCH_SIDE_PX], align_corners=False)
    return functional.grid_sample(stored, grid, align_corners=False, padding_mode="border")


def roughen(patches: Tensor, rng: np.random.Generator) -> Tensor:
    """Some of the patches coarser, some noisier."""
    count = len(patches)
    part = rng.permutation(count)[: count // 5]
    side = int(rng.integers(13, 28))
    small = functional.interpolate(patches[part], size=(side, side), mode="area")
    patches[part] = functional.interpolate(
        small, size=(PATCH_SIDE_PX,) * 2, mode="bilinear", align_corners=False
    )
    part = rng.permutation(count)[: count // 4]
    grain = torch.from_numpy(
        rng.standard_normal((len(part), 3, PATCH_SIDE_PX, PATCH_SIDE_PX), dtype=np.float32)
    )
    patches[part] = patches[part] + grain * torch.from_numpy(
        rng.uniform(0, 14, (len(part), 1, 1, 1)).astype(np.float32)
    )
    return patches.clamp(0, 255)


def loss_of(found: Tensor, labels: Tensor) -> Tensor:
    """Cross entropy with a little smoothing, left-out labels aside."""
    return functional.cross_entropy(found, labels, ignore_index=LEFT_OUT, label_smoothing=0.01)
