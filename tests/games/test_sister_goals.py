"""Starts, goals, being stuck and repetition in the six sister games of Y; what options change."""

from __future__ import annotations

import json
from itertools import combinations
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pi_app.games import registry
from pi_app.games.game import GameError
from pi_app.games.stones.aliens_and_amazons import FEWEST_TO_BLOCK, fewest_to_block
from pi_app.games.stones.board import INDEX, NAMES
from pi_app.games.stones.lines import lines
from pi_app.games.stones.moving import times
from pi_app.games.stones.quinta import fives
from pi_app.games.stones.sexta import line_of
from pi_app.games.stones.tetra import figures
from tests.games import sisters_by_hand as by_hand

GAMES = ("aliens-and-amazons", "singularity", "leap-over", "tetra", "quinta", "sexta")
SETUPS = json.loads(
    (Path(__file__).parents[2] / "hardware" / "boards" / "y-setups.json").read_text("utf-8")
)

STARTS: list[tuple[str, dict[str, Any], int, int, str]] = [
    # game, options, black and white stones, who plays first
    ("aliens-and-amazons", {}, 0, 0, "white"),
    ("singularity", {}, 12, 12, "black"),
    ("singularity", {"starts": "white"}, 12, 12, "white"),
    ("leap-over", {}, 10, 10, "black"),
    ("tetra", {}, 0, 0, "black"),
    ("quinta", {}, 12, 12, "black"),
    ("sexta", {}, 6, 6, "black"),
    ("sexta", {"setup": "alt"}, 6, 6, "black"),
]


@pytest.mark.parametrize(("game", "options", "black", "white", "first"), STARTS)
def test_starts(game: str, options: dict[str, Any], black: int, white: int, first: str) -> None:
    rules = registry.find(game)
    view = rules.view(rules.start(options), None)
    pieces = list(view["stones"].values())
    assert (pieces.count("black"), pieces.count("white")) == (black, white)
    assert view["colours"][view["turn"]] == first


@pytest.mark.parametrize(
    ("game", "options", "setup", "swapped"),
    [
        ("singularity", {}, "singularity", False),
        ("singularity", {"corners": "white"}, "singularity", True),
        ("leap-over", {}, "leap_over", False),
        ("quinta", {}, "quinta", False),
        ("sexta", {}, "sexta_fair", False),
        ("sexta", {"setup": "alt"}, "sexta_alt", False),
    ],
)
def test_setups(game: str, options: dict[str, Any], setup: str, swapped: bool) -> None:
    rules = registry.find(game)
    stones = rules.view(rules.start(options), None)["stones"]
    names = ("white", "black") if swapped else ("black", "white")
    for said, colour in zip(("black", "white"), names, strict=True):
        assert {n for n, piece in stones.items() if piece == colour} == set(SETUPS[setup][said])


