"""May what was read from a sheet be played? One reading, the rules, one judgement."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from pi_app.games.blocks.faults import Building, faults
from pi_app.games.blocks.scene import BlockScene
from pi_app.games.blocks.sets import BlockSet
from pi_app.readings import Reading
from pi_app.verdicts import Kind


@dataclass(frozen=True)
class Judgement:
    """``scene`` is there exactly when ``kind`` is "played"; else ``text`` says why not."""

    kind: Kind
    text: str
    reading: Reading | None = None
    scene: BlockScene | None = None


def judge(
    readings: Sequence[Reading], sheet: int, building: Building, block_set: BlockSet
) -> Judgement:
    """The judgement on sheet number ``sheet`` among all that a photograph showed."""
    found = [reading for reading in readings if reading.sheet == sheet]
    if not found:
        return Judgement(
            "unreadable", f"Sheet {sheet} is not in the picture: uncover two of its markers."
        )
    if len(found) > 1:
        return Judgement(
            "unreadable", f"There are {len(found)} sheets {sheet} in the picture: take one away."
        )
    return _judge_one(found[0], building, block_set)


def _judge_one(reading: Reading, building: Building, block_set: BlockSet) -> Judgement:
    where = f"Sheet {reading.sheet}"
    if reading.status == "unsure":
        return Judgement("unsure", f"{where} is not seen clearly: {reading.reason}", reading)
    if reading.status == "unreadable" or reading.scene is None:
        return Judgement("unreadable", f"{where} cannot be read: {reading.reason}", reading)
    if not reading.scene.blocks:
        return Judgement("illegal", f"{where} is empty.", reading)
    # The reader knows the blocks; what may be built with them is this game's own agreement.
    found = faults(reading.scene, building, block_set) or reading.faults
    if found:
        details = " ".join(fault.detail for fault in found)
        return Judgement("illegal", f"{where}: {details}", reading)
    if reading.status == "illegal":
        return Judgement("illegal", f"{where}: {reading.reason}", reading)
    return Judgement("played", f"{where} is read.", reading, reading.scene)
