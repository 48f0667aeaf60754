"""Whether the table lies still: frames compared coarsely, whatever the light does to all of it."""

from __future__ import annotations

import math

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.types import Floats, Frame

Cells = NDArray[np.bool_]

SIZE = (96, 72)
"""Cells that a frame is averaged to; a hand covers hundreds, a stone one or two."""
STEP = 4.0
"""Grey levels (of 255) that a cell must change at least, once the light is allowed for."""
NOISES = 8.0
"""A change also exceeds so many times the median cell's."""
MOVED_CELLS = 4
JUMP_S = 0.9
"""Frames further apart are pictures of their own: nobody knows what moved between them."""


class Stillness:
    """How long the picture has been as it is. The clock is the frames' own."""

    def __init__(self) -> None:
        self._reference: Floats | None = None
        self._since_s = 0.0
        self._last_s = -JUMP_S

    def step(self, frame: Frame, region: Floats | None = None) -> float:
        """For how long (s) nothing has moved; a lone picture was still since the one before.

        ``region`` (N, 2) px are places of the board: only what moves among them counts, not what
        people do around it.
        """
        coarse = _coarse(frame)
        gap_s = frame.time_s - self._last_s
        self._last_s = frame.time_s
        within = None if region is None else _within(region, frame)
        if self._reference is None or _differ(self._reference, coarse, within):
            self._reference = coarse
            self._since_s = frame.time_s - (gap_s if gap_s >= JUMP_S else 0.0)
        return frame.time_s - self._since_s

    def forget(self) -> None:
        """A camera was away: what it sees next may just be moving."""
        self._reference, self._last_s = None, math.inf


def _coarse(frame: Frame) -> Floats:
    small = cv2.resize(frame.pixels, SIZE, interpolation=cv2.INTER_AREA)
    return np.asarray(cv2.cvtColor(small, cv2.COLOR_BGR2GRAY), np.float64)


def _within(region: Floats, frame: Frame) -> Cells:
    """The cells in the hull of ``region``, one cell more all around."""
    height, width = frame.pixels.shape[:2]
    cells = np.zeros(SIZE[::-1], np.uint8)
    corners = np.rint(region * (np.array(SIZE) / (width, height))).astype(np.int32)
    cv2.fillConvexPoly(cells, cv2.convexHull(corners), 1)
    return np.asarray(cv2.dilate(cells, np.ones((3, 3), np.uint8)) > 0)


def _differ(before: Floats, after: Floats, within: Cells | None) -> bool:
    """Whether some cells changed against the others: brighter light changes all by one factor."""
    if within is not None and np.count_nonzero(within) > MOVED_CELLS:
        before, after = before[within], after[within]
    gain = float(np.median((after + 1.0) / (before + 1.0)))
    change = np.abs(after - gain * before)
    threshold = max(STEP, NOISES * float(np.median(change)))
    return int(np.count_nonzero(change > threshold)) >= MOVED_CELLS
