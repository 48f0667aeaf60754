"""All about one sheet that depends on where it lies but not on the pixels: made once per pose."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.board import BlockSheet
from vision.hits import RayGroups, group
from vision.light import linear
from vision.pose import project, rays
from vision.rays import RayBundle, cast
from vision.types import CameraModel, Floats, Pixels, Pose

MARGIN_MM = 42.0
"""Beyond this the sheet carries letters, markers and blank paper only."""
SAMPLES = 1500
BLACK_INK = 0.04
"""What black print reflects, against white paper."""


@dataclass(frozen=True, eq=False)
class SheetView:
    """One pose of one sheet, prepared for reading many frames.

    ``region`` (x0, y0, x1, y1) is the part of the picture that is looked at; ``ink`` maps a style
    to the bare sheet as this camera would see it there (linear, float32). ``blank_*`` and
    ``table_*`` are flat indices into the region, and places in mm, of bare paper and of the table.
    """

    sheet: BlockSheet
    pose: Pose
    model: CameraModel
    bundle: RayBundle
    groups: RayGroups
    region: tuple[int, int, int, int]
    ink: Mapping[str, NDArray[np.float32]]
    on_paper: NDArray[np.bool_]
    blank_at: NDArray[np.int64]
    blank_mm: Floats
    unobstructed: NDArray[np.bool_]
    """Which of the blank places no block on the grid could stand before."""
    table_at: NDArray[np.int64]
    table_mm: Floats
    neighbours: NDArray[np.int64]
    """(P, 2) indices of rays that are next to each other in the picture."""


def view_sheet(
    sheet: BlockSheet,
    prints: Mapping[str, Pixels],
    px_per_mm: float,
    pose: Pose,
    model: CameraModel,
    levels: int = 4,
) -> SheetView:
    """Prepare a pose. ``prints`` maps each style to the grey picture of the bare sheet, centred."""
    bundle = cast(sheet, pose, model, levels)
    region = _region(pose, model, sheet.paper_mm, bundle)
    ground = _ground(pose, model, region)
    ink = {style: _as_seen(grey, px_per_mm, ground, pose, model) for style, grey in prints.items()}
    w, h = sheet.paper_mm[0] / 2, sheet.paper_mm[1] / 2
    x, y = np.abs(ground[..., 0]), np.abs(ground[..., 1])
    darkest = cv2.erode(next(iter(ink.values())), np.ones((3, 3), np.uint8))
    blank = (darkest > 0.9) & (x < w - 2) & (y < h - 2) & (np.maximum(x, y) > MARGIN_MM)
    blank_at = _some(blank)
    table_at = _some((x > w + 4) | (y > h + 4))
    places = ground.reshape(-1, 2)
    foot = np.abs(bundle.ground_mm)
    return SheetView(
        sheet,
        pose,
        model,
        bundle,
        group(bundle),
        region,
        ink,
        (foot[:, 0] < w - 1) & (foot[:, 1] < h - 1),
        blank_at,
        places[blank_at],
        ~_over_the_grid(bundle, region).ravel()[blank_at],
        table_at,
        places[table_at],
        _neighbours(bundle),
    )


def _region(
    pose: Pose, model: CameraModel, paper_mm: tuple[float, float], bundle: RayBundle
) -> tuple[int, int, int, int]:
    """The part of the picture that holds the sheet and the rays."""
    w, h = paper_mm[0] / 2, paper_mm[1] / 2
    rim = project(np.array([[-w, -h, 0], [w, -h, 0], [w, h, 0], [-w, h, 0.0]]), pose, model)
    points = np.vstack([rim, bundle.pixels_px])
    low = np.clip(np.floor(points.min(axis=0)) - 4, 0, (model.width - 2, model.height - 2))
    high = np.clip(np.ceil(points.max(axis=0)) + 5, low + 2, (model.width, model.height))
    return int(low[0]), int(low[1]), int(high[0]), int(high[1])


def _ground(pose: Pose, model: CameraModel, region: tuple[int, int, int, int]) -> Floats:
    """Each pixel's place on the sheet's plane, (h, w, 2) mm."""
    x0, y0, x1, y1 = region
    grid = np.stack(np.meshgrid(np.arange(x0, x1), np.arange(y0, y1)), axis=-1).reshape(-1, 2)
    origin, directions = rays(grid.astype(np.float64), pose, model)
    down = np.minimum(directions[:, 2:3], -1e-3)
    ground = origin[:2] - directions[:, :2] * (origin[2] / down)
    return np.asarray(ground.reshape(y1 - y0, x1 - x0, 2))


def _as_seen(
    grey: Pixels, px_per_mm: float, ground: Floats, pose: Pose, model: CameraModel
) -> NDArray[np.float32]:
    """The bare sheet through this camera's optics: softened to the picture's own sharpness."""
    h, w = grey.shape
    distance_mm = float(np.linalg.norm(pose.translation_mm))
    blur_px = max(0.5, 0.75 * px_per_mm * distance_mm / model.focal_px)
    soft = cv2.GaussianBlur(linear(grey), (0, 0), blur_px)
    map_x = ((w - 1) / 2 + ground[..., 0] * px_per_mm).astype(np.float32)
    map_y = ((h - 1) / 2 - ground[..., 1] * px_per_mm).astype(np.float32)
    seen = cv2.remap(soft, map_x, map_y, cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
    return np.asarray(BLACK_INK + (1 - BLACK_INK) * seen, dtype=np.float32)


def _over_the_grid(bundle: RayBundle, region: tuple[int, int, int, int]) -> NDArray[np.bool_]:
    """Which pixels of the region show the volume above the grid, (h, w)."""
    x0, y0, x1, y1 = region
    mask = np.zeros((y1 - y0, x1 - x0), np.uint8)
    outline = cv2.convexHull((bundle.pixels_px - (x0, y0)).astype(np.int32))
    cv2.fillConvexPoly(mask, outline, 1)
    return np.asarray(cv2.dilate(mask, np.ones((5, 5), np.uint8)) > 0)


def _some(mask: NDArray[np.bool_]) -> NDArray[np.int64]:
    """About SAMPLES of the true places, evenly spread."""
    where = np.flatnonzero(mask)
    return where[:: max(1, len(where) // SAMPLES)]


def _neighbours(bundle: RayBundle) -> NDArray[np.int64]:
    place = grid_places(bundle)
    index = np.full(place.max(axis=0)[::-1] + 1, -1)
    index[place[:, 1], place[:, 0]] = np.arange(len(place))
    found = []
    for first, second in ((index[:, :-1], index[:, 1:]), (index[:-1], index[1:])):
        both = (first >= 0) & (second >= 0)
        found.append(np.stack([first[both], second[both]], axis=1))
    return np.vstack(found)


def grid_places(bundle: RayBundle) -> NDArray[np.int64]:
    """(R, 2) column and row of each ray on the sampling grid."""
    low = bundle.pixels_px.min(axis=0)
    return np.asarray(np.round((bundle.pixels_px - low) / bundle.step_px), dtype=np.int64)
