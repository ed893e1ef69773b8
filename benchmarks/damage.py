"""Damage a kept history at random, as a worn-out card does, and start on it again.

python -m benchmarks.damage [TIMES]
"""

from __future__ import annotations

import shutil
import sys
import tempfile
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from random import Random

from device.referee import Referee
from scoring.history.database import FILE
from scoring.history.journal import Journal
from scoring.match import Match, Played, Refusal
from scoring.players import deal
from scoring.snapshot import Begin, Do
from scoring.trictrac import Throw

TIMES = 1000
GAMES = ("addique", "formula", "addup", "trictrac", "code777")
PAGE = 4096


@dataclass
class Tally:
    """What came of it: what was noticed, matches that read otherwise without a word, and what broke."""

    times: int = 0
    outcomes: Counter[str] = field(default_factory=Counter)
    silent: int = 0
    broken: list[str] = field(default_factory=list)


def damage_often(times: int, chance: Random) -> Tally:
    """Damage one history again and again, each time from its whole state, and play on."""
    tally = Tally()
    with tempfile.TemporaryDirectory() as place:
        whole, home = Path(place) / "whole", Path(place) / "home"
        kept = _play_some(whole, chance)
        for _ in range(times):
            shutil.rmtree(home, ignore_errors=True)
            shutil.copytree(whole, home)
            way = chance.choice(WAYS)
            way(home / FILE, chance)
            tally.times += 1
            try:
                outcome, changed = _start(home, kept)
            except Exception as error:  # whatever it is, it is what is counted here
                tally.broken.append(f"{way.__name__.strip('_')}: {type(error).__name__}: {error}")
                continue
            tally.outcomes[outcome] += 1
            tally.silent += changed if outcome == "not noticed" else 0
    return tally


def _play_some(home: Path, chance: Random) -> dict[str, Match]:
    """Keep a match of every game, the last one unfinished, and return them all."""
    kept = {}
    with Journal.open(home) as journal:
        for game in GAMES:
            dealt = deal(game, ("Ann", "Bob"), chance)
            match_id, match = journal.begin(dealt.table), Match(dealt.table)
            for turn, _ in zip(dealt.turns(), range(12), strict=False):
                match = match.with_event(Played(turn))
                journal.append(match_id, match)
            kept[match_id] = match
    Journal.open(home).close()  # starting takes the backup
    return kept


def _start(home: Path, kept: dict[str, Match]) -> tuple[str, bool]:
    """Start as a companion does, go through all matches and play a turn; return what it said and changed."""
    with Journal.open(home) as journal:
        referee = Referee(journal)
        referee.resume()
        said = " ".join(map(str, journal.notices))
        changed = unread = False
        for match_id, match in kept.items():
            try:
                changed = changed or journal.scorebook.story(match_id).match != match
            except Refusal:
                unread = True
        referee.handle(Begin(deal("trictrac", ("Ann", "Bob"), Random(1)).table))
        referee.handle(Do(Played(Throw(0, (6, 3), (9,))), 0))
        assert referee.latest.match is not None and len(referee.latest.match.turns) == 1
    if "damaged" in said:
        return ("the backup was taken" if "backup of" in said else "a new history was begun"), changed
    return ("a match was refused" if unread else "not noticed"), changed


def _flip(file: Path, chance: Random) -> None:
    """Change some bits anywhere."""
    data = bytearray(file.read_bytes())
    for _ in range(chance.randrange(1, 20)):
        data[chance.randrange(len(data))] ^= 1 << chance.randrange(8)
    file.write_bytes(data)


def _blank_page(file: Path, chance: Random) -> None:
    """Lose a page."""
    data = bytearray(file.read_bytes())
    at = PAGE * chance.randrange(len(data) // PAGE)
    data[at : at + PAGE] = chance.choice((bytes(PAGE), b"\xff" * PAGE, chance.randbytes(PAGE)))
    file.write_bytes(data)


def _cut(file: Path, chance: Random) -> None:
    """Lose the end."""
    data = file.read_bytes()
    file.write_bytes(data[: chance.randrange(len(data))])


WAYS: tuple[Callable[[Path, Random], None], ...] = (_flip, _blank_page, _cut)


def main() -> int:
    """Print the tally as Markdown; 1 when something broke."""
    tally = damage_often(int(sys.argv[1]) if len(sys.argv) > 1 else TIMES, Random(3))
    print("| a history damaged at random | times |\n|---|---|")
    for outcome, count in sorted(tally.outcomes.items()):
        print(f"| {outcome} | {count} |")
    print(f"| of these read otherwise, without a word | {tally.silent} |")
    print(f"| did not start or play on | {len(tally.broken)} |")
    for why, count in Counter(tally.broken).most_common(10):
        print(f"\n{count} × {why}")
    return int(bool(tally.broken))


if __name__ == "__main__":
    sys.exit(main())
