"""The virtual board: what is drawn lies where the pose says and looks as the light says."""

from __future__ import annotations

import math
from dataclasses import replace

import numpy as np
import pytest
from hypothesis import Phase, given, settings
from hypothesis import strategies as st

from hardware.boards import load_lattice_board
from hardware.cameras.scene import Light, camera_model, looking_at
from hardware.cameras.stones import FINISHES, Stone
from hardware.cameras.tones import lamp_colour
from hardware.cameras.virtual_board import (
    BOARD_CAMERA,
    BOARD_POSE,
    BoardOnTable,
    VirtualBoard,
)
from tests.hardware.board_pictures import BARE, GO, YIN_YANG, Y, around, picture
from vision.board import LatticeBoard
from vision.markers import find_markers, square_corners
from vision.pose import project, rays
from vision.types import CameraModel, Floats, Pixels, Pose

POSES = st.builds(
    looking_at,
    st.just((0.0, 0.0, 0.0)),
    st.floats(58, 88),
    st.floats(0, 360),
    st.floats(540, 640),
    st.floats(-8, 8),
)
CAMERAS = st.builds(lambda k1: replace(BOARD_CAMERA, k1=k1), st.sampled_from([0.0, -0.08, 0.06]))
PLACES = st.tuples(st.floats(-20, 20), st.floats(-20, 20), st.floats(0, 360))
LAMPS = st.builds(
    lambda turn, steep, ambient: Light(
        (math.cos(turn), math.sin(turn), math.tan(steep)), ambient=ambient
    ),
    st.floats(0, 2 * math.pi),
    st.floats(math.radians(35), math.radians(70)),
    st.floats(0.2, 0.6),
)


def board_pose(laid: BoardOnTable, table: Pose = BOARD_POSE) -> Pose:
    c, s = math.cos(math.radians(laid.turn_deg)), math.sin(math.radians(laid.turn_deg))
    turn = np.array([[c, -s, 0.0], [s, c, 0.0], [0.0, 0.0, 1.0]])
    shift = table.rotation @ [laid.x_mm, laid.y_mm, 0.0]
    return Pose(table.rotation @ turn, shift + table.translation_mm)


def node(board: LatticeBoard, name: str) -> Floats:
    (found,) = (n for n in board.nodes if n.name == name)
    return np.array([found.x_mm, found.y_mm, 0.0])


# Geometry


@given(POSES, CAMERAS, PLACES, st.sampled_from(Y.styles))
@settings(max_examples=15, deadline=None, phases=[Phase.generate])
def test_markers_are_seen_where_they_lie(
    pose: Pose, model: CameraModel, place: tuple[float, float, float], style: str
) -> None:
    laid = BoardOnTable(Y, {}, style, *place)
    seen = {m.id: m for m in find_markers(picture(laid, model, pose))}
    assert Y.marker_mm is not None
    for marker in Y.markers:
        square = square_corners(marker.x_mm, marker.y_mm, Y.marker_mm)
        corners = project(square, board_pose(laid, pose), model)
        if np.all((corners > 10) & (corners < [model.width - 10, model.height - 10])):
            apart = seen[marker.id].corners_px - corners
            assert np.linalg.norm(apart.mean(axis=0)) < 0.5


@given(POSES, CAMERAS, PLACES)
@settings(max_examples=15, deadline=None, phases=[Phase.generate])
def test_a_node_is_seen_where_the_pose_says(
    pose: Pose, model: CameraModel, place: tuple[float, float, float]
) -> None:
    laid = BoardOnTable(Y, {}, "targets", *place)
    camera = VirtualBoard(laid, model, pose)
    for n in Y.nodes[::13]:
        expected = project(node(Y, n.name), board_pose(laid, pose), model)[0]
        assert camera.seen_px(n.name) == pytest.approx(expected, abs=1e-6)


@given(POSES, CAMERAS, LAMPS, st.sampled_from(sorted(FINISHES)))
@settings(max_examples=15, deadline=None, phases=[Phase.generate])
def test_black_pixels_are_those_whose_rays_meet_the_stone(
    pose: Pose, model: CameraModel, light: Light, finish: str
) -> None:
    """Against a ray tracer of its own: an ellipsoid on the table, 18 mm wide and 9 mm high."""
    laid = BoardOnTable(Y, {"f1": "black"}, "plain", 3.0, -2.0, 10.0, finish=finish, jitter_mm=0.0)
    light = replace(light, ambient=0.6)  # So that even a shadow is lighter than the stone.
    pixels = picture(laid, model, pose, light)
    x_mm, y_mm = laid.place_mm("f1")
    middle = np.array([x_mm, y_mm, 4.5])
    at = project(middle, pose, model)[0].round() + np.random.default_rng(0).integers(
        -18, 19, (300, 2)
    )
    eye, directions = rays(at, pose, model)
    axes = np.array([9.0, 9.0, 4.5])
    start, way = (eye - middle) / axes, directions / axes
    closest = start - way * (way @ start / np.sum(way**2, axis=1))[:, None]
    miss = np.linalg.norm(closest, axis=1)
    bare = picture(replace(laid, stones={}), model, pose, light)
    columns, rows = at.astype(int).T
    light_there = pixels[rows, columns].min(axis=1).astype(int)
    as_bare = bare[rows, columns].min(axis=1).astype(int)
    far = miss > 1.15
    assert np.all(light_there[far] > 0.55 * as_bare[far])
    # The highlight is a small part of the stone.
    assert np.median(light_there[miss < 0.85]) < 80
    assert np.mean(light_there[miss < 0.85] < 110) > 0.85


