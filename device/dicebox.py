"""Tric-Trac on the simulated table: the board, covers by their number, dice by their face."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from random import Random
from zlib import crc32

from scoring.match import Match, Refusal
from scoring.saying import problem
from scoring.snapshot import TablePiece
from scoring.trictrac import BOX
from vision.artwork.look import Look
from vision.artwork.trictrac import DIE_MM, FIELD_HEIGHT_MM, FIELD_Y_MM, board, cover, field_x
from vision.scene.dice import Die
from vision.scene.scene import Placed

DICE = tuple("⚀⚁⚂⚃⚄⚅")
NUMBERS = tuple(map(str, BOX))
MEETING = {1: (2, 3), 2: (1, 3), 3: (1, 2), 4: (1, 2), 5: (1, 3), 6: (2, 3)}
"""For every number on top, two sides that meet there."""
GREEN_MM = (22.0, 98.0, -14.0, 56.0)
"""Where a die may fall right of the middle: nearest, furthest, highest, lowest; the other falls left."""


def box_pieces(match: Match) -> tuple[TablePiece, ...]:
    """Return the covers and the dice as they lie after the last throw."""
    if not match.turns:
        return ()
    turn, outcome = match.turns[-1], match.results[-1].outcome
    left = outcome.details["open"] if outcome else BOX
    covers = [TablePiece(str(number), number, 0) for number in BOX if number not in left]
    # Every throw falls on another spot, or two alike could not be told apart.
    dice = [TablePiece(DICE[value - 1], 2 * len(match.turns) + at, 1) for at, value in enumerate(turn.dice)]
    return (*covers, *dice)


def lay_box(pieces: Sequence[TablePiece], look: Look) -> Iterator[Placed]:
    """Lay the board and a cover on every number that is named."""
    yield Placed(board(look), 0.0, 0.0, size_mm=FIELD_HEIGHT_MM * 0.5)
    for piece in pieces:
        if piece.name not in DICE:
            if piece.name not in NUMBERS:
                name = piece.name
                raise Refusal(problem("no-such-piece", "There is no piece {name} in the set.", name=name))
            chance = _chance(piece)
            x = field_x(int(piece.name)) + chance.uniform(-0.5, 0.5)
            y, turn = FIELD_Y_MM + chance.uniform(-0.5, 0.5), chance.uniform(-1.5, 1.5)
            yield Placed(cover(look), x, y, turn, look.card_thickness_mm)


def roll_dice(pieces: Sequence[TablePiece], look: Look) -> tuple[Die, ...]:
    """Let the dice that are named fall on the green, in turn left and right."""
    near, far, high, low = GREEN_MM
    dice = []
    for at, piece in enumerate(piece for piece in pieces if piece.name in DICE):
        chance, value = _chance(piece), DICE.index(piece.name) + 1
        x, y = chance.uniform(near, far) * (1 if at % 2 else -1), chance.uniform(high, low)
        turn, lift = chance.uniform(0, 360), look.card_thickness_mm
        dice.append(
            Die((*MEETING[value], value), x, y, DIE_MM, turn, lift_mm=lift, flip=chance.randrange(256))
        )
    return tuple(dice)


def _chance(piece: TablePiece) -> Random:
    """The same for the same piece each time it is asked."""
    return Random(crc32(f"{piece.name}@{piece.col},{piece.row}".encode()))
