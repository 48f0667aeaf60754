"""Pictures of the 93-node board: what each shows, and its row of truth."""

from __future__ import annotations

import zlib
from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np

from hardware.boards import load_lattice_board
from hardware.cameras.scene import camera_model, looking_at
from tests.render import coverage, rooms, stone_shot, surfaces
from tests.render.bones import Bone, hand_bones
from tests.render.photograph import Photograph, Row
from tests.render.positions import COLOURS, Position, settled
from tests.render.stone_world import StoneWorld, Surface
from tests.render.stones import KINDS, Make, Stone
from tests.render.textures import TABLES
from vision.types import CameraModel, Pose

BOARD = load_lattice_board("y-board")
PAPER_MM = BOARD.paper_mm or (0.0, 0.0)
FILLS = ("game", "few", "game", "empty", "full", "one-colour", "game")
HIDDEN, PARTLY = 0.85, 0.15
"""A node is hidden, or partly hidden, if a hand covers so much of its stone, or of its paper."""


@dataclass(frozen=True)
class Plan:
    """What a picture is to show."""

    hard: bool
    fill: str
    kind: str
    style: str
    paper: str
    hand: bool
    light: str = ""

    @property
    def tags(self) -> list[str]:
        ease = "hard" if self.hard else "easy"
        named = [ease, f"light-{self.light}", f"paper-{self.paper}", f"fill-{self.fill}"]
        return named + ["hand"] * self.hand


@dataclass(frozen=True)
class Laid:
    """A position as it lies on the board: its stones, in its order."""

    position: Position
    make: Make
    stones: tuple[Stone, ...]


def picture(index: int, samples: int) -> Photograph:
    """Picture ``index`` of the set."""
    rng = np.random.default_rng([zlib.crc32(b"y"), index])
    plan = _plan(rng, index)
    model, pose = _camera(rng), _pose(rng)
    make = _make(rng, plan.kind)
    position = _position(rng, plan.fill)
    laid = Laid(position, make, _placed(rng, position, make, 3.0 if plan.hard else 1.6))
    plan = replace(plan, light=str(rng.choice(rooms.KINDS)))
    lighting = rooms.lighting(rng, plan.light, pose, model)
    world = _world(rng, plan, laid, lighting)
    wrong = stone_shot.faults(rng, plan.hard, lighting)
    seed = int(rng.integers(2**31))
    pixels = stone_shot.photograph(world, (model, pose), wrong, samples, seed)
    row: Row = {
        "board": BOARD.name,
        "stones": stone_shot.in_order(BOARD, position),
        **_hidden_row(laid, pose, world.hand),
        "style": plan.style,
        "tags": plan.tags + stone_shot.tags(world),
        "stone_kind": plan.kind,
        "stops": round(wrong.stops, 2),
        "camera": stone_shot.camera_row(model, pose),
    }
    return Photograph(pixels, wrong.jpeg_quality, row)


