"""The games by name."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from pi_app.games.blocks.engine import BlockDeduction
from pi_app.games.game import Game, GameError

GAMES: Mapping[str, Game[Any, Any]] = {
    game.name: game for game in (BlockDeduction("yomen"), BlockDeduction("break-the-cube"))
}


def find(name: str) -> Game[Any, Any]:
    """The game called ``name``; raises GameError naming those that there are."""
    if name not in GAMES:
        raise GameError(f"There is no game {name!r:.40}; there are: {', '.join(GAMES)}.")
    return GAMES[name]
