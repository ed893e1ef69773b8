"""Pictures that phones send: told by their first bytes, and measured before anybody unpacks them."""

from __future__ import annotations

from scoring.saying import RecordError

MOST_PIXELS = 50_000_000
"""More than any phone takes; a small file can claim to be far larger."""
_JPEG, _PNG = b"\xff\xd8\xff", b"\x89PNG\r\n\x1a\n"
# The markers of a JPEG that say its size: every start of a frame, but not the tables among them.
_FRAMES = frozenset(range(0xC0, 0xD0)) - {0xC4, 0xC8, 0xCC}
_BARE = frozenset((0x01, *range(0xD0, 0xD8)))
"""The markers that nothing belongs to."""


def check_picture(data: bytes) -> None:
    """Refuse what is no JPEG or PNG, or would be too large once it is unpacked."""
    size = size_of(data)
    if size is None:
        raise RecordError("This is not a photo: send a JPEG or PNG file.")
    if size[0] * size[1] > MOST_PIXELS:
        raise RecordError("This photo has too many dots: send a smaller one.")


def size_of(data: bytes) -> tuple[int, int] | None:
    """Return a picture's width and height as its header says, or None when there is no such header."""
    if data.startswith(_PNG):
        found = _number(data, 16, 4), _number(data, 20, 4)
    elif data.startswith(_JPEG):
        found = _jpeg_size(data)
    else:
        return None
    return found if min(found) > 0 else None


def _jpeg_size(data: bytes) -> tuple[int, int]:
    """Go from marker to marker until one says the size."""
    at = 2
    while at + 9 <= len(data) and data[at] == 0xFF:
        marker = data[at + 1]
        if marker in _FRAMES:
            return _number(data, at + 7, 2), _number(data, at + 5, 2)
        if marker == 0xFF:
            at += 1
        else:
            at += 2 if marker in _BARE else 2 + max(2, _number(data, at + 2, 2))
    return 0, 0


def _number(data: bytes, at: int, length: int) -> int:
    return int.from_bytes(data[at : at + length], "big")
