"""gyoji play for the games on a board of nodes: stones on the virtual table, the live referee."""

from __future__ import annotations

import random
from typing import Any

from pi_app.cli.options import rules_given
from pi_app.cli.play_asked import Asked
from pi_app.evidence import Evidence
from pi_app.games.registry import find_board_game
from pi_app.journal import Journal
from pi_app.live.seats import resume_board_game, start_board_game
from pi_app.opponents import DEFAULT_LEVEL, LEVELS, choose
from pi_app.refereed_board import RefereedBoard
from pi_app.screen import Screen
from pi_app.seating import SeatingError
from pi_app.table import Table
from pi_app.terminal_board import TerminalBoard

ONLY_BLOCKS = {"--voice": "voice", "--block-sets": "block_sets"}


class BoardPlay:
    """One game on a board as it was asked for; raises SeatingError if it cannot be."""

    def __init__(self, asked: Asked) -> None:
        for option, field in ONLY_BLOCKS.items():
            if getattr(asked, field):
                raise SeatingError(
                    f"{option} is for games of blocks: leave it out for {asked.game}"
                )
        if asked.language_name != "en":
            raise SeatingError(f"{asked.game} is refereed in English: leave --language out")
        self._asked = asked

    def start(self, journal: Journal) -> Table[Any, Any]:
        """A new game; raises GameError."""
        asked = self._asked
        game, rules = find_board_game(asked.game), rules_given(asked.rules)
        seats = game.view(game.start(rules), None)["seats"]
        if asked.players not in (None, seats):
            raise SeatingError(f"{asked.game} has {seats} seats: leave --players out")
        if asked.against and seats == 1:
            raise SeatingError(f"{asked.game} is for one: there is nothing to play against")
        return start_board_game(journal, asked.game, asked.names_of(seats), rules, asked.device)

    def resume(self, journal: Journal, number: int) -> Table[Any, Any]:
        """A game of the journal."""
        return resume_board_game(journal, number)

    def play(self, journal: Journal, table: Table[Any, Any], screen: Screen) -> None:
        """To the end; raises Quit, EOFError, KeyboardInterrupt."""
        board = RefereedBoard(table, Evidence(journal))
        rng, budget = random.Random(self._asked.seed), LEVELS[self._asked.level or DEFAULT_LEVEL]
        TerminalBoard(board, screen, lambda state: choose(board.game, state, rng, budget)).run()
