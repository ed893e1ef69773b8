"""Trains the network that reads a whole row of cards: python -m vision.training rows."""

from __future__ import annotations

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor
from torch.nn import functional

from vision.network import HIDDEN_CARD, NO_CARD, NUMBER, ROW_PARTS
from vision.training.export import export_rows
from vision.training.finder import recolour
from vision.training.nets import RowNet
from vision.training.seen_rows import UNKNOWN, draw_rows
from vision.training.sheets import Lesson, share

HARDEST = 0.06
"""Share of the places without a card's middle, the hardest ones, that count most."""
SURE = 0.97
ASKANCE = 0.1
"""How much a row leans, and how much taller or flatter it is, than the reader takes it for."""


def loss_of(found: Tensor, labels: Tensor) -> Tensor:
    """What stands where, and the tens and ones of numbers."""
    labels = labels.long()
    kind, tens, ones = found.split(ROW_PARTS, dim=1)
    each = functional.cross_entropy(kind, labels[:, 0], ignore_index=UNKNOWN, reduction="none")
    card, number = labels[:, 0] > NO_CARD, labels[:, 0] == NUMBER
    empty = each[labels[:, 0] == NO_CARD]
    hard = empty.topk(max(1, int(HARDEST * empty.numel()))).values
    loss = each[card].sum() / card.sum().clamp(min=1) + hard.mean() + 0.5 * empty.mean()
    count = number.sum().clamp(min=1)
    for part, label in ((tens, labels[:, 1]), (ones, labels[:, 2])):
        loss = loss + (functional.cross_entropy(part, label, reduction="none") * number).sum() / count
    return loss


def vary(sheets: Tensor, rng: np.random.Generator) -> Tensor:
    """Sheets as they look seen more askance, leaning and flatter or taller, and recoloured."""
    count, _, height, width = sheets.shape
    matrix = np.zeros((count, 2, 3), np.float32)
    matrix[:, 0, 0], matrix[:, 1, 1] = 1, np.exp(rng.normal(0, ASKANCE, count))
    matrix[:, 0, 1] = rng.normal(0, ASKANCE, count) * height / width
    grid = functional.affine_grid(torch.from_numpy(matrix), list(sheets.shape), align_corners=False)
    seen = functional.grid_sample(sheets, grid, align_corners=False, padding_mode="border")
    return recolour(seen, rng)


def measure(found: Tensor, labels: NDArray[np.int8]) -> dict[str, float]:
    """How many cards are surely told by the columns of their middles, and how many places surely misread."""
    parts = [torch.softmax(part, dim=1).numpy() for part in found.split(ROW_PARTS, dim=1)]
    said = np.stack([part.argmax(axis=1) for part in parts], axis=1)
    number = said[:, 0] == NUMBER
    said[:, 1:][~np.repeat(number[:, None], 2, axis=1)] = 0
    chance = parts[0].max(axis=1)
    chance[number] *= (parts[1].max(axis=1) * parts[2].max(axis=1))[number]
    right, sure, kind = (said == labels).all(axis=1), chance > SURE, labels[:, 0]
    card = (kind > NO_CARD) & (kind < HIDDEN_CARD)
    figures = {
        "cards": share(right & sure, card),
        "right": share(right, card),
        "hidden": share(right, kind == HIDDEN_CARD),
        "misread": share(sure & ~right & (said[:, 0] != NO_CARD), card),
        "missed": share(sure & (said[:, 0] == NO_CARD), kind > NO_CARD),
        "ghosts": share(sure & (said[:, 0] != NO_CARD), kind == NO_CARD),
    }
    figures["worth"] = figures["cards"] - 5 * (figures["misread"] + figures["missed"])
    return figures


LESSON = Lesson(
    "rows",
    RowNet,
    draw_rows,
    loss_of,
    measure,
    export_rows,
    train=24_000,
    test=2_400,
    steps=8500,
    batch=32,
    vary=vary,
    narrowed=False,
)
