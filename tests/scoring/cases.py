"""Reads the case files: games in brief notation and what the rules must make of them."""

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

DATA = Path(__file__).parents[1] / "data"
GAMES = ("addique", "formula", "addup", "trictrac", "code777")


@dataclass
class Case:
    """A written game, what each turn must do, and how it must stand at the end."""

    title: str
    record: dict[str, Any]
    turns: list[dict[str, str]] = field(default_factory=list)
    end: dict[str, str] = field(default_factory=dict)


def cases(game: str) -> Iterator[Case]:
    """Yield the cases of a game."""
    case: Case | None = None
    for number, written in enumerate((DATA / f"{game}.cases").read_text("utf-8").splitlines(), start=1):
        line = written.split("#")[0].strip()
        if line.startswith("case "):
            if case:
                yield case
            case = Case(line.removeprefix("case "), {"game": game, "options": {}, "turns": []})
        elif line:
            assert case, f"{game}.cases, line {number}: no case yet"
            _take(case, line)
    if case:
        yield case


def _take(case: Case, line: str) -> None:
    """Take one line into a case."""
    word, _, rest = line.partition(" ")
    record = case.record
    if word == "players":
        record["players"] = rest.split()
    elif word == "options":
        for name, _, value in (part.partition("=") for part in rest.split()):
            record["options"][name] = int(value) if value else True
    elif word == "start":
        first, second = (_number(face) for face in rest.split())
        record["start"] = {"top": first, "bottom": second} if record["game"] == "addup" else [first, second]
    elif word == "deck":
        record["deck"] = int(rest)
    elif word == "rack":
        owner, _, cards = rest.partition(":")
        record.setdefault("racks", {})[owner] = _cards(cards)
    elif word in ("totals", "winners", "breaks", "unfinished"):
        case.end[word] = rest
    else:
        turn, _, expected = (part.strip() for part in line.partition("->"))
        record["turns"].append(READERS[record["game"]](turn))
        case.turns.append(dict(part.split(maxsplit=1) for part in expected.split(";") if part))


def _number(face: str) -> int | str:
    """Return a face as it stands in a record."""
    return int(face) if face.isdecimal() else face


def _cards(written: str) -> list[str]:
    """Return the cards of a rack."""
    return [card.strip() for card in written.split(",")]


def _addique(turn: str) -> dict[str, Any]:
    player, tile, col, row = re.fullmatch(r"(\S+) (\S+)@(-?\d+),(-?\d+)", turn).groups()  # type: ignore[union-attr]
    return {"player": player, "tile": tile, "col": int(col), "row": int(row)}


def _formula(turn: str) -> dict[str, Any]:
    player, word, *rest = turn.split()
    if player == "deal":
        return {"deal": [word, *rest]}
    if word == "draw":
        return {"player": player, "draw": 1}
    if word == "holds":
        return {"player": player, "hand": rest}
    laid: dict[str, Any] = {"player": player, "formula": word}
    return {**laid, "jokers": [int(digit) for digit in re.findall(r"\d+", " ".join(rest))]} if rest else laid


def _addup(turn: str) -> dict[str, Any]:
    player, *rest = turn.split()
    if player == "open":
        return {"open": {row: _number(face) for row, face in zip(("top", "bottom"), rest, strict=False)}}
    row, face, *value = rest
    added = {"player": player, "row": row, "card": _number(face)}
    return {**added, "value": int(value[0])} if value else added


def _trictrac(turn: str) -> dict[str, Any]:
    throw, _, cover = turn.partition(":")
    player, *dice = throw.split()
    return {
        "player": player,
        "dice": [int(die) for die in dice],
        "cover": [int(one) for one in cover.split()],
    }


def _code777(turn: str) -> dict[str, Any]:
    said, *racks = (part.strip() for part in turn.split("|"))
    player, verb, *rest = said.split()
    if verb == "asks":
        return {"player": player, "ask": int(rest[0]), "answer": _number(rest[1])}
    guess = {"player": player, "guess": [int(number) for number in rest]}
    return {**guess, **{name: _cards(rack) for name, rack in zip(("rack", "spare"), racks, strict=False)}}


READERS = {
    "addique": _addique,
    "formula": _formula,
    "addup": _addup,
    "trictrac": _trictrac,
    "code777": _code777,
}


def shown(players: list[str], turn: dict[str, Any], what: str) -> str:
    """Return a field of a scored turn as the case files write it."""
    value = turn[what]
    if what == "numbers":
        return " ".join(str(number["number"]) for number in value) or "none"
    if what == "hands":
        return " ".join(str(value[name]) for name in players)
    if what == "payments":
        return " ".join(str(value[name]) for name in players)
    if isinstance(value, bool):
        return "yes" if value else "no"
    return " ".join(map(str, value)) or "none" if isinstance(value, list) else str(value)
