"""Reasons to let a person look, in words for people."""

from __future__ import annotations

from vision.reading import Doubt

SENTENCES = {
    "cover": "A hand or something else lies over the table.",
    "edge": "A piece is partly outside the picture.",
    "numeral": "A numeral cannot be told for certain.",
    "colour": "A colour cannot be told for certain.",
    "hidden": "A numeral is hidden or washed out.",
    "loose-numeral": "There is a numeral that belongs to no piece.",
    "loose-spot": "Something looks like a tile but cannot be read.",
    "unread-piece": "A piece lies there that cannot be read.",
    "apart": "A piece lies apart from the others.",
    "off-grid": "A tile lies askew between the others.",
    "overlap": "Two tiles seem to lie on top of each other.",
    "turned": "A piece is turned the wrong way round.",
    "upside": "It is not clear which way up the table is.",
    "vanished": "A piece that lay there before is not seen any more.",
    "small": "The pieces are too small in the picture.",
    "dark": "The picture is too dark.",
    "blur": "The picture is blurred.",
    "glare": "Light washes out a numeral.",
    "crowd": "There are more pieces than the game has.",
    "formula": "The cards do not make a formula.",
    "untrue": "The formula is not true, and one of its cards is hard to read.",
    "left-out": "The formula is not true, but would be with one more card at its end: is one hidden?",
    "die": "A die cannot be read for certain.",
    "cocked": "A die leans on something and does not lie flat.",
    "dice": "There should be two dice in the box.",
    "stray-die": "A die lies at the edge of the box: does it count?",
    "no-numbers": "No open number is seen: is the box shut, or not in the picture?",
    "question": "The question on the card cannot be told for certain.",
    "rows": "The cards do not lie in one clear row.",
    "two-rows": "The cards do not lie in two clear rows.",
    "stumbled": "This picture could not be read.",
}


def doubt(code: str, x: float | None = None, y: float | None = None) -> Doubt:
    """A doubt by its code, at a place in the picture if it has one."""
    return Doubt(code, SENTENCES[code], x, y)
