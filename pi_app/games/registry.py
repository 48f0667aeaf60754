"""The games by name."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, cast

from pi_app.games.blocks.engine import BlockDeduction
from pi_app.games.game import BoardGame, Game, GameError
from pi_app.games.stones.aliens_and_amazons import AliensAndAmazons
from pi_app.games.stones.leap_over import LeapOver
from pi_app.games.stones.quinta import Quinta
from pi_app.games.stones.sexta import Sexta
from pi_app.games.stones.singularity import Singularity
from pi_app.games.stones.supply import GRAND_OPTIONS, SUPPLY_OPTIONS, SupplyLine
from pi_app.games.stones.tetra import Tetra
from pi_app.games.stones.y import GameOfY

_ALL: tuple[Game[Any, Any], ...] = (
    BlockDeduction("yomen"),
    BlockDeduction("break-the-cube"),
    GameOfY(),
    AliensAndAmazons(),
    Singularity(),
    LeapOver(),
    Tetra(),
    Quinta(),
    Sexta(),
    SupplyLine("supply-line", SUPPLY_OPTIONS),
    SupplyLine("grand-supply-line", GRAND_OPTIONS),
)
GAMES: Mapping[str, Game[Any, Any]] = {game.name: game for game in _ALL}


def find(name: str) -> Game[Any, Any]:
    """The game called ``name``; raises GameError naming those that there are."""
    if name not in GAMES:
        raise GameError(f"There is no game {name!r:.40}; there are: {', '.join(GAMES)}.")
    return GAMES[name]


def find_board_game(name: str) -> BoardGame[Any, Any]:
    """The game called ``name`` if all of it stands on one board of nodes; raises GameError."""
    game = find(name)
    if name not in board_games():
        open_to_all = ", ".join(board_games())
        raise GameError(f"{name} has hidden arrangements; open to all are: {open_to_all}.")
    return cast(BoardGame[Any, Any], game)


def board_games() -> tuple[str, ...]:
    """The names of the games whose whole position stands on one board, for everyone to see."""
    return tuple(name for name, game in GAMES.items() if hasattr(game, "scene"))
