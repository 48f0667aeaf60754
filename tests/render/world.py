"""A table with sheets, blocks and lamps as a mitsuba scene, and its light at the camera."""

from __future__ import annotations

import zlib
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import mitsuba as mi
import numpy as np

from hardware.boards import load_block_sheet
from hardware.cameras.scene import SheetOnTable
from pi_app.games.blocks.shapes import cubes_of
from tests.render import solids, textures
from tests.render.lens import padded
from vision.sheet_print import raster
from vision.types import CameraModel, Floats, Pose

SHEET = load_block_sheet()


@dataclass(frozen=True)
class Spare:
    """A thing that lies about: a block of ``cubes`` edges of ``unit_mm``, or a die (one cube)."""

    colour: str
    cubes: tuple[tuple[int, int, int], ...]
    unit_mm: float
    x_mm: float
    y_mm: float
    turn: float


@dataclass(frozen=True)
class Lamp:
    """A square lamp that looks at the table's middle, or (``size_mm`` < 40) a hard bulb."""

    place_mm: tuple[float, float, float]
    size_mm: float
    colour: tuple[float, float, float]
    strength: float
    """Its share of the light at the table's middle."""


@dataclass(frozen=True)
class World:
    """Everything that the camera may see, in the table's axes (mm, z up)."""

    sheets: tuple[SheetOnTable, ...]
    table: str
    lamps: tuple[Lamp, ...]
    ambient: tuple[float, float, float]
    spares: tuple[Spare, ...] = ()
    hand: tuple[float, float, float, float] | None = None
    """Finger tips x, y, z in mm, and the angle at which the arm leaves."""
    screens: tuple[tuple[float, float, float], ...] = ()
    """Screens across the table: x, y of the middle and turn."""
    screen_colour: tuple[float, float, float] = (0.3, 0.05, 0.05)
    wear: float = 0.0
    offset_mm: float = 0.4
    turn_deg: float = 1.0
    gloss: float = 0.2
    """Roughness of the paint: 0.1 is glossy, 0.4 is matt."""


def moved(place_mm: Sequence[float] | Floats, turn: float = 0.0) -> Floats:
    """The (4, 4) matrix that turns about z, in radians, and then moves by (x, y, z)."""
    c, s = np.cos(turn), np.sin(turn)
    x, y, z = (float(v) for v in place_mm)
    return np.array([[c, -s, 0, x], [s, c, 0, y], [0, 0, 1, z], [0, 0, 0, 1.0]])


def light(world: World, model: CameraModel, pose: Pose, samples: int, seed: int) -> Floats:
    """Linear R, G, B (H, W, 3) at the padded camera whose ``pose`` is the table's.

    Each thing has its own chance, so a block looks the same in two pictures of one ``seed``.
    """

    def chance(name: str) -> np.random.Generator:
        return np.random.default_rng([seed, zlib.crc32(name.encode())])

    scene: dict[str, object] = {"type": "scene", "integrator": {"type": "path", "max_depth": 5}}
    scene["sensor"] = sensor(padded(model), pose, samples)
    scene["ambient"] = {"type": "constant", "radiance": rgb(world.ambient)}
    scene["table"] = table_shape(chance("table"), world.table, 0.0 if world.screens else None)
    for i, lamp in enumerate(world.lamps):
        scene[f"lamp{i}"] = lamp_shape(lamp)
    for i, (x, y, turn) in enumerate(world.screens):
        scene[f"screen{i}"] = _screen(x, y, turn, world.screen_colour)
    for placed in world.sheets:
        scene[f"sheet{placed.number}"] = _paper(chance(f"sheet{placed.number}"), placed)
        for colour, voxels in placed.blocks:
            name = f"block{placed.number}{colour}"
            scene[name] = _block(chance(name), world, placed, (colour, voxels))
    for i, spare in enumerate(world.spares):
        scene[f"spare{i}"] = _spare(chance(f"spare{i}"), world, spare)
    if world.hand:
        fingers = _hand(chance("hand"), world.hand)
        scene |= {f"hand{i}": shape for i, shape in enumerate(fingers)}
    rendered = mi.render(mi.load_dict(scene), seed=seed)
    return np.asarray(rendered, dtype=np.float64)[..., :3]


def on_table(placed: SheetOnTable) -> Floats:
    """The sheet's axes in the table's (4, 4)."""
    return moved((placed.x_mm, placed.y_mm, 0.0), np.radians(placed.turn_deg))


def rgb(value: Sequence[float] | Floats) -> dict[str, Any]:
    """A colour (3,) as mitsuba wants it."""
    return {"type": "rgb", "value": [float(v) for v in value]}


def bitmap(picture: Floats) -> dict[str, Any]:
    """A picture (H, W, 3) of linear R, G, B as a texture; its first row at v = 0."""
    return {"type": "bitmap", "bitmap": mi.Bitmap(picture.astype(np.float32)), "raw": True}


def sensor(model: CameraModel, pose: Pose, samples: int) -> dict[str, Any]:
    """A pin-hole camera; ``pose`` is the world's."""
    # mitsuba's camera looks along z with x to the left and y up.
    to_world = np.eye(4)
    to_world[:3, :3] = pose.rotation.T @ np.diag([-1.0, -1.0, 1.0])
    to_world[:3, 3] = -pose.rotation.T @ pose.translation_mm
    return {
        "type": "perspective",
        "fov_axis": "x",
        "fov": float(np.degrees(2 * np.arctan(model.width / 2 / model.focal_px))),
        "near_clip": 10.0,
        "far_clip": 10000.0,
        "to_world": mi.ScalarTransform4f(to_world),
        "sampler": {"type": "multijitter", "sample_count": samples},
        "film": {
            "type": "hdrfilm",
            "width": model.width,
            "height": model.height,
            "rfilter": {"type": "gaussian", "stddev": 0.45},
            "component_format": "float32",
        },
    }


