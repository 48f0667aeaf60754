"""What key presses ask for, one press after the other, and which keys shine meanwhile.

A letter or number chooses a question, ``confirm`` asks it. ``announce`` chooses the player whose
turn it is, a number another player; ``confirm`` lets the camera look. ``undo`` drops what was
chosen; with nothing chosen, ``undo`` and ``confirm`` take back the last move.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from typing import Literal

from hardware.panels import KEYS, Colour, Light
from pi_app.games.blocks.views import What, parse_what

SEAT_COLOURS: tuple[Colour, ...] = ("white", "blue", "green", "yellow")
"""What the light ``turn`` shows, by seat."""


@dataclass(frozen=True)
class Wish:
    """What the keys pressed so far, or a confirmed request, are about."""

    kind: Literal["nothing", "hide", "ask", "announce", "undo"] = "nothing"
    seat: int | None = None
    what: What | None = None


NOTHING = Wish()


@dataclass(frozen=True)
class Phase:
    """As much of the game as the keys need: who is to act, and whether all have hidden."""

    seats: int
    to_act: int | None
    hiding: bool


def press(wish: Wish, key: str, phase: Phase) -> tuple[Wish, Wish | None]:
    """The wish after ``key`` and, if it was confirmed, the request to carry out."""
    if key != "confirm":
        return _choose(wish, key, phase), None
    if wish == NOTHING:
        return NOTHING, Wish("hide") if phase.hiding else None
    return NOTHING, wish


def _choose(wish: Wish, key: str, phase: Phase) -> Wish:
    if key == "undo":
        return Wish("undo") if wish == NOTHING else NOTHING
    if key == "turn" or phase.hiding:
        return wish
    if key == "announce":
        return Wish("announce", phase.to_act)
    if wish.kind == "announce" and key.isdigit():
        seat = int(key) - 1
        return Wish("announce", seat) if seat < phase.seats else wish
    return Wish("ask", phase.to_act, parse_what(key))


def key_lights(wish: Wish, phase: Phase, asked: Collection[What]) -> Mapping[str, Light]:
    """How each key shines: chosen ones blink, questions already asked glow white."""
    lights = {key: Light() for key in KEYS}
    lights.update({str(what): Light("white") for what in asked})
    match wish:
        case Wish("ask", _, what):
            lights[str(what)] = Light("blue", "slow")
        case Wish("announce", seat, _):
            lights["announce"] = Light("blue", "slow")
            if seat is not None:
                lights[str(seat + 1)] = Light("blue", "slow")
        case Wish("undo", _, _):
            lights["undo"] = Light("yellow", "slow")
    if wish != NOTHING or phase.hiding:
        lights["confirm"] = Light("green", "slow")
    if phase.to_act is not None:
        lights["turn"] = Light(SEAT_COLOURS[phase.to_act])
    return lights