# Light


PAPERS = ("white", "cream", "wood")


@pytest.mark.parametrize("paper", PAPERS)
@pytest.mark.parametrize("finish", FINISHES)
@pytest.mark.parametrize("kelvin", [2700, 4000, 6500])
def test_black_is_darker_than_any_target_and_white_lighter(
    paper: str, finish: str, kelvin: int
) -> None:
    stones = {n.name: ("black", "white")[i % 2] for i, n in enumerate(Y.nodes) if i % 3}
    laid = BoardOnTable(Y, stones, "targets", paper=paper, finish=finish)
    light = Light(colour=lamp_colour(kelvin, 4500))
    with VirtualBoard(laid, light=light, sensor=BARE) as camera:
        pixels = camera.frame().pixels
        seen = {
            n.name: usual(pixels, camera.seen_px(n.name, 8.0 if n.name in stones else 0.0))
            for n in Y.nodes
        }
    black, white = ([seen[n] for n, c in stones.items() if c == colour] for colour in TWO)
    empty = [seen[n.name] for n in Y.nodes if n.name not in stones]
    assert max(black) < min(empty) <= max(empty) < min(white)


TWO = ("black", "white")


def usual(pixels: Pixels, at_px: Floats) -> float:
    """The brightness of the darker quarter of a small square, so without a highlight."""
    x, y = np.round(at_px).astype(int)
    return float(np.percentile(pixels[y - 2 : y + 3, x - 2 : x + 3].mean(axis=2), 25))


@given(LAMPS)
@settings(max_examples=12, deadline=None)
def test_a_shadow_falls_away_from_the_lamp(light: Light) -> None:
    laid = BoardOnTable(YIN_YANG, {}, loose=(Stone("white", 0.0, 0.0, 18.0),))
    pose = looking_at((0.0, 0.0, 0.0), 90.0, 0.0, 300.0)
    shaded, bare = (
        picture(board, BOARD_CAMERA, pose, light).astype(int)
        for board in (laid, replace(laid, loose=()))
    )
    away = -light.unit[:2] / np.linalg.norm(light.unit[:2]) * 10.5
    behind, before = (
        project(np.array([*(way * away), 0.0]), pose, BOARD_CAMERA) for way in (1, -1)
    )
    lost_behind = 1 - around(shaded, behind).mean() / around(bare, behind).mean()
    lost_before = 1 - around(shaded, before).mean() / around(bare, before).mean()
    assert lost_behind > lost_before + 0.05


@given(LAMPS)
@settings(max_examples=12, deadline=None)
def test_the_highlight_of_black_glass_turns_to_the_lamp(light: Light) -> None:
    laid = BoardOnTable(YIN_YANG, {}, loose=(Stone("black", 0.0, 0.0, 18.0),))
    pose = looking_at((0.0, 0.0, 0.0), 90.0, 0.0, 200.0)
    pixels = picture(laid, BOARD_CAMERA, pose, light).min(axis=2)
    x, y = project(np.zeros(3), pose, BOARD_CAMERA)[0].round().astype(int)
    reach = 24  # The stone's radius is 33 px.
    stone = pixels[y - reach : y + reach + 1, x - reach : x + reach + 1]
    row, column = np.unravel_index(int(stone.argmax()), stone.shape)
    towards = np.array([column - reach, reach - row]) / reach
    assert towards @ light.unit[:2] > 0.5 * np.linalg.norm(towards) * np.hypot(*light.unit[:2])
    assert stone.max() > 150
    assert np.median(stone) < 60


def test_glass_shines_and_slate_does_not() -> None:
    brightest = {}
    for finish in FINISHES:
        laid = BoardOnTable(Y, {"f1": "black"}, finish=finish, jitter_mm=0.0)
        with VirtualBoard(laid, sensor=BARE) as camera:
            x, y = camera.seen_px("f1", 4.5).round().astype(int)
            brightest[finish] = int(camera.frame().pixels[y - 5 : y + 6, x - 5 : x + 6].max())
    assert brightest["glass"] > 200
    assert max(brightest["slate"], brightest["wood"]) < 130


