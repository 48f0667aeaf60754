"""Every game on a board of nodes: what was played is found again from what stands there then."""

from __future__ import annotations

import random
from typing import Any

import pytest

from pi_app.games.registry import board_games, find_board_game
from pi_app.live.explain import explain
from pi_app.live.findings import Illegal, Played, TakenBack, Unchanged
from tests.live.evidence import seen


def random_game(name: str, seed: int, plies: int) -> list[Any]:
    """The positions of a random game."""
    game, rng = find_board_game(name), random.Random(seed)
    states = [game.start(None)]
    while len(states) <= plies and game.outcome(states[-1]) is None:
        states.append(game.play(states[-1], rng.choice(list(game.legal_moves(states[-1])))))
    return states


@pytest.mark.parametrize("name", board_games())
@pytest.mark.parametrize("back", [1, 2])
def test_one_and_two_moves_in_a_row_are_found(name: str, back: int) -> None:
    game = find_board_game(name)
    for seed, plies in enumerate((2, 7, 15, 34)):
        states = random_game(name, seed, plies)
        before, after = states[:-back], states[-1]
        found = explain(game, before, seen(game.scene(after).as_dict()))
        assert isinstance(found, Played)
        state = before[-1]
        for move in found.moves:
            state = game.play(state, move)
        assert game.scene(state) == game.scene(after)


@pytest.mark.parametrize("name", board_games())
def test_a_take_back_is_found(name: str) -> None:
    game = find_board_game(name)
    states = random_game(name, 3, 9)
    assert explain(game, states, seen(game.scene(states[-1]).as_dict())) == Unchanged()
    found = explain(game, states, seen(game.scene(states[-2]).as_dict()))
    assert found == TakenBack(1)


@pytest.mark.parametrize("name", board_games())
def test_a_move_touches_the_nodes_that_it_changes(name: str) -> None:
    game = find_board_game(name)
    for state in random_game(name, 4, 12):
        for move in game.legal_moves(state):
            changed = game.scene(state).changed(game.scene(game.play(state, move)))
            assert set(changed) <= set(game.touches(move))


BREACHES = [
    # game, moves before, what is then done to the pieces (node: piece, or None), what is told
    ("leap-over", "b11-b13", {"c9": None, "e5": "black"}, "black plays twice [c9 e5]"),
    ("leap-over", "", {"b18": None, "b20": "white"}, "{moved}: black plays first [b18 b20]"),
    ("leap-over", "", {"a13": None}, "a stone is missing: a13 [a13]"),
    ("singularity", "", {"a1": None, "b2": "black"}, "{line} [a1 b2]"),
    ("aliens-and-amazons", "d5 e3", {"d5": "black"}, "d5 changed colour [d5]"),
    ("aliens-and-amazons", "d5", {"d6": "white"}, "white plays twice [d6]"),
    ("tetra", "d5", {"d6": "black"}, "black plays twice [d6]"),
]
WORDS = {
    "moved": "a stone was moved from b18 to b20",
    "line": "a stone was moved from a1 to b2: a stone moves along a line: a1 and b2 are not on one",
}


@pytest.mark.parametrize(("name", "moves", "done", "told"), BREACHES)
def test_a_breach_is_named(name: str, moves: str, done: dict[str, str | None], told: str) -> None:
    game = find_board_game(name)
    states = [game.start(None)]
    for text in moves.split():
        states.append(game.play(states[-1], game.parse_move(states[-1], text)))
    pieces = {**game.scene(states[-1]).as_dict(), **done}
    found = explain(game, states, seen({node: piece for node, piece in pieces.items() if piece}))
    assert isinstance(found, Illegal)
    assert f"{found.reason} [{' '.join(found.restore)}]" == told.format(**WORDS)
