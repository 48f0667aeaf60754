"""The opponent for Y: what it must see, the pie rule, seeds, bridges, games against chance."""

from __future__ import annotations

import _thread
import random
import threading

import numpy as np
import pytest

from pi_app.games.stones.board import INDEX, NAMES, NEIGHBOURS, SIDES
from pi_app.games.stones.common import StonesState
from pi_app.games.stones.moves import BLACK, EMPTY, WHITE, Swap
from pi_app.games.stones.y import GameOfY
from pi_app.opponents import DEFAULT_LEVEL, LEVELS, Budget, choose
from pi_app.opponents.y_bridges import bridges

Y = GameOfY()


def position(black: str, white: str, turn: str, rules: str = "pie=false") -> StonesState:
    stones = [f"{c}={names.replace(' ', ',')}" for c, names in (("black", black), ("white", white))]
    return Y.parse_position(f"y {rules} turn={turn} {' '.join(stones)}")


def chosen(state: StonesState, seed: int, level: int = DEFAULT_LEVEL) -> str:
    return Y.move_text(state, choose(Y, state, random.Random(seed), LEVELS[level]))


SIDE = "a1 a2 a3 a4 a5 a6 a7 a8"
WALL = "b1 b2 b3 b4 b5 b6 b7"
FAR = "b14 b15 b16 c12 c13 c14 d11 d12"


@pytest.mark.parametrize("seed", range(3))
@pytest.mark.parametrize("level", [1, 3])
def test_it_wins_at_once_when_it_can(seed: int, level: int) -> None:
    assert chosen(position(SIDE, FAR, "black"), seed, level) == "black a9"


@pytest.mark.parametrize("seed", range(3))
@pytest.mark.parametrize("level", [2, 3])
def test_it_stops_the_only_win(seed: int, level: int) -> None:
    assert chosen(position(SIDE, WALL, "white"), seed, level) == "white a9"


@pytest.mark.parametrize("seed", range(3))
def test_it_mends_a_bridge(seed: int) -> None:
    """White's only hope was to cut at one of two nodes; Black must take the other."""
    black = "a1 b1 c1 d1 e1 f1 e7 d8 c10 b11 a13"
    state = position(black, "f2 d4 d5 c5 c7 c14 b15 b16 d13 c16 b5", "black")
    open_ways = set(NEIGHBOURS[INDEX["f1"]]) & set(NEIGHBOURS[INDEX["e7"]])
    assert {NAMES[node] for node in open_ways} == {"f2", "f3"}
    assert chosen(state, seed) == "black f3"


@pytest.mark.parametrize(
    ("black", "rules", "swaps"),
    [
        ("d5", "", True),
        ("f1", "", True),
        ("a1", "", False),
        ("a17", "", False),
        ("f1", "pie=false", False),
        ("d5 f1 e3", "pie=true handicap=3", True),
        ("a1 a9", "pie=true handicap=2", True),
        ("d5 f1 e3", "handicap=3", False),
    ],
)
def test_it_swaps_a_strong_start_only(black: str, rules: str, swaps: bool) -> None:
    state = position(black, "", "white", rules)
    assert (choose(Y, state, random.Random(1), LEVELS[2]) == Swap()) == swaps


@pytest.mark.parametrize(
    ("rules", "even"), [({}, True), ({"pie": False}, False), ({"handicap": 2}, False)]
)
def test_under_the_pie_rule_it_begins_where_a_swap_gains_nothing(
    rules: dict[str, bool], even: bool
) -> None:
    state = Y.start(rules)
    starts = {choose(Y, state, random.Random(seed), LEVELS[2]) for seed in range(6)}
    assert all((Y.move_text(state, s)[6:] in ("a1", "a9", "a17")) == even for s in starts)
    assert len(starts) > 1


@pytest.mark.parametrize(
    ("text", "seed"),
    [("y", 1), ("y handicap=3", 1), ("y handicap=3 black=d5", 2), ("y black=d5 turn=white", 3)],
)
def test_equal_seeds_choose_equally(text: str, seed: int) -> None:
    state = Y.parse_position(text)
    first = choose(Y, state, random.Random(seed), LEVELS[2])
    assert first == choose(Y, state, random.Random(seed), LEVELS[2])
    assert first in set(Y.legal_moves(state))


def test_a_decided_game_has_nothing_to_choose() -> None:
    with pytest.raises(ValueError, match="nobody is to act"):
        choose(Y, position(f"{SIDE} a9", f"{FAR} c11", "black"), random.Random(1))


def test_ctrl_c_ends_it_at_once() -> None:
    threading.Timer(0.1, _thread.interrupt_main).start()
    with pytest.raises(KeyboardInterrupt):
        choose(Y, Y.start({"pie": False}), random.Random(1), Budget(10**12))


@pytest.mark.parametrize(
    ("black", "white", "pairs"),
    [
        ("", "", set()),
        ("f1 e7", "", {("f2", "f3")}),
        ("f1 e7", "f2", set()),
        ("f1", "e7", set()),
        ("", "f1 e7", {("f2", "f3")}),
        ("f1 f2", "", set()),
        ("b11", "", {("a12", "a13")}),
        ("", "b11", {("a12", "a13")}),
        ("b11", "a12", set()),
        ("b2", "", {("a2", "a3")}),
    ],
)
def test_bridges(black: str, white: str, pairs: set[tuple[str, str]]) -> None:
    cells = np.full(len(NAMES), EMPTY, np.int8)
    for names, colour in ((black, BLACK), (white, WHITE)):
        cells[[INDEX[name] for name in names.split()]] = colour
    assert {tuple(sorted(NAMES[n] for n in pair)) for pair in bridges(cells)} == pairs


@pytest.mark.parametrize("seed", range(5))
def test_bridges_share_no_node(seed: int) -> None:
    cells = np.random.default_rng(seed).choice([EMPTY, EMPTY, BLACK, WHITE], len(NAMES))
    nodes = [node for pair in bridges(cells.astype(np.int8)) for node in pair]
    assert nodes
    assert len(nodes) == len(set(nodes))
    assert (cells[nodes] == EMPTY).all()
    for one, other in bridges(cells.astype(np.int8)):
        around = set(NEIGHBOURS[one]) & set(NEIGHBOURS[other])
        kept = [cells[n] for n in around if cells[n] != EMPTY]
        assert (len(kept) == 2 and kept[0] == kept[1]) or SIDES[one] & SIDES[other]


def wins_against_chance(games: int, budget: Budget, rules: dict[str, bool]) -> int:
    won = 0
    for number in range(games):
        rng, state, seat = random.Random(number), Y.start(rules), number % 2
        while (to_act := Y.seat_to_act(state)) is not None:
            legal = list(Y.legal_moves(state))
            mine = to_act == seat
            state = Y.play(state, choose(Y, state, rng, budget) if mine else rng.choice(legal))
        outcome = Y.outcome(state)
        assert outcome is not None
        won += seat in outcome.winners
    return won


@pytest.mark.parametrize("rules", [{}, {"pie": False}])
def test_the_weakest_level_beats_chance(rules: dict[str, bool]) -> None:
    assert wins_against_chance(6, LEVELS[1], rules) >= 5


@pytest.mark.slow
def test_the_usual_level_beats_chance_99_times_in_100() -> None:
    assert wins_against_chance(100, LEVELS[DEFAULT_LEVEL], {}) >= 99
