"""The two networks: one finds marks, pieces and directions in a picture, one reads glyphs."""

from __future__ import annotations

GLYPHS = ("none", *"0123456789", "+", "-", "×", "÷", "=", "J", "spot")
STRIDE = 4
PATCH_SIDE_PX = 32
