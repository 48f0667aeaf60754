"""Pictures of virtual boards for tests: the boards, a plain sensor, the colour of a spot."""

from __future__ import annotations

import numpy as np

from hardware.boards import load_lattice_board
from hardware.cameras.scene import Light
from hardware.cameras.sensor import Sensor
from hardware.cameras.virtual_board import (
    BOARD_CAMERA,
    BOARD_POSE,
    BoardOnTable,
    VirtualBoard,
)
from vision.types import CameraModel, Floats, Pixels, Pose

Y, GO, YIN_YANG = (load_lattice_board(name) for name in ("y-board", "go-19", "yinyang-board"))
BARE = Sensor(vignette=0.0, blur_px=0.0, noise=0.0)
"""No noise, no blur: what is drawn and nothing else."""


def picture(
    laid: BoardOnTable,
    model: CameraModel = BOARD_CAMERA,
    pose: Pose = BOARD_POSE,
    light: Light | None = None,
    sensor: Sensor = BARE,
    table: str = "oak",
) -> Pixels:
    light = light or Light()
    with VirtualBoard(laid, model, pose, light=light, sensor=sensor, table=table) as camera:
        return camera.frame().pixels


def around(pixels: Pixels, at_px: Floats, reach: int = 1) -> Floats:
    """The mean colour (3,) of a small square."""
    x, y = np.round(np.ravel(at_px)).astype(int)
    square = pixels[y - reach : y + reach + 1, x - reach : x + reach + 1]
    return np.asarray(square.mean(axis=(0, 1)))
