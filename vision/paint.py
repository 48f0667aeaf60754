"""What paints look like under an unknown light: colour statistics of wooden blocks against paper.

A colour here is a triple relative to white paper in the same light: (log R/G, log B/G, log G).
Light times paint becomes a sum in logarithms; shading, shadow and exposure move the third number,
paint and coloured light the first two.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np

from vision.types import Floats

PAPER = "paper"
TOP, SIDE = 5, 0
"""Facings, as in vision.rays.FACES; all sides share one prior."""
COVERED = 0.08
"""Chance that something foreign (a finger, gloss, a stain) decides a ray's colour."""


@dataclass(frozen=True)
class Paint:
    """Mean and standard deviation (3,) of a paint's colour over lights, faces and makers."""

    mean: tuple[float, float, float]
    sigma: tuple[float, float, float]


# Means in plain light on a horizontal face. Spread covers maker, wear and white balance.
PAINTS: dict[str, Paint] = {
    PAPER: Paint((0.0, 0.0, -0.03), (0.06, 0.06, 0.10)),
    "red": Paint((2.15, -0.20, -2.60), (0.55, 0.32, 0.45)),
    "black": Paint((0.30, -0.05, -2.80), (0.30, 0.25, 0.65)),
    "yellow": Paint((0.40, -1.90, -0.50), (0.30, 0.60, 0.30)),
    "blue": Paint((-0.38, 1.15, -1.90), (0.45, 0.45, 0.45)),
    "white": Paint((0.08, -0.02, -0.15), (0.12, 0.12, 0.18)),
    "green": Paint((-0.95, -0.88, -1.10), (0.40, 0.30, 0.35)),
}


@dataclass(frozen=True)
class Light:
    """A way a face may be lit: its share of all faces, mean and spread (3,) of what it adds."""

    share: float
    mean: tuple[float, float, float]
    sigma: tuple[float, float, float]


# A shadow of one of two lamps keeps the other's colour: chroma spreads as well as brightness.
TOP_LIGHTS = (
    Light(0.75, (0.0, 0.0, 0.0), (0.05, 0.05, 0.12)),
    Light(0.20, (0.1, 0.0, -0.6), (0.35, 0.25, 0.40)),
    Light(0.05, (0.0, 0.1, -1.4), (0.50, 0.45, 0.80)),
)
SIDE_LIGHTS = (
    Light(0.55, (0.05, 0.0, -0.3), (0.15, 0.12, 0.25)),
    Light(0.35, (0.1, 0.0, -0.6), (0.35, 0.25, 0.45)),
    Light(0.10, (0.0, 0.1, -1.4), (0.50, 0.45, 0.80)),
)
SHADOW_STARTS = -0.3
"""Paper darker than this (natural log) lies in a shadow."""
ANYTHING = -5.0
"""Log density of a colour that could be anything: gloss, stain, sleeve."""

SKIN = Paint((0.55, -0.30, -1.10), (0.22, 0.17, 0.60))


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


def prior_log_density(
    colour: Floats, noise: Floats, paint: str, facing: int, shadow: Light | None = None
) -> Floats:
    """Log density (N,) of colours (N, 3) on a face of ``paint``; ``shadow`` if it was learned."""
    lights: tuple[Light, ...] = TOP_LIGHTS if facing == TOP else SIDE_LIGHTS
    if shadow is not None:
        lights = (*lights, shadow)
    return _under(colour, noise, PAINTS[paint], lights)


def learn_shadow(colour: Floats, noise: Floats) -> Light | None:
    """The shadow's colour from samples (N, 3) of bare paper, None if hardly any lies in one.

    Where one of two lamps is blocked the other's colour remains, so each picture has its own.
    A hand before the paper is not its shadow.
    """
    skin = _under(colour, noise, SKIN, SIDE_LIGHTS)
    paper = _under(colour, noise, PAINTS[PAPER], TOP_LIGHTS)
    dark = colour[(colour[:, 2] < SHADOW_STARTS) & (paper > skin - 1.0)]
    if len(dark) < max(25, 0.03 * len(colour)):
        return None
    mean = np.median(dark, axis=0)
    spread = 1.48 * np.median(np.abs(dark - mean), axis=0)
    sigma = np.maximum(spread, (0.12, 0.12, max(0.2, -0.35 * float(mean[2]))))
    return Light(0.2, tuple(mean), tuple(sigma))


def cover_log_density(colour: Floats, noise: Floats) -> Floats:
    """Log density (N,) of what may hide the board: a hand, or anything."""
    skin = _under(colour, noise, SKIN, SIDE_LIGHTS)
    return np.asarray(np.logaddexp(np.log(0.5) + skin, np.log(0.5) + ANYTHING))


def elsewhere_log_density(
    table: tuple[Floats, Floats] | None,
    priors: Mapping[tuple[str, int], Floats],
    colour: Floats,
    noise: Floats,
) -> Floats:
    """Log density (N,) of what lies around the sheet: the table, or spare blocks on it.

    ``table`` is the mean and sigma (3,) of the table's colour, if it could be told.
    """
    blocks = [values for (_, facing), values in priors.items() if facing == SIDE]
    clutter = np.logaddexp.reduce(blocks, axis=0) - np.log(len(blocks))
    if table is None:
        return np.asarray(np.logaddexp(np.log(0.3) + clutter, np.log(0.7) + ANYTHING))
    wood = np.full(len(colour), -np.inf)
    for light in TOP_LIGHTS:
        sigma = np.sqrt(table[1] ** 2 + noise**2 + np.square(light.sigma))
        density = log_normal_density(colour, table[0] + np.asarray(light.mean), sigma)
        wood = np.logaddexp(wood, np.log(light.share) + density)
    return np.asarray(np.logaddexp(np.log(0.8) + wood, np.log(0.2) + clutter))


def _under(colour: Floats, noise: Floats, paint: Paint, lights: tuple[Light, ...]) -> Floats:
    total = np.full(len(colour), -np.inf)
    for light in lights:
        variance = np.square(paint.sigma) + np.square(light.sigma) + noise**2
        mean = np.add(paint.mean, light.mean)
        density = log_normal_density(colour, mean, np.sqrt(variance))
        total = np.logaddexp(total, np.log(light.share) + density)
    return total
