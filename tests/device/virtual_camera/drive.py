"""Drive our Pi camera on the real picamera2 and libcamera; prints what came out as JSON."""

import json
import sys

import tests.device.virtual_camera.glue  # noqa: F401  (before picamera2)
from device.cameras import CameraChoice, CameraLostError, KeptCamera
from device.cameras.pi import PiCamera, find, is_there


def main() -> int:
    """Open, look, settle, close, and all of it again; then ask for a camera that is not there."""
    told: dict[str, object] = {"there": is_there(CameraChoice()) is None, "id": find(CameraChoice())[1]["Id"]}
    camera = PiCamera(CameraChoice(which="Virtual"))
    rounds = []
    for _ in range(2):
        camera.open()
        glances = [camera.glance() for _ in range(6)]
        stills = [camera.still() for _ in range(6)]
        camera.settle()
        camera.close()
        rounds.append(
            {
                "glance": list(glances[0].grey.shape),
                "still": list(stills[0].picture.shape),
                "numbers": [one.number for one in (*glances, *stills)],
                "colours": [[int(value) for value in still.picture[300, 300]] for still in stills],
            }
        )
    told["rounds"] = rounds
    told["description"] = camera.description
    try:
        PiCamera(CameraChoice(which="imx477")).open()
    except CameraLostError as lost:
        told["missing"] = str(lost)
    kept = KeptCamera(PiCamera(CameraChoice()))
    told["kept"] = kept.glance() is not None and kept.state.ready
    kept.close()
    sys.stdout.write(json.dumps(told) + "\n")
    return 0


if __name__ == "__main__":
    sys.exit(main())
