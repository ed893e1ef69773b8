"""A surveyor whose camera always sees the same brown table."""

from __future__ import annotations

import io

from PIL import Image

from scoring.housekeeping import Corners, TableLook
from scoring.match import Refusal
from scoring.saying import problem, say


class Bench:
    """Keeps the corners it is given, unless they lie outside the picture."""

    def __init__(self) -> None:
        self.kept: Corners | None = None

    def look(self) -> TableLook:
        file = io.BytesIO()
        Image.new("RGB", (640, 360), "#7d5a38").save(file, "JPEG")
        return TableLook(file.getvalue(), say("No markers are seen."), kept=self.kept)

    def keep(self, corners: Corners | None) -> None:
        if corners is not None and any(not 0 <= share <= 1 for corner in corners for share in corner):
            raise Refusal(problem("corners", "These corners make no table."))
        self.kept = corners
