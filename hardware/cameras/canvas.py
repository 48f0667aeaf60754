"""A picture while it is drawn: paper, faces and shadows as a pin-hole camera sees them."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from functools import lru_cache

import cv2
import numpy as np
from numpy.typing import NDArray

from hardware.cameras import CameraError
from hardware.cameras.scene import Light, SheetOnTable
from hardware.cameras.tones import decoded, encoded
from vision.board import BlockSheet
from vision.sheet_print import raster
from vision.types import CameraModel, Floats, Pixels, Pose

OVER = 2
"""Drawn this much larger than the picture and then shrunk, which smooths the edges."""
PAD = 0.08
"""Drawn wider by this share on each side if the lens bends the picture."""
SHIFT = 4
"""Bits of a pixel's fraction in OpenCV's fixed-point outlines."""

UP = np.array([0.0, 0.0, 1.0])
INK, PAPER = 0.03, 0.82


class Canvas:
    """The growing picture, uint8 B, G, R; what is drawn later lies on top."""

    def __init__(self, model: CameraModel, light: Light, table: Floats) -> None:
        self.light = light
        self._model = model
        self._wide = _enlarged(model)
        colour = encoded(table * light.on(UP))
        self._pixels = np.empty((self._wide.height, self._wide.width, 3), np.uint8)
        self._pixels[:] = colour

    def print_sheet(self, board: BlockSheet, sheet: SheetOnTable, pose: Pose) -> None:
        """Lay the printed paper on the table; ``pose`` is the sheet's own."""
        density = self._wide.focal_px / max(float(np.linalg.norm(pose.translation_mm)), 1.0)
        printed = _printed(board, sheet.number, sheet.style, round(np.clip(density, 2, 12)))
        (width_mm, height_mm), (rows, columns) = board.paper_mm, printed.shape
        to_mm = np.array(  # A pixel's middle lies half a pixel inside its edges.
            [
                [width_mm / columns, 0.0, (0.5 / columns - 0.5) * width_mm],
                [0.0, -height_mm / rows, (0.5 - 0.5 / rows) * height_mm],
                [0.0, 0.0, 1.0],
            ]
        )
        corners = np.array([[x, y, 0.0] for x in (-0.5, 0.5) for y in (-0.5, 0.5)])
        paper = self.outline(corners * [width_mm, height_mm, 0.0], pose)
        x, y, width, height = self._box([paper])
        if width == 0 or height == 0:
            return
        plane = np.column_stack([pose.rotation[:, :2], pose.translation_mm])
        window = np.array([[1.0, 0.0, -x], [0.0, 1.0, -y], [0.0, 0.0, 1.0]])
        levels = np.linspace(INK, PAPER, 256)[:, None] * self.light.on(UP)
        mask, _, _ = self._mask([paper], (x, y, width, height))
        warped = cv2.warpPerspective(
            cv2.LUT(cv2.merge([printed] * 3), encoded(levels)[None]),
            window @ self._wide.matrix @ plane @ to_mm,
            (width, height),
            flags=cv2.INTER_LINEAR,
            borderMode=cv2.BORDER_REPLICATE,
        )
        np.copyto(self._pixels[y : y + height, x : x + width], warped, where=mask[..., None] > 0)

    def outline(self, points_mm: Floats, pose: Pose) -> NDArray[np.int32]:
        """The convex outline of points (N, 3), in OpenCV's fixed-point pixels.

        Raises CameraError when one lies beside or behind the camera.
        """
        seen = points_mm @ pose.rotation.T + pose.translation_mm
        if np.any(seen[:, 2] < 1.0):
            raise CameraError(
                "something on the virtual table lies beside or behind the camera: move it away"
            )
        at = seen[:, :2] / seen[:, 2:] * self._wide.focal_px + [self._wide.cx, self._wide.cy]
        fixed = np.round(np.clip(at, -20000, 20000) * 2**SHIFT).astype(np.int32)
        return np.asarray(cv2.convexHull(fixed), dtype=np.int32)

    def fill(self, outline: NDArray[np.int32], paint: Floats, light: Floats) -> None:
        """Fill an outline with paint under a light, (3,) each."""
        colour = tuple(float(v) for v in encoded(paint * light))
        cv2.fillConvexPoly(self._pixels, outline, colour, cv2.LINE_8, SHIFT)

    def shade_face(
        self, face: NDArray[np.int32], shadows: Iterable[NDArray[np.int32]], paint: Floats
    ) -> None:
        """Fill the part of a face that lies in shadows."""
        mask, x, y = self._mask([face])
        shaded, _, _ = self._mask(shadows, (x, y, mask.shape[1], mask.shape[0]))
        window = self._pixels[y : y + mask.shape[0], x : x + mask.shape[1]]
        window[(mask & shaded) > 0] = encoded(paint * self.light.shade)

    def shade_table(self, shadows: list[NDArray[np.int32]]) -> None:
        """Take the lamp's light from paper and table where shadows fall."""
        mask, x, y = self._mask(shadows)
        if mask.size == 0:
            return
        window = self._pixels[y : y + mask.shape[0], x : x + mask.shape[1]]
        kept = self.light.shade / np.maximum(self.light.on(UP), 1e-9)
        darker = cv2.LUT(window, encoded(decoded()[:, None] * kept)[None])
        np.copyto(window, darker, where=mask[..., None] > 0)

    def _mask(
        self, outlines: Iterable[NDArray[np.int32]], box: tuple[int, int, int, int] | None = None
    ) -> tuple[Pixels, int, int]:
        """Outlines filled with 255 in their bounding box (or the one given) and its corner."""
        outlines = list(outlines)
        x, y, width, height = box or self._box(outlines)
        mask = np.zeros((height, width), np.uint8)
        for outline in outlines:
            corner = np.array([x, y], np.int32) * 2**SHIFT
            cv2.fillConvexPoly(mask, outline - corner, (255,), cv2.LINE_8, SHIFT)
        return mask, x, y

    def _box(self, outlines: list[NDArray[np.int32]]) -> tuple[int, int, int, int]:
        if not outlines:
            return 0, 0, 0, 0
        points = np.vstack(outlines).reshape(-1, 2) >> SHIFT
        low = np.maximum(points.min(axis=0), 0)
        high = np.minimum(points.max(axis=0) + 2, [self._wide.width, self._wide.height])
        width, height = np.maximum(high - low, 0)
        return int(low[0]), int(low[1]), int(width), int(height)

    def finished(self, noise: float, seed: int) -> Pixels:
        """The picture at its own size, bent by the lens, with sensor noise in grey levels."""
        size = (self._wide.width // OVER, self._wide.height // OVER)
        small = cv2.resize(self._pixels, size, interpolation=cv2.INTER_AREA)
        if self._model.k1:
            small = cv2.remap(small, *_lens(self._model), cv2.INTER_CUBIC)
        if noise:
            rng = np.random.default_rng(seed)
            grain = rng.standard_normal(small.shape, dtype=np.float32)
            small = np.clip(np.round(small + noise * grain), 0, 255).astype(np.uint8)
        return np.asarray(small, dtype=np.uint8)


def _padding(model: CameraModel) -> tuple[int, int]:
    return (round(PAD * model.width), round(PAD * model.height)) if model.k1 else (0, 0)


def _enlarged(model: CameraModel) -> CameraModel:
    """The pin-hole camera of the canvas."""
    x, y = _padding(model)
    return replace(
        model,
        width=(model.width + 2 * x) * OVER,
        height=(model.height + 2 * y) * OVER,
        focal_px=model.focal_px * OVER,
        cx=(model.cx + x + 0.5) * OVER - 0.5,
        cy=(model.cy + y + 0.5) * OVER - 0.5,
        k1=0.0,
    )


@lru_cache(maxsize=4)
def _lens(model: CameraModel) -> tuple[NDArray[np.float32], NDArray[np.float32]]:
    """Where each pixel of the bent picture lies in the straight, padded one."""
    columns, rows = np.meshgrid(np.arange(model.width), np.arange(model.height))
    bent = np.stack([columns, rows], axis=-1).reshape(-1, 1, 2).astype(np.float64)
    straight = cv2.undistortPoints(bent, model.matrix, model.distortion, P=model.matrix)
    at = straight.reshape(model.height, model.width, 2) + _padding(model)
    return at[..., 0].astype(np.float32), at[..., 1].astype(np.float32)


@lru_cache(maxsize=32)
def _printed(board: BlockSheet, number: int, style: str, px_per_mm: int) -> Pixels:
    printed: Pixels = raster(board, number, style, float(px_per_mm))
    return printed