CORNER = "white=a1,a2,a24 black=a3,a4,a22,a23,b1,b2,b21,c1,c2,c18"
SPREAD = "a4,a7,a10,a13,a16,a19"
LEFT = "a21,b18,b19,c15,c16,c17,d12,d13,d14,d15"
BOTTOM = "a13,b11,b12,c9,c10,c11,d7,d8,d9,d10"
LOOSE = "figures=nodes-and-lines"
LAST_AMAZON = "amazons_needed=1 hand=0 turn=black black=a1 white=a2,b1,a24"
FIVES = [
    # rows through pentads, rows round corners, how many
    (True, False, 198),
    (True, True, 207),
    (False, False, 198 - 3 * 15),
]
OUTCOMES = [
    # position, winner (or draw), reason, what the detail names; None: it goes on
    # three Aliens that cannot move, whoever's turn it is; one gap is enough to go on
    (f"aliens-and-amazons hand=0 turn=white {CORNER}", "black", "immobilised", "a1 a2 a24"),
    (f"aliens-and-amazons hand=0 turn=black {CORNER}", "black", "immobilised", "a1 a2 a24"),
    (f"aliens-and-amazons hand=12 turn=white {CORNER}", "black", "immobilised", "a1 a2 a24"),
    (f"aliens-and-amazons hand=0 turn=white {CORNER.replace('c18', 'd1')}", None, "", ""),
    (f"aliens-and-amazons hand=0 turn=white {CORNER.replace('b2', 'd1')}", None, "", ""),
    ("aliens-and-amazons hand=28 turn=white white=a1,a2 black=b1,a24", None, "", ""),
    # ten Amazons can still block, nine cannot; those in hand count
    (f"aliens-and-amazons hand=4 turn=white white=f1,f2,f3 black={SPREAD}", None, "", ""),
    (
        f"aliens-and-amazons hand=3 turn=white white=f1,f2,f3 black={SPREAD}",
        "white",
        "unblockable",
        "9 Amazons",
    ),
    (
        f"aliens-and-amazons amazons_needed=11 hand=4 turn=black white=f1,f2,f3 black={SPREAD}",
        "white",
        "unblockable",
        "10 Amazons",
    ),
    # one stone left, on a central node
    ("singularity turn=white black=f2 white=a1,f1", "black", "fused", "f2"),
    ("singularity turn=black black=a1,a3 white=f3", "white", "fused", "f3"),
    ("singularity turn=white black=e2 white=a1,f1", None, "", ""),
    ("singularity turn=white black=f2,a9 white=a1,f1", None, "", ""),
    # all ten in the opponent's start position
    (f"leap-over turn=white black={LEFT} white={BOTTOM[:-3]}d6", "black", "home", "b18"),
    (f"leap-over turn=black white={BOTTOM} black={LEFT[:-3]}d1", "white", "home", "c9"),
    (f"leap-over turn=white black={LEFT[:-3]}d1 white=e12,e1,b1,c18", None, "", ""),
    # … full with one that never left: only under ``filled``, and only with one's own in it
    (f"leap-over turn=white black={LEFT[:-3]}e3 white=d15,e12", None, "", ""),
    (f"leap-over goal=filled turn=white black={LEFT[:-3]}e3 white=d15,e12", "black", "home", "d15"),
    ("leap-over goal=filled", None, "", ""),
    # four on every other node of a line, through a pentad by either fork, along the rim
    ("tetra turn=white black=a5,c5,e5,e7 white=a1,a3,b9", "black", "four", "a5 c5 e5 e7"),
    ("tetra turn=white black=a5,c5,e5,c9 white=a1,a3,b9", "black", "four", "a5 c5 c9 e5"),
    ("tetra turn=white black=a2,a4,a6,a8 white=a1,a3,b9", "black", "four", "a2 a4 a6 a8"),
    ("tetra turn=white black=a6,a8,a10,a12 white=a1,a3,b9", None, "", ""),
    ("tetra round_corners=true turn=white black=a6,a8,a10,a12 white=a1,a3,b9", "black", "four", ""),
    ("tetra turn=white black=a5,b5,c5,d5 white=a1,a3,b9", None, "", ""),
    ("tetra turn=white black=a5,c5,e5,f2 white=a1,a3,b9", None, "", ""),
    # … in a diamond, whatever stands inside; either player's; not a diamond askew
    ("tetra turn=white black=d3,b5,d5,f2 white=d4,c4,e3", "black", "four", "b5 d3 d5 f2"),
    ("tetra turn=black black=d4,c4,e3,c5 white=d3,b5,d5,f2", "white", "four", "b5 d3 d5 f2"),
    ("tetra turn=white black=d3,b5,d5,e4 white=a1,a3,b9", None, "", ""),
    # … with only a line between two stones: an option
    ("tetra turn=white black=b5,d4,f2,e8 white=a1,a3,b9", None, "", ""),
    (f"tetra {LOOSE} turn=white black=b5,d4,f2,e8 white=a1,a3,b9", "black", "four", "b5 d4 e8 f2"),
    (f"tetra {LOOSE} turn=white black=c3,b5,d4,c6 white=a1,a3,b9", "black", "four", "b5 c3 c6 d4"),
    (f"tetra {LOOSE} turn=white black=d3,b5,d5,f2 white=d4,c4,e3", "black", "four", ""),
    # five in a row, through a pentad by either fork, along the rim
    ("quinta turn=white black=a5,b5,c5,d5,e5 white=a1", "black", "five", "a5 b5 c5 d5 e5"),
    ("quinta turn=white black=b5,c5,d5,e5,d7 white=a1", "black", "five", "b5 c5 d5 e5 d7"),
    ("quinta turn=white black=b5,c5,d5,e5,e6 white=a1", "black", "five", "b5 c5 d5 e5 e6"),
    ("quinta turn=white forked_rows=false black=b5,c5,d5,e5,e6 white=a1", None, "", ""),
    ("quinta turn=white forked_rows=false black=a5,b5,c5,d5,e5 white=a1", "black", "five", ""),
    ("quinta turn=black white=a1,a2,a3,a4,a5 black=b9", "white", "five", "a1 a2 a3 a4 a5"),
    ("quinta turn=white black=a7,a8,a9,a10,a11 white=a1", None, "", ""),
    ("quinta turn=white round_corners=true black=a7,a8,a9,a10,a11 white=a1", "black", "five", ""),
    ("quinta turn=white black=a5,b5,c5,d5,e4 white=a1", None, "", ""),
    ("quinta turn=white black=a5,b5,c5,d5,e6 white=a1", None, "", ""),
    ("quinta turn=white black=a5,b5,c5,d5,e5,e6,d7 white=a1", "black", "five", ""),
    # six in a line: straight, bent, around a node but for one; nothing that branches or closes
    ("sexta turn=white black=a5,b5,c5,d5,e5,e6 white=a1", "black", "six", "a5 b5 c5 d5 e5 e6"),
    ("sexta turn=white black=a5,b5,c5,c6,d6,d7 white=a1", "black", "six", ""),
    ("sexta turn=black white=b4,c4,c5,d5,e4,f2 black=a1", "white", "six", "b4 c4 c5 d5 e4 f2"),
    ("sexta turn=white black=d3,c4,c5,d5,e4,e3 white=a1", None, "", ""),
    ("sexta ring=true turn=white black=d3,c4,c5,d5,e4,e3 white=a1", "black", "six", ""),
    ("sexta turn=white black=a5,b5,c5,d5,e5,d6 white=a1", None, "", ""),
    ("sexta turn=white black=a5,b5,c5,d5,c6,a1 white=a3", None, "", ""),
    ("sexta ring=true turn=white black=a1,a2,b1,f1,f2,f3 white=a5", None, "", ""),
    ("sexta turn=white black=d2,d3,e1,e12,d15,d1 white=a5", None, "", ""),
    # nobody can leap; a player who cannot is passed over, or loses
    ("leap-over turn=black black=d5 white=a1", "draw", "no-moves", "Neither"),
    ("leap-over no_moves=loses turn=black black=d5 white=a1,a2", "white", "no-moves", "Black"),
    (f"aliens-and-amazons no_moves=loses {LAST_AMAZON}", "white", "no-moves", "Black"),
]


