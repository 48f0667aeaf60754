"""What is typed as a move, and what hands then do: tables of texts and of boards."""

from __future__ import annotations

import pytest

from pi_app.games.game import GameError
from pi_app.games.registry import find_board_game
from pi_app.games.stones.moves import move_text
from pi_app.typed_moves import built, typed_move

TYPED = [
    # game, moves before, typed, understood as
    ("y", "", "d5", "black d5"),
    ("y", "d5", "SWAP", "swap"),
    ("y", "d5", "black e3", "black e3"),
    ("supply-line", "", "e2-d14", "black e2-d14xe12"),
    ("supply-line", "e2-d14", "e11-c17-a21", "black e11-c17-a21"),
    ("supply-line", "e2-d14 e11-c17", "f2-d3", "black f2-d3xe3"),
    ("supply-line", "e2-d1", "f1-c2", "black f1-d15-c2xd1xe12"),
    ("supply-line", "", "f1-d2-d15", "black f1-d2-d15xe1xe2"),
    ("supply-line", "", "e2-d14xe12", "black e2-d14xe12"),
    ("supply-line", "", "e5-d5", "black e5-d5"),
    ("leap-over", "", "b11-b13", "black b11-b13"),
]


@pytest.mark.parametrize(("name", "before", "text", "move"), TYPED)
def test_what_is_understood(name: str, before: str, text: str, move: str) -> None:
    game = find_board_game(name)
    state = game.start(None)
    for played in before.split():
        state = game.play(state, game.parse_move(state, played))
    assert move_text(typed_move(game, state, text)) == move


SEVERAL = [
    ("f2-d1", "2 ways; say which: black f2-e12-d1xe1xf1, black f2-d5-d7-f2-e12-d1xe1xe4xe5xe6xf1"),
    ("f3-b19", "2 ways; say which: black f3-e2-d15-b19xc17xe1xf1, "),
]


@pytest.mark.parametrize(("text", "told"), SEVERAL)
def test_several_ways_are_named(text: str, told: str) -> None:
    game = find_board_game("supply-line")
    state = game.start(None)
    for played in ("e2-d14xe12", "e11-c17xd14"):
        state = game.play(state, game.parse_move(state, played))
    with pytest.raises(GameError, match=f"there are {told}"):
        typed_move(game, state, text)


BUILT = [
    # game, moves before, typed, what changes on the board (node: piece, or None)
    ("y", "", "d5", {"d5": "black"}),
    ("y", "", "white d5", {"d5": "white"}),
    ("y", "d5", "black e3", {"e3": "black"}),
    ("y", "d5", "d5-d6", {"d5": None, "d6": "black"}),
    ("supply-line", "", "e2-d14", {"e2": None, "e12": None, "d14": "black"}),
    ("supply-line", "", "e5-d5", {"e5": None, "d5": "black"}),
    ("supply-line", "", "e5-c5xd5xe4", {"e5": None, "e4": None, "c5": "black"}),
]


@pytest.mark.parametrize(("name", "before", "text", "changes"), BUILT)
def test_what_hands_do(name: str, before: str, text: str, changes: dict[str, str | None]) -> None:
    game = find_board_game(name)
    state = game.start(None)
    for played in before.split():
        state = game.play(state, game.parse_move(state, played))
    wanted = {**game.scene(state).as_dict(), **changes}
    scene = built(game, state, typed_move(game, state, text))
    assert scene.as_dict() == {node: piece for node, piece in wanted.items() if piece}


IMPOSSIBLE = [
    # game, typed after d5, why no hand can do it
    ("y", "d5", "d5 is taken"),
    ("y", "d6-d7", "stones stay where they are"),
    ("y", "d5-d5", "stones stay where they are"),
    ("tetra", "d5", "d5 is taken"),
]


@pytest.mark.parametrize(("name", "text", "why"), IMPOSSIBLE)
def test_what_no_hand_can_do(name: str, text: str, why: str) -> None:
    game = find_board_game(name)
    state = game.start(None)
    state = game.play(state, game.parse_move(state, "d5"))
    with pytest.raises(GameError, match=why):
        built(game, state, typed_move(game, state, text))
