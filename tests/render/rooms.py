"""Light in rooms, drawn at random: lamps, windows, sunshine with shadows, what gloss mirrors."""

from __future__ import annotations

from dataclasses import dataclass, replace

import cv2
import numpy as np

from tests.render import coverage
from tests.render.textures import kelvin
from tests.render.world import Lamp
from vision.types import CameraModel, Floats, Pose

KINDS = ("room", "hard", "two", "window", "sun", "dull")
"""Some lamps; one hard lamp, low; two lamps of different colours; a window at the side; sunshine
between bars; hardly any but the room's own light."""


@dataclass(frozen=True, eq=False)
class Lighting:
    """Lamps (their strengths add up to 1 with the room's), the room's picture, bars of shadow."""

    lamps: tuple[Lamp, ...]
    room: Floats
    bars: tuple[Floats, ...] = ()

    @property
    def colour(self) -> Floats:
        """The mean colour (3,) of the light on the table, green 1."""
        total = np.sum([lamp.strength * np.array(lamp.colour) for lamp in self.lamps], axis=0)
        both = total + irradiance(self.room)
        return np.asarray(both / both[1])


def lighting(rng: np.random.Generator, kind: str, pose: Pose, model: CameraModel) -> Lighting:
    """A room of one of KINDS in which no lamp or bar is in the picture."""
    share = {"room": (0.1, 0.35), "hard": (0.05, 0.2), "dull": (0.75, 0.9)}.get(kind, (0.1, 0.3))
    own = rng.uniform(*share)
    while True:
        lamps, bars = _lamps(rng, kind)
        points = [np.array(lamp.place_mm) for lamp in lamps] + [
            p for bar in bars for p in _grid(bar)
        ]
        if not coverage.in_picture(np.array(points), pose, model).any():
            break
    strength = sum(lamp.strength for lamp in lamps)
    lamps = tuple(replace(lamp, strength=lamp.strength / strength * (1 - own)) for lamp in lamps)
    picture = room(rng)
    return Lighting(lamps, picture * own / irradiance(picture)[1], bars)


def irradiance(picture: Floats) -> Floats:
    """What a room sheds (3,) on its table: the cosine-weighted sum of its upper half."""
    rows, columns = picture.shape[:2]
    polar = (np.arange(rows) + 0.5) / rows * np.pi
    weight = np.maximum(np.cos(polar), 0) * np.sin(polar) * (np.pi / rows) * (2 * np.pi / columns)
    return np.asarray(np.einsum("rcx,r->x", picture, weight))


def room(rng: np.random.Generator) -> Floats:
    """A room (128, 256, 3) seen from its table: ceiling, walls, things, windows, lamps, floor."""
    picture = np.zeros((128, 256, 3))
    wall = rng.uniform(0.15, 0.5) * np.exp(rng.normal(0, 0.12, 3))
    picture[:] = wall
    picture[: int(rng.integers(22, 40))] = rng.uniform(0.3, 0.7)
    picture[int(rng.integers(62, 72)) :] = rng.uniform(0.04, 0.18) * np.exp(rng.normal(0, 0.2, 3))
    for _ in range(int(rng.integers(3, 9))):
        _box(rng, picture, (40, 80), wall * rng.uniform(0.1, 1.2) * np.exp(rng.normal(0, 0.3, 3)))
    for _ in range(int(rng.integers(0, 4))):
        _pane(rng, picture, rng.uniform(2, 14) * kelvin(rng.uniform(5000, 8000)))
    for _ in range(int(rng.integers(0, 4))):
        spot = (int(rng.integers(256)), int(rng.integers(4, 34)))
        glow = rng.uniform(6, 40) * kelvin(rng.uniform(2700, 5000))
        cv2.circle(picture, spot, int(rng.integers(1, 5)), glow.tolist(), -1)
    return np.asarray(cv2.GaussianBlur(picture, (0, 0), 0.7))


def _box(rng: np.random.Generator, picture: Floats, rows: tuple[int, int], colour: Floats) -> None:
    x, y = int(rng.integers(256)), int(rng.integers(*rows))
    far = (x + int(rng.integers(8, 50)), y + int(rng.integers(8, 40)))
    cv2.rectangle(picture, (x, y), far, colour.tolist(), -1)