@pytest.mark.parametrize(("position", "winner", "reason", "detail"), OUTCOMES)
def test_outcomes(position: str, winner: str | None, reason: str, detail: str) -> None:
    rules = registry.find(position.split(maxsplit=1)[0])
    outcome = rules.outcome(rules.parse_position(position))
    assert (outcome is None) == (winner is None)
    if outcome is not None:
        names = ["black", "white"]
        assert [names[seat] for seat in outcome.winners] == ([] if winner == "draw" else [winner])
        assert outcome.reason == reason
        assert detail in outcome.detail


def play(game: str, position: str, moves: str) -> Any:  # noqa: ANN401 - any game's state
    rules = registry.find(game)
    state = rules.parse_position(f"{game} {position}")
    for move in moves.split():
        state = rules.play(state, rules.parse_move(state, move))
    return state


@pytest.mark.parametrize(
    ("position", "message"),
    [
        ("leap-over turn=white black=d5,d4 white=a1", "white cannot move: black is to move"),
        (f"aliens-and-amazons {LAST_AMAZON}", "black cannot move: white is to move"),
        ("aliens-and-amazons white=a1,a2,a3,a4", "there are 3 Aliens and 30 Amazons"),
        ("aliens-and-amazons white=a1,a2,a3 black=a4", "there are 3 Aliens and 30 Amazons"),
        ("aliens-and-amazons white=a1,a2 turn=white", "are placed by turns"),
        ("aliens-and-amazons hand=1000000 white=a1", "there are 3 Aliens and 30 Amazons"),
        ("tetra black=a1,a2 turn=white", "2 black and 0 white stones with white to move"),
        ("tetra starts=white black=a1 turn=white", "1 black and 0 white stones"),
        ("quinta trail=a2-b2", "no stone can have gone a2-b2"),
        ("quinta trail=a2-a3", "no stone can have gone a2-a3"),
        ("quinta trail=a2", "expected START-END"),
        ("quinta trail=b2-a2xa3", "expected START-END"),
        ("quinta trail=swap", "expected START-END"),
        ("leap-over black_side=left", "must be two sides"),
        ("sexta setup=best", "setup: must be fair or alt"),
        ("aliens-and-amazons amazons_needed=0", "must be a whole number from 1 to 30"),
        ("aliens-and-amazons starts=black", "has no 'starts'"),
    ],
)
def test_positions_that_cannot_be(position: str, message: str) -> None:
    with pytest.raises(GameError, match=message):
        registry.find(position.split(maxsplit=1)[0]).parse_position(position)


