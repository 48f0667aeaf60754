"""The opponent for every open game: legal, repeatable, takes wins, stops losses, beats chance."""

from __future__ import annotations

import random
from dataclasses import replace
from typing import Any, cast

import pytest

from pi_app.games import registry
from pi_app.games.game import BoardGame
from pi_app.games.stones.board import INDEX
from pi_app.opponents import Budget, choose, generic
from pi_app.opponents.estimates import ESTIMATES

Game = BoardGame[Any, Any]


def game_called(name: str) -> Game:
    return cast(Game, registry.find(name))


OPEN = [
    name
    for name, game in registry.GAMES.items()
    if hasattr(game, "intended") and game.view(game.start(), None)["seats"] == 2
]


QUINTA = (
    "quinta turn={} black=a5,a6,a14,a17,a18,a21,b20,c18,d1,d2,e1,e2 "
    "white=a8,a11,a16,a19,a20,a24,c1,c3,c17,d3,d14,e11"
)
"""Black threatens a21-a22, which makes five in a row."""


@pytest.mark.parametrize("name", OPEN)
def test_it_plays_legal_moves_and_the_same_for_the_same_seed(name: str) -> None:
    game, rng = game_called(name), random.Random(4)
    state = game.start()
    for ply in range(12):
        if game.seat_to_act(state) is None:
            break
        legal = list(game.legal_moves(state))
        if ply % 4 == 3:
            move = choose(game, state, random.Random(ply), Budget(150))
            assert move == choose(game, state, random.Random(ply), Budget(150))
            assert move in legal
            state = game.play(state, move)
        else:
            state = game.play(state, rng.choice(legal))


@pytest.mark.parametrize(
    "position",
    [
        "tetra black=c5,e3,e11 white=c15,e1,e7",  # a7
        QUINTA.format("black"),  # a21-a22
        "sexta turn=white black=a2,a19,a22,b1,b2,b19 white=a15,a16,a20,b13,b15,b16",  # a20-c14
        "singularity turn=white black=e6,a1 white=e3",  # e3-f1
    ],
)
@pytest.mark.parametrize("seed", range(3))
def test_it_wins_when_it_can(position: str, seed: int) -> None:
    game = game_called(position.split(maxsplit=1)[0])
    state = game.parse_position(position)
    move = choose(game, state, random.Random(seed), Budget(300))
    after = game.play(state, move)
    outcome = game.outcome(after)
    assert outcome is not None
    assert outcome.winners == (game.seat_to_act(state),)


@pytest.mark.parametrize("seed", range(2))
def test_it_stops_the_only_win(seed: int) -> None:
    game = game_called("quinta")
    state = game.parse_position(QUINTA.format("white"))
    after = game.play(state, choose(game, state, random.Random(seed), Budget(6_000)))
    replies = [game.play(after, reply) for reply in game.legal_moves(after)]
    assert not any(game.outcome(reply) for reply in replies)


def wins_against_chance(game: Game, games: int, budget: Budget) -> int:
    won = 0
    for number in range(games):
        rng, state, seat = random.Random(number), game.start(), number % 2
        for _ in range(250):
            to_act = game.seat_to_act(state)
            if to_act is None:
                break
            legal = list(game.legal_moves(state))
            mine = to_act == seat
            move = generic.choose(game, state, rng, budget) if mine else rng.choice(legal)
            state = game.play(state, move)
        outcome = game.outcome(state)
        won += outcome is not None and outcome.winners == (seat,)
    return won


@pytest.mark.parametrize("name", ["tetra", "quinta", "singularity"])
def test_it_beats_chance(name: str) -> None:
    assert wins_against_chance(game_called(name), 2, Budget(200)) == 2


def test_without_a_rule_of_thumb_random_games_judge() -> None:
    assert "y" not in ESTIMATES
    state = game_called("y").parse_position(
        "y pie=false black=a1,a2,a3,a4,a5,a6,a7,a8 white=b14,b15,b16,c12,c13,c14,d11,d12"
    )
    move = generic.choose(game_called("y"), state, random.Random(1), Budget(100))
    assert game_called("y").move_text(state, move) == "black a9"


def test_estimates_are_of_games_that_there_are() -> None:
    assert set(ESTIMATES) <= set(registry.GAMES)


@pytest.mark.parametrize(
    ("name", "better", "worse"),
    [
        ("tetra", "tetra black=e1,e3,e5 white=a1,a2,b1", "tetra black=e1,a9 white=a1,a2"),
        ("sexta", "sexta black=a1,a2,a3,b3,b4,b5 white=a9,a11,a13,a15,a17,a19",
         "sexta black=a1,a5,f1,b3,b8,b15 white=a9,a11,a13,a15,a17,a19"),
        ("leap-over", "leap-over black=a21 white=d2", "leap-over black=f1 white=d2"),
        ("singularity", "singularity black=f1 white=a1", "singularity black=f1,a3 white=a1"),
        ("aliens-and-amazons", "aliens-and-amazons hand=0 black=a1,a2,b1 white=f1,f2,f3",
         "aliens-and-amazons hand=0 black=a1,a2 white=f1,f2,f3"),
    ],
)  # fmt: skip
def test_rules_of_thumb(name: str, better: str, worse: str) -> None:
    game, black = game_called(name), 1
    estimate = ESTIMATES[name]
    leads = []
    for text in (better, worse):
        state: Any = with_stones_of(game, text)
        leads.append(estimate(state, black) - estimate(state, 3 - black))
    assert leads[0] > leads[1]


def with_stones_of(game: Game, text: str) -> Any:  # noqa: ANN401 - a game's state
    """A position that need not be reachable: the start's, with other stones."""
    fields = dict(part.split("=") for part in text.split()[1:])
    cells = [0] * 93
    for colour, names in enumerate(("black", "white"), 1):
        for name in fields[names].split(","):
            cells[INDEX[name]] = colour
    more = {"hand": int(fields["hand"])} if "hand" in fields else {}
    return replace(game.start(), cells=tuple(cells), **more)
