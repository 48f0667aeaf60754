"""What photographs of stones share: spare stones and bowls, exposure, rows of truth."""

from __future__ import annotations

from collections.abc import Mapping

import cv2
import numpy as np

from tests.render import lens, stone_world
from tests.render.lens import Faults
from tests.render.photograph import Row
from tests.render.rooms import Lighting
from tests.render.stone_world import Bowl, StoneWorld
from tests.render.stones import Make, Stone
from vision.board import LatticeBoard
from vision.pose import project
from vision.types import CameraModel, Floats, Pixels, Pose

BOWL_WOODS = ((0.2, 0.09, 0.04), (0.36, 0.2, 0.09), (0.1, 0.05, 0.03), (0.5, 0.35, 0.2))


def faults(rng: np.random.Generator, hard: bool, lighting: Lighting) -> Faults:
    """A phone's or a cheap camera's faults under this light."""
    correct = 1 / lighting.colour
    gains = correct ** rng.uniform(0.45, 1.08) * np.exp(rng.normal(0, 0.16 if hard else 0.08, 3))
    gains /= gains[1]
    return Faults(
        stops=float(rng.uniform(-0.9, 0.9) if hard else rng.uniform(-0.4, 0.4)),
        balance=(float(gains[0]), 1.0, float(gains[2])),
        blur_px=float(rng.uniform(0.6, 1.7) if hard else rng.uniform(0.4, 0.9)),
        noise=float(rng.uniform(0.003, 0.014) if hard else rng.uniform(0.0008, 0.004)),
        vignette=float(rng.uniform(0.0, 0.35)),
        jpeg_quality=int(rng.integers(60, 93) if hard else rng.integers(78, 96)),
        shoulder=float(rng.choice([0.0, rng.uniform(0.3, 1.0)])),
        sharpen=float(rng.choice([0.0, rng.uniform(0.2, 0.9)])),
    )


def photograph(
    world: StoneWorld, view: tuple[CameraModel, Pose], wrong: Faults, samples: int, seed: int
) -> Pixels:
    """The picture of a world, exposed for the picture's middle tones as cameras do."""
    model, pose = view
    light = stone_world.light(world, model, pose, samples, seed)
    grey = light @ np.array([0.2126, 0.7152, 0.0722])
    shift = np.array([light.shape[1] - model.width, light.shape[0] - model.height]) / 2
    mask = np.zeros(grey.shape, np.uint8)
    w, h = np.array(world.surface.size_mm) / 2
    quad = project(np.array([[-w, h, 0], [w, h, 0], [w, -h, 0], [-w, -h, 0]]), pose, model)
    cv2.fillConvexPoly(mask, np.round(quad + shift).astype(np.int32), 1)
    on_board = grey[mask > 0]
    # Half for the whole picture's mean, half for the board; its brightest part nearly white.
    gain = 0.5 * (0.2 / grey.mean() + 0.3 / on_board.mean())
    gain = min(gain, 1.15 / float(np.percentile(on_board, 96))) * 2**wrong.stops
    return lens.expose(light * gain, model, wrong, np.random.default_rng([seed, 7]))


def tags(world: StoneWorld) -> list[str]:
    """What lies around, and what the board is like."""
    shown = {
        "clutter": world.spare,
        "bowls": world.bowls,
        "gloss": world.surface.gloss,
        "creases": world.surface.creases_mm,
    }
    return [name for name, there in shown.items() if there]


def spare_stones(
    rng: np.random.Generator, count: int, make: Make, clear_mm: tuple[float, float], z_mm: float
) -> tuple[Stone, ...]:
    """Stones that lie on the table around a board of half sides ``clear_mm``."""
    found: list[Stone] = []
    if not count:
        return ()
    clusters = [_beside(rng, clear_mm, 60.0) for _ in range(int(rng.integers(1, 4)))]
    while len(found) < count:
        place = clusters[rng.integers(len(clusters))] + rng.normal(0, 26, 2)
        beyond = np.abs(place) - clear_mm
        near = any(np.hypot(s.x_mm - place[0], s.y_mm - place[1]) < make.diameter_mm for s in found)
        if beyond.max() > 0.6 * make.diameter_mm and not near:
            colour = str(rng.choice(["black", "white"]))
            found.append(Stone(colour, float(place[0]), float(place[1]), z_mm))
        elif near and rng.random() < 0.2:
            clusters.append(_beside(rng, clear_mm, 60.0))
    return tuple(found)


def bowls(
    rng: np.random.Generator, radius_mm: float, clear_mm: tuple[float, float]
) -> tuple[Bowl, ...]:
    """A bowl of each colour, or only one, beside the board."""
    wood = BOWL_WOODS[rng.integers(len(BOWL_WOODS))]
    found: list[Bowl] = []
    for colour in ("black", "white")[: int(rng.integers(1, 3))]:
        while True:
            x, y = _beside(rng, clear_mm, 20.0 + radius_mm)
            apart = [np.hypot(x - b.x_mm, y - b.y_mm) for b in found]
            if min(apart, default=1e9) > 2.2 * radius_mm:
                found.append(Bowl(float(x), float(y), radius_mm, colour, wood))
                break
    return tuple(found)


def _beside(rng: np.random.Generator, clear_mm: tuple[float, float], away_mm: float) -> Floats:
    """A point so far from the board's nearest edge, up to twice as far."""
    axis, sign = int(rng.integers(2)), float(rng.choice([-1, 1]))
    point = rng.uniform(-1, 1, 2) * np.array(clear_mm)
    point[axis] = sign * (clear_mm[axis] + away_mm * rng.uniform(1, 2))
    return np.asarray(point)


def in_order(board: LatticeBoard, position: Mapping[str, str]) -> dict[str, str]:
    """The position in the board's order of nodes."""
    return {n.name: position[n.name] for n in board.nodes if n.name in position}


def camera_row(model: CameraModel, pose: Pose) -> Row:
    """The camera and the board's true pose, as in the other sets."""
    return {
        "width": model.width,
        "height": model.height,
        "focal_px": round(model.focal_px, 3),
        "cx": model.cx,
        "cy": model.cy,
        "k1": model.k1,
        "rotation": np.round(pose.rotation, 7).tolist(),
        "translation_mm": np.round(pose.translation_mm, 4).tolist(),
    }
