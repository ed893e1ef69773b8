"""A long evening at the simulated table: turns, and all else that happens there, held against the truth.

python -m benchmarks.evening [--hours 10] [--seed 1] [--kept build/evening]
"""

from __future__ import annotations

import argparse
import json
import os
import sys
import tempfile
from collections import Counter
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass, field, fields, replace
from functools import reduce
from itertools import chain
from multiprocessing import get_context
from operator import add
from pathlib import Path
from random import Random
from typing import Any

import cv2

from benchmarks.happenings import SIDES_DEG, Happenings
from benchmarks.report import fingerprint
from device.hands import pieces_of
from scoring.addique import Placement
from scoring.addup import Add, AddupState
from scoring.game import STARTER
from scoring.match import Match, Played, Undone
from scoring.players import deal
from scoring.snapshot import Answer, Begin, Do, Question
from tests.device.loop import Loop

GAMES = ("addique", "addique", "formula", "addup")
PROGRAM = ("benchmarks/evening.py", "benchmarks/happenings.py", "device", "scoring", "tests/device", "vision")
"""What an evening depends on."""
FEW_LARGE_BLOCKS = {"MALLOC_MMAP_THRESHOLD_": "1000000000", "MALLOC_TRIM_THRESHOLD_": "2000000000"}
"""A full picture's memory is kept for the next one: giving it back each time takes a quarter longer."""
LONGEST_ROW = 12
MOST_TRIES = 3
"""How often people try before they write a turn in by hand."""
ROWS = (
    ("hours", "hours"), ("turns", "turns"), ("false turns", "false"), ("missed turns", "missed"),
    ("wrong points", "wrong"), ("questions", "asked"), ("second presses", "retried"),
)  # fmt: skip


@dataclass
class Tally:
    """What was counted; a false turn is one nobody played, a missed one had to be written in by hand."""

    hours: float = 0.0
    turns: int = 0
    false: int = 0
    missed: int = 0
    wrong: int = 0
    asked: int = 0
    retried: int = 0
    happened: Counter[str] = field(default_factory=Counter)
    said: Counter[str] = field(default_factory=Counter)
    """The sentences that came instead of a turn, before people answered or pressed again."""
    reasons: Counter[str] = field(default_factory=Counter)

    @classmethod
    def read(cls, line: str) -> Tally:
        """Take up a tally that was kept."""
        told = json.loads(line)
        return cls(**{**told, **{name: Counter(told[name]) for name in ("happened", "said", "reasons")}})

    def __add__(self, other: Tally) -> Tally:
        names = [each.name for each in fields(self)]
        return Tally(*(getattr(self, name) + getattr(other, name) for name in names))


