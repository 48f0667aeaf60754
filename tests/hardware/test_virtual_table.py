"""The virtual table's geometry: what is drawn lies where the pose says."""

from __future__ import annotations

from dataclasses import replace
from itertools import product

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from hardware.boards import load_block_sheet
from hardware.cameras import CameraError
from hardware.cameras.scene import (
    ONE_SHEET_CAMERA,
    ONE_SHEET_POSE,
    TABLE_CAMERA,
    TABLE_POSE,
    Light,
    SheetOnTable,
    looking_at,
    usual_table,
)
from hardware.cameras.virtual import VirtualTable, draw
from vision.board import Marker
from vision.markers import find_markers, square_corners
from vision.pose import project, rays
from vision.types import CameraModel, Floats, Pixels, Pose

BOARD = load_block_sheet()
POSES = st.builds(
    looking_at,
    st.just((0.0, 0.0, 10.0)),
    st.floats(50, 89),
    st.floats(0, 360),
    st.floats(300, 420),
    st.floats(-10, 10),
)
CAMERAS = st.builds(
    lambda k1: replace(ONE_SHEET_CAMERA, k1=k1), st.sampled_from([0.0, -0.06, 0.06])
)
STACK = (("red", ((5, 1), (5, 2))), ("white", ((6, 1),)))


@given(POSES, CAMERAS, st.integers(1, 8), st.sampled_from(BOARD.styles))
@settings(max_examples=25, deadline=None)
def test_markers_are_seen_where_they_lie(
    pose: Pose, model: CameraModel, number: int, style: str
) -> None:
    seen = {m.id: m for m in find_markers(draw([SheetOnTable(number, style)], model, pose).pixels)}
    assert set(seen) == {marker.id for marker in BOARD.markers(number)}
    apart = np.array(
        [seen[m.id].corners_px - corners_px(m, pose, model) for m in BOARD.markers(number)]
    )
    assert np.linalg.norm(apart.mean(axis=1), axis=1).max() < 0.5
    # Single corners may be off by more: the detector slips along an edge of the pattern.
    assert np.median(np.linalg.norm(apart, axis=2)) < 0.5


def corners_px(marker: Marker, pose: Pose, model: CameraModel) -> Floats:
    square = square_corners(marker.x_mm, marker.y_mm, BOARD.marker_mm)
    return project(square, pose, model)


@given(POSES, CAMERAS, st.integers(1, 9), st.integers(1, 4))
@settings(max_examples=40, deadline=None)
def test_colours_change_at_a_cube_s_projected_corners(
    pose: Pose, model: CameraModel, cell: int, level: int
) -> None:
    sheet = SheetOnTable(1, "plain", (("red", ((cell, level),)),))
    pixels = draw([sheet], model, pose, shadows=False).pixels.astype(int)
    place, h = BOARD.cells[cell - 1], BOARD.unit_mm / 2
    signs = ((-1, -1), (1, -1), (1, 1), (-1, 1))
    top = [[place.x_mm + sx * h, place.y_mm + sy * h, level * 2 * h] for sx, sy in signs]
    middle = project(np.mean(top, axis=0), pose, model)[0]
    colour = pixels[tuple(np.round(middle[::-1]).astype(int))]
    for corner in project(np.array(top), pose, model):
        outward = 3 * (corner - middle) / np.linalg.norm(corner - middle)
        inside, outside = (np.round(corner + s * outward).astype(int) for s in (-1, 1))
        assert np.abs(pixels[inside[1], inside[0]] - colour).max() <= 6
        assert np.abs(pixels[outside[1], outside[0]] - colour).max() > 10


COLOURS = ("red", "blue", "green", "yellow")
SCENES = st.dictionaries(
    st.tuples(st.integers(1, 9), st.integers(1, 4)),
    st.sampled_from(COLOURS),
    min_size=1,
    max_size=9,
)


@given(POSES, SCENES, st.floats(0, 360))
@settings(max_examples=40, deadline=None)
def test_every_pixel_shows_the_first_cube_on_its_ray(
    pose: Pose, scene: dict[tuple[int, int], str], turn_deg: float
) -> None:
    blocks = tuple((colour, (voxel,)) for voxel, colour in scene.items())
    sheet = SheetOnTable(1, "plain", blocks, 3.0, -4.0, turn_deg)
    pixels = draw([sheet], ONE_SHEET_CAMERA, pose, table=(0.3, 0.3, 0.3)).pixels
    at = np.random.default_rng(0).uniform((250, 100), (770, 670), (300, 2)).round()
    eye, directions = rays(at, sheet.pose(pose), ONE_SHEET_CAMERA)
    for (x, y), direction in zip(at.astype(int), directions, strict=True):
        # Where rays a pixel and a half around disagree, an edge is near.
        met = {first_met(scene, eye, direction + shift) for shift in AROUND}
        if len(met) == 1:
            assert shown_colour(pixels[y, x]) == met.pop()


AROUND = [np.array([dx, dy, dz]) * 1.5 / 900 for dx, dy, dz in product((-1, 0, 1), repeat=3)]


