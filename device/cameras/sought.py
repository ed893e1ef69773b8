"""The best camera there is, sought anew whenever it is opened: one plugged in later is found too."""

from collections.abc import Callable, Sequence

from device.cameras.camera import Camera, CameraLostError, Frame, Glance
from scoring.saying import Saying, say

Candidate = tuple[Callable[[], Saying | None], Callable[[], Camera]]
"""Why a camera cannot be used now, None when it can; and how to build it."""


class SoughtCamera:
    """Stands for the first of several cameras that is there."""

    def __init__(self, candidates: Sequence[Candidate]) -> None:
        self._candidates = tuple(candidates)
        self._found: Camera | None = None

    @property
    def name(self) -> str:
        """The name of the camera that was found."""
        return self._found.name if self._found else "best"

    @property
    def live(self) -> bool:
        """As the camera that was found."""
        return self._found.live if self._found else True

    @property
    def description(self) -> str:
        """What people call the camera that was found."""
        return self._found.description if self._found else "the camera"

    def seek(self) -> Saying:
        """Pick the first camera that is there and say which; raises CameraLostError when there is none."""
        missing = []
        for trouble, make in self._candidates:
            why_not = trouble()
            if why_not is None:
                self._found = make()
                return say("Using {camera}.", camera=self._found.description)
            missing.append(str(why_not))
        self._found = None
        text = "No camera was found yet; photos can be sent from a phone. {reasons}"
        raise CameraLostError(say(text, reasons=" ".join(missing)))

    def open(self) -> None:
        """Seek, and open what is found."""
        self.seek()
        self._camera().open()

    def glance(self) -> Glance:
        """The next small grey picture."""
        return self._camera().glance()

    def still(self) -> Frame:
        """A full picture."""
        return self._camera().still()

    def settle(self) -> None:
        """Adapt to the light afresh."""
        self._camera().settle()

    def close(self) -> None:
        """Let go of the camera that was found."""
        if self._found:
            self._found.close()

    def _camera(self) -> Camera:
        if self._found is None:
            raise CameraLostError(say("The camera is not open."))
        return self._found
