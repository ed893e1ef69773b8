"""A folder of pictures as a camera: photos, or a game recorded earlier."""

import time
from collections.abc import Callable
from pathlib import Path

from device.cameras.camera import (
    CameraChoice,
    CameraError,
    CameraLostError,
    Frame,
    Glance,
    NoMorePicturesError,
    Pixels,
)
from device.cameras.shrink import shrunk
from scoring.saying import Saying, say
from vision.picture import PictureError, load

ENDINGS = frozenset({".jpg", ".jpeg", ".png", ".webp", ".bmp", ".tif", ".tiff"})


def pictures_in(folder: Path) -> tuple[Path, ...]:
    """The pictures of a folder in name order; hidden files and other kinds are passed over."""
    try:
        files = [path for path in folder.iterdir() if path.suffix.lower() in ENDINGS and path.is_file()]
    except NotADirectoryError:
        raise CameraLostError(say("{folder} is not a folder.", folder=str(folder))) from None
    except OSError:
        raise CameraLostError(say("The folder {folder} cannot be opened.", folder=str(folder))) from None
    listed = tuple(sorted(path for path in files if not path.name.startswith(".")))
    if not listed:
        raise CameraLostError(say("There are no pictures in {folder}.", folder=str(folder)))
    return listed


def make(choice: CameraChoice) -> "FolderCamera":
    """Build the folder camera without reading the folder."""
    return FolderCamera(choice.folder)


def is_there(choice: CameraChoice) -> Saying | None:
    """Say why the folder cannot be used; None when it can."""
    try:
        pictures_in(choice.folder)
    except CameraLostError as lost:
        return lost.sentence
    return None


class FolderCamera:
    """Every still is the next picture by name; a glance shows the one that comes next."""

    name = "folder"
    live = False

    def __init__(self, folder: Path, clock: Callable[[], float] = time.monotonic) -> None:
        self._folder = folder
        self._clock = clock
        self._pictures: tuple[Path, ...] = ()
        self._taken = 0
        self._glances = 0
        self._small: tuple[Path, Pixels] | None = None

    @property
    def description(self) -> str:
        """The folder's name."""
        return f"the folder {self._folder}"

    @property
    def left(self) -> int:
        """How many pictures have not been taken yet."""
        return len(self._pictures) - self._taken

    @property
    def upcoming(self) -> Path:
        """The picture that the next still takes."""
        if self.left <= 0:
            raise NoMorePicturesError(say("That was the last picture of {folder}.", folder=str(self._folder)))
        return self._pictures[self._taken]

    def open(self) -> None:
        """List the folder."""
        self._pictures = pictures_in(self._folder)

    def glance(self) -> Glance:
        """The next picture, small and grey; it stays until a still takes it."""
        path = self.upcoming
        if self._small is None or self._small[0] != path:
            self._small = path, shrunk(self._load(path, self._taken).picture)
        self._glances += 1
        return Glance(self._small[1], self._clock(), self._glances)

    def still(self) -> Frame:
        """The next picture; one that cannot be read is passed, with its sentence."""
        path = self.upcoming
        self._taken += 1
        return self._load(path, self._taken)

    def settle(self) -> None:
        """Printed light does not change."""

    def close(self) -> None:
        """Keep the place: a folder opened again goes on where it was."""

    def _load(self, path: Path, number: int) -> Frame:
        try:
            return Frame(load(path).pixels, self._clock(), number, path.name)
        except PictureError as error:
            raise CameraError(say("{picture}: {reason}", picture=path.name, reason=str(error))) from error
