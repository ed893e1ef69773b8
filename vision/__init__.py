"""A picture in, a Reading out: which pieces lie where, and how sure the eye is."""

from __future__ import annotations

from typing import TYPE_CHECKING

from vision.reading import Candidate, Doubt, Piece, Reading

if TYPE_CHECKING:
    from vision.picture import Picture, Pixels

__all__ = ["Candidate", "Doubt", "Piece", "Reading", "read"]


def read(picture: Picture | Pixels, game: str, previous: Reading | None = None) -> Reading:
    """Read the pieces of a game from a picture, with the reading before it if there was one."""
    from vision.reader import read_picture  # drawing pieces must not wait for the networks

    return read_picture(picture, game, previous)
