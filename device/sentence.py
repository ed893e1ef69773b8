"""A sentence for people: an English text with its values apart, so that a page can say it in any language."""

from collections.abc import Mapping
from dataclasses import dataclass, field


@dataclass(frozen=True)
class Sentence:
    """A text with `%(name)s` places and the values that go into them."""

    text: str
    values: Mapping[str, object] = field(default_factory=dict)

    def __str__(self) -> str:
        return self.text % self.values if self.values else self.text


def say(text: str, **values: object) -> Sentence:
    """Make a sentence; `text` is what translations look up."""
    return Sentence(text, values)
