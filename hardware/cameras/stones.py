"""Stones as the virtual camera sees them: lenses of glass, slate or wood, lit by a lamp."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise

import numpy as np
from numpy.typing import NDArray

from hardware.cameras import CameraError
from hardware.cameras.scene import Light, Rgb
from hardware.cameras.view import HEIGHT, Singles, View
from vision.types import Floats

RING = np.linspace(0, 2 * math.pi, 33)[:-1]
MARGIN_PX = 3
RIM = 0.12
"""How bright the room is that the rims of stones mirror, as a share of the lamp."""


@dataclass(frozen=True)
class Look:
    """What a stone reflects, and the share of the lamp that it mirrors.

    ``sharp`` is Blinn and Phong's exponent (Blinn, 1977): the higher, the smaller the highlight.
    """

    paint: Rgb
    gloss: float
    sharp: float


FINISHES: Mapping[str, Mapping[str, Look]] = {
    "glass": {
        "black": Look((0.012, 0.012, 0.014), 0.90, 160.0),
        "white": Look((0.80, 0.80, 0.78), 0.22, 160.0),
    },
    "slate": {  # and shell
        "black": Look((0.030, 0.031, 0.033), 0.07, 25.0),
        "white": Look((0.76, 0.75, 0.70), 0.12, 60.0),
    },
    "wood": {
        "black": Look((0.040, 0.032, 0.027), 0.04, 15.0),
        "white": Look((0.74, 0.66, 0.50), 0.04, 15.0),
    },
}


@dataclass(frozen=True)
class Stone:
    """One stone by the middle of its foot; ``tone`` makes its paint darker or lighter."""

    colour: str
    x_mm: float
    y_mm: float
    size_mm: float = 18.0
    finish: str = "glass"
    tone: float = 1.0

    @property
    def look(self) -> Look:
        """How it looks; raises CameraError for a colour or finish that there is not."""
        if self.finish not in FINISHES:
            raise CameraError(f"no finish {self.finish!r}: use one of {', '.join(FINISHES)}")
        if self.colour not in FINISHES[self.finish]:
            raise CameraError(f"no stone is {self.colour!r}: use black or white")
        look = FINISHES[self.finish][self.colour]
        red, green, blue = (share * self.tone for share in look.paint)
        return replace(look, paint=(red, green, blue))


@dataclass(frozen=True, eq=False)
class Patch:
    """Pixels (N,) of the picture, numbered row by row: their colour (N, 3) and cover (N,), 0–1."""

    at: NDArray[np.int64]
    colour: Singles
    cover: Singles


def shadows(stones: Sequence[Stone], light: Light) -> Floats:
    """The outline (N, 32, 3) of each stone's shadow on the table, in mm.

    A lens stretched into a ball throws an ellipse about the place where its middle's ray lands.
    """
    lamp = light.unit
    long = math.hypot(math.hypot(lamp[0], lamp[1]), lamp[2] / HEIGHT) / (lamp[2] / HEIGHT)
    level = math.hypot(lamp[0], lamp[1])
    along = np.array([lamp[0], lamp[1]]) / level if level > 1e-9 else np.array([1.0, 0.0])
    ring = np.outer(np.cos(RING) * long, along) + np.outer(np.sin(RING), [-along[1], along[0]])
    place, radius = _places(stones), np.array([s.size_mm / 2 for s in stones])[:, None]
    middle = place - radius * HEIGHT * lamp[:2] / lamp[2]
    return _on_table(middle[:, None] + radius[:, None] * ring)


def feet(stones: Sequence[Stone]) -> Floats:
    """The outline (N, 32, 3) of where each stone keeps the room's light from the table, in mm."""
    radius = np.array([0.8 * s.size_mm / 2 for s in stones])[:, None, None]
    ring = np.stack([np.cos(RING), np.sin(RING)], axis=1)
    return _on_table(_places(stones)[:, None] + radius * ring)


def patches(view: View, stones: Sequence[Stone], light: Light, lit: Singles) -> Iterator[Patch]:
    """Each stone in sight as it looks, the farthest first.

    ``lit`` (H, W) is the share of the lamp that the hand lets through. Raises CameraError for a
    stone beside or behind the camera.
    """
    if not stones:
        return
    eye = view.eye_mm
    far_first = sorted(stones, key=lambda s: -math.hypot(s.x_mm - eye[0], s.y_mm - eye[1]))
    at, cover, stone = _silhouettes(view, far_first)
    paint = _paint(view, far_first, (at, stone), light, lit)
    ends = np.searchsorted(stone, np.arange(len(stones) + 1))
    for start, end in pairwise(ends):
        if start < end:
            part = slice(start, end)
            yield Patch(at[part], paint[part], cover[part])


def _silhouettes(
    view: View, stones: Sequence[Stone]
) -> tuple[NDArray[np.int64], Singles, NDArray[np.int64]]:
    """The pixels (N,) that stones cover, how much of each, and which stone it is, in order."""
    corner, side = _boxes(view, stones)
    height, width = view.model.height, view.model.width
    rows = corner[:, 1, None, None] + np.arange(side)[None, :, None]
    columns = corner[:, 0, None, None] + np.arange(side)[None, None, :]
    inside = (rows >= 0) & (rows < height) & (columns >= 0) & (columns < width)
    at = np.where(inside, rows * width + columns, 0)
    eye = _eyes(view, stones)
    along = sum(
        (plane.take(at) * eye[:, axis, None, None] for axis, plane in enumerate(view.lens_rays)),
        start=np.float32(0),
    )
    beside2 = np.sum(eye**2, axis=1)[:, None, None] - along**2
    cover = np.where(inside, _cover(np.sqrt(np.maximum(beside2, 0))), 0)
    found = np.nonzero(cover > 0)
    return at[found], cover[found], found[0]


