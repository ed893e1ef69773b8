"""A picture is measured by its header, so that a small file cannot unpack to a huge one."""

from __future__ import annotations

import io
import struct

import pytest
from conftest import ORIGIN, Phone
from PIL import Image

from web.pictures import MOST_PIXELS, size_of


def picture(kind: str, width: int, height: int, **extra: object) -> bytes:
    """Make a real file of one colour."""
    file = io.BytesIO()
    Image.new("L", (width, height)).save(file, kind, **extra)  # type: ignore[arg-type]
    return file.getvalue()


@pytest.mark.parametrize(
    "data",
    [
        picture("PNG", 321, 7),
        picture("JPEG", 321, 7),
        picture("JPEG", 321, 7, progressive=True),
        picture("JPEG", 321, 7, comment=b"\xff\xc0 long ago" * 40),
    ],
)
def test_the_header_tells_the_size(data: bytes) -> None:
    assert size_of(data) == (321, 7)


@pytest.mark.parametrize("length", [0, 3, 8, 19, 90])
def test_half_a_header_tells_nothing(length: int) -> None:
    assert size_of(picture("JPEG", 30, 30)[:length]) is None
    assert size_of(picture("PNG", 30, 30)[: min(length, 20)]) is None
    assert size_of(b"GIF89a" + bytes(length)) is None


def test_a_picture_that_claims_too_many_dots_is_refused(host: Phone) -> None:
    bomb = bytearray(picture("PNG", 10, 10))
    bomb[16:24] = struct.pack(">II", MOST_PIXELS, 2)
    refused = host.client.post("/api/photo", data=bytes(bomb), headers=ORIGIN)
    assert refused.status_code == 400
    assert "too many dots" in refused.get_json()["problems"][0]["message"]
    # One of a common size comes as far as the companion, which has no camera here.
    taken = host.client.post("/api/photo", data=picture("PNG", 1280, 960), headers=ORIGIN)
    assert taken.get_json()["problems"][0]["rule"] == "by-hand"
