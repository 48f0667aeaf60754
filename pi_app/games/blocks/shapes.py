"""Shapes of blocks: unit cubes, their rotations, and their placements on the 3×3 grid."""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache
from itertools import permutations, product

from pi_app.games.blocks.scene import Voxel

Cube = tuple[int, int, int]
"""(x to the right, y away from the reader, z up), in unit cubes; right-handed."""
Shape = tuple[Cube, ...]

SIDE = 3
LEVELS = 3


def normalised(cubes: Iterable[Iterable[int]]) -> Shape:
    """The same shape pushed into the corner (0, 0, 0) and sorted: equal shapes are equal."""
    points = [tuple(cube) for cube in cubes]
    low = [min(axis) for axis in zip(*points, strict=True)]
    return tuple(sorted((x - low[0], y - low[1], z - low[2]) for x, y, z in points))


def is_connected(cubes: Iterable[Cube]) -> bool:
    """Whether the cubes hang together face to face (and there is at least one)."""
    left = set(cubes)
    reached = [left.pop()] if left else []
    for x, y, z in reached:
        beside = {(x + d, y, z) for d in (1, -1)} | {(x, y + d, z) for d in (1, -1)}
        found = left & (beside | {(x, y, z + 1), (x, y, z - 1)})
        left -= found
        reached.extend(found)
    return bool(reached) and not left


@lru_cache(maxsize=256)
def rotations(shape: Shape) -> frozenset[Shape]:
    """All shapes that turning ``shape`` gives: up to 24. A mirror image is not a rotation."""
    turned = set()
    for axes, signs in product(permutations(range(3)), product((1, -1), repeat=3)):
        swaps = sum(axes[j] > axes[i] for i in range(3) for j in range(i))
        if (-1) ** swaps * signs[0] * signs[1] * signs[2] == 1:
            turned.add(
                normalised(
                    [s * cube[a] for a, s in zip(axes, signs, strict=True)] for cube in shape
                )
            )
    return frozenset(turned)


def cubes_of(voxels: Iterable[Voxel]) -> Shape:
    """Where voxels (cell 1–9 row by row from the top left, level from 1) are in space."""
    return tuple(
        ((cell - 1) % SIDE, SIDE - 1 - (cell - 1) // SIDE, level - 1) for cell, level in voxels
    )


def is_turned(shape: Shape, voxels: Iterable[Voxel]) -> bool:
    """Whether the voxels make ``shape``, however turned and wherever it stands."""
    return normalised(cubes_of(voxels)) in rotations(normalised(shape))


@lru_cache(maxsize=256)
def placements(shape_cells: Shape, levels: int = LEVELS) -> tuple[tuple[Voxel, ...], ...]:
    """Every distinct way to put the shape inside 3×3×``levels``, as sorted voxels; sorted."""
    found = set()
    for turned in rotations(normalised(shape_cells)):
        width, depth, height = (max(axis) for axis in zip(*turned, strict=True))
        shifts = product(range(SIDE - width), range(SIDE - depth), range(levels - height))
        for right, away, up in shifts:
            cells = (
                (SIDE * (SIDE - 1 - y - away) + x + right + 1, z + up + 1) for x, y, z in turned
            )
            found.add(tuple(sorted(cells)))
    return tuple(sorted(found))
