"""A match with its photos in one ZIP file."""

from __future__ import annotations

import io
import re
import zipfile
import zlib
from collections.abc import Mapping
from dataclasses import dataclass

from scoring.history.evidence import Exhibit, read_exhibit, write_note
from scoring.history.match_file import LARGEST_BYTES, Incoming, parse_matches, write_matches
from scoring.history.scorebook import Scorebook
from scoring.history.scorecard import draw_scorecard
from scoring.history.table_file import write_table
from scoring.saying import RecordError

MATCH, TABLE, CARD = "match.json", "turns.csv", "scorecard.svg"
LARGEST_PHOTO = 20_000_000
MOST_FILES = 20_000
MOST_BYTES = 500_000_000

_PHOTO = re.compile(r"photos/(\d{5})\.(jpg|json)")


@dataclass(frozen=True)
class Bundle:
    """What a ZIP file holds: a match, and the evidence of its events."""

    incoming: Incoming
    exhibits: Mapping[int, Exhibit]


def write_bundle(book: Scorebook, match_id: str) -> bytes:
    """Put a match, its table, its scorecard and its photos in a ZIP file."""
    story = book.story(match_id)
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as bundle:
        bundle.writestr(MATCH, write_matches([story]))
        bundle.writestr(TABLE, write_table([story]))
        bundle.writestr(CARD, draw_scorecard(story))
        for seq in range(1, story.match.version + 1):
            exhibit = book.exhibit(match_id, seq)
            if exhibit is None:
                continue
            bundle.writestr(f"photos/{seq:05d}.jpg", exhibit.jpeg, zipfile.ZIP_STORED)
            bundle.writestr(f"photos/{seq:05d}.json", write_note(exhibit))
    return out.getvalue()


def read_bundle(data: bytes, now: float) -> Bundle:
    """Read such a ZIP file; nothing of it is trusted."""
    with _opened(data) as archive:
        names = {item.filename for item in archive.infolist()}
        if MATCH not in names:
            raise RecordError("There is no match in this ZIP file.")
        for name in names - {MATCH, TABLE, CARD}:
            if not _PHOTO.fullmatch(name):
                raise RecordError("“{name}” does not belong into the ZIP file of a match.", name=name[:40])
        incoming = parse_matches(bounded(archive, MATCH, LARGEST_BYTES), now)
        if len(incoming) != 1:
            raise RecordError("The ZIP file of a match has one match in it.")
        exhibits = {}
        for name in sorted(names):
            found = _PHOTO.fullmatch(name)
            if found and found[2] == "jpg":
                exhibits[int(found[1])] = _exhibit(archive, name, names)
    if any(not 1 <= seq <= incoming[0].match.version for seq in exhibits):
        raise RecordError("A photo in this ZIP file belongs to no turn.")
    return Bundle(incoming[0], exhibits)


def _opened(data: bytes) -> zipfile.ZipFile:
    """Open a ZIP file, unless it is none, is broken, or would unpack to far too much."""
    try:
        archive = zipfile.ZipFile(io.BytesIO(data))
    except (zipfile.BadZipFile, NotImplementedError, ValueError, OSError):
        raise RecordError("This is not a ZIP file, or only half of one.") from None
    refuse_bomb(archive, MOST_FILES, MOST_BYTES)
    return archive


def refuse_bomb(archive: zipfile.ZipFile, most_files: int, most_bytes: int) -> None:
    """Refuse a ZIP file that would fill the disk, or that wants to write elsewhere."""
    items = archive.infolist()
    if len(items) > most_files or sum(item.file_size for item in items) > most_bytes:
        raise RecordError("This ZIP file unpacks to far too much.")
    if len({item.filename for item in items}) < len(items):
        raise RecordError("This ZIP file has the same name in it twice.")
    for item in items:
        if item.filename.startswith("/") or ".." in item.filename.split("/") or "\\" in item.filename:
            raise RecordError("This ZIP file wants to write outside its folder.")


def bounded(archive: zipfile.ZipFile, name: str, most: int) -> bytes:
    """Return a file of the archive, whatever the archive says about its size."""
    try:
        with archive.open(name) as file:
            data = file.read(most + 1)
    except (zipfile.BadZipFile, NotImplementedError, RuntimeError, EOFError, ValueError, OSError, zlib.error):
        raise RecordError("“{name}” in this ZIP file is damaged.", name=name[:40]) from None
    if len(data) > most:
        raise RecordError("“{name}” in this ZIP file is far too large.", name=name[:40])
    return data


def _exhibit(archive: zipfile.ZipFile, name: str, names: set[str]) -> Exhibit:
    """Read a photo and what was noted beside it."""
    jpeg = bounded(archive, name, LARGEST_PHOTO)
    if not jpeg.startswith(b"\xff\xd8"):
        raise RecordError("“{name}” in this ZIP file is not a photo.", name=name)
    beside = name.replace(".jpg", ".json")
    if beside not in names:
        return Exhibit(jpeg, {})
    try:
        return read_exhibit(jpeg, bounded(archive, beside, LARGEST_BYTES))
    except ValueError:
        raise RecordError("“{name}” in this ZIP file cannot be read.", name=beside) from None
