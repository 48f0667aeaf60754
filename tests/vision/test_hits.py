"""First hits and sums over ray groups, against plain loops."""

from __future__ import annotations

import numpy as np
from hypothesis import given
from hypothesis import strategies as st
from numpy.typing import NDArray

from vision.hits import (
    RayGroups,
    code_table,
    depth_of,
    first_hits,
    label_of,
    rays_that_differ,
    total,
)
from vision.rays import NO_VOXEL

VOXELS, PAINTS, DEEPEST = 27, 4, 7

LISTS = st.lists(
    st.lists(st.integers(0, VOXELS - 1), unique=True, max_size=DEEPEST), min_size=1, max_size=6
)
SCENES = st.lists(
    st.lists(st.integers(0, PAINTS), min_size=VOXELS, max_size=VOXELS), min_size=1, max_size=5
)


def groups_of(lists: list[list[int]]) -> RayGroups:
    padded = [row + [NO_VOXEL] * (DEEPEST - len(row)) for row in lists]
    return RayGroups(np.array(padded), np.arange(len(lists)))


def labels_of(scenes: list[list[int]]) -> NDArray[np.uint8]:
    return np.array(scenes, np.uint8)


def first(row: list[int], scene: list[int]) -> tuple[int, int]:
    """Depth and label of the first occupied voxel; (0, 0) if there is none."""
    for depth, voxel in enumerate(row):
        if scene[voxel]:
            return depth, scene[voxel]
    return 0, 0


@given(LISTS, SCENES)
def test_first_hits_are_those_of_a_plain_loop(
    lists: list[list[int]], scenes: list[list[int]]
) -> None:
    codes = first_hits(groups_of(lists), labels_of(scenes))
    expected = [[first(row, scene) for scene in scenes] for row in lists]
    assert depth_of(codes).tolist() == [[depth for depth, _ in row] for row in expected]
    assert label_of(codes).tolist() == [[label for _, label in row] for row in expected]


@given(LISTS, SCENES, st.integers(0, 2**32 - 1))
def test_totals_add_what_each_group_meets(
    lists: list[list[int]], scenes: list[list[int]], seed: int
) -> None:
    random = np.random.default_rng(seed)
    bare = random.normal(size=len(lists))
    by_depth = random.normal(size=(len(lists), DEEPEST, PAINTS))
    codes = first_hits(groups_of(lists), labels_of(scenes))
    totals = total(code_table(bare, by_depth), codes)
    for scene, found in zip(scenes, totals, strict=True):
        parts = []
        for group, row in enumerate(lists):
            depth, label = first(row, scene)
            parts.append(by_depth[group, depth, label - 1] if label else bare[group])
        assert abs(found - sum(parts)) < 1e-3


@given(LISTS, SCENES, st.integers(0, 2**32 - 1))
def test_rays_that_differ_are_counted_by_colour(
    lists: list[list[int]], scenes: list[list[int]], seed: int
) -> None:
    size = np.random.default_rng(seed).integers(0, 9, len(lists))
    codes = first_hits(groups_of(lists), labels_of(scenes))
    expected = [
        sum(
            int(n)
            for n, row in zip(size, lists, strict=True)
            if first(row, scene)[1] != first(row, scenes[0])[1]
        )
        for scene in scenes
    ]
    assert rays_that_differ(size, codes, codes[:, :1]).tolist() == expected
