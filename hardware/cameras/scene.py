"""What the virtual table shows and from where: sheets on a table, a lamp, the usual poses."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from vision.types import CameraModel, Floats, Pose

Blocks = tuple[tuple[str, tuple[tuple[int, int], ...]], ...]
"""Colour and voxels (cell 1–9, level 1–…) of each block: the form of BlockScene.blocks."""

Rgb = tuple[float, float, float]
"""Linear red, green and blue: 1 is all the light."""

OAK: Rgb = (0.32, 0.22, 0.13)


@dataclass(frozen=True)
class Light:
    """One lamp far away: the direction towards it, its colour, and the share that is ambient."""

    towards: tuple[float, float, float] = (-0.45, 0.35, 0.82)
    colour: Rgb = (1.0, 1.0, 1.0)
    ambient: float = 0.45

    @property
    def unit(self) -> Floats:
        """``towards`` (3,) with length 1."""
        return np.asarray(np.array(self.towards) / math.hypot(*self.towards))

    @property
    def shade(self) -> Floats:
        """The light (3,) where the lamp doesn't reach."""
        return np.asarray(self.ambient * np.array(self.colour))

    def on(self, normal: Floats) -> Floats:
        """The light (3,) on a surface that the lamp reaches; ``colour`` if it faces the lamp."""
        facing = max(0.0, float(normal @ self.unit))
        return np.asarray(self.shade + (1 - self.ambient) * facing * np.array(self.colour))


@dataclass(frozen=True)
class SheetOnTable:
    """A sheet, what stands on it, and where its centre lies on the table."""

    number: int
    style: str = "checked"
    blocks: Blocks = ()
    x_mm: float = 0.0
    y_mm: float = 0.0
    turn_deg: float = 0.0

    def pose(self, table: Pose) -> Pose:
        """The sheet's own pose, given the table's."""
        place = np.array([self.x_mm, self.y_mm, 0.0])
        return Pose(
            table.rotation @ turned(self.turn_deg), table.rotation @ place + table.translation_mm
        )


def turned(degrees: float) -> Floats:
    """The rotation (3, 3) about the table's normal, anticlockwise."""
    c, s = math.cos(math.radians(degrees)), math.sin(math.radians(degrees))
    return np.array([[c, -s, 0.0], [s, c, 0.0], [0.0, 0.0, 1.0]])


def looking_at(
    target_mm: Sequence[float],
    elevation_deg: float,
    turn_deg: float,
    distance_mm: float,
    roll_deg: float = 0.0,
) -> Pose:
    """The table's pose for a camera that looks at a point from ``distance_mm``.

    Elevation 90° is straight above; turn 0° is the side of −y (a sheet's lower edge), turning
    towards +x.
    """
    elevation, turn = math.radians(elevation_deg), math.radians(turn_deg)
    right = np.array([math.cos(turn), math.sin(turn), 0.0])
    level = np.array([math.sin(turn), -math.cos(turn), 0.0])
    back = math.cos(elevation) * level + math.sin(elevation) * np.array([0.0, 0.0, 1.0])
    rotation = turned(roll_deg) @ np.stack([right, np.cross(-back, right), -back])
    return Pose(rotation, -rotation @ (np.asarray(target_mm) + distance_mm * back))


def camera_model(width: int, height: int, focal_px: float, k1: float = 0.0) -> CameraModel:
    """A camera whose axis meets the picture's middle."""
    return CameraModel(width, height, focal_px, (width - 1) / 2, (height - 1) / 2, k1)


ONE_SHEET_CAMERA = camera_model(1024, 768, 900.0)
ONE_SHEET_POSE = looking_at((0.0, 0.0, 15.0), 65.0, 20.0, 400.0)
"""The best place to see one sheet from: from lower or higher, some arrangements look alike."""

TABLE_CAMERA = camera_model(2304, 1296, 1774.0)
TABLE_POSE = looking_at((0.0, 0.0, 0.0), 90.0, 0.0, 700.0)
"""Above the middle of a table for two, the long side from player to player."""

USUAL_PLACES = {
    1: (272.0, 0.0, 90.0),
    2: (-272.0, 0.0, -90.0),
    3: (58.0, 92.0, 90.0),
    4: (-58.0, -92.0, -90.0),
}
"""x, y in mm and turn in degrees: seat 1 sits at +x with sheets 1 (hidden) and 3 (deduction)."""


def usual_table(blocks: Mapping[int, Blocks], style: str = "checked") -> tuple[SheetOnTable, ...]:
    """The four sheets of a game for two; ``blocks`` by sheet number, the others are empty."""
    return tuple(
        SheetOnTable(number, style, blocks.get(number, ()), *place)
        for number, place in USUAL_PLACES.items()
    )
