"""Vector drawings as plain data in board millimetres, and their raster."""

from __future__ import annotations

import math
from collections.abc import Iterable
from dataclasses import dataclass

import cv2
import numpy as np

from vision.glyphs import outline_mm
from vision.types import Floats, Pixels

# Places are mm on the board: x right, y up, the middle of the paper at 0, 0. ``grey`` is the tone
# of a screen or printer: 0 black, 1 white; half-way is what looks half-way (sRGB), not half the
# light. Later primitives cover earlier ones.


@dataclass(frozen=True)
class Rectangle:
    """A filled upright rectangle between two corners."""

    x0_mm: float
    y0_mm: float
    x1_mm: float
    y1_mm: float
    grey: float = 0.0


@dataclass(frozen=True)
class Disc:
    """A filled circle."""

    x_mm: float
    y_mm: float
    radius_mm: float
    grey: float = 0.0


@dataclass(frozen=True)
class Line:
    """A straight stroke that ends square, half its width beyond both points."""

    x0_mm: float
    y0_mm: float
    x1_mm: float
    y1_mm: float
    width_mm: float
    grey: float = 0.0


@dataclass(frozen=True)
class Text:
    """One line of text around its middle; ``size_mm`` is one em, ``turn_deg`` anticlockwise."""

    text: str
    x_mm: float
    y_mm: float
    size_mm: float
    grey: float = 0.0
    turn_deg: float = 0.0


Primitive = Rectangle | Disc | Line | Text

FINE_PER_MM = 40.0
"""Sub-pixels per mm below which thin lines would come out visibly too wide."""
SHIFT = 8
CIRCLE_POINTS = 72


def contours_mm(primitive: Primitive) -> tuple[Floats, ...]:
    """The primitive's outline as closed contours (N, 2) in mm, filled by the even-odd rule."""
    match primitive:
        case Rectangle(x0, y0, x1, y1):
            return (np.array([[x0, y0], [x1, y0], [x1, y1], [x0, y1]]),)
        case Disc(x, y, radius):
            angle = np.linspace(0, 2 * math.pi, CIRCLE_POINTS, endpoint=False)
            return (np.stack([x + radius * np.cos(angle), y + radius * np.sin(angle)], axis=1),)
        case Line():
            return (_stroke(primitive),)
        case Text(text, x, y, size):
            turn = math.radians(primitive.turn_deg)
            c, s = math.cos(turn), math.sin(turn)
            return tuple(k @ np.array([[c, s], [-s, c]]) + (x, y) for k in outline_mm(text, size))


def _stroke(line: Line) -> Floats:
    start, end = np.array([line.x0_mm, line.y0_mm]), np.array([line.x1_mm, line.y1_mm])
    along = (end - start) / max(float(np.linalg.norm(end - start)), 1e-9) * line.width_mm / 2
    across = np.array([-along[1], along[0]])
    return np.array(
        [
            start - along - across,
            end + along - across,
            end + along + across,
            start - along + across,
        ]
    )


def rasterise(
    primitives: Iterable[Primitive], paper_mm: tuple[float, float], px_per_mm: float
) -> Pixels:
    """Draw on white paper: tones (H, W) uint8, smooth edges, the paper's middle in the middle."""
    width, height = (max(1, round(side * px_per_mm)) for side in paper_mm)
    fine = max(4, math.ceil(FINE_PER_MM / px_per_mm))
    canvas = np.full((height * fine, width * fine), 255, np.uint8)
    scale = px_per_mm * fine
    middle = np.array([width * fine - 1, height * fine - 1]) / 2
    for primitive in primitives:
        contours = [
            np.round((contour * (scale, -scale) + middle) * 2**SHIFT).astype(np.int32)
            for contour in contours_mm(primitive)
        ]
        if contours:
            cv2.fillPoly(canvas, contours, (round(primitive.grey * 255),), shift=SHIFT)
    return np.asarray(cv2.resize(canvas, (width, height), interpolation=cv2.INTER_AREA))
