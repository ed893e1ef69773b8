"""The lines a knife or a laser follows: an edge that two pieces share is cut once."""

from __future__ import annotations

from device.printing.sheet import Placement
from vision.artwork.shapes import Point

Line = tuple[Point, ...]


def cut_lines(placements: tuple[Placement, ...]) -> tuple[Line, ...]:
    """All outlines of a sheet as long lines, with no edge twice."""
    neighbours: dict[Point, list[Point]] = {}
    for placed in placements:
        ring = [_exact(point) for point in placed.outline]
        for i, end in enumerate(ring):
            start = ring[i - 1]
            if start != end and end not in neighbours.setdefault(start, []):
                neighbours[start].append(end)
                neighbours.setdefault(end, []).append(start)
    lines: list[Line] = []
    # Lines start where edges meet or end; what is left after that are closed rings.
    for starts_at_joint in (True, False):
        for start, ends in neighbours.items():
            while ends and (len(ends) != 2 or not starts_at_joint):
                lines.append(_walk(start, neighbours))
    return tuple(lines)


def _walk(start: Point, neighbours: dict[Point, list[Point]]) -> Line:
    line = [start]
    while neighbours[line[-1]]:
        here = line[-1]
        there = neighbours[here].pop()
        neighbours[there].remove(here)
        line.append(there)
    return tuple(line)


def _exact(point: Point) -> Point:
    """Two pieces' corners are the same corner when they lie within a thousandth of a millimetre."""
    return round(point[0], 3) + 0.0, round(point[1], 3) + 0.0
