"""Scenes of blocks as rows of voxel labels: every way to add, move, swap or take away one block."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from pi_app.games.blocks.arrangements import Arrangements, placements, voxel_index
from pi_app.games.blocks.scene import BlockScene
from pi_app.games.blocks.sets import BlockSet, bundled_sets
from pi_app.games.blocks.shapes import Shape
from vision.paint import PAINTS, PAPER

LEVELS = 4
"""One more than the rules allow, so that a block built too high is seen as that."""
VOXELS = 9 * LEVELS

Row = NDArray[np.uint8]
"""(VOXELS,) one scene: per voxel 0 or 1 + the index of its paint in COLOURS."""
Rows = NDArray[np.uint8]
COLOURS = tuple(paint for paint in PAINTS if paint != PAPER)


def row_of(arrangements: Arrangements, index: int) -> Row:
    """One arrangement as a row."""
    lookup = np.array([0, *(COLOURS.index(c) + 1 for c in arrangements.colours)], np.uint8)
    row = np.zeros(VOXELS, np.uint8)
    row[: arrangements.labels.shape[1]] = lookup[arrangements.labels[index]]
    return row


def unpacked(key: bytes) -> Row:
    """The row that ``tobytes`` made into a key."""
    return np.frombuffer(key, np.uint8)


def scene_of(row: Row) -> BlockScene:
    """A row as a scene."""
    blocks: dict[str, list[tuple[int, int]]] = {}
    for voxel, label in enumerate(row.tolist()):
        if label:
            blocks.setdefault(COLOURS[label - 1], []).append((voxel % 9 + 1, voxel // 9 + 1))
    return BlockScene.of(blocks)


@lru_cache(maxsize=4096)
def stands(key: bytes) -> bool:
    """Whether each block of a row has a cube on the sheet or straight above another block's."""
    row = unpacked(key)
    below = np.concatenate([np.full(9, 255, np.uint8), row[:-9]])
    rests = (below > 0) & (below != row) & (row > 0)
    return set(row[row > 0].tolist()) == set(row[rests].tolist())


def additions(rows: Rows, labels: Iterable[int], sets: Sequence[BlockSet]) -> Rows:
    """Every scene (M, VOXELS) that one more block of one of the colours makes of one of the rows.

    The new block rests on the sheet or on another block: nothing hangs in the air.
    """
    shapes = _shapes(tuple(sets))
    found = [np.zeros((0, VOXELS), np.uint8)]
    for label in labels:
        without = rows[~(rows == label).any(axis=1)]
        found += [_placed(without, label, shape) for shape in shapes[COLOURS[label - 1]]]
    return np.concatenate(found)


def changes(row: Row, sets: Sequence[BlockSet]) -> Rows:
    """Scenes (M, VOXELS) one block away: moved, taken away, swapped for a foreign one, added."""
    present = [int(label) for label in np.unique(row) if label]
    absent = [label for label in range(1, len(COLOURS) + 1) if label not in present]
    found = [additions(row[None], absent, sets)]
    for label in present:
        without = np.where(row == label, 0, row).astype(np.uint8)[None]
        found += [without, additions(without, [label, *absent], sets)]
    return np.concatenate(found)


@lru_cache(maxsize=8)
def _shapes(sets: tuple[BlockSet, ...]) -> Mapping[str, tuple[Shape, ...]]:
    """The shapes a colour comes in; a colour of no set comes in every shape."""
    known = (block.cubes for s in (*sets, *bundled_sets().values()) for block in s.blocks)
    every = tuple(dict.fromkeys(known))
    own = {
        colour: tuple(dict.fromkeys(b.cubes for s in sets for b in s.blocks if b.colour == colour))
        for colour in COLOURS
    }
    return {colour: shapes or every for colour, shapes in own.items()}


@lru_cache(maxsize=32)
def _placements(shape: Shape) -> tuple[NDArray[np.float32], NDArray[np.float32]]:
    """Every placement of a shape, up to LEVELS high: its voxels and those below, (P, VOXELS)."""
    filled = np.zeros((len(placements(shape, LEVELS)), VOXELS), np.float32)
    for row, voxels in zip(filled, placements(shape, LEVELS), strict=True):
        row[[voxel_index(voxel) for voxel in voxels]] = 1.0
    below = np.zeros_like(filled)
    below[:, :-9] = filled[:, 9:]
    return filled, below


def _placed(rows: Rows, label: int, shape: Shape) -> Rows:
    """The scenes with one more block, wherever it finds room and something to rest on."""
    filled, below = _placements(shape)
    taken = (rows > 0).astype(np.float32)
    free = taken @ filled.T == 0
    on_sheet = filled[:, :9].any(axis=1)
    rests = (taken @ below.T > 0) | on_sheet
    scene, placement = np.nonzero(free & rests)
    return rows[scene] + (np.uint8(label) * (filled[placement] > 0)).astype(np.uint8)
