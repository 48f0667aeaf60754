"""A hand that reaches over the virtual table: fingers, palm and arm as tapering limbs."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

import cv2
import numpy as np

from hardware.cameras.scene import Light, Rgb
from hardware.cameras.stones import RING, Patch
from hardware.cameras.view import Box, Singles, View
from vision.types import Floats

SKIN: Rgb = (0.44, 0.24, 0.17)
NEAREST_MM = 60.0
"""What comes nearer to the camera is not drawn: no arm ends in the lens."""


@dataclass(frozen=True)
class Limb:
    """From one ball to another, with what lies between them; places and radii in mm."""

    start_mm: tuple[float, float, float]
    end_mm: tuple[float, float, float]
    start_radius_mm: float
    end_radius_mm: float


# Along the arm (towards the body), to the right of it, and up, in mm; then the radius.
_LIMBS = (
    ((2, 0, 17), 7.5, (62, -2, 42), 9.0),  # the first finger, over the node
    ((-8, 17, 21), 7.5, (60, 15, 45), 9.5),
    ((0, 33, 20), 7.5, (64, 31, 44), 9.0),
    ((20, 46, 19), 6.5, (72, 44, 42), 8.0),
    ((22, -20, 16), 8.5, (92, -6, 42), 11.0),  # the thumb
    ((66, 2, 43), 13.0, (125, 10, 52), 18.0),  # the palm, three side by side
    ((66, 20, 44), 13.0, (125, 19, 53), 18.0),
    ((72, 38, 42), 12.0, (125, 28, 52), 17.0),
    ((128, 18, 52), 24.0, (210, 18, 66), 27.0),  # the wrist and the arm
    ((210, 18, 66), 27.0, (520, 18, 110), 42.0),
)


def limbs_over(x_mm: float, y_mm: float, from_deg: float) -> tuple[Limb, ...]:
    """A right hand whose first finger is over a place of the table.

    The arm comes from the direction ``from_deg``: 0 is +x, 90 is +y.
    """
    turn = math.radians(from_deg)
    back, right = (math.cos(turn), math.sin(turn)), (-math.sin(turn), math.cos(turn))

    def place(along: float, across: float, up: float) -> tuple[float, float, float]:
        return (
            x_mm + along * back[0] + across * right[0],
            y_mm + along * back[1] + across * right[1],
            up,
        )

    return tuple(Limb(place(*a), place(*b), ra, rb) for a, ra, b, rb in _LIMBS)


def shadow(limbs: Sequence[Limb], light: Light) -> list[Floats]:
    """The outline (N, 3) in mm of each limb's shadow on the table: two ellipses and between."""
    lamp = light.unit
    level = math.hypot(lamp[0], lamp[1])
    along = np.array([lamp[0], lamp[1]]) / level if level > 1e-9 else np.array([1.0, 0.0])
    ring = np.outer(np.cos(RING) / lamp[2], along)
    ring += np.outer(np.sin(RING), [-along[1], along[0]])
    found: list[Floats] = []
    for limb in limbs:
        ends: list[Floats] = []
        for place, radius in _ends(limb):
            ends.append(place[:2] - lamp[:2] / lamp[2] * place[2] + radius * ring)
        hull = cv2.convexHull(np.vstack(ends).astype(np.float32)).reshape(-1, 2)
        found.append(np.column_stack([hull, np.zeros(len(hull))]).astype(np.float64))
    return found


def patch(view: View, limbs: Sequence[Limb], light: Light) -> Patch | None:
    """The hand as it looks, None if it is out of sight."""
    boxes = [box for limb in limbs if (box := _box(view, limb)) is not None]
    if not boxes:
        return None
    rows = slice(min(b[0].start for b in boxes), max(b[0].stop for b in boxes))
    columns = slice(min(b[1].start for b in boxes), max(b[1].stop for b in boxes))
    shape = (rows.stop - rows.start, columns.stop - columns.start)
    depth, cover = np.full(shape, np.inf, np.float32), np.zeros(shape, np.float32)
    normal = np.zeros((3, *shape), np.float32)
    for limb in limbs:
        box = _box(view, limb)
        if box is not None:
            down, across = _within(box, (rows, columns))
            part = (depth[down, across], normal[:, down, across], cover[down, across])
            _trace(view, limb, box, part)
    found = np.nonzero(cover)
    at = (found[0] + rows.start) * view.model.width + found[1] + columns.start
    return Patch(at, _skin(normal[:, found[0], found[1]], light), cover[found])


