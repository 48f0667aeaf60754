"""Shapes and block sets: rotations and placements, and what bad files are told."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pi_app.games.blocks.sets import bundled_sets, own_sets, parse_sets, read_sets_file
from pi_app.games.blocks.shapes import Shape, is_turned, normalised, placements, rotations
from pi_app.games.game import GameError

STRAIGHT_2 = ((0, 0, 0), (1, 0, 0))
CORNER_3 = ((0, 0, 0), (0, 1, 0), (1, 0, 0))
CORNER_4 = ((0, 0, 0), (0, 1, 0), (1, 0, 0), (2, 0, 0))
SCREW = ((0, 0, 0), (1, 0, 0), (1, 1, 0), (1, 1, 1))


@pytest.mark.parametrize(
    ("shape", "rotation_count", "placement_count"),
    [
        (((0, 0, 0),), 1, 27),
        (STRAIGHT_2, 3, 3 * 18),
        (CORNER_3, 12, 12 * 12),
        (CORNER_4, 24, 24 * 6),
        (SCREW, 12, 12 * 8),
    ],
)
def test_rotations_and_placements(shape: Shape, rotation_count: int, placement_count: int) -> None:
    assert len(rotations(normalised(shape))) == rotation_count
    assert len(placements(shape)) == placement_count
    assert all(is_turned(shape, voxels) for voxels in placements(shape))


def test_a_screw_is_not_its_mirror_image() -> None:
    mirrored = [(-x, y, z) for x, y, z in SCREW]
    assert normalised(mirrored) not in rotations(normalised(SCREW))
    assert normalised([(-x, y, z) for x, y, z in CORNER_4]) in rotations(normalised(CORNER_4))


def test_a_screw_stands_on_the_sheet_as_it_does_in_space() -> None:
    # x is to the right, y away from the reader: cells 7, 8, 5, and level 2 above cell 5
    assert is_turned(SCREW, [(7, 1), (8, 1), (5, 1), (5, 2)])
    assert not is_turned(SCREW, [(9, 1), (8, 1), (5, 1), (5, 2)])


@given(st.sets(st.tuples(*[st.integers(0, 2)] * 3), min_size=1, max_size=6), st.integers(0, 23))
def test_a_turned_shape_has_the_same_rotations(cubes: set[tuple[int, int, int]], n: int) -> None:
    turned = sorted(rotations(normalised(cubes)))
    assert rotations(turned[n % len(turned)]) == rotations(normalised(cubes))


def test_four_levels_hold_more_placements_than_three() -> None:
    assert len(placements(STRAIGHT_2, levels=4)) == 4 * 12 + 3 * 9


def test_bundled_sets() -> None:
    colours = {name: s.colours for name, s in bundled_sets().items()}
    assert colours["yomen-first"] == ("red", "black", "yellow")
    assert colours["yomen-second"] == ("blue", "white", "green")
    assert [len(block.cubes) for block in bundled_sets()["yomen-first"].blocks] == [4, 3, 2]


BLOCK = {"colour": "red", "shape": "single"}


@pytest.mark.parametrize(
    ("data", "message"),
    [
        ({"sets": {"a": []}}, "sets.a: must list 1 to 5 blocks"),
        ({"sets": {"a": [BLOCK] * 6}}, "sets.a: must list 1 to 5 blocks"),
        ({"sets": {"a": [BLOCK, BLOCK]}}, "sets.a[1].colour: red is there twice"),
        ({"sets": {"a": [{"colour": "red", "shape": "cube"}]}}, "sets.a[0].shape: must be one of"),
        ({"sets": {"a": [{"colour": "red"}]}}, "sets.a[0].shape: must be one of"),
        ({"sets": {"a": [{"shape": "single"}]}}, "sets.a[0].colour: a name is lower-case"),
        ({"sets": {"a": [{"colour": "none", "shape": "single"}]}}, "none is an answer"),
        ({"sets": {"a": [{**BLOCK, "size": 3}]}}, "sets.a[0].size: unknown field"),
        ({"sets": {"a": ["red"]}}, "sets.a[0]: must be an object"),
        ({"sets": {"A\nB": [BLOCK]}}, "a name in sets: a name is lower-case"),
        ({"sets": {"yomen-first": [BLOCK]}}, "sets.yomen-first: this name is taken"),
        ({"sets": []}, "sets: must be an object"),
        ({"set": {}}, "set: unknown field; known are shapes and sets"),
        ({"shapes": {"s": []}}, "shapes.s: must list 1 to 9 cubes"),
        ({"shapes": {"s": [[0, 0]]}}, "shapes.s[0]: must be three small whole numbers"),
        ({"shapes": {"s": [[0, 0, True]]}}, "shapes.s[0]: must be three small whole numbers"),
        ({"shapes": {"s": [[0, 0, 10**9]]}}, "shapes.s[0]: must be three small whole numbers"),
        ({"shapes": {"s": [[0, 0, 0], [0, 0, 0]]}}, "shapes.s: lists a cube twice"),
        ({"shapes": {"s": [[0, 0, 0], [1, 1, 0]]}}, "shapes.s: the cubes do not hang together"),
        ({"shapes": {"s": [[i, 0, 0] for i in range(4)]}}, "shapes.s: does not fit into 3×3×3"),
    ],
)
def test_bad_sets_are_told_where_and_why(data: dict[str, object], message: str) -> None:
    with pytest.raises(GameError) as caught:
        own_sets(data, "mine.json")
    assert str(caught.value).startswith("mine.json: ")
    assert message in str(caught.value)
    assert "\n" not in str(caught.value)


def test_too_many_cubes() -> None:
    bar = [[x, y, 0] for x in range(3) for y in range(3)]
    blocks = [{"colour": c, "shape": "slab"} for c in ("red", "black", "blue", "white")]
    with pytest.raises(GameError, match="more cubes than 3×3×3 can hold"):
        parse_sets({"shapes": {"slab": bar}, "sets": {"a": blocks}}, "mine.json")


def test_own_file_uses_bundled_shapes(tmp_path: Path) -> None:
    path = tmp_path / "mine.json"
    path.write_text(json.dumps({"sets": {"mine": [BLOCK]}}), encoding="utf-8")
    assert own_sets(read_sets_file(path), "mine.json")["mine"].colours == ("red",)


@pytest.mark.parametrize(
    ("content", "message"),
    [
        (b"{", "line 1 is not JSON"),
        (b"[" * 100_000, "is not JSON that can be read"),
        (b"\xff\xfe", "is not UTF-8 text"),
        (b"[]", "must be an object"),
        (b" " * 1_000_001, "is larger than 1 MB"),
        (None, "cannot be read: No such file"),
    ],
)
def test_bad_files(content: bytes | None, message: str, tmp_path: Path) -> None:
    path = tmp_path / "mine.json"
    if content is not None:
        path.write_bytes(content)
    with pytest.raises(GameError, match=message):
        read_sets_file(path)
