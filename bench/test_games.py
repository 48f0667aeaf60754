"""How many moves of random Y games a second, against the same through the rules' engine."""

from __future__ import annotations

import random

import numpy as np
import pytest
from pytest_benchmark.fixture import BenchmarkFixture

from pi_app.games.stones.common import StonesState
from pi_app.games.stones.moves import EMPTY
from pi_app.games.stones.playouts import black_wins, random_fills
from pi_app.games.stones.y import GameOfY

POSITIONS = {"empty board": 0, "after 40 moves": 40}
BOARDS = 1_024
Y = GameOfY()


def position(name: str) -> StonesState:
    """A random game's position."""
    rng, state = random.Random(5), Y.start({"pie": False})
    for _ in range(POSITIONS[name]):
        state = Y.play(state, rng.choice(list(Y.legal_moves(state))))
    assert Y.outcome(state) is None
    return state


def plain_game(state: StonesState, rng: random.Random) -> tuple[int, int]:
    """One random game to its end: the winning seat, and how many moves it took."""
    moves = 0
    while (outcome := Y.outcome(state)) is None:
        state = Y.play(state, rng.choice(list(Y.legal_moves(state))))
        moves += 1
    return outcome.winners[0], moves


@pytest.mark.parametrize("name", POSITIONS)
def test_y_games_by_engine(benchmark: BenchmarkFixture, name: str) -> None:
    """Baseline: one game at a time in Python; ``scaled_by`` makes it as many as the other."""
    state, rng = position(name), random.Random(1)
    seat, moves = benchmark(plain_game, state, rng)
    assert seat in (0, 1)
    benchmark.extra_info["scaled_by"] = BOARDS
    benchmark.extra_info["moves"] = BOARDS * moves


@pytest.mark.parametrize("name", POSITIONS)
def test_y_games(benchmark: BenchmarkFixture, name: str) -> None:
    """Boards filled at random and their winners; every fill is a game's moves."""
    state, rng = position(name), np.random.default_rng(1)
    cells = np.array(state.cells, np.int8)

    def games() -> int:
        return int(black_wins(random_fills(cells, state.turn, BOARDS, rng)).sum())

    assert 0 < benchmark(games) < BOARDS
    benchmark.extra_info["moves"] = BOARDS * state.cells.count(EMPTY)
