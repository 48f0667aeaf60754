"""What paints look like under an unknown light: colour statistics of wooden blocks against paper.

A colour here is a triple relative to white paper in the same light: (log R/G, log B/G, log G).
Light times paint becomes a sum in logarithms; shading, shadow and exposure move the third number,
paint and coloured light the first two.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from vision.types import Floats

PAPER = "paper"


@dataclass(frozen=True)
class Paint:
    """Mean and standard deviation (3,) of a paint's colour over lights, faces and makers."""

    mean: tuple[float, float, float]
    sigma: tuple[float, float, float]


# Means on a horizontal face. Spread covers maker, wear, white balance and two-coloured light.
PAINTS: dict[str, Paint] = {
    PAPER: Paint((0.0, 0.0, -0.05), (0.12, 0.12, 0.30)),
    "red": Paint((2.15, -0.20, -2.60), (0.60, 0.35, 0.55)),
    "black": Paint((0.30, -0.05, -2.80), (0.35, 0.28, 0.75)),
    "yellow": Paint((0.45, -1.85, -0.55), (0.35, 0.65, 0.40)),
    "blue": Paint((-0.35, 1.15, -1.95), (0.50, 0.50, 0.55)),
    "white": Paint((0.12, -0.02, -0.20), (0.20, 0.18, 0.28)),
    "green": Paint((-0.95, -0.85, -1.15), (0.45, 0.35, 0.45)),
}

SIDE_SHADE = -0.35
SIDE_SHADE_SIGMA = 0.45
ELSEWHERE = -5.0
"""Log density of a colour that could be anything: table, hand, clutter, gloss."""


def colours(log_bgr: Floats, log_white_bgr: Floats) -> Floats:
    """(N, 3) colours from log intensities (N, 3) of pixels and of white paper there."""
    blue, green, red = (log_bgr - log_white_bgr).T
    return np.stack([red - green, blue - green, green], axis=1)


def noise_sigma(log_bgr: Floats, sensor: float = 0.006) -> Floats:
    """(N, 3) extra standard deviation of the colours from sensor noise and flare in dark pixels."""
    relative = sensor / np.exp(log_bgr)
    blue, green, red = np.minimum(relative, 2.0).T
    return np.stack([np.hypot(red, green), np.hypot(blue, green), green], axis=1)


def log_normal_density(colour: Floats, mean: Floats, sigma: Floats) -> Floats:
    """Log density of independent normals, summed over the last axis."""
    z = (colour - mean) / sigma
    return np.asarray(-0.5 * (z * z).sum(axis=-1) - np.log(sigma).sum(axis=-1) - 2.7568)


def prior_log_density(colour: Floats, noise: Floats, paint: str, side: Floats) -> Floats:
    """Log density (N,) of colours under a paint; ``side`` (N,) is 1 on vertical faces, else 0."""
    known = PAINTS[paint]
    mean = np.asarray(known.mean) + np.multiply.outer(side, (0.0, 0.0, SIDE_SHADE))
    variance = np.asarray(known.sigma) ** 2 + noise**2
    variance = variance + np.multiply.outer(side, (0.02, 0.02, SIDE_SHADE_SIGMA**2))
    return log_normal_density(colour, mean, np.sqrt(variance))
