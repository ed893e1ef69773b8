"""A long evening at the simulated table: turns, and all else that happens there, held against the truth.

python -m benchmarks.evening [--hours 10] [--seed 1]
"""

from __future__ import annotations

import argparse
import math
import sys
import tempfile
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field, replace
from itertools import chain
from pathlib import Path
from random import Random
from typing import Any

from device.hands import pieces_of
from scoring.addique import Placement
from scoring.addup import Add
from scoring.game import STARTER
from scoring.match import Match, Played, Undone
from scoring.players import deal
from scoring.snapshot import Answer, Begin, Do, Question
from tests.device.loop import FRAME_S, Loop
from tests.device.room import Blob, cat, drink

GAMES = ("addique", "addique", "formula", "addup")
SIDES_DEG = (80.0, 100.0, 0.0, 180.0, 260.0)
MOST_TRIES = 3
"""How often people try before they write a turn in by hand."""
GLANCE_S = 2.0
"""Quiet stretches are glanced at this rarely, so that hours go by in minutes."""
SUN_S = 3600.0


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
    reasons: Counter[str] = field(default_factory=Counter)


class Evening:
    """People who play, and a room in which much else goes on."""

    def __init__(self, loop: Loop, rng: Random, automatic: bool) -> None:
        self._loop, self._rng, self._automatic = loop, rng, automatic
        self._standing: tuple[Blob, ...] = ()
        self._truth = Match(deal("addique", ("Ann", "Bob"), Random(0)).table)
        self._next: Any = None
        self.tally = Tally()
        self.happenings: tuple[Callable[[], None], ...] = (
            self._hand_passes, self._reach_across, self._sleeve_rests, self._cat_walks, self._drink,
            self._lamp, self._bump, self._nudge, self._piece_passes, self._change_of_mind, self._mash,
        )  # fmt: skip

    def play(self, hours: float) -> Tally:
        """Play game after game until the time is up."""
        began_s = self._loop.now_s
        while self._loop.now_s - began_s < 3600 * hours:
            self._play_game(self._rng.choice(GAMES), began_s + 3600 * hours)
        self.tally.hours = (self._loop.now_s - began_s) / 3600
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
            if self._loop.now_s >= until_s:
                return
            self._be_quiet(self._rng.uniform(10, 60))
            if self._rng.random() < 0.6:
                self.happen(self._rng.choice(self.happenings))
            at_once = [self._next]
            if game == "addique" and self._rng.random() < 0.05:
                at_once += [second for second in [next(todo, None)] if second]
            self._take_turns(at_once)

    def happen(self, happening: Callable[[], None]) -> None:
        """Let something happen that is no turn."""
        self.tally.happened[happening.__name__.strip("_").replace("_", " ")] += 1
        happening()
        self._loop.wait(1.5)
        self._compare()

    # -- turns

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
        if question:
            self.tally.asked += 1
            self._loop.tell(Answer(question.number, self._true_answer(question, turns)))
        else:
            self.tally.retried += 1
            self._loop.wait(1.5)
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
        if more < 0:
            self.tally.missed -= more
            self.tally.reasons[f"{truth.table.game}: {loop.says or loop.shown.machine}"] += 1
        if more == 0 and loop.match.state != truth.state:
            self.tally.wrong += 1
            self.tally.reasons[f"{truth.table.game}: wrong"] += 1
        if loop.match.state != truth.state:
            for _ in loop.match.turns:
                loop.tell(Do(Undone(), loop.match.version))
            for turn in truth.turns:
                loop.tell(Do(Played(turn), loop.match.version))

    # -- what else happens

    def _be_quiet(self, seconds: float) -> None:
        """Think, while the sun goes its way."""
        for _ in range(round(seconds / GLANCE_S)):
            self._loop.room.sun = 0.6 + 0.4 * math.cos(2 * math.pi * self._loop.now_s / SUN_S)
            self._loop.wait(GLANCE_S, GLANCE_S)

    def _somewhere(self) -> tuple[float, float]:
        return self._rng.uniform(-150, 150), self._rng.uniform(-90, 90)

    def _hand_passes(self) -> None:
        at_mm, side = self._somewhere(), self._rng.choice(SIDES_DEG)
        self._loop.reach(at_mm, side)
        self._loop.wait(self._rng.uniform(0.1, 1.5))
        self._loop.leave(at_mm, side)

    def _reach_across(self) -> None:
        side = self._rng.choice((0.0, 180.0))
        for step in range(8):
            x = (1 if side == 0 else -1) * (300 - 80 * step)
            self._loop.tabletop.hold_hand((x, self._rng.uniform(-20, 20)), 1.0, side)
            self._loop.wait(FRAME_S)
        self._loop.leave((-260.0 if side == 0 else 260.0, 0.0), side)

    def _sleeve_rests(self) -> None:
        at_mm = (self._rng.uniform(-200, 200), self._rng.uniform(60, 200))
        self._loop.reach(at_mm)
        self._loop.wait(self._rng.uniform(5, 20))
        self._loop.leave(at_mm)

    def _cat_walks(self) -> None:
        y = self._rng.uniform(0.0, 0.5)
        for step in range(14):
            self._loop.room.things = self._standing + cat(-0.3 + step * 0.125, y)
            self._loop.wait(8.0 if step == 6 and self._rng.random() < 0.3 else 2 * FRAME_S)
        self._loop.room.things = self._standing

    def _drink(self) -> None:
        self._loop.reach((-330.0, 150.0))
        self._standing = () if self._standing else drink(0.06, 0.5)
        self._loop.room.things = self._standing
        self._loop.leave((-330.0, 150.0))

    def _lamp(self) -> None:
        self._loop.room.lamp = self._rng.uniform(0.3, 0.7)
        self._loop.wait(self._rng.uniform(2, 10))
        self._loop.room.lamp = 1.0
        self._loop.wait(2.0)

    def _bump(self) -> None:
        self._loop.tabletop.bump()
        self._loop.wait(1.0)

    def _nudge(self) -> None:
        pieces = pieces_of(self._truth)
        if pieces:
            number = self._rng.randrange(len(pieces))
            push = [self._rng.uniform(-3, 3) for _ in range(3)]
            self._with_hand(lambda: self._loop.tabletop.nudge(number, *push))
            self._loop.wait(2.0)
            self._with_hand(self._put_back)

    def _piece_passes(self) -> None:
        pieces = pieces_of(self._truth.with_event(Played(self._next)))
        at_mm = (0.0, 40.0)
        self._loop.reach(at_mm)
        self._loop.tabletop.arrange(self._truth.table.game, pieces)
        self._loop.wait(self._rng.uniform(0.2, 1.0))
        self._put_back()
        self._loop.leave(at_mm)

    def _change_of_mind(self) -> None:
        pieces = pieces_of(self._truth.with_event(Played(self._next)))
        self._with_hand(lambda: self._loop.tabletop.arrange(self._truth.table.game, pieces))
        self._loop.wait(self._rng.uniform(0.2, 2.0))
        self._with_hand(self._put_back)

    def _mash(self) -> None:
        if self._truth.table.game == "formula":
            return  # who ends a turn of Formula without laying has drawn a card
        for _ in range(6):
            self._loop.press()
            self._loop.wait(0.2)

    def _put_back(self) -> None:
        self._loop.tabletop.arrange(self._truth.table.game, pieces_of(self._truth))

    def _with_hand(self, deed: Callable[[], None]) -> None:
        at_mm = self._somewhere()
        self._loop.reach(at_mm)
        deed()
        self._loop.leave(at_mm)


