"""Rays through the grid of voxels, against a march along each ray in small steps."""

from __future__ import annotations

import numpy as np
from hypothesis import given, settings
from hypothesis import strategies as st
from numpy.typing import NDArray

from hardware.boards import load_block_sheet
from hardware.cameras.scene import camera_model, looking_at
from vision.pose import project, rays
from vision.rays import FACES, NO_VOXEL, RayBundle, cast, voxel_boxes
from vision.types import CameraModel, Floats, Pose

BOARD = load_block_sheet()
LEVELS = 4
STEP_MM = 0.05
TOUCH_MM = 0.4
"""A march in steps cannot be asked about voxels that a ray only just touches."""

POSES = st.builds(
    looking_at,
    st.tuples(st.floats(-20, 20), st.floats(-20, 20), st.floats(0, 20)),
    st.floats(20, 90),
    st.floats(0, 360),
    st.floats(250, 900),
    st.floats(-180, 180),
)
CAMERAS = st.builds(
    camera_model, st.just(640), st.just(480), st.floats(400, 900), st.floats(-0.08, 0.08)
)
SEEDS = st.integers(0, 2**32 - 1)


def voxels_at(points_mm: Floats) -> NDArray[np.int64]:
    """Which voxel each point lies in, by counting units from cell 1's outer corner."""
    unit, first = BOARD.unit_mm, BOARD.cells[0]
    column = np.floor((points_mm[:, 0] - (first.x_mm - unit / 2)) / unit)
    row = np.floor(((first.y_mm + unit / 2) - points_mm[:, 1]) / unit)
    level = np.floor(points_mm[:, 2] / unit)
    outside = (np.minimum(np.minimum(column, row), level) < 0) | (np.maximum(column, row) > 2)
    return np.where(outside | (level >= LEVELS), NO_VOXEL, level * 9 + row * 3 + column).astype(int)


def march(origin: Floats, direction: Floats) -> tuple[Floats, list[tuple[int, float]]]:
    """The points of the march, and the voxels met in order with the millimetres in each."""
    length = float(np.linalg.norm(origin)) + 200.0
    points = origin + np.arange(0.0, length, STEP_MM)[:, None] * direction
    at = voxels_at(points)
    starts = np.flatnonzero(np.diff(at, prepend=-2))
    ends = np.append(starts[1:], len(at))
    runs = [(int(at[s]), (e - s) * STEP_MM) for s, e in zip(starts, ends, strict=True)]
    return points, [run for run in runs if run[0] != NO_VOXEL]


def distance_mm(points: Floats, voxel: int) -> float:
    """How near the march comes to a voxel."""
    lower, upper = (side[voxel] for side in voxel_boxes(BOARD, LEVELS))
    beyond = np.maximum(np.maximum(lower - points, points - upper), 0.0)
    return float(np.linalg.norm(beyond, axis=1).min())


def bundle_of(pose: Pose, model: CameraModel) -> RayBundle:
    return cast(BOARD, pose, model, LEVELS, count=400)


def some(bundle: RayBundle, seed: int, count: int) -> NDArray[np.int64]:
    return np.random.default_rng(seed).integers(0, len(bundle.pixels_px), count)


@given(POSES, CAMERAS, SEEDS)
@settings(max_examples=25)
def test_rays_pass_the_voxels_that_a_march_meets(pose: Pose, model: CameraModel, seed: int) -> None:
    bundle = bundle_of(pose, model)
    chosen = some(bundle, seed, 8)
    origin, directions = rays(bundle.pixels_px[chosen], pose, model)
    for ray, direction in zip(chosen, directions, strict=True):
        points, met = march(origin, direction)
        solid = [voxel for voxel, length in met if length > TOUCH_MM]
        listed = [int(voxel) for voxel in bundle.voxels[ray] if voxel != NO_VOXEL]
        assert [voxel for voxel in listed if voxel in solid] == solid
        touched = [distance_mm(points, voxel) for voxel in listed if voxel not in solid]
        assert max(touched, default=0.0) < TOUCH_MM


@given(POSES, CAMERAS, SEEDS)
@settings(max_examples=25)
def test_a_ray_enters_a_voxel_through_the_face_that_is_named(
    pose: Pose, model: CameraModel, seed: int
) -> None:
    bundle = bundle_of(pose, model)
    lower, upper = voxel_boxes(BOARD, LEVELS)
    chosen = some(bundle, seed, 40)
    origin, directions = rays(bundle.pixels_px[chosen], pose, model)
    for ray, direction in zip(chosen, directions, strict=True):
        for voxel, face in zip(bundle.voxels[ray], bundle.faces[ray], strict=True):
            if voxel == NO_VOXEL:
                continue
            axis, outward = "xyz".index(FACES[face][1]), FACES[face][0] == "+"
            plane = (upper if outward else lower)[voxel, axis]
            entry = origin + direction * (plane - origin[axis]) / direction[axis]
            assert (direction[axis] < 0) == outward
            others = np.arange(3) != axis
            assert (entry > lower[voxel] - 1e-6)[others].all()
            assert (entry < upper[voxel] + 1e-6)[others].all()


@given(POSES, CAMERAS)
@settings(max_examples=25)
def test_the_ground_of_a_ray_is_where_it_meets_the_sheet(pose: Pose, model: CameraModel) -> None:
    bundle = bundle_of(pose, model)
    ground = np.column_stack([bundle.ground_mm, np.zeros(len(bundle.ground_mm))])
    near = np.linalg.norm(bundle.ground_mm, axis=1) < 150
    seen = project(ground[near], pose, model)
    assert np.allclose(seen, bundle.pixels_px[near], atol=0.05)


@given(POSES, CAMERAS)
@settings(max_examples=25)
def test_rays_lie_in_the_picture_and_cover_the_volume(pose: Pose, model: CameraModel) -> None:
    bundle = bundle_of(pose, model)
    assert (bundle.pixels_px >= 0).all()
    assert (bundle.pixels_px <= (model.width - 1, model.height - 1)).all()
    lower, upper = voxel_boxes(BOARD, LEVELS)
    middles = project((lower + upper) / 2, pose, model)
    inside = ((middles > 0) & (middles < (model.width - 1, model.height - 1))).all(axis=1)
    apart = np.linalg.norm(middles[inside, None] - bundle.pixels_px[None], axis=2).min(axis=1)
    assert (apart < 1.5 * bundle.step_px).all()