def table_shape(
    rng: np.random.Generator,
    kind: str,
    turn: float | None = None,
    at: tuple[float, float] = (-0.15, 700.0),
) -> dict[str, Any]:
    """A table top of a ``kind`` of textures.TABLES: ``at`` height and half its side in mm.

    Its grain runs at ``turn`` radians, anywhere if None.
    """
    height, half = at
    where = rng.uniform(0, np.pi) if turn is None else turn
    place = moved((0.0, 0.0, height), where) @ np.diag([half, half, 1, 1])
    surface = bitmap(textures.table_top(rng, kind))
    if half > 700:
        again = mi.ScalarTransform3f().scale(half / 450)
        surface |= {"to_uv": again, "wrap_mode": "mirror"}
    if kind == "felt":
        bsdf: dict[str, Any] = {"type": "diffuse", "reflectance": surface}
    else:
        bsdf = {
            "type": "roughplastic",
            "diffuse_reflectance": surface,
            "alpha": rng.uniform(0.15, 0.4),
        }
    return {"type": "rectangle", "to_world": mi.ScalarTransform4f(place), "bsdf": bsdf}


def _paper(rng: np.random.Generator, placed: SheetOnTable) -> dict[str, Any]:
    # A picture's first row is at the bottom of a mitsuba rectangle.
    printed = raster(SHEET, placed.number, placed.style, 10.0)[::-1].astype(np.float64) / 255
    width, height = SHEET.paper_mm
    place = on_table(placed) @ np.diag([width / 2, height / 2, 1, 1])
    reflectance = bitmap(textures.printed_paper(rng, printed))
    bsdf = {"type": "diffuse", "reflectance": reflectance}
    return {"type": "rectangle", "to_world": mi.ScalarTransform4f(place), "bsdf": bsdf}


def _paint(rng: np.random.Generator, world: World, colour: str) -> object:
    picture = bitmap(textures.painted_wood(rng, colour, world.wear))
    return mi.load_dict(
        {"type": "roughplastic", "diffuse_reflectance": picture, "alpha": world.gloss}
    )


def _block(
    rng: np.random.Generator,
    world: World,
    placed: SheetOnTable,
    block: tuple[str, tuple[tuple[int, int], ...]],
) -> object:
    """A block a little off its place and turned about its own middle."""
    colour, voxels = block
    unit, cubes = SHEET.unit_mm, cubes_of(voxels)
    middle = (np.mean([(x, y, -0.5) for x, y, _ in cubes], axis=0) + 0.5) * unit
    corner = np.array([SHEET.cells[6].x_mm - unit / 2, SHEET.cells[6].y_mm - unit / 2, 0.0])
    off = np.append(rng.uniform(-world.offset_mm, world.offset_mm, 2), 0.0)
    turn = np.radians(rng.uniform(-world.turn_deg, world.turn_deg))
    about = moved(corner + middle + off, turn) @ moved(-middle)
    paint = _paint(rng, world, colour)
    return solids.block(cubes, unit, on_table(placed) @ about, paint, rng)


def _spare(rng: np.random.Generator, world: World, spare: Spare) -> object:
    where = moved((spare.x_mm, spare.y_mm, 0.0), spare.turn)
    paint = _paint(rng, world, spare.colour)
    return solids.block(spare.cubes, spare.unit_mm, where, paint, rng)


def _hand(
    rng: np.random.Generator, hand: tuple[float, float, float, float]
) -> list[dict[str, Any]]:
    reflectance = rgb((0.5, 0.28, 0.2))
    skin = {"type": "roughplastic", "diffuse_reflectance": reflectance, "alpha": 0.35}
    return solids.hand(np.array(hand[:3]), hand[3], rng, skin)


def _screen(x_mm: float, y_mm: float, turn: float, colour: Sequence[float]) -> dict[str, Any]:
    place = moved((x_mm, y_mm, 65.0), turn) @ np.diag([1.5, 150.0, 65.0, 1])
    bsdf = {"type": "diffuse", "reflectance": rgb(colour)}
    return {"type": "cube", "to_world": mi.ScalarTransform4f(place), "bsdf": bsdf}


def lamp_shape(lamp: Lamp) -> dict[str, Any]:
    """A lamp that shines."""
    place = np.array(lamp.place_mm)
    distance = float(np.linalg.norm(place))
    down = place[2] / distance
    if lamp.size_mm < 40:
        area = np.pi * (lamp.size_mm / 2) ** 2
        shape: dict[str, Any] = {
            "type": "sphere",
            "center": list(lamp.place_mm),
            "radius": lamp.size_mm / 2,
        }
    else:
        area = lamp.size_mm**2
        look = mi.ScalarTransform4f().look_at(origin=list(place), target=[0, 0, 0], up=[0.01, 1, 0])
        shape = {
            "type": "rectangle",
            "to_world": look @ mi.ScalarTransform4f().scale(lamp.size_mm / 2),
        }
    radiance = lamp.strength * distance**2 / (area * down) * np.array(lamp.colour)
    return {**shape, "emitter": {"type": "area", "radiance": rgb(radiance)}}
