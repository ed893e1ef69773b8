"""The one settings file: read with every error at once and its line, written readably."""

import os
import re
import tomllib
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

from device.settings.check import SettingsError, build, settings_fields, value_of
from device.settings.schema import SECTIONS, Settings
from scoring.housekeeping import SettingProblem
from scoring.saying import say

NAME = "settings.toml"
HEAD = """\
# Tallytop's settings. No line is needed: whatever is missing here has its default.
# To change a setting, take the # away from its front and put in another value.
"""


def home(environment: Mapping[str, str] = os.environ) -> Path:
    """The folder where Tallytop keeps everything."""
    if chosen := environment.get("TALLYTOP_HOME"):
        return Path(chosen)
    if from_systemd := environment.get("STATE_DIRECTORY"):
        return Path(from_systemd.split(":")[0])
    return Path(environment.get("HOME") or Path.home()) / ".local" / "share" / "tallytop"


def read_settings(path: Path) -> Settings:
    """The settings in a file, the defaults where there is none; raises SettingsError with every problem."""
    try:
        text = path.read_text(encoding="utf-8")
    except FileNotFoundError:
        return Settings()
    except (OSError, UnicodeDecodeError) as error:
        saying = say("The settings file {path} cannot be read: {reason}.", path=path, reason=error)
        raise SettingsError([SettingProblem("", saying)]) from error
    return parse_settings(text)


def parse_settings(text: str) -> Settings:
    """The settings in a text; raises SettingsError with every problem and its line."""
    try:
        tree = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        where = re.search(r"\(at line (\d+), column \d+\)", str(error))
        line = int(where[1]) if where else text.count("\n") + 1
        what = re.sub(r" \(at .*\)", "", str(error))
        saying = say("This is not written as a setting: {reason}.", reason=what)
        raise SettingsError([SettingProblem("", saying, line)]) from error
    settings, problems = build(_flat(tree))
    if problems:
        lines = lines_of(text)
        placed = [replace(problem, line=lines.get(problem.key, 0)) for problem in problems]
        raise SettingsError(sorted(placed, key=lambda problem: problem.line))
    return settings


def write_settings(path: Path, settings: Settings) -> None:
    """Write the file anew, every setting explained."""
    write_whole(path, as_toml(settings))


def write_whole(path: Path, text: str) -> None:
    """Write the file as a whole or not at all, even when the plug is pulled."""
    path.parent.mkdir(parents=True, exist_ok=True)
    fresh = path.with_suffix(".new")
    with fresh.open("w", encoding="utf-8") as file:
        file.write(text)
        file.flush()
        os.fsync(file.fileno())
    fresh.replace(path)


def as_toml(settings: Settings) -> str:
    """A settings file with every setting explained; those at their default are commented out."""
    parts = [HEAD]
    section = ""
    for key, one, _ in settings_fields():
        head, name = key.split(".")
        if head != section:
            section = head
            parts.append(f"\n[{section}]\n# {SECTIONS[section]}\n")
        value = value_of(settings, key)
        hidden = "#" if value == one.default else ""
        parts.append(
            f"\n# {one.metadata['about']}{_limits(one.metadata)}\n{hidden}{name} = {written(value)}\n"
        )
    return "".join(parts)


def _limits(metadata: Mapping[str, Any]) -> str:
    choices, least, most = (metadata[name] for name in ("choices", "least", "most"))
    if choices and isinstance(choices[0], str):
        return f" ({', '.join(choices)})"
    return f" ({least} to {most})" if least is not None else ""


def written(value: Any) -> str:
    """A value as TOML writes it."""
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, tuple):
        return "[" + ", ".join(written(item) for item in value) + "]"
    return _quoted(value) if isinstance(value, str) else repr(value)


def _quoted(text: str) -> str:
    """A TOML text in double quotes."""
    escaped = text.replace("\\", "\\\\").replace('"', '\\"')
    return '"' + re.sub(r"[\x00-\x1f\x7f]", lambda found: f"\\u{ord(found[0]):04x}", escaped) + '"'


def _flat(tree: Mapping[str, Any], above: str = "") -> dict[str, Any]:
    """Nested tables as `section.name` keys."""
    flat: dict[str, Any] = {}
    for name, value in tree.items():
        key = f"{above}{name}"
        if isinstance(value, dict):
            flat |= _flat(value, key + ".")
        else:
            flat[key] = value
    return flat


def lines_of(text: str) -> dict[str, int]:
    """The line on which each key stands, and each section begins."""
    found: dict[str, int] = {}
    section = ""
    for number, line in enumerate(text.splitlines(), start=1):
        if heading := re.match(r"\s*\[\s*([^\[\]]+?)\s*\]", line):
            section = re.sub(r"[\s\"']", "", heading[1]) + "."
            found.setdefault(section.rstrip("."), number)
        elif entry := re.match(r"\s*([\w.\-\"' ]+?)\s*=", line):
            found.setdefault(section + re.sub(r"[\s\"']", "", entry[1]), number)
    return found
