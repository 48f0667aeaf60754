"""A calibrated camera from a JSON file: width, height, focal_px, cx, cy and, if known, k1."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

from pydantic import Field

from hardware.boards.files import Strict, load
from vision.types import CameraModel

MOST_PX = 100_000
Side = Annotated[int, Field(gt=0, le=MOST_PX)]
Length = Annotated[float, Field(gt=0, le=MOST_PX)]
Middle = Annotated[float, Field(ge=-MOST_PX, le=MOST_PX)]


class _Calibration(Strict):
    width: Side
    height: Side
    focal_px: Length
    cx: Middle
    cy: Middle
    k1: Annotated[float, Field(ge=-1, le=1)] = 0.0


def load_camera_model(path: Path) -> CameraModel:
    """The camera model in a file, lengths in pixels, k1 as OpenCV has it.

    Raises BoardFileError naming the file, the field and the reason.
    """
    return CameraModel(**load(path, _Calibration).model_dump())


def fitted(model: CameraModel, width: int, height: int) -> CameraModel | None:
    """The same camera for a picture of another size, scaled; None if the shape differs.

    A picture's shape may differ by the rounding of one pixel.
    """
    scale = width / model.width
    if abs(model.height * scale - height) > max(1.0, scale):
        return None
    return CameraModel(
        width,
        height,
        model.focal_px * scale,
        (model.cx + 0.5) * scale - 0.5,
        (model.cy + 0.5) * scale - 0.5,
        model.k1,
    )
