"""A settings file changed line by line, so that what people wrote around the settings stays."""

import re
from typing import Any

from device.settings.check import SettingsError, settings_fields, value_of
from device.settings.file import as_toml, lines_of, parse_settings, written
from device.settings.schema import Settings


def edited(text: str, settings: Settings) -> str:
    """The text of a settings file with other settings; one too odd to be edited is written anew."""
    before = parse_settings(text)
    fresh = text
    for key, _, _ in settings_fields():
        if value_of(settings, key) != value_of(before, key):
            fresh = _with(fresh, key, value_of(settings, key))
    try:
        if parse_settings(fresh) == settings:
            return fresh
    except SettingsError:
        pass
    return as_toml(settings)


def _with(text: str, key: str, value: Any) -> str:
    """The text with one setting changed, switched on, or added to its section."""
    section, name = key.split(".")
    lines, places = text.splitlines(), lines_of(text)
    entry = f"{name} = {written(value)}"
    if key in places:
        remark = re.search(r"""\s+#[^"']*$""", lines[places[key] - 1])
        lines[places[key] - 1] = entry + (remark[0] if remark else "")
    elif hidden := _hidden(lines, section, name):
        lines[hidden - 1] = entry
    elif section in places:
        lines.insert(places[section], entry)
    else:
        lines += ["", f"[{section}]", entry]
    return "\n".join(lines) + "\n"


def _hidden(lines: list[str], section: str, name: str) -> int | None:
    """The line on which a setting stands with a # before it."""
    shown = "\n".join(re.sub(rf"^\s*#\s*(?={name}\s*=)", "", line) for line in lines)
    return lines_of(shown).get(f"{section}.{name}")
