"""A whole companion to measure: real pages on a free port, a history that is thrown away."""

from __future__ import annotations

import socket
import tempfile
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path

from device.appliance import Appliance
from device.cameras.camera import Camera
from device.settings import Settings


@contextmanager
def companion(camera: Camera) -> Iterator[Appliance]:
    """Run it with nobody's hands at the table, its writer on a thread."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    settings = Settings()
    settings = replace(settings, web=replace(settings.web, address="127.0.0.1", port=port))
    with tempfile.TemporaryDirectory() as home, Appliance(Path(home), settings, camera) as appliance:
        appliance.hands = None
        writer = threading.Thread(target=appliance.run)
        writer.start()
        try:
            yield appliance
        finally:
            appliance.stop()
            writer.join()