class Evening:
    """People who play, in a room in which much else goes on."""

    def __init__(self, loop: Loop, rng: Random, automatic: bool, faults: Path | None = None) -> None:
        self._loop, self._rng, self._automatic, self._faults = loop, rng, automatic, faults
        self._truth = Match(deal("addique", ("Ann", "Bob"), Random(0)).table)
        self._next: Any = None
        self.happenings = Happenings(loop, rng)
        self.tally = Tally(happened=self.happenings.counted)

    def play(self, hours: float) -> Tally:
        """Play game after game until the time is up."""
        began_s = self._loop.now_s
        while self._loop.now_s - began_s < 3600 * hours:
            self._play_game(self._rng.choice(GAMES), began_s + 3600 * hours)
        self.tally.hours = (self._loop.now_s - began_s) / 3600
        return self.tally

    def meet_everything(self) -> Tally:
        """Let everything that is no turn happen once."""
        for kind in self.happenings.kinds(self._truth.table.game):
            self.happenings.happen(kind, self._truth, self._next)
            self._compare()
        return self.tally

    def _play_game(self, game: str, until_s: float) -> None:
        dealt = deal(game, ("Ann", "Bob"), self._rng)
        turns = dealt.turns()
        first = next(turns)
        table = replace(dealt.table, start={**dealt.table.start, STARTER: dealt.table.name(first.seat)})
        self._truth = Match(table)
        self._loop.tabletop.arrange(game, pieces_of(self._truth))
        self._loop.tell(Begin(table))
        self._loop.wait(2.0)
        todo: Iterator[Any] = chain((first,), turns)
        for self._next in todo:
            if self._loop.now_s >= until_s or self._rows_are_full():
                return
            self.happenings.be_quiet(self._rng.uniform(15, 90))
            if self._rng.random() < 0.6:
                kind = self._rng.choice(self.happenings.kinds(game))
                self.happenings.happen(kind, self._truth, self._next)
                self._compare()
            at_once = [self._next]
            if game == "addique" and self._rng.random() < 0.05:
                at_once += [second for second in [next(todo, None)] if second]
                self.happenings.counted["two tiles laid before the press"] += len(at_once) - 1
            self._take_turns(at_once)

    def _rows_are_full(self) -> bool:
        """Whether an Add Up row is as long as the camera sees; people begin anew then."""
        columns = [piece.col for piece in pieces_of(self._truth)]
        return self._truth.table.game == "addup" and len(columns) > 0 and max(columns) >= LONGEST_ROW - 1

    def _take_turns(self, turns: list[Any]) -> None:
        """Lay turns, press NEXT as people do, and see what came of it."""
        loop, rng = self._loop, self._rng
        for turn in turns:
            before, self._truth = self._truth, self._truth.with_event(Played(turn))
            self.tally.turns += 1
            if pieces_of(before) == pieces_of(self._truth):
                loop.tell(Do(Played(turn), loop.match.version))
            else:
                loop.lay(self._truth.table.game, pieces_of(self._truth), rng.choice(SIDES_DEG))
                loop.wait(rng.uniform(0.1, 1.5))
        if self._automatic:
            loop.wait(5.0)
        else:
            for _ in range(rng.choice((1, 1, 1, 2, 5))):
                loop.press()
                loop.wait(0.2)
            loop.wait(1.0)
        for _ in range(MOST_TRIES):
            if len(loop.match.turns) >= len(self._truth.turns):
                break
            self._try_again(turns)
        self._compare()

    def _try_again(self, turns: list[Any]) -> None:
        """Answer what is asked, or press again."""
        question = self._loop.shown.question
        self.tally.said[f"{self._truth.table.game}: {self._loop.says or self._loop.shown.machine}"] += 1
        if question:
            self.tally.asked += 1
            self._loop.tell(Answer(question.number, self._true_answer(question, turns)))
        else:
            self.tally.retried += 1
            # Who is told that it is read as soon as the hands are away gives it a little longer.
            self._loop.wait(3.0 if self._loop.shown.machine == "hand" else 1.5)
        if len(self._loop.match.turns) < len(self._truth.turns) and not self._loop.shown.question:
            self._loop.press()

    def _true_answer(self, question: Question, turns: list[Any]) -> str | None:
        """Say what really lies there."""
        names = {piece.name for piece in pieces_of(self._truth)}
        if isinstance(turns[0], Placement):
            names.add(" → ".join(turn.laid.tile for turn in turns))
        if isinstance(turns[-1], Add) and turns[-1].value is not None:
            names = {turns[-1].face, str(turns[-1].value)}
        return next((choice.face for choice in question.choices if choice.face in names), None)

    def _compare(self) -> None:
        """Count what the loop has otherwise than it was, and put it right as people would."""
        loop, truth = self._loop, self._truth
        more = len(loop.match.turns) - len(truth.turns)
        self.tally.false += max(0, more)
        self.tally.missed += max(0, -more)
        same = _nameless(loop.match.state) == _nameless(truth.state)
        self.tally.wrong += not more and not same
        if not same:
            fault = "missed turn" if more < 0 else "false turn" if more else "wrong points"
            self._note(f"{fault} in {truth.table.game}: {loop.says or loop.shown.machine}")
            for _ in loop.match.turns:
                loop.tell(Do(Undone(), loop.match.version))
            for turn in truth.turns:
                loop.tell(Do(Played(turn), loop.match.version))

    def _note(self, reason: str) -> None:
        """Note a fault, and keep the picture that was read last."""
        self.tally.reasons[reason] += 1
        picture = self._loop.referee.inspector and self._loop.referee.inspector.picture()
        if self._faults and picture:
            (self._faults / f"{self._truth.table.game}-{self._loop.now_s:.0f}.jpg").write_bytes(picture)


