"""Any file may be handed in: it becomes a picture or one clear sentence."""

import io

import numpy as np
import pytest
from PIL import Image

from vision.picture import MOST_PIXELS, PictureError, decode, load


def _scene(width: int = 320, height: int = 200) -> Image.Image:
    """A picture that is red on the left, blue on the right and dark at the top."""
    pixels = np.zeros((height, width, 3), np.uint8)
    pixels[:, : width // 2, 0] = 220
    pixels[:, width // 2 :, 2] = 220
    pixels[: height // 4] //= 4
    return Image.fromarray(pixels)


def _bytes(image: Image.Image, kind: str, **options: object) -> bytes:
    file = io.BytesIO()
    image.save(file, kind, **options)
    return file.getvalue()


def _looks_right(pixels: np.ndarray) -> bool:
    height, width = pixels.shape[:2]
    left, right = pixels[height // 2, width // 8], pixels[height // 2, -width // 8]
    return pixels.dtype == np.uint8 and left[2] > 150 > left[0] and right[0] > 150 > right[2]


@pytest.mark.parametrize("kind", ["JPEG", "PNG", "BMP", "TIFF", "WEBP", "GIF"])
def test_common_kinds(kind: str) -> None:
    picture = decode(_bytes(_scene(), kind))
    assert picture.pixels.shape == (200, 320, 3) and picture.shrink == 1
    assert _looks_right(picture.pixels)


def test_exif_rotation_is_honoured() -> None:
    turned = _scene().transpose(Image.Transpose.ROTATE_90)
    for kind in ("JPEG", "PNG"):
        exif = Image.Exif()
        exif[0x0112] = 6
        picture = decode(_bytes(turned, kind, exif=exif))
        assert picture.pixels.shape == (200, 320, 3)
        assert _looks_right(picture.pixels)


def test_cmyk_has_the_right_colours() -> None:
    assert _looks_right(decode(_bytes(_scene().convert("CMYK"), "JPEG")).pixels)


def test_grey_and_sixteen_bits_are_brought_to_eight() -> None:
    ramp = np.linspace(0, 65535, 320 * 200).reshape(200, 320)
    eight = decode(_bytes(Image.fromarray((ramp / 257).astype(np.uint8)), "PNG")).pixels
    sixteen = decode(_bytes(Image.fromarray(ramp.astype(np.uint16)), "PNG")).pixels
    assert sixteen.shape == eight.shape == (200, 320, 3)
    assert np.abs(sixteen.astype(int) - eight).max() <= 1


def test_see_through_parts_become_white() -> None:
    image = _scene().convert("RGBA")
    image.putalpha(Image.fromarray(np.repeat(np.uint8([[0] * 160 + [255] * 160]), 200, axis=0)))
    pixels = decode(_bytes(image, "PNG")).pixels
    assert pixels[150, 10].tolist() == [255, 255, 255]
    assert pixels[150, 310].tolist() == [220, 0, 0]


def test_large_photos_are_shrunk_and_say_so() -> None:
    picture = decode(_bytes(_scene(5000, 4000), "JPEG"))
    assert picture.shrink == 2 and picture.pixels.shape == (2000, 2500, 3)


def test_bomb_is_refused_from_its_header() -> None:
    header = _bytes(Image.new("L", (64, 64)), "PNG")
    width, height = (10_000).to_bytes(4, "big"), (10_000).to_bytes(4, "big")
    bomb = bytearray(header)
    bomb[16:24] = width + height
    import zlib

    bomb[29:33] = zlib.crc32(bytes(bomb[12:29])).to_bytes(4, "big")
    assert MOST_PIXELS < 10_000 * 10_000
    with pytest.raises(PictureError, match="too large"):
        decode(bytes(bomb))


@pytest.mark.parametrize(
    ("data", "says"),
    [
        (b"", "empty"),
        (b"not a picture at all", "not a picture"),
        (_bytes(_scene(1, 1), "PNG"), "too small"),
        (_bytes(_scene(), "JPEG")[:1500], "damaged or ends too early"),
        (_bytes(_scene(), "PNG")[:300], "damaged or ends too early"),
    ],
)
def test_bad_files_get_one_sentence(data: bytes, says: str) -> None:
    with pytest.raises(PictureError, match=says):
        decode(data)


def test_missing_file_and_folder(tmp_path) -> None:
    with pytest.raises(PictureError, match="no such file"):
        load(tmp_path / "nowhere.jpg")
    with pytest.raises(PictureError, match="folder"):
        load(tmp_path)


def test_random_damage_never_crashes() -> None:
    chance = np.random.default_rng(7)
    good = _bytes(_scene(), "JPEG")
    for _ in range(60):
        data = bytearray(good)
        for at in chance.integers(0, len(data), 12):
            data[at] = chance.integers(0, 256)
        try:
            assert decode(bytes(data)).pixels.shape[2] == 3
        except PictureError as error:
            assert str(error).endswith(".")
