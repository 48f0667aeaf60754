"""A virtual table: draws any sheets and blocks from any pose, so that no camera is needed."""

from __future__ import annotations

import math
import time
from collections.abc import Callable, Iterable, Mapping
from dataclasses import replace

import numpy as np

from hardware.boards import load_block_sheet
from hardware.cameras import Camera, CameraError
from hardware.cameras.canvas import UP, Canvas
from hardware.cameras.cubes import Cubes
from hardware.cameras.scene import OAK, TABLE_CAMERA, TABLE_POSE, Light, Rgb, SheetOnTable, turned
from vision.board import BlockSheet
from vision.types import CameraModel, Floats, Frame, Pose

PAINTS: Mapping[str, Rgb] = {
    "red": (0.55, 0.03, 0.03),
    "blue": (0.03, 0.08, 0.45),
    "green": (0.03, 0.26, 0.06),
    "yellow": (0.75, 0.52, 0.03),
    "black": (0.03, 0.03, 0.03),
    "white": (0.78, 0.77, 0.73),
}
"""How much red, green and blue the usual paints reflect."""

DAYLIGHT = Light()


class VirtualTable(Camera):
    """A camera above a table that exists only as ``sheets``, by number; change them at will."""

    def __init__(
        self,
        sheets: Iterable[SheetOnTable] = (),
        model: CameraModel = TABLE_CAMERA,
        pose: Pose = TABLE_POSE,
        *,
        light: Light = DAYLIGHT,
        noise: float = 0.0,
        clock: Callable[[], float] = time.monotonic,
        seed: int = 0,
    ) -> None:
        self.name = "virtual"
        self.sheets = {sheet.number: sheet for sheet in sheets}
        self._model, self._pose, self._light, self._noise = model, pose, light, noise
        self._clock, self._seed = clock, seed
        self._opened = False

    def open(self) -> None:
        """Nothing to start."""
        self._opened = True

    def close(self) -> None:
        """Nothing to let go of; what lies on the table stays."""
        self._opened = False

    def frame(self) -> Frame:
        """What lies there now; noise differs from frame to frame, by the seed."""
        if not self._opened:
            raise CameraError(f"the camera {self.name} is closed: open it first")
        self._seed += 1
        drawn = draw(
            self.sheets.values(),
            self._model,
            self._pose,
            light=self._light,
            noise=self._noise,
            seed=self._seed,
        )
        return replace(drawn, time_s=self._clock())


def draw(  # noqa: PLR0913 - all but the first three are optional
    sheets: Iterable[SheetOnTable],
    camera_model: CameraModel,
    pose: Pose,
    *,
    light: Light = DAYLIGHT,
    noise: float = 0.0,
    shadows: bool = True,
    seed: int = 0,
    table: Rgb = OAK,
) -> Frame:
    """What a camera sees of a table; ``pose`` is the table's, in mm.

    ``noise`` is the spread of the sensor's noise in grey levels (0–255). The same arguments give
    the same picture. Raises CameraError for a colour without a paint, a cell or style that is not
    the board's, or a camera among the blocks.
    """
    board = load_block_sheet()
    canvas = Canvas(camera_model, light, np.array(table))
    eye = -pose.rotation.T @ pose.translation_mm
    far_first = sorted(sheets, key=lambda s: -math.hypot(s.x_mm - eye[0], s.y_mm - eye[1]))
    cubes = [_checked(board, sheet) for sheet in far_first]
    for sheet in far_first:
        canvas.print_sheet(board, sheet, sheet.pose(pose))
    if shadows:
        for sheet, stack in zip(far_first, cubes, strict=True):
            own, lamp = sheet.pose(pose), turned(-sheet.turn_deg) @ light.unit
            thrown = stack.shadows(lamp, np.zeros(3), UP)
            canvas.shade_table([canvas.outline(corners, own) for corners in thrown])
    for sheet, stack in zip(far_first, cubes, strict=True):
        _draw_blocks(canvas, stack, sheet, sheet.pose(pose), shadows)
    return Frame(canvas.finished(noise, seed), 0.0, "virtual", camera_model)


def _checked(board: BlockSheet, sheet: SheetOnTable) -> Cubes:
    if sheet.style not in board.styles:
        raise CameraError(f"no sheet style {sheet.style!r}: use one of {', '.join(board.styles)}")
    for colour, voxels in sheet.blocks:
        if colour not in PAINTS:
            raise CameraError(f"no paint {colour!r}: use one of {', '.join(PAINTS)}")
        for cell, level in voxels:
            if not 1 <= cell <= len(board.cells) or level < 1:
                raise CameraError(f"no cell {cell}, level {level}, on the sheet: cells are 1–9")
    return Cubes.on(board, sheet.blocks)


def _draw_blocks(
    canvas: Canvas, cubes: Cubes, sheet: SheetOnTable, pose: Pose, shadows: bool
) -> None:
    """Faces from the farthest to the nearest, each with the shadows that fall on it."""
    to_table = turned(sheet.turn_deg)
    lamp: Floats = to_table.T @ canvas.light.unit
    eye = -pose.rotation.T @ pose.translation_mm
    for face in cubes.faces(eye):
        outline, paint = canvas.outline(face.corners_mm, pose), np.array(PAINTS[face.colour])
        canvas.fill(outline, paint, canvas.light.on(to_table @ face.normal))
        if shadows:
            thrown = cubes.shadows(lamp, face.corners_mm[0], face.normal)
            canvas.shade_face(outline, [canvas.outline(c, pose) for c in thrown], paint)
