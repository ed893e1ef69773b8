"""`tallytop read`: photos in, one line each out."""

from __future__ import annotations

import argparse
import json
from typing import Any

from vision import Reading

GAMES = ("addique", "formula", "addup", "trictrac", "code777")


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Say which words the command takes."""
    parser.add_argument("photos", nargs="+", metavar="PHOTO", help="a picture file")
    parser.add_argument("--game", required=True, choices=GAMES, help="whose pieces lie on the table")
    parser.add_argument("--json", action="store_true", help="print one JSON object a line, for programs")


def run(args: argparse.Namespace) -> int:
    """Read the photos in order; 0 when all were read, 1 when one was not, 2 for a file that is no picture."""
    from vision.picture import PictureError, load
    from vision.reader import UnknownGameError, read_picture

    code = 0
    for photo in args.photos:
        try:
            report = describe(photo, read_picture(load(photo), args.game))
        except PictureError as error:
            report, code = {"photo": photo, "error": str(error)}, 2
        except UnknownGameError as error:
            report, code = {"photo": photo, "error": str(error)}, max(code, 1)
        print(json.dumps(report, ensure_ascii=False) if args.json else tell(report), flush=True)
    return code


def describe(photo: str, reading: Reading) -> dict[str, Any]:
    """A reading as other programs rely on it."""
    report: dict[str, Any] = {"photo": photo, "game": reading.game, "sure": reading.sure}
    report |= FIELDS[reading.game](reading)
    if not reading.sure:
        report |= {"why": reading.reason, "doubts": list(dict.fromkeys(doubt.code for doubt in reading.why))}
    return report


def _addique(reading: Reading) -> dict[str, Any]:
    tiles = [
        {
            "tile": piece.name,
            "col": piece.col,
            "row": piece.row,
            "x": round(piece.x, 1),
            "y": round(piece.y, 1),
            "confidence": round(piece.confidence, 3),
        }
        for piece in reading.pieces
    ]
    return {"tiles": tiles}


def _formula(reading: Reading) -> dict[str, Any]:
    cards = [
        {
            "face": piece.name,
            "x": round(piece.x, 1),
            "y": round(piece.y, 1),
            "confidence": round(piece.confidence, 3),
        }
        for piece in reading.pieces
    ]
    return {"tokens": list(reading.tokens), "cards": cards}


def _addup(reading: Reading) -> dict[str, Any]:
    rows: tuple[list[int | str], list[int | str]] = ([], [])
    for piece in reading.pieces:
        if piece.row in (0, 1):
            rows[piece.row].append(int(piece.name) if piece.name.isdigit() else piece.name)
    return {"top": rows[0], "bottom": rows[1]}


def _trictrac(reading: Reading) -> dict[str, Any]:
    shown = [piece.name.split() for piece in reading.pieces]
    return {
        "dice": [int(value) for kind, value in shown if kind == "die"],
        "open": [int(value) for kind, value in shown if kind == "open"],
    }


def _code777(reading: Reading) -> dict[str, Any]:
    pairs = [piece.name.split() for piece in reading.pieces]
    cards = [{"number": int(number), "color": colour} for number, colour in pairs if number != "question"]
    asked = [int(number) for word, number in pairs if word == "question"]
    return {"cards": cards} | ({"question": asked[0]} if asked else {})


FIELDS = {
    "addique": _addique,
    "formula": _formula,
    "addup": _addup,
    "trictrac": _trictrac,
    "code777": _code777,
}


def tell(report: dict[str, Any]) -> str:
    """The same for people."""
    if "error" in report:
        return f"{report['photo']}: {report['error']}"
    lines = [f"{report['photo']}: {_summary(report)}{'' if report['sure'] else ' (not sure)'}"]
    if "why" in report:
        lines.append(f"  {report['why']}")
    for tile in report.get("tiles", ()):
        place = f"column {tile['col']:>3}  row {tile['row']:>3}"
        lines.append(f"  {tile['tile']}  {place}  {100 * tile['confidence']:5.1f} %")
    return "\n".join(lines)


def _summary(report: dict[str, Any]) -> str:
    if "tiles" in report:
        count = len(report["tiles"])
        return f"{count} tile{'' if count == 1 else 's'}"
    if "tokens" in report:
        return " ".join(report["tokens"]) or "no cards"
    if "top" in report:
        return " / ".join(" ".join(map(str, report[row])) or "no cards" for row in ("top", "bottom"))
    if "dice" in report:
        dice, left = (" ".join(map(str, report[kind])) for kind in ("dice", "open"))
        return f"dice {dice or 'none'}, open {left or 'none'}"
    if "question" in report:
        return f"question {report['question']}"
    return ", ".join(f"{card['number']} {card['color']}" for card in report["cards"]) or "no cards"
