"""The raster of a block sheet: size, markers, cells and tones where the geometry says."""

from __future__ import annotations

import numpy as np
import pytest

from hardware.boards import load_block_sheet
from vision.drawing import Disc, Line, Primitive, Rectangle, Text, rasterise
from vision.markers import find_markers
from vision.sheet_print import raster
from vision.types import Pixels

SHEET = load_block_sheet()
BLACK, WHITE, GREY = (0, 3), (252, 255), (140, 150)


def tone(pixels: Pixels, x_mm: float, y_mm: float, px_per_mm: float) -> int:
    row = (SHEET.paper_mm[1] / 2 - y_mm) * px_per_mm
    return int(pixels[int(row), int((x_mm + SHEET.paper_mm[0] / 2) * px_per_mm)])


@pytest.mark.parametrize("px_per_mm", [3.0, 7.3, 12.0])
@pytest.mark.parametrize("number", [1, 5, 8])
def test_markers_are_found_within_a_tenth_of_a_pixel(number: int, px_per_mm: float) -> None:
    pixels = raster(SHEET, number, "checked", px_per_mm)
    height, width = pixels.shape
    assert (width, height) == (round(148 * px_per_mm), round(160 * px_per_mm))
    found = {m.id: m.corners_px.mean(axis=0) for m in find_markers(pixels)}
    middle = np.array([width - 1, height - 1]) / 2
    for marker in SHEET.markers(number):
        place = middle + np.array([marker.x_mm, -marker.y_mm]) * px_per_mm
        assert np.abs(found.pop(marker.id) - place).max() < 0.1
    assert not found


SPOTS = [
    # x, y, tone on checked, tone on plain
    (-36.25, 36.25, WHITE, WHITE),  # cell 1: the check's first square at the top left is white
    (-33.75, 36.25, BLACK, WHITE),
    (36.25, 36.25, BLACK, WHITE),  # … and the last at the top right black
    (36.25, -36.25, WHITE, WHITE),
    (12.5, 20.0, BLACK, BLACK),  # a line between cells
    (5.5, 0.0, WHITE, WHITE),  # beside the digit 5, on its disc
    (0.0, -71.0, WHITE, WHITE),  # above the title
    (25.0, 60.0, WHITE, WHITE),  # margin
    (73.0, 79.0, WHITE, WHITE),
]


@pytest.mark.parametrize(("x_mm", "y_mm", "checked", "plain"), SPOTS)
def test_tones(x_mm: float, y_mm: float, checked: tuple[int, int], plain: tuple[int, int]) -> None:
    for style, (low, high) in (("checked", checked), ("plain", plain)):
        assert low <= tone(raster(SHEET, 1, style, 8.0), x_mm, y_mm, 8.0) <= high


@pytest.mark.parametrize("style", ["checked", "plain"])
def test_every_digit_is_grey_and_every_letter_black_and_upright(style: str) -> None:
    pixels = raster(SHEET, 1, style, 8.0)
    for cell in SHEET.cells:
        ink = around(pixels, cell.x_mm, cell.y_mm, 4.0)
        assert GREY[0] <= int(ink.min()) <= GREY[1]
    for letter in SHEET.letters:
        assert int(around(pixels, letter.x_mm, letter.y_mm, 3.0).min()) <= BLACK[1]


def around(pixels: Pixels, x_mm: float, y_mm: float, half_mm: float) -> Pixels:
    row, column, half = round((80 - y_mm) * 8), round((74 + x_mm) * 8), round(half_mm * 8)
    return pixels[row - half : row + half, column - half : column + half]


def test_unknown_style_is_refused() -> None:
    with pytest.raises(ValueError, match=r"no style targets; it has checked, plain"):
        raster(SHEET, 1, "targets", 4.0)


AREAS = [
    (Rectangle(-10, -5, 10, 5), 200.0),
    (Disc(1.3, -2.1, 6), np.pi * 36),
    (Line(-8, -8, 7, 5, 2.0), 2 * (np.hypot(15, 13) + 2)),
    (Text("I", 0, 0, 20), 20 * 20 * (385 / 2048) * (1493 / 2048)),  # one stem
]


@pytest.mark.parametrize(("primitive", "area_mm2"), AREAS, ids=["box", "disc", "line", "text"])
def test_ink_covers_the_true_area(primitive: Primitive, area_mm2: float) -> None:
    pixels = rasterise([primitive], (40, 40), 10)
    assert (1 - pixels / 255).sum() / 100 == pytest.approx(area_mm2, rel=0.02)


def test_turned_text_reads_from_the_side() -> None:
    upright = rasterise([Text("F7", 0, 0, 10)], (20, 20), 8)
    turned = rasterise([Text("F7", 0, 0, 10, turn_deg=90)], (20, 20), 8)
    assert np.abs(np.rot90(upright).astype(int) - turned).mean() < 2
