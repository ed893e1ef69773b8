"""Checked reading of what came from outside: a wrong field gives one clear sentence."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from scoring.saying import RecordError, Saying

Fields = Mapping[str, Any]

# Far beyond any game, and small enough that no sum or product of them is slow.
LARGEST = 10**6


def fields_of(value: object, what: str | Saying) -> Fields:
    """Return the value as named fields."""
    if not isinstance(value, Mapping):
        raise RecordError("{what} must be an object with named fields.", what=_named(what))
    return value


def take(fields: Fields, name: str, what: str | Saying) -> Any:
    """Return a field that must be there."""
    if name not in fields:
        raise RecordError("{what} has no “{name}”.", what=_named(what), name=name)
    return fields[name]


def whole(value: object, what: str | Saying, least: int = -LARGEST, most: int = LARGEST) -> int:
    """Return the value as a whole number within bounds."""
    if isinstance(value, bool) or not isinstance(value, int):
        raise RecordError("{what} must be a whole number.", what=_named(what))
    if not least <= value <= most:
        raise RecordError(
            "{what} must be a whole number from {least} to {most}.", what=_named(what), least=least, most=most
        )
    return value


def text(value: object, what: str | Saying, longest: int = 100) -> str:
    """Return the value as a short text."""
    if not isinstance(value, str):
        raise RecordError("{what} must be a text.", what=_named(what))
    if len(value) > longest:
        raise RecordError("{what} is longer than {longest} characters.", what=_named(what), longest=longest)
    if any("\ud800" <= sign <= "\udfff" for sign in value):
        raise RecordError("{what} has half a character in it.", what=_named(what))
    return value


def listed(value: object, what: str | Saying, longest: int = 10_000) -> list[Any]:
    """Return the value as a list that is not too long."""
    if not isinstance(value, list | tuple):
        raise RecordError("{what} must be a list.", what=_named(what))
    if len(value) > longest:
        raise RecordError("{what} has more than {longest} entries.", what=_named(what), longest=longest)
    return list(value)


def _named(what: str | Saying) -> Saying:
    """Return what is wrong as something that every language can name."""
    return what if isinstance(what, Saying) else Saying(what)
