"""Views and faults of scenes: pictures of arrangements in, answers and faults out."""

from __future__ import annotations

from functools import cache
from itertools import pairwise

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from pi_app.games.blocks.arrangements import (
    Arrangements,
    Gaps,
    enumerate_arrangements,
    voxel_index,
)
from pi_app.games.blocks.faults import Building, faults
from pi_app.games.blocks.scene import BlockScene, Voxel
from pi_app.games.blocks.sets import bundled_sets
from pi_app.games.blocks.shapes import placements
from pi_app.games.blocks.text import parse_scene
from pi_app.games.blocks.views import (
    Answer,
    SideView,
    TopView,
    What,
    answer,
    code,
    codes,
    parse_what,
    questions,
)
from pi_app.games.game import GameError

FIRST = bundled_sets()["yomen-first"]

# Seen from above, levels from the lower (r red, k black, y yellow):
#   r r r    r . .    . . .
#   y k k    y . k    . . .
#   . . .    . . .    . . .
STAIRS = parse_scene("red:1.1,2.1,3.1,1.2 black:5.1,6.1,6.2 yellow:4.1,4.2")


@pytest.mark.parametrize(
    ("what", "seen"),
    [
        ("A", SideView(("red", "red", None))),
        ("B", SideView(("red", None, None))),
        ("C", SideView(("red", "black", None))),
        ("D", SideView(("red", "red", None))),
        ("E", SideView(("black", "black", None))),
        ("F", SideView((None, None, None))),
        ("G", SideView(("black", "black", None))),
        ("H", SideView(("black", None, None))),
        ("I", SideView(("yellow", "yellow", None))),
        ("J", SideView((None, None, None))),
        ("K", SideView(("yellow", "yellow", None))),
        ("L", SideView(("red", "red", None))),
        (1, TopView("red", 2)),
        (2, TopView("red", 1)),
        (4, TopView("yellow", 2)),
        (6, TopView("black", 2)),
        (8, TopView(None)),
    ],
)
def test_stairs_from_everywhere(what: What, seen: Answer) -> None:
    assert answer(STAIRS, what) == seen


def test_break_the_cube_tells_no_level() -> None:
    assert answer(STAIRS, 6, top_tells_level=False) == TopView("black")


def slow_answer(scene: BlockScene, what: What) -> Answer:
    """Walks a picture of the grid as one would with a finger on the sheet."""
    at = {(c, lv): colour for colour, voxels in scene.blocks for c, lv in voxels}
    if isinstance(what, int):
        for level in (3, 2, 1):
            if (what, level) in at:
                return TopView(at[what, level], level)
        return TopView(None)
    side, place = divmod("ABCDEFGHIJKL".index(what), 3)  # top, right, bottom, left
    seen: list[str | None] = []
    for level in (1, 2, 3):
        cells = []
        for step in range(3):
            row, column = [
                (step, place),
                (place, 2 - step),
                (2 - step, 2 - place),
                (2 - place, step),
            ][side]
            cells.append(at.get((3 * row + column + 1, level)))
        seen.append(next((colour for colour in cells if colour), None))
    return SideView(tuple(seen))


@cache
def legal(gaps: Gaps) -> Arrangements:
    return enumerate_arrangements(FIRST, gaps=gaps)


scenes = st.one_of(
    st.integers(0, 19_287).map(lambda i: legal("none").scene(i)),
    st.integers(0, 131_615).map(lambda i: legal("advanced").scene(i)),
)


@given(scenes, st.sampled_from(questions()))
def test_views_are_those_of_a_slow_obvious_program(scene: BlockScene, what: What) -> None:
    assert answer(scene, what) == slow_answer(scene, what)


@given(st.dictionaries(st.tuples(st.integers(1, 9), st.integers(1, 3)), st.sampled_from("abcde")))
def test_views_of_any_heap(heap: dict[tuple[int, int], str]) -> None:
    scene = BlockScene.of({c: [v for v in heap if heap[v] == c] for c in set(heap.values())})
    assert [answer(scene, w) for w in questions()] == [slow_answer(scene, w) for w in questions()]


@pytest.mark.parametrize("told", [True, False])
def test_codes_agree_with_answers(told: bool) -> None:
    arrangements = legal("advanced")
    some = np.random.default_rng(5).integers(0, len(arrangements), 40)
    for what in questions():
        numbers = codes(arrangements.labels[some], what, top_tells_level=told)
        seen = [answer(arrangements.scene(i), what, top_tells_level=told) for i in some]
        assert numbers.tolist() == [code(one, arrangements.colours) for one in seen]
        assert all((a == b) == (m == n) for (a, m), (b, n) in pairwise(zip(seen, numbers)))  # noqa: B905


def test_codes_of_five_colours_are_all_different() -> None:
    colours = (None, "a", "b", "c", "d", "e")
    sides = [SideView((x, y, z)) for x in colours for y in colours for z in colours]
    numbers = [code(seen, colours[1:]) for seen in sides]
    assert sorted(n for n in numbers if n is not None) == list(range(216))


def test_a_foreign_colour_has_no_code() -> None:
    assert code(TopView("pink", 1), FIRST.colours) is None
    assert code(SideView(("pink", None, None)), FIRST.colours) is None


@pytest.mark.parametrize("text", ["", "M", "0", "10", "AB", "１", "²"])
def test_what_is_no_question(text: str) -> None:
    with pytest.raises(GameError, match="letter from A to L or a cell from 1 to 9"):
        parse_what(text)


