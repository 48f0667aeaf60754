"""What may be built, and the named faults of what stands there: all of them at once."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from pi_app.games.blocks.arrangements import Gaps
from pi_app.games.blocks.scene import BlockScene, Voxel
from pi_app.games.blocks.sets import BlockSet
from pi_app.games.blocks.shapes import LEVELS, SIDE, is_turned
from pi_app.games.game import Fault

LEVEL_NAMES = ("lower", "middle", "upper")


@dataclass(frozen=True)
class Building:
    """The building rules: see ``enumerate_arrangements`` for what the gap rules mean."""

    gaps: Gaps = "none"
    needs_level_2: bool = False


def faults(scene: BlockScene, rules: Building, block_set: BlockSet) -> tuple[Fault, ...]:
    """Why ``scene`` is no legal arrangement of ``block_set``; empty if it is one.

    Sources: the rulebooks of YOMEN, Setup 4, and of Break the Cube, rules A to C.
    """
    return (
        *_off_grid(scene),
        *_too_high(scene),
        *_overlaps(scene),
        *_wrong_blocks(scene, block_set),
        *_wrong_shapes(scene, block_set),
        *(_gaps(scene) if rules.gaps == "none" else _unsupported(scene)),
        *(_flat(scene) if rules.needs_level_2 else ()),
    )


def place(voxel: Voxel) -> str:
    """A voxel in words: "cell 5, middle level"."""
    cell, level = voxel
    named = 1 <= level <= LEVELS
    return (
        f"cell {cell}, {LEVEL_NAMES[level - 1]} level" if named else f"cell {cell}, level {level}"
    )


def _on_grid(voxel: Voxel) -> bool:
    return 1 <= voxel[0] <= SIDE * SIDE and voxel[1] >= 1


def _off_grid(scene: BlockScene) -> Iterator[Fault]:
    for colour, voxels in scene.blocks:
        if not all(map(_on_grid, voxels)):
            yield Fault("off-grid", colour, f"The {colour} block is not within the nine cells.")


def _too_high(scene: BlockScene) -> Iterator[Fault]:
    for colour, voxels in scene.blocks:
        high = sorted({cell for cell, level in voxels if level > LEVELS})
        for cell in high:
            detail = (
                f"The {colour} block is higher than the {LEVEL_NAMES[-1]} level on cell {cell}."
            )
            yield Fault("too-high", f"{colour}, cell {cell}", detail)


def _overlaps(scene: BlockScene) -> Iterator[Fault]:
    owners: dict[Voxel, list[str]] = {}
    for colour, voxels in scene.blocks:
        for voxel in voxels:
            owners.setdefault(voxel, []).append(colour)
    for voxel, colours in sorted(owners.items()):
        if len(colours) > 1:
            both = " and ".join(colours)
            yield Fault("overlap", place(voxel), f"Two cubes ({both}) are in {place(voxel)}.")


def _wrong_blocks(scene: BlockScene, block_set: BlockSet) -> Iterator[Fault]:
    there = {colour for colour, voxels in scene.blocks if voxels}
    for colour in sorted(there - set(block_set.colours)):
        detail = f"The {colour} block does not belong to this arrangement."
        yield Fault("foreign-block", colour, detail)
    for colour in block_set.colours:
        if colour not in there:
            yield Fault("missing-block", colour, f"The {colour} block is missing.")


def _wrong_shapes(scene: BlockScene, block_set: BlockSet) -> Iterator[Fault]:
    for colour, voxels in scene.blocks:
        shape = block_set.shape_of(colour)
        if shape and voxels and all(map(_on_grid, voxels)) and not is_turned(shape, voxels):
            detail = f"What is seen of the {colour} block is not its shape."
            yield Fault("wrong-shape", colour, detail)


def _gaps(scene: BlockScene) -> Iterator[Fault]:
    """One for each cube with nothing straight beneath it."""
    full = {voxel for _, voxels in scene.blocks for voxel in voxels}
    for colour, voxels in scene.blocks:
        for cell, level in sorted(set(voxels)):
            if level > 1 and (cell, level - 1) not in full:
                where = place((cell, level))
                detail = f"The {colour} block has a gap beneath it: {where}."
                yield Fault("gap", f"{colour}, {where}", detail)


def _unsupported(scene: BlockScene) -> Iterator[Fault]:
    """One for each block that rests neither on the sheet nor on another block."""
    for colour, voxels in scene.blocks:
        others = {voxel for other, theirs in scene.blocks if other != colour for voxel in theirs}
        rests = any(level <= 1 or (cell, level - 1) in others for cell, level in voxels)
        if voxels and not rests:
            where = place(min(voxels, key=lambda voxel: voxel[1]))
            detail = f"The {colour} block rests on nothing, neither sheet nor block: {where}."
            yield Fault("gap", f"{colour}, {where}", detail)


def _flat(scene: BlockScene) -> Iterator[Fault]:
    levels = [level for _, voxels in scene.blocks for _, level in voxels]
    if levels and max(levels) < 2:
        detail = f"At least one block must reach the {LEVEL_NAMES[1]} level."
        yield Fault("level-2-needed", f"{LEVEL_NAMES[1]} level", detail)
