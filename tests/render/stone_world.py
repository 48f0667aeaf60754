"""A board with stones in a room as a mitsuba scene, and its light at the camera."""

from __future__ import annotations

import zlib
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import mitsuba as mi
import numpy as np

from tests.render import solids, stones, surfaces
from tests.render.bones import Bone
from tests.render.denoise import denoised
from tests.render.lens import padded
from tests.render.stones import Make, Stone
from tests.render.textures import grain
from tests.render.world import Lamp, bitmap, lamp_shape, moved, rgb, sensor, table_shape
from vision.types import CameraModel, Floats, Pose

PATH = {"type": "path", "max_depth": 6, "rr_depth": 3}
FIRST_HIT = {"type": "aov", "aovs": "albedo:albedo,normal:sh_normal"}
"""What the denoiser wants to know of each pixel."""


@dataclass(frozen=True, eq=False)
class Surface:
    """The board: its top lies at z = 0 about the middle."""

    top: Floats
    """Reflectance (H, W, 3), its first row at the top (largest y)."""
    size_mm: tuple[float, float]
    thick_mm: float = 0.15
    gloss: float | None = None
    """Roughness of the varnish; None is matt."""
    creases_mm: float = 0.0


@dataclass(frozen=True)
class Bowl:
    """A bowl on the table with stones of a colour in it."""

    x_mm: float
    y_mm: float
    radius_mm: float
    colour: str
    wood: tuple[float, float, float]


@dataclass(frozen=True, eq=False)
class StoneWorld:
    """Everything that the camera may see, in the board's axes (mm, z up)."""

    surface: Surface
    make: Make
    on_board: tuple[Stone, ...]
    table: str
    lamps: tuple[Lamp, ...]
    room: Floats
    """The rest of the room as an equirectangular picture (H, 2H, 3) of radiance."""
    spare: tuple[Stone, ...] = ()
    bowls: tuple[Bowl, ...] = ()
    bars: tuple[Floats, ...] = ()
    """Quadrilaterals (4, 3) that cast shadows, such as a window's frame."""
    hand: tuple[Bone, ...] = ()
    skin: tuple[float, float, float] = (0.5, 0.28, 0.2)
    sleeve: tuple[float, float, float] | None = None


def light(world: StoneWorld, model: CameraModel, pose: Pose, samples: int, seed: int) -> Floats:
    """Linear R, G, B (H, W, 3) at the padded camera whose ``pose`` is the board's."""

    def chance(name: str) -> np.random.Generator:
        return np.random.default_rng([seed, zlib.crc32(name.encode())])

    scene: dict[str, object] = {"type": "scene", "integrator": PATH}
    scene["sensor"] = sensor(padded(model), pose, samples)
    scene["room"] = _room(world.room)
    ground = -world.surface.thick_mm
    scene["table"] = table_shape(chance("table"), world.table, None, (ground - 0.02, 900.0))
    scene |= _named("lamp", [lamp_shape(lamp) for lamp in world.lamps])
    scene |= _named("board", _board(chance("board"), world.surface))
    bsdfs = {k: mi.load_dict(v) for k, v in stones.materials(chance("make"), world.make).items()}
    heaps = [s for i, b in enumerate(world.bowls) for s in _heap(chance(f"heap{i}"), b, world)]
    everything = (*world.on_board, *world.spare, *heaps)
    scene |= _named("stones", stones.shapes(chance("stones"), everything, world.make, bsdfs))
    scene |= _named(
        "bowl", [_bowl(chance(f"bowl{i}"), b, ground) for i, b in enumerate(world.bowls)]
    )
    scene |= _named("bar", [_quad(corners) for corners in world.bars])
    scene |= _named("hand", _hand(world))
    whole = mi.load_dict(scene)
    # By itself: as the path's wrapper, aov would trace every path twice.
    seen = np.asarray(mi.render(whole, integrator=mi.load_dict(FIRST_HIT), spp=2, seed=seed))
    rendered = np.asarray(mi.render(whole, spp=samples, seed=seed), dtype=np.float64)
    return denoised(rendered[..., :3], seen[..., -6:-3], seen[..., -3:])


def _named(name: str, shapes: Sequence[object]) -> dict[str, object]:
    return {f"{name}{i}": shape for i, shape in enumerate(shapes)}


