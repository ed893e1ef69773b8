"""Simulated players with hands: they lay real artwork on the simulated table and press NEXT."""

from __future__ import annotations

import logging
import threading
import time
from collections.abc import Callable, Sequence
from dataclasses import replace
from itertools import chain
from random import Random

from device.desk import Desk
from device.dicebox import box_pieces
from device.judges import JUDGES
from device.judges.addup import lying_rows
from device.judges.code777 import next_rack
from device.judges.trictrac import NEW_THROW
from device.tabletop import Tabletop
from scoring.addup import Add, AddupState
from scoring.code777 import Ask, Guess
from scoring.code777_cards import card
from scoring.formula import FormulaState
from scoring.game import STARTER
from scoring.match import Event, Match, Played, Refusal
from scoring.players import deal
from scoring.saying import say
from scoring.snapshot import Answer, Begin, Do, Press, Question, Snapshot, TablePiece
from web.racks import put_up

log = logging.getLogger("tallytop")

NAMES = ("Ann", "Bob", "Chloé")
STEPS = 6
PATIENCE_S = 20.0
LAID = frozenset(JUDGES) - {"code777"}
"""Games whose turns lie on the table; the others' are said."""


def pieces_of(match: Match) -> tuple[TablePiece, ...]:
    """Return what lies on the table in a match."""
    state = match.state
    if match.table.game == "addique":
        return tuple(TablePiece(laid.tile, laid.col, laid.row) for laid in state.tiles)
    if isinstance(state, FormulaState):
        lying = state.lying
        left, right, outcome = ([card.face for card in number] for number in lying.numbers)
        sign = [lying.sign] if lying.sign else []
        return tuple(
            TablePiece(face, col, 0) for col, face in enumerate([*left, *sign, *right, "=", *outcome])
        )
    if isinstance(state, AddupState):
        return tuple(
            TablePiece(card.face, col, row)
            for row, cards in enumerate(lying_rows(match))
            for col, card in enumerate(cards)
        )
    return box_pieces(match) if match.table.game == "trictrac" else ()


class Hands:
    """Plays whole games on a thread of its own, until it is stopped or people start a game."""

    def __init__(self, desk: Desk, tabletop: Tabletop, rng: Random, step_s: float = 0.12) -> None:
        self._desk = desk
        self._tabletop = tabletop
        self._rng = rng
        self._step_s = step_s
        self._stopped = threading.Event()
        self._thread: threading.Thread | None = None

    def start(self, game: str) -> None:
        """Begin to play a game."""
        self.stop()
        self._stopped.clear()
        self._thread = threading.Thread(target=self._run, args=(game,), name="hands", daemon=True)
        self._thread.start()

    def stop(self) -> None:
        """Take the hands off the table."""
        self._stopped.set()
        if self._thread is not None:
            self._thread.join(timeout=10)
            self._thread = None
        self._tabletop.hold_hand(None)

    def _run(self, game: str) -> None:
        try:
            self.play(game)
        except Refusal as refusal:
            log.info("The simulated players stop: %s", refusal)
        finally:
            self._tabletop.hold_hand(None)

    def play(self, game: str) -> Match:
        """Play one game to its end and return it as it really was."""
        dealt = deal(game, NAMES[: 2 if game == "formula" else 3], self._rng)
        turns = dealt.turns()
        first = next(turns)
        # The eye sees what was laid, not who laid it: the table says who begins.
        table = replace(dealt.table, start={**dealt.table.start, STARTER: dealt.table.name(first.seat)})
        match = Match(table)
        if game in LAID:
            self._tabletop.arrange(game, pieces_of(match))
        else:
            table = replace(table, start={STARTER: table.start[STARTER]})
        mine = self._desk.ask(Begin(table)).match_id
        if game not in LAID:
            for cards in match.table.start["racks"].values():
                self._show_rack(cards)
        for turn in chain((first,), turns):
            before, match = match, match.with_event(Played(turn))
            if self._stopped.is_set() or self._desk.snapshot().match_id != mine:
                return before
            if game in LAID:
                self._lay(before, match)
                self._press_next(match)
            else:
                self._show_turn(turn)
            self._stopped.wait(self._step_s * 8)
        return match

    def _show_turn(self, turn: Ask | Guess) -> None:
        """Show a question card and give its answer, or make a guess and show the new cards."""
        if isinstance(turn, Ask):
            self._tabletop.arrange("code777", (TablePiece(f"question {turn.question}", 1, 0),))
            self._until(lambda now: now.asked == turn.question)
            self._say(Played(turn))
            return
        self._say(Played(replace(turn, rack=None, spare=None)))
        for cards in filter(None, (turn.rack, turn.spare)):
            self._show_rack(cards)

    def _show_rack(self, cards: Sequence[object]) -> None:
        """Show three cards to the camera and press NEXT; cards that cannot be read are tapped in."""
        match = self._desk.snapshot().match
        owner = next_rack(match) if match else None
        if match is None or owner is None:
            return
        known = say("The rack of {player} is known.", player=owner)
        self._tabletop.arrange("code777", tuple(TablePiece(str(one), at, 0) for at, one in enumerate(cards)))
        if self._until(lambda now: now.notice == known).notice == known:
            self._desk.ask(Press("next"))
        else:
            self._say(put_up(match, owner, tuple(card(str(one)) for one in cards)))

    def _say(self, event: Event) -> None:
        """Enter something by phone."""
        match = self._desk.snapshot().match
        if match is not None:
            self._desk.ask(Do(event, match.version))

    def _lay(self, before: Match, match: Match) -> None:
        """Reach in, lay the piece, and pull the hand back."""
        game, pieces = match.table.game, pieces_of(match)
        if pieces == pieces_of(before):
            return
        at_mm = self._tabletop.place_mm(game, pieces) if game == "addique" else (0.0, 20.0)
        for step in range(1, STEPS + 1):
            self._tabletop.hold_hand(at_mm, step / STEPS)
            self._stopped.wait(self._step_s)
        self._tabletop.arrange(game, pieces)
        for step in reversed(range(STEPS)):
            self._tabletop.hold_hand(at_mm, step / STEPS)
            self._stopped.wait(self._step_s)
        self._tabletop.hold_hand(None)

    def _press_next(self, match: Match) -> None:
        """Press NEXT when the table has been read, answer what is asked, and wait for the score."""
        shown = self._desk.snapshot()
        if pieces_of(match) != pieces_of(shown.match or match):
            shown = self._until(lambda now: bool(now.preview or now.question))
        if shown.question:
            self._answer(shown.question, match)
        else:
            self._desk.tell(Press("next"))
        shown = self._until(lambda now: now.match is not None and len(now.match.turns) >= len(match.turns))
        if shown.question:
            self._answer(shown.question, match)

    def _answer(self, question: Question, match: Match) -> None:
        """Say what really lies there, as people at the table would."""
        names = {piece.name for piece in pieces_of(match)} | {NEW_THROW}
        turn = match.turns[-1]
        if isinstance(turn, Add) and turn.value is not None:
            names = {turn.face, str(turn.value)}
        true = next((choice.face for choice in question.choices if choice.face in names), None)
        self._desk.ask(Answer(question.number, true))
        if true is not None and self._desk.snapshot().preview:
            self._desk.tell(Press("next"))

    def _until(self, holds: Callable[[Snapshot], bool]) -> Snapshot:
        """Wait until something holds of what is shown, or patience ends."""
        end_s = time.monotonic() + PATIENCE_S
        shown = self._desk.snapshot()
        while not holds(shown) and time.monotonic() < end_s and not self._stopped.is_set():
            shown = self._desk.wait(shown.number, 0.5)
        return shown
