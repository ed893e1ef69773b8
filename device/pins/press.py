"""From a contact that chatters to one press: one press is one request."""

from dataclasses import dataclass, replace
from enum import Enum

STEADY_S = 0.015
"""A level counts once it has held this long; contacts chatter for up to ten thousandths."""
REST_S = 0.3
"""A press so soon after the last release is the same finger."""
STUCK_S = 10.0
NEVER_S = float("-inf")


class What(Enum):
    """What happened at a button."""

    PRESSED = "pressed"
    STUCK = "stuck"
    FREED = "freed"


@dataclass(frozen=True)
class Press:
    """Something that happened at a button; `down_at_s` is when the finger came down."""

    button: str
    what: What
    down_at_s: float
    at_s: float


@dataclass(frozen=True)
class Contact:
    """A button's contact as seen so far; `hold_s` is how long it must be held to count."""

    button: str
    hold_s: float = 0.0
    raw: bool = False
    raw_since_s: float = NEVER_S
    down: bool = False
    down_at_s: float = NEVER_S
    up_at_s: float = NEVER_S
    counted: bool = True
    stuck: bool = False


def feel(contact: Contact, raw: bool, at_s: float) -> tuple[Contact, Press | None]:
    """Take in the level of the contact at a moment; a change, or a mere look in between."""
    if raw != contact.raw:
        contact = replace(contact, raw=raw, raw_since_s=at_s)
    if contact.raw != contact.down and at_s - contact.raw_since_s >= STEADY_S:
        return _pushed(contact, at_s) if contact.raw else _let_go(contact, at_s)
    return _held(contact, at_s) if contact.down else (contact, None)


def _pushed(contact: Contact, at_s: float) -> tuple[Contact, Press | None]:
    same_finger = contact.raw_since_s - contact.up_at_s < REST_S
    down = replace(contact, down=True, down_at_s=contact.raw_since_s, counted=same_finger)
    return _held(down, at_s)


def _let_go(contact: Contact, at_s: float) -> tuple[Contact, Press | None]:
    up = replace(contact, down=False, up_at_s=contact.raw_since_s, counted=True, stuck=False)
    freed = Press(contact.button, What.FREED, contact.down_at_s, at_s) if contact.stuck else None
    return up, freed


def _held(contact: Contact, at_s: float) -> tuple[Contact, Press | None]:
    held_s = at_s - contact.down_at_s
    if not contact.counted and held_s >= contact.hold_s:
        return replace(contact, counted=True), Press(contact.button, What.PRESSED, contact.down_at_s, at_s)
    if not contact.stuck and held_s >= STUCK_S:
        return replace(contact, stuck=True), Press(contact.button, What.STUCK, contact.down_at_s, at_s)
    return contact, None
