"""What one picture teaches about its paints and its light, supposing one arrangement is true.

In logarithms a face's colour is its paint plus the light that its facing gets. Every block's face
that looks the same way gets the same light, so a few faces predict the others, and an arrangement
that needs an impossible light or a paint unlike itself gives itself away.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from vision.paint import PAINTS, PAPER, SHADOW_STARTS, TOP, log_normal_density
from vision.types import Floats

FEW = 12
"""Rays needed to learn a face's colour."""
SHARPEST = np.array([0.13, 0.13, 0.18])
"""No face is more even than this: grain, bevels, light that falls off."""
WIDEST = np.array([0.35, 0.35, 0.60])
PREDICTED = np.array([0.22, 0.22, 0.45])
"""How far a face may be from what the other faces predict."""
TOO_FAR = 3.0
"""Residuals beyond this many sigmas: the face is not what it is taken for, or in shadow."""
UNLIKE = 2.0
"""A face that many sigmas from its paint's prior, in its light, is of another paint."""
UNTAUGHT = 0.3
"""The prior keeps this share beside what was learned."""
IN_SHADOW = 8
"""Added to a facing: paper that looks that way, in the picture's shadow."""

# Light by facing, relative to the paper's: mean and sigma. The top is lit like the paper.
_TOP_LIGHT = (np.zeros(3), np.array([0.06, 0.06, 0.12]))
_SIDE_LIGHT = (np.array([0.05, 0.0, -0.5]), np.array([0.25, 0.25, 0.60]))
_HALF_SHADOW = np.array([0.14, 0.14, 0.25])
_GLOSS = 0.05
"""White light, against paper, that any face may throw back besides its paint's own."""


@dataclass(frozen=True, eq=False)
class Palette:
    """(paint, facing) to mean and sigma (3,) of its colour here; how improbable all that is."""

    learned: Mapping[tuple[str, int], tuple[Floats, Floats]] = field(default_factory=dict)
    shadowed: float = 0.0
    """The part of the bare paper that lies in shadow, 0…1."""
    surprise: float = 0.0
    """Half the sum of squared distances from the priors, in sigmas."""

    @property
    def paints(self) -> frozenset[str]:
        """The paints about which something was learned."""
        return frozenset(paint for paint, _ in self.learned)


def log_density(
    palette: Palette, paint: str, facing: int, prior: Floats, colour: Floats, noise: Floats
) -> Floats:
    """Log density (N,) with what was learned; ``prior`` is paint.prior_log_density of the same."""
    keys = [key for key in (facing, facing + IN_SHADOW) if (paint, key) in palette.learned]
    if not keys:
        return prior
    dark = min(max(palette.shadowed, 0.05), 0.95) if len(keys) > 1 else 0.0
    total = np.log(UNTAUGHT) + prior
    for key, share in zip(keys, (1 - dark, dark), strict=False):
        mean, sigma = palette.learned[paint, key]
        here = log_normal_density(colour, mean, np.sqrt(sigma**2 + noise**2))
        total = np.logaddexp(total, np.log((1 - UNTAUGHT) * share) + here)
    return np.asarray(total)


