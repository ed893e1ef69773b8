"""The reliability curve: of pieces read with a confidence, how many are right."""

from __future__ import annotations

import itertools

import numpy as np

EDGES = (0.0, 0.3, 0.5, 0.7, 0.8, 0.9, 0.95, 0.98, 0.99, 0.995, 1.0)
SIDE, MARGIN = 360, 46


def bins(pieces: list[tuple[float, bool]]) -> list[tuple[float, float, int]]:
    """Mean confidence, share right and count of every bin that has pieces."""
    confidence = np.array([piece[0] for piece in pieces])
    right = np.array([piece[1] for piece in pieces], float)
    found = []
    for low, high in itertools.pairwise(EDGES):
        inside = (confidence >= low) & ((confidence < high) | (high == 1.0))
        if inside.any():
            found.append((float(confidence[inside].mean()), float(right[inside].mean()), int(inside.sum())))
    return found


def draw_curve(pieces: list[tuple[float, bool]]) -> str:
    """The curve as an SVG picture."""
    whole = SIDE + 2 * MARGIN

    def x(share: float) -> float:
        return MARGIN + share * SIDE

    def y(share: float) -> float:
        return MARGIN + (1 - share) * SIDE

    ticks = "".join(
        f'<text x="{x(t):.0f}" y="{whole - MARGIN + 18}" text-anchor="middle">{t:g}</text>'
        f'<text x="{MARGIN - 8}" y="{y(t) + 4:.0f}" text-anchor="end">{t:g}</text>'
        for t in (0, 0.25, 0.5, 0.75, 1)
    )
    points = [(x(mean), y(right), count) for mean, right, count in bins(pieces)]
    line = " ".join(f"{px:.1f},{py:.1f}" for px, py, _ in points)
    dots = "".join(
        f'<circle cx="{px:.1f}" cy="{py:.1f}" r="4"><title>{count} pieces</title></circle>'
        for px, py, count in points
    )
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {whole} {whole}" font-family="sans-serif" '
        f'font-size="13">'
        f'<rect width="{whole}" height="{whole}" fill="#fff"/>'
        f'<rect x="{MARGIN}" y="{MARGIN}" width="{SIDE}" height="{SIDE}" fill="none" stroke="#999"/>'
        f'<line x1="{x(0)}" y1="{y(0)}" x2="{x(1)}" y2="{y(1)}" stroke="#bbb" stroke-dasharray="5 5"/>'
        f'<polyline points="{line}" fill="none" stroke="#1f5a43" stroke-width="2"/>'
        f'<g fill="#1f5a43">{dots}</g>{ticks}'
        f'<text x="{whole / 2}" y="{whole - 8}" text-anchor="middle">confidence said</text>'
        f'<text x="14" y="{whole / 2}" text-anchor="middle" '
        f'transform="rotate(-90 14 {whole / 2})">share right</text>'
        f'<text x="{whole / 2}" y="26" text-anchor="middle">{len(pieces)} pieces</text>'
        "</svg>\n"
    )
