"""What a camera makes of the light: exposure, lens fall-off, blur, bytes, noise, JPEG."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

import cv2
import numpy as np
from numpy.typing import NDArray

from hardware.cameras.tones import encoded
from hardware.cameras.view import Singles
from vision.types import Pixels

STEPS = 4096
SPARE_PX = 64
"""The noise is drawn so much larger than the picture; each frame cuts its own out of it."""


@dataclass(frozen=True)
class Sensor:
    """How a picture is taken.

    ``exposure_stops`` doubles the light with each stop; ``vignette`` is the share of light lost in
    the corners; ``blur_px`` and ``noise`` (grey levels, 0–255) are standard deviations;
    ``jpeg_quality`` is 1–100, None for no JPEG.
    """

    exposure_stops: float = 0.0
    vignette: float = 0.12
    blur_px: float = 0.6
    noise: float = 1.5
    jpeg_quality: int | None = None

    def developed(self, light: Singles) -> Pixels:
        """Linear R, G, B (H, W, 3) as bytes in B, G, R order, without noise."""
        fall_off = _fall_off(light.shape[:2], self.vignette) * np.float32(2.0**self.exposure_stops)
        exposed = cv2.multiply(light, cv2.merge([fall_off] * 3))
        if self.blur_px > 0:
            exposed = cv2.GaussianBlur(exposed, (0, 0), self.blur_px)
        steps = np.clip(np.asarray(exposed) * np.float32(STEPS - 1) + np.float32(0.5), 0, STEPS - 1)
        return np.asarray(
            cv2.cvtColor(_tones()[steps.astype(np.uint16)], cv2.COLOR_RGB2BGR), np.uint8
        )

    def taken(self, developed: Pixels, seed: int) -> Pixels:
        """One frame: with noise, by the seed, and through JPEG."""
        frame = developed.copy()
        if self.noise > 0:
            grain = _grain(frame.shape[:2], self.noise, seed)
            frame = np.asarray(cv2.add(frame, grain, dtype=cv2.CV_8U), np.uint8)
        if self.jpeg_quality is not None:
            _, file = cv2.imencode(".jpg", frame, [cv2.IMWRITE_JPEG_QUALITY, self.jpeg_quality])
            frame = np.asarray(cv2.imdecode(file, cv2.IMREAD_COLOR), np.uint8)
        return frame


@lru_cache(maxsize=4)
def _fall_off(shape: tuple[int, int], vignette: float) -> Singles:
    """The light (H, W) that arrives, less with the square of the distance from the middle."""
    rows, columns = (np.linspace(-1, 1, side, dtype=np.float32) for side in shape)
    corner = (rows[:, None] ** 2 + columns[None, :] ** 2) / 2
    return np.asarray(1 - np.float32(vignette) * corner, dtype=np.float32)


@lru_cache(maxsize=1)
def _tones() -> Pixels:
    """The byte of each of STEPS equal steps of light."""
    return encoded(np.linspace(0, 1, STEPS)[:, None])[:, 0]


def _grain(shape: tuple[int, int], noise: float, seed: int) -> NDArray[np.int16]:
    rng = np.random.default_rng(seed)
    row, column = rng.integers(0, SPARE_PX, 2)
    cut = _much_grain(shape, noise)[row : row + shape[0], column : column + shape[1]]
    return np.ascontiguousarray(cut[:: rng.choice([-1, 1]), :: rng.choice([-1, 1])])


@lru_cache(maxsize=4)
def _much_grain(shape: tuple[int, int], noise: float) -> NDArray[np.int16]:
    rng = np.random.default_rng(11)
    size = (shape[0] + SPARE_PX, shape[1] + SPARE_PX, 3)
    return np.round(noise * rng.standard_normal(size, dtype=np.float32)).astype(np.int16)
