"""Arrangements as text: drawn level by level for people to read, or as stacks for them to type.

The stacks of the nine cells, row by row, each from the bottom up; ``.`` is an empty place::

    rr bb y / r b y / r . .      cell 1 holds red on red, cell 3 yellow, cell 8 nothing, …
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence

from pi_app.games.blocks.scene import BlockScene, Voxel
from pi_app.games.game import GameError

SIDE = 3
LEVELS = ("lower", "middle", "upper")
STACKS_HELP = (
    "the nine cells row by row, each from the bottom up, . if empty, like: rr bb y / r b y / r . ."
)


def initials(colours: Iterable[str]) -> dict[str, str]:
    """The shortest beginnings, all of one length, that tell the colours apart."""
    names = sorted(set(colours))
    longest = max(map(len, names), default=1)
    for length in range(1, longest + 1):
        short = {name: name[:length].ljust(length, "-") for name in names}
        if len(set(short.values())) == len(names):
            return short
    return {name: name.ljust(longest, "-") for name in names}


def in_letters(colours: Iterable[str]) -> str:
    """Which letters mean which colour: "b black, r red"."""
    return ", ".join(f"{letters} {colour}" for colour, letters in initials(colours).items())


def draw(scene: BlockScene) -> str:
    """Several lines: the levels side by side as seen from above, and what the letters mean."""
    if not scene.blocks:
        return "(empty)"
    short = initials(colour for colour, _ in scene.blocks)
    at = {voxel: short[colour] for colour, voxels in scene.blocks for voxel in voxels}
    top = max(len(LEVELS), *(level for _, level in at))
    names = [*LEVELS, *(f"level {level}" for level in range(len(LEVELS) + 1, top + 1))]
    grids = [_grid(at, level, len(next(iter(short.values())))) for level in range(1, top + 1)]
    width = max(len(grids[0][0]), *map(len, names))
    rows = [names, *([grid[row] for grid in grids] for row in range(SIDE))]
    legend = in_letters(short)
    lines = ["   ".join(part.ljust(width) for part in row).rstrip() for row in rows]
    return "\n".join([*lines, legend])


def _grid(at: dict[Voxel, str], level: int, length: int) -> list[str]:
    cells = [at.get((cell, level), ".".ljust(length)) for cell in range(1, SIDE * SIDE + 1)]
    return [" ".join(cells[row * SIDE : row * SIDE + SIDE]) for row in range(SIDE)]


def stacks(scene: BlockScene, colours: Sequence[str]) -> str:
    """One line: the nine stacks."""
    short = initials(colours)
    at = {voxel: short[colour] for colour, voxels in scene.blocks for voxel in voxels}
    empty = "." * len(next(iter(short.values())))
    cells = []
    for cell in range(1, SIDE * SIDE + 1):
        levels = [level for place, level in at if place == cell]
        cells.append("".join(at.get((cell, n + 1), empty) for n in range(max(levels, default=0))))
    shown = [cell or "." for cell in cells]
    return " / ".join(" ".join(shown[i : i + SIDE]) for i in range(0, SIDE * SIDE, SIDE))


def parse_stacks(text: str, colours: Sequence[str]) -> BlockScene:
    """The inverse of ``stacks``; raises GameError saying which cell is wrong and why."""
    cells = text.replace("/", " ").lower().split()
    if len(cells) != SIDE * SIDE:
        raise GameError(f"Nine cells are needed, not {len(cells)}. Type {STACKS_HELP}")
    colour_of = {letters: colour for colour, letters in initials(colours).items()}
    length = len(next(iter(colour_of)))
    blocks: dict[str, list[Voxel]] = defaultdict(list)
    for cell, stack in enumerate(cells, 1):
        parts = (
            [] if stack == "." else [stack[i : i + length] for i in range(0, len(stack), length)]
        )
        for level, part in enumerate(parts, 1):
            if part in colour_of:
                blocks[colour_of[part]].append((cell, level))
            elif part != "." * length:
                known = in_letters(colours)
                raise GameError(f"Cell {cell} has {part!r}: use {known}, or . for an empty place.")
    return BlockScene.of(blocks)
