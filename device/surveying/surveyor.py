"""The surveyor: knows where the table lies in the picture, and finds it again when the camera moved."""

from __future__ import annotations

import logging
from dataclasses import replace
from pathlib import Path

import numpy as np

from device.cameras.camera import CameraError, Frame, Glance, Pixels
from device.cameras.kept import KeptCamera
from device.look import jpeg
from device.surveying.calibration import (
    Calibration,
    CalibrationError,
    Lens,
    read_calibration,
    write_calibration,
)
from device.surveying.measure import Fit, check_fit, measure_table
from device.surveying.view import View
from device.watch_texture import Shift
from scoring.housekeeping import Corners, TableLook
from scoring.match import Refusal
from scoring.saying import Problem, problem, say

log = logging.getLogger("tallytop")

LEAST_TABLE = 0.05
"""The least share of the picture that can be a table."""
DRAGGED = 0.02
"""Corners this near to those that were found are those that were found."""


class FieldSurveyor:
    """Keeps one calibration, in memory and in its file; any thread may call it."""

    def __init__(self, path: Path, camera: KeptCamera) -> None:
        self._path = path
        self._camera = camera
        self._measured: Calibration | None = None
        self._size: tuple[int, int] | None = None
        self.view = View()
        """How pictures are seen now; a new one is put in its place whole."""
        try:
            self.view = View(read_calibration(path))
        except CalibrationError as error:
            log.warning("%s", error)

    def look(self) -> TableLook:
        """Take a picture and find the table in it."""
        try:
            frame = self._camera.still()
        except CameraError as error:
            raise Refusal(Problem("no-camera", error.sentence)) from error
        known, picture = self.view.calibration, self.view.whole(frame.picture)
        self._size = picture.shape[1], picture.shape[0]
        kept = known.corners if known else None
        try:
            self._measured = measure_table(picture, known.lens if known else None)
        except CalibrationError as error:
            self._measured = None
            return TableLook(jpeg(picture), error.sentence, kept=kept)
        count = len(self._measured.markers)
        found = say("The table is found by {count} of the mat's markers.", count=count)
        return TableLook(jpeg(picture), found, self._measured.corners, kept)

    def keep(self, corners: Corners | None) -> None:
        """Read only what lies within these corners from now on; None reads the whole picture."""
        known, measured = self.view.calibration, self._measured
        if corners is None:
            if known:
                self._put(replace(known, corners=None, markers=()))
            return
        if not _goes_round(corners):
            raise Refusal(problem("corners", "Put the four corners round the table, one after the other."))
        if measured and measured.corners and np.abs(np.subtract(measured.corners, corners)).max() < DRAGGED:
            self._put(measured)
            return
        if self._size is None:
            self.look()
        assert self._size is not None
        self._put(Calibration(self._size, corners, lens=known.lens if known else None))

    def through(self, frame: Frame) -> Frame:
        """A picture of the table alone; where the mat has moved since, it is measured again first."""
        known = self.view.calibration
        if known is None:
            return frame
        whole = self.view.whole(frame.picture)
        if known.markers and check_fit(known, whole)[0] is not Fit.FITS:
            self._measure_again(whole, known.lens)
        return replace(frame, picture=self.view.cut(whole))

    def glance(self, glance: Glance) -> Glance:
        """A glance at the table alone: what moves beside it is nobody's business."""
        return replace(glance, grey=self.view.cut(glance.grey))

    def bumped(self, shift: Shift, glance: Glance) -> None:
        """Take the corners along when the whole picture moved, as seen in the table's part of it."""
        known = self.view.calibration
        if known is None or known.corners is None:
            return
        height, width = glance.grey.shape
        seen_width = self.view.cut(glance.grey).shape[1]
        middle = np.mean(known.corners, axis=0) * (width, height)
        turn = np.radians(shift.turn_deg)
        around = np.array([[np.cos(turn), -np.sin(turn)], [np.sin(turn), np.cos(turn)]])
        moved = (np.array(known.corners) * (width, height) - middle) @ around.T + middle
        moved = (moved + np.array([shift.right, shift.down]) * seen_width) / (width, height)
        corners = tuple((float(x), float(y)) for x, y in moved.clip(0, 1))
        try:
            self._put(replace(known, corners=corners))
        except Refusal as refusal:
            log.warning("%s", refusal)

    def _measure_again(self, picture: Pixels, lens: Lens | None) -> None:
        """Find the mat where it lies now; one that is out of sight is taken to lie where it lay."""
        try:
            self._put(measure_table(picture, lens))
            log.info("The table is measured again by the mat's markers.")
        except CalibrationError as error:
            log.debug("%s", error)
        except Refusal as refusal:
            log.warning("%s", refusal)

    def _put(self, calibration: Calibration) -> None:
        """Use a calibration from now on, and keep it for the next start."""
        self.view = View(calibration)
        try:
            write_calibration(self._path, calibration)
        except OSError as error:
            reason = error.strerror or str(error)
            raise Refusal(problem("not-kept", "It cannot be written: {reason}.", reason=reason)) from error


def _goes_round(corners: Corners) -> bool:
    """Tell whether four corners go clockwise round something the size of a table."""
    points = np.array(corners, np.float64)
    if points.shape != (4, 2) or not np.isfinite(points).all() or points.min() < 0 or points.max() > 1:
        return False
    sides = np.roll(points, -1, axis=0) - points
    after = np.roll(sides, -1, axis=0)
    turns = sides[:, 0] * after[:, 1] - sides[:, 1] * after[:, 0]
    x, y = points.T
    area = float(np.dot(x, np.roll(y, -1)) - np.dot(y, np.roll(x, -1))) / 2
    return bool((turns > 0).all()) and area >= LEAST_TABLE
