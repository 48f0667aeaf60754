"""The sets of pictures: what each shows, and its row of truth."""

from __future__ import annotations

import zlib
from collections.abc import Iterable, Mapping
from dataclasses import dataclass

import numpy as np

from hardware.cameras.scene import TABLE_CAMERA, SheetOnTable
from pi_app.games.blocks.scene import BlockScene
from tests.render import arrangements, choose, lens, world
from tests.render.arrangements import FAULTY, OTHER, SETS
from tests.render.photograph import Photograph, Row
from tests.render.world import SHEET, World
from vision.pose import project
from vision.types import CameraModel, Floats, Pixels, Pose

EMPTY = BlockScene(())


@dataclass(frozen=True)
class Shot:
    """How a world is photographed: from where, by a good or a bad camera, how finely."""

    model: CameraModel
    pose: Pose
    hard: bool
    samples: int


def picture(name: str, index: int, samples: int) -> Photograph:
    """Picture ``index`` of the set ``name``."""
    rng = np.random.default_rng([zlib.crc32(name.encode()), index])
    return _table(rng, samples) if name == "table" else _single(rng, name, index, samples)


def _single(rng: np.random.Generator, name: str, index: int, samples: int) -> Photograph:
    kind = list(FAULTY)[index % len(FAULTY)] if name == "illegal" else name
    set_name = str(rng.choice(list(SETS), p=[0.35, 0.35, 0.15, 0.15]))
    style, number = str(rng.choice(SHEET.styles)), int(rng.integers(1, 9))
    clutter, hand = rng.random() < 0.6, name in ("hard", "empty") and rng.random() < 0.35
    hard = name == "hard" or (name != "easy" and index % 2 == 0)
    scene, pose, model = _scene(rng, kind, set_name), choose.pose(rng), choose.camera(rng)
    while kind in FAULTY and not arrangements.all_seen(scene, pose, model):
        scene, pose = _scene(rng, kind, set_name), choose.pose(rng)
    placed = SheetOnTable(number, style, scene.blocks)
    around = choose.world(rng, placed, hard, clutter, hand)
    pixels, quality = photograph(around, Shot(model, pose, hard, samples), rng)
    row: Row = {
        "sheet": number,
        "set": set_name if scene.blocks else None,
        "blocks": scene.as_dict(),
        "lookalikes": arrangements.lookalikes(scene, set_name, pose, model) if scene.blocks else 0,
        "style": style,
        "tags": ["clutter"] * clutter + ["hand"] * hand + [kind] * (kind in FAULTY),
        "table": around.table,
        "camera": _camera_row(model) | _pose_row(pose),
    }
    if kind in FAULTY:
        row["faults"] = arrangements.fault_names(scene, set_name)
    return Photograph(pixels, quality, row)


def _scene(rng: np.random.Generator, kind: str, set_name: str) -> BlockScene:
    if kind == "empty":
        return EMPTY
    return FAULTY[kind](rng, set_name) if kind in FAULTY else arrangements.legal(rng, set_name)


def _table(rng: np.random.Generator, samples: int) -> Photograph:
    first, second = rng.permutation(["yomen-first", "yomen-second"]).tolist()
    names = {1: first, 2: second, 3: OTHER[first], 4: OTHER[second]}
    empty = {number for number in (3, 4) if rng.random() < 0.35}
    scenes = {n: arrangements.legal(rng, s) for n, s in names.items() if n not in empty}
    sheets = choose.table_sheets(rng, str(rng.choice(SHEET.styles)), scenes)
    around = choose.table_world(rng, sheets, hard=bool(rng.random() < 0.5))
    shot = Shot(TABLE_CAMERA, choose.table_pose(rng), False, samples)
    pixels, quality = photograph(around, shot, rng)
    row = table_row(sheets, names, shot) | {"table": around.table}
    return Photograph(pixels, quality, row)


def photograph(around: World, shot: Shot, rng: np.random.Generator) -> tuple[Pixels, int]:
    """The picture of a world, and the JPEG quality to keep it at."""
    seed = int(rng.integers(2**31))
    light = world.light(around, shot.model, shot.pose, shot.samples, seed)
    colour = np.sum([np.array(lamp.colour) * lamp.strength for lamp in around.lamps], axis=0)
    faults = lens.Faults.drawn(rng, shot.hard, colour)
    quads = [_paper_px(placed, shot) for placed in around.sheets]
    gain = lens.gain_for(light, quads, shot.model, faults.stops)
    return lens.expose(light * gain, shot.model, faults, rng), faults.jpeg_quality


def table_row(sheets: Iterable[SheetOnTable], names: Mapping[int, str], shot: Shot) -> Row:
    """The truth of a picture of several sheets, each with its own pose."""
    rows = [
        {
            "sheet": s.number,
            "set": names[s.number] if s.blocks else None,
            "style": s.style,
            "blocks": BlockScene(s.blocks).as_dict(),
            **_pose_row(s.pose(shot.pose)),
        }
        for s in sheets
    ]
    return {"sheets": rows, "focal_px": shot.model.focal_px, "camera": _camera_row(shot.model)}


def _camera_row(model: CameraModel) -> Row:
    return {
        "width": model.width,
        "height": model.height,
        "focal_px": round(model.focal_px, 3),
        "cx": model.cx,
        "cy": model.cy,
        "k1": model.k1,
    }


def _pose_row(pose: Pose) -> Row:
    return {
        "rotation": np.round(pose.rotation, 7).tolist(),
        "translation_mm": np.round(pose.translation_mm, 4).tolist(),
    }


def _paper_px(placed: SheetOnTable, shot: Shot) -> Floats:
    w, h = np.array(SHEET.paper_mm) / 2
    corners = np.array([[-w, h, 0], [w, h, 0], [w, -h, 0], [-w, -h, 0]])
    return project(corners, placed.pose(shot.pose), shot.model)
