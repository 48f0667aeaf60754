"""A camera above the table: where points of the table are seen, and what each pixel looks at."""

from __future__ import annotations

from functools import cached_property, lru_cache

import cv2
import numpy as np
from numpy.typing import ArrayLike, NDArray

from hardware.cameras import CameraError
from vision.types import CameraModel, Floats, Pose

Singles = NDArray[np.float32]
"""Single precision: pictures are large."""
Box = tuple[slice, slice]
"""Rows and columns of a picture."""
WHOLE = np.s_[:, :]

NEAREST_MM = 1.0
HEIGHT = 0.5
"""A stone's height as a share of its diameter: 9 mm for one of 18 mm."""


class View:
    """One camera in one pose; ``pose`` is the table's. Lengths are mm in the table's axes."""

    def __init__(self, model: CameraModel, pose: Pose) -> None:
        self.model, self.pose = model, pose
        self.eye_mm: Floats = np.asarray(-pose.rotation.T @ pose.translation_mm)

    @property
    def px_per_mm(self) -> float:
        """About how large a millimetre in the middle of the table is seen."""
        return self.model.focal_px / max(float(np.linalg.norm(self.pose.translation_mm)), 1.0)

    def depth_mm(self, points_mm: Floats) -> Floats:
        """How far points (…, 3) lie before the camera, (…)."""
        return np.asarray(points_mm @ self.pose.rotation[2] + self.pose.translation_mm[2])

    def seen_px(self, points_mm: Floats) -> Floats:
        """Points (…, 3) as pixels (…, 2); CameraError for one beside or behind the camera."""
        camera = points_mm @ self.pose.rotation.T + self.pose.translation_mm
        if np.any(camera[..., 2] < NEAREST_MM):
            raise CameraError(
                "something on the virtual table lies beside or behind the camera: move it away"
            )
        flat = camera[..., :2] / camera[..., 2:]
        bent = flat * (1 + self.model.k1 * np.sum(flat**2, axis=-1, keepdims=True))
        return np.asarray(bent * self.model.focal_px + [self.model.cx, self.model.cy])

    @cached_property
    def rays(self) -> Singles:
        """The direction (3, H, W) of each pixel's ray, of length 1."""
        flat = _straight(self.model)
        turn = self.pose.rotation.astype(np.float32)
        ray = np.stack(
            [turn[0, i] * flat[..., 0] + turn[1, i] * flat[..., 1] + turn[2, i] for i in range(3)]
        )
        return _singles(ray / np.linalg.norm(ray, axis=0))

    @cached_property
    def lens_rays(self) -> Singles:
        """The same (3, H, W) in a space that is stretched upwards until stones are balls."""
        ray = self.rays * np.array([1, 1, 1 / HEIGHT], np.float32)[:, None, None]
        return _singles(ray / np.linalg.norm(ray, axis=0))

    def ground_mm(self, to: Floats, box: Box, over: int = 1) -> Singles:
        """Where rays meet the table, (over·h, over·w, 2), ``over`` of them for each pixel's side.

        ``to`` (3, 3) leads from x, y, 1 on the table to the axes that are wanted. Rays that pass
        above the horizon meet it very far away.
        """
        flat = _straight(self.model)[box]
        if over > 1:
            flat = _singles(cv2.resize(flat, None, fx=over, fy=over))
        plane = np.column_stack([self.pose.rotation[:, :2], self.pose.translation_mm])
        met = _singles(cv2.perspectiveTransform(flat, to @ np.linalg.inv(plane)))
        turn = self.pose.rotation.astype(np.float32)
        up = flat[..., 0] * turn[0, 2] + flat[..., 1] * turn[1, 2] + turn[2, 2]
        met[up > -1e-3] = 1e6
        return met


@lru_cache(maxsize=4)
def _straight(model: CameraModel) -> Singles:
    """Each pixel's ray as x/z and y/z (H, W, 2) in the camera's axes, the lens's bend undone."""
    columns, rows = np.meshgrid(np.arange(model.width), np.arange(model.height))
    bent = np.stack([columns, rows], axis=-1).astype(np.float32)
    if not model.k1:
        middle = np.array([model.cx, model.cy], np.float32)
        return _singles((bent - middle) / np.float32(model.focal_px))
    straight = cv2.undistortPoints(bent.reshape(-1, 1, 2), model.matrix, model.distortion)
    return _singles(straight.reshape(bent.shape))


def _singles(values: ArrayLike) -> Singles:
    return np.ascontiguousarray(values, dtype=np.float32)
