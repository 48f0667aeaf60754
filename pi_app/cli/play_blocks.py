"""gyoji play for the deduction games: sheets on the virtual table, secrets at one terminal."""

from __future__ import annotations

import random
from collections.abc import Mapping
from typing import Any

from hardware.cameras.virtual import PAINTS
from pi_app.cli.options import rules_given
from pi_app.cli.play_asked import Asked
from pi_app.evidence import Evidence
from pi_app.games.blocks.rules import rules_from
from pi_app.games.blocks.sets import read_sets_file
from pi_app.journal import Journal
from pi_app.looking import reader_for
from pi_app.referee import BlockTable, Referee, start_table
from pi_app.screen import Screen
from pi_app.seating import SeatingError
from pi_app.terminal_game import TerminalGame
from pi_app.virtual_sheets import VirtualSheets
from pi_app.words import language


class BlockPlay:
    """One deduction game as it was asked for; raises SeatingError if it cannot be."""

    def __init__(self, asked: Asked) -> None:
        if asked.level is not None:
            raise SeatingError("--level is for boards of nodes: here the device plays its best")
        if asked.against and (asked.voice or (asked.players or 2) > 2):
            raise SeatingError(
                "--against device is for one person, and the device answers: no --voice, --players"
            )
        self._asked = asked
        self._words = language(asked.language_name)

    def start(self, journal: Journal) -> BlockTable:
        """A new game; raises GameError."""
        asked = self._asked
        names, options = asked.names_of(asked.players or 2), self._options()
        _check_paints(asked.game, names, options)
        return start_table(
            journal, asked.game, names, options, voice=asked.voice, device=asked.device
        )

    def resume(self, journal: Journal, number: int) -> BlockTable:
        """A game of the journal."""
        return BlockTable.resume(journal, number)

    def play(self, journal: Journal, table: BlockTable, screen: Screen) -> None:
        """To the end; raises Quit, EOFError, KeyboardInterrupt."""
        sheets = VirtualSheets(Evidence(journal), reader_for(table.state.rules))
        rng = random.Random(self._asked.seed)
        TerminalGame(Referee(table, self._words), sheets, screen, self._words, rng).run()

    def _options(self) -> Mapping[str, Any]:
        options = rules_given(self._asked.rules)
        if self._asked.block_sets is None:
            return options
        return {**options, "block_sets": read_sets_file(self._asked.block_sets)}


def _check_paints(game: str, names: tuple[str, ...], options: Mapping[str, Any]) -> None:
    """The virtual table has no more colours than usual blocks."""
    for block_set in rules_from(game, {"seats": len(names), **options}).sets:
        for colour in block_set.colours:
            if colour not in PAINTS:
                known = ", ".join(PAINTS)
                raise SeatingError(f"{block_set.name}: no {colour} paint here, only {known}")