def _boxes(view: View, stones: Sequence[Stone]) -> tuple[NDArray[np.int64], int]:
    """The top left pixel (N, 2) of a square around each stone, and the squares' common side."""
    place = np.column_stack([_places(stones), [s.size_mm / 2 * HEIGHT for s in stones]])
    middle = view.seen_px(place)
    right = view.pose.rotation[0] * np.array([s.size_mm / 2 for s in stones])[:, None]
    reach = np.linalg.norm(view.seen_px(place + right) - middle, axis=1).max()
    # Off the axis a perspective picture stretches a ball outwards, by less than this.
    half = math.ceil(1.15 * reach) + MARGIN_PX
    return np.round(middle).astype(np.int64) - half, 2 * half + 1


def _eyes(view: View, stones: Sequence[Stone]) -> Singles:
    """Where the eye is (N, 3) in the space in which each stone is a ball of radius 1 about 0."""
    radius = np.array([s.size_mm / 2 for s in stones])
    middle = np.column_stack([_places(stones), radius * HEIGHT])
    eye = (view.eye_mm - middle) / (radius[:, None] * [1.0, 1.0, HEIGHT])
    return np.asarray(eye, dtype=np.float32)


def _cover(beside: Singles) -> Singles:
    """How much of each pixel (N, h, w) a ball of radius 1 covers: its edge is a pixel wide."""
    down, across = np.gradient(beside, axis=(1, 2))
    inside_px = (1 - beside) / np.maximum(np.hypot(down, across), 1e-6)
    return np.asarray(np.clip(inside_px + 0.5, 0, 1), dtype=np.float32)


def _paint(
    view: View,
    stones: Sequence[Stone],
    pixels: tuple[NDArray[np.int64], NDArray[np.int64]],
    light: Light,
    lit: Singles,
) -> Singles:
    """The light (N, 3) that comes from stones at pixels (N,), given with each one's stone (N,)."""
    at, stone = pixels
    eyes = _eyes(view, stones)
    eye, ray = eyes[stone].T, np.stack([plane.take(at) for plane in view.lens_rays])
    along = np.sum(eye * ray, axis=0)
    beyond = np.sum(eyes**2, axis=1)[stone] - 1 - along**2
    ball = eye - ray * (along + np.sqrt(np.maximum(-beyond, 0)))
    shine = lit.ravel()[at] * _lit_by_lamp(stones, ball, stone, light.unit)
    normal, seen = _unit(ball * [[1], [1], [1 / HEIGHT]]), _unit(ray * [[1], [1], [HEIGHT]])
    looks = [s.look for s in stones]
    gloss = np.array([look.gloss for look in looks], np.float32)[stone]
    sharp = np.array([look.sharp for look in looks], np.float32)[stone]
    lamp, ambient = light.unit.astype(np.float32), np.float32(light.ambient)
    facing = np.maximum(lamp @ normal, 0) * shine
    room = 0.75 + 0.25 * normal[2]
    mirrored = np.maximum(np.sum(normal * _unit(lamp[:, None] - seen), axis=0), 0)
    # Schlick, 1994: a smooth surface mirrors the more, the flatter one looks at it.
    grazing = (1 - np.clip(-np.sum(normal * seen, axis=0), 0, 1)) ** 5
    mirror = gloss * (mirrored**sharp * (facing > 0) * shine + RIM * grazing * room)
    own = ambient * room + (1 - ambient) * facing
    paints = np.array([look.paint for look in looks], np.float32)[stone]
    colour = np.array(light.colour, np.float32)
    return np.asarray((paints * own[:, None] + mirror[:, None]) * colour, dtype=np.float32)


def _unit(vectors: Floats | Singles) -> Singles:
    """Vectors (3, N) of length 1."""
    length = np.sqrt(np.sum(vectors**2, axis=0))
    return np.asarray(vectors / np.maximum(length, 1e-9), dtype=np.float32)


def _lit_by_lamp(
    stones: Sequence[Stone], ball: Singles, stone: NDArray[np.int64], lamp: Floats
) -> Singles:
    """Where the lamp reaches stones 1, and 0 where another stone is before it, (N,).

    ``ball`` (3, N) are places on the stones as balls of radius 1.
    """
    lit = np.ones(ball.shape[1], np.float32)
    place, radius = _places(stones), np.array([s.size_mm / 2 for s in stones])
    middle = np.column_stack([place, radius * HEIGHT])
    reach = 2 * HEIGHT * radius.max() * math.hypot(lamp[0], lamp[1]) / max(lamp[2], 0.05)
    starts = np.searchsorted(stone, np.arange(len(stones) + 1))
    shape = np.array([1.0, 1.0, HEIGHT])
    for i in range(len(stones)):
        apart = middle - middle[i]
        near = np.hypot(apart[:, 0], apart[:, 1]) < radius + radius[i] + reach
        part = slice(starts[i], starts[i + 1])
        for j in np.flatnonzero(near & (apart @ lamp > 0)):
            axes = radius[j] * shape
            spot = ball[:, part] * np.float32(radius[i] / radius[j])
            spot = spot - (apart[j] / axes).astype(np.float32)[:, None]
            way = (lamp / axes).astype(np.float32)
            along = way @ spot
            beside2 = np.sum(spot**2, axis=0) - along**2 / (way @ way)
            lit[part][(beside2 < 1) & (along < 0)] = 0.0
    return lit


def _places(stones: Sequence[Stone]) -> Floats:
    return np.array([[s.x_mm, s.y_mm] for s in stones], dtype=np.float64).reshape(-1, 2)


def _on_table(outlines: Floats) -> Floats:
    return np.concatenate([outlines, np.zeros((*outlines.shape[:2], 1))], axis=2)
