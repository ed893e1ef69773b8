"""What is counted in an evening at the table, game by game, and how it is told."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field, fields

ROWS = (
    ("hours", "hours"), ("turns", "turns"), ("false turns", "false"), ("missed turns", "missed"),
    ("wrong points", "wrong"), ("questions", "asked"), ("second presses", "retried"),
)  # fmt: skip
FAULTS = ("false", "missed", "wrong")


@dataclass
class Tally:
    """What was counted; a false turn is one nobody played, a missed one had to be written in by hand.

    All but the hours are counted by game. In Code 777 a rack that is shown and a question card are turns too.
    """

    hours: float = 0.0
    turns: Counter[str] = field(default_factory=Counter)
    false: Counter[str] = field(default_factory=Counter)
    missed: Counter[str] = field(default_factory=Counter)
    wrong: Counter[str] = field(default_factory=Counter)
    asked: Counter[str] = field(default_factory=Counter)
    retried: Counter[str] = field(default_factory=Counter)
    happened: Counter[str] = field(default_factory=Counter)
    said: Counter[str] = field(default_factory=Counter)
    """The sentences that came instead of a turn, before people answered or pressed again."""
    reasons: Counter[str] = field(default_factory=Counter)

    @classmethod
    def read(cls, line: str) -> Tally:
        """Take up a tally that was kept."""
        told = json.loads(line)
        return cls(**{name: Counter(value) if name != "hours" else value for name, value in told.items()})

    def __add__(self, other: Tally) -> Tally:
        names = [each.name for each in fields(self)]
        return Tally(*(getattr(self, name) + getattr(other, name) for name in names))

    def count(self, key: str) -> float:
        """Return one figure of all games together."""
        return self.hours if key == "hours" else Counter.total(getattr(self, key))


def tell(tallies: Sequence[Tally], names: Sequence[str]) -> str:
    """Write down evenings side by side as Markdown."""
    head, rule = f"{' | '.join(names)} |\n", "|---" * (len(names) + 1) + "|\n"
    both = sum(tallies, Tally())
    lines = [f"| simulated evening | {head}{rule}".rstrip()]
    for name, key in ROWS:
        lines.append(f"| {name} | " + " | ".join(_spell(tally, key) for tally in tallies) + " |")
    lines.append("\n| all evenings, by game | turns | false | missed | wrong |\n|---|---|---|---|---|")
    for game in sorted(both.turns):
        counts = (getattr(both, key)[game] for key in ("turns", *FAULTS))
        lines.append(f"| {game} | {' | '.join(map(str, counts))} |")
    lines.append(f"\n| what else happened | {head}{rule}".rstrip())
    for name in sorted(both.happened):
        lines.append(f"| {name} | " + " | ".join(str(tally.happened[name]) for tally in tallies) + " |")
    lines.append("\n| said instead of a turn, before another press or an answer | times |\n|---|---|")
    lines += [f"| {sentence} | {count} |" for sentence, count in both.said.most_common()]
    lines += [f"\n{count} × {why}" for why, count in both.reasons.items()]
    return "\n".join(lines)


def _spell(tally: Tally, key: str) -> str:
    """Write a figure; where nothing went wrong, with what is certain all the same."""
    count = tally.count(key)
    if count or key not in FAULTS:
        return f"{count:.4g}"
    if key == "false":
        return f"0 (under {3 / tally.hours:.2g} an hour)"
    return f"0 (under {min(100, 300 / max(1, tally.count('turns'))):.2g} %)"
