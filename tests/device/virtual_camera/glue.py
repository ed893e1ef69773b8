"""What the real picamera2 lacks to drive libcamera's virtual camera; to be imported before picamera2.

Three things are not as on a Pi: `pykms` is a stand-in (it is only for screens), sizes are taken from the
viewfinder (there are no raw pictures), and NV12 pictures are described as the two planes that they are.
"""

import sys
import types
from typing import Any


class _AnyFormat:
    def __getattr__(self, name: str) -> str:
        return name


_screens: Any = types.ModuleType("pykms")
_screens.PixelFormat = _AnyFormat()
sys.modules["pykms"] = _screens

import libcamera  # noqa: E402
import picamera2.picamera2 as real  # noqa: E402
from picamera2.allocators import DmaAllocator  # noqa: E402


def _viewfinder_modes(self: Any) -> list[dict[str, Any]]:
    formats = self.camera.generate_configuration([libcamera.StreamRole.Viewfinder]).at(0).formats
    return [
        {"format": str(pixels), "size": (size.width, size.height)}
        for pixels in formats.pixel_formats
        for size in formats.sizes(pixels)
    ]


class TwoPlanes(DmaAllocator):  # type: ignore[misc]
    """Buffers whose grey and colour are two planes of one memory, as the virtual camera wants them."""

    def allocate(self, configuration: Any, use_case: Any) -> None:
        """Allocate as usual, then describe every buffer anew."""
        super().allocate(configuration, use_case)
        for stream in configuration:
            described = []
            for buffer in self.frame_buffers[stream.stream]:
                memory = self.mapped_buffers.pop(buffer)
                grey_bytes = stream.stride * stream.size.height
                spans = ((0, grey_bytes), (grey_bytes, stream.frame_size - grey_bytes))
                planes = []
                for offset, length in spans:
                    plane = libcamera.FrameBuffer.Plane()
                    plane.fd, plane.offset, plane.length = buffer.planes[0].fd, offset, length
                    planes.append(plane)
                whole = libcamera.FrameBuffer(planes)
                described.append(whole)
                self.mapped_buffers[whole] = memory
                # Every plane has its own copy of the file number: the books are kept by those.
                for plane in whole.planes:
                    self.mapped_buffers_used[plane.fd] = False
                    self.libcamera_fds.append(plane.fd)
            self.frame_buffers[stream.stream] = described


real.Picamera2._get_raw_modes = _viewfinder_modes
real.DmaAllocator = TwoPlanes
