"""What one frame says about the blocks on one sheet: a log-likelihood for any arrangement."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.light import DARK, LightField, box_mean, fit_light, linear, log_intensity
from vision.paint import ELSEWHERE, PAPER, colours, noise_sigma, prior_log_density
from vision.pose import project, rays
from vision.rays import NO_VOXEL, RayBundle
from vision.types import CameraModel, Floats, Pixels, Pose

Labels = NDArray[np.uint8]
TOP = 5


@dataclass(frozen=True, eq=False)
class RayGroups:
    """Rays that pass the same voxels in the same order: one decision for all of them."""

    lists: NDArray[np.int64]
    """(G, K) voxels, nearest first, NO_VOXEL after the last."""
    of_ray: NDArray[np.int64]
    """(N,) the group of each ray."""


def group(bundle: RayBundle) -> RayGroups:
    """Group the rays of a bundle by their voxel list."""
    lists, of_ray = np.unique(bundle.voxels, axis=0, return_inverse=True)
    return RayGroups(lists, np.asarray(of_ray).ravel())


def first_hits(groups: RayGroups, labels: Labels) -> NDArray[np.uint8]:
    """For each arrangement (N, V) and group: k·C + label of the first occupied voxel, 0 if none.

    Returns (G, N) codes: 0 is background, 1 + k·16 + (label - 1) the k-th voxel of the list.
    """
    by_voxel = np.ascontiguousarray(labels.T)
    codes = np.zeros((len(groups.lists), len(labels)), np.uint8)
    for row, voxels in zip(codes, groups.lists, strict=True):
        for k in reversed(range(int((voxels != NO_VOXEL).sum()))):
            label = by_voxel[voxels[k]]
            np.copyto(row, label + np.uint8(k * 16), where=label > 0)
    return codes


@dataclass(frozen=True, eq=False)
class RayColours:
    """What each ray saw, against what bare paper would show there."""

    colour: Floats
    """(N, 3) relative to white paper (vision.paint)."""
    noise: Floats
    """(N, 3) standard deviation of ``colour`` from the sensor."""
    paper_colour: Floats
    """(N, 3) relative to the print expected there, over a wider window."""
    texture: Floats
    """(N,) log-likelihood ratio that the print shows rather than something plain."""
    on_paper: NDArray[np.bool_]
    """(N,) whether the ray's foot lies on the sheet at all."""


def look(
    pixels: Pixels,
    print_grey: Pixels,
    px_per_mm: float,
    paper_mm: tuple[float, float],
    bundle: RayBundle,
    pose: Pose,
    model: CameraModel,
) -> tuple[RayColours, LightField]:
    """Measure every ray's colour. ``print_grey`` is the bare sheet as printed, centred on the grid."""
    x0, y0, x1, y1 = _region(pose, model, paper_mm, bundle)
    intensity = linear(pixels[y0:y1, x0:x1])
    ink, ground = _expected_print(print_grey, px_per_mm, pose, model, (x0, y0, x1, y1))
    light = _light(intensity, ink, ground, paper_mm)
    at = np.round(bundle.pixels_px - (x0, y0)).astype(int)
    at = np.clip(at, 0, (x1 - x0 - 1, y1 - y0 - 1))
    cols, rows = at.T
    fine, wide = (2 * int(bundle.step_px / 4) + 3, 2 * int(bundle.step_px * 0.9) + 1)
    white = light.at(bundle.ground_mm)
    seen = log_intensity(box_mean(intensity, fine)[rows, cols])
    seen_wide = log_intensity(box_mean(intensity, wide)[rows, cols])
    ink_wide = box_mean(ink, wide)[rows, cols]
    half_w, half_h = paper_mm[0] / 2 - 1, paper_mm[1] / 2 - 1
    on_paper = (np.abs(bundle.ground_mm[:, 0]) < half_w) & (np.abs(bundle.ground_mm[:, 1]) < half_h)
    return RayColours(
        colours(seen, white),
        noise_sigma(seen),
        colours(seen_wide, white + np.log(ink_wide + DARK)[:, None]),
        np.where(on_paper, _texture(intensity, ink, wide + 2)[rows, cols], 0.0),
        on_paper,
    ), light


def _region(
    pose: Pose, model: CameraModel, paper_mm: tuple[float, float], bundle: RayBundle
) -> tuple[int, int, int, int]:
    """The part of the picture (x0, y0, x1, y1) that holds the sheet and the rays."""
    w, h = paper_mm[0] / 2, paper_mm[1] / 2
    rim = project(np.array([[-w, -h, 0], [w, -h, 0], [w, h, 0], [-w, h, 0.0]]), pose, model)
    points = np.vstack([rim, bundle.pixels_px])
    low = np.clip(np.floor(points.min(axis=0)) - 4, 0, (model.width - 2, model.height - 2))
    high = np.clip(np.ceil(points.max(axis=0)) + 5, low + 2, (model.width, model.height))
    return int(low[0]), int(low[1]), int(high[0]), int(high[1])