def learn(
    colour: Floats, paints: Sequence[str], paint_of: NDArray[np.int64], facing_of: NDArray[np.int64]
) -> Palette:
    """What rays (N, 3) teach, their paint (index into ``paints``) and facing supposed known."""
    paper = paints.index(PAPER)
    dark = (paint_of == paper) & (colour[:, 2] < SHADOW_STARTS)
    key = paint_of * 16 + facing_of + IN_SHADOW * dark
    order = np.argsort(key, kind="stable")
    starts = np.flatnonzero(np.diff(key[order])) + 1
    learned: dict[tuple[str, int], tuple[Floats, Floats]] = {}
    faces: list[tuple[str, int, Floats, Floats, int]] = []
    for rows in np.split(order, starts):
        if len(rows) < FEW:
            continue
        paint, facing = paints[int(key[rows[0]]) // 16], int(key[rows[0]]) % 16
        median, spread = _median_spread(colour[rows])
        if paint == PAPER:
            learned[paint, facing] = median, np.clip(spread, SHARPEST, WIDEST) * 1.15
        else:
            faces.append((paint, facing, median, spread, len(rows)))
    surprise = _additive(faces, learned) if faces else 0.0
    _cast_shadow(learned)
    shadowed = float(dark.sum()) / max(1, int((paint_of == paper).sum()))
    return Palette(learned, shadowed, surprise)


def _cast_shadow(learned: dict[tuple[str, int], tuple[Floats, Floats]]) -> None:
    """The shadow that lies on the paper may lie on the blocks' tops as well, and as dark."""
    if (PAPER, TOP + IN_SHADOW) not in learned:
        return
    offset, spread = learned[PAPER, TOP + IN_SHADOW]
    for (paint, facing), (mean, sigma) in list(learned.items()):
        if facing == TOP and paint != PAPER:
            learned[paint, TOP + IN_SHADOW] = mean + offset, np.hypot(sigma, spread)


def _median_spread(rows: Floats) -> tuple[Floats, Floats]:
    """Median and robust standard deviation (3,) of rows (N, 3)."""
    middle = len(rows) // 2
    median = np.partition(rows, middle, axis=0)[middle]
    spread = 1.48 * np.partition(np.abs(rows - median), middle, axis=0)[middle]
    return median, spread


def _additive(
    faces: Sequence[tuple[str, int, Floats, Floats, int]],
    learned: dict[tuple[str, int], tuple[Floats, Floats]],
) -> float:
    """Fit paint + light to the faces, add what that teaches to ``learned``, return the surprise."""
    names = sorted({face[0] for face in faces})
    facings = sorted({face[1] for face in faces})
    mean = np.array([PAINTS[n].mean for n in names] + [_light(f)[0] for f in facings])
    sigma = np.array([PAINTS[n].sigma for n in names] + [_light(f)[1] for f in facings])
    design = np.zeros((len(faces), len(mean)))
    for row, (paint, facing, *_) in zip(design, faces, strict=True):
        row[names.index(paint)] = row[len(names) + facings.index(facing)] = 1.0
    seen = np.array([face[2] for face in faces])
    spread = np.array([face[3] for face in faces])
    count = np.array([face[4] for face in faces])[:, None]
    own = np.array([_face_sigma(face[0]) for face in faces])
    variance = own**2 + spread**2 * np.minimum(FEW / count, 1.0)
    fitted = _solve(design, seen, variance, mean, sigma)
    predicted = design @ fitted
    residual = np.abs(seen - predicted) / np.sqrt(variance)
    for face, expected, away in zip(faces, predicted, residual, strict=True):
        light = fitted[len(names) + facings.index(face[1])]
        prior = PAINTS[face[0]]
        like = np.abs(face[2] - light - prior.mean) < UNLIKE * np.hypot(
            prior.sigma, _face_sigma(face[0])
        )
        fits = away.max() < TOO_FAR and bool(like.all())
        learned[face[0], face[1]] = (
            (face[2], np.clip(face[3], SHARPEST, WIDEST) * 1.15) if fits else (expected, PREDICTED)
        )
    for i, name in enumerate(names):
        for j, facing in enumerate(facings):
            if (name, facing) not in learned:
                learned[name, facing] = fitted[i] + fitted[len(names) + j], PREDICTED
    away = np.square((fitted - mean) / sigma)
    # Beyond two sigmas a paint is soon no longer itself: steeper than a normal.
    unlike = (away * (1.0 + away / 4.0)).sum()
    return 0.5 * float(unlike + np.square(np.minimum(residual, TOO_FAR)).sum())


@lru_cache(maxsize=32)
def _face_sigma(paint: str) -> Floats:
    """How far (3,) a whole face's colour may lie from paint plus light: half shadow, and gloss.

    Gloss is white: it weighs most where the paint sends little, green and blue from red, say.
    """
    red_green, blue_green, green = PAINTS[paint].mean
    plain = np.exp([green + red_green, green + blue_green, green])
    glossy = np.log(plain + _GLOSS) - np.log(plain)
    moved = [glossy[0] - glossy[2], glossy[1] - glossy[2], glossy[2]]
    return np.asarray(np.hypot(_HALF_SHADOW, moved))


def _light(facing: int) -> tuple[Floats, Floats]:
    return _TOP_LIGHT if facing == TOP else _SIDE_LIGHT


def _solve(design: Floats, seen: Floats, variance: Floats, mean: Floats, sigma: Floats) -> Floats:
    """Maximum a posteriori of seen = design · x + noise, x ~ N(mean, sigma²), channel by channel.

    Once more with faces that fit badly (shadow, gloss) counting less.
    """
    weight = 1.0 / variance
    fitted = mean
    for _ in range(2):
        columns = []
        for channel in range(seen.shape[1]):
            weighted = design * weight[:, channel : channel + 1]
            precision = design.T @ weighted + np.diag(sigma[:, channel] ** -2.0)
            pull = weighted.T @ seen[:, channel] + mean[:, channel] * sigma[:, channel] ** -2.0
            columns.append(np.linalg.solve(precision, pull))
        fitted = np.stack(columns, axis=1)
        squared = (seen - design @ fitted) ** 2 / variance
        weight = 1.0 / (variance * (1.0 + squared / 4.0))
    return fitted
