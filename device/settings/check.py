"""What a setting may be: its type, its choices, its range, and how settings go together."""

import difflib
from collections.abc import Iterator, Mapping
from dataclasses import Field, fields, replace
from typing import Any, get_args, get_origin, get_type_hints

from device.settings.schema import Settings
from scoring.housekeeping import Setting, SettingProblem
from scoring.saying import Saying, say


class SettingsError(ValueError):
    """Settings that cannot be used, with every problem at once."""

    def __init__(self, problems: list[SettingProblem]) -> None:
        super().__init__("\n".join(str(problem) for problem in problems))
        self.problems = tuple(problems)


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


def views(settings: Settings) -> tuple[Setting, ...]:
    """All settings for a page, in the order of the file; a secret's value stays here."""
    return tuple(
        Setting(
            key,
            one.metadata["about"],
            "list" if get_origin(hint) is tuple else hint.__name__,
            one.default if one.metadata["secret"] else value_of(settings, key),
            one.default,
            one.metadata["choices"],
            one.metadata["least"],
            one.metadata["most"],
            one.metadata["secret"],
        )
        for key, one, hint in settings_fields()
    )


def build(values: Mapping[str, Any]) -> tuple[Settings, list[SettingProblem]]:
    """Settings from `section.name` values, with every problem; what is wrong or missing keeps its default."""
    known = {key: (one, hint) for key, one, hint in settings_fields()}
    problems: list[SettingProblem] = []
    changes: dict[str, dict[str, Any]] = {}
    for key, value in values.items():
        if key not in known:
            problems.append(SettingProblem(key, _unknown(key, list(known))))
            continue
        one, hint = known[key]
        value = _converted(value, hint)
        wrong = _wrong(key, value, one, hint)
        if wrong:
            problems.append(SettingProblem(key, wrong))
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


def _unknown(key: str, known: list[str]) -> Saying:
    near = difflib.get_close_matches(key, known, n=1)
    if near:
        return say('There is no setting "{key}"; did you mean "{near}"?', key=key, near=near[0])
    return say('There is no setting "{key}".', key=key)


def _converted(value: Any, hint: Any) -> Any:
    """TOML's lists and whole numbers where a tuple or a number with a point is meant."""
    if get_origin(hint) is tuple and isinstance(value, list):
        return tuple(value)
    if hint is float and isinstance(value, int) and not isinstance(value, bool):
        return float(value)
    return value


def _wrong(key: str, value: Any, one: Field[Any], hint: Any) -> Saying | None:
    """Say what is wrong with a value, if anything is."""
    if get_origin(hint) is not tuple:
        return _wrong_one(key, value, one, hint)
    if not isinstance(value, tuple):
        return say("{key} is {value}, but it must be a list, such as [5, 6].", key=key, value=_shown(value))
    if len(set(value)) < len(value):
        return say("{key}: nothing may be in the list twice.", key=key)
    kind = get_args(hint)[0]
    return next((wrong for item in value if (wrong := _wrong_one(key, item, one, kind))), None)


def _wrong_one(key: str, value: Any, one: Field[Any], kind: type) -> Saying | None:
    named = {"key": key, "value": _shown(value)}
    if type(value) is not kind:
        return _of_another_kind(kind, named)
    choices, least, most = (one.metadata[name] for name in ("choices", "least", "most"))
    if choices and value not in choices:
        listed = ", ".join(str(choice) for choice in choices)
        return say("{key} is {value}, but it must be one of {choices}.", choices=listed, **named)
    # Written this way round, "not a number" is out of every range.
    if (least is not None and not value >= least) or (most is not None and not value <= most):
        return say(
            "{key} is {value}, but it must be from {least} to {most}.", least=least, most=most, **named
        )
    return None


def _of_another_kind(kind: type, named: Mapping[str, object]) -> Saying:
    if kind is bool:
        return say("{key} is {value}, but it must be true or false.", **named)
    if kind is int:
        return say("{key} is {value}, but it must be a whole number.", **named)
    if kind is float:
        return say("{key} is {value}, but it must be a number.", **named)
    return say("{key} is {value}, but it must be a text in quotes.", **named)


def _shown(value: Any) -> str:
    if isinstance(value, str):
        return f'"{value}"'
    return str(value).lower() if isinstance(value, bool) else str(value)


def _together(settings: Settings) -> list[SettingProblem]:
    """What is wrong between settings that are each right."""
    problems = [SettingProblem("pins", problem) for problem in settings.pins.wiring().problems()]
    camera = settings.camera
    if camera.name == "folder" and not camera.folder:
        saying = say("camera.folder must name the folder, when camera.name is folder.")
        problems.append(SettingProblem("camera.folder", saying))
    if bool(camera.width) != bool(camera.height):
        saying = say("camera.width and camera.height must be given together.")
        problems.append(SettingProblem("camera.width", saying))
    return problems
