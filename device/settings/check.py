"""What a setting may be: its type, its choices, its range, and how settings go together."""

import difflib
from collections.abc import Iterator, Mapping
from dataclasses import Field, dataclass, fields, replace
from typing import Any, get_args, get_origin, get_type_hints

from device.settings.schema import Settings

KINDS = {bool: "true or false", int: "a whole number", float: "a number", str: "a text in quotes"}


@dataclass(frozen=True)
class Problem:
    """One thing that is wrong with the settings; line 0 when it is in no file."""

    key: str
    sentence: str
    line: int = 0

    def __str__(self) -> str:
        return f"line {self.line}: {self.sentence}" if self.line else self.sentence


class SettingsError(ValueError):
    """Settings that cannot be used, with every problem at once."""

    def __init__(self, problems: list[Problem]) -> None:
        super().__init__("\n".join(str(problem) for problem in problems))
        self.problems = tuple(problems)


@dataclass(frozen=True)
class SettingView:
    """A setting as a page shows it."""

    key: str
    about: str
    kind: str
    value: Any
    default: Any
    choices: tuple[Any, ...]
    least: float | None
    most: float | None


def settings_fields() -> Iterator[tuple[str, Field[Any], Any]]:
    """Every setting: `section.name`, its field and its type."""
    for section in fields(Settings):
        defaults = getattr(Settings(), section.name)
        hints = get_type_hints(type(defaults))
        for one in fields(defaults):
            yield f"{section.name}.{one.name}", one, hints[one.name]


def value_of(settings: Settings, key: str) -> Any:
    """The value behind `section.name`."""
    section, name = key.split(".")
    return getattr(getattr(settings, section), name)


def views(settings: Settings) -> tuple[SettingView, ...]:
    """All settings for a page, in the order of the file."""
    return tuple(
        SettingView(
            key,
            one.metadata["about"],
            "list" if get_origin(hint) is tuple else hint.__name__,
            value_of(settings, key),
            one.default,
            one.metadata["choices"],
            one.metadata["least"],
            one.metadata["most"],
        )
        for key, one, hint in settings_fields()
    )


def build(values: Mapping[str, Any]) -> tuple[Settings, list[Problem]]:
    """Settings from `section.name` values, with every problem; what is wrong or missing keeps its default."""
    known = {key: (one, hint) for key, one, hint in settings_fields()}
    problems: list[Problem] = []
    changes: dict[str, dict[str, Any]] = {}
    for key, value in values.items():
        if key not in known:
            near = difflib.get_close_matches(key, known, n=1)
            hint_text = f'; did you mean "{near[0]}"?' if near else "."
            problems.append(Problem(key, f'There is no setting "{key}"{hint_text}'))
            continue
        one, hint = known[key]
        value = _converted(value, hint)
        wrong = _wrong(value, one, hint)
        if wrong:
            problems.append(Problem(key, f"{key} is {_shown(value)}, but {wrong}."))
        else:
            section, name = key.split(".")
            changes.setdefault(section, {})[name] = value
    settings = replace(
        Settings(),
        **{section: replace(getattr(Settings(), section), **named) for section, named in changes.items()},
    )
    return settings, problems + _together(settings)


def change(settings: Settings, values: Mapping[str, Any]) -> Settings:
    """The settings with some values changed; raises SettingsError with every problem."""
    kept = {
        key: value_of(settings, key)
        for key, one, _ in settings_fields()
        if value_of(settings, key) != one.default
    }
    changed, problems = build(kept | dict(values))
    if problems:
        raise SettingsError(problems)
    return changed


def _converted(value: Any, hint: Any) -> Any:
    """TOML's lists and whole numbers where a tuple or a number with a point is meant."""
    if get_origin(hint) is tuple and isinstance(value, list):
        return tuple(value)
    if hint is float and isinstance(value, int) and not isinstance(value, bool):
        return float(value)
    return value


def _wrong(value: Any, one: Field[Any], hint: Any) -> str | None:
    """What is wrong with a value, in a few words."""
    if get_origin(hint) is tuple:
        kind = get_args(hint)[0]
        if not isinstance(value, tuple):
            return "it must be a list, such as [5, 6]"
        if len(set(value)) < len(value):
            return "nothing may be in the list twice"
        return next((wrong for item in value if (wrong := _wrong_one(item, one, kind))), None)
    return _wrong_one(value, one, hint)


def _wrong_one(value: Any, one: Field[Any], kind: type) -> str | None:
    if type(value) is not kind:
        return f"it must be {KINDS[kind]}"
    choices, least, most = (one.metadata[name] for name in ("choices", "least", "most"))
    if choices and value not in choices:
        return f"it must be one of {', '.join(str(choice) for choice in choices)}"
    # Written this way round, "not a number" is out of every range.
    if (least is not None and not value >= least) or (most is not None and not value <= most):
        return f"it must be from {least} to {most}"
    return None


def _shown(value: Any) -> str:
    return (
        f'"{value}"'
        if isinstance(value, str)
        else str(value).lower()
        if isinstance(value, bool)
        else str(value)
    )


def _together(settings: Settings) -> list[Problem]:
    """What is wrong between settings that are each right."""
    problems = [Problem("pins", f"pins: {problem}.") for problem in settings.pins.wiring().problems()]
    if settings.camera.name == "folder" and not settings.camera.folder:
        problems.append(
            Problem("camera.folder", "camera.folder must name the folder, when camera.name is folder.")
        )
    if bool(settings.camera.width) != bool(settings.camera.height):
        problems.append(Problem("camera.width", "camera.width and camera.height must be given together."))
    return problems
