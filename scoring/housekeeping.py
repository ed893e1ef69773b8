"""What can be set on the machine itself, as the pages see it: its settings, and where the table lies."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Protocol

from scoring.saying import Saying

Corners = tuple[tuple[float, float], ...]
"""The table's four corners in a picture, clockwise from its top left, in shares of width and height."""


@dataclass(frozen=True)
class Setting:
    """One setting as a page shows it, under its `section.name`."""

    key: str
    about: Saying
    kind: str
    """“bool”, “int”, “float”, “str” or “list”; a list is written with commas."""
    value: Any
    default: Any
    choices: tuple[Any, ...] = ()
    least: float | None = None
    most: float | None = None
    secret: bool = False
    """A password: it is never shown, and left as it is when nothing is written for it."""


@dataclass(frozen=True)
class SettingProblem:
    """What is wrong with a setting; no key where it is wrong with all, no line where it is in no file."""

    key: str
    saying: Saying
    line: int = 0

    def __str__(self) -> str:
        return f"line {self.line}: {self.saying}" if self.line else str(self.saying)


class SettingsKeeper(Protocol):
    """The settings file as the pages see it."""

    def settings(self) -> Sequence[Setting]:
        """Return every setting as the file has it now, in the order of the file."""

    def sections(self) -> Mapping[str, Saying]:
        """Return what each section is about."""

    def change(self, values: Mapping[str, str]) -> Sequence[SettingProblem]:
        """Write settings as they were typed; nothing is written when anything is wrong."""

    def restart(self) -> None:
        """Start the companion again, so that what was written counts."""


@dataclass(frozen=True)
class TableLook:
    """The whole picture of the camera just now, and where the table lies in it."""

    jpeg: bytes
    saying: Saying
    """What was found, in a sentence."""
    found: Corners | None = None
    """Where the mat's markers say the table lies."""
    kept: Corners | None = None
    """Where it was kept to lie before."""


class Surveyor(Protocol):
    """Measures where the table lies; a Refusal says why it cannot."""

    def look(self) -> TableLook:
        """Take a picture and find the table in it."""

    def keep(self, corners: Corners | None) -> None:
        """Read only what lies within these corners from now on; None reads the whole picture."""
