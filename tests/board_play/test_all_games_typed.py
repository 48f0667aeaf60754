"""Every game on a board of nodes: typed, put on the virtual board, photographed, refereed."""

from __future__ import annotations

import random
from pathlib import Path
from typing import Any

import pytest

from pi_app.games.registry import board_games, find_board_game
from pi_app.opponents import Budget, choose
from tests.board_play.at_terminal import new_table, type_at

# game: moves that are in the record before the camera looks, so that later phases come too
BEFORE = {
    "y": (0, 30),
    "aliens-and-amazons": (0, 40),
    "singularity": (0, 30),
    "leap-over": (0, 30),
    "tetra": (0, 20),
    "quinta": (0, 30),
    "sexta": (0, 30),
    "supply-line": (0,),
    "grand-supply-line": (0, 5),
}
TYPED = 8


def random_moves(name: str, seed: int, plies: int) -> list[str]:
    """A random game as text; nobody has won before its last move."""
    game, rng = find_board_game(name), random.Random(seed)
    state, texts = game.start(None), list[str]()
    while len(texts) < plies and game.outcome(state) is None:
        move = rng.choice(list(game.legal_moves(state)))
        texts.append(game.move_text(state, move))
        state = game.play(state, move)
    return texts


def test_the_table_has_every_game() -> None:
    assert set(BEFORE) == set(board_games())


@pytest.mark.parametrize(("name", "before"), [(n, b) for n in BEFORE for b in BEFORE[n]])
def test_what_is_typed_is_seen_and_recorded(name: str, before: int, tmp_path: Path) -> None:
    moves = random_moves(name, 5, before + TYPED)
    assert len(moves) > before + 3
    table = new_table(tmp_path, name)
    if before:
        table.amend(moves[:before])
    played = type_at(table, moves[before:])
    assert list(table.moves) == moves
    seen = [event for event in table.events if event.kind == "seen"]
    assert len(seen) == sum(move != "swap" for move in moves[before:])
    assert all(event.data["photo"] for event in seen)
    assert not [line for line in played.told if line.startswith(("Not so", "Unsure", "Fault"))]


@pytest.mark.parametrize("seat", [0, 1])
@pytest.mark.parametrize("name", [name for name in BEFORE if "supply" not in name])
def test_the_device_plays_every_game_for_two(name: str, seat: int, tmp_path: Path) -> None:
    game, rng = find_board_game(name), random.Random(2)
    table = new_table(tmp_path, name, device=1 - seat)

    def think(state: Any) -> Any:  # noqa: ANN401 - each game's own
        assert game.seat_to_act(state) == 1 - seat
        return choose(game, state, rng, Budget(64))

    type_at(table, [], think)
    before = len(table.moves)
    own = next(game.move_text(table.state, move) for move in game.legal_moves(table.state))
    type_at(table, [own], think)
    assert table.moves[before] == own
    assert len(table.moves) > before + 1
    assert game.seat_to_act(table.state) == seat
