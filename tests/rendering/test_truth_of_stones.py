"""The geometry behind the truth of rendered stones: positions, stones apart, what a hand hides."""

from __future__ import annotations

import itertools

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from hardware.boards import load_lattice_board
from hardware.cameras.scene import camera_model, looking_at
from tests.render import coverage
from tests.render.bones import Bone, hand_bones
from tests.render.positions import go_position, group, has_liberty, neighbours, settled

GO = load_lattice_board("go-19")
JOINED = neighbours(GO)
EYE = np.array([0.0, 0.0, 500.0])


@settings(max_examples=15, deadline=None)
@given(seed=st.integers(0, 2**32 - 1), stones=st.integers(0, 250))
def test_a_go_position_has_so_many_stones_and_no_chain_without_liberty(
    seed: int, stones: int
) -> None:
    position = go_position(np.random.default_rng(seed), GO, stones)
    assert abs(len(position) - stones) <= 10
    assert all(has_liberty(position, group(position, node, JOINED), JOINED) for node in position)


@pytest.mark.parametrize(
    ("black", "white", "free"),
    [
        (["A19"], ["B19", "A18"], False),
        (["A19"], ["B19"], True),
        (["A19", "B19"], ["C19", "A18", "B18"], False),
        (["A19", "B19"], ["C19", "B18"], True),
        (["K10", "L10"], ["K11", "L11", "K9", "L9", "J10", "M10"], False),
    ],
)
def test_liberties(black: list[str], white: list[str], free: bool) -> None:
    position = dict.fromkeys(black, "black") | dict.fromkeys(white, "white")
    chain = group(position, black[0], JOINED)
    assert chain == set(black)
    assert has_liberty(position, chain, JOINED) == free


@settings(max_examples=30, deadline=None)
@given(seed=st.integers(0, 2**32 - 1), limit=st.floats(0.5, 4))
def test_settled_stones_stay_near_and_part(seed: int, limit: float) -> None:
    rng = np.random.default_rng(seed)
    homes = np.array(list(itertools.product(range(4), range(4)))) * 22.0
    off = rng.uniform(-3, 3, homes.shape)
    diameters = np.full(len(homes), 21.0)
    places = settled(homes, off, diameters, limit)
    assert np.hypot(*(places - homes).T).max() <= limit + 1e-9
    assert _overlap(places, 21.0) <= _overlap(homes + off, 21.0) + 1e-9
    assert _overlap(places, 21.0) < 1.0


def test_stones_alone_lie_where_they_were_put() -> None:
    homes, off = np.array([[0.0, 0], [40, 0]]), np.array([[1.0, 2], [-1, 0]])
    assert settled(homes, off, np.array([20.0, 20]), 3.0) == pytest.approx(homes + off)


def _overlap(places: np.ndarray, diameter: float) -> float:
    """How deep the worst pair lies in each other, mm."""
    pairs = itertools.combinations(places, 2)
    return max(0.0, *(diameter - float(np.hypot(*(a - b))) for a, b in pairs))


BAR = Bone(np.array([-100.0, 0, 50]), np.array([100.0, 0, 50]), 10.0)


@pytest.mark.parametrize(
    ("point", "bone", "covered"),
    [
        ((0, 0, 0), BAR, True),
        ((0, 10.9, 0), BAR, True),  # the bar's edge at 50 of 500 mm hides 10 · 500/450 and more
        ((0, 12, 0), BAR, False),
        ((120, 0, 0), BAR, True),  # its round end reaches to 110
        ((125, 0, 0), BAR, False),
        ((0, 0, 70), BAR, False),  # above the bar
        ((0, 0, 0), Bone(np.array([0, 0, 20.0]), np.array([0, 0, 20.0]), 5.0), True),
        ((0, 0, 0), Bone(np.array([0, 0, 600.0]), np.array([0, 0, 700.0]), 5.0), False),
    ],
)
def test_hidden(point: tuple[float, float, float], bone: Bone, covered: bool) -> None:
    assert coverage.hidden(np.array([point], float), EYE, [bone]).tolist() == [covered]


@settings(max_examples=40, deadline=None)
@given(seed=st.integers(0, 2**32 - 1))
def test_hidden_agrees_with_steps_along_each_ray(seed: int) -> None:
    rng = np.random.default_rng(seed)
    bones = hand_bones(np.array([*rng.uniform(-60, 60, 2), 30.0]), rng.uniform(0, 6), rng)
    eye, points = rng.uniform(-200, 200, 3) + EYE, rng.uniform(-120, 120, (40, 3))
    points[:, 2] = 0
    step = np.linspace(0, 1, 4000)[:, None]
    for point, covered in zip(points, coverage.hidden(points, eye, bones), strict=True):
        ray = eye + step * (point - eye)
        nearest = min(_distance(ray, bone) - bone.radius_mm for bone in bones)
        if abs(nearest) > 0.2:
            assert covered == (nearest < 0)


def _distance(points: np.ndarray, bone: Bone) -> float:
    """How near any of the points comes to the bone's axis."""
    along = bone.b - bone.a
    share = np.clip((points - bone.a) @ along / (along @ along), 0, 1)
    return float(np.linalg.norm(points - bone.a - share[:, None] * along, axis=1).min())


def test_half_a_stone_is_hidden_by_what_covers_half() -> None:
    points = coverage.disc_points((30.0, 0.0), 9.0, 6.0)
    beside = Bone(np.array([20.0, -200, 6.1]), np.array([20.0, 200, 6.1]), 10.0)
    share = coverage.hidden(points, np.array([30.0, 0, 5000]), [beside]).mean()
    assert share == pytest.approx(0.5, abs=0.06)


@pytest.mark.parametrize(
    ("point", "margin", "seen"),
    [
        ((0, 0, 0), 0, True),
        ((0, 0, 0), 300, False),
        ((300, 0, 0), 0, True),  # 900 · 300 / 700 = 386 px right of the middle of 800
        ((320, 0, 0), 0, False),
        ((0, 0, 900), 0, False),  # behind the camera
    ],
)
def test_in_picture(point: tuple[float, float, float], margin: float, seen: bool) -> None:
    pose, model = looking_at((0.0, 0.0, 0.0), 90.0, 0.0, 700.0), camera_model(800, 600, 900.0)
    assert coverage.camera_place(pose) == pytest.approx([0, 0, 700])
    assert coverage.in_picture(np.array([point], float), pose, model, margin).tolist() == [seen]
