"""Arrangements drawn by the virtual table from many poses: never read wrong, nearly all read."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache

import numpy as np
import pytest

from hardware.boards import load_block_sheet
from hardware.cameras.scene import (
    ONE_SHEET_CAMERA,
    TABLE_CAMERA,
    TABLE_POSE,
    Light,
    SheetOnTable,
    looking_at,
    usual_table,
)
from hardware.cameras.virtual import draw
from pi_app.games.blocks.arrangements import Arrangements, enumerate_arrangements
from pi_app.games.blocks.scene import BlockScene
from pi_app.games.blocks.sets import BlockSet, bundled_sets
from pi_app.reading import Reader
from pi_app.readings import Reading
from vision.types import Frame

STYLES = load_block_sheet().styles
SETS = tuple(bundled_sets().values())
LEAST_READ = 0.95


@dataclass(frozen=True)
class Case:
    """One arrangement and the picture of it."""

    block_set: BlockSet
    scene: BlockScene
    frame: Frame


@cache
def legal_ones(block_set: BlockSet) -> Arrangements:
    return enumerate_arrangements(block_set)


def some_scenes(block_set: BlockSet, count: int, seed: int) -> list[BlockScene]:
    """Arrangements spread over all legal ones by the seed."""
    legal = legal_ones(block_set)
    random = np.random.default_rng(seed)
    return [legal.scene(int(i)) for i in random.choice(len(legal.labels), count, replace=False)]


def cases(count: int, seed: int) -> Iterator[Case]:
    """From where every arrangement can be told: 58–72° high, turned about 20° from the grid."""
    random = np.random.default_rng(seed)
    for i in range(count):
        block_set = SETS[i % len(SETS)]
        (scene,) = some_scenes(block_set, 1, seed + i)
        pose = looking_at(
            (random.uniform(-15, 15), random.uniform(-15, 15), 15.0),
            random.uniform(58, 72),
            random.choice([0, 90, 180, 270]) + random.choice([-1, 1]) * random.uniform(15, 25),
            random.uniform(330, 450),
            random.uniform(-15, 15),
        )
        light = Light(
            (random.uniform(-1, 1), random.uniform(-1, 1), 1.2),
            tuple(random.uniform(0.8, 1.2, 3)),
            random.uniform(0.3, 0.6),
        )
        sheet = SheetOnTable(i % 8 + 1, STYLES[i // 4 % len(STYLES)], scene.blocks)
        frame = draw([sheet], ONE_SHEET_CAMERA, pose, light=light, noise=3.0, seed=i)
        yield Case(block_set, scene, Frame(frame.pixels, 0.0, "virtual"))


def sweep(count: int, seed: int) -> None:
    missed = []
    for case in cases(count, seed):
        (reading,) = Reader((case.block_set,)).read(case.frame)
        if reading.status == "unsure":
            missed.append(reading.reason)
        else:
            assert (reading.status, reading.scene) == ("read", case.scene)
    assert len(missed) <= (1 - LEAST_READ) * count, "\n".join(missed)


def test_a_sample_is_read() -> None:
    sweep(30, seed=1)


@pytest.mark.slow
@pytest.mark.parametrize("seed", [1000, 2000, 3000, 4000])
def test_a_large_sample_is_read(seed: int) -> None:
    sweep(200, seed)


def table_reading(seed: int) -> tuple[dict[int, BlockScene], list[Reading]]:
    """Four sheets of a game: two hidden, one announcement, one empty."""
    first, second = (bundled_sets()[name] for name in ("yomen-first", "yomen-second"))
    scenes = {
        1: some_scenes(first, 1, seed)[0],
        2: some_scenes(second, 1, seed + 1)[0],
        3: some_scenes(second, 1, seed + 2)[0],
        4: BlockScene(()),
    }
    sheets = usual_table({number: scene.blocks for number, scene in scenes.items()})
    frame = draw(sheets, TABLE_CAMERA, TABLE_POSE, noise=2.0, seed=seed)
    return scenes, Reader((first, second)).read(Frame(frame.pixels, 0.0, "virtual"))


@pytest.mark.parametrize("seed", [10, 20, 30])
def test_a_whole_table_is_never_read_wrong(seed: int) -> None:
    scenes, readings = table_reading(seed)
    assert [reading.sheet for reading in readings] == [1, 2, 3, 4]
    for reading in readings:
        assert reading.sheet is not None
        if reading.status != "unsure":
            assert (reading.status, reading.scene) == ("read", scenes[reading.sheet])
    assert readings[3].status == "read"


RED, BLACK = ("red", ((1, 1), (2, 1), (3, 1), (3, 2))), ("black", ((5, 1), (5, 2), (6, 1)))
YELLOW = ("yellow", ((7, 1), (8, 1)))
ILLEGAL = [
    # what stands there, the faults
    (
        (RED, BLACK, ("yellow", ((8, 1), (9, 1))), ("white", ((4, 1), (7, 1), (7, 2)))),
        {"foreign-block"},
    ),
    ((RED, BLACK), {"missing-block"}),
    ((YELLOW,), {"missing-block"}),
    ((RED, BLACK, ("yellow", ((3, 3), (3, 4)))), {"too-high"}),
    ((RED, BLACK, ("yellow", ((5, 3), (8, 3)))), {"gap"}),
    ((RED, BLACK, ("green", ((7, 1), (8, 1)))), {"foreign-block", "missing-block"}),
    ((RED, ("black", ((5, 1), (5, 2), (6, 2))), YELLOW), {"gap"}),
]


@pytest.mark.parametrize(("blocks", "names"), ILLEGAL, ids=lambda value: str(value)[:40])
@pytest.mark.parametrize("style", STYLES)
def test_what_is_illegal_is_named(
    blocks: tuple[tuple[str, tuple[tuple[int, int], ...]], ...], names: set[str], style: str
) -> None:
    pose = looking_at((0.0, 0.0, 20.0), 65.0, 20.0, 400.0)
    frame = draw([SheetOnTable(6, style, blocks)], ONE_SHEET_CAMERA, pose, noise=2.0)
    (reading,) = Reader((bundled_sets()["yomen-first"],)).read(Frame(frame.pixels, 0.0, "virtual"))
    assert reading.status in {"illegal", "unsure"}
    if reading.status == "illegal":
        assert {fault.name for fault in reading.faults} == names