def test_who_cannot_move_is_passed_over() -> None:
    rules = registry.find("leap-over")
    state = play("leap-over", "turn=black black=d5,d4,a1 white=a9", "d5-d3")
    assert rules.view(state, None)["turn"] == 0
    with pytest.raises(GameError, match="it is black's turn"):
        rules.play(state, rules.parse_move(state, "white a9-a10"))
    assert rules.outcome(state) is None
    loses = play("leap-over", "no_moves=loses turn=black black=d5,d4,a1 white=a9", "d5-d3")
    outcome = rules.outcome(loses)
    assert outcome is not None
    assert (outcome.winners, outcome.reason) == ((0,), "no-moves")


TO_AND_FRO = "a1-b1 a4-b4 b1-a1 b4-a4"


@pytest.mark.parametrize(
    ("options", "moves", "count", "drawn"),
    [
        ("", TO_AND_FRO, 2, False),
        ("", f"{TO_AND_FRO} {TO_AND_FRO}", 3, True),
        ("repetition=none", f"{TO_AND_FRO} {TO_AND_FRO}", 1, False),
        ("", f"{TO_AND_FRO} a1-b1", 2, False),
        ("", f"a1-b1 a4-b4 b1-a1 b4-c4 a1-b1 c4-b4 {'b1-a1 b4-a4'}", 2, False),
    ],
)
def test_repetition(options: str, moves: str, count: int, drawn: bool) -> None:
    rules = registry.find("quinta")
    state: Any = play("quinta", options, moves)
    assert times(state) == count
    outcome = rules.outcome(state)
    assert (outcome is not None) == drawn
    if outcome is not None:
        assert (outcome.winners, outcome.reason) == ((), "repetition")


def test_the_same_stones_with_the_other_player_to_move_are_no_repetition() -> None:
    start = "turn=black black=d5,a1 white=d10,a9"
    assert times(play("quinta", start, "d5-d4 d10-d9 d4-c5 d9-d10 c5-d5")) == 1
    assert times(play("quinta", start, "d5-d4 d10-d9 d4-d5 d9-d10")) == 2