def _room(picture: Floats) -> dict[str, Any]:
    # An environment's up is y in mitsuba, the table's is z.
    upright = mi.ScalarTransform4f().rotate([1, 0, 0], 90)
    image = mi.Bitmap(picture.astype(np.float32))
    return {"type": "envmap", "bitmap": image, "to_world": upright}


def _board(rng: np.random.Generator, surface: Surface) -> list[dict[str, Any]]:
    """The top as a rectangle with the picture; below it a slab, if it is thick."""
    half = np.array(surface.size_mm) / 2
    # A picture's first row is at the bottom of a mitsuba rectangle.
    picture = bitmap(surface.top[::-1])
    bsdf: dict[str, Any] = {"type": "diffuse", "reflectance": picture}
    if surface.gloss is not None:
        bsdf = {
            "type": "roughplastic",
            "diffuse_reflectance": picture,
            "alpha": surface.gloss,
            "nonlinear": True,
        }
    if surface.creases_mm:
        heights = bitmap(surfaces.creases(rng))
        bsdf = {"type": "bumpmap", "height": heights, "scale": surface.creases_mm, "nested": bsdf}
    place = np.diag([half[0], half[1], 1, 1])
    top = {"type": "rectangle", "to_world": mi.ScalarTransform4f(place), "bsdf": bsdf}
    if surface.thick_mm < 1:
        return [top]
    side = np.mean(surface.top[::50, ::50], axis=(0, 1)) * 0.85
    thick = surface.thick_mm / 2
    slab = moved((0, 0, -thick - 0.05)) @ np.diag([half[0], half[1], thick, 1])
    wood = {"type": "roughplastic", "diffuse_reflectance": rgb(side), "alpha": 0.3}
    return [top, {"type": "cube", "to_world": mi.ScalarTransform4f(slab), "bsdf": wood}]


def _heap(rng: np.random.Generator, bowl: Bowl, world: StoneWorld) -> list[Stone]:
    height = _bowl_height(bowl)
    place = (bowl.x_mm, bowl.y_mm, 0.45 * height - world.surface.thick_mm)
    return stones.heap(rng, place, 0.62 * bowl.radius_mm, bowl.colour, world.make)


def _bowl_height(bowl: Bowl) -> float:
    return 1.15 * bowl.radius_mm if bowl.radius_mm > 45 else 0.6 * bowl.radius_mm


def _bowl(rng: np.random.Generator, bowl: Bowl, ground: float) -> object:
    part = stones.bowl(bowl.x_mm, bowl.y_mm, bowl.radius_mm, _bowl_height(bowl))
    picture = np.array(bowl.wood) * np.exp(0.15 * grain(rng, 512, 30))[..., None]
    wood = {
        "type": "roughplastic",
        "diffuse_reflectance": bitmap(np.clip(picture, 0.004, 0.9)),
        "alpha": 0.12,
    }
    both = mi.load_dict({"type": "twosided", "nested": wood})
    return solids.mesh([part], moved((0.0, 0.0, ground)), both)


def _quad(corners: Floats) -> dict[str, Any]:
    a, b, _, d = corners
    place = np.eye(4)
    place[:3, 0], place[:3, 1] = (b - a) / 2, (d - a) / 2
    place[:3, 2] = np.cross(place[:3, 0], place[:3, 1])
    place[:3, 3] = corners.mean(axis=0)
    grey = {"type": "twosided", "nested": {"type": "diffuse", "reflectance": rgb((0.4, 0.4, 0.4))}}
    return {"type": "rectangle", "to_world": mi.ScalarTransform4f(place), "bsdf": grey}


def _hand(world: StoneWorld) -> list[dict[str, Any]]:
    """The bones with skin on them; the arm, the last bone, may have a sleeve."""
    skin = {"type": "roughplastic", "diffuse_reflectance": rgb(world.skin), "alpha": 0.35}
    found: list[dict[str, Any]] = []
    for i, bone in enumerate(world.hand):
        cloth = world.sleeve is not None and i == len(world.hand) - 1
        bsdf = {"type": "diffuse", "reflectance": rgb(world.sleeve or ())} if cloth else skin
        found += solids.capsule(bone.a, bone.b, bone.radius_mm, bsdf)
    return found
