"""Makes of dice drawn by lot: colours, edges and pips."""

from __future__ import annotations

import numpy as np

from vision.scene.colours import bgr, jitter, rgb

Rng = np.random.Generator
Colour = tuple[float, float, float]

LARGEST_PIP = 0.42  # of the way to the next: no maker lets pips touch
WORN = 0.15  # of all dice to learn from have pips that hardly stand out
DARKEST = 0.25  # of the light that falls on sides in the shade


def draw_sides(rng: Rng) -> tuple[int, int, int]:
    """Three sides that meet at a corner: one of each pair that makes seven."""
    pairs = rng.permutation([(1, 6), (2, 5), (3, 4)])
    first, second, third = (int(pair[int(rng.integers(2))]) for pair in pairs)
    return first, second, third


def draw_make(rng: Rng) -> dict[str, object]:
    """What a maker settles: colours, edges, pips."""
    kind = rng.random()
    lone: Colour | None = None
    grain, clear = 0.0, 0.0
    if kind < 0.38:
        tone = int(rng.uniform(195, 252))
        face = jitter(rng, (tone, tone - int(rng.uniform(0, 8)), tone - int(rng.uniform(0, 35))), 6)
        ink = jitter(rng, (25, 25, 25), 18) if rng.random() < 0.8 else rgb(rng.random(), 0.8, 0.5)
        if rng.random() < 0.2:
            lone = bgr(rgb(0.0, 0.9, 0.75))
    elif kind < 0.5:
        face, ink = jitter(rng, (200, 155, 100), 40), jitter(rng, (45, 28, 18), 15)
        grain = float(rng.uniform(0.04, 0.15))
    elif kind < 0.6:
        face, ink = jitter(rng, (28, 28, 28), 15), jitter(rng, (238, 238, 230), 12)
    else:
        hue = rng.random() if rng.random() < 0.6 else rng.choice([0.99, 0.0, 0.6, 0.35])
        face = rgb(hue, rng.uniform(0.5, 1), rng.uniform(0.35, 0.95))
        light = sum(face) > 430
        ink = (
            jitter(rng, (22, 22, 22), 15)
            if light and rng.random() < 0.8
            else jitter(rng, (243, 243, 238), 10)
        )
        if not light and rng.random() < 0.1:
            ink = jitter(rng, (215, 175, 60), 20)
        clear = float(rng.choice([0.0, 0.0, rng.uniform(0.2, 0.75)]))
    spread = float(rng.uniform(0.22, 0.29))
    return {
        "colour": bgr(face),
        "ink": bgr(ink),
        "lone_ink": lone,
        "edge": float(rng.uniform(0.03, 0.2)),
        "ball": float(rng.choice([0.0, 0.0, rng.uniform(0.64, 0.8)])),
        "pip": float(rng.uniform(0.065, min(0.115, LARGEST_PIP * spread))),
        "spread": spread,
        "dent": float(rng.uniform(0, 0.7)),
        "gloss": float(rng.choice([0.0, rng.uniform(0, 0.6)])),
        "ambient": float(rng.uniform(0.4, 0.85)),
        "clear": clear,
        "grain": grain,
    }


def draw_worn_make(rng: Rng) -> dict[str, object]:
    """A make as any, but some of these have faded pips or dark sides."""
    make = draw_make(rng)
    if rng.random() < WORN:
        share = float(rng.uniform(0.4, 0.9))
        face, ink = (np.array(make[part]) for part in ("colour", "ink"))
        make["ink"] = tuple((share * ink + (1 - share) * face).tolist())
    if rng.random() < WORN:
        make["ambient"] = float(rng.uniform(DARKEST, 0.4))
    return make
