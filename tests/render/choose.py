"""Worlds and cameras drawn at random: one sheet near the camera, or a table of four."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

import numpy as np

from hardware.cameras.scene import SheetOnTable, camera_model, looking_at, turned, usual_table
from pi_app.games.blocks.scene import BlockScene
from tests.render.textures import PAINTS, TABLES, kelvin
from tests.render.world import SHEET, Lamp, Spare, World
from vision.types import CameraModel, Floats, Pose

SHAPES = (
    ((0, 0, 0), (1, 0, 0)),
    ((0, 0, 0), (1, 0, 0), (2, 0, 0)),
    ((0, 0, 0), (1, 0, 0), (0, 1, 0)),
    ((0, 0, 0), (1, 0, 0), (2, 0, 0), (0, 1, 0)),
)


def camera(rng: np.random.Generator) -> CameraModel:
    """A phone-like camera of 1024×768."""
    return camera_model(1024, 768, rng.uniform(850, 1000), round(rng.uniform(-0.06, 0.06), 3))


def pose(rng: np.random.Generator) -> Pose:
    """A hand-held look at one sheet from 45–85° and 280–450 mm."""
    target = np.array([*rng.uniform(-8, 8, 2), rng.uniform(5, 25)])
    return looking_at(
        target.tolist(),
        rng.uniform(45, 80) if rng.random() < 0.85 else rng.uniform(80, 85),
        rng.uniform(0, 360),
        rng.uniform(280, 450),
        rng.normal(0, 3),
    )


def lamps(rng: np.random.Generator, nearest_mm: float) -> tuple[Lamp, ...]:
    """One to three lamps of 2700–6500 K; sometimes one of them is a hard bulb."""
    count = int(rng.choice([1, 2, 3], p=[0.3, 0.45, 0.25]))
    hard = rng.integers(count) if rng.random() < 0.45 else -1
    strengths = rng.dirichlet(np.full(count, 2.0))
    found = []
    for i in range(count):
        elevation, azimuth = np.radians(rng.uniform(38, 75)), rng.uniform(0, 2 * np.pi)
        distance = rng.uniform(nearest_mm, 2 * nearest_mm)
        place = distance * np.array(
            [
                np.cos(azimuth) * np.cos(elevation),
                np.sin(azimuth) * np.cos(elevation),
                np.sin(elevation),
            ]
        )
        size = rng.uniform(10, 30) if i == hard else rng.uniform(80, 380)
        colour = kelvin(rng.uniform(2700, 6500))
        found.append(Lamp(_triple(place), float(size), _triple(colour), float(strengths[i])))
    return tuple(found)


def spares(rng: np.random.Generator, count: int, placed: SheetOnTable) -> tuple[Spare, ...]:
    """Blocks and dice that lie about, clear of the sheet and of each other."""
    taken: list[Floats] = []
    found: list[Spare] = []
    while len(found) < count:
        middle = rng.uniform(-210, 210, 2)
        near_another = any(np.linalg.norm(middle - other) < 85 for other in taken)
        if near_another or _near_sheet(middle, placed):
            continue
        taken.append(middle)
        found.append(_spare(rng, middle))
    return tuple(found)


def _spare(rng: np.random.Generator, middle: Floats) -> Spare:
    turn = float(rng.uniform(0, 2 * np.pi))
    colour = str(rng.choice(list(PAINTS)))
    if rng.random() < 0.25:
        return Spare(colour, ((0, 0, 0),), 16.0, float(middle[0]), float(middle[1]), turn)
    cubes = SHAPES[rng.integers(len(SHAPES))]
    half = (np.max(cubes, axis=0)[:2] + 1) * SHEET.unit_mm / 2
    c, s = np.cos(turn), np.sin(turn)
    corner = middle - np.array([[c, -s], [s, c]]) @ half
    return Spare(colour, cubes, SHEET.unit_mm, float(corner[0]), float(corner[1]), turn)


def _near_sheet(point: Floats, placed: SheetOnTable) -> bool:
    local = turned(-placed.turn_deg)[:2, :2] @ (point - [placed.x_mm, placed.y_mm])
    return bool(np.all(np.abs(local) < np.array(SHEET.paper_mm) / 2 + 42))


def world(
    rng: np.random.Generator, placed: SheetOnTable, hard: bool, clutter: bool, hand: bool
) -> World:
    """A table around one sheet."""
    tip, leaves = rng.uniform(-55, 55, 2), rng.uniform(0, 2 * np.pi)
    return World(
        sheets=(placed,),
        table=str(rng.choice(list(TABLES))),
        lamps=lamps(rng, 600),
        ambient=_triple(rng.uniform(0.03, 0.12) * kelvin(rng.uniform(4000, 8000))),
        spares=spares(rng, int(rng.integers(1, 4)), placed) if clutter else (),
        hand=(float(tip[0]), float(tip[1]), float(rng.uniform(60, 90)), float(leaves))
        if hand
        else None,
        wear=float(rng.uniform(0, 1) if hard else rng.uniform(0, 0.3)),
        offset_mm=1.0 if hard else 0.4,
        turn_deg=2.0 if hard else 0.8,
        gloss=float(rng.uniform(0.1, 0.4)),
    )


def table_pose(rng: np.random.Generator) -> Pose:
    """70 cm above the middle, its long side from player to player."""
    target = (*rng.uniform(-8, 8, 2), 0.0)
    return looking_at(target, rng.uniform(87, 89.9), rng.normal(0, 2), 700.0 + rng.normal(0, 8))


def table_sheets(
    rng: np.random.Generator, style: str, scenes: Mapping[int, BlockScene]
) -> tuple[SheetOnTable, ...]:
    """The four sheets of a game for two, laid down by people: nearly where they should lie."""
    return tuple(
        replace(
            placed,
            x_mm=placed.x_mm + float(rng.uniform(-12, 12)),
            y_mm=placed.y_mm + float(rng.uniform(-8, 8)),
            turn_deg=placed.turn_deg + float(rng.uniform(-7, 7)),
        )
        for placed in usual_table({n: scene.blocks for n, scene in scenes.items()}, style)
    )


def table_world(rng: np.random.Generator, sheets: tuple[SheetOnTable, ...], hard: bool) -> World:
    """A table for two with its screens."""
    return World(
        sheets=sheets,
        table=str(rng.choice(list(TABLES))),
        lamps=lamps(rng, 1000),
        ambient=_triple(rng.uniform(0.05, 0.15) * kelvin(rng.uniform(4000, 8000))),
        screens=tuple(
            (x + float(rng.uniform(-4, 4)), 0.0, float(rng.normal(0, 0.03))) for x in (-160, 160)
        ),
        screen_colour=_triple(rng.uniform(0.05, 0.35, 3)),
        wear=float(rng.uniform(0, 0.4)),
        offset_mm=0.8 if hard else 0.4,
        turn_deg=1.5 if hard else 0.8,
        gloss=float(rng.uniform(0.12, 0.4)),
    )


def _triple(values: Floats) -> tuple[float, float, float]:
    a, b, c = (float(v) for v in values)
    return a, b, c