def test_a_removed_stone_ends_what_can_repeat() -> None:
    start = "turn=black black=a1,e2,e4 white=a9,a10"
    state = play("singularity", start, "a1-b1 a9-b8 b1-a1 b8-a9")
    assert (times(state), len(state.trail)) == (2, 4)
    assert play("singularity", start, "a1-b1 a9-b8 e2-e3xe4").trail == ()


@pytest.mark.parametrize("round_corners", [False, True])
def test_fewest_amazons_that_can_block(round_corners: bool) -> None:
    assert fewest_to_block(lines(round_corners=round_corners)) == FEWEST_TO_BLOCK


def test_fewest_amazons_that_can_block_by_another_program() -> None:
    reach = {
        node: {n for over in by_hand.AROUND[node] for n in (over, *by_hand.beyond(node, over))}
        for node in NAMES
    }
    triples = combinations(NAMES, 3)
    fewest = min(
        len(set().union(*map(reach.__getitem__, triple)) - {*triple}) for triple in triples
    )
    assert fewest == FEWEST_TO_BLOCK


def test_figures_of_tetra_by_another_program() -> None:
    table = {frozenset(NAMES[node] for node in figure) for figure in figures("nodes", False)}
    beside = {a: [b for b in NAMES if b != a and by_hand.middle(a, b)] for a in NAMES}
    chains = {
        tuple(sorted({a, b, c, d}))
        for a in NAMES
        for b in beside[a]
        for c in beside[b]
        for d in beside[c]
        if len({a, b, c, d}) == 4
    }
    assert {frozenset(chain) for chain in chains if by_hand.is_figure(chain)} == table
    lines_of_four = [figure for figure in table if not is_diamond(figure)]
    assert (len(lines_of_four), len(table)) == (156, 156 + 174)


def is_diamond(figure: frozenset[str]) -> bool:
    """Whether five of its six pairs are two apart on a line; in a row of four it is three."""
    return sum(by_hand.middle(a, b) is not None for a, b in combinations(figure, 2)) == 5


def test_figures_across_lines_touch_nowhere() -> None:
    """The option's further figures: no two stones are neighbours, each has one across a line."""
    further = set(figures("nodes-and-lines", False)) - set(figures("nodes", False))
    assert further
    for figure in further:
        names = [NAMES[node] for node in figure]
        pairs = list(combinations(names, 2))
        assert not any(b in by_hand.AROUND[a] for a, b in pairs)
        across = [len({*by_hand.AROUND[a]} & {*by_hand.AROUND[b]}) == 2 for a, b in pairs]
        assert sum(across) in (3, 5)


@pytest.mark.parametrize(("forks", "round_corners", "count"), FIVES)
def test_fives_of_quinta(forks: bool, round_corners: bool, count: int) -> None:
    assert len({frozenset(row) for row in fives(forks, round_corners)}) == count


def test_fives_of_quinta_by_another_program() -> None:
    table = {frozenset(NAMES[node] for node in row) for row in fives(True, False)}
    ways = [(a, b) for a in NAMES for b in by_hand.AROUND[a]]
    rows: list[tuple[str, ...]] = list(ways)
    for _ in range(3):
        rows = [(*row, n) for row in rows for n in by_hand.beyond(row[-2], row[-1])]
    assert {frozenset(row) for row in rows} == table


@given(st.data())
def test_lines_of_sexta_by_another_program(data: st.DataObject) -> None:
    stones = [data.draw(st.sampled_from(NAMES))]
    while len(stones) < 6:
        near = sorted({n for node in stones[-2:] for n in by_hand.AROUND[node]} - {*stones})
        stones.append(data.draw(st.sampled_from(near or sorted({*NAMES} - {*stones}))))
    line = line_of(tuple(sorted(INDEX[node] for node in stones)))
    assert bool(line) == by_hand.is_line_of_six(frozenset(stones))
    assert not line or sorted(line) == sorted(INDEX[node] for node in stones)
