"""Pull the plug again and again: kill a playing program, and count the acknowledged turns that are gone."""

from __future__ import annotations

import argparse
import json
import os
import random
import signal
import sys
import tempfile
import time
from contextlib import suppress
from dataclasses import asdict, dataclass, field
from multiprocessing import Pipe
from multiprocessing.connection import Connection
from pathlib import Path
from typing import Any

from scoring.game import Table
from scoring.history.journal import Journal
from scoring.history.notation import write_event
from scoring.history.scorebook import Scorebook
from scoring.match import Closed, Event, Match, Played, Redone, Refusal, Undone
from scoring.trictrac import Throw, covers

TABLE = Table("trictrac", ("Ann", "Bob", "Cleo"))
MOST_WORDS = 12
LONGEST_WAIT_S = 0.02


@dataclass
class Tally:
    """What came of it: kills, turns that were acknowledged, and those of them that were lost."""

    kills: int = 0
    acknowledged: int = 0
    lost: int = 0
    resumed: int = 0
    notices: list[str] = field(default_factory=list)


def play(home: Path, seed: int, says: Connection) -> None:
    """Play for ever, and tell each event once the journal has taken it."""
    chance = random.Random(seed)
    journal = Journal.open(home)
    match_id = journal.running()
    match = journal.load(match_id) if match_id else Match(TABLE)
    says.send(("opened", match_id, match.version, [str(notice) for notice in journal.notices]))
    while True:
        if match_id is None or match.standing.finished or match.closed:
            match_id, match = journal.begin(TABLE), Match(TABLE)
        event = _event(match, chance)
        match = match.act(event, match.version)
        seq = journal.append(match_id, match)
        says.send(("kept", match_id, seq, _written(match.table, event)))


def kill_often(home: Path, kills: int, chance: random.Random) -> Tally:
    """Let a program play and kill it at a random moment, so many times."""
    tally = Tally()
    kept: dict[str, dict[int, str]] = {}
    last: str | None = None
    while tally.kills < kills:
        heard = _life_and_death(home, chance)
        tally.kills += 1
        touched = {last} if last else set()
        for word, match_id, seq, told in heard:
            if word == "opened":
                tally.notices += told
                tally.resumed += match_id is not None
                # Whatever was being played last is on the table again, with all its turns.
                if match_id == last and last is not None:
                    tally.lost += seq < max(kept[last])
            else:
                kept.setdefault(match_id, {})[seq] = told
                tally.acknowledged += 1
                last = match_id
                touched.add(match_id)
        tally.lost += _missing(home, {match_id: kept[match_id] for match_id in touched})
    tally.lost += _missing(home, kept)
    return tally


def _life_and_death(home: Path, chance: random.Random) -> list[tuple[str, Any, int, Any]]:
    """Start a playing program, kill it, and return what it said."""
    hears, says = Pipe(duplex=False)
    seed = chance.randrange(2**32)
    child = os.fork()
    if child == 0:
        hears.close()
        play(home, seed, says)
    says.close()
    with hears:
        # The moment is counted in words heard, so that a slow machine is not always killed in its bed.
        words = [hears.recv() for _ in range(chance.randrange(MOST_WORDS))]
        time.sleep(chance.uniform(0, LONGEST_WAIT_S))
        os.kill(child, signal.SIGKILL)
        os.waitpid(child, 0)
        with suppress(EOFError, OSError):
            while True:
                words.append(hears.recv())
    return words


def _missing(home: Path, kept: dict[str, dict[int, str]]) -> int:
    """Count acknowledged events that the history does not have, or not as they were."""
    missing = 0
    for match_id, texts in kept.items():
        try:
            match = Scorebook(home).story(match_id).match
        except Refusal:
            missing += len(texts)
            continue
        found = [_written(match.table, event) for event in match.events]
        missing += sum(found[seq - 1 : seq] != [text] for seq, text in texts.items())
    return missing


def _event(match: Match, chance: random.Random) -> Event:
    """Choose what happens next: mostly a throw, now and then second thoughts."""
    whim = chance.random()
    if whim < 0.05 and match.can_undo:
        return Undone()
    if whim < 0.10 and match.can_redo:
        return Redone()
    if whim < 0.11:
        return Closed()
    dice = (chance.randint(1, 6), chance.randint(1, 6))
    possible = covers(match.state.open, dice)
    seat = match.standing.to_play or 0
    return Played(Throw(seat, dice, chance.choice(possible) if possible else ()))


def _written(table: Table, event: Event) -> str:
    """Write an event down for comparing."""
    return json.dumps(write_event(table, event), sort_keys=True)


def main() -> int:
    """Print the tally as Markdown or JSON; 1 when a turn was lost."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.kills", description=__doc__)
    parser.add_argument("--kills", type=int, default=1000)
    parser.add_argument("--seed", type=int, default=1)
    # On the disk this lies on: a temporary folder may be in memory, where nothing is ever torn.
    parser.add_argument("--disk", type=Path, default=Path.cwd(), help="where the history is kept meanwhile")
    parser.add_argument("--json", action="store_true")
    args = parser.parse_args()
    with tempfile.TemporaryDirectory(dir=args.disk, prefix=".kills-") as home:
        tally = kill_often(Path(home), args.kills, random.Random(args.seed))
    if args.json:
        print(json.dumps(asdict(tally)))
        return int(tally.lost > 0)
    bound = f" (under {300 / tally.acknowledged:.2g} %)" if tally.acknowledged and not tally.lost else ""
    print("| kills | turns acknowledged | of these lost | matches taken up again |\n|---|---|---|---|")
    print(f"| {tally.kills} | {tally.acknowledged} | {tally.lost}{bound} | {tally.resumed} |")
    return int(tally.lost > 0)


if __name__ == "__main__":
    sys.exit(main())