def _expected_print(
    print_grey: Pixels,
    px_per_mm: float,
    pose: Pose,
    model: CameraModel,
    region: tuple[int, int, int, int],
) -> tuple[np.ndarray, Floats]:
    """The bare sheet as this camera would see it (linear, 0…1), and each pixel's place (h, w, 2) mm."""
    x0, y0, x1, y1 = region
    grid = np.stack(np.meshgrid(np.arange(x0, x1), np.arange(y0, y1)), axis=-1).reshape(-1, 2)
    origin, directions = rays(grid.astype(np.float64), pose, model)
    ground = origin[:2] - directions[:, :2] * (origin[2] / directions[:, 2:3])
    h, w = print_grey.shape
    distance = float(np.linalg.norm(origin))
    blur_px = 0.75 * px_per_mm * distance / model.focal_px
    soft = cv2.GaussianBlur(linear(print_grey), (0, 0), max(0.5, blur_px))
    map_x = ((w - 1) / 2 + ground[:, 0] * px_per_mm).astype(np.float32).reshape(y1 - y0, x1 - x0)
    map_y = ((h - 1) / 2 - ground[:, 1] * px_per_mm).astype(np.float32).reshape(y1 - y0, x1 - x0)
    ink = cv2.remap(soft, map_x, map_y, cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
    return 0.04 + 0.96 * np.asarray(ink), ground.reshape(y1 - y0, x1 - x0, 2)


def _light(
    intensity: np.ndarray, ink: np.ndarray, ground: Floats, paper_mm: tuple[float, float]
) -> LightField:
    """Fit the light to the blank paper outside the grid."""
    margin = 42.0
    x, y = ground[..., 0], ground[..., 1]
    w, h = paper_mm[0] / 2 - 2, paper_mm[1] / 2 - 2
    blank = (box_min(ink, 3) > 0.9) & (np.abs(x) < w) & (np.abs(y) < h)
    blank &= np.maximum(np.abs(x), np.abs(y)) > margin
    where = np.flatnonzero(blank)
    where = where[:: max(1, len(where) // 1500)]
    samples = log_intensity(box_mean(intensity, 3).reshape(-1, 3)[where])
    return fit_light(samples, ground.reshape(-1, 2)[where], paper_mm[0] / 2)


def box_min(image: np.ndarray, size_px: int) -> np.ndarray:
    """Minimum over a square window."""
    return np.asarray(cv2.erode(image, np.ones((size_px, size_px), np.uint8)))


def _texture(intensity: np.ndarray, ink: np.ndarray, size_px: int) -> Floats:
    """Per pixel: log-likelihood ratio of "the print shows here" against "something plain does".

    In a window, seen brightness y is either gain · print + noise or constant + noise; the gain is the
    ratio of the means, so shadow and exposure do not matter.
    """
    y = intensity.mean(axis=2)
    mean_y, mean_p = box_mean(y, size_px), box_mean(ink, size_px)
    var_y = np.maximum(box_mean(y * y, size_px) - mean_y**2, 0)
    var_p = np.maximum(box_mean(ink * ink, size_px) - mean_p**2, 0)
    cov = box_mean(y * ink, size_px) - mean_y * mean_p
    gain = mean_y / mean_p
    floor = (0.05 * mean_y + 0.004) ** 2
    plain = var_y + floor
    printed = np.maximum(var_y - 2 * gain * cov + gain**2 * var_p, 0) + floor
    return np.asarray(np.clip(1.5 * np.log(plain / printed), -4.0, 4.0), dtype=np.float64)


def tables(bundle: RayBundle, groups: RayGroups, seen: RayColours, paints: Sequence[str]) -> Floats:
    """Log-likelihood (G, 256) of each first-hit code of each group, label i+1 being paints[i]."""
    count, depth = bundle.voxels.shape
    out = np.zeros((len(groups.lists), 256))
    np.add.at(out[:, 0], groups.of_ray, background_log_likelihood(seen))
    for k in range(depth):
        there = bundle.voxels[:, k] != NO_VOXEL
        side = (bundle.faces[:, k] != TOP).astype(np.float64)
        doubt = 0.06 + 0.6 * np.exp(-bundle.margin_px[:, k] / 1.2)
        for i, paint in enumerate(paints):
            density = prior_log_density(seen.colour, seen.noise, paint, side)
            ll = np.logaddexp(np.log1p(-doubt) + density, np.log(doubt) + ELSEWHERE)
            np.add.at(out[:, 1 + k * 16 + i], groups.of_ray[there], ll[there])
    return out


def background_log_likelihood(seen: RayColours) -> Floats:
    """Log-likelihood (N,) that the ray meets no block: the print, its shadow, or what lies beyond."""
    zeros = np.zeros(len(seen.colour))
    lit = prior_log_density(seen.paper_colour, seen.noise, PAPER, zeros)
    shadow = prior_log_density(seen.paper_colour + (0, 0, 0.7), seen.noise + 0.1, PAPER, zeros)
    paper = np.logaddexp(np.log(0.72) + lit, np.log(0.22) + shadow)
    on_sheet = np.logaddexp(paper, np.log(0.06) + ELSEWHERE) + seen.texture
    return np.where(seen.on_paper, on_sheet, ELSEWHERE)


def score(table: Floats, codes: NDArray[np.uint8]) -> Floats:
    """Log-likelihood (N,) of arrangements from their codes (G, N)."""
    total = np.zeros(codes.shape[1])
    for values, row in zip(table, codes, strict=True):
        total += values[row]
    return total
