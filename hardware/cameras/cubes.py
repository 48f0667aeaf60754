"""The faces of stacked cubes, farthest first, and the shadows that they throw (millimetres)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np

from hardware.cameras.scene import Blocks
from vision.board import BlockSheet
from vision.types import Floats

NORMALS = np.array([[1, 0, 0], [-1, 0, 0], [0, 1, 0], [0, -1, 0], [0, 0, 1], [0, 0, -1]])
_CORNERS = np.array([[x, y, z] for x in (0, 1) for y in (0, 1) for z in (0, 1)])


@dataclass(frozen=True, eq=False)
class Face:
    """One side of a unit cube: its colour, outward normal (3,) and corners (4, 3) in order."""

    colour: str
    normal: Floats
    corners_mm: Floats


@dataclass(frozen=True, eq=False)
class Cubes:
    """Unit cubes on a sheet: their lower corners (N, 3) and colours."""

    lower_mm: Floats
    colours: tuple[str, ...]
    unit_mm: float

    @classmethod
    def on(cls, sheet: BlockSheet, blocks: Blocks) -> Cubes:
        """The cubes of ``blocks``."""
        centre = {cell.cell: (cell.x_mm, cell.y_mm) for cell in sheet.cells}
        found = [
            (*(np.array(centre[cell]) - sheet.unit_mm / 2), (level - 1) * sheet.unit_mm)
            for _, voxels in blocks
            for cell, level in voxels
        ]
        colours = tuple(colour for colour, voxels in blocks for _ in voxels)
        return cls(np.array(found, dtype=np.float64).reshape(-1, 3), colours, sheet.unit_mm)

    def faces(self, eye_mm: Floats) -> Iterator[Face]:
        """The faces that look at ``eye_mm`` (3,) and aren't covered by a cube, farthest first.

        A cube hides another only if it is as near or nearer along every axis, so the sum of the
        distances along the axes orders them.
        """
        middles = self.lower_mm + self.unit_mm / 2
        filled = {tuple(np.round(m, 3)) for m in middles}
        for i in np.argsort(-np.abs(middles - eye_mm).sum(axis=1), kind="stable"):
            for normal in NORMALS:
                over = middles[i] + normal * self.unit_mm
                towards = eye_mm - middles[i] - normal * self.unit_mm / 2
                if normal @ towards > 0 and tuple(np.round(over, 3)) not in filled:
                    corners = middles[i] + _square(normal) * self.unit_mm / 2
                    yield Face(self.colours[i], normal, corners)

    def shadows(self, lamp: Floats, point_mm: Floats, normal: Floats) -> Iterator[Floats]:
        """Each cube's eight corners (8, 3) thrown on a plane along the light.

        The plane is given by a point and its normal, both (3,); only cubes before it throw a
        shadow. ``lamp`` (3,) points to the lamp.
        """
        facing = float(normal @ lamp)
        if facing <= 1e-6:
            return
        for lower in self.lower_mm:
            corners = lower + _CORNERS * self.unit_mm
            height = (corners - point_mm) @ normal
            if height.min() > -1e-6:
                yield corners - np.outer(height / facing, lamp)


def _square(normal: Floats) -> Floats:
    """The corners (4, 3) of the side of the cube from −1 to 1 that faces along ``normal``."""
    axis = int(np.abs(normal).argmax())
    square = np.zeros((4, 3))
    square[:, axis] = normal[axis]
    square[:, (axis + 1) % 3] = [-1, 1, 1, -1]
    square[:, (axis + 2) % 3] = [-1, -1, 1, 1]
    return square
