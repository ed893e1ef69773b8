"""Checked reading of what came from outside: a wrong field gives one clear sentence."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from scoring.saying import RecordError

Fields = Mapping[str, Any]

# Far beyond any game, and small enough that no sum or product of them is slow.
LARGEST = 10**6


def fields_of(value: object, what: str) -> Fields:
    """Return the value as named fields."""
    if not isinstance(value, Mapping):
        raise RecordError(f"{what} must be an object with named fields.")
    return value


def take(fields: Fields, name: str, what: str) -> Any:
    """Return a field that must be there."""
    if name not in fields:
        raise RecordError(f"{what} has no “{name}”.")
    return fields[name]


def whole(value: object, what: str, least: int = -LARGEST, most: int = LARGEST) -> int:
    """Return the value as a whole number within bounds."""
    if isinstance(value, bool) or not isinstance(value, int):
        raise RecordError(f"{what} must be a whole number.")
    if not least <= value <= most:
        raise RecordError(f"{what} must be a whole number from {least} to {most}.")
    return value


def text(value: object, what: str, longest: int = 100) -> str:
    """Return the value as a short text."""
    if not isinstance(value, str):
        raise RecordError(f"{what} must be a text.")
    if len(value) > longest:
        raise RecordError(f"{what} is longer than {longest} characters.")
    if any("\ud800" <= sign <= "\udfff" for sign in value):
        raise RecordError(f"{what} has half a character in it.")
    return value


def listed(value: object, what: str, longest: int = 10_000) -> list[Any]:
    """Return the value as a list that is not too long."""
    if not isinstance(value, list | tuple):
        raise RecordError(f"{what} must be a list.")
    if len(value) > longest:
        raise RecordError(f"{what} has more than {longest} entries.")
    return list(value)
