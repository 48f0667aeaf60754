"""Has a board moved since the last picture? Asked of its markers' surroundings, in no time."""

from __future__ import annotations

from collections.abc import Sequence

import cv2
import numpy as np

from vision.markers import SeenMarker
from vision.types import Floats, Pixels

MARGIN = 0.25
"""How much of a marker's surroundings is looked at, in marker widths."""
SAME = 0.8
"""A marker's picture that correlates less with its old one is covered, or is no marker now."""
ENOUGH = 2
"""So many markers must be seen to have stayed."""


class Track:
    """What markers looked like when they were found."""

    def __init__(self, pixels: Pixels, seen: Sequence[SeenMarker]) -> None:
        self._patches = [patch for m in seen if (patch := _Patch.of(pixels, m.corners_px))]

    def moved_px(self, pixels: Pixels) -> float | None:
        """How far the markers that can still be seen have moved; None if too few can.

        Small shifts only (Lucas & Kanade, 1981, one step): anything beyond about two px says
        None or a large number.
        """
        shifts = [s for patch in self._patches if (s := patch.shift_px(pixels)) is not None]
        return max(shifts) if len(shifts) >= ENOUGH else None


class _Patch:
    def __init__(self, box: tuple[slice, slice], grey: Floats) -> None:
        self._box = box
        self._size = grey.shape
        self._grey = _normal(grey)
        y, x = np.gradient(self._grey)
        self._solve = np.linalg.pinv(np.column_stack([x.ravel(), y.ravel()]))

    @classmethod
    def of(cls, pixels: Pixels, corners_px: Floats) -> _Patch | None:
        low, high = corners_px.min(axis=0), corners_px.max(axis=0)
        margin = MARGIN * (high - low)
        height, width = pixels.shape[:2]
        x0, y0 = np.maximum(low - margin, 0).astype(int)
        x1, y1 = np.minimum(high + margin + 1, [width, height]).astype(int)
        box = (slice(y0, y1), slice(x0, x1))
        return cls(box, _grey(pixels[box])) if min(x1 - x0, y1 - y0) >= 8 else None

    def shift_px(self, pixels: Pixels) -> float | None:
        grey = _grey(pixels[self._box])
        if grey.shape != self._size:
            return None
        now = _normal(grey)
        if float((now * self._grey).mean()) < SAME:
            return None
        return float(np.hypot(*(self._solve @ (now - self._grey).ravel())))


def _grey(pixels: Pixels) -> Floats:
    return np.asarray(cv2.cvtColor(pixels, cv2.COLOR_BGR2GRAY), dtype=np.float64)


def _normal(grey: Floats) -> Floats:
    """Without the light's strength and contrast."""
    return np.asarray((grey - grey.mean()) / (grey.std() + 1e-6))
