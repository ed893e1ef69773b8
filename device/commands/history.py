"""`tallytop history`: look at old games, take them along, bring them back, or forget them."""

from __future__ import annotations

import argparse
import json
import sys
import time
from collections.abc import Callable
from datetime import date, datetime, timedelta
from pathlib import Path

from device.settings import NAME as SETTINGS
from device.settings import home
from scoring.history.archive import restore_archive, write_archive
from scoring.history.bgstats import bgstats_link, write_bgsplay
from scoring.history.bundle import write_bundle
from scoring.history.database import FILE
from scoring.history.imports import take_in
from scoring.history.journal import Journal
from scoring.history.match_file import write_match, write_matches
from scoring.history.scorebook import Entry, Filter, Scorebook
from scoring.history.scorecard import draw_scorecard
from scoring.history.table_file import write_table
from scoring.match import Refusal
from scoring.saying import RecordError
from web.share_picture import paint_scorecard

KEPT_ALSO = (SETTINGS,)
FORMS = ("json", "csv", "zip", "bgsplay", "bgstats-link", "svg", "png")
LARGEST_IMPORT = 500_000_000
EVERY = 1_000_000


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Say what the command takes."""
    parser.add_argument("--home", type=Path, default=home(), help="where the history is kept")
    words = parser.add_subparsers(dest="deed", metavar="WHAT", required=True)

    listing = words.add_parser("list", help="list the matches, the latest first")
    listing.add_argument("--game", help="only of this game")
    listing.add_argument("--player", help="only with this player")
    listing.add_argument("--since", type=_day, metavar="2026-11-01", help="only from this day on")
    listing.add_argument("--until", type=_day, metavar="2026-11-30", help="only up to this day")
    listing.add_argument("--search", default="", help="only with these words in names or game")
    listing.add_argument("--page", type=int, default=1)
    listing.add_argument("--json", action="store_true", help="print JSON for other programs")

    show = words.add_parser("show", help="show one match, turn by turn")
    show.add_argument("match", help="the beginning of its id")
    show.add_argument("--json", action="store_true", help="print JSON for other programs")

    export = words.add_parser("export", help="write matches to a file")
    export.add_argument("match", nargs="*", help="the beginnings of their ids; none takes all")
    export.add_argument("--as", dest="form", choices=FORMS, default="json")
    export.add_argument("--to", type=Path, metavar="FILE", help="where to; without it, to the screen")

    bring = words.add_parser("import", help="take in matches from JSON or ZIP files")
    bring.add_argument("file", nargs="+", type=Path)

    backup = words.add_parser("backup", help="write everything into one file")
    backup.add_argument("file", type=Path)
    restore = words.add_parser("restore", help="put everything back as it was in a backup")
    restore.add_argument("file", type=Path)

    match = words.add_parser("delete-match", help="delete a match with its photos")
    match.add_argument("match", help="the beginning of its id")
    player = words.add_parser("delete-player", help="take a name out of everything; the scores stay")
    player.add_argument("name")


def run(args: argparse.Namespace) -> int:
    """Do it: 0 when it was done, 1 when it was refused, 2 for a file that is no match or backup."""
    deeds: dict[str, Callable[[argparse.Namespace], None]] = {
        "list": _list,
        "show": _show,
        "export": _export,
        "import": _import,
        "backup": _backup,
        "restore": _restore,
        "delete-match": _delete_match,
        "delete-player": _delete_player,
    }
    try:
        deeds[args.deed](args)
    except Refusal as refusal:
        print(refusal, file=sys.stderr)
        return 1
    except RecordError as error:
        print(error, file=sys.stderr)
        return 2
    except OSError as error:
        print(f"{error.filename or 'The file'}: {error.strerror or error}.", file=sys.stderr)
        return 2
    return 0


def _book(args: argparse.Namespace) -> Scorebook:
    """Open the scorebook; where nothing was ever played it is made empty."""
    if not (args.home / FILE).exists():
        Journal.open(args.home).close()
    return Scorebook(args.home)


def _journal(args: argparse.Namespace) -> Journal:
    """Become the one writer, while the companion does not run, and say what it found."""
    journal = Journal.open(args.home)
    for notice in journal.notices:
        print(notice, file=sys.stderr)
    return journal


def _list(args: argparse.Namespace) -> None:
    """List matches."""
    until = args.until and args.until + timedelta(days=1)
    wanted = Filter(
        args.game,
        args.player,
        args.since and _seconds(args.since),
        until and _seconds(until),
        args.search,
    )
    page = _book(args).matches(wanted, args.page)
    if args.json:
        told = [
            {
                "id": entry.id,
                "game": entry.game,
                "begun": _local(entry.begun_at),
                "players": list(entry.players),
                "totals": list(entry.totals),
                "winners": [entry.players[seat] for seat in entry.winners],
                "turns": entry.turns,
                "finished": entry.finished,
            }
            for entry in page.entries
        ]
        print(json.dumps({"matches": told, "total": page.total}, ensure_ascii=False))
        return
    for entry in page.entries:
        print(_line(entry))
    print(f"{page.total} {'match' if page.total == 1 else 'matches'}.")


def _show(args: argparse.Namespace) -> None:
    """Show a match turn by turn."""
    book = _book(args)
    story = book.story(book.find(args.match))
    if args.json:
        print(json.dumps(write_match(story), ensure_ascii=False))
        return
    print(_line(story.entry))
    for count, result in enumerate(story.match.results, start=1):
        print(f"{count:>4}  {result.points:>6}  {result.saying}")


def _export(args: argparse.Namespace) -> None:
    """Write matches to a file or the screen."""
    book = _book(args)
    ids = [book.find(beginning) for beginning in args.match]
    if not ids:
        ids = [entry.id for entry in book.matches(per_page=EVERY).entries]
    if not ids:
        raise RecordError("There is no match to export yet.")
    if args.form in ("zip", "svg", "png", "bgstats-link") and len(ids) != 1:
        raise RecordError("As {form} goes one match at a time: name it.", form=args.form)
    if args.form == "zip":
        data = write_bundle(book, ids[0])
    else:
        stories = [book.story(match_id) for match_id in ids]
        match args.form:
            case "json":
                data = write_matches(stories)
            case "csv":
                data = write_table(stories).encode()
            case "bgsplay":
                data = write_bgsplay(stories)
            case "bgstats-link":
                data = f"{bgstats_link(stories[0])}\n".encode()
            case "png":
                data = paint_scorecard(stories[0])
            case _:
                data = draw_scorecard(stories[0]).encode()
    if args.to:
        args.to.write_bytes(data)
    else:
        sys.stdout.buffer.write(data)


def _import(args: argparse.Namespace) -> None:
    """Take in files, each whole or not at all."""
    with _journal(args) as journal:
        for path in args.file:
            with path.open("rb") as file:
                data = file.read(LARGEST_IMPORT + 1)
            if len(data) > LARGEST_IMPORT:
                raise RecordError("{path}: This file is far too large for matches.", path=str(path))
            try:
                imported = take_in(journal, data, time.time())
            except RecordError as error:
                raise RecordError("{path}: {why}", path=str(path), why=error.saying) from None
            print(f"{path}: {len(imported.added)} new, {len(imported.known)} known already.")


def _backup(args: argparse.Namespace) -> None:
    """Write everything into one file."""
    write_archive(_book(args).home, args.file, time.time(), KEPT_ALSO)
    print(f"Everything is in {args.file}.")


def _restore(args: argparse.Namespace) -> None:
    """Put everything back."""
    with _journal(args) as journal:
        restore_archive(journal, args.file, KEPT_ALSO)
    print(f"Everything is as it was in {args.file}.")


def _delete_match(args: argparse.Namespace) -> None:
    """Delete a match."""
    with _journal(args) as journal:
        match_id = journal.scorebook.find(args.match)
        journal.leave()  # nobody plays while this program is the writer
        journal.delete_match(match_id)
    print(f"The match {match_id} is deleted.")


def _delete_player(args: argparse.Namespace) -> None:
    """Forget a name."""
    with _journal(args) as journal:
        journal.leave()
        journal.forget_player(args.name)
    print("The name is gone; the scores stay as those of a player.")


def _line(entry: Entry) -> str:
    """Lay a match out on one line."""
    scores = ", ".join(
        f"{name} {total}{'*' if seat in entry.winners else ''}"
        for seat, (name, total) in enumerate(zip(entry.players, entry.totals, strict=True))
    )
    state = "" if entry.finished else " (not finished)"
    return f"{entry.id[:8]}  {_local(entry.begun_at)[:16]}  {entry.title}: {scores}{state}"


def _local(at: float) -> str:
    """Write a time as the clock on the wall shows it."""
    return datetime.fromtimestamp(at).astimezone().isoformat(" ", "seconds")


def _day(text: str) -> date:
    """Read a day."""
    try:
        return date.fromisoformat(text)
    except ValueError:
        raise argparse.ArgumentTypeError("a day is written as 2026-11-16") from None


def _seconds(day: date) -> float:
    """Return when a day begins on this machine's clock."""
    return datetime(day.year, day.month, day.day).astimezone().timestamp()