FAULTS = [
    # arrangement, gap rule, level 2 needed: name and place of each fault
    ("red:1.1,2.1,3.1,1.2 black:5.1,6.1,6.2 yellow:4.1,4.2", "none", True, []),
    (
        "red:1.1,2.1,3.1,6.1 black:5.1,4.1,7.1 yellow:8.1,9.1",
        "none",
        True,
        [("level-2-needed", "middle level")],
    ),
    ("red:1.1,2.1,3.1,6.1 black:5.1,4.1,7.1 yellow:8.1,9.1", "none", False, []),
    (
        "red:1.1,2.1,3.1,1.2 black:5.1,5.2,6.2 yellow:8.1,9.1",
        "none",
        False,
        [("gap", "black, cell 6, middle level")],
    ),
    ("red:1.1,2.1,3.1,1.2 black:5.1,5.2,6.2 yellow:8.1,9.1", "advanced", False, []),
    (
        "red:1.1,2.1,3.1,1.2 black:5.1,5.2,6.1 yellow:8.2,9.2",
        "none",
        False,
        [("gap", "yellow, cell 8, middle level"), ("gap", "yellow, cell 9, middle level")],
    ),
    (
        "red:1.1,2.1,3.1,1.2 black:5.1,5.2,6.1 yellow:8.3,9.3",
        "advanced",
        False,
        [("gap", "yellow, cell 8, upper level")],
    ),
    (
        "red:1.1,2.1,3.1,1.2 black:5.1,5.2,6.1 yellow:3.3,6.3",
        "advanced",
        False,
        [("gap", "yellow, cell 3, upper level")],
    ),
    (
        "red:1.1,1.2,1.3,2.1 black:5.1,5.2,6.1 yellow:1.4,1.5",
        "none",
        False,
        [("too-high", "yellow, cell 1")],
    ),
    (
        "red:1.1,2.1,3.1,1.2 black:5.1,6.1,6.2",
        "none",
        False,
        [("missing-block", "yellow")],
    ),
    (
        "red:1.1,2.1,3.1,1.2 black:5.1,6.1,6.2 yellow:4.1,4.2 blue:9.1",
        "none",
        False,
        [("foreign-block", "blue")],
    ),
    (
        "red:1.1,2.1,3.1,1.2 black:5.1,6.1,6.2 yellow:9.1,10.1",
        "none",
        False,
        [("off-grid", "yellow")],
    ),
    (
        "red:1.1,2.1,3.1,1.2 black:5.1,6.1,6.2 yellow:5.1,4.1",
        "none",
        False,
        [("overlap", "cell 5, lower level")],
    ),
    (
        "red:1.1,2.1,3.1,1.2 black:4.1,5.1,6.1 yellow:7.1,9.1",
        "none",
        False,
        [("wrong-shape", "black"), ("wrong-shape", "yellow")],
    ),
    # everything at once: red off the grid, yellow too high and hanging, black missing, blue foreign
    (
        "red:0.1,1.1,2.1,3.1 yellow:7.3,7.4 blue:8.1",
        "none",
        True,
        [
            ("off-grid", "red"),
            ("too-high", "yellow, cell 7"),
            ("foreign-block", "blue"),
            ("missing-block", "black"),
            ("gap", "yellow, cell 7, upper level"),
        ],
    ),
    ("", "none", True, [("missing-block", c) for c in ("red", "black", "yellow")]),
]


@pytest.mark.parametrize(("text", "gaps", "level_2", "expected"), FAULTS)
def test_faults(text: str, gaps: Gaps, level_2: bool, expected: list[tuple[str, str]]) -> None:
    found = faults(parse_scene(text), Building(gaps, level_2), FIRST)
    assert [(fault.name, fault.where) for fault in found] == expected
    assert all(fault.detail.endswith(".") and fault.detail[0].isupper() for fault in found)


@pytest.mark.parametrize("gaps", ["none", "advanced"])
@pytest.mark.parametrize("level_2", [True, False])
def test_every_enumerated_arrangement_is_without_fault(gaps: Gaps, level_2: bool) -> None:
    found = enumerate_arrangements(FIRST, gaps=gaps, needs_level_2=level_2)
    some = np.random.default_rng(7).integers(0, len(found), 300)
    assert [faults(found.scene(i), Building(gaps, level_2), FIRST) for i in some] == [()] * 300


anyhow = st.tuples(*(st.sampled_from(placements(block.cubes)) for block in FIRST.blocks))


@given(anyhow | scenes, st.sampled_from(["none", "advanced"]), st.booleans())
def test_without_fault_means_enumerated(
    built: BlockScene | tuple[tuple[Voxel, ...], ...], gaps: Gaps, level_2: bool
) -> None:
    scene = built if isinstance(built, BlockScene) else scene_of(built)
    row = np.zeros(27, np.uint8)
    for colour, voxels in scene.blocks:
        row[[voxel_index(voxel) for voxel in voxels]] = FIRST.colours.index(colour) + 1
    legal_here = row.tobytes() in rows(gaps, level_2) and np.count_nonzero(row) == 9
    assert (not faults(scene, Building(gaps, level_2), FIRST)) == legal_here


def scene_of(chosen: tuple[tuple[Voxel, ...], ...]) -> BlockScene:
    return BlockScene.of(dict(zip(FIRST.colours, chosen, strict=True)))


@cache
def rows(gaps: Gaps, level_2: bool) -> frozenset[bytes]:
    labels = enumerate_arrangements(FIRST, gaps=gaps, needs_level_2=level_2).labels
    return frozenset(row.tobytes() for row in labels)
