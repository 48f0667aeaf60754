"""What of a picture's truth follows from geometry: what a hand hides, where corners are seen."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from tests.render.bones import Bone
from vision.pose import project
from vision.types import CameraModel, Floats, Pose


def camera_place(pose: Pose) -> Floats:
    """The camera's centre (3,) on the board's axes, mm."""
    return np.asarray(-pose.rotation.T @ pose.translation_mm)


def hidden(points: Floats, eye: Floats, bones: Sequence[Bone]) -> np.ndarray:
    """(N,) whether a bone lies between ``eye`` (3,) and each of ``points`` (N, 3)."""
    covered = np.zeros(len(points), bool)
    for bone in bones:
        covered |= _between(points, eye, bone) < bone.radius_mm
    return covered


def _between(points: Floats, eye: Floats, bone: Bone) -> Floats:
    """(N,): how near the segments eye–point come to the bone's axis.

    Ericson, Real-Time Collision Detection, 5.1.9: closest points of two segments.
    """
    d1, d2, r = points - eye, bone.b - bone.a, eye - bone.a
    a, e = np.sum(d1 * d1, axis=1), float(d2 @ d2)
    c, b, f = d1 @ r, d1 @ d2, float(d2 @ r)
    even = a * e - b * b
    s = np.clip(np.where(even > 1e-9, (b * f - c * e) / np.maximum(even, 1e-9), 0), 0, 1)
    t = np.clip((b * s + f) / max(e, 1e-9), 0, 1)
    s = np.clip((b * t - c) / a, 0, 1)
    apart = eye + s[:, None] * d1 - bone.a - t[:, None] * d2
    return np.asarray(np.linalg.norm(apart, axis=1))


def disc_points(place: tuple[float, float], radius_mm: float, height_mm: float) -> Floats:
    """Points (N, 3) spread evenly over a stone's top, or the paper round a node at height 0."""
    count = np.arange(60) + 0.5
    angle, radius = np.pi * (1 + 5**0.5) * count, radius_mm * np.sqrt(count / 60)
    height = height_mm * (0.5 + 0.5 * np.sqrt(1 - (radius / radius_mm) ** 2))
    return np.column_stack(
        [place[0] + radius * np.cos(angle), place[1] + radius * np.sin(angle), height]
    )


def in_picture(
    points: Floats, pose: Pose, model: CameraModel, margin_px: float = 0.0
) -> np.ndarray:
    """(N,) which of ``points`` (N, 3) the camera sees, ``margin_px`` or more inside the picture."""
    ahead = (points @ pose.rotation.T + pose.translation_mm)[:, 2] > 1.0
    seen = np.zeros(len(points), bool)
    if ahead.any():
        x, y = project(points[ahead], pose, model).T
        right, low = model.width - 1 - margin_px, model.height - 1 - margin_px
        seen[ahead] = (x >= margin_px) & (x <= right) & (y >= margin_px) & (y <= low)
    return seen
