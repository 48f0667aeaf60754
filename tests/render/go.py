"""Pictures of Go boards without markers: what each shows, and its row of truth."""

from __future__ import annotations

import zlib
from dataclasses import replace

import numpy as np

from hardware.boards import load_lattice_board
from hardware.cameras.scene import camera_model, looking_at
from tests.render import coverage, rooms, stone_shot, surfaces
from tests.render.lens import Faults
from tests.render.photograph import Photograph, Row
from tests.render.positions import Position, go_position, settled
from tests.render.stone_world import StoneWorld, Surface
from tests.render.stones import Make, Stone
from tests.render.surfaces import GoLook
from tests.render.textures import TABLES
from vision.pose import project
from vision.types import CameraModel, Floats, Pose

BOARD = load_lattice_board("go-19")
CORNERS = ("A19", "T19", "T1", "A1")
MATERIALS = ("wood", "cloth", "wood", "wood", "paper", "wood", "wood")
"""Even numbers and odd ones get the same, each with all KINDS in time."""
KINDS = ("slate", "glass", "yunzi")
SIZES = ((640, 480), (480, 640), (1280, 960), (960, 1280), (1024, 768), (1600, 1200))
VIEWS = ("side", "overhead", "side", "wide", "side")
FULLEST = 250


def picture(index: int, samples: int) -> Photograph:
    """Picture ``index`` of the set."""
    rng = np.random.default_rng([zlib.crc32(b"go"), index])
    hard, view = bool(rng.random() < 0.5), VIEWS[index % len(VIEWS)]
    look, surface = _surface(rng, MATERIALS[index // 2 % len(MATERIALS)])
    model, pose = _camera(rng, view, surface.size_mm)
    make = _make(rng, KINDS[index // 2 % len(KINDS)])
    position = _position(rng)
    light = str(rng.choice(rooms.KINDS, p=[0.2, 0.12, 0.13, 0.3, 0.15, 0.1]))
    lighting = rooms.lighting(rng, light, pose, model)
    world = _world(rng, surface, make, lighting, (position, look))
    wrong = _sharper(stone_shot.faults(rng, hard, lighting), model)
    seed = int(rng.integers(2**31))
    pixels = stone_shot.photograph(world, (model, pose), wrong, samples, seed)
    tags = ["hard" if hard else "easy", f"view-{view}", f"light-{light}", f"board-{look.material}"]
    row: Row = {
        "board": BOARD.name,
        **_points(rng, _corners(look, pose, model), clicked=index // 2 % 2 == 1),
        "stones": stone_shot.in_order(BOARD, position),
        "exif_orientation": 1,
        "style": "plain",
        "tags": tags + stone_shot.tags(world),
        "stone_kind": make.kind,
        "stops": round(wrong.stops, 2),
        "camera": stone_shot.camera_row(model, pose),
    }
    return Photograph(pixels, wrong.jpeg_quality, row)


def _make(rng: np.random.Generator, kind: str) -> Make:
    diameter, height = rng.uniform(21.3, 22.6), rng.uniform(6.5, 10.5)
    return Make(kind, float(diameter), float(height), float(rng.random()))


def _world(
    rng: np.random.Generator,
    surface: Surface,
    make: Make,
    lighting: rooms.Lighting,
    played: tuple[Position, GoLook],
) -> StoneWorld:
    clear = (surface.size_mm[0] / 2, surface.size_mm[1] / 2)
    clutter, with_bowls = rng.random() < 0.4, rng.random() < 0.5
    count = int(rng.integers(1, 16)) if clutter else 0
    on_board = _placed(rng, *played, make, float(rng.uniform(0.4, 1.6)))
    table = str(rng.choice(list(TABLES)))
    return StoneWorld(
        surface=surface,
        make=make,
        on_board=on_board,
        table=table,
        lamps=lighting.lamps,
        room=lighting.room,
        bars=lighting.bars,
        spare=stone_shot.spare_stones(rng, count, make, clear, -surface.thick_mm),
        bowls=stone_shot.bowls(rng, float(rng.uniform(52, 66)), clear) if with_bowls else (),
    )


def _sharper(wrong: Faults, model: CameraModel) -> Faults:
    """A small picture is a large one made smaller: less blur in its pixels."""
    finer = min(1.0, max(model.width, model.height) / 1100)
    return replace(wrong, blur_px=max(0.35, wrong.blur_px * finer))


def _points(rng: np.random.Generator, corners: Floats, clicked: bool) -> Row:
    """The corners as they are, or as a hand clicked them, up to 3 px beside."""
    click = float(rng.uniform(0.5, 3)) if clicked else 0.0
    angle = rng.uniform(0, 2 * np.pi, 4)
    away = click * np.sqrt(rng.random((4, 1)))
    points = corners + away * np.column_stack([np.cos(angle), np.sin(angle)])
    return {
        "points": _named(points),
        "true_points": _named(corners),
        "click_px": round(click, 2),
        "board_px": round(float(np.ptp(corners[:, 0]))),
    }


def _surface(rng: np.random.Generator, form: str) -> tuple[GoLook, Surface]:
    """A board of wood, cloth or paper."""
    if form == "wood":
        material, gloss = str(rng.choice(list(surfaces.WOODS))), float(rng.choice([0.04, 0.1, 0.3]))
        thick = float(rng.choice([6.0, 20.0, 60.0]))
    elif form == "cloth":
        material, thick = f"cloth-{rng.choice(list(surfaces.CLOTHS))}", 0.5
        gloss = 0.25 if rng.random() < 0.4 else 0.0
    else:
        material, gloss, thick = f"paper-{rng.choice(list(surfaces.CLOTHS))}", 0.0, 0.2
    look = GoLook(
        material,
        pitch=((1.0, 1.0), (1.0, 1.0), (1.0, 0.9283), (1.0, 1.03))[rng.integers(4)],
        margin_mm=float(rng.uniform(11, 20)),
        line_mm=float(rng.uniform(0.6, 1.3)),
        ink=(0.6, 0.6, 0.58) if material == "cloth-green" else (0.02, 0.017, 0.015),
        strength=float(rng.uniform(0.65, 1.0)),
        names=bool(rng.random() < 0.25),
        grain=float(rng.uniform(0.03, 0.16)),
    )
    creases = float(rng.uniform(0.5, 2.5)) if form != "wood" and rng.random() < 0.6 else 0.0
    top = surfaces.go_board(rng, BOARD, look)
    return look, Surface(top, look.size_mm(BOARD), thick, gloss or None, creases)


def _camera(
    rng: np.random.Generator, view: str, size_mm: tuple[float, float]
) -> tuple[CameraModel, Pose]:
    """A camera that has all of the board in its picture, from as near as it can or further off."""
    width, height = SIZES[rng.integers(len(SIZES))]
    long = max(width, height)
    focal = long * (rng.uniform(0.45, 0.58) if view == "wide" else rng.uniform(0.68, 0.95))
    k1 = rng.uniform(-0.03, 0.01) if view == "wide" else rng.uniform(-0.008, 0.008)
    model = camera_model(width, height, focal, round(float(k1), 4))
    elevation = rng.uniform(82, 90) if view == "overhead" else rng.uniform(42, 80)
    seat = float(rng.choice([0, 90, 180, 270])) + rng.normal(0, 14)
    roll = rng.normal(0, 4)
    half = np.array(size_mm) / 2
    outline = np.array([[x, y, 0] for x in (-half[0], half[0]) for y in (-half[1], half[1])])
    distance = 300.0
    target = (*rng.uniform(-25, 25, 2), 0.0)
    while not _fits(outline, looking_at(target, elevation, seat, distance, roll), model):
        distance *= 1.03
    distance *= rng.uniform(1.0, 1.25) if rng.random() < 0.7 else rng.uniform(1.25, 1.7)
    return model, looking_at(target, elevation, seat, distance, roll)


def _fits(outline: Floats, pose: Pose, model: CameraModel) -> bool:
    return bool(coverage.in_picture(outline, pose, model, margin_px=4.0).all())


def _position(rng: np.random.Generator) -> Position:
    share = rng.random()
    if share < 0.1:
        return {}
    many = rng.integers(1, 20) if share < 0.25 else rng.integers(20, FULLEST + 1)
    return go_position(rng, BOARD, int(many))


def _placed(
    rng: np.random.Generator, position: Position, look: GoLook, make: Make, off_mm: float
) -> tuple[Stone, ...]:
    """The stones where a hand put them: off their crossings, pushed aside by each other."""
    if not position:
        return ()
    place = {n.name: surfaces.scaled((n.x_mm, n.y_mm), look) for n in BOARD.nodes}
    homes = np.array([place[name] for name in position])
    off = np.clip(rng.normal(0, off_mm, homes.shape), -3.5, 3.5)
    sizes = make.diameter_mm + rng.normal(0, 0.1, len(homes))
    places = settled(homes, off, sizes, 5.0)
    return tuple(
        Stone(colour, float(x), float(y))
        for colour, (x, y) in zip(position.values(), places, strict=True)
    )


def _corners(look: GoLook, pose: Pose, model: CameraModel) -> Floats:
    """Where the four outer crossings are seen (4, 2) px, in the order of CORNERS."""
    place = {n.name: surfaces.scaled((n.x_mm, n.y_mm), look) for n in BOARD.nodes}
    return project(np.array([[*place[name], 0.0] for name in CORNERS]), pose, model)


def _named(corners: Floats) -> dict[str, list[float]]:
    return {n: np.round(p, 2).tolist() for n, p in zip(CORNERS, corners, strict=True)}