def first_met(scene: dict[tuple[int, int], str], eye: Floats, direction: Floats) -> str | None:
    """The colour of the cube that a ray meets first, by the slab test."""
    nearest: tuple[float, str | None] = (np.inf, None)
    for (cell, level), colour in scene.items():
        place, h = BOARD.cells[cell - 1], BOARD.unit_mm / 2
        middle = np.array([place.x_mm, place.y_mm, (2 * level - 1) * h])
        times = np.sort([(middle - h - eye) / direction, (middle + h - eye) / direction], axis=0)
        if times[0].max() < times[1].min():
            nearest = min(nearest, (float(times[0].max()), colour))
    return nearest[1]


def shown_colour(pixel: Pixels) -> str | None:
    """The paint of a pixel, None for paper, ink and table, which have no colour here."""
    blue, green, red = (int(v) for v in pixel)
    if max(blue, green, red) - min(blue, green, red) < 12:
        return None
    if blue == max(blue, green, red):
        return "blue"
    return "green" if green > red else "yellow" if green > 0.5 * red else "red"


@pytest.mark.parametrize("style", BOARD.styles)
def test_every_cell_and_level_can_be_drawn(style: str) -> None:
    empty = draw([SheetOnTable(8, style)], ONE_SHEET_CAMERA, ONE_SHEET_POSE).pixels
    for cell, level in product(range(1, 10), range(1, 5)):
        sheet = SheetOnTable(8, style, (("green", ((cell, level),)),))
        drawn = draw([sheet], ONE_SHEET_CAMERA, ONE_SHEET_POSE).pixels
        assert np.abs(drawn.astype(int) - empty).max() > 50


def test_shadows_only_darken() -> None:
    sheet = SheetOnTable(1, "checked", STACK)
    lit, shaded = (
        draw([sheet], ONE_SHEET_CAMERA, ONE_SHEET_POSE, shadows=s).pixels for s in (False, True)
    )
    assert np.all(shaded.astype(int) <= lit)
    assert np.sum(shaded.astype(int) < lit - 10) > 3000


def test_no_lamp_no_shadow() -> None:
    sheet = SheetOnTable(1, "checked", STACK)
    dull = Light(ambient=1.0)
    lit, shaded = (
        draw([sheet], ONE_SHEET_CAMERA, ONE_SHEET_POSE, light=dull, shadows=s).pixels
        for s in (False, True)
    )
    assert np.array_equal(lit, shaded)


def test_the_same_seed_draws_the_same_picture() -> None:
    sheet = [SheetOnTable(1, "checked", STACK)]
    first, again, other = (
        draw(sheet, ONE_SHEET_CAMERA, ONE_SHEET_POSE, noise=3.0, seed=s).pixels for s in (1, 1, 2)
    )
    assert np.array_equal(first, again)
    assert not np.array_equal(first, other)
    clean = draw(sheet, ONE_SHEET_CAMERA, ONE_SHEET_POSE).pixels.astype(int)
    inner = (clean > 20) & (clean < 235)
    assert np.std((first - clean)[inner]) == pytest.approx(3.0, rel=0.05)


def test_the_usual_table_shows_all_four_sheets() -> None:
    frame = draw(usual_table({1: STACK}), TABLE_CAMERA, TABLE_POSE)
    assert {marker.id for marker in find_markers(frame.pixels)} == set(range(16))


def test_a_sheet_on_the_table_has_its_own_pose() -> None:
    (sheet, *_) = usual_table({})
    frame = draw([sheet], TABLE_CAMERA, TABLE_POSE)
    (seen,) = (m for m in find_markers(frame.pixels) if m.id == 0)
    expected = corners_px(BOARD.markers(1)[0], sheet.pose(TABLE_POSE), TABLE_CAMERA)
    assert np.linalg.norm((seen.corners_px - expected).mean(axis=0)) < 0.5


def test_the_table_can_be_changed_between_frames() -> None:
    ticks = iter(range(10))
    table = VirtualTable(
        [SheetOnTable(1)], ONE_SHEET_CAMERA, ONE_SHEET_POSE, clock=lambda: float(next(ticks))
    )
    with table:
        before = table.frame()
        table.sheets[1] = SheetOnTable(1, "checked", STACK)
        after = table.frame()
    assert (before.time_s, after.time_s) == (0.0, 1.0)
    assert np.abs(after.pixels.astype(int) - before.pixels).max() > 50


BAD = {
    "colour": (SheetOnTable(1, blocks=(("pink", ((1, 1),)),)), "no paint 'pink'"),
    "cell": (SheetOnTable(1, blocks=(("red", ((10, 1),)),)), "no cell 10"),
    "style": (SheetOnTable(1, style="striped"), "no sheet style 'striped'"),
}


@pytest.mark.parametrize("case", BAD)
def test_what_cannot_be_drawn_is_one_clear_line(case: str) -> None:
    sheet, expected = BAD[case]
    with pytest.raises(CameraError, match=expected):
        draw([sheet], ONE_SHEET_CAMERA, ONE_SHEET_POSE)


def test_a_sheet_behind_the_camera_says_so() -> None:
    pose = looking_at((0.0, 0.0, 0.0), 30.0, 0.0, 200.0)
    with pytest.raises(CameraError, match="behind the camera"):
        draw([SheetOnTable(1, y_mm=-300.0)], ONE_SHEET_CAMERA, pose)
