"""`tallytop replay`: play a folder of pictures through the table's loop."""

from __future__ import annotations

import argparse
import json
import sys
from pathlib import Path
from typing import Any

from device.cameras.camera import CameraError
from device.replaying import replay_folder
from scoring.game import Table, read_options
from scoring.games import GAMES, game_named
from scoring.match import Refusal
from scoring.record import read_players
from scoring.saying import RecordError


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Say what the command takes."""
    parser.add_argument("folder", metavar="FOLDER", type=Path, help="pictures, one for each press of NEXT")
    parser.add_argument("--game", required=True, choices=tuple(GAMES), help="what is played")
    parser.add_argument(
        "--players", required=True, metavar="Ann,Bob", help="in the order of play, the starter first"
    )
    parser.add_argument("--json", action="store_true", help="print JSON for other programs")


def run(args: argparse.Namespace) -> int:
    """Print every turn the pictures made: 0 when the folder was played through, 2 when it is none."""
    try:
        game = game_named(args.game)
        players = read_players([name.strip() for name in args.players.split(",")])
        table = Table(game.name, players, read_options(game, {}))
        told = replay_folder(args.folder, table, _progress)
    except (CameraError, RecordError, Refusal) as error:
        print(error, file=sys.stderr)
        return 2
    print(json.dumps(told, ensure_ascii=False) if args.json else _as_text(told))
    return 0


def _progress(done: int, count: int) -> None:
    """Show how far it is, to a person who watches."""
    if sys.stderr.isatty():
        print(f"\r{done} of {count} pictures", end="" if done < count else "\n", file=sys.stderr, flush=True)


def _as_text(told: dict[str, Any]) -> str:
    """Lay the result out for people."""
    lines = [f"{turn['picture']}: {turn['says']}" for turn in told["turns"]]
    lines += [f"{refused['picture']}: no turn. {refused['why']}" for refused in told["refused"]]
    lines.append("  ".join(f"{name}: {total}" for name, total in told["totals"].items()))
    if told["winners"]:
        lines.append(f"Won by {' and '.join(told['winners'])}.")
    return "\n".join(lines)
