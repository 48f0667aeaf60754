"""Solids as mitsuba shapes: blocks with rounded edges, dice, screens, a hand."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import product
from typing import Any

import mitsuba as mi
import numpy as np
from numpy.typing import NDArray

from pi_app.games.blocks.shapes import Cube
from tests.render.bones import hand_bones
from vision.types import Floats

TEXTURE_MM = 110.0
"""How much of a block one copy of its paint picture covers."""


@dataclass(frozen=True, eq=False)
class Part:
    """Triangles (F, 3) over vertices with positions in mm (V, 3), normals (V, 3) and uv (V, 2)."""

    positions: Floats
    normals: Floats
    uv: Floats
    faces: NDArray[np.int64]


def rounded_box(low: Floats, high: Floats, radius: float, uv_offset: Floats) -> Part:
    """A box with rounded edges, corners in mm.

    Each face is a grid that is fine near the edges; its points are clamped to the box's core and
    pushed out by ``radius``, so faces are exactly flat and normals exact.
    """
    centre, half = (low + high) / 2, (high - low) / 2
    grids: list[Floats] = []
    uvs: list[Floats] = []
    faces: list[NDArray[np.int64]] = []
    for axis, sign in product(range(3), (-1.0, 1.0)):
        u, v = (axis + 1) % 3, (axis + 2) % 3
        a, b = _face_lines(half[u], radius), _face_lines(half[v], radius)
        grid = np.zeros((len(a), len(b), 3))
        grid[..., axis] = sign * half[axis]
        grid[..., u], grid[..., v] = a[:, None], b[None, :]
        triangles = _grid_triangles(len(a), len(b)) + sum(len(g) for g in grids)
        faces.append(triangles if sign > 0 else triangles[:, ::-1])
        grids.append(grid.reshape(-1, 3))
        uvs.append((grids[-1][:, [u, v]] + centre[[u, v]]) / TEXTURE_MM)
    surface = np.vstack(grids)
    inner = np.clip(surface, radius - half, half - radius)
    normals = surface - inner
    normals /= np.linalg.norm(normals, axis=1, keepdims=True)
    uv = np.vstack(uvs) + uv_offset
    return Part(centre + inner + radius * normals, normals, uv, np.vstack(faces))


def _face_lines(half: float, radius: float) -> Floats:
    bevel = np.tan(np.linspace(0, np.pi / 4, 5)) * radius
    return np.concatenate([-(half - radius) - bevel[::-1], half - radius + bevel])


def _grid_triangles(rows: int, columns: int) -> NDArray[np.int64]:
    i, j = np.mgrid[0 : rows - 1, 0 : columns - 1]
    a = (i * columns + j).ravel()
    b, c, d = a + columns, a + columns + 1, a + 1
    return np.vstack([np.column_stack([a, b, c]), np.column_stack([a, c, d])])


def mesh(parts: Sequence[Part], to_world: Floats, bsdf: object) -> object:
    """One mitsuba mesh of several parts, moved by ``to_world`` (4, 4)."""
    turn = to_world[:3, :3].T
    positions = np.vstack([part.positions for part in parts]) @ turn + to_world[:3, 3]
    first = np.cumsum([0, *(len(part.positions) for part in parts)])
    faces = np.vstack([part.faces + n for part, n in zip(parts, first, strict=False)])
    props = mi.Properties()
    props["bsdf"] = bsdf
    shape = mi.Mesh(
        "block",
        len(positions),
        len(faces),
        props,
        has_vertex_normals=True,
        has_vertex_texcoords=True,
    )
    values = mi.traverse(shape)
    values["vertex_positions"] = positions.astype(np.float32).ravel()
    normals = np.vstack([part.normals for part in parts]) @ turn
    values["vertex_normals"] = normals.astype(np.float32).ravel()
    values["vertex_texcoords"] = np.vstack([p.uv for p in parts]).astype(np.float32).ravel()
    values["faces"] = faces.astype(np.uint32).ravel()
    values.update()
    return shape


def maximal_boxes(cubes: Iterable[Cube]) -> list[tuple[Floats, Floats]]:
    """The largest boxes of unit cubes within ``cubes`` as (lowest, highest + 1) corners.

    Rounded one by one they look like the rounded solid: a concave edge stays sharp, as it is
    when blocks are cut from one piece.
    """
    filled = set(cubes)
    boxes = {box for a, b in product(filled, filled) if (box := _between(a, b)) <= filled}
    largest = [box for box in boxes if not any(box < other for other in boxes)]
    corners = [np.array(sorted(box), dtype=np.float64) for box in sorted(largest, key=sorted)]
    return [(np.min(box, axis=0), np.max(box, axis=0) + 1.0) for box in corners]


def _between(a: Cube, b: Cube) -> frozenset[Cube]:
    """The cubes of the box that two cubes span."""
    x, y, z = (range(min(pair), max(pair) + 1) for pair in zip(a, b, strict=True))
    return frozenset(product(x, y, z))


def block(
    cubes: Iterable[Cube],
    unit_mm: float,
    to_world: Floats,
    bsdf: object,
    rng: np.random.Generator,
) -> object:
    """A solid block of unit cubes at integer places (x, y, z), in mm, moved by ``to_world``."""
    radius, slack = rng.uniform(0.6, 1.6), np.array([0.2, 0.2, 0.05])
    uv_offset = rng.random(2)
    parts = [
        rounded_box(low * unit_mm + slack, high * unit_mm - slack, radius, uv_offset)
        for low, high in maximal_boxes(cubes)
    ]
    return mesh(parts, to_world, bsdf)


def capsule(a: Floats, b: Floats, radius: float, bsdf: object) -> list[dict[str, Any]]:
    """A finger's bone: a cylinder with round ends."""
    ends = [{"type": "sphere", "center": list(p), "radius": radius, "bsdf": bsdf} for p in (a, b)]
    tube = {"type": "cylinder", "p0": list(a), "p1": list(b), "radius": radius, "bsdf": bsdf}
    return [*ends, tube]


def hand(
    tip: Floats, towards: float, rng: np.random.Generator, bsdf: object
) -> list[dict[str, Any]]:
    """The shapes of ``hand_bones``."""
    bones = hand_bones(tip, towards, rng)
    return [shape for bone in bones for shape in capsule(bone.a, bone.b, bone.radius_mm, bsdf)]