def measure(hours: float, automatic: bool, seed: int = 1) -> Tally:
    """Spend an evening, and return what was counted."""
    with tempfile.TemporaryDirectory() as home:
        return Evening(Loop(Path(home), automatic=automatic), Random(seed), automatic).play(hours)


def main() -> int:
    """Print the figures of an evening with buttons and of one without."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.evening")
    parser.add_argument("--hours", type=float, default=1.0, help="how long each evening is (default: 1)")
    parser.add_argument("--seed", type=int, default=1, help="which evening it is (default: 1)")
    args = parser.parse_args()
    tallies = [measure(args.hours, automatic, args.seed) for automatic in (False, True)]
    print("| simulated evening | with buttons | automatic |\n|---|---|---|")
    for name, key in (
        ("hours", "hours"), ("turns", "turns"), ("false turns", "false"), ("missed turns", "missed"),
        ("wrong points", "wrong"), ("questions", "asked"), ("second presses", "retried"),
    ):  # fmt: skip
        print(f"| {name} | " + " | ".join(f"{getattr(tally, key):.4g}" for tally in tallies) + " |")
    for tally in tallies:
        print(", ".join(f"{name} {count}" for name, count in sorted(tally.happened.items())), file=sys.stderr)
        print("\n".join(f"missed {count} × {why}" for why, count in tally.reasons.items()), file=sys.stderr)
    return int(any(tally.wrong or tally.false for tally in tallies))


if __name__ == "__main__":
    sys.exit(main())
