"""Measure what every ray of a sheet sees in one frame: colour, print texture, cover, edges."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.light import DARK, LightField, box_mean, fit_light, linear, log_intensity
from vision.paint import (
    PAINTS,
    PAPER,
    SIDE,
    TOP,
    Light,
    colours,
    cover_log_density,
    elsewhere_log_density,
    learn_shadow,
    noise_sigma,
    prior_log_density,
)
from vision.types import Floats, Pixels
from vision.view import SheetView, grid_places


@dataclass(frozen=True, eq=False)
class Look:
    """What each of R rays saw in one frame. Log densities are of the ray's colour."""

    colour: Floats
    """(R, 3) relative to white paper (vision.paint)."""
    noise: Floats
    """(R, 3) standard deviation of ``colour`` from the sensor."""
    paper_colour: Floats
    """(R, 3) relative to the print expected there, over a wider window."""
    texture: Floats
    """(R,) log-likelihood ratio that the print shows rather than something plain."""
    cover: Floats
    """(R,) log density as something that hides the board."""
    priors: dict[tuple[str, int], Floats]
    """(paint, TOP or SIDE) to (R,) log density before anything was learned from the picture."""
    elsewhere: Floats
    """(R,) log density as what lies around the sheet."""
    hidden: NDArray[np.bool_]
    """(R,) something foreign, a hand say, hides the board here: no evidence either way."""
    edge: Floats
    """(P,) log-likelihood ratio of "a boundary runs between these neighbours" against "none"."""
    style: str
    """The sheet's style as it looks."""
    contrast: float
    """Brightness of paper against black print, as a factor; near 1 nothing can be seen."""


def look(view: SheetView, pixels: Pixels, known_style: str | None = None) -> Look:
    """Measure one frame (H, W, 3) of a view; without ``known_style`` the print tells the style."""
    x0, y0, x1, y1 = view.region
    intensity = linear(pixels[y0:y1, x0:x1])
    fine_mean = box_mean(intensity, 2 * int(view.bundle.step_px / 4) + 3)
    light = fit_light(
        log_intensity(fine_mean.reshape(-1, 3)[view.blank_at]),
        view.blank_mm,
        view.sheet.paper_mm[0] / 2,
    )
    cols, rows = _columns_rows(view)
    white = light.at(view.bundle.ground_mm)
    seen = log_intensity(fine_mean[rows, cols])
    colour, noise = colours(seen, white), noise_sigma(seen)
    styles = [known_style] if known_style else list(view.ink)
    style, texture, paper_colour = _print(view, styles, intensity, white, rows, cols)
    table = _table_colour(view, fine_mean, light)
    shadow = _shadow(view, fine_mean, light)
    priors = {
        (paint, kind): prior_log_density(colour, noise, paint, kind, shadow)
        for paint in PAINTS
        if paint != PAPER
        for kind in (TOP, SIDE)
    }
    priors[PAPER, TOP] = prior_log_density(paper_colour, noise, PAPER, TOP, shadow)
    cover = cover_log_density(colour, noise)
    elsewhere = elsewhere_log_density(table, priors, colour, noise)
    hidden = _hidden(view, colour, noise, priors, cover, elsewhere)
    return Look(
        colour,
        noise,
        paper_colour,
        texture,
        cover,
        priors,
        elsewhere,
        hidden,
        _edges(view, colour, noise, paper_colour, hidden),
        style,
        _contrast(view, fine_mean, style),
    )


def _columns_rows(view: SheetView) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    x0, y0, x1, y1 = view.region
    at = np.round(view.bundle.pixels_px - (x0, y0)).astype(np.int64)
    at = np.clip(at, 0, (x1 - x0 - 1, y1 - y0 - 1))
    return at[:, 0], at[:, 1]


def _print(
    view: SheetView,
    styles: Sequence[str],
    intensity: NDArray[np.float32],
    white: Floats,
    rows: NDArray[np.int64],
    cols: NDArray[np.int64],
) -> tuple[str, Floats, Floats]:
    """The style that fits best, its texture ratio (R,) and the colours against its print (R, 3)."""
    size = 2 * int(view.bundle.step_px * 0.9) + 1
    part, rows, cols = _around(rows, cols, size, intensity.shape)
    intensity = intensity[part]
    seen = log_intensity(box_mean(intensity, size)[rows, cols])
    best: tuple[float, str, Floats, Floats] | None = None
    for style in styles:
        ink = view.ink[style][part]
        ratio = _texture(intensity, ink, size + 2)[rows, cols]
        texture = np.where(view.on_paper, ratio, 0.0)
        fit = float(np.maximum(texture, 0).sum())
        if best is None or fit > best[0]:
            ink_log = np.log(box_mean(ink, size)[rows, cols].astype(np.float64) + DARK)
            best = (fit, style, texture, colours(seen, white + ink_log[:, None]))
    assert best is not None
    return best[1:]


def _around(
    rows: NDArray[np.int64], cols: NDArray[np.int64], size: int, shape: tuple[int, ...]
) -> tuple[tuple[slice, slice], NDArray[np.int64], NDArray[np.int64]]:
    """The part of the region that windows at the rays need, and the rays' places in it."""
    top, left = max(int(rows.min()) - size, 0), max(int(cols.min()) - size, 0)
    bottom, right = min(int(rows.max()) + size, shape[0]), min(int(cols.max()) + size, shape[1])
    return (slice(top, bottom + 1), slice(left, right + 1)), rows - top, cols - left


