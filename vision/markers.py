"""Find printed ArUco markers in a picture, the same on OpenCV 4.8 to 5.0."""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np

from vision.types import Floats, Pixels


@dataclass(frozen=True, eq=False)
class SeenMarker:
    """A marker as seen: its id and its corners (4, 2) px, clockwise from its own top left."""

    id: int
    corners_px: Floats


def find_markers(pixels: Pixels, dictionary: str = "DICT_4X4_100") -> tuple[SeenMarker, ...]:
    """All markers of ``dictionary`` in a B, G, R picture (H, W, 3) or a grey one (H, W).

    A mirrored picture yields none of ours: mirrored marker patterns are not in the dictionary.
    """
    grey = pixels if pixels.ndim == 2 else cv2.cvtColor(pixels, cv2.COLOR_BGR2GRAY)
    corners, ids, _ = _detector(dictionary).detectMarkers(grey)
    if ids is None or len(corners) == 0:
        return ()
    # ids is (N, 1) before OpenCV 5 and (N,) since.
    return tuple(
        SeenMarker(int(marker), np.asarray(quad, dtype=np.float64).reshape(4, 2))
        for quad, marker in zip(corners, np.asarray(ids).ravel(), strict=True)
    )


def _detector(dictionary: str) -> cv2.aruco.ArucoDetector:
    parameters = cv2.aruco.DetectorParameters()
    parameters.perspectiveRemovePixelPerCell = 8
    parameters.cornerRefinementMethod = cv2.aruco.CORNER_REFINE_SUBPIX
    parameters.cornerRefinementWinSize = 4
    # Dim, blurred or badly lit prints need more than one threshold window.
    parameters.adaptiveThreshWinSizeMax = 43
    parameters.adaptiveThreshWinSizeStep = 10
    return cv2.aruco.ArucoDetector(
        cv2.aruco.getPredefinedDictionary(getattr(cv2.aruco, dictionary)), parameters
    )


def square_corners(x_mm: float, y_mm: float, size_mm: float) -> Floats:
    """Corners (4, 3) of an upright square on the board, in the order ArUco reports them."""
    h = size_mm / 2
    return np.array(
        [
            [x_mm - h, y_mm + h, 0],
            [x_mm + h, y_mm + h, 0],
            [x_mm + h, y_mm - h, 0],
            [x_mm - h, y_mm - h, 0],
        ]
    )
