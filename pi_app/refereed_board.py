"""A board on the virtual table under the live referee: put stones on it and hear what it says."""

from __future__ import annotations

from typing import Any

from hardware.boards import load_lattice_board
from pi_app.evidence import Evidence
from pi_app.games.registry import find_board_game
from pi_app.games.scene import Scene
from pi_app.live.events import LiveEvent
from pi_app.live.patience import PROBLEM_S
from pi_app.live.sight import Sight
from pi_app.live.watcher import Watcher
from pi_app.table import Table
from pi_app.virtual_stones import VirtualStones

MOST_LOOKS = round(PROBLEM_S) + 3
"""Photographs, a second apart, within which the referee has said what there is to say."""


class RefereedBoard:
    """One game whose referee gets nothing but photographs and keys."""

    def __init__(self, table: Table[Any, Any], evidence: Evidence) -> None:
        self.table = table
        self.game = find_board_game(table.record.name)
        self.board = load_lattice_board(self.game.board)
        self._stones = VirtualStones(self.board)
        sight = Sight(self.board)
        self._watcher = Watcher(
            table, sight.observe, lambda frame: evidence.keep(frame.pixels), sight.region
        )

    def show(self, scene: Scene) -> list[LiveEvent]:
        """Let the board look so; what the referee says, once it says something."""
        self._stones.put(scene)
        for _ in range(MOST_LOOKS):
            events = self._watcher.see(self._stones.photograph())
            if events:
                return events
        return []

    def set_up(self) -> list[LiveEvent]:
        """Let the board look as it is recorded."""
        return self.show(self.game.scene(self.table.state))

    def press(self, key: str) -> list[LiveEvent]:
        """A key, one of watcher.KEYS."""
        return self._watcher.press(key, 0.0)
