"""A picture from any file, upright, in three 8-bit colours, or one clear sentence why not."""

from __future__ import annotations

import io
import warnings
from dataclasses import dataclass
from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray
from PIL import Image, ImageOps, UnidentifiedImageError

Pixels = NDArray[np.uint8]

MOST_PIXELS = 50_000_000
PLENTY_OF_PIXELS = 16_000_000
LEAST_SIDE_PX = 32
END_OF_JPEG = b"\xff\xd9"


class PictureError(ValueError):
    """A file that cannot be looked at, with the reason in one sentence."""


@dataclass(frozen=True)
class Picture:
    """Blue-green-red pixels; `shrink` says how many of the file's pixels one of them stands for."""

    pixels: Pixels
    shrink: int = 1


def load(path: Path | str) -> Picture:
    """Load a picture file of any common kind."""
    try:
        data = Path(path).read_bytes()
    except IsADirectoryError:
        raise PictureError("This is a folder, not a picture.") from None
    except FileNotFoundError:
        raise PictureError("There is no such file.") from None
    except OSError as error:
        raise PictureError(f"The file cannot be opened: {error.strerror or error}.") from None
    return decode(data)


def decode(data: bytes) -> Picture:
    """Turn the bytes of a picture file into pixels, after looking at its header alone."""
    if not data:
        raise PictureError("The file is empty.")
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        try:
            with Image.open(io.BytesIO(data)) as header:
                return _decode_known(data, header)
        except UnidentifiedImageError:
            raise PictureError("The file is not a picture.") from None
        except Image.DecompressionBombError:
            raise PictureError("The picture is far too large.") from None
        except (OSError, ValueError, SyntaxError, EOFError, cv2.error) as error:
            if isinstance(error, PictureError):
                raise
            raise PictureError("The picture file is damaged or ends too early.") from None


def _decode_known(data: bytes, header: Image.Image) -> Picture:
    width, height = header.size
    if width * height > MOST_PIXELS:
        raise PictureError(
            f"The picture is too large: {width} × {height} pixels; up to {MOST_PIXELS // 10**6} million work."
        )
    if min(width, height) < LEAST_SIDE_PX:
        raise PictureError(f"The picture is too small: {width} × {height} pixels.")
    if header.format == "JPEG" and header.mode in ("RGB", "L"):
        if not data.rstrip(b"\0").endswith(END_OF_JPEG):
            header.load()  # Pillow refuses a file that ends too early, OpenCV paints the rest grey.
        shrink = 2 if width * height > PLENTY_OF_PIXELS else 1
        flag = cv2.IMREAD_REDUCED_COLOR_2 if shrink == 2 else cv2.IMREAD_COLOR
        pixels = cv2.imdecode(np.frombuffer(data, np.uint8), flag)
        if pixels is None:
            raise PictureError("The picture file is damaged or ends too early.")
        return Picture(np.asarray(pixels, np.uint8), shrink)
    return Picture(_flatten(ImageOps.exif_transpose(header)))


def _flatten(image: Image.Image) -> Pixels:
    """Bring 16-bit, grey, palette, see-through and print colours to plain colours on white."""
    if image.mode.startswith("I") or image.mode == "F":
        levels = np.asarray(image, np.float64)
        brightest = 65535.0 if levels.max() > 255 else 255.0
        grey = np.clip(levels * (255.0 / brightest), 0, 255).astype(np.uint8)
        return np.ascontiguousarray(np.repeat(grey[:, :, None], 3, axis=2))
    if image.has_transparency_data:
        clear = image.convert("RGBA")
        image = Image.new("RGBA", clear.size, "white")
        image.alpha_composite(clear)
    return np.ascontiguousarray(np.asarray(image.convert("RGB"), np.uint8)[:, :, ::-1])
