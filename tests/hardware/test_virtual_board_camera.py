"""The virtual board as a camera: its hand, its sensor, its plug, and what cannot be drawn."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import replace
from itertools import pairwise

import numpy as np
import pytest

from hardware.boards import load_lattice_board
from hardware.cameras import CameraError
from hardware.cameras.ground import size_mm
from hardware.cameras.scene import Light, looking_at
from hardware.cameras.sensor import Sensor
from hardware.cameras.stones import Stone
from hardware.cameras.virtual_board import (
    BOARD_CAMERA,
    BoardOnTable,
    VirtualBoard,
    spare_stones,
)
from tests.hardware.board_pictures import BARE, YIN_YANG, Y, around, picture
from vision.types import Floats, Pixels

# The hand


SIDES: Mapping[float, tuple[slice, slice]] = {
    0.0: np.s_[:, -3:],
    90.0: np.s_[:3, :],
    180.0: np.s_[:, :3],
    270.0: np.s_[-3:, :],
}
"""The rim of the picture on the side that an arm comes from."""


@pytest.mark.parametrize("from_deg", SIDES)
@pytest.mark.parametrize("name", ["f1", "a1", "c10"])
def test_the_hand_is_over_its_node_and_comes_from_its_side(from_deg: float, name: str) -> None:
    pose = looking_at((0.0, 0.0, 0.0), 89.0, 0.0, 560.0)
    with VirtualBoard(BoardOnTable(Y), BOARD_CAMERA, pose, sensor=BARE, table="slate") as camera:
        bare = camera.frame().pixels
        camera.hand, camera.hand_from_deg = name, from_deg
        hand = camera.frame().pixels
        camera.hand = None
        assert np.array_equal(camera.frame().pixels, bare)
        assert is_skin(around(hand, camera.seen_px(name, 17.0)))
    for side, rim in SIDES.items():
        assert np.any(is_skin(hand[rim])) == (side == from_deg)
    assert not np.any(is_skin(bare))
    shadow = ~is_skin(hand) & (hand.sum(axis=2) < 0.8 * bare.sum(axis=2))
    assert shadow.mean() > 0.005


def is_skin(pixels: Pixels | Floats) -> Pixels:
    blue, green, red = (pixels[..., i].astype(int) for i in range(3))
    return np.asarray((red > green + 12) & (green > blue + 2) & (red < 1.9 * green))


def test_a_hand_far_to_the_side_changes_nothing_in_sight() -> None:
    far = replace(BoardOnTable(Y), x_mm=3000.0)
    with VirtualBoard(far, sensor=BARE) as camera:
        before = camera.frame().pixels
        camera.hand, camera.hand_from_deg = "f1", 0.0
        assert np.array_equal(camera.frame().pixels, before)


# The camera


def test_what_changes_between_frames_is_seen() -> None:
    stones: dict[str, str] = {}
    ticks = iter(range(10))
    camera = VirtualBoard(
        BoardOnTable(Y, stones), sensor=BARE, clock=lambda: float(next(ticks)), spares=()
    )
    seen = []
    with camera:
        seen.append(camera.frame())
        stones["f1"] = "black"
        seen.append(camera.frame())
        camera.board_on_table = replace(camera.board_on_table, turn_deg=5.0)
        seen.append(camera.frame())
        camera.light = Light(ambient=0.9)
        seen.append(camera.frame())
        camera.sensor = replace(BARE, exposure_stops=-1.0)
        seen.append(camera.frame())
        camera.spares = (Stone("black", -240.0, 0.0),)
        seen.append(camera.frame())
        camera.table = "walnut"
        seen.append(camera.frame())
    assert [frame.time_s for frame in seen] == list(range(7))
    for before, after in pairwise(seen):
        assert np.abs(after.pixels.astype(int) - before.pixels).max() > 10


def test_an_unplugged_camera_is_lost_until_it_is_plugged_in_again() -> None:
    camera = VirtualBoard(BoardOnTable(YIN_YANG, {"a1": "black"}), sensor=BARE)
    with camera:
        before = camera.frame()
        camera.unplugged = True
        for _ in range(2):
            with pytest.raises(CameraError, match="is lost: plug it in again"):
                camera.frame()
        camera.unplugged = False
        after = camera.frame()
    assert np.array_equal(before.pixels, after.pixels)
    assert after.time_s > before.time_s
    camera.unplugged = True
    with pytest.raises(CameraError, match="is lost"):
        camera.open()


def test_blackout() -> None:
    with VirtualBoard(BoardOnTable(YIN_YANG), sensor=Sensor(noise=1.5)) as camera:
        assert camera.frame().pixels.mean() > 30
        camera.blackout = True
        assert camera.frame().pixels.max() < 12
        camera.blackout = False
        assert camera.frame().pixels.mean() > 30


def test_the_same_seed_gives_the_same_frames() -> None:
    runs = []
    for seed in (3, 3, 4):
        laid = BoardOnTable(YIN_YANG, {"b2": "white"})
        with VirtualBoard(laid, seed=seed, sensor=Sensor(noise=2.0)) as camera:
            runs.append([camera.frame().pixels for _ in range(3)])
    assert all(np.array_equal(a, b) for a, b in zip(runs[0], runs[1], strict=True))
    assert not np.array_equal(runs[0][0], runs[0][1])
    assert not np.array_equal(runs[0][0], runs[2][2])


@pytest.mark.parametrize("noise", [0.0, 1.0, 4.0])
def test_noise_spreads_as_much_as_it_says(noise: float) -> None:
    laid = BoardOnTable(YIN_YANG)
    clean = picture(laid).astype(int)
    noisy = picture(laid, sensor=replace(BARE, noise=noise))
    inner = (clean > 20) & (clean < 235)
    # Rounding to whole grey levels adds a little.
    assert np.std((noisy - clean)[inner]) == pytest.approx(noise, rel=0.06)


def test_what_a_sensor_does() -> None:
    laid = BoardOnTable(YIN_YANG, {"b2": "white"})
    plain = picture(laid)
    dark = picture(laid, sensor=replace(BARE, exposure_stops=-1.0))
    assert dark.mean() < 0.8 * plain.mean()
    vignette = picture(laid, sensor=replace(BARE, vignette=0.4)).astype(int)
    assert np.abs(vignette[355:365, 475:485] - plain[355:365, 475:485]).max() <= 1
    assert vignette[:10, :10].mean() < 0.85 * plain[:10, :10].mean()
    steps = [steepest(p) for p in (plain, picture(laid, sensor=replace(BARE, blur_px=2.0)))]
    assert steps[1] < 0.6 * steps[0]
    jpeg = picture(laid, sensor=replace(BARE, jpeg_quality=30))
    assert 0.3 < np.abs(jpeg.astype(int) - plain).mean() < 8


def steepest(pixels: Pixels) -> float:
    return float(np.abs(np.diff(pixels.astype(int), axis=1)).max())


@pytest.mark.parametrize("turn_deg", [0.0, 25.0])
def test_spare_stones_lie_beside_the_board(turn_deg: float) -> None:
    laid = BoardOnTable(Y, x_mm=10.0, turn_deg=turn_deg)
    spares = spare_stones(laid, 20, seed=1)
    assert [stone.colour for stone in spares] == ["black", "white"] * 10
    c, s = math.cos(math.radians(turn_deg)), math.sin(math.radians(turn_deg))
    for i, stone in enumerate(spares):
        x, y = stone.x_mm - laid.x_mm, stone.y_mm - laid.y_mm
        assert abs(c * x + s * y) > size_mm(Y)[0] / 2 + 9
        assert all(math.dist((stone.x_mm, stone.y_mm), (o.x_mm, o.y_mm)) > 18 for o in spares[:i])


BAD = {
    "node": (BoardOnTable(Y, {"z9": "black"}), "no node 'z9'"),
    "colour": (BoardOnTable(Y, {"a1": "pink"}), "no stone is 'pink'"),
    "finish": (BoardOnTable(Y, {"a1": "black"}, finish="jelly"), "no finish 'jelly'"),
    "style": (BoardOnTable(Y, style="striped"), "no style striped"),
    "paper": (BoardOnTable(Y, paper="silk"), "no surface 'silk'"),
    "no stones": (
        BoardOnTable(load_lattice_board("yokai-classic"), {"a1": "black"}),
        "is not played with stones",
    ),
    "behind": (BoardOnTable(Y, loose=(Stone("black", 0.0, -2000.0),)), "behind the camera"),
}


@pytest.mark.parametrize("case", BAD)
def test_what_cannot_be_drawn_is_one_clear_line(case: str) -> None:
    laid, expected = BAD[case]
    with pytest.raises(CameraError, match=expected) as caught:
        picture(laid)
    assert "\n" not in str(caught.value)


def test_a_hand_over_no_node_and_a_lamp_below_the_table_say_so() -> None:
    with VirtualBoard(BoardOnTable(Y)) as camera:
        camera.hand = "z9"
        with pytest.raises(CameraError, match="no node 'z9'"):
            camera.frame()
        camera.hand, camera.light = None, Light((0.0, 1.0, 0.0))
        with pytest.raises(CameraError, match="must be above"):
            camera.frame()
