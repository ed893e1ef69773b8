"""The settings file in the hands of the pages: shown, changed by what was typed, and put to use."""

from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any, get_args, get_origin

from device.settings.check import SettingsError, change, settings_fields, views
from device.settings.edit import edited
from device.settings.file import as_toml, read_settings, write_whole
from device.settings.schema import SECTIONS, Settings
from scoring.housekeeping import Setting, SettingProblem
from scoring.saying import Saying, say

YES, NO = frozenset({"true", "on", "yes", "1"}), frozenset({"false", "off", "no", "0", ""})


class FileKeeper:
    """Keeps one settings file; a file that cannot be used shows the defaults."""

    def __init__(self, path: Path, restart: Callable[[], None]) -> None:
        self._path = path
        self._restart = restart

    def settings(self) -> Sequence[Setting]:
        """Return every setting as the file has it now."""
        try:
            return views(read_settings(self._path))
        except SettingsError:
            return views(Settings())

    def sections(self) -> Mapping[str, Saying]:
        """Return what each section is about."""
        return SECTIONS

    def change(self, values: Mapping[str, str]) -> Sequence[SettingProblem]:
        """Write settings as they were typed; nothing is written when anything is wrong."""
        try:
            settings = change(read_settings(self._path), _typed(values))
            text = self._path.read_text(encoding="utf-8") if self._path.exists() else ""
            write_whole(self._path, edited(text, settings) if text else as_toml(settings))
        except SettingsError as error:
            return error.problems
        except OSError as error:
            reason = error.strerror or str(error)
            return (SettingProblem("", say("The settings cannot be written: {reason}.", reason=reason)),)
        return ()

    def restart(self) -> None:
        """Start the companion again, so that what was written counts."""
        self._restart()


def _typed(values: Mapping[str, str]) -> dict[str, Any]:
    """What was typed as values of each setting's kind; what cannot be one stays a text and is found wrong."""
    kinds = {key: (hint, one.metadata["secret"]) for key, one, hint in settings_fields()}
    found: dict[str, Any] = {}
    for key, text in values.items():
        hint, secret = kinds.get(key, (str, False))
        if not (secret and not text):
            found[key] = _value(text.strip(), hint)
    return found


def _value(text: str, hint: Any) -> Any:
    if get_origin(hint) is tuple:
        items = [item.strip() for item in text.strip("[]").split(",")]
        return tuple(_value(item, get_args(hint)[0]) for item in items if item)
    if hint is bool:
        word = text.lower()
        return True if word in YES else False if word in NO else text
    try:
        if hint is int:
            return int(text)
        return float(text.replace(",", ".")) if hint is float else text
    except ValueError:
        return text
