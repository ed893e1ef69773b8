"""Evidence: for each turn the photo it was read from, what was read, and what people put right."""

from __future__ import annotations

import json
import re
import shutil
import threading
from collections import deque
from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

FOLDER = "photos"
MOST_BYTES = 1_000_000_000

_MATCH = re.compile(r"[0-9a-f-]{36}")


@dataclass(frozen=True)
class Correction:
    """A piece that a person named otherwise than the camera."""

    piece: str
    seen: str
    said: str


@dataclass(frozen=True)
class Exhibit:
    """What is kept of one turn: the JPEG, and what it was read as."""

    jpeg: bytes
    reading: Mapping[str, Any]
    corrections: tuple[Correction, ...] = ()


class Evidence:
    """The photos of all matches, within a bound: the oldest go first."""

    def __init__(self, home: Path, most_bytes: int = MOST_BYTES) -> None:
        self.folder = home / FOLDER
        self.most_bytes = most_bytes
        self._turnstile = threading.RLock()
        self._files: deque[tuple[Path, int]] = deque(self._found())
        self.bytes = sum(size for _, size in self._files)

    def _found(self) -> list[tuple[Path, int]]:
        """List the files that are there, oldest first."""
        found = []
        for path in self.folder.glob("*/*"):
            if path.suffix in (".jpg", ".json"):
                status = path.stat()
                found.append((status.st_mtime_ns, path, status.st_size))
            else:
                path.unlink()  # a file that was being written when the power went
        return [(path, size) for _, path, size in sorted(found)]

    def keep(self, match_id: str, seq: int, exhibit: Exhibit) -> bool:
        """Keep the evidence of an event, if the disk has room for it; play goes on in any case."""
        written = write_note(exhibit)
        place = photo_path(self.folder, match_id, seq)
        with self._turnstile:
            try:
                place.parent.mkdir(parents=True, exist_ok=True)
                self._write(place, exhibit.jpeg)
                self._write(place.with_suffix(".json"), written)
            except OSError:
                # Next time there is room: what did not fit today is less than what is given up now.
                self.free(len(exhibit.jpeg) + len(written))
                return False
            self.free(self.bytes - self.most_bytes)
            return True

    def _write(self, path: Path, data: bytes) -> None:
        """Write a file whole or not at all."""
        part = path.with_suffix(".part")
        try:
            part.write_bytes(data)
            part.replace(path)
        finally:
            part.unlink(missing_ok=True)
        self._files.append((path, len(data)))
        self.bytes += len(data)

    def free(self, wanted: int) -> int:
        """Delete the oldest evidence until so many bytes are free; return how many were."""
        freed = 0
        with self._turnstile:
            while freed < wanted and self._files:
                path, size = self._files.popleft()
                path.unlink(missing_ok=True)
                with suppress(OSError):
                    path.parent.rmdir()  # where it was the last one
                freed += size
            self.bytes -= freed
        return freed

    def drop(self, match_id: str) -> None:
        """Delete all evidence of a match."""
        place = photo_path(self.folder, match_id, 1).parent
        with self._turnstile:
            shutil.rmtree(place, ignore_errors=True)
            self._files = deque((path, size) for path, size in self._files if path.parent != place)
            self.bytes = sum(size for _, size in self._files)

    def forget(self, name: str, match_ids: Sequence[str]) -> None:
        """Delete what was noted beside the photos wherever it names a person."""
        written = json.dumps(name, ensure_ascii=False)[1:-1].encode()
        for match_id in match_ids:
            for path in photo_path(self.folder, match_id, 1).parent.glob("*.json"):
                if written in path.read_bytes():
                    path.unlink()


def photo_path(folder: Path, match_id: str, seq: int) -> Path:
    """Return where the photo of an event lies; ids come from outside, so they are checked."""
    if not _MATCH.fullmatch(match_id):
        raise ValueError("This is not the id of a match.")
    return folder / match_id / f"{seq:05d}.jpg"


def find_exhibit(home: Path, match_id: str, seq: int) -> Exhibit | None:
    """Return the evidence of an event, if there is a photo of it."""
    place = photo_path(home / FOLDER, match_id, seq)
    try:
        jpeg = place.read_bytes()
    except OSError:
        return None
    try:
        return read_exhibit(jpeg, place.with_suffix(".json").read_bytes())
    except (OSError, ValueError):
        return Exhibit(jpeg, {})


def write_note(exhibit: Exhibit) -> bytes:
    """Write down what a photo was read as, and what was put right."""
    corrections = [asdict(one) for one in exhibit.corrections]
    note = {"reading": dict(exhibit.reading), "corrections": corrections}
    return json.dumps(note, ensure_ascii=False, separators=(",", ":")).encode()


def read_exhibit(jpeg: bytes, note: bytes) -> Exhibit:
    """Put a photo and its note together again; a note that is none is a ValueError."""
    try:
        written = json.loads(note)
        corrections = tuple(
            Correction(str(one["piece"]), str(one["seen"]), str(one["said"]))
            for one in written["corrections"]
        )
        return Exhibit(jpeg, dict(written["reading"]), corrections)
    except (KeyError, TypeError, RecursionError):
        raise ValueError("This is not the note of a photo.") from None
