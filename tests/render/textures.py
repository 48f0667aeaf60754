"""Reflectances as pictures: painted wood, table tops, paper (numpy, linear R, G, B, 0–1)."""

from __future__ import annotations

import cv2
import numpy as np

from vision.types import Floats

PAINTS = {
    "red": (0.52, 0.028, 0.028),
    "blue": (0.028, 0.065, 0.42),
    "green": (0.02, 0.22, 0.045),
    "yellow": (0.72, 0.5, 0.03),
    "black": (0.032, 0.031, 0.03),
    "white": (0.74, 0.72, 0.67),
}
TABLES = {
    "oak": (0.4, 0.26, 0.14),
    "walnut": (0.17, 0.1, 0.065),
    "felt": (0.03, 0.16, 0.07),
    "laminate": (0.5, 0.5, 0.5),
    "grey": (0.3, 0.29, 0.28),
    "navy": (0.045, 0.05, 0.13),
}


def clouds(rng: np.random.Generator, shape: tuple[int, int], cells: tuple[float, float]) -> Floats:
    """Smooth noise (rows, columns), mean 0, spread about 1; ``cells``: features per side."""
    total = np.zeros(shape)
    for octave in range(4):
        rows, columns = (max(2, round(n * 2**octave)) for n in cells)
        coarse = rng.normal(size=(min(rows, shape[0]), min(columns, shape[1])))
        fine = cv2.resize(coarse, shape[::-1], interpolation=cv2.INTER_CUBIC)
        total = total + np.asarray(fine, dtype=np.float64) / 1.6**octave
    return np.asarray((total - total.mean()) / (total.std() + 1e-9))


def grain(rng: np.random.Generator, size_px: int, lines: float) -> Floats:
    """Wood grain along the columns' direction (size, size): streaks and a slow warp, spread 1."""
    streaks = clouds(rng, (size_px, size_px), (lines, lines / 18))
    warp = clouds(rng, (size_px, size_px), (3, 3)) * size_px / 250
    y, x = np.mgrid[0:size_px, 0:size_px].astype(np.float32)
    return np.asarray(
        cv2.remap(
            streaks.astype(np.float32),
            x,
            (y + warp).astype(np.float32),
            cv2.INTER_LINEAR,
            borderMode=cv2.BORDER_REFLECT,
        ),
        dtype=np.float64,
    )


def painted_wood(rng: np.random.Generator, colour: str, wear: float) -> Floats:
    """One block's paint (256, 256, 3): the grain shines through, worn spots show pale wood.

    ``wear`` 0–1: 0 is a new block; 1 is stained and rubbed.
    """
    paint = np.array(PAINTS[colour]) * np.exp(rng.normal(0, 0.1, 3)) * np.exp(rng.normal(0, 0.12))
    depth = rng.uniform(0.02, 0.1) * (1 + 1.5 * wear)
    kind = rng.random()
    if kind < 0.7:
        pattern = grain(rng, 256, rng.uniform(14, 40))
    else:
        pattern = clouds(rng, (256, 256), (rng.uniform(6, 30),) * 2)
    if rng.random() < 0.5:
        pattern = pattern.T
    picture = paint * np.exp(depth * pattern)[..., None]
    wood = np.array([0.45, 0.33, 0.2])
    rubbed = np.clip(clouds(rng, (256, 256), (5, 5)) - 1.3, 0, 1)[..., None] * wear * 0.5
    return np.asarray(np.clip(picture * (1 - rubbed) + wood * rubbed, 0.004, 0.9))


def table_top(rng: np.random.Generator, kind: str) -> Floats:
    """A table's surface (1024, 1024, 3)."""
    colour = np.array(TABLES[kind]) * np.exp(rng.normal(0, 0.12)) * np.exp(rng.normal(0, 0.05, 3))
    if kind in ("oak", "walnut"):
        pattern = 0.22 * grain(rng, 1024, rng.uniform(60, 160))
    elif kind == "laminate":
        pattern = 0.01 * clouds(rng, (1024, 1024), (40, 40))
    elif kind == "felt":
        fibre = clouds(rng, (1024, 1024), (250, 250))
        pattern = 0.1 * fibre + 0.06 * clouds(rng, (1024, 1024), (8, 8))
    else:
        pattern = 0.1 * grain(rng, 1024, rng.uniform(80, 200))
    return np.asarray(np.clip(colour * np.exp(pattern)[..., None], 0.004, 0.85))


def printed_paper(rng: np.random.Generator, raster: Floats) -> Floats:
    """A print (rows, columns) of 0 (ink) … 1 (paper) as reflectance, from a real printer."""
    ink, paper = rng.uniform(0.025, 0.06), np.array([0.8, 0.8, 0.81]) * rng.uniform(0.94, 1.04)
    tint = 1 + rng.normal(0, 0.015, 3)
    mix = cv2.GaussianBlur(raster, (0, 0), 0.7)[..., None]
    mottled = 1 + 0.006 * clouds(rng, (256, 256), (30, 30))
    mottle = cv2.resize(mottled, raster.shape[::-1], interpolation=cv2.INTER_LINEAR)[..., None]
    return np.asarray(np.clip((ink + mix * (paper * tint - ink)) * mottle, 0.01, 0.9))


def kelvin(temperature_k: float) -> Floats:
    """The colour (3,) of a black body, linear R, G, B with green 1.

    Planck's law at 600, 540 and 450 nm: near enough for lamps of 2000–10000 K.
    """
    wave_m = np.array([600e-9, 540e-9, 450e-9])
    power = wave_m**-5 / (np.exp(0.014388 / (wave_m * temperature_k)) - 1)
    white = wave_m**-5 / (np.exp(0.014388 / (wave_m * 6500.0)) - 1)
    ratio = power / white
    return np.asarray(ratio / ratio[1])
