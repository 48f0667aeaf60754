"""A table for a game on a board of nodes: a fresh one, or one of the journal."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from pi_app.games.registry import find_board_game
from pi_app.journal import Journal, JournalError
from pi_app.seating import Seating, SeatingError
from pi_app.table import Table


def start_board_game(
    journal: Journal,
    name: str,
    names: Sequence[str] = (),
    rules: Mapping[str, Any] | None = None,
    device: int | None = None,
) -> Table[Any, Any]:
    """A new game; every option is written down, so that defaults may change.

    Players without a name are called Player 1 and so on. ``device``: see Seating. Raises
    GameError if the rules refuse the options, SeatingError if there are too many names.
    """
    game = find_board_game(name)
    view = game.view(game.start(rules), None)
    if len(names) > view["seats"]:
        raise SeatingError(f"there are {len(names)} names for {view['seats']}: give fewer --name")
    others = (f"Player {number}" for number in range(len(names) + 1, view["seats"] + 1))
    return Table.start(journal, name, Seating((*names, *others), view["options"], device=device))


def resume_board_game(journal: Journal, number: int, name: str | None = None) -> Table[Any, Any]:
    """A running game of the journal, of the kind ``name``; raises JournalError, GameError."""
    record = journal.game(number)
    if name is not None and record.name != name:
        raise JournalError(f"game {number} is {record.name}, not {name}: see `gyoji games`")
    find_board_game(record.name)
    if record.ended is not None:
        raise JournalError(f"game {number} is over: start a new one")
    return Table.resume(journal, number)
