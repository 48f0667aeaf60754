"""The games by name."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from pi_app.games.blocks.engine import BlockDeduction
from pi_app.games.game import Game, GameError
from pi_app.games.stones.y import GameOfY

_ALL: tuple[Game[Any, Any], ...] = (
    BlockDeduction("yomen"),
    BlockDeduction("break-the-cube"),
    GameOfY(),
)
GAMES: Mapping[str, Game[Any, Any]] = {game.name: game for game in _ALL}


def find(name: str) -> Game[Any, Any]:
    """The game called ``name``; raises GameError naming those that there are."""
    if name not in GAMES:
        raise GameError(f"There is no game {name!r:.40}; there are: {', '.join(GAMES)}.")
    return GAMES[name]
