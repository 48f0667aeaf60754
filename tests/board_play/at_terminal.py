"""Somebody who types at a terminal, before a virtual board that is really photographed and read."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from pi_app.evidence import Evidence, EvidenceError
from pi_app.journal import Journal
from pi_app.live.seats import start_board_game
from pi_app.refereed_board import RefereedBoard
from pi_app.screen import Quit, Screen
from pi_app.table import Table
from pi_app.terminal_board import TerminalBoard, Think
from vision.types import Pixels


class Typist(Screen):
    """Types the given lines; what was typed stands in ``shown`` where it was asked for."""

    def __init__(self, lines: Sequence[str]) -> None:
        self.lines = list(lines)
        self.shown = ""

    def say(self, text: str) -> None:
        self.shown += f"{text}\n"

    def ask(self, prompt: str) -> str:
        self.shown += prompt
        if not self.lines:
            raise EOFError
        self.shown += f"{self.lines[0]}\n"
        return self.lines.pop(0)


class Forgetful(Evidence):
    """Its disk is full for the first photographs."""

    def __init__(self, journal: Journal, failures: int) -> None:
        super().__init__(journal)
        self.failures = failures

    def keep(self, pixels: Pixels) -> str:
        if self.failures:
            self.failures -= 1
            raise EvidenceError("the disk is full")
        return super().keep(pixels)


@dataclass
class Played:
    """How it went: what was shown, the table, and what ended it early."""

    shown: str
    table: Table[Any, Any]
    left: type[BaseException] | None

    @property
    def told(self) -> list[str]:
        """The lines that are no drawing."""
        return [line for line in self.shown.splitlines() if not line.startswith("  ")]


def new_table(path: Path, name: str, device: int | None = None, **rules: str) -> Table[Any, Any]:
    """A fresh game in a journal of its own."""
    return start_board_game(Journal(path / "journal.db"), name, (), rules, device)


def no_device(state: object) -> object:
    raise AssertionError("nobody asked the device to move")


def type_at(
    table: Table[Any, Any],
    lines: Sequence[str],
    think: Think = no_device,
    evidence: Evidence | None = None,
) -> Played:
    """Type ``lines`` at a table until they, or the game, end."""
    typist, left = Typist(lines), None
    board = RefereedBoard(table, evidence or Evidence(table.journal))
    try:
        TerminalBoard(board, typist, think).run()
    except (Quit, EOFError) as stop:
        left = type(stop)
    return Played(typist.shown, table, left)
