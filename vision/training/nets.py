"""The shapes of the networks for tables, glyphs, words, whole cards and rooms."""

from __future__ import annotations

from collections.abc import Sequence

import torch
from torch import Tensor, nn
from torch.nn import functional

from vision.network import FINDER_CHANNELS, GLYPHS, NUMBER_PARTS, ROW_PARTS, ROW_SHEET


class Fold(nn.Sequential):
    """A convolution, its normalisation and a ReLU."""

    def __init__(
        self, into: int, out: int, stride: int | tuple[int, int] = 1, side: int = 3, spread: int = 1
    ) -> None:
        super().__init__(
            nn.Conv2d(into, out, side, stride, side // 2 * spread, spread, bias=False),
            nn.BatchNorm2d(out),
            nn.ReLU(inplace=True),
        )


class Along(nn.Sequential):
    """A convolution over columns only, its normalisation and a ReLU."""

    def __init__(self, into: int, out: int, tall: int, wide: int) -> None:
        super().__init__(
            nn.Conv2d(into, out, (tall, wide), 1, (0, wide // 2), bias=False),
            nn.BatchNorm2d(out),
            nn.ReLU(inplace=True),
        )


class Again(nn.Module):
    """A convolution whose outcome is added to what went in; at first it adds nothing."""

    def __init__(self, channels: int, spread: int = 1) -> None:
        super().__init__()
        self.conv = nn.Conv2d(channels, channels, 3, 1, spread, spread, bias=False)
        self.norm = nn.BatchNorm2d(channels)
        nn.init.zeros_(self.norm.weight)

    def forward(self, field: Tensor) -> Tensor:
        """The field and what the convolution makes of it."""
        return functional.relu(field + self.norm(self.conv(field)))


def weighed(folds: Sequence[nn.Module], values: int, hidden: int, classes: int) -> nn.Sequential:
    """Some folds over a small picture, and then all of their values weighed together."""
    return nn.Sequential(
        *folds, nn.Flatten(), nn.Linear(values, hidden), nn.ReLU(inplace=True), nn.Linear(hidden, classes)
    )


class FinderNet(nn.Module):
    """Strides 2, 4, 8 and 16, back up to 4; heads for marks, surface and frame in one map."""

    def __init__(self) -> None:
        super().__init__()
        self.down2 = Fold(3, 16, 2)
        self.down4 = nn.Sequential(Fold(16, 32, 2), Fold(32, 32))
        self.down8 = nn.Sequential(Fold(32, 48, 2), Fold(48, 48))
        self.down16 = nn.Sequential(
            Fold(48, 72, 2),
            Fold(72, 72),
            Fold(72, 72, spread=2),
            Fold(72, 72),
            Again(72, spread=4),
            Again(72, spread=2),
            Again(72, spread=6),
        )
        self.side8 = nn.Conv2d(72, 48, 1)
        self.up8 = nn.Sequential(Fold(48, 48), Fold(48, 48))
        self.side4 = nn.Conv2d(48, 32, 1)
        self.up4 = Fold(32, 32)
        self.heads = nn.Conv2d(32, FINDER_CHANNELS, 1)
        with torch.no_grad():
            self.heads.bias[8] = 4.5  # type: ignore[index]

    def forward(self, picture: Tensor) -> Tensor:
        """Pictures (N, 3, H, W) in 0 to 255, blue first, to (N, channels, H / 4, W / 4)."""
        at4 = self.down4(self.down2(picture / 255.0 - 0.5))
        at8 = self.down8(at4)
        at16 = self.down16(at8)
        at8 = self.up8(at8 + functional.interpolate(self.side8(at16), scale_factor=2.0, mode="nearest"))
        at4 = self.up4(at4 + functional.interpolate(self.side4(at8), scale_factor=2.0, mode="nearest"))
        return self.heads(at4).float()  # type: ignore[no-any-return]


class GlyphNet(nn.Module):
    """A few strided convolutions over a 32 x 32 patch, two of them looked at again."""

    def __init__(self) -> None:
        super().__init__()
        folds = (
            *(Fold(3, 16, 2, side=5), Fold(16, 32, 2)),
            *(Fold(32, 48), Again(48), Fold(48, 80, 2), Again(80)),
        )
        self.body = weighed(folds, 80 * 16, 96, len(GLYPHS))

    def forward(self, patches: Tensor) -> Tensor:
        """Patches (N, 3, 32, 32) in 0 to 255, blue first, to class scores."""
        return self.body(patches / 255.0 - 0.5).float()  # type: ignore[no-any-return]


class WordNet(nn.Module):
    """Strided convolutions over a card's sheet; a word counts wherever it stands."""

    def __init__(self) -> None:
        super().__init__()
        self.body = nn.Sequential(
            Fold(3, 16, 2, side=5), Fold(16, 32, 2), Fold(32, 48), Fold(48, 64, 2), Again(64)
        )
        self.head = nn.Linear(64, 1)

    def forward(self, sheets: Tensor) -> Tensor:
        """Sheets (N, 3, H, W) in 0 to 255, blue first, to one score each."""
        field = self.body(sheets / 255.0 - 0.5)
        return self.head(field.amax(dim=(2, 3))).float()[:, 0]  # type: ignore[no-any-return]


class NumberNet(nn.Module):
    """Strided convolutions over a card's sheet, then all places weighed together."""

    def __init__(self) -> None:
        super().__init__()
        folds = (
            *(Fold(3, 16, 2, side=5), Fold(16, 32, 2)),
            *(Fold(32, 48), Again(48), Fold(48, 80, 2), Again(80), Again(80), Fold(80, 20, side=1)),
        )
        self.body = weighed(folds, 20 * 72, 96, sum(NUMBER_PARTS))

    def forward(self, sheets: Tensor) -> Tensor:
        """Sheets (N, 3, 72, 64) in 0 to 255, blue first, to the scores of NUMBER_PARTS."""
        return self.body(sheets / 255.0 - 0.5).float()  # type: ignore[no-any-return]


class RoomNet(nn.Module):
    """Strided convolutions over a room's sheet, a wide look round, then all places weighed together."""

    def __init__(self) -> None:
        super().__init__()
        folds = (
            *(Fold(3, 24, 2, side=5), Fold(24, 40, 2), Again(40), Fold(40, 72, 2)),
            *(Again(72), Again(72, spread=2), Again(72, spread=3), Again(72), Fold(72, 16, side=1)),
        )
        self.body = weighed(folds, 16 * 90, 64, 3)

    def forward(self, sheets: Tensor) -> Tensor:
        """Sheets (N, 3, 72, 80) in 0 to 255, blue first, to the scores of free, card and covered."""
        return self.body(sheets / 255.0 - 0.5).float()  # type: ignore[no-any-return]


class RowNet(nn.Module):
    """Strided convolutions over a row's sheet, then its columns, each with its neighbours."""

    def __init__(self) -> None:
        super().__init__()
        self.body = nn.Sequential(
            *(Fold(3, 16, 2, side=5), Fold(16, 32, 2), Again(32), Fold(32, 56, (2, 1)), Again(56), Again(56)),
            *(Along(56, 112, ROW_SHEET.size[1] // 8, 1), Along(112, 80, 1, 5), Along(80, 80, 1, 5)),
        )
        self.head = nn.Conv2d(80, sum(ROW_PARTS), 1)

    def forward(self, sheets: Tensor) -> Tensor:
        """Sheets (N, 3, 64, W) in 0 to 255, blue first, to the scores of ROW_PARTS, (N, parts, W / 4)."""
        return self.head(self.body(sheets / 255.0 - 0.5)).float()[:, :, 0]  # type: ignore[no-any-return]