def _texture(
    intensity: NDArray[np.float32], ink: NDArray[np.float32], size_px: int
) -> NDArray[np.float32]:
    """Per pixel: log-likelihood ratio of "the print shows here" against "something plain does".

    In a window, seen brightness y is either gain · print + noise or constant + noise; the gain is
    the ratio of the means, so shadow and exposure do not matter.
    """
    y = cv2.transform(intensity, np.full((1, 3), 1 / 3, np.float32))
    mean_y, mean_p = box_mean(y, size_px), box_mean(ink, size_px)
    var_y = np.maximum(box_mean(y * y, size_px) - mean_y**2, 0)
    var_p = np.maximum(box_mean(ink * ink, size_px) - mean_p**2, 0)
    cov = box_mean(y * ink, size_px) - mean_y * mean_p
    gain = mean_y / mean_p
    floor = (0.05 * mean_y + 0.004) ** 2
    plain = var_y + floor
    full = gain**2 * var_p - 2 * gain * cov
    faded = FADED**2 * gain**2 * var_p - 2 * FADED * gain * cov
    printed = np.maximum(var_y + np.minimum(full, faded), 0) + floor
    return np.asarray(np.clip(3.0 * np.log(plain / printed), -6.0, 6.0))


def _shadow(view: SheetView, fine_mean: NDArray[np.float32], light: LightField) -> Light | None:
    """The colour of shadow in this picture, from blank margins that no block can stand before."""
    at, place = view.blank_at[view.unobstructed], view.blank_mm[view.unobstructed]
    seen = log_intensity(fine_mean.reshape(-1, 3)[at])
    return learn_shadow(colours(seen, light.at(place)), noise_sigma(seen))


def _table_colour(
    view: SheetView, fine_mean: NDArray[np.float32], light: LightField
) -> tuple[Floats, Floats] | None:
    """Robust mean and sigma (3,) of the colour around the sheet; None if too little is in view."""
    if len(view.table_at) < 200:
        return None
    seen = log_intensity(fine_mean.reshape(-1, 3)[view.table_at])
    colour = colours(seen, light.at(view.table_mm))
    median = np.median(colour, axis=0)
    return median, np.clip(1.8 * np.median(np.abs(colour - median), axis=0), 0.08, 0.8)


def _hidden(
    view: SheetView,
    colour: Floats,
    noise: Floats,
    priors: dict[tuple[str, int], Floats],
    cover: Floats,
    elsewhere: Floats,
) -> NDArray[np.bool_]:
    """Rays where most colours around are better explained by a hand than by anything of ours."""
    bare = prior_log_density(colour, noise, PAPER, TOP)
    ground = np.where(view.on_paper, np.maximum(bare, priors[PAPER, TOP]), elsewhere)
    known = np.max([v for (paint, _), v in priors.items() if paint != PAPER], axis=0)
    foreign = cover - 0.7 > np.maximum(known, ground)
    place = grid_places(view.bundle)
    share = np.zeros(place.max(axis=0)[::-1] + 1, np.float32)
    there = share.copy()
    share[place[:, 1], place[:, 0]] = foreign
    there[place[:, 1], place[:, 0]] = 1.0
    dense = box_mean(share, 5) > 0.6 * np.maximum(box_mean(there, 5), 1e-6)
    grown = cv2.dilate((dense & (there > 0)).astype(np.uint8), np.ones((5, 5), np.uint8))
    return np.asarray(grown[place[:, 1], place[:, 0]] > 0)


FADED = 0.5
"""Thin print loses up to half its contrast to glare, over-exposure and blur."""

# How often neighbouring samples differ by so much (in units of EVEN), on one face and across a
# boundary between two; counted on the photographs of tests/photos/blocks without a hand.
_STEPS = np.array([0.25, 0.75, 1.25, 1.75, 2.5, 3.5, 5.0, 7.0, 10.0, 16.0, 30.0])
_ON_ONE_FACE = np.array([0.51, 0.21, 0.09, 0.05, 0.05, 0.025, 0.022, 0.012, 0.012, 0.010, 0.004])
_ACROSS = np.array([0.045, 0.07, 0.07, 0.055, 0.095, 0.085, 0.14, 0.11, 0.15, 0.14, 0.04])
_EVEN = np.array([0.03, 0.03, 0.04])


def _edges(
    view: SheetView,
    colour: Floats,
    noise: Floats,
    paper_colour: Floats,
    hidden: NDArray[np.bool_],
) -> Floats:
    """Evidence of a boundary between neighbours (P,); none where print or a hand confuses."""
    first, second = view.neighbours.T
    sigma = np.sqrt(_EVEN**2 + noise[first] ** 2 + noise[second] ** 2)
    step = np.sqrt((((colour[first] - colour[second]) / sigma) ** 2).sum(axis=1))
    ratio = np.interp(step, _STEPS, np.log(_ACROSS / _ON_ONE_FACE))
    printed = np.abs(colour - paper_colour)[:, 2] > 0.15
    useless = (printed & view.on_paper) | hidden
    return np.where(useless[first] | useless[second], 0.0, ratio)


def _contrast(view: SheetView, fine_mean: NDArray[np.float32], style: str) -> float:
    """White paper over black print."""
    ink = view.ink[style]
    y = fine_mean[..., 1]
    dark = y[ink < 0.15]
    white = y.ravel()[view.blank_at]
    if len(dark) < 10 or len(white) < 10:
        return float("inf")
    return float((np.median(white) + DARK) / (np.median(dark) + DARK))
