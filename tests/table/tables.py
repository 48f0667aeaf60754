"""Arrangements and readings for the tests of tables: what a camera would have seen."""

from __future__ import annotations

from pi_app.games.blocks.engine import arrangements
from pi_app.games.blocks.rules import rules_from
from pi_app.games.blocks.scene import BlockScene
from pi_app.readings import Reading, Status
from pi_app.referee import Look


def built(set_name: str, number: int) -> BlockScene:
    """Legal arrangement ``number`` of a set, cube on the middle level included."""
    rules = rules_from("break-the-cube", {"sets": [set_name, set_name]})
    found = arrangements(rules.sets[0], rules.building)
    return found.scene(number % len(found))


def floating(scene: BlockScene) -> BlockScene:
    """The same with its last block lifted by a level: a gap."""
    colour, voxels = scene.blocks[-1]
    lifted = tuple((cell, level + 3) for cell, level in voxels)
    return BlockScene((*scene.blocks[:-1], (colour, lifted)))


def reading(
    sheet: int, scene: BlockScene | None, status: Status = "read", why: str = ""
) -> Reading:
    return Reading(status, "block-sheet", sheet, None, scene, 0.99, reason=why)


def look(*readings: Reading) -> Look:
    return Look(readings)


EMPTY = BlockScene.of({})
FIRST = built("yomen-first", 1234)
SECOND = built("yomen-second", 4321)
FIRST_WRONG = built("yomen-first", 1235)
SECOND_WRONG = built("yomen-second", 4322)
SECOND_WRONG_TOO = built("yomen-second", 4323)
BOTH_HIDDEN = look(reading(1, FIRST), reading(2, SECOND), reading(3, EMPTY), reading(4, EMPTY))
