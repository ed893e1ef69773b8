"""When the light has been taken in, and which controls then hold it."""

from collections.abc import Mapping, Sequence

STEADY_FRAMES = 6
STEADY_SHARE = 0.03

AUTO_LIGHT: Mapping[str, object] = {
    "AeEnable": True,
    "ExposureTime": 0,
    "AnalogueGain": 0.0,
    "AwbEnable": True,
}
"""Zero gives exposure and gain back to the camera's own judgement."""

Metadata = Mapping[str, object]


def brightness(metadata: Metadata) -> float | None:
    """How much light the camera gathers: time times gain."""
    time_us, gain = metadata.get("ExposureTime"), metadata.get("AnalogueGain")
    if not isinstance(time_us, int | float) or not isinstance(gain, int | float):
        return None
    return float(time_us) * float(gain)


def colour_gains(metadata: Metadata) -> tuple[float, float] | None:
    """The red and blue gains of the white balance."""
    gains = metadata.get("ColourGains")
    if not isinstance(gains, tuple | list) or len(gains) != 2:
        return None
    return float(gains[0]), float(gains[1])


def steady(history: Sequence[Metadata]) -> bool:
    """Tell whether exposure and colours have stopped moving; a camera that tells neither is steady."""
    recent = history[-STEADY_FRAMES:]
    if len(recent) < STEADY_FRAMES:
        return False
    tracks = [[brightness(metadata) for metadata in recent]]
    for index in (0, 1):
        tracks.append([gains[index] if (gains := colour_gains(metadata)) else None for metadata in recent])
    return all(_flat([value for value in track if value is not None]) for track in tracks)


def _flat(track: Sequence[float]) -> bool:
    return not track or max(track) - min(track) <= STEADY_SHARE * max(track)


def holding(metadata: Metadata) -> dict[str, object]:
    """The controls that keep exposure, gain and colours as they are in this frame."""
    held: dict[str, object] = {}
    if brightness(metadata):
        held |= {"ExposureTime": metadata["ExposureTime"], "AnalogueGain": metadata["AnalogueGain"]}
    if gains := colour_gains(metadata):
        held |= {"AwbEnable": False, "ColourGains": gains}
    return held
