"""Arrangements to photograph: legal ones, and ones that are wrong in one named way."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache

import numpy as np
from numpy.typing import NDArray

from hardware.boards import load_block_sheet
from pi_app.games.blocks.arrangements import Arrangements, enumerate_arrangements, voxel_index
from pi_app.games.blocks.faults import Building, faults
from pi_app.games.blocks.scene import BlockScene, Voxel
from pi_app.games.blocks.sets import Block, bundled_sets
from pi_app.games.blocks.shapes import placements
from vision.rays import NO_VOXEL, cast
from vision.types import CameraModel, Pose

SETS = bundled_sets()
OTHER = {
    name: name.replace(*swap)
    for name in SETS
    for swap in (("first", "second"), ("second", "first"))
    if swap[0] in name
}
"""The set of the other player's colours."""
LEVELS = 4
COLOURS = sorted({colour for block_set in SETS.values() for colour in block_set.colours})


@cache
def all_legal(name: str) -> Arrangements:
    """Every legal arrangement of a set."""
    return enumerate_arrangements(SETS[name])


def legal(rng: np.random.Generator, name: str) -> BlockScene:
    """A legal arrangement of the set ``name``, each as likely as the next."""
    return all_legal(name).scene(int(rng.integers(len(all_legal(name)))))


def too_high(rng: np.random.Generator, name: str) -> BlockScene:
    """Nothing is wrong but that something stands on level 4."""
    return _drawn(rng, SETS[name].blocks, lambda scene: fault_names(scene, name) == ["too-high"])


def with_gap(rng: np.random.Generator, name: str) -> BlockScene:
    """A block hangs over an empty place, and yet would not fall."""
    return _drawn(rng, SETS[name].blocks, lambda scene: is_gap(scene, name))


def is_gap(scene: BlockScene, name: str) -> bool:
    """Whether a gap is all that is wrong and nothing would fall."""
    return fault_names(scene, name) == ["gap"] and _stands(scene)


def missing(rng: np.random.Generator, name: str) -> BlockScene:
    """A legal arrangement from which a block was taken that carried nothing."""
    blocks = legal(rng, name).blocks
    fewer = [BlockScene(blocks[:i] + blocks[i + 1 :]) for i in range(len(blocks))]
    standing = [scene for scene in fewer if fault_names(scene, name) == ["missing-block"]]
    return standing[rng.integers(len(standing))]


def foreign(rng: np.random.Generator, name: str) -> BlockScene:
    """A legal arrangement in which the other set's block of the same shape stands for one."""
    replaced = SETS[name].blocks[rng.integers(len(SETS[name].blocks))]
    (other,) = (b.colour for b in SETS[OTHER[name]].blocks if b.shape == replaced.shape)
    blocks = dict(legal(rng, name).blocks)
    blocks[other] = blocks.pop(replaced.colour)
    return BlockScene.of(blocks)


def extra(rng: np.random.Generator, name: str) -> BlockScene:
    """A legal arrangement and one block of the other set."""
    added = SETS[OTHER[name]].blocks[rng.integers(len(SETS[OTHER[name]].blocks))]
    blocks = (*SETS[name].blocks, added)
    return _drawn(rng, blocks, lambda scene: fault_names(scene, name) == ["foreign-block"])


FAULTY: dict[str, Callable[[np.random.Generator, str], BlockScene]] = {
    "gap": with_gap,
    "too-high": too_high,
    "missing": missing,
    "foreign": foreign,
    "extra": extra,
}


def fault_names(scene: BlockScene, name: str) -> list[str]:
    """What the rules say is wrong, each name once."""
    return sorted({fault.name for fault in faults(scene, Building(), SETS[name])})


def _stands(scene: BlockScene) -> bool:
    """Whether most of each block's cubes are in columns that table or other blocks carry."""
    owner = {voxel: colour for colour, voxels in scene.blocks for voxel in voxels}

    def carried(colour: str, voxel: Voxel) -> bool:
        cell, level = voxel
        below = owner.get((cell, level - 1))
        if level == 1 or below not in (None, colour):
            return True
        return below == colour and carried(colour, (cell, level - 1))

    return all(
        2 * sum(carried(colour, voxel) for voxel in voxels) > len(voxels)
        for colour, voxels in scene.blocks
    )


def _drawn(
    rng: np.random.Generator, blocks: tuple[Block, ...], accept: Callable[[BlockScene], bool]
) -> BlockScene:
    ways = {block.colour: placements(block.cubes, LEVELS) for block in blocks}
    while True:
        scene = BlockScene.of({colour: w[rng.integers(len(w))] for colour, w in ways.items()})
        if accept(scene):
            return scene


def lookalikes(scene: BlockScene, name: str, pose: Pose, model: CameraModel) -> int:
    """How many other legal arrangements differ in fewer than 6 of some 3,000 rays from here."""
    voxels = cast(load_block_sheet(), pose, model, levels=LEVELS, count=3000).voxels
    lists, counts = np.unique(voxels, axis=0, return_counts=True)
    everything = all_legal(name)
    colour = np.array([0, *(COLOURS.index(c) + 1 for c in everything.colours)], np.uint8)
    legal_labels = np.zeros((len(everything), 9 * LEVELS + 1), np.uint8)
    legal_labels[:, :27] = colour[everything.labels]
    own = _labels(scene)
    differ = (_first_met(legal_labels, lists) != _first_met(own[None], lists)) @ counts
    same = np.all(legal_labels == own, axis=1)
    return int(np.sum((differ < 6) & ~same))


def all_seen(scene: BlockScene, pose: Pose, model: CameraModel, rays: int = 40) -> bool:
    """Whether each block shows: at least so many of some 3,000 rays."""
    voxels = cast(load_block_sheet(), pose, model, levels=LEVELS, count=3000).voxels
    seen = np.bincount(_first_met(_labels(scene)[None], voxels)[0], minlength=len(COLOURS) + 1)
    return all(seen[COLOURS.index(colour) + 1] >= rays for colour, _ in scene.blocks)


def _labels(scene: BlockScene) -> NDArray[np.uint8]:
    """Each voxel's colour (37,), 1 the first of COLOURS; the last, NO_VOXEL's, stays empty."""
    labels = np.zeros(9 * LEVELS + 1, np.uint8)
    for colour, voxels in scene.blocks:
        labels[[voxel_index(v) for v in voxels]] = COLOURS.index(colour) + 1
    return labels


def _first_met(labels: NDArray[np.uint8], lists: NDArray[np.int64]) -> NDArray[np.uint8]:
    """The first colour (N, L) on each list of voxels (L, K), for labels (N, 37)."""
    met = np.zeros((len(labels), len(lists)), np.uint8)
    for column in lists.T[::-1]:
        here = np.where(column == NO_VOXEL, 0, labels[:, column])
        met = np.where(here > 0, here, met)
    return met
