"""The light on a sheet: what white paper would send to the camera from each place on the table."""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np

from vision.types import Floats, Pixels

DARK = 0.004
"""Linear intensity below which a channel is mostly noise and flare; keeps logarithms tame."""

_SRGB = np.where(
    np.arange(256) <= 0.04045 * 255,
    np.arange(256) / 255 / 12.92,
    ((np.arange(256) / 255 + 0.055) / 1.055) ** 2.4,
).astype(np.float32)


def linear(pixels: Pixels) -> np.ndarray:
    """Pixels to linear intensity 0…1, float32, same shape (IEC 61966-2-1)."""
    return np.asarray(_SRGB[pixels])


def log_intensity(intensity: np.ndarray) -> Floats:
    """Natural logarithm of linear intensity, flat below DARK."""
    return np.asarray(np.log(intensity.astype(np.float64) + DARK))


@dataclass(frozen=True, eq=False)
class LightField:
    """Log intensity (B, G, R) of white paper as a smooth function of the place on the sheet."""

    coefficients: Floats
    scale_mm: float

    def at(self, ground_mm: Floats) -> Floats:
        """Log intensity (N, 3) at places (N, 2); held constant beyond the sheet's rim."""
        return np.asarray(_terms(ground_mm / self.scale_mm) @ self.coefficients)


def _terms(place: Floats) -> Floats:
    x, y = np.clip(place, -1.1, 1.1).T
    return np.stack([np.ones_like(x), x, y, x * x, x * y, y * y], axis=1)


def fit_light(log_samples: Floats, ground_mm: Floats, scale_mm: float) -> LightField:
    """Fit the light to samples (N, 3) of the sheet's blank margins at places (N, 2).

    Shadows, hands and ink only ever darken paper, so samples below the fit lose weight quickly and
    those above it do not (asymmetric reweighted least squares).
    """
    terms = _terms(ground_mm / scale_mm)
    ridge = np.diag([1e-6, 0.02, 0.02, 0.3, 0.3, 0.3]) * len(terms)
    level = log_samples.sum(axis=1)
    weight = np.where(level >= np.quantile(level, 0.5), 1.0, 0.05)
    spread = 0.1
    for _ in range(6):
        weighted = terms * weight[:, None]
        coefficients = np.linalg.solve(terms.T @ weighted + ridge, weighted.T @ log_samples)
        residual = (log_samples - terms @ coefficients).mean(axis=1)
        near = residual[weight > 0.3]
        spread = float(np.clip(1.48 * np.median(np.abs(near)), 0.02, 0.3)) if len(near) else 0.3
        below = np.minimum(residual + spread, 0.0) / spread
        weight = np.exp(-0.5 * below**2) + 1e-3
    return LightField(coefficients, scale_mm)


def box_mean(image: np.ndarray, size_px: int) -> np.ndarray:
    """Mean over a square window, same shape."""
    return np.asarray(cv2.blur(image, (size_px, size_px), borderType=cv2.BORDER_REPLICATE))
