"""A long evening at the simulated table: turns, and all else that happens there, held against the truth.

python -m benchmarks.evening [--hours 10] [--seed 1] [--kept build/evening] [--game trictrac]
"""

from __future__ import annotations

import argparse
import json
import math
import os
import sys
import tempfile
from collections.abc import Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import replace
from functools import reduce
from multiprocessing import get_context
from operator import add
from pathlib import Path
from random import Random
from typing import Any

import cv2

from benchmarks.evening_tally import Tally, tell
from benchmarks.happenings import SIDES_DEG, Happenings
from benchmarks.report import fingerprint
from benchmarks.steps import Step, begin, progress
from device.hands import pieces_of
from device.tabletop import PX_PER_MM, STILL
from scoring.addup import AddupState
from scoring.match import Match, Opened, Played, Undone
from scoring.players import deal
from scoring.snapshot import Answer, Begin, Do, Question, TablePiece
from tests.device.loop import Loop

GAMES = ("addique", "addique", "formula", "addup", "trictrac", "code777")
PROGRAM = (
    "benchmarks/evening.py",
    "benchmarks/happenings.py",
    "benchmarks/steps.py",
    "device",
    "scoring",
    "tests/device",
    "vision",
)
"""What an evening depends on."""
FEW_LARGE_BLOCKS = {"MALLOC_MMAP_THRESHOLD_": "1000000000", "MALLOC_TRIM_THRESHOLD_": "2000000000"}
"""A full picture's memory is kept for the next one: giving it back each time takes a quarter longer."""
LONGEST_ROW = 12
EDGE_MM = 60.0
"""Half a tile, and what bumps may have moved the camera by: so far from the picture's edge a tile is laid."""
NEAR = 0.3
"""How far, in sizes of a piece, its place may be off where it was seen."""
MOST_TRIES = 3
"""How often people try before they write a turn in by hand."""


class Evening:
    """People who play, in a room in which much else goes on."""

    def __init__(
        self,
        loop: Loop,
        rng: Random,
        automatic: bool,
        faults: Path | None = None,
        games: Sequence[str] = GAMES,
    ) -> None:
        self._loop, self._rng, self._automatic, self._faults = loop, rng, automatic, faults
        self._games = games
        self._truth = Match(deal("addique", ("Ann", "Bob"), Random(0)).table)
        self._coming: tuple[TablePiece, ...] = ()
        self.happenings = Happenings(loop, rng)
        self.tally = Tally(happened=self.happenings.counted)

    @property
    def _game(self) -> str:
        return self._truth.table.game

    def play(self, hours: float) -> Tally:
        """Play game after game until the time is up."""
        began_s = self._loop.now_s
        while self._loop.now_s - began_s < 3600 * hours:
            self._play_game(self._rng.choice(self._games), began_s + 3600 * hours)
        self.tally.hours = (self._loop.now_s - began_s) / 3600
        return self.tally

    def meet_everything(self) -> Tally:
        """Let everything that is no turn happen once."""
        for kind in self.happenings.kinds(self._game):
            self.happenings.happen(kind, self._game, self._coming)
            self._compare()
        return self.tally

    def _play_game(self, game: str, until_s: float) -> None:
        self._truth, steps = begin(game, self._rng)
        self._loop.tabletop.arrange(game, pieces_of(self._truth))
        self._loop.tell(Begin(self._truth.table))
        self._loop.wait(2.0)
        for step in steps:
            self._coming = step.lays[-1] if step.lays else self._loop.tabletop.pieces()
            if self._loop.now_s >= until_s or self._rows_are_full() or self._is_out_of_view(step):
                return
            self.happenings.be_quiet(self._rng.uniform(15, 90))
            if self._rng.random() < 0.6:
                kind = self._rng.choice(self.happenings.kinds(game))
                self.happenings.happen(kind, game, self._coming)
                self._compare()
            at_once = [step]
            if game == "addique" and self._rng.random() < 0.05:
                at_once += [second for second in [next(steps, None)] if second]
                self.happenings.counted["two tiles laid before the press"] += len(at_once) - 1
            self._take(at_once)

    def _rows_are_full(self) -> bool:
        """Whether an Add Up row is as long as the camera sees; people begin anew then."""
        columns = [piece.col for piece in self._loop.tabletop.pieces()]
        return self._game == "addup" and len(columns) > 0 and max(columns) >= LONGEST_ROW - 1

    def _is_out_of_view(self, step: Step) -> bool:
        """Whether an Addique tile would lie at the picture's edge; people begin anew then, too."""
        if self._game != "addique" or not step.lays:
            return False
        place_mm = self._loop.tabletop.place_mm(self._game, step.lays[-1])
        ends_mm = (side_px / PX_PER_MM / 2 - EDGE_MM for side_px in STILL)
        return any(abs(at) > end for at, end in zip(place_mm, ends_mm, strict=True))

    def _take(self, steps: list[Step]) -> None:
        """Lay what people lay, press NEXT as they do, and see what came of it."""
        loop, rng = self._loop, self._rng
        for step in steps:
            self._truth = step.then
            self.tally.turns[self._game] += 1
            for pieces in step.lays:
                loop.lay(self._game, pieces, rng.choice(SIDES_DEG))
                loop.wait(rng.uniform(0.1, 1.5))
            if not step.lays:
                loop.tell(Do(step.event, loop.match.version))
        last = steps[-1]
        if self._automatic and isinstance(last.event, Played):
            loop.wait(5.0)
        elif last.lays and last.asked is None:
            for _ in range(rng.choice((1, 1, 1, 2, 5))):
                loop.press()
                loop.wait(0.2)
        loop.wait(1.0)
        for _ in range(MOST_TRIES):
            if self._is_taken(last):
                break
            self._try_again(steps)
        if last.asked is not None:
            self._give_answer(last)
        self._compare()

    def _is_taken(self, step: Step) -> bool:
        """Whether the loop knows of a step: it has entered it, or asks for a question card's answer."""
        if step.asked is not None:
            return self._loop.shown.asked is not None
        return progress(self._loop.match) >= progress(self._truth)

    def _give_answer(self, step: Step) -> None:
        """Tell a phone the answer to a question card, whether or not that was recognised."""
        asked = self._loop.shown.asked
        if asked != step.asked:
            (self.tally.missed if asked is None else self.tally.wrong)[self._game] += 1
            self._note("question card missed" if asked is None else f"question {step.asked} read as {asked}")
        self._loop.tell(Do(step.event, self._loop.match.version))

    def _try_again(self, steps: list[Step]) -> None:
        """Answer what is asked, or press again."""
        question = self._loop.shown.question
        self.tally.said[f"{self._game}: {self._loop.says or self._loop.shown.machine}"] += 1
        if question:
            self.tally.asked[self._game] += 1
            self._loop.tell(Answer(question.number, self._true_answer(question, steps)))
        else:
            self.tally.retried[self._game] += 1
            # Who is told that it is read as soon as the hands are away gives it a little longer.
            self._loop.wait(3.0 if self._loop.shown.machine == "hand" else 1.5)
        if not self._is_taken(steps[-1]) and not self._loop.shown.question:
            self._loop.press()

    def _true_answer(self, question: Question, steps: list[Step]) -> str | None:
        """Say what really lies there; people look at the very piece that they are asked about."""
        inspector = self._loop.referee.inspector
        piece = inspector and inspector.doubted
        names = steps[-1].faces | ({" → ".join(map(_tile, steps))} if len(steps) > 1 else set())
        if piece and self._game != "trictrac":
            lying = self._loop.tabletop.frame().pieces
            places = ((math.dist((one.x_px, one.y_px), (piece.x, piece.y)), one.name) for one in lying)
            off_px, name = min(places)
            # Something beside a piece's middle is no piece: a corner of it, or a shadow.
            names = {name} if off_px < NEAR * (piece.box[2] - piece.box[0]) else set()
        return next((choice.face for choice in question.choices if choice.face in names), None)

    def _compare(self) -> None:
        """Count what the loop has otherwise than it was, and put it right as people would."""
        loop, truth = self._loop, self._truth
        more = progress(loop.match) - progress(truth)
        self.tally.false[self._game] += max(0, more)
        self.tally.missed[self._game] += max(0, -more)
        same = _nameless(loop.match.state) == _nameless(truth.state)
        self.tally.wrong[self._game] += not more and not same
        if not same:
            self._note("missed turn" if more < 0 else "false turn" if more else "wrong points")
            for _ in range(loop.match.version):
                loop.tell(Do(Undone(), loop.match.version))
            if loop.match.table.start != truth.table.start:
                loop.tell(Do(Opened(truth.table.start), loop.match.version))
            for turn in truth.turns:
                loop.tell(Do(Played(turn), loop.match.version))

    def _note(self, fault: str) -> None:
        """Note a fault, and keep the picture that was read last."""
        self.tally.reasons[f"{fault} in {self._game}: {self._loop.says or self._loop.shown.machine}"] += 1
        picture = self._loop.referee.inspector and self._loop.referee.inspector.picture()
        if self._faults and picture:
            (self._faults / f"{self._game}-{self._loop.now_s:.0f}.jpg").write_bytes(picture)


