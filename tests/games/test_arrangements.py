"""Arrangements: the counts of public computation, and a slow obvious enumeration."""

from __future__ import annotations

from itertools import product

import numpy as np
import pytest

from pi_app.games.blocks import arrangements
from pi_app.games.blocks.arrangements import Gaps, enumerate_arrangements, voxel_index
from pi_app.games.blocks.scene import BlockScene
from pi_app.games.blocks.sets import BlockSet, bundled_sets, own_sets
from pi_app.games.blocks.shapes import placements
from pi_app.games.game import GameError

COLOURS = ("red", "black", "yellow", "blue", "white")


def block_set(*shapes: str) -> BlockSet:
    blocks = [{"colour": c, "shape": s} for c, s in zip(COLOURS, shapes, strict=False)]
    return own_sets({"sets": {"mine": blocks}}, "here")["mine"]


@pytest.mark.parametrize(
    ("shapes", "gaps", "flat_allowed", "level_2_needed"),
    [
        # set, gap rule, all, those with a cube on level 2: counted by two independent programs
        ("corner-4 corner-3 straight-2", "none", 19_288, 19_272),
        ("straight-2 straight-3 corner-3", "none", 6_320, 6_272),
        ("straight-2 straight-3 corner-4", "none", 6_508, 6_492),
        ("single straight-2 corner-3", "none", 7_080, 6_760),
        ("corner-4 corner-3 straight-2", "advanced", 131_616, 131_600),
        ("straight-2 straight-3 corner-3", "advanced", 25_192, 25_144),
        ("single straight-2 corner-3", "advanced", 19_464, 19_144),
    ],
)
def test_counts(shapes: str, gaps: Gaps, flat_allowed: int, level_2_needed: int) -> None:
    mine = block_set(*shapes.split())
    assert len(enumerate_arrangements(mine, gaps=gaps)) == flat_allowed
    assert len(enumerate_arrangements(mine, gaps=gaps, needs_level_2=True)) == level_2_needed


@pytest.mark.parametrize(("gaps", "flat"), list(product(["none", "advanced"], [False, True])))
def test_two_blocks_as_a_slow_program_counts_them(gaps: Gaps, flat: bool) -> None:
    mine = block_set("corner-3", "straight-2")
    found = enumerate_arrangements(mine, gaps=gaps, needs_level_2=not flat)
    assert {found.scene(i) for i in range(len(found))} == slowly(mine, gaps, flat)


def slowly(mine: BlockSet, gaps: str, flat: bool) -> set[BlockScene]:
    scenes = set()
    for chosen in product(*(placements(block.cubes) for block in mine.blocks)):
        full = [voxel for voxels in chosen for voxel in voxels]
        if len(set(full)) < len(full) or not (flat or any(level == 2 for _, level in full)):
            continue
        if gaps == "none":
            rests = all(level == 1 or (cell, level - 1) in full for cell, level in full)
        else:
            rests = all(
                any(lv == 1 or (c, lv - 1) in set(full) - set(voxels) for c, lv in voxels)
                for voxels in chosen
            )
        if rests:
            scenes.add(BlockScene.of(dict(zip(mine.colours, chosen, strict=True))))
    return scenes


def test_labels_follow_the_order_of_the_set_whatever_the_sizes() -> None:
    mine = block_set("straight-2", "corner-4")
    found = enumerate_arrangements(mine)
    assert found.colours == ("red", "black")
    assert found.labels.dtype == np.uint8
    assert {int((row == 1).sum()) for row in found.labels} == {2}
    assert {int((row == 2).sum()) for row in found.labels} == {4}
    red = dict(found.scene(7).blocks)["red"]
    assert [int(found.labels[7, voxel_index(voxel)]) for voxel in red] == [1, 1]


@pytest.mark.parametrize(
    ("shapes", "count"),
    [
        # by this program alone
        ("corner-4 corner-3 corner-3 straight-2", 397_872),
        ("straight-2 straight-2 straight-2 straight-2 straight-2", 2_045_760),
    ],
)
def test_four_and_five_blocks(shapes: str, count: int) -> None:
    assert len(enumerate_arrangements(block_set(*shapes.split()))) == count


def test_too_many_arrangements_are_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(arrangements, "MOST", 19_287)
    with pytest.raises(GameError, match=r"yomen-first has more than 19,287 arrangements"):
        enumerate_arrangements(bundled_sets()["yomen-first"])
