"""The device as a player: ``choose`` finds a move for the seat to act in any open game.

``choose(game, state, rng, budget)`` returns a legal move. ``LEVELS`` has the budgets by strength,
1 to 5. The same seed of ``rng`` and the same budget give the same move. It never resigns; Ctrl-C
(KeyboardInterrupt) ends it at once and nothing has happened.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping
from typing import Any

from pi_app.games.game import BoardGame
from pi_app.opponents import generic, y_search
from pi_app.opponents.budget import DEFAULT_LEVEL, LEVELS, Budget

__all__ = ["DEFAULT_LEVEL", "LEVELS", "Budget", "choose"]

Opponent = Callable[[Any, Any, random.Random, Budget], Any]
OWN: Mapping[str, Opponent] = {"y": y_search.choose}
"""Games with an opponent of their own; the others share ``generic.choose``."""


def choose(
    game: BoardGame[Any, Any],
    state: Any,  # noqa: ANN401 - each game's own
    rng: random.Random,
    budget: Budget = LEVELS[DEFAULT_LEVEL],
) -> Any:  # noqa: ANN401 - each game's own
    """A move for the seat to act in ``state``; ValueError when the game is over."""
    if game.seat_to_act(state) is None:
        raise ValueError("nobody is to act here")
    opponent: Opponent = OWN.get(game.name, generic.choose)
    return opponent(game, state, rng, budget)
