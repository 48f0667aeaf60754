"""The referee over a virtual table, ten frames a second: whatever happens, nothing false is kept.

Each case changes the table step by step; every step but those of one frame or in which something
moves ends with a still table of one second, within which the referee must have said its word.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

import pytest

from hardware.boards import load_lattice_board
from hardware.cameras import CameraError
from hardware.cameras.scene import Light
from hardware.cameras.sensor import Sensor
from hardware.cameras.stones import Stone
from hardware.cameras.virtual_board import BoardOnTable, VirtualBoard
from pi_app.live.events import LiveEvent
from pi_app.live.sight import Sight
from pi_app.live.watcher import Watcher
from tests.live.evidence import stones
from tests.live.film import lines, table_for

FPS = 10
BOARD = load_lattice_board("y-board")
AT = {node.name: (node.x_mm, node.y_mm) for node in BOARD.nodes}


@dataclass(frozen=True)
class Step:
    """What the table looks like for ``seconds``; what is not named stays as it was."""

    stones: str | None = None
    hand: str | None = None
    seconds: float = 1.0
    table: dict[str, Any] = field(default_factory=dict)
    camera: dict[str, Any] = field(default_factory=dict)
    sweep: tuple[str, ...] = ()
    """Nodes that the hand goes over meanwhile."""


S = Step


def shown(camera: VirtualBoard, step: Step) -> None:
    """Change the table as the step says."""
    if step.stones is not None:
        camera.board_on_table = replace(camera.board_on_table, stones=stones(step.stones))
    camera.board_on_table = replace(camera.board_on_table, **step.table)
    camera.hand = step.hand
    for name, value in step.camera.items():
        setattr(camera, name, value)


def refereed(path: Path, steps: list[Step], style: str) -> tuple[list[str], str]:
    """What is told, by step, and the record in the end."""
    time_s = iter(number / FPS for number in range(10_000))
    camera = VirtualBoard(BoardOnTable(BOARD, style=style), clock=lambda: next(time_s))
    table = table_for(path)
    sight = Sight(BOARD)
    watcher = Watcher(table, sight.observe, region=sight.region)
    told: list[tuple[int, LiveEvent]] = []
    with camera:
        for number, step in enumerate(steps):
            shown(camera, step)
            for count in range(round(step.seconds * FPS)):
                if step.sweep:
                    camera.hand = step.sweep[count % len(step.sweep)]
                told += [(number, event) for event in _one_frame(camera, watcher, time_s)]
    record = ", ".join(table.moves)
    table.journal.close()
    return lines(told), record


def _one_frame(
    camera: VirtualBoard, watcher: Watcher[Any, Any], time_s: Iterator[float]
) -> list[LiveEvent]:
    try:
        return watcher.see(camera.frame())
    except CameraError as error:
        return watcher.lost(error, next(time_s))


def nudged(node: str, colour: str, right_mm: float) -> dict[str, Any]:
    """A stone so far to the right of its node."""
    x_mm, y_mm = AT[node]
    return {"loose": (Stone(colour, x_mm + right_mm, y_mm),)}


def between(one: str, other: str, colour: str) -> dict[str, Any]:
    """A stone half-way from node to node."""
    (x1, y1), (x2, y2) = AT[one], AT[other]
    return {"loose": (Stone(colour, (x1 + x2) / 2, (y1 + y2) / 2),)}


EVENING = Light(towards=(0.6, -0.2, 0.7), colour=(0.95, 0.75, 0.5), ambient=0.3)
TIDY: dict[str, Any] = {"loose": ()}
GO = ["0 started", "1 played black d5", "2 played white e3"]
TWO = "black d5, white e3"
D5, E3 = S("d5"), S("d5 / e3")
CASES: dict[str, tuple[list[Step], list[str], str]] = {
    # name: (steps, what is told, the record)
    "hands over the board for seconds": (
        [S(), S("d5", hand="d5", seconds=2), D5, S("d5", hand="c10", seconds=3), D5,
         S("d5 / e3", hand="e3"), E3],
        ["0 started", "2 played black d5", "6 played white e3"],
        TWO,
    ),
    "a hand that goes to and fro": (
        [S(), S("d5", sweep=("c10", "d5", "b7", "e3"), seconds=3), D5],
        ["0 started", "2 played black d5"],
        "black d5",
    ),
    "the board shifted": (
        [S(), D5, E3, S(table={"x_mm": 12.0, "y_mm": -8.0}), S("d5 f1 / e3")],
        [*GO, "4 played black f1"],
        f"{TWO}, black f1",
    ),
    "the board turned by 15 degrees": (
        [S(), D5, E3, S(hand="a1", table={"turn_deg": 7.0}), S(table={"turn_deg": 15.0}),
         S("d5 f1 / e3")],
        [*GO, "5 played black f1"],
        f"{TWO}, black f1",
    ),
    "another light from one frame to the next": (
        [S(), D5, E3, S(camera={"light": EVENING}), S("d5 f1 / e3"),
         S(camera={"light": Light(), "sensor": Sensor(exposure_stops=-0.8)}),
         S("d5 f1 / e3 d4", camera={"light": EVENING})],
        [*GO, "4 played black f1", "6 played white d4"],
        f"{TWO}, black f1, white d4",
    ),
    "a stone nudged off its node": (
        [S(), D5, E3, S("/ e3", table=nudged("d5", "black", 3.0)), S("f1 / e3")],
        [*GO, "4 played black f1"],
        f"{TWO}, black f1",
    ),
    "a stone pushed half-way to the next node": (
        [S(), D5, E3, S("/ e3", table=between("d5", "d6", "black")), S("d5 / e3", table=TIDY),
         S("d5 f1 / e3")],
        [*GO, "3 unsure not seen clearly: d5", "5 played black f1"],
        f"{TWO}, black f1",
    ),
    "a stone placed and slid": (
        [S(), S("d6", hand="d6"), S("d5", hand="d5"), D5, E3],
        ["0 started", "3 played black d5", "4 played white e3"],
        TWO,
    ),
    "a stone slid after it was played": (
        [S(), D5, E3, S("d5 / e4"), E3, S("d5 f1 / e3")],
        [*GO, "3 illegal a stone was moved from e3 to e4: stones stay where they are [e3 e4]",
         "4 restored", "5 played black f1"],
        f"{TWO}, black f1",
    ),
    "two stones at once": (
        [S(), D5, E3, S("d5 f1 / e3 d4")],
        [*GO, "3 played black f1, white d4"],
        f"{TWO}, black f1, white d4",
    ),
    "two stones of one colour at once": (
        [S(), D5, E3, S("d5 f1 b7 / e3"), S("d5 f1 / e3")],
        [*GO, "3 illegal black plays twice [b7 f1]", "4 restored", "4 played black f1"],
        f"{TWO}, black f1",
    ),
    "a stone removed": (
        [S(), D5, E3, S("/ e3"), E3],
        [*GO, "3 illegal a stone is missing: d5 [d5]", "4 restored"],
        TWO,
    ),
    "the last stone removed and put back": ([S(), D5, E3, D5, E3], [*GO, "3 take-back white e3"],
                                            TWO),
    "the wrong colour": (
        [S(), D5, E3, S("d5 / e3 d4"), E3, S("d5 d4 / e3")],
        [*GO, "3 illegal white plays twice [d4]", "4 restored", "5 played black d4"],
        f"{TWO}, black d4",
    ),
    "a stone exchanged for the other colour": (
        [S(), D5, E3, S("/ e3 d5"), E3],
        [*GO, "3 illegal d5 changed colour [d5]", "4 restored"],
        TWO,
    ),
    "a blackout": (
        [S(), D5, E3, S(camera={"blackout": True}, seconds=3), S(camera={"blackout": False}),
         S("d5 f1 / e3")],
        [*GO, "5 played black f1"],
        f"{TWO}, black f1",
    ),
    "the camera unplugged and back": (
        [S(), D5, E3, S(camera={"unplugged": True}, seconds=3), S("d5 f1 / e3",
         camera={"unplugged": False})],
        [*GO, "3 fault the camera virtual is lost: plug it in again", "4 played black f1"],
        f"{TWO}, black f1",
    ),
}  # fmt: skip


PLAIN_TOO = (
    # White glass on white paper, without targets, shows by little but the lines that it hides.
    "a hand that goes to and fro",
    "another light from one frame to the next",
    "two stones at once",
    "the last stone removed and put back",
    "the wrong colour",
    "a stone exchanged for the other colour",
)
STYLES = [*((name, "targets") for name in CASES), *((name, "plain") for name in PLAIN_TOO)]


@pytest.mark.parametrize(("name", "style"), STYLES)
def test_what_happens_at_the_table(name: str, style: str, tmp_path: Path) -> None:
    steps, told, record = CASES[name]
    assert refereed(tmp_path, steps, style) == (told, record)
