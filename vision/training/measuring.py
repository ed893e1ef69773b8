"""How good the networks are on pictures held out from training, ordinary and hard ones apart."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import torch
from numpy.typing import NDArray
from torch import nn

from vision.network import GLYPHS
from vision.training import finder, glyphs
from vision.training.reservoir import Arrays

DIGITS = tuple(GLYPHS.index(digit) for digit in "0123456789")
SIGNS = tuple(GLYPHS.index(sign) for sign in "+-×÷=")
NOTHING_TURNED = tuple(GLYPHS.index(digit) for digit in "123457")
"""Digits that read as nothing upside down."""
CLEAR = 0.9


class HeldOutPatches:
    """The patches of a folder's shards, cut without jitter."""

    def __init__(self, folder: Path) -> None:
        shards = [np.load(path) for path in sorted(folder.glob("[0-9]*[0-9].npz"))]
        self.patches = np.concatenate([shard["patches"] for shard in shards])
        self.kinds = np.concatenate([shard["glyphs"] for shard in shards])
        self.hard = np.concatenate([shard["hard_patches"] for shard in shards])

    def read(self, net: nn.Module, quarters: int = 0) -> NDArray[np.float32]:
        """A network's probabilities for all of them, turned by quarter turns."""
        net.eval()
        found = []
        with torch.no_grad():
            for start in range(0, len(self.patches), 512):
                stored = torch.from_numpy(self.patches[start : start + 512]).permute(0, 3, 1, 2).float()
                found.append(net(glyphs.exact(torch.rot90(stored, quarters, (2, 3)))).softmax(1).numpy())
        return np.concatenate(found)


def measure_glyphs(net: nn.Module, held_out: HeldOutPatches) -> dict[str, float]:
    """Shares read right, by kind; of ordinary tables but for the last figure."""
    odds, turned = held_out.read(net), held_out.read(net, 2)
    kinds, ordinary = held_out.kinds, ~held_out.hard
    right = odds.argmax(axis=1) == kinds
    own = odds[np.arange(len(kinds)), kinds]
    digit = np.isin(kinds, DIGITS)
    flipped = np.isin(kinds, NOTHING_TURNED) & ordinary
    figures = {
        "digits": _share(right, digit & ordinary),
        "clear digits": _share(own > CLEAR, digit & ordinary),
        "signs": _share(right, np.isin(kinds, SIGNS) & ordinary),
        "jokers": _share(right, (kinds == glyphs.JOKER) & ordinary),
        "none": _share(right, (kinds == glyphs.NONE) & ordinary),
        "spots": _share(right, (kinds == GLYPHS.index("spot")) & ordinary),
        "upside down": _share(turned.argmax(axis=1) == glyphs.NONE, flipped),
        "hard digits": _share(right, digit & ~ordinary),
    }
    return {"worth": sum(figures.values()) + figures["digits"], **figures}


def _share(right: NDArray[np.bool_], of: NDArray[np.bool_]) -> float:
    return float(right[of].mean()) if of.any() else 0.0


def measure_finder(net: nn.Module, shards: list[Arrays]) -> dict[str, float]:
    """Recall, precision, overlaps and errors on ordinary tables, and the chief ones on hard tables."""
    net.eval()
    founds = []
    with torch.no_grad():
        for shard in shards:
            picture = torch.from_numpy(shard["crop"].astype(np.float32)).permute(0, 3, 1, 2)
            founds.append(net(picture).numpy())
    whole = {key: np.concatenate([shard[key] for shard in shards]) for key in shards[0]}
    found, hard = np.concatenate(founds), whole["hard"].astype(bool)
    figures = _score(found[~hard], {key: value[~hard] for key, value in whole.items()})
    hard_ones = _score(found[hard], {key: value[hard] for key, value in whole.items()})
    figures |= {f"hard {name}": hard_ones[name] for name in ("glyph recall", "piece overlap")}
    names = (
        "spot recall",
        "spot precision",
        "glyph recall",
        "glyph precision",
        "piece overlap",
        "cover overlap",
    )
    worth = sum(figures[name] for name in names) - 0.02 * figures["axis error deg"]
    return {"worth": worth, **figures}


def _score(found: NDArray[np.float32], truth: Arrays) -> dict[str, float]:
    figures = finder.score(found[:, 0:3], np.asarray(truth["marks"], np.uint8))
    surface, frame = truth["surface"], truth["frame"].astype(np.float32)
    claimed = found[:, 3:6].argmax(axis=1)
    for name, kind in (("piece", 1), ("cover", 2)):
        both = ((claimed == kind) & (surface == kind)).sum()
        figures[f"{name} overlap"] = float(both / max(((claimed == kind) | (surface == kind)).sum(), 1))
    known = ~np.isnan(frame[:, 0])
    slip = np.arctan2(found[:, 7], found[:, 6]) - np.arctan2(frame[:, 1], frame[:, 0])
    slip = (slip[known] + np.pi) % (2 * np.pi) - np.pi
    figures["axis error deg"] = float(np.degrees(np.median(np.abs(slip))) / 4)
    figures["size error"] = float(np.median(np.abs(found[:, 8] - frame[:, 2])[known]))
    return figures
