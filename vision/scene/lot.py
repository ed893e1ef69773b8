"""What may be drawn by lot: fonts, surfaces and hues, those of training or those kept for testing."""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np

from vision.scene.texture import SURFACES
from vision.scene.things import KINDS

Rng = np.random.Generator

DOTTED = 0.06
"""Dotted cloth looks most like spots, so it comes more often."""
HELD_OUT_SURFACES = ("bricks", "marble")
HELD_OUT_THINGS = ("ruler", "pawn")
HELD_OUT_HUES = (0.72, 0.83)
"""Purple tiles are kept for testing."""
PAPERS = {"newspaper": 0.4, "notepad": 0.2, "calendar": 0.2, "cover": 0.2}
"""How often paper under the pieces is of a kind; a newspaper's pictures look most like things."""
NUMBERED = ("notepad", "calendar")


@dataclass(frozen=True)
class Lot:
    """What may be drawn: font files by maker and family, and whether this is the held-out side.

    Everyday: no paper with numbers as large as the pieces' own lies under them.
    """

    fonts: tuple[tuple[tuple[str, ...], ...], ...]
    held_out: bool = False
    everyday: bool = False

    def font(self, rng: Rng) -> str:
        """A font file; makers of many families do not crowd out the others, bold comes more often."""
        weights = np.sqrt([len(maker) for maker in self.fonts])
        maker = self.fonts[int(rng.choice(len(self.fonts), p=weights / weights.sum()))]
        family = maker[int(rng.integers(len(maker)))]
        bold = [path for path in family if "bold" in path.lower() or "black" in path.lower()]
        faces = bold if bold and rng.random() < 0.5 else family
        return faces[int(rng.integers(len(faces)))]

    def some(self, rng: Rng, count: int) -> Lot:
        """A lot with a few of the fonts, as opening a font file takes longer than drawing with it."""
        return replace(self, fonts=tuple(((self.font(rng),),) for _ in range(count)))

    def surface(self, rng: Rng) -> str:
        """A table surface of this side."""
        if self.held_out and rng.random() < 0.4:
            return str(rng.choice(HELD_OUT_SURFACES))
        if rng.random() < DOTTED:
            return "dots"
        return str(rng.choice([name for name in SURFACES if name not in HELD_OUT_SURFACES]))

    def hue(self, rng: Rng) -> float:
        """A hue of this side."""
        low, high = HELD_OUT_HUES
        if self.held_out and rng.random() < 0.3:
            return float(rng.uniform(low, high))
        return float((high + rng.uniform(0, 1 - (high - low))) % 1)

    def paper(self, rng: Rng) -> str:
        """A kind of paper of this side."""
        shares = np.array([PAPERS[kind] * (not self.everyday or kind not in NUMBERED) for kind in PAPERS])
        return str(rng.choice(list(PAPERS), p=shares / shares.sum()))

    def thing(self, rng: Rng) -> str:
        """A kind of thing of this side."""
        return str(rng.choice([kind for kind in KINDS if self.held_out or kind not in HELD_OUT_THINGS]))
