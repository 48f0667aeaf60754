"""Projection, rays, and poses found back from projected markers."""

from __future__ import annotations

from dataclasses import replace

import cv2
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from hardware.boards import load_block_sheet
from hardware.cameras.scene import (
    TABLE_CAMERA,
    TABLE_POSE,
    SheetOnTable,
    camera_model,
    looking_at,
    usual_table,
)
from vision.markers import square_corners
from vision.pose import (
    Correspondence,
    camera_centre_mm,
    estimate_camera,
    project,
    rays,
    solve_pose,
    without_bloom,
)
from vision.types import CameraModel, Floats, Pose

BOARD = load_block_sheet()
POSES = st.builds(
    looking_at,
    st.tuples(st.floats(-30, 30), st.floats(-30, 30), st.just(0.0)),
    st.floats(30, 88),
    st.floats(0, 360),
    st.floats(250, 800),
    st.floats(-180, 180),
)
CAMERAS = st.builds(
    camera_model, st.just(1024), st.just(768), st.floats(700, 1100), st.floats(-0.08, 0.08)
)
MARKERS = st.sets(st.integers(0, 3), min_size=2, max_size=4)


def corners_mm(markers: set[int]) -> Floats:
    chosen = [BOARD.corners[i] for i in sorted(markers)]
    return np.vstack([square_corners(x, y, BOARD.marker_mm) for x, y in chosen])


def seen(
    pose: Pose, model: CameraModel, markers: set[int], noise_px: float = 0.0
) -> Correspondence:
    points = corners_mm(markers)
    image = project(points, pose, model)
    return Correspondence(
        points, image + np.random.default_rng(3).normal(0, 1, image.shape) * noise_px
    )


def apart(one: Pose, other: Pose) -> tuple[float, float]:
    """Degrees between the directions, millimetres between the camera's places."""
    turn = cv2.Rodrigues(one.rotation @ other.rotation.T)[0]
    there = camera_centre_mm(one) - camera_centre_mm(other)
    return float(np.degrees(np.linalg.norm(turn))), float(np.linalg.norm(there))


@given(POSES, CAMERAS, st.floats(-60, 60), st.floats(-60, 60), st.floats(0, 90))
def test_the_ray_of_a_projected_point_passes_through_it(
    pose: Pose, model: CameraModel, x_mm: float, y_mm: float, z_mm: float
) -> None:
    point = np.array([x_mm, y_mm, z_mm])
    origin, directions = rays(project(point[None], pose, model), pose, model)
    along = (point - origin) @ directions[0]
    assert along > 0
    assert np.linalg.norm(origin + along * directions[0] - point) < 0.02


@given(POSES, CAMERAS, MARKERS)
def test_a_pose_is_found_back_from_any_two_markers(
    pose: Pose, model: CameraModel, markers: set[int]
) -> None:
    found, rms_px = solve_pose(seen(pose, model, markers), model)
    degrees, mm = apart(found, pose)
    assert rms_px < 0.01
    assert degrees < 0.05
    assert mm < 0.5


@given(POSES, CAMERAS)
@settings(max_examples=40)
def test_noise_of_a_third_pixel_moves_the_grid_little(pose: Pose, model: CameraModel) -> None:
    found, _ = solve_pose(seen(pose, model, {0, 1, 2, 3}, 0.35), model)
    tops = np.array([(cell.x_mm, cell.y_mm, 2 * BOARD.unit_mm) for cell in BOARD.cells])
    assert np.abs(project(tops, found, model) - project(tops, pose, model)).max() < 3.0


@pytest.mark.parametrize("focal_px", [800.0, 900.0, 1100.0])
@pytest.mark.parametrize("turn_deg", [0.0, 35.0, 200.0])
def test_tilted_sheets_tell_the_focal_length(focal_px: float, turn_deg: float) -> None:
    truth = camera_model(1024, 768, focal_px, 0.03)
    boards = [
        seen(looking_at((x, y, 0.0), 45.0, turn_deg, 420.0), truth, {0, 1, 2, 3}, 0.2)
        for x, y in ((-60, -20), (60, 20))
    ]
    found = estimate_camera(boards, replace(truth, focal_px=900.0, k1=0.0))
    assert abs(found.focal_px / focal_px - 1) < 0.05


def test_seen_from_above_the_guess_stays() -> None:
    boards = [
        seen(sheet.pose(looking_at((0.0, 0.0, 0.0), 89.0, 30.0, 700.0)), TABLE_CAMERA, {0, 1, 2, 3})
        for sheet in usual_table({})
    ]
    found = estimate_camera(boards, TABLE_CAMERA)
    assert abs(found.focal_px / TABLE_CAMERA.focal_px - 1) < 0.02
    assert abs(found.k1) < 0.02


@pytest.mark.parametrize("sheet", usual_table({})[:2], ids=lambda sheet: f"sheet {sheet.number}")
@pytest.mark.parametrize("scale", [0.75, 0.9, 1.0, 1.1, 1.35])
def test_a_sheet_exactly_square_to_the_camera_has_a_pose(sheet: SheetOnTable, scale: float) -> None:
    board = seen(sheet.pose(TABLE_POSE), TABLE_CAMERA, {0, 1, 2, 3})
    model = replace(TABLE_CAMERA, focal_px=scale * TABLE_CAMERA.focal_px)
    assert solve_pose(board, model)[1] < 0.01


@pytest.mark.parametrize("bloom_px", [-1.5, 0.0, 0.8, 2.0])
def test_bloom_is_taken_back(bloom_px: float) -> None:
    model = camera_model(1024, 768, 900.0)
    truth = seen(looking_at((0.0, 0.0, 0.0), 65.0, 20.0, 400.0), model, {0, 1, 2, 3})
    quads = truth.image_px.reshape(-1, 4, 2)
    inward = (quads.mean(axis=1, keepdims=True) - quads).reshape(-1, 2)
    inward /= np.linalg.norm(inward, axis=1, keepdims=True)
    bloomed = replace(truth, image_px=truth.image_px + bloom_px * inward)
    (mended,) = without_bloom([bloomed], model)
    assert np.abs(mended.image_px - truth.image_px).max() < 0.1 + 0.15 * abs(bloom_px)


@pytest.mark.parametrize(
    "image_px",
    [np.zeros((8, 2)), np.repeat([[100.0, 100.0], [300.0, 100.0]], 4, axis=0)],
    ids=["one point", "two points"],
)
def test_no_pose_from_points_that_fall_together(image_px: Floats) -> None:
    with pytest.raises((ValueError, cv2.error)):
        solve_pose(Correspondence(corners_mm({0, 1}), image_px), camera_model(1024, 768, 900.0))
