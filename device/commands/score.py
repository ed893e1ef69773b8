"""`tallytop score`: play a written game through the rules."""

from __future__ import annotations

import argparse
import json
import sys
from pathlib import Path
from typing import Any

from scoring.record import LARGEST_BYTES, parse_record, score
from scoring.saying import RecordError


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Say what the command takes."""
    parser.add_argument("record", metavar="RECORD.json", help="the written game; - reads standard input")
    parser.add_argument("--json", action="store_true", help="print JSON for other programs")


def run(args: argparse.Namespace) -> int:
    """Print every turn's result: 0 for a legal record, 1 for a broken rule, 2 for a file that is none."""
    try:
        told = score(parse_record(_bytes_of(args.record)))
    except (RecordError, OSError) as error:
        print(f"{args.record}: {_sentence(error)}", file=sys.stderr)
        return 2
    print(json.dumps(told, ensure_ascii=False) if args.json else _as_text(told))
    return 1 if "error" in told else 0


def _bytes_of(name: str) -> bytes:
    """Return the file's bytes, not more than a record can have."""
    if name == "-":
        return sys.stdin.buffer.read(LARGEST_BYTES + 1)
    with Path(name).open("rb") as file:
        return file.read(LARGEST_BYTES + 1)


def _sentence(error: Exception) -> str:
    """Say in a sentence why there is no record."""
    if isinstance(error, OSError):
        return f"This file cannot be opened ({error.strerror or 'it cannot be read'})."
    return str(error)


def _as_text(told: dict[str, Any]) -> str:
    """Lay the result out for people."""
    width = max((len(str(turn["player"] or "")) for turn in told["turns"]), default=0)
    lines = [
        f"{count:>3}  {turn['player'] or '':<{width}}  {turn['points']:>6}  {turn['says']}"
        for count, turn in enumerate(told["turns"], start=1)
    ]
    lines += ["", "  ".join(f"{name}: {total}" for name, total in told["totals"].items())]
    if "error" in told:
        lines.append(f"Turn {told['error']['turn']} breaks a rule: {told['error']['message']}")
    elif told["finished"]:
        lines.append(f"Won by {' and '.join(told['winners'])}.")
    else:
        lines.append("The game is not finished.")
    return "\n".join(lines)
