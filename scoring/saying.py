"""Sentences the companion says, kept as a template and its values so that any language can say them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field


@dataclass(frozen=True)
class Saying:
    """One sentence: an English template, which is also its key for translators, and the values in it."""

    template: str
    values: Mapping[str, object] = field(default_factory=dict)

    def __str__(self) -> str:
        return self.template.format(**self.values)


def say(template: str, **values: object) -> Saying:
    """Put a sentence together."""
    return Saying(template, values)


@dataclass(frozen=True)
class Problem:
    """A broken rule: its name, a sentence for the players, and the pieces concerned."""

    rule: str
    saying: Saying
    pieces: tuple[str, ...] = ()

    @property
    def message(self) -> str:
        """Say the sentence in English."""
        return str(self.saying)


def problem(rule: str, template: str, *pieces: str, **values: object) -> Problem:
    """Put a problem together."""
    return Problem(rule, Saying(template, values), pieces)


class RecordError(ValueError):
    """What was given is not a record of a game: one sentence, on one line, says why."""

    def __init__(self, template: str, **values: object) -> None:
        # What was given is quoted in it, and may hold line ends and other signs that do not print.
        printed = {
            name: _printed(value) if isinstance(value, str) else value for name, value in values.items()
        }
        self.saying = Saying(template, printed)
        super().__init__(str(self.saying))


def _printed(text: str) -> str:
    """Return a text on one line, with a mark for every sign that does not print."""
    return "".join(sign if sign.isprintable() else "�" for sign in text)
