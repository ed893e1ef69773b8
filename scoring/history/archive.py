"""Everything the companion keeps in one file, and back again."""

from __future__ import annotations

import json
import re
import shutil
import sqlite3
import tempfile
import zipfile
import zlib
from collections.abc import Sequence
from contextlib import closing
from pathlib import Path

from scoring.history import backup
from scoring.history.bundle import bounded, refuse_bomb
from scoring.history.database import FILE, NewerHistory, connect_to_read
from scoring.history.evidence import FOLDER
from scoring.history.journal import SCRATCH, Journal
from scoring.history.match_file import iso
from scoring.saying import RecordError

VERSION = 1
LABEL = "tallytop.json"
ALSO = "also/"
MOST_FILES = 1_000_000
LARGEST_ALSO = 1_000_000

_PHOTO = re.compile(r"photos/[0-9a-f-]{36}/\d{5}\.(jpg|json)")


def write_archive(
    home: Path, file: Path, now: float, also: Sequence[str] = (), unfinished_without: str | None = None
) -> None:
    """Put the history, its photos and some other files of a folder into one; the companion may be running.

    Of one game the matches that may still go on can be left out.
    """
    file = file.resolve()
    with tempfile.TemporaryDirectory(dir=home, prefix=SCRATCH) as place:
        copy = Path(place) / FILE
        backup.copy(home / FILE, copy)
        left_out = _leave_out(copy, unfinished_without) if unfinished_without else set()
        part = file.with_name(file.name + ".part")
        try:
            with zipfile.ZipFile(part, "w", zipfile.ZIP_STORED) as archive:
                archive.writestr(LABEL, json.dumps({"tallytop": VERSION, "made": iso(now)}))
                archive.write(copy, FILE, zipfile.ZIP_DEFLATED)
                for name in also:
                    if (home / name).is_file():
                        archive.write(home / name, ALSO + name, zipfile.ZIP_DEFLATED)
                for photo in sorted((home / FOLDER).glob("*/*.j*")):
                    if photo.parent.name in left_out:
                        continue
                    try:
                        archive.write(photo, photo.relative_to(home).as_posix())
                    except FileNotFoundError:
                        continue  # pruned in this very moment
            part.replace(file)
        finally:
            part.unlink(missing_ok=True)


def _leave_out(copy: Path, game: str) -> set[str]:
    """Take the unfinished matches of a game out of a copy, without a trace, and return their ids."""
    with closing(sqlite3.connect(copy, isolation_level=None)) as connection:
        connection.execute("PRAGMA foreign_keys = ON")
        wanted = "DELETE FROM matches WHERE game = ? AND NOT finished RETURNING uuid"
        gone = {str(match_id) for (match_id,) in connection.execute(wanted, (game,)).fetchall()}
        # What is deleted stays in the file until it is written anew.
        connection.execute("VACUUM")
    return gone


def restore_archive(journal: Journal, file: Path, also: Sequence[str] = ()) -> None:
    """Put a folder back as it was when an archive was made; a RecordError says why nothing was changed."""
    home = journal.home
    with tempfile.TemporaryDirectory(dir=home, prefix=SCRATCH) as place:
        unpacked = Path(place)
        try:
            with zipfile.ZipFile(file) as archive:
                _unpack(archive, unpacked, also)
        except (zipfile.BadZipFile, zlib.error, NotImplementedError, RuntimeError, EOFError):
            raise RecordError("This is not a backup, or only half of one.") from None
        if not _is_history(unpacked / FILE):
            raise RecordError("The history in this backup is damaged.")
        (unpacked / FOLDER).mkdir(exist_ok=True)
        journal.exchange(unpacked / FILE, unpacked / FOLDER)
        for name in also:
            if (unpacked / ALSO / name).is_file():
                (unpacked / ALSO / name).replace(home / name)


def _unpack(archive: zipfile.ZipFile, place: Path, also: Sequence[str]) -> None:
    """Unpack an archive beside the history; nothing of it is trusted."""
    refuse_bomb(archive, MOST_FILES, shutil.disk_usage(place).free)
    names = {item.filename for item in archive.infolist()}
    if LABEL not in names or FILE not in names:
        raise RecordError("This is not a backup of Tallytop.")
    try:
        version = json.loads(bounded(archive, LABEL, LARGEST_ALSO))["tallytop"]
    except (ValueError, KeyError, TypeError, RecursionError):
        raise RecordError("This is not a backup of Tallytop.") from None
    if not isinstance(version, int) or version > VERSION:
        raise RecordError("This backup is from a newer Tallytop: update this one first.")
    expected = {LABEL, FILE, *(ALSO + name for name in also)}
    for name in names - {LABEL}:
        if name not in expected and not _PHOTO.fullmatch(name):
            raise RecordError("“{name}” does not belong into a backup.", name=name[:40])
        if name.startswith(ALSO) and archive.getinfo(name).file_size > LARGEST_ALSO:
            raise RecordError("“{name}” in this backup is far too large.", name=name[:40])
        archive.extract(name, place)


def _is_history(path: Path) -> bool:
    """Tell whether a file is a whole history of this version or an older one."""
    try:
        if not backup.is_sound(path):
            return False
        with closing(connect_to_read(path)) as connection:
            return bool(connection.execute("SELECT count(*) FROM sqlite_schema").fetchone()[0])
    except NewerHistory as error:
        saying = error.problems[0].saying
        raise RecordError(saying.template, **saying.values) from None
