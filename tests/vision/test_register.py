"""Sheets found in pictures of a virtual table: which, where, and why not."""

from __future__ import annotations

from dataclasses import replace

import cv2
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from hardware.boards import load_block_sheet
from hardware.cameras.scene import (
    ONE_SHEET_CAMERA,
    ONE_SHEET_POSE,
    TABLE_CAMERA,
    TABLE_POSE,
    SheetOnTable,
    looking_at,
    usual_table,
)
from hardware.cameras.virtual import draw
from vision.markers import square_corners
from vision.pose import project
from vision.register import Registration, register
from vision.types import CameraModel, Floats, Pixels, Pose

BOARD = load_block_sheet()
POSES = st.builds(
    looking_at,
    st.just((0.0, 0.0, 10.0)),
    st.floats(45, 89),
    st.floats(0, 360),
    st.floats(320, 420),
    st.floats(-10, 10),
)
GRID_MM = np.array(
    [(c.x_mm, c.y_mm, z) for c in BOARD.cells for z in (0.0, 2 * BOARD.unit_mm)], dtype=np.float64
)
LIGHT = (230, 230, 230)


def photograph(*sheets: SheetOnTable, pose: Pose = ONE_SHEET_POSE) -> Pixels:
    return draw(sheets, ONE_SHEET_CAMERA, pose, noise=2.0).pixels


def covered(pixels: Pixels, sheet: int, *markers: int) -> Pixels:
    """The picture with some of a sheet's markers (0–3) painted over."""
    out = pixels.copy()
    for marker in markers:
        x_mm, y_mm = BOARD.corners[marker]
        corners = project(
            square_corners(x_mm, y_mm, BOARD.marker_mm + 4), ONE_SHEET_POSE, ONE_SHEET_CAMERA
        )
        cv2.fillConvexPoly(out, np.round(corners).astype(np.int32), LIGHT)
    return out


def off_px(found: Registration, pose: Pose, model: CameraModel) -> Floats:
    """How far from the truth, (N,) px, the found pose puts points of the grid, two levels high."""
    (sheet,) = found.sheets
    seen = project(GRID_MM, sheet.pose, found.model)
    return np.asarray(np.linalg.norm(seen - project(GRID_MM, pose, model), axis=1))


@given(POSES, st.integers(1, 8), st.sampled_from(BOARD.styles))
@settings(max_examples=15)
def test_a_sheet_is_placed_without_knowing_the_camera(pose: Pose, number: int, style: str) -> None:
    found = register(photograph(SheetOnTable(number, style), pose=pose), BOARD)
    assert [sheet.number for sheet in found.sheets] == [number]
    assert off_px(found, pose, ONE_SHEET_CAMERA).max() < 4.0


@given(POSES, st.sampled_from(BOARD.styles))
@settings(max_examples=10)
def test_a_calibrated_camera_is_taken_as_it_is(pose: Pose, style: str) -> None:
    found = register(photograph(SheetOnTable(3, style), pose=pose), BOARD, ONE_SHEET_CAMERA, True)
    assert found.model == ONE_SHEET_CAMERA
    assert off_px(found, pose, ONE_SHEET_CAMERA).max() < 2.0


def test_all_sheets_of_a_table_are_found() -> None:
    found = register(draw(usual_table({}), TABLE_CAMERA, TABLE_POSE, noise=2.0).pixels, BOARD)
    assert [sheet.number for sheet in found.sheets] == [1, 2, 3, 4]
    assert found.problems == {}


def test_eight_sheets_in_one_picture() -> None:
    sheets = [
        SheetOnTable(n + 1, "plain", (), 230.0 * (n % 4) - 345.0, 230.0 * (n // 4) - 115.0, 7.0 * n)
        for n in range(8)
    ]
    camera = replace(TABLE_CAMERA, focal_px=1400.0)
    found = register(draw(sheets, camera, TABLE_POSE).pixels, BOARD)
    assert [sheet.number for sheet in found.sheets] == list(range(1, 9))


@pytest.mark.parametrize("hidden", [(), (0,), (1, 3), (0, 2), (2, 3)], ids=str)
def test_two_markers_are_enough(hidden: tuple[int, ...]) -> None:
    pixels = covered(photograph(SheetOnTable(5)), 5, *hidden)
    found = register(pixels, BOARD, ONE_SHEET_CAMERA, exact=True)
    assert off_px(found, ONE_SHEET_POSE, ONE_SHEET_CAMERA).max() < 3.0


@pytest.mark.parametrize(
    ("pixels", "problem"),
    [
        (covered(photograph(SheetOnTable(5)), 5, 0, 1, 2), {5: "only one of its markers"}),
        (
            photograph(SheetOnTable(2, x_mm=-90.0), SheetOnTable(2, x_mm=90.0)),
            {2: "two sheets with this number"},
        ),
    ],
    ids=["one marker", "twice"],
)
def test_what_cannot_be_placed_says_why(pixels: Pixels, problem: dict[int, str]) -> None:
    found = register(pixels, BOARD)
    assert found.sheets == ()
    assert found.problems.keys() == problem.keys()
    assert all(found.problems[number].startswith(text) for number, text in problem.items())


def test_one_bad_sheet_does_not_hide_the_others() -> None:
    sheets = [
        SheetOnTable(n, "plain", (), x, y) for n, x, y in ((2, -200, 0), (2, 0, 0), (6, 210, 0))
    ]
    found = register(draw(sheets, TABLE_CAMERA, TABLE_POSE).pixels, BOARD)
    assert [sheet.number for sheet in found.sheets] == [6]
    assert set(found.problems) == {2}


@pytest.mark.parametrize("shape", [(1, 1), (2, 3), (40, 40), (768, 1024)], ids=str)
def test_nothing_in_nothing(shape: tuple[int, int]) -> None:
    found = register(np.full((*shape, 3), 200, np.uint8), BOARD)
    assert (found.sheets, dict(found.problems), found.mirrored) == ((), {}, False)


def test_a_mirrored_picture_is_told() -> None:
    pixels = np.ascontiguousarray(photograph(SheetOnTable(4))[:, ::-1])
    found = register(pixels, BOARD)
    assert found.sheets == ()
    assert found.mirrored
