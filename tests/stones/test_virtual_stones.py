"""Drawn boards of every kind: each node is read as what stands there."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from hardware.boards import load_lattice_board
from hardware.cameras.scene import Light, camera_model, looking_at
from hardware.cameras.sensor import Sensor
from hardware.cameras.virtual_board import BoardOnTable, VirtualBoard
from pi_app.board_reading import BoardReader, BoardReading
from vision.board import LatticeBoard
from vision.types import Frame

CAMERA = camera_model(1280, 960, 960.0)
CORNERS = ("A19", "T19", "T1", "A1")


def stones_on(board: LatticeBoard, seed: int, share: float, only: str = "") -> dict[str, str]:
    rng = np.random.default_rng(seed)
    names = [node.name for node in board.nodes]
    chosen = rng.permutation(len(names))[: round(share * len(names))]
    return {names[i]: only or str(rng.choice(["black", "white"])) for i in chosen}


def shot(table: BoardOnTable, **settings: object) -> tuple[VirtualBoard, Frame]:
    pose = looking_at((0.0, 0.0, 0.0), 72.0, 15.0, 560.0)
    camera = VirtualBoard(table, CAMERA, pose)
    for name, value in settings.items():
        setattr(camera, name, value)
    with camera:
        return camera, camera.frame()


Y = load_lattice_board("y-board")
CASES = [
    # style, paper, finish, share of nodes taken, one colour only
    ("plain", "white", "glass", 0.0, ""),
    ("targets", "white", "slate", 0.4, ""),
    ("plain", "cream", "glass", 1.0, ""),
    ("targets", "wood", "wood", 0.6, ""),
    ("plain", "white", "slate", 0.3, "white"),
    ("targets", "white", "glass", 0.3, "black"),
    ("plain", "white", "glass", 1.0, "white"),
]


@pytest.mark.parametrize(("style", "paper", "finish", "share", "only"), CASES)
def test_y_boards(style: str, paper: str, finish: str, share: float, only: str) -> None:
    stones = stones_on(Y, 5, share, only)
    table = BoardOnTable(Y, stones, style, paper=paper, finish=finish, jitter_mm=2.0)
    reading = BoardReader(Y).read(shot(table)[1])
    wrong = {n for n in reading.stones if reading.stones[n] != stones.get(n)}
    missing = set(stones) - set(reading.stones) - set(reading.uncertain)
    assert (wrong, missing) == (set(), set())
    assert len(reading.uncertain) <= 1


LIGHTS = [
    {"light": Light(colour=(1.0, 0.72, 0.42))},
    {"light": Light(colour=(0.8, 0.92, 1.0), ambient=0.2)},
    {"sensor": Sensor(exposure_stops=-0.9, noise=3.0)},
    {"sensor": Sensor(exposure_stops=0.5, blur_px=1.2)},
]


@pytest.mark.parametrize("settings", LIGHTS)
def test_any_light(settings: dict[str, object]) -> None:
    stones = stones_on(Y, 6, 0.4)
    reading = BoardReader(Y).read(shot(BoardOnTable(Y, stones, "targets"), **settings)[1])
    assert reading == BoardReading("read", "y-board", reading.stones)
    assert reading.stones == stones


def test_a_go_board_by_roughly_named_points() -> None:
    board = load_lattice_board("go-19")
    stones = stones_on(board, 7, 0.3)
    camera, frame = shot(BoardOnTable(board, stones, paper="wood"))
    off = {"A19": (2, -1), "T19": (-2, 2), "T1": (1, 2), "A1": (-1, -2)}
    points = {
        name: (camera.seen_px(name)[0] + off[name][0], camera.seen_px(name)[1] + off[name][1])
        for name in CORNERS
    }
    reading = BoardReader(board, points=points).read(frame)
    certain = {node: stone for node, stone in stones.items() if node not in reading.uncertain}
    assert reading.stones == certain
    assert len(reading.uncertain) <= 3


def test_pawns_on_cells_are_read_too() -> None:
    board = load_lattice_board("yinyang-board")
    stones = stones_on(board, 8, 0.6, "black")
    reading = BoardReader(board).read(shot(BoardOnTable(board, stones, paper="cream"))[1])
    assert {n for n, s in reading.stones.items() if s == "black"} == set(stones)


def test_a_hand_is_never_taken_for_stones() -> None:
    stones = stones_on(Y, 9, 0.2)
    table = BoardOnTable(Y, stones, "targets")
    for node in ("d5", "f1", "b12"):
        reading = BoardReader(Y).read(shot(table, hand=node)[1])
        assert node in reading.uncertain
        assert {n: s for n, s in reading.stones.items() if stones.get(n) != s} == {}


def test_a_still_board_is_found_once_and_a_moved_one_again() -> None:
    stones = stones_on(Y, 10, 0.2)
    table = BoardOnTable(Y, stones)
    camera, frame = shot(table)
    reader = BoardReader(Y)
    assert reader.read(frame).stones == stones
    first = reader.place
    with camera:
        camera.board_on_table = replace(table, stones={**stones, "f1": "black"})
        assert reader.read(camera.frame()).stones == {**stones, "f1": "black"}
        assert reader.place is first
        camera.board_on_table = replace(table, turn_deg=15.0, x_mm=8.0)
        assert reader.read(camera.frame()).stones == stones
        assert reader.place is not first


PROBLEMS = [
    ("blackout", "y-board is not in the picture: show at least two of its markers"),
    ("mirror", "the picture is mirrored: turn mirroring off in the camera"),
]


@pytest.mark.parametrize(("fault", "says"), PROBLEMS)
def test_what_cannot_be_read_says_why(fault: str, says: str) -> None:
    frame = shot(BoardOnTable(Y, {}))[1]
    pixels = frame.pixels[:, ::-1].copy() if fault == "mirror" else frame.pixels // 200
    reading = BoardReader(Y).read(replace(frame, pixels=pixels))
    assert (reading.status, reading.reason) == ("unreadable", says)
