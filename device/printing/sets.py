"""The sheets of each game's whole set."""

from __future__ import annotations

from collections.abc import Callable

from device.printing.layout import in_rows, nested, stacked
from device.printing.paper import Paper
from device.printing.sheet import Sheet, mirrored
from vision.artwork import addique, addup, code777, formula, trictrac
from vision.artwork.backs import card_back, tile_back
from vision.artwork.look import Look
from vision.artwork.mat import MARKER_CENTRES_MM, mat_part
from vision.artwork.questions import COUNT, question_card
from vision.artwork.racks import rack
from vision.artwork.shapes import Piece

RACKS = 4
COVERS = 9
DICE = 2


def addique_sheets(look: Look, paper: Paper, language: str) -> tuple[Sheet, ...]:
    """48 tiles, nested into one another, each sheet followed by its backs."""
    tiles = tuple(addique.tile(name, look) for name in addique.TILES)
    return _with_backs(nested(tiles, paper, look.cell_mm), tile_back(look))


def formula_sheets(look: Look, paper: Paper, language: str) -> tuple[Sheet, ...]:
    """64 cards with their backs."""
    cards = tuple(formula.card(face, look) for face in formula.DECK)
    return _with_backs(in_rows(cards, paper), card_back(look, "="))


def addup_sheets(look: Look, paper: Paper, language: str) -> tuple[Sheet, ...]:
    """48 cards with their backs."""
    cards = tuple(addup.card(name, look) for name in addup.DECK)
    return _with_backs(in_rows(cards, paper), card_back(look, "+"))


def trictrac_sheets(look: Look, paper: Paper, language: str) -> tuple[Sheet, ...]:
    """The board, its covers, and two dice."""
    covers: tuple[Piece, ...] = (trictrac.cover(look),) * COVERS
    dice: tuple[Piece, ...] = (trictrac.die_net(look),) * DICE
    return (
        *in_rows((trictrac.board(look),), paper.lying()),
        stacked((covers[:5], covers[5:], dice), paper, gap_mm=8.0),
    )


def code777_sheets(look: Look, paper: Paper, language: str) -> tuple[Sheet, ...]:
    """28 number cards, 23 questions in a language, and four racks."""
    cards = tuple(code777.card(name, look) for name in code777.CARDS)
    questions = tuple(question_card(number, language, look) for number in range(1, COUNT + 1))
    racks: tuple[Piece, ...] = (rack(look),) * RACKS
    return (
        *_with_backs(in_rows(cards, paper), card_back(look, "777")),
        *_with_backs(in_rows(questions, paper), card_back(look, "?", lying=True)),
        *in_rows(racks, paper),
    )


def mat_sheets(look: Look, paper: Paper, language: str) -> tuple[Sheet, ...]:
    """The table mat's four parts, a sheet each."""
    return tuple(
        sheet for number in MARKER_CENTRES_MM for sheet in in_rows((mat_part(number, look),), paper.lying())
    )


def _with_backs(sheets: tuple[Sheet, ...], back: Piece) -> tuple[Sheet, ...]:
    return tuple(side for sheet in sheets for side in (sheet, mirrored(sheet, back)))


SETS: dict[str, tuple[str, Callable[[Look, Paper, str], tuple[Sheet, ...]]]] = {
    "addique": ("Addique", addique_sheets),
    "formula": ("Formula", formula_sheets),
    "addup": ("Add Up", addup_sheets),
    "trictrac": ("Tric-Trac", trictrac_sheets),
    "code777": ("Code 777", code777_sheets),
    "mat": ("Tallytop", mat_sheets),
}
"""What can be printed: its title, and its sheets for a look, a paper and a language."""
