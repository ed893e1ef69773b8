"""The referee's eye: the camera that is there, and the reading of what it sees."""

from __future__ import annotations

from device.cameras.camera import CameraError, Frame
from device.cameras.kept import KeptCamera
from device.cameras.phone import PhoneCamera
from device.surveying.surveyor import FieldSurveyor
from vision import read
from vision.reading import Reading


class Eye:
    """Takes stills with one camera, and reads them; photos from phones are welcome beside any camera."""

    def __init__(self, camera: KeptCamera, surveyor: FieldSurveyor | None = None) -> None:
        self.kept = camera
        self._surveyor = surveyor
        self._phone = PhoneCamera()
        self._photo: Frame | None = None

    @property
    def name(self) -> str:
        """Return the kind of camera."""
        return self.kept.camera.name

    @property
    def live(self) -> bool:
        """Tell whether another look may show more: a folder's pictures are each taken once."""
        return self.kept.camera.live

    def still(self) -> Frame:
        """Return a photo that was just sent, else a picture taken now."""
        if self._photo is not None:
            frame, self._photo = self._photo, None
            return frame
        if self.kept.state.condition.value in ("frozen", "black"):
            raise CameraError(self.kept.state.sentence)
        frame = self.kept.still()
        return self._surveyor.through(frame) if self._surveyor else frame

    def put(self, data: bytes) -> None:
        """Take a photo somebody sent: it is what the next still shows."""
        self._photo = self._phone.put(data)

    def read(self, frame: Frame, game: str, previous: Reading | None) -> Reading:
        """Read the pieces of a game from a picture."""
        return read(frame.picture, game, previous)