def _nameless(state: Any) -> Any:
    """The state without saying which of Add Up's rows is the upper one: a card alone does not tell."""
    return replace(state, rows=frozenset(state.rows)) if isinstance(state, AddupState) else state


def _spell(tally: Tally, key: str) -> str:
    """Write a figure; where nothing went wrong, with what is certain all the same."""
    count = getattr(tally, key)
    if count or key not in ("false", "missed", "wrong"):
        return f"{count:.4g}"
    if key == "false":
        return f"0 (under {3 / tally.hours:.2g} an hour)"
    return f"0 (under {300 / max(1, tally.turns):.2g} %)"


def measure(hours: float, automatic: bool, seed: int, kept: Path) -> Tally:
    """Spend an evening hour by hour; hours kept from before, spent with the same program, count."""
    cv2.setNumThreads(1)
    kept.mkdir(parents=True, exist_ok=True)
    file = kept / f"{'automatic' if automatic else 'buttons'}-{seed}-{fingerprint(*PROGRAM)}.jsonl"
    spent = [Tally.read(line) for line in file.read_text().splitlines()] if file.exists() else []
    while (left := hours - sum(tally.hours for tally in spent)) > 0.01:
        rng = Random(f"{seed} {automatic} {len(spent)}")
        with tempfile.TemporaryDirectory() as home:
            evening = Evening(Loop(Path(home), automatic=automatic), rng, automatic, kept)
            spent.append(evening.play(min(1, left)))
        with file.open("a") as out:
            print(json.dumps(vars(spent[-1])), file=out)
    return reduce(add, spent, Tally())


def main() -> int:
    """Print the figures of an evening with buttons and of one without, spent side by side."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.evening")
    parser.add_argument("--hours", type=float, default=1.0, help="how long each evening is (default: 1)")
    parser.add_argument("--seed", type=int, default=1, help="which evening it is (default: 1)")
    parser.add_argument("--kept", type=Path, help="keep every hour here, and go on from those kept")
    args = parser.parse_args()
    os.environ |= FEW_LARGE_BLOCKS
    with tempfile.TemporaryDirectory() as spare, ProcessPoolExecutor(2, get_context("spawn")) as both:
        kept = args.kept or Path(spare)
        spent = [both.submit(measure, args.hours, automatic, args.seed, kept) for automatic in (False, True)]
        tallies = [each.result() for each in spent]
    print("| simulated evening | with buttons | automatic |\n|---|---|---|")
    for name, key in ROWS:
        print(f"| {name} | " + " | ".join(_spell(tally, key) for tally in tallies) + " |")
    print("\n| what else happened | with buttons | automatic |\n|---|---|---|")
    for name in sorted(set().union(*(tally.happened for tally in tallies))):
        print(f"| {name} | " + " | ".join(str(tally.happened[name]) for tally in tallies) + " |")
    print("\n| said instead of a turn, before another press or an answer | times |\n|---|---|")
    for sentence, count in sum((tally.said for tally in tallies), Counter[str]()).most_common():
        print(f"| {sentence} | {count} |")
    reasons = tallies[0].reasons + tallies[1].reasons
    print("\n".join(f"\n{count} × {why}" for why, count in reasons.items()))
    return int(any(tally.wrong or tally.false for tally in tallies))


if __name__ == "__main__":
    sys.exit(main())
