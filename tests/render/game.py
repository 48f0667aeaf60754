"""The pictures of the demo: one game of YOMEN on a table for two, from set-up to result."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

import numpy as np

from hardware.cameras.scene import TABLE_CAMERA, TABLE_POSE, SheetOnTable
from pi_app.games.blocks.scene import BlockScene
from pi_app.games.blocks.shapes import placements
from tests.render import arrangements, choose, sets
from tests.render.photograph import Photograph
from tests.render.textures import kelvin
from tests.render.world import Lamp, World
from vision.types import Pose

FIRST, SECOND = "yomen-first", "yomen-second"
SEED = 5
QUALITY = 88


def photographs(samples: int) -> Iterator[tuple[str, Photograph]]:
    """The pictures by name, in order.

    Seat 2 hides with a gap, corrects it, later announces wrongly; seat 1 announces rightly. The
    last one is for tests: both are right.
    """
    rng = np.random.default_rng(SEED)
    places = choose.table_sheets(rng, "checked", {})
    poses = {placed.number: placed.pose(TABLE_POSE) for placed in places}
    hidden_1 = _clear(rng, FIRST, [poses[1], poses[4]])
    hidden_2 = _clear(rng, SECOND, [poses[2], poses[3]])
    gap = _with_gap(rng, hidden_2, SECOND, poses[2])
    wrong = _clear(rng, FIRST, [poses[4]])
    stages: dict[str, dict[int, BlockScene]] = {
        "1-hidden-with-a-gap": {1: hidden_1, 2: gap},
        "2-hidden": {1: hidden_1, 2: hidden_2},
        "3-seat-2-announces": {1: hidden_1, 2: hidden_2, 4: wrong},
        "4-seat-1-announces": {1: hidden_1, 2: hidden_2, 3: hidden_2},
        "5-both-announce": {1: hidden_1, 2: hidden_2, 3: hidden_2, 4: hidden_1},
    }
    for name, scenes in stages.items():
        yield name, _photograph(places, scenes, samples)


def _clear(rng: np.random.Generator, name: str, poses: list[Pose]) -> BlockScene:
    """An arrangement that can be told from all others on every sheet where it will stand."""
    while True:
        scene = arrangements.legal(rng, name)
        if all(_unmistakable(scene, name, pose) for pose in poses):
            return scene


def _with_gap(rng: np.random.Generator, legal: BlockScene, name: str, pose: Pose) -> BlockScene:
    """``legal`` with one block moved so that there is a gap."""
    ways = [
        BlockScene.of(dict(legal.blocks) | {block.colour: voxels})
        for block in arrangements.SETS[name].blocks
        for voxels in placements(block.cubes)
    ]
    gaps = [s for s in ways if arrangements.is_gap(s, name) and _unmistakable(s, name, pose)]
    return gaps[rng.integers(len(gaps))]


def _unmistakable(scene: BlockScene, name: str, pose: Pose) -> bool:
    return (
        max(level for _, voxels in scene.blocks for _, level in voxels) > 1
        and arrangements.all_seen(scene, pose, TABLE_CAMERA, rays=150)
        and arrangements.lookalikes(scene, name, pose, TABLE_CAMERA) == 0
    )


def _photograph(
    places: tuple[SheetOnTable, ...], scenes: dict[int, BlockScene], samples: int
) -> Photograph:
    rng = np.random.default_rng(SEED)
    sheets = tuple(replace(p, blocks=scenes.get(p.number, sets.EMPTY).blocks) for p in places)
    around = World(
        sheets=sheets,
        table="oak",
        lamps=(
            Lamp((-500.0, 700.0, 1100.0), 350.0, _rgb(3600), 0.65),
            Lamp((900.0, 300.0, 900.0), 250.0, _rgb(5600), 0.35),
        ),
        ambient=(0.1, 0.1, 0.11),
        screens=((160.0, 0.0, 0.02), (-160.0, 0.0, -0.01)),
        screen_colour=(0.08, 0.1, 0.16),
        wear=0.15,
        gloss=0.25,
    )
    shot = sets.Shot(TABLE_CAMERA, TABLE_POSE, False, samples)
    pixels, _ = sets.photograph(around, shot, rng)
    names = {1: FIRST, 2: SECOND, 3: SECOND, 4: FIRST}
    return Photograph(pixels, QUALITY, sets.table_row(sheets, names, shot))


def _rgb(temperature_k: float) -> tuple[float, float, float]:
    red, green, blue = kelvin(temperature_k)
    return float(red), float(green), float(blue)
