"""The print of a block sheet: one description for printer, vision and virtual table."""

from __future__ import annotations

import cv2
import numpy as np

from vision.board import BlockSheet, Marker
from vision.drawing import Disc, Line, Primitive, Rectangle, Text, rasterise
from vision.types import Pixels

# Sizes and tones as measured on photographs of the published sheets (to about 0.1 mm and 0.03).
LINE_MM = 0.55
DIGIT_MM = 9.0
DIGIT_GREY = 0.57
DISC_MM = 6.6
LETTER_MM = 7.0
LETTER_GREY = 0.0
TITLE_MM = 4.0
TITLE_GREY = 0.57
OVERLAP_MM = 0.03
"""Neighbouring black squares overlap by this, or a hairline between them breaks the marker."""


def primitives(sheet: BlockSheet, number: int, style: str) -> tuple[Primitive, ...]:
    """Sheet ``number`` (1–8) in ``style``, in drawing order.

    Raises ValueError for a style that the sheet does not have.
    """
    if style not in sheet.styles:
        raise ValueError(f"{sheet.name} has no style {style}; it has {', '.join(sheet.styles)}")
    checked = style == "checked"
    return (
        *(_check(sheet) if checked else ()),
        *_grid(sheet),
        *_digits(sheet, checked),
        *_letters(sheet),
        *(
            p
            for marker in sheet.markers(number)
            for p in marker_primitives(marker, sheet.marker_mm, sheet.dictionary)
        ),
        Text(f"SHEET {number}", 0.0, sheet.corners[-1][1] - 16.0, TITLE_MM, TITLE_GREY),
    )


def raster(sheet: BlockSheet, number: int, style: str, px_per_mm: float) -> Pixels:
    """The same print as tones (H, W) uint8: 0 ink, 255 paper; row 0 at the top (largest y)."""
    return rasterise(primitives(sheet, number, style), sheet.paper_mm, px_per_mm)


def _extent(sheet: BlockSheet) -> tuple[float, float, float, float]:
    """The grid's outline: left, bottom, right, top in mm."""
    xs, ys = [c.x_mm for c in sheet.cells], [c.y_mm for c in sheet.cells]
    half = sheet.unit_mm / 2
    return min(xs) - half, min(ys) - half, max(xs) + half, max(ys) + half


def _check(sheet: BlockSheet) -> list[Primitive]:
    left, bottom, right, top = _extent(sheet)
    side = sheet.check_mm
    columns, rows = round((right - left) / side), round((top - bottom) / side)
    return [
        Rectangle(left + i * side, top - j * side, left + (i + 1) * side, top - (j + 1) * side)
        for j in range(rows)
        for i in range(columns)
        if (i + j) % 2 == 1
    ]


def _grid(sheet: BlockSheet) -> list[Primitive]:
    left, bottom, right, top = _extent(sheet)
    return [
        line
        for i in range(4)
        for at in (i * sheet.unit_mm,)
        for line in (
            Line(left + at, bottom, left + at, top, LINE_MM),
            Line(left, bottom + at, right, bottom + at, LINE_MM),
        )
    ]


def _digits(sheet: BlockSheet, checked: bool) -> list[Primitive]:
    drawn: list[Primitive] = []
    for cell in sheet.cells:
        if checked:
            drawn.append(Disc(cell.x_mm, cell.y_mm, DISC_MM, 1.0))
        drawn.append(Text(str(cell.cell), cell.x_mm, cell.y_mm, DIGIT_MM, DIGIT_GREY))
    return drawn


def _letters(sheet: BlockSheet) -> list[Primitive]:
    return [
        Text(letter.letter, letter.x_mm, letter.y_mm, LETTER_MM, LETTER_GREY)
        for letter in sheet.letters
    ]


def marker_primitives(marker: Marker, size_mm: float, dictionary: str) -> list[Primitive]:
    """An upright ArUco marker as black rectangles: one for each run of black in each row."""
    kind = cv2.aruco.getPredefinedDictionary(getattr(cv2.aruco, dictionary))
    count = kind.markerSize + 2
    bits = cv2.aruco.generateImageMarker(kind, marker.id, count) > 127
    unit = size_mm / count
    left, top = marker.x_mm - size_mm / 2, marker.y_mm + size_mm / 2
    drawn: list[Primitive] = []
    for row in range(count):
        lap = OVERLAP_MM if row < count - 1 else 0.0
        y0, y1 = top - row * unit, top - (row + 1) * unit - lap
        edges = np.flatnonzero(np.diff(np.concatenate([[True], bits[row], [True]])))
        for start, end in edges.reshape(-1, 2):
            drawn.append(Rectangle(left + start * unit, y1, left + end * unit, y0))
    return drawn
