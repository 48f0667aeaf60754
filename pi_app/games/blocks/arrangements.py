"""Every legal arrangement of a block set on the grid, as one table of labels."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Literal

import numpy as np
from numpy.typing import NDArray

from pi_app.games.blocks.scene import BlockScene, Voxel
from pi_app.games.blocks.sets import Block, BlockSet
from pi_app.games.blocks.shapes import LEVELS, SIDE, placements
from pi_app.games.game import GameError

__all__ = ["Arrangements", "Gaps", "enumerate_arrangements", "placements", "voxel_index"]

Gaps = Literal["none", "advanced"]
Masks = NDArray[np.uint32]
Choices = NDArray[np.uint16]
"""(N, blocks placed so far): index of each block's placement."""

CELLS = SIDE * SIDE
VOXELS = CELLS * LEVELS
FLOOR = np.uint32((1 << CELLS) - 1)
UP = np.uint32(CELLS)
"""Shift a mask left by this to go up one level."""
LEVEL_2 = FLOOR << UP
CHUNK = 16_384
MOST = 8_000_000
"""What fits into a Pi's memory (27 bytes each); five published blocks have 5.2 million."""


def voxel_index(voxel: Voxel) -> int:
    """The column of a voxel in the labels: (level-1)·9 + (cell-1)."""
    cell, level = voxel
    return (level - 1) * CELLS + cell - 1


@dataclass(frozen=True, eq=False)
class Arrangements:
    """All arrangements of one set: ``labels`` (N, 27) uint8, 0 empty, i+1 = ``colours[i]``."""

    colours: tuple[str, ...]
    labels: NDArray[np.uint8]

    def __len__(self) -> int:
        return len(self.labels)

    def scene(self, i: int) -> BlockScene:
        """Arrangement ``i`` as a scene."""
        row = self.labels[i]
        voxels = {
            colour: [
                (int(v) % CELLS + 1, int(v) // CELLS + 1) for v in np.flatnonzero(row == k + 1)
            ]
            for k, colour in enumerate(self.colours)
        }
        return BlockScene.of(voxels)


def enumerate_arrangements(
    block_set: BlockSet, *, gaps: Gaps = "none", needs_level_2: bool = False
) -> Arrangements:
    """All distinct legal arrangements (rulebooks: YOMEN, Setup 4; Break the Cube, A to C).

    ``gaps="none"``: every cube is on level 1 or straight above another cube. ``"advanced"``: every
    block has a cube on level 1 or straight above a cube of another block. ``needs_level_2``: some
    cube is on level 2. Raises GameError when there are more than MOST of them.
    """
    largest_first = sorted(
        range(len(block_set.blocks)), key=lambda i: -len(block_set.blocks[i].cubes)
    )
    blocks = [block_set.blocks[i] for i in largest_first]
    chosen = []
    for _, choices in _complete(blocks, gaps, needs_level_2):
        chosen.append(choices)
        if sum(map(len, chosen)) > MOST:
            raise GameError(
                f"{block_set.name} has more than {MOST:,} arrangements: "
                "take fewer blocks or allow no gaps"
            )
    return Arrangements(block_set.colours, _labels(blocks, largest_first, chosen))


def _complete(
    blocks: Sequence[Block], gaps: Gaps, needs_level_2: bool
) -> Iterator[tuple[Masks, Choices]]:
    """Legal arrangements in chunks: (occupied voxels as 27 bits, placement of each block)."""
    tables = [_masks(block) for block in blocks]
    cubes_left = [sum(len(b.cubes) for b in blocks[k:]) for k in range(len(blocks) + 1)]
    stack = [(np.zeros(1, np.uint32), np.zeros((1, 0), np.uint16))]
    while stack:
        occupied, choices = stack.pop()
        placed = choices.shape[1]
        if placed == len(blocks):
            legal = _rests(occupied, choices, tables, gaps)
            if needs_level_2:
                legal &= (occupied & LEVEL_2) != 0
            yield occupied[legal], choices[legal]
            continue
        occupied, choices = _extend(occupied, choices, tables[placed])
        if gaps == "none":
            keep = _bits(_holes(occupied)) <= cubes_left[placed + 1]
            occupied, choices = occupied[keep], choices[keep]
        for first in reversed(range(0, len(occupied), CHUNK)):
            stack.append((occupied[first : first + CHUNK], choices[first : first + CHUNK]))


def _masks(block: Block) -> Masks:
    """The placements of a block as sets of 27 bits, bit i being voxel i."""
    sums = (sum(1 << voxel_index(v) for v in voxels) for voxels in placements(block.cubes))
    return np.fromiter(sums, np.uint32)


def _extend(occupied: Masks, choices: Choices, table: Masks) -> tuple[Masks, Choices]:
    """Every partial arrangement with every placement of the next block that is free."""
    row, placement = np.nonzero((occupied[:, None] & table) == 0)
    longer = np.column_stack([choices[row], placement.astype(np.uint16)])
    return occupied[row] | table[placement], longer


def _holes(occupied: Masks) -> Masks:
    """The empty voxels that have a cube somewhere above them."""
    below = occupied >> UP
    return (below | below >> UP) & ~occupied


def _rests(
    occupied: Masks, choices: Choices, tables: Sequence[Masks], gaps: Gaps
) -> NDArray[np.bool_]:
    """Which complete arrangements keep the gap rule."""
    if gaps == "none":
        return np.asarray(_holes(occupied) == 0)
    rests = np.ones(len(occupied), np.bool_)
    for column, table in zip(choices.T, tables, strict=True):
        block = table[column]
        on_another = (block >> UP) & occupied & ~block
        rests &= (block & FLOOR | on_another) != 0
    return rests


def _bits(masks: Masks) -> Masks:
    """How many of the 27 bits are set (numpy has bitwise_count only from 2.0)."""
    pairs = masks - ((masks >> 1) & 0x55555555)
    fours = (pairs & 0x33333333) + ((pairs >> 2) & 0x33333333)
    bytes_ = (fours + (fours >> 4)) & 0x0F0F0F0F
    return np.asarray((bytes_ + (bytes_ >> 8) + (bytes_ >> 16) + (bytes_ >> 24)) & 0x3F)


def _labels(
    blocks: Sequence[Block], set_index: Sequence[int], chosen: Sequence[Choices]
) -> NDArray[np.uint8]:
    """Labels (N, 27) from placements; ``blocks[k]`` is number ``set_index[k]`` of its set."""
    labels = np.zeros((sum(map(len, chosen)), VOXELS), np.uint8)
    paints = []
    for block, label in zip(blocks, set_index, strict=True):
        paint = np.zeros((len(placements(block.cubes)), VOXELS), np.uint8)
        for row, voxels in zip(paint, placements(block.cubes), strict=True):
            row[[voxel_index(v) for v in voxels]] = label + 1
        paints.append(paint)
    first = 0
    for choices in chosen:
        for column, paint in zip(choices.T, paints, strict=True):
            labels[first : first + len(choices)] |= paint[column]
        first += len(choices)
    return labels
