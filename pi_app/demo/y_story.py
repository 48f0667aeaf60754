"""The demonstration of Y: frames of a virtual board, and what the live referee says to them."""

from __future__ import annotations

import itertools
from collections.abc import Callable
from dataclasses import replace
from typing import Any

from rich.console import Console
from rich.text import Text

from hardware.boards import load_lattice_board
from hardware.cameras.virtual_board import BoardOnTable, VirtualBoard
from hardware.panels.memory import MemoryPanel
from pi_app.board_drawing import draw_table
from pi_app.board_reading import decide
from pi_app.demo.y_script import RECORD, SCRIPT, Act, Scene
from pi_app.evidence import Evidence
from pi_app.games.registry import find_board_game
from pi_app.live.console import Teller
from pi_app.live.events import LiveEvent
from pi_app.live.sight import Sight
from pi_app.live.watcher import Watcher
from pi_app.panel_view import draw_panel
from pi_app.table import Table
from pi_app.virtual_stones import CAMERA, STYLE
from vision.errors import GyojiError
from vision.nodes import NodeEvidence
from vision.types import Frame

FPS = 5
STILL_FRAMES = 10
"""Two seconds, in which the referee says its word if it has one."""
PLAYERS = ("Player 1", "Player 2")
ARM_FROM_DEG = {"black": 270.0, "white": 90.0}
"""The players sit across from each other."""


class BoardStory:
    """Tells one game of Y on ``console``; ``pause`` lets people read before it goes on."""

    def __init__(
        self,
        console: Console,
        table: Table[Any, Any],
        evidence: Evidence,
        panel: MemoryPanel,
        pause: Callable[[], None],
    ) -> None:
        self._console, self._table, self._panel, self._pause = console, table, panel, pause
        self._game = find_board_game(table.record.name)
        self._board = load_lattice_board(self._game.board)
        number = itertools.count(1)
        laid = BoardOnTable(self._board, style=STYLE)
        self._camera = VirtualBoard(laid, CAMERA, clock=lambda: next(number) / FPS)
        self._sight = Sight(self._board)
        self._read: NodeEvidence | None = None
        self._watcher = Watcher(
            table, self._observe, lambda frame: evidence.keep(frame.pixels), self._sight.region
        )
        self._teller = Teller(as_json=False, panel=panel)

    def tell(self) -> None:
        """The whole game; raises GyojiError if it was not refereed as it should be."""
        with self._camera:
            for scene in SCRIPT:
                self._scene(scene)
        if ", ".join(self._table.moves) != RECORD or self._table.outcome is None:
            raise GyojiError("the demonstration did not end as it should: please report this")

    def _scene(self, scene: Scene) -> None:
        self._console.print(Text(scene.says, style="bold"))
        for act in scene.acts:
            self._act(act)
        self._console.print(Text(draw_table(self._board, self._game, self._table)))
        self._console.print(draw_panel(self._panel.lights()))
        self._console.print()
        self._pause()

    def _act(self, act: Act) -> None:
        """Hands move, then all is still until the referee has spoken; then a key."""
        events = self._hands(act) if act.hands else []
        if act.bump is not None:
            x_mm, y_mm, turn_deg = act.bump
            laid = self._camera.board_on_table
            self._camera.board_on_table = replace(laid, x_mm=x_mm, y_mm=y_mm, turn_deg=turn_deg)
        if act.key is None:
            events += self._still()
        else:
            events += self._press(act.key)
        self._teller(events)
        if not events:
            self._console.print("The referee has nothing to say: all is as recorded.")

    def _hands(self, act: Act) -> list[LiveEvent]:
        """Stones put and taken, each seen once under a hand; the last hand may rest there."""
        events = []
        stones = dict(self._camera.board_on_table.stones)
        for node, stone in act.hands.items():
            self._camera.hand = node
            self._camera.hand_from_deg = ARM_FROM_DEG[stone or stones[node]]
            stones = {n: s for n, s in {**stones, node: stone}.items() if s is not None}
            self._camera.board_on_table = replace(self._camera.board_on_table, stones=stones)
            events += self._watcher.see(self._camera.frame())
        for _ in range(round(act.rests_s * FPS)):
            events += self._watcher.see(self._camera.frame())
        nodes = ", ".join(act.hands)
        self._saw(f"a hand over {nodes}{' for seconds' if act.rests_s else ''}: wait")
        self._camera.hand = None
        return events

    def _still(self) -> list[LiveEvent]:
        self._read = None
        for _ in range(STILL_FRAMES):
            events = self._watcher.see(self._camera.frame())
            if events:
                break
        if self._read is not None:
            stones = list(decide(self._board.name, self._read).stones.values())
            black, white = stones.count("black"), stones.count("white")
            self._saw(f"all still; {black} black and {white} white stones")
        return events

    def _press(self, key: str) -> list[LiveEvent]:
        self._console.print(Text(f"key: {key}", style="cyan"))
        self._panel.press(key)
        pressed = self._panel.next_press(0)
        return [] if pressed is None else self._watcher.press(pressed.key, 0.0)

    def _observe(self, frame: Frame) -> NodeEvidence:
        self._read = self._sight.observe(frame)
        return self._read

    def _saw(self, what: str) -> None:
        self._console.print(Text(f"camera: {what}", style="cyan"))