def _pane(rng: np.random.Generator, picture: Floats, glow: Floats) -> None:
    """A window: a bright rectangle with a cross of dark bars."""
    x, y = int(rng.integers(230)), int(rng.integers(24, 46))
    w, h = int(rng.integers(10, 40)), int(rng.integers(10, 30))
    cv2.rectangle(picture, (x, y), (x + w, y + h), glow.tolist(), -1)
    bar = (0.25 * np.ones(3)).tolist()
    cv2.line(picture, (x + w // 2, y), (x + w // 2, y + h), bar, 2)
    cv2.line(picture, (x, y + h // 2), (x + w, y + h // 2), bar, 2)


def _lamps(rng: np.random.Generator, kind: str) -> tuple[tuple[Lamp, ...], tuple[Floats, ...]]:
    if kind == "hard":
        warm = rng.uniform(2700, 6500)
        return (_lamp(rng, (14, 40), (600, 1400), (12, 39), warm),), ()
    if kind == "two":
        warm, cold = rng.uniform(2500, 3200), rng.uniform(5500, 7500)
        both = [_lamp(rng, (20, 65), (600, 1400), (60, 300), k) for k in (warm, cold)]
        return tuple(replace(lamp, strength=float(rng.uniform(0.4, 1))) for lamp in both), ()
    if kind == "window":
        return _window(rng), ()
    if kind == "sun":
        sun = _lamp(rng, (22, 55), (2500, 2600), (25, 39), rng.uniform(4800, 6200))
        return (sun,), _bars(rng, np.array(sun.place_mm))
    count = int(rng.integers(1, 4))
    found = [
        _lamp(rng, (35, 80), (700, 1700), (60, 400), rng.uniform(2700, 6500)) for _ in range(count)
    ]
    return tuple(replace(lamp, strength=float(rng.uniform(0.3, 1))) for lamp in found), ()


def _lamp(
    rng: np.random.Generator,
    elevation_deg: tuple[float, float],
    distance_mm: tuple[float, float],
    size_mm: tuple[float, float],
    temperature_k: float,
) -> Lamp:
    up, round_ = np.radians(rng.uniform(*elevation_deg)), rng.uniform(0, 2 * np.pi)
    level = np.cos(up)
    place = rng.uniform(*distance_mm) * np.array(
        [np.cos(round_) * level, np.sin(round_) * level, np.sin(up)]
    )
    x, y, z = (float(v) for v in place)
    red, green, blue = (float(v) for v in kelvin(temperature_k))
    return Lamp((x, y, z), float(rng.uniform(*size_mm)), (red, green, blue), 1.0)


def _window(rng: np.random.Generator) -> tuple[Lamp, ...]:
    """Two by three panes at one side, near enough that the light falls off across the board."""
    middle = _lamp(rng, (14, 42), (700, 1500), (180, 330), rng.uniform(5200, 7500))
    at = np.array(middle.place_mm)
    along = np.cross(at, [0, 0, 1])
    along /= np.linalg.norm(along)
    step = middle.size_mm * 1.12
    found = []
    for column in (-0.5, 0.5):
        for row in (-1, 0, 1):
            x, y, z = (float(v) for v in at + along * column * step + [0, 0, row * step])
            if z > 60 + middle.size_mm / 2:
                found.append(replace(middle, place_mm=(x, y, z)))
    return tuple(found) or (middle,)


def _bars(rng: np.random.Generator, sun: Floats) -> tuple[Floats, ...]:
    """Bars across the sunshine, 1.1 m from the board: a window's frame, or leaves of a blind."""
    ray = sun / np.linalg.norm(sun)
    right = np.cross([0, 0, 1.0], ray)
    right /= np.linalg.norm(right)
    up = np.cross(ray, right)
    turn = rng.uniform(0, np.pi)
    across, along = (
        np.cos(turn) * right + np.sin(turn) * up,
        np.cos(turn) * up - np.sin(turn) * right,
    )
    centre = ray * 1100.0
    found = []
    at = -320.0
    while at < 320:
        width = rng.uniform(20, 110)
        found.append(
            _rectangle(centre + across * (at + width / 2), across * width / 2, along * 500)
        )
        at += width + rng.uniform(50, 220)
    return tuple(found)


def _grid(corners: Floats) -> Floats:
    """Points (81, 3) all over a bar."""
    a, b = (v.ravel()[:, None] for v in np.meshgrid(np.linspace(0, 1, 3), np.linspace(0, 1, 27)))
    return np.asarray(corners[0] + a * (corners[1] - corners[0]) + b * (corners[3] - corners[0]))


def _rectangle(centre: Floats, half_a: Floats, half_b: Floats) -> Floats:
    return np.array(
        [
            centre - half_a - half_b,
            centre + half_a - half_b,
            centre + half_a + half_b,
            centre - half_a + half_b,
        ]
    )
