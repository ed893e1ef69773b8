"""What came of reading a table, one by one and counted per condition."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from benchmarks.tables import Deck, Table, Truth
from vision import Reading

HEAD = (
    "| | tables | exact | silent | of these left out | needless asks | pieces right | ms |\n"
    "|---|---|---|---|---|---|---|---|"
)


@dataclass(frozen=True)
class Outcome:
    """One table read: under which condition, how well, and each piece's confidence and rightness."""

    condition: str
    exact: bool
    sure: bool
    left_out: bool
    why: tuple[str, ...]
    ms: float
    pieces: tuple[tuple[float, bool], ...]

    @property
    def silent(self) -> bool:
        """Wrong, and nobody would have asked."""
        return self.sure and not self.exact


def judge(
    deck: Deck, condition: str, table: Table, reading: Reading, ms: float, scale: float = 1.0
) -> Outcome:
    """Compare a reading with the truth; scale: the picture's width against the table's."""
    truth = table.truth
    if truth.blocked:
        condition += ", something hidden"
    elif not truth.readable:
        condition = "not readable by eye"
    elif truth.hand:
        condition = "a hand in view, nothing hidden"
    missing = len(reading.pieces) < len(truth.pieces) + len(truth.hidden)
    return Outcome(
        condition,
        deck.exact(reading, truth),
        reading.sure,
        missing,
        tuple(sorted({doubt.code for doubt in reading.why})),
        ms,
        tuple(judge_pieces(reading, truth, scale)),
    )


def judge_pieces(reading: Reading, truth: Truth, scale: float = 1.0) -> list[tuple[float, bool]]:
    """Confidence and rightness of every piece read where a whole piece lies."""
    judged = []
    for piece in reading.pieces:
        away = [
            (np.hypot(x * scale - piece.x, y * scale - piece.y), name) for name, _, _, x, y in truth.pieces
        ]
        gap, name = min(away, default=(np.inf, ""))
        if gap < truth.size_px * scale:
            judged.append((round(piece.confidence, 5), name == piece.name))
    return judged


def figures(outcomes: Sequence[Outcome]) -> dict[str, Any]:
    """The counts of some outcomes; an ask is needless where all can be seen."""
    count = len(outcomes)
    asks = [outcome for outcome in outcomes if not outcome.sure]
    return {
        "tables": count,
        "exact": sum(outcome.exact for outcome in outcomes),
        "silent": sum(outcome.silent for outcome in outcomes),
        "left_out": sum(outcome.silent and outcome.left_out for outcome in outcomes),
        "asks": len(asks),
        "pieces": sum(len(outcome.pieces) for outcome in outcomes),
        "pieces_right": sum(right for outcome in outcomes for _, right in outcome.pieces),
        "median_ms": round(float(np.median([outcome.ms for outcome in outcomes])), 1) if count else None,
        "reasons": dict(Counter(code for outcome in asks for code in outcome.why).most_common()),
    }


def by_condition(outcomes: Iterable[Outcome]) -> dict[str, dict[str, Any]]:
    """The figures of every condition."""
    groups: dict[str, list[Outcome]] = {}
    for outcome in outcomes:
        groups.setdefault(outcome.condition, []).append(outcome)
    return {name: figures(group) for name, group in sorted(groups.items())}


def row(name: str, found: dict[str, Any]) -> str:
    """A line of the Markdown table; where something is hidden or a hand is in view, asking is right."""
    share = 100 / max(found["tables"], 1)
    asks = f"{found['asks'] * share:.1f} %"
    if "hidden" in name or "not readable" in name:
        asks = f"(asks {asks})"
    silent = f"{found['silent']}" if found["silent"] else f"0 (under {min(3 * share, 100):.3g} %)"
    pieces = f"{found['pieces_right']} of {found['pieces']}"
    return (
        f"| {name} | {found['tables']} | {found['exact'] * share:.1f} % | {silent} "
        f"| {found['left_out']} | {asks} | {pieces} | {found['median_ms']:.0f} |"
    )
