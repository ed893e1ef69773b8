"""Sayings in the reader's language, and numbers as the pages show them."""

from __future__ import annotations

import re
from collections.abc import Iterable

from flask import Flask
from flask_babel import gettext

from scoring.saying import Problem, Saying

_CARD = re.compile(r"(\d) ([a-z]+)")
_NARROW_SPACE = "\u202f"


def tell(saying: Saying) -> str:
    """Say a sentence in the reader's language."""
    values = {name: _worded(value) for name, value in saying.values.items()}
    return str(gettext(saying.template)).format(**values)


def tell_all(problems: Iterable[Problem]) -> list[str]:
    """Say what is wrong, in the reader's language."""
    return [tell(found.saying) for found in problems]


def grouped(number: int) -> str:
    """Write a number with a narrow space between the thousands: 1 053."""
    return f"{number:,}".replace(",", _NARROW_SPACE).replace("-", "−")


def card_name(name: str) -> str:
    """Name a coloured card such as “7 blue” in the reader's language."""
    found = _CARD.fullmatch(name)
    return f"{found[1]} {gettext(found[2])}" if found else name


def teach(app: Flask) -> None:
    """Give the templates these ways of saying things."""
    app.jinja_env.filters.update(tell=tell, grouped=grouped, card_name=card_name)


def _worded(value: object) -> object:
    """Translate a value that is itself a word: a colour, or a coloured card."""
    if isinstance(value, Saying):
        return tell(value)
    if not isinstance(value, str):
        return value
    return gettext(value) if value in ("white", "yellow") else card_name(value)