def test_stones_shade_their_neighbours() -> None:
    low = Light((1.0, 0.0, 0.15), ambient=0.3)
    rim = project(node(GO, "K10") + np.array([9.0, 0.0, 8.0]), BOARD_POSE, BOARD_CAMERA)
    alone, shaded = (
        around(picture(BoardOnTable(GO, stones, jitter_mm=0.0), light=low), rim).mean()
        for stones in ({"K10": "white"}, {"K10": "white", "L10": "black"})
    )
    assert shaded < 0.8 * alone


def test_no_two_stones_are_quite_alike() -> None:
    laid = BoardOnTable(Y, {n.name: "white" for n in Y.nodes}, finish="slate")
    tones = [stone.tone for stone in laid.standing()]
    assert len(set(tones)) == len(Y.nodes)
    assert 0.9 < min(tones) < max(tones) < 1.05


@given(st.floats(0.5, 4), st.integers(0, 1000))
@settings(max_examples=20, deadline=None)
def test_stones_stand_off_their_nodes_by_the_seed(jitter_mm: float, seed: int) -> None:
    laid = BoardOnTable(
        Y,
        {n.name: "black" for n in Y.nodes},
        x_mm=7.0,
        turn_deg=33.0,
        jitter_mm=jitter_mm,
        seed=seed,
    )
    assert laid.standing() == laid.standing()
    off = [
        math.dist((stone.x_mm, stone.y_mm), laid.place_mm(name))
        for stone, name in zip(laid.standing(), sorted(laid.stones), strict=True)
    ]
    assert max(off) <= jitter_mm + 1e-9
    assert max(off) >= 0.7 * jitter_mm


def test_a_stone_stays_where_it_is_when_others_come() -> None:
    first = BoardOnTable(Y, {"f1": "black"}, seed=5).standing()
    both = BoardOnTable(Y, {"a1": "white", "f1": "black"}, seed=5).standing()
    assert first[0] in both


@pytest.mark.parametrize("kelvin", [2000, 2700, 3500, 5000, 6500, 9000])
def test_lamps_are_the_redder_the_colder(kelvin: int) -> None:
    red, green, blue = lamp_colour(kelvin)
    hotter_red, _, hotter_blue = lamp_colour(kelvin + 500)
    assert green == 1
    assert hotter_red < red
    assert hotter_blue > blue
    assert lamp_colour(kelvin, kelvin) == pytest.approx((1, 1, 1))


def test_the_colour_of_a_light_bulb() -> None:
    """CIE's illuminant A is a black body of 2856 K: x, y = 0.4476, 0.4074; 6500 K: 0.3135, 0.3237.

    In linear sRGB they are 1.846, 0.826, 0.233 and 1.042, 0.984, 1.035.
    """
    expected = (1.846 / 0.826 / (1.042 / 0.984), 1.0, 0.233 / 0.826 / (1.035 / 0.984))
    assert lamp_colour(2856, 6500) == pytest.approx(expected, rel=0.02)


@pytest.mark.parametrize("kelvin", [0.0, 1000.0, 30000.0, float("nan")])
def test_no_such_lamp(kelvin: float) -> None:
    with pytest.raises(ValueError, match="no lamp has"):
        lamp_colour(kelvin)


# Boards


@pytest.mark.parametrize("name", ["y-board", "go-19", "yinyang-board", "law-sheet-black"])
def test_lattice_boards_can_be_drawn(name: str) -> None:
    board = load_lattice_board(name)
    for style in board.styles:
        paper = "wood" if board.paper_mm is None else "white"
        empty = BoardOnTable(board, style=style, paper=paper)
        full = replace(empty, stones={n.name: TWO[i % 2] for i, n in enumerate(board.nodes)})
        changed = np.abs(picture(full).astype(int) - picture(empty)).max(axis=2) > 25
        camera = VirtualBoard(full)
        spots = [camera.seen_px(n.name, 4.0) for n in board.nodes if full.stones[n.name] == "black"]
        assert all(around(changed[..., None], at).all() for at in spots)


def test_lines_of_a_board_that_is_not_paper() -> None:
    laid = BoardOnTable(GO, paper="wood")
    model = camera_model(1280, 960, 960.0)
    pixels = picture(laid, model)
    camera = VirtualBoard(laid, model)
    for name in ("D4", "K10", "Q16", "C17"):
        here = around(pixels, camera.seen_px(name)).mean()
        between = around(pixels, (camera.seen_px(name) + camera.seen_px(diagonal(name))) / 2).mean()
        assert here < 0.93 * between


def diagonal(name: str) -> str:
    letters = "ABCDEFGHJKLMNOPQRST"
    return f"{letters[letters.index(name[0]) + 1]}{int(name[1:]) + 1}"
