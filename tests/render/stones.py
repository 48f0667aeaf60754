"""Stones as mitsuba shapes: lenses of glass, slate, shell, Yunzi; discs of wood; bowls."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from tests.render.solids import Part, mesh
from tests.render.textures import clouds, grain
from tests.render.world import bitmap, moved, rgb
from vision.types import Floats

KINDS = ("glass", "slate", "wood", "yunzi")
AROUND = 40
TEXTURE_STONES = 6.0
"""A material's picture covers so many stones' breadth, so no two look quite alike."""


@dataclass(frozen=True)
class Stone:
    """A stone whose lowest point is at (x, y, z), in mm; leaning by ``tilt`` radians."""

    colour: str
    x_mm: float
    y_mm: float
    z_mm: float = 0.0
    tilt: float = 0.0


@dataclass(frozen=True)
class Make:
    """How a set of stones is made."""

    kind: str
    diameter_mm: float
    height_mm: float
    tone: float = 0.5
    """0–1: among the darkest and plainest of its kind, or the lightest."""


def profile(make: Make) -> Floats:
    """The outline (P, 2) of radius and height, from the lowest point to the highest."""
    radius, half = make.diameter_mm / 2, make.height_mm / 2
    angle = np.linspace(-np.pi / 2, np.pi / 2, 19)
    if make.kind == "wood":
        # A disc with rounded edges and a slightly domed top.
        edge = min(2.2, 0.45 * make.height_mm)
        arc = np.linspace(-np.pi / 2, 0, 6)
        low = np.column_stack([radius - edge + edge * np.cos(arc), edge + edge * np.sin(arc)])
        side = make.height_mm - 0.12 * radius
        high = np.column_stack([low[::-1, 0], side - low[::-1, 1]])
        return np.vstack(
            [[0, 0], low, high, [[0.5 * radius, side + 0.08 * radius], [0, make.height_mm]]]
        )
    r = radius * np.cos(angle)
    z = half * np.sign(angle) * (1 - (r / radius) ** 2) ** 0.72
    if make.kind == "yunzi":
        # Flat below, domed above.
        z = np.where(z < 0, 0.35 * z, 1.65 * z) + 0.35 * half
        return np.column_stack([r, z])
    return np.column_stack([r, z + half])


def turned_part(outline: Floats, to_world: Floats, uv: tuple[Floats, float]) -> Part:
    """The solid that ``outline`` sweeps about z; ``uv``: offset (2,) and mm of one picture."""
    offset, scale = uv
    angle = np.linspace(0, 2 * np.pi, AROUND, endpoint=False)
    tangent = np.gradient(outline, axis=0)
    tangent /= np.linalg.norm(tangent, axis=1, keepdims=True) + 1e-12
    ring = np.stack([np.cos(angle), np.sin(angle)], axis=1)
    flat = outline[:, None, 0, None] * ring[None]
    points = np.concatenate(
        [flat, np.broadcast_to(outline[:, None, 1, None], (*flat.shape[:2], 1))], axis=2
    )
    out = tangent[:, None, 1, None] * ring[None]
    normals = np.concatenate(
        [out, np.broadcast_to(-tangent[:, None, 0, None], (*flat.shape[:2], 1))], axis=2
    )
    i, j = np.mgrid[0 : len(outline) - 1, 0:AROUND]
    a, b = (i * AROUND + j).ravel(), (i * AROUND + (j + 1) % AROUND).ravel()
    faces = np.vstack(
        [np.column_stack([a, b, b + AROUND]), np.column_stack([a, b + AROUND, a + AROUND])]
    )
    turn = to_world[:3, :3].T
    return Part(
        points.reshape(-1, 3) @ turn + to_world[:3, 3],
        normals.reshape(-1, 3) @ turn,
        points.reshape(-1, 3)[:, :2] / scale + offset,
        faces,
    )


def shapes(
    rng: np.random.Generator, stones: Sequence[Stone], make: Make, bsdfs: dict[str, object]
) -> list[object]:
    """One mesh of each colour; each stone is turned and textured by chance."""
    outline = profile(make)
    scale = TEXTURE_STONES * make.diameter_mm
    parts: dict[str, list[Part]] = {}
    for stone in stones:
        c, s = np.cos(stone.tilt), np.sin(stone.tilt)
        lean = np.array([[c, 0, s, 0], [0, 1, 0, 0], [-s, 0, c, 0], [0, 0, 0, 1.0]])
        turn = float(rng.uniform(0, 2 * np.pi))
        where = moved((stone.x_mm, stone.y_mm, stone.z_mm), turn) @ lean
        part = turned_part(outline, where, (rng.random(2), scale))
        parts.setdefault(stone.colour, []).append(part)
    return [mesh(found, np.eye(4), bsdfs[colour]) for colour, found in parts.items()]


def materials(rng: np.random.Generator, make: Make) -> dict[str, object]:
    """The bsdf of the black stones and of the white ones."""
    return {"black": _black(rng, make), "white": _white(rng, make)}


def _black(rng: np.random.Generator, make: Make) -> dict[str, Any]:
    if make.kind == "glass":
        deep = rng.uniform(0.008, 0.03) * np.exp(rng.normal(0, 0.1, 3))
        return {"type": "plastic", "diffuse_reflectance": rgb(deep)}
    if make.kind == "wood":
        stain = (0.025 + 0.04 * make.tone) * np.array([1.15, 1.0, 0.9])
        picture = stain * np.exp(0.25 * grain(rng, 512, 60))[..., None]
        return _rough(picture, rng.uniform(0.18, 0.4))
    stone = (0.022 + 0.03 * make.tone) * np.array([0.97, 1.0, 1.05])
    picture = stone * np.exp(0.15 * clouds(rng, (512, 512), (60, 60)))[..., None]
    return _rough(
        picture, rng.uniform(0.12, 0.25) if make.kind == "yunzi" else rng.uniform(0.2, 0.42)
    )


def _white(rng: np.random.Generator, make: Make) -> dict[str, Any]:
    tint = np.array([1.0, 1.0, 1.0]) * np.exp(rng.normal(0, 0.025, 3))
    if make.kind == "glass":
        return {"type": "plastic", "diffuse_reflectance": rgb((0.62 + 0.2 * make.tone) * tint)}
    if make.kind == "wood":
        return _rough(_white_wood(rng, make), rng.uniform(0.18, 0.4))
    warm = np.array([1.0, 0.97, 0.9]) * tint
    if make.kind == "yunzi":
        # Light passes through a little: the rim glows and the shadow is soft.
        body = {
            "type": "principledthin",
            "base_color": rgb(0.9 * warm),
            "diff_trans": float(rng.uniform(0.3, 0.8)),
            "roughness": 0.3,
            "eta": 1.5,
        }
        skin = {
            "type": "twosided",
            "nested": _rough((0.72 * warm)[None, None] * np.ones((2, 2, 1)), 0.2),
        }
        return {"type": "blendbsdf", "weight": 0.6, "a": body, "b": skin}
    streaks = grain(rng, 512, 110)
    lines = np.clip(streaks, -0.2, 1.5)[..., None] * np.array([0.03, 0.045, 0.08])
    return _rough((0.66 + 0.14 * make.tone) * warm * (1 - lines), rng.uniform(0.1, 0.25))


def _white_wood(rng: np.random.Generator, make: Make) -> Floats:
    """Pale wood as it is, or painted white."""
    pattern = grain(rng, 512, 60)[..., None]
    if make.tone < 0.4:
        pale = np.array([0.66, 0.52, 0.34]) * np.exp(rng.normal(0, 0.06, 3))
        return np.asarray(pale * np.exp(0.1 * pattern))
    return np.asarray(np.array([0.76, 0.74, 0.7]) * np.exp(0.03 * pattern))


def _rough(picture: Floats, alpha: float) -> dict[str, Any]:
    reflectance = bitmap(np.clip(picture, 0.004, 0.9))
    return {"type": "roughplastic", "diffuse_reflectance": reflectance, "alpha": float(alpha)}


BOWL = ((0.0, 0.0), (0.62, 0.0), (0.85, 0.12), (1.0, 0.5), (0.96, 0.85), (0.8, 1.0), (0.74, 0.98))
BOWL_INSIDE = ((0.86, 0.8), (0.88, 0.5), (0.6, 0.2), (0.0, 0.15))
"""Radius and height of a bowl's outline, as shares of its radius and its height."""


def bowl(x_mm: float, y_mm: float, radius_mm: float, height_mm: float) -> Part:
    """An open bowl that stands at (x, y, 0)."""
    outline = np.array(BOWL + BOWL_INSIDE) * (radius_mm, height_mm)
    return turned_part(outline, moved((x_mm, y_mm, 0.0)), (np.zeros(2), 3 * radius_mm))


def heap(
    rng: np.random.Generator,
    place: tuple[float, float, float],
    radius_mm: float,
    colour: str,
    make: Make,
) -> list[Stone]:
    """Stones in a bowl: layers of them, the last one loose, around (x, y) and up from z."""
    x, y, z = place
    found: list[Stone] = []
    for layer in range(3):
        for _ in range(int(1.6 * (radius_mm / make.diameter_mm * 2) ** 2)):
            r, angle = radius_mm * np.sqrt(rng.random()), rng.uniform(0, 2 * np.pi)
            lift = z + layer * 0.7 * make.height_mm + rng.uniform(0, 3)
            east, north = float(x + r * np.cos(angle)), float(y + r * np.sin(angle))
            found.append(Stone(colour, east, north, float(lift), float(rng.uniform(-0.6, 0.6))))
    return found
