"""An opponent for every game on an open board: each move, the best replies, and who stands better.

A position in which the game goes on is judged by a rule of thumb (estimates) where there is one,
else by random games of limited length. The budget counts positions judged. Ctrl-C ends it at once.
"""

from __future__ import annotations

import math
import random
from collections.abc import Hashable
from dataclasses import dataclass
from typing import Any

from pi_app.games.game import BoardGame, Move, State
from pi_app.opponents.budget import Budget
from pi_app.opponents.estimates import ESTIMATES

RANDOM_GAMES = 4
MOST_PLIES = 40
"""A random game that is not over by then counts as half won."""


def choose(game: BoardGame[State, Move], state: State, rng: random.Random, budget: Budget) -> Move:
    """A move for the seat to act, the same for the same seed and budget.

    All moves are judged as they stand; then the most promising ones after the best reply to each,
    until the budget is used. The best of those looked at so is chosen. ValueError if no seat, or
    more than one, is to act.
    """
    seat = game.seat_to_act(state)
    if seat is None:
        raise ValueError("nobody is to act here")
    look = Lookout(game, seat, rng)
    moves = list(game.legal_moves(state))
    rng.shuffle(moves)
    after = [game.play(state, move) for move in moves]
    values = [look.judge(position) for position in after]
    best, best_value = 0, -1.0
    for i in sorted(range(len(moves)), key=lambda i: -values[i]):
        if look.judged >= budget.playouts and best_value >= 0:
            break
        value = look.after_reply(after[i], values[i], best_value)
        if value > best_value:
            best, best_value = i, value
    return moves[best]


@dataclass
class Lookout:
    """Judges positions for ``seat``: 0 is lost, 1 is won. ``judged`` counts them."""

    game: BoardGame[Any, Any]
    seat: int
    rng: random.Random
    judged: int = 0

    def judge(self, state: Hashable) -> float:
        """How well the seat stands."""
        self.judged += 1
        result = self.result(state)
        if result is not None:
            return result
        if self.game.name not in ESTIMATES:
            return sum(self.random_game(state) for _ in range(RANDOM_GAMES)) / RANDOM_GAMES
        return 0.01 + 0.98 / (1 + math.exp(-self.lead(state)))  # an end of the game weighs more

    def lead(self, state: Any) -> float:  # noqa: ANN401 - of a game of stones
        """How far the seat's colour is ahead of the others, by the game's rule of thumb."""
        estimate, own = ESTIMATES[self.game.name], state.colours[self.seat]
        others = sum(estimate(state, colour) for colour in state.colours if colour != own)
        return estimate(state, own) - others

    def after_reply(self, state: Hashable, value: float, enough: float) -> float:
        """The value after the reply that is worst for the seat; ``value`` if nobody replies.

        Stops at a reply that brings it down to ``enough``: the move will not be chosen anyway.
        """
        if self.game.seat_to_act(state) in (None, self.seat):
            return value
        worst = 1.0
        for reply in self.game.legal_moves(state):
            worst = min(worst, self.judge(self.game.play(state, reply)))
            if worst <= enough:
                break
        return worst

    def random_game(self, state: Hashable) -> float:
        """The result of random moves from here on, a half if there is none within MOST_PLIES."""
        for _ in range(MOST_PLIES):
            result = self.result(state)
            if result is not None:
                return result
            state = self.game.play(state, self.rng.choice(list(self.game.legal_moves(state))))
        return 0.5

    def result(self, state: Hashable) -> float | None:
        """1 for a win, 0 for a loss, a half for a draw, None while the game goes on."""
        outcome = self.game.outcome(state)
        if outcome is None:
            return None
        return float(self.seat in outcome.winners) if outcome.winners else 0.5