def _within(box: Box, outer: Box) -> Box:
    """A box's rows and columns counted from those of one around it."""
    (rows, columns), (all_rows, all_columns) = box, outer
    return (
        slice(rows.start - all_rows.start, rows.stop - all_rows.start),
        slice(columns.start - all_columns.start, columns.stop - all_columns.start),
    )


def _ends(limb: Limb) -> list[tuple[Floats, float]]:
    return [
        (np.array(limb.start_mm, dtype=np.float64), limb.start_radius_mm),
        (np.array(limb.end_mm, dtype=np.float64), limb.end_radius_mm),
    ]


def _box(view: View, limb: Limb) -> Box | None:
    """Rows and columns around a limb, None if it is out of the picture or behind the camera."""
    low, high = np.full(2, np.inf), np.full(2, -np.inf)
    for place, radius in _ends(limb):
        depth = float(view.depth_mm(place))
        if depth < radius + NEAREST_MM:
            return None
        middle = view.seen_px(place)
        reach = 1.25 * radius * view.model.focal_px / (depth - radius) + 2
        low, high = np.minimum(low, middle - reach), np.maximum(high, middle + reach)
    left, top = np.maximum(np.floor(low), 0).astype(int)
    right, bottom = np.minimum(np.ceil(high), [view.model.width, view.model.height]).astype(int)
    if left >= right or top >= bottom:
        return None
    return slice(top, bottom), slice(left, right)


def _trace(
    view: View,
    limb: Limb,
    box: Box,
    picture: tuple[Singles, Singles, Singles],
) -> None:
    """Enter a limb into depth, normal and cover, where it is the nearest so far.

    Each ray meets the ball about that point of the limb's axis which it passes most closely.
    """
    depth, normal, cover = picture
    rays = view.rays[:, box[0], box[1]]
    start = np.array(limb.start_mm, np.float32)
    axis = np.array(limb.end_mm, np.float32) - start
    from_start = view.eye_mm.astype(np.float32) - start
    ray_axis, ray_eye = _dot(axis, rays), _dot(from_start, rays)
    skew = np.maximum(axis @ axis - ray_axis**2, 1e-6)
    share = np.clip((axis @ from_start - ray_axis * ray_eye) / skew, 0, 1)
    radius = limb.start_radius_mm + (limb.end_radius_mm - limb.start_radius_mm) * share
    along = share * ray_axis - ray_eye
    middle = from_start[:, None, None] - share * axis[:, None, None]  # the eye, from the ball's
    beside2 = np.maximum(np.sum(middle**2, axis=0) - along**2, 0)
    met = along - np.sqrt(np.maximum(radius**2 - beside2, 0))
    inside_px = (radius - np.sqrt(beside2)) * (view.model.focal_px / np.maximum(along, 1))
    shown = np.clip(inside_px + 0.5, 0, 1)
    nearer = (shown > 0) & (met < depth)
    depth[nearer] = met[nearer]
    normal[:, nearer] = ((middle + met * rays) / radius)[:, nearer]
    np.maximum(cover, shown, out=cover)


def _dot(vector: Singles, planes: Singles) -> Singles:
    """(3,) · (3, H, W) → (H, W)."""
    return np.asarray(vector[0] * planes[0] + vector[1] * planes[1] + vector[2] * planes[2])


def _skin(normal: Singles, light: Light) -> Singles:
    """Skin (N, 3) lit by the lamp and the room, where it looks along ``normal`` (3, N)."""
    facing = np.maximum(light.unit.astype(np.float32) @ normal, 0)
    own = light.ambient * (0.7 + 0.3 * normal[2]) + (1 - light.ambient) * facing
    paint = np.array(SKIN, np.float32) * np.array(light.colour, np.float32)
    return np.asarray(own[:, None] * paint, dtype=np.float32)
