"""Plain values that vision speaks in: frames, camera models, poses."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]
Pixels = NDArray[np.uint8]


@dataclass(frozen=True)
class CameraModel:
    """A pin-hole camera with OpenCV's first radial distortion term; lengths in pixels."""

    width: int
    height: int
    focal_px: float
    cx: float
    cy: float
    k1: float = 0.0

    @property
    def matrix(self) -> Floats:
        """The 3×3 intrinsics matrix."""
        f = self.focal_px
        return np.array([[f, 0.0, self.cx], [0.0, f, self.cy], [0.0, 0.0, 1.0]])

    @property
    def distortion(self) -> Floats:
        """OpenCV's distortion vector (k1, k2, p1, p2)."""
        return np.array([self.k1, 0.0, 0.0, 0.0])


@dataclass(frozen=True, eq=False)
class Pose:
    """Where a board lies: x_camera = rotation · x_board + translation_mm.

    Camera axes are OpenCV's (x right, y down, z forward); board axes are those of
    hardware/boards (x right, y up, z towards the viewer), millimetres.
    """

    rotation: Floats
    translation_mm: Floats


@dataclass(frozen=True, eq=False)
class Frame:
    """One picture: pixels (H, W, 3) uint8 in OpenCV's B, G, R order, and where they come from.

    ``picture`` is the name of its file, if it was one.
    """

    pixels: Pixels
    time_s: float
    camera: str
    model: CameraModel | None = None
    picture: str | None = None
