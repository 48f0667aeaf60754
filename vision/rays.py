"""Which voxels of the 3×3 grid a pixel's ray passes, in order: the geometry of seeing blocks."""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.board import BlockSheet
from vision.pose import project, rays
from vision.types import CameraModel, Floats, Pose

Ints = NDArray[np.int64]

NO_VOXEL = -1
FACES = ("-x", "+x", "-y", "+y", "-z", "+z")
"""Outward normals of a voxel's faces, in board axes; +z is the top."""


@dataclass(frozen=True, eq=False)
class RayBundle:
    """Sampled pixels over the grid's volume and what each of their rays passes.

    ``pixels_px`` (N, 2); ``ground_mm`` (N, 2) where the ray meets the sheet's plane; ``voxels``
    (N, K) indices, nearest first, NO_VOXEL after the last; ``faces`` (N, K) index into FACES of
    the face that the ray enters; ``margin_px`` (N, K) how far inside that face's outline, as the
    camera sees it, the entry lies. A voxel's index is (level-1)·9 + (cell-1).
    """

    pixels_px: Floats
    ground_mm: Floats
    voxels: Ints
    faces: Ints
    margin_px: Floats
    step_px: float


def voxel_boxes(sheet: BlockSheet, levels: int) -> tuple[Floats, Floats]:
    """Lower and upper corners (9·levels, 3) mm of the unit cubes above the cells."""
    h = sheet.unit_mm / 2
    low = [
        (cell.x_mm - h, cell.y_mm - h, level * sheet.unit_mm)
        for level in range(levels)
        for cell in sheet.cells
    ]
    lower = np.array(low)
    return lower, lower + sheet.unit_mm


def cast(
    sheet: BlockSheet, pose: Pose, model: CameraModel, levels: int = 4, count: int = 3500
) -> RayBundle:
    """About ``count`` rays spread evenly over the picture of the grid's volume, ``levels`` high."""
    lower, upper = voxel_boxes(sheet, levels)
    pixels_px, step_px = _grid_over(lower, upper, pose, model, count)
    origin, directions = rays(pixels_px, pose, model)
    with np.errstate(divide="ignore", invalid="ignore"):
        to_low = (lower[None] - origin) / directions[:, None]
        to_high = (upper[None] - origin) / directions[:, None]
    near, far = np.minimum(to_low, to_high), np.maximum(to_low, to_high)
    enter, leave = near.max(axis=2), far.min(axis=2)
    axis = near.argmax(axis=2)
    hit = (leave - enter > 0) & (enter > 0)
    order = np.argsort(np.where(hit, enter, np.inf), axis=1, kind="stable")
    depth = max(1, int(hit.sum(axis=1).max()))
    order = order[:, :depth]
    row = np.arange(len(order))[:, None]
    passed = hit[row, order]
    sign = np.take_along_axis(directions, axis[row, order], axis=1) < 0
    entered = enter[row, order]
    margin = _margin_px(
        origin + directions[:, None] * np.where(passed, entered, 0.0)[..., None],
        lower[order],
        upper[order],
        np.abs(np.take_along_axis(directions, axis[row, order], axis=1)),
        model.focal_px / np.maximum(entered, 1.0),
    )
    ground = origin[:2] - directions[:, :2] * (origin[2] / directions[:, 2:3])
    return RayBundle(
        pixels_px,
        ground,
        np.where(passed, order, NO_VOXEL),
        np.where(passed, 2 * axis[row, order] + sign, -1),
        np.where(passed, margin, 0.0),
        step_px,
    )


def _grid_over(
    lower: Floats, upper: Floats, pose: Pose, model: CameraModel, count: int
) -> tuple[Floats, float]:
    """Pixels on a square grid inside the outline of the whole volume and inside the picture."""
    box = np.array([lower.min(axis=0), upper.max(axis=0)])
    corners = np.array(
        [[box[i, 0], box[j, 1], box[k, 2]] for i in (0, 1) for j in (0, 1) for k in (0, 1)]
    )
    outline = cv2.convexHull(project(corners, pose, model).astype(np.float32))
    step = max(1.0, float(np.sqrt(cv2.contourArea(outline) / count)))
    x, y, width, height = cv2.boundingRect(outline)
    xs = np.arange(max(x, 0) + step / 2, min(x + width, model.width - 1), step)
    ys = np.arange(max(y, 0) + step / 2, min(y + height, model.height - 1), step)
    grid = np.stack(np.meshgrid(xs, ys), axis=-1).reshape(-1, 2)
    mask = np.zeros((model.height, model.width), np.uint8)
    cv2.fillConvexPoly(mask, np.round(outline).astype(np.int32), 1)
    inside = mask[np.round(grid[:, 1]).astype(int), np.round(grid[:, 0]).astype(int)] > 0
    return grid[inside], step


def _margin_px(
    entry_mm: Floats, lower: Floats, upper: Floats, slant: Floats, px_per_mm: Floats
) -> Floats:
    """How far from its face's edges each entry point lies, in px; ``slant`` is |normal · ray|."""
    inside = np.sort(np.minimum(entry_mm - lower, upper - entry_mm), axis=2)
    # The smallest of the three is the entered face's own (zero); the next is the nearest edge.
    return np.asarray(np.maximum(inside[..., 1], 0.0) * slant * px_per_mm)