def _plan(rng: np.random.Generator, index: int) -> Plan:
    return Plan(
        hard=index % 3 == 0 or bool(rng.random() < 0.3),
        fill=FILLS[index // 2 % len(FILLS)],
        kind=KINDS[index // 2 % len(KINDS)],
        style=BOARD.styles[(index // 2 + index) % 2],
        paper=str(rng.choice(list(surfaces.PAPERS), p=[0.6, 0.2, 0.2])),
        hand=bool(rng.random() < 0.3),
    )


def _world(
    rng: np.random.Generator, plan: Plan, laid: Laid, lighting: rooms.Lighting
) -> StoneWorld:
    bones = _hand(rng) if plan.hand else []
    clear = (PAPER_MM[0] / 2, PAPER_MM[1] / 2)
    clutter, with_bowls = rng.random() < 0.6, rng.random() < 0.25
    surface = Surface(surfaces.sheet(rng, BOARD, plan.style, plan.paper), PAPER_MM)
    table = str(rng.choice(list(TABLES)))
    count = int(rng.integers(1, 14)) if clutter else 0
    return StoneWorld(
        surface=surface,
        make=laid.make,
        on_board=laid.stones,
        table=table,
        lamps=lighting.lamps,
        room=lighting.room,
        bars=lighting.bars,
        spare=stone_shot.spare_stones(rng, count, laid.make, clear, -0.1),
        bowls=stone_shot.bowls(rng, float(rng.uniform(32, 44)), clear) if with_bowls else (),
        hand=tuple(bones),
        skin=_skin(rng),
        sleeve=_sleeve(rng),
    )


def _camera(rng: np.random.Generator) -> CameraModel:
    k1 = float(rng.choice([0.0, rng.uniform(-0.09, 0.06)]))
    return camera_model(1280, 960, rng.uniform(900, 1180), round(k1, 3))


def _pose(rng: np.random.Generator) -> Pose:
    target = (*rng.uniform(-15, 15, 2), 0.0)
    return looking_at(
        target,
        rng.uniform(45, 89),
        rng.uniform(0, 360),
        rng.uniform(470, 680),
        rng.normal(0, 4),
    )


def _make(rng: np.random.Generator, kind: str) -> Make:
    diameter = rng.uniform(16.5, 20.0)
    height = diameter * (rng.uniform(0.3, 0.42) if kind != "wood" else rng.uniform(0.3, 0.55))
    return Make(kind, float(diameter), float(height), float(rng.random()))


def _position(rng: np.random.Generator, fill: str) -> Position:
    names = [n.name for n in BOARD.nodes]
    count = {"empty": 0, "full": len(names), "few": int(rng.integers(1, 8))}.get(
        fill, int(rng.integers(12, 80))
    )
    chosen = rng.permutation(names)[:count].tolist()
    first = int(rng.integers(2))
    if fill == "one-colour":
        return dict.fromkeys(chosen, COLOURS[first])
    return {name: COLOURS[(i + first) % 2] for i, name in enumerate(chosen)}


def _placed(
    rng: np.random.Generator, position: Position, make: Make, off_mm: float
) -> tuple[Stone, ...]:
    """The stones, each off its node by up to ``off_mm``, none through another."""
    if not position:
        return ()
    place = {n.name: (n.x_mm, n.y_mm) for n in BOARD.nodes}
    homes = np.array([place[name] for name in position])
    angle, away = rng.uniform(0, 2 * np.pi, len(homes)), off_mm * np.sqrt(rng.random(len(homes)))
    off = np.column_stack([away * np.cos(angle), away * np.sin(angle)])
    places = settled(homes, off, np.full(len(homes), make.diameter_mm + 0.1), 3.0)
    return tuple(
        Stone(colour, float(x), float(y))
        for colour, (x, y) in zip(position.values(), places, strict=True)
    )


def _hand(rng: np.random.Generator) -> list[Bone]:
    """Fingers over the nodes, at the board or up to 70 mm above it."""
    tip = np.array([*rng.uniform(-70, 70, 2), rng.uniform(10, 70)])
    return hand_bones(tip, rng.uniform(0, 2 * np.pi), rng)


def _skin(rng: np.random.Generator) -> tuple[float, float, float]:
    pale, dark = np.array([0.6, 0.36, 0.27]), np.array([0.12, 0.06, 0.04])
    red, green, blue = (float(v) for v in dark + rng.random() * (pale - dark))
    return red, green, blue


def _sleeve(rng: np.random.Generator) -> tuple[float, float, float] | None:
    if rng.random() < 0.4:
        return None
    red, green, blue = (float(v) for v in rng.uniform(0.02, 0.7) * rng.uniform(0.4, 1, 3))
    return red, green, blue


def _hidden_row(laid: Laid, pose: Pose, bones: Sequence[Bone]) -> Row:
    """``hand``: nodes that it hides; ``partly``: how much of others it hides."""
    if not bones:
        return {"hand": [], "partly": {}}
    eye = coverage.camera_place(pose)
    at = dict(zip(laid.position, laid.stones, strict=True))
    shares = {}
    for node in BOARD.nodes:
        stone = at.get(node.name)
        spot = (stone.x_mm, stone.y_mm) if stone else (node.x_mm, node.y_mm)
        height = laid.make.height_mm if stone else 0.0
        points = coverage.disc_points(spot, laid.make.diameter_mm / 2, height)
        shares[node.name] = float(coverage.hidden(points, eye, bones).mean())
    return {
        "hand": [name for name, share in shares.items() if share >= HIDDEN],
        "partly": {n: round(s, 2) for n, s in shares.items() if PARTLY <= s < HIDDEN},
    }