def _tile(step: Step) -> str:
    """The piece that a step lays last."""
    return step.lays[-1][-1].name if step.lays and step.lays[-1] else ""


def _nameless(state: Any) -> Any:
    """The state without saying which of Add Up's rows is the upper one: a card alone does not tell."""
    return replace(state, rows=frozenset(state.rows)) if isinstance(state, AddupState) else state


def measure(hours: float, automatic: bool, seed: int, kept: Path, games: Sequence[str] = GAMES) -> Tally:
    """Spend an evening hour by hour; hours kept from before, spent with the same program, count."""
    cv2.setNumThreads(1)
    kept.mkdir(parents=True, exist_ok=True)
    file = (
        kept
        / f"{'automatic' if automatic else 'buttons'}-{'-'.join(games)}-{seed}-{fingerprint(*PROGRAM)}.jsonl"
    )
    spent = [Tally.read(line) for line in file.read_text().splitlines()] if file.exists() else []
    while (left := hours - sum(tally.hours for tally in spent)) > 0.01:
        rng = Random(f"{seed} {automatic} {len(spent)}")
        with tempfile.TemporaryDirectory() as home:
            evening = Evening(Loop(Path(home), automatic=automatic), rng, automatic, kept, games)
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
    parser.add_argument("--game", action="append", choices=sorted(set(GAMES)), help="play only this")
    args = parser.parse_args()
    games = args.game or GAMES
    os.environ |= FEW_LARGE_BLOCKS
    with tempfile.TemporaryDirectory() as spare, ProcessPoolExecutor(2, get_context("spawn")) as both:
        kept = args.kept or Path(spare)
        spent = [
            both.submit(measure, args.hours, automatic, args.seed, kept, games) for automatic in (False, True)
        ]
        tallies = [each.result() for each in spent]
    print(tell(tallies, ("with buttons", "automatic")))
    return int(any(tally.count("wrong") or tally.count("false") for tally in tallies))


if __name__ == "__main__":
    sys.exit(main())
