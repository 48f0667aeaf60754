"""What stands on a 3×3 sheet: coloured blocks as sets of unit cubes."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

Voxel = tuple[int, int]
"""(cell 1–9, level 1–…): one unit cube."""


@dataclass(frozen=True)
class BlockScene:
    """Blocks by colour, each a sorted tuple of voxels; in order of colour, so scenes compare."""

    blocks: tuple[tuple[str, tuple[Voxel, ...]], ...]

    @classmethod
    def of(cls, blocks: Mapping[str, Iterable[Iterable[int]]]) -> BlockScene:
        """From {"red": [[1, 1], [1, 2]], …} (the form of the readings' JSON)."""
        items = {
            colour: tuple(sorted((int(cell), int(level)) for cell, level in voxels))
            for colour, voxels in blocks.items()
        }
        return cls(tuple(sorted(items.items())))

    def as_dict(self) -> dict[str, list[list[int]]]:
        """The inverse of ``of``, ready for JSON."""
        return {colour: [list(voxel) for voxel in voxels] for colour, voxels in self.blocks}
