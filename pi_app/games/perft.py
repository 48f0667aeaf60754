"""Leaf counts ("perft"): how many sequences of moves a game has, a check of its legal moves."""

from __future__ import annotations

from collections.abc import Callable

from pi_app.games.game import Game, Move, State


def leaves(
    game: Game[State, Move],
    state: State,
    depth: int,
    done: Callable[[float], object] = lambda _: None,
    share: float = 1.0,
) -> int:
    """How many sequences of ``depth`` legal moves start at ``state``.

    A game that is over before counts nothing. ``done`` is told now and then which part of the whole
    has been counted since; the parts add up to ``share``.
    """
    if depth == 0:
        return 1
    if depth == 1:
        count = sum(1 for _ in game.legal_moves(state))
        done(share)
        return count
    moves = tuple(game.legal_moves(state))
    if not moves:
        done(share)
    return sum(
        leaves(game, game.play(state, move), depth - 1, done, share / len(moves)) for move in moves
    )
