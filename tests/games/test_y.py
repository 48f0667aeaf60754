"""The Game of Y: positions in, winners and refusals out; full boards against a second program."""

from __future__ import annotations

import random
from collections.abc import Sequence
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pi_app.games.game import GameError, Outcome
from pi_app.games.scene import Scene
from pi_app.games.stones.board import INDEX, NAMES
from pi_app.games.stones.common import StonesState
from pi_app.games.stones.moves import BLACK, WHITE, Pass, Place, Resign, Shift, Swap
from pi_app.games.stones.y import GameOfY
from tests.games import y_by_hand

Y = GameOfY()
COLUMN = "a1 b1 c1 d1 e1 e12 f1 f3 e8 d9 c10 b12 a13".split()  # noqa: SIM905 - reads as a path
"""From a corner, which belongs to two sides, to the middle of the third."""


def played(moves: Sequence[str], options: dict[str, Any] | None = None) -> StonesState:
    state = Y.start(options)
    for move in moves:
        state = Y.play(state, Y.parse_move(state, move))
    return state


def nodes(names: str) -> dict[str, str]:
    """From "black a1 b1 white c3"."""
    scene, colour = {}, ""
    for word in names.split():
        if word in Y.pieces:
            colour = word
        else:
            scene[word] = colour
    return scene


SIDE = "a1 a2 a3 a4 a5 a6 a7 a8 a9"
RING = "c1 c2 c3 c4 c5 c6 c7 c8 c9 c10 c11 c12 c13 c14 c15 c16 c17 c18"
SPOKES = "b3 a3 b10 a11 b17 a19"
WINS = [
    # stones of one colour, and the chain that wins with them
    (" ".join(COLUMN), " ".join(COLUMN)),
    (" ".join(COLUMN[:5] + COLUMN[6:]), None),
    (SIDE, SIDE),
    (f"{SIDE} f1 a17", SIDE),
    ("a2 a3 b2 b1 b21 a24", None),
    (RING, None),
    (f"{RING} {SPOKES} e1 e5", f"{RING} {SPOKES}"),
    (f"{RING} {SPOKES.removesuffix('a19')}", None),
    ("a1 a9 a17 e1 e5 e9 f1 f2 f3", None),
    ("", None),
]


@pytest.mark.parametrize(("stones", "chain"), WINS)
@pytest.mark.parametrize("colour", ["black", "white"])
def test_who_has_won(stones: str, chain: str | None, colour: str) -> None:
    number = Y.pieces.index(colour) + 1
    cells = tuple(number if name in stones.split() else 0 for name in NAMES)
    outcome = Y.outcome(StonesState(cells=cells, options=Y.start().options))
    assert y_by_hand.connects(stones.split()) == (chain is not None)
    assert (outcome is None) == (chain is None)
    if outcome is not None and chain is not None:
        assert outcome.winners == (number - 1,)
        assert outcome.reason == "connected"
        assert outcome.detail.startswith(colour.capitalize())
        assert named_chain(outcome) == set(chain.split())


def named_chain(outcome: Outcome) -> set[str]:
    return set(outcome.detail.rstrip(".").partition(": ")[2].split())


@given(st.lists(st.booleans(), min_size=93, max_size=93))
def test_a_full_board_has_exactly_one_winner(black: list[bool]) -> None:
    names = {c: [n for n, b in zip(NAMES, black, strict=True) if b == c] for c in (True, False)}
    by_hand = [y_by_hand.connects(names[True]), y_by_hand.connects(names[False])]
    assert sum(by_hand) == 1
    cells = tuple(BLACK if b else WHITE for b in black)
    outcome = Y.outcome(StonesState(cells=cells, options=Y.start().options))
    assert outcome is not None
    assert outcome.winners == (by_hand.index(True),)
    assert y_by_hand.connects(named_chain(outcome))


@given(st.randoms(use_true_random=False), st.sampled_from([{}, {"handicap": 4}, {"pie": False}]))
def test_a_random_game_ends_with_the_first_chain(
    rng: random.Random, options: dict[str, Any]
) -> None:
    state = Y.start(options)
    while moves := list(Y.legal_moves(state)):
        before = state
        state = Y.play(state, rng.choice(moves))
        assert not any(
            y_by_hand.connects([NAMES[n] for n in before.stones(c)]) for c in (BLACK, WHITE)
        )
    winner = [y_by_hand.connects([NAMES[n] for n in state.stones(c)]) for c in (BLACK, WHITE)]
    assert sum(winner) == 1
    outcome = Y.outcome(state)
    assert outcome is not None
    assert state.colours[outcome.winners[0]] == (BLACK if winner[0] else WHITE)
    assert Y.seat_to_act(state) is None


@pytest.mark.parametrize(
    ("moves", "options", "to_act", "colours"),
    [
        ([], {}, 0, ["black", "white"]),
        (["d5"], {}, 1, ["black", "white"]),
        (["d5", "e3"], {}, 0, ["black", "white"]),
        (["d5", "swap"], {}, 0, ["white", "black"]),
        (["d5", "swap", "e3"], {}, 1, ["white", "black"]),
        (["d5", "swap", "e3", "e4"], {}, 0, ["white", "black"]),
        (["d5"], {"handicap": 3}, 0, ["black", "white"]),
        (["d5", "d6"], {"handicap": 3}, 0, ["black", "white"]),
        (["d5", "d6", "d7"], {"handicap": 3}, 1, ["black", "white"]),
        (["d5", "d6", "d7", "a1"], {"handicap": 3}, 0, ["black", "white"]),
        (["d5", "d6", "d7", "a1", "a2"], {"handicap": 3}, 1, ["black", "white"]),
        (["d5", "d6", "swap"], {"handicap": 2, "pie": True}, 0, ["white", "black"]),
    ],
)
def test_whose_turn(
    moves: list[str], options: dict[str, Any], to_act: int, colours: list[str]
) -> None:
    state = played(moves, options)
    view = Y.view(state, None)
    assert Y.seat_to_act(state) == view["turn"] == to_act
    assert view["colours"] == colours
    assert set(view["stones"]) == {move for move in moves if move != "swap"}


@pytest.mark.parametrize(
    ("moves", "options", "offered"),
    [
        ([], {}, False),
        (["d5"], {}, True),
        (["d5", "swap"], {}, False),
        (["d5", "e3"], {}, False),
        (["d5", "swap", "e3"], {}, False),
        (["d5"], {"pie": False}, False),
        (["d5"], {"handicap": 2, "pie": True}, False),
        (["d5", "d6"], {"handicap": 2, "pie": True}, True),
        (["d5", "d6"], {"handicap": 2}, False),
    ],
)
def test_swap_is_offered_once_straight_after_the_first_move(
    moves: list[str], options: dict[str, Any], offered: bool
) -> None:
    assert (Swap() in Y.legal_moves(played(moves, options))) == offered


@pytest.mark.parametrize(
    ("moves", "options", "move", "says"),
    [
        ([], {}, "white d5", "black plays first"),
        ([], {}, "swap", "colours are swapped straight after the first move only"),
        (["d5"], {}, "black e3", "black plays twice"),
        (["d5"], {"pie": False}, "swap", "no pie rule"),
        (["d5", "swap"], {}, "swap", "colours are swapped once only"),
        (["d5", "swap"], {}, "black e3", "black plays twice"),
        (["d5", "e3"], {}, "white e4", "white plays twice"),
        (["d5", "e3"], {}, "swap", "straight after the first move only"),
        (["d5", "e3"], {}, "e3", "e3 is taken"),
        (["d5"], {}, "d5", "d5 is taken"),
        (["d5"], {"handicap": 2}, "white e3", "it is black's turn"),
        (["d5"], {"handicap": 2}, "d5", "d5 is taken"),
        (["d5", "d6"], {"handicap": 2}, "black e3", "black plays twice"),
        (["d5"], {}, "black d5-d6", "stones stay where they are"),
        (["d5"], {}, "white d5-d6", "stones stay where they are"),
        (["d5"], {}, "white passes", "nobody passes"),
        (["d5"], {}, "black resigns", "black plays twice"),
        (["d5", "white resigns"], {}, "black e3", "the game is over"),
        (["d5", "resign"], {}, "swap", "the game is over"),
    ],
)
def test_refused(moves: list[str], options: dict[str, Any], move: str, says: str) -> None:
    state = played(moves, options)
    with pytest.raises(GameError, match=says):
        Y.play(state, Y.parse_move(state, move))


def test_nothing_is_played_after_a_win() -> None:
    others = [f"a{number}" for number in range(3, 3 + len(COLUMN))]
    others[COLUMN.index("a13") - 2] = "b3"
    moves = [move for pair in zip(COLUMN, others, strict=True) for move in pair]
    state = played(moves[:-2])
    assert Y.outcome(state) is None
    state = Y.play(state, Y.parse_move(state, "black a13"))
    assert Y.outcome(state) is not None
    assert list(Y.legal_moves(state)) == []
    with pytest.raises(GameError, match="the game is over"):
        Y.play(state, Y.parse_move(state, "white c11"))


@pytest.mark.parametrize(
    ("moves", "winner"),
    [
        (["resign"], 1),
        (["d5", "resign"], 0),
        (["d5", "swap", "white resigns"], 1),
        (["d5", "swap", "e3", "black resigns"], 0),
    ],
)
def test_resigning(moves: list[str], winner: int) -> None:
    before, state = played(moves[:-1]), played(moves)
    outcome = Y.outcome(state)
    assert isinstance(outcome, Outcome)
    assert (outcome.winners, outcome.reason) == ((winner,), "resigned")
    assert not any(isinstance(move, Resign) for move in Y.legal_moves(before))
    assert Y.parse_position(Y.position_text(state)) == state
    assert Y.view(state, None)["events"][-1]["kind"] == "resigned"
    assert Y.view(state, None)["events"][-1]["seat"] == 1 - winner


@pytest.mark.parametrize(
    ("text", "move"),
    [
        ("black d5", Place(BLACK, INDEX["d5"])),
        ("white d5", Place(WHITE, INDEX["d5"])),
        ("d5", Place(BLACK, INDEX["d5"])),
        (" D5 ", Place(BLACK, INDEX["d5"])),
        ("play d5", Place(BLACK, INDEX["d5"])),
        ("PLAY White A24", Place(WHITE, INDEX["a24"])),
        ("swap", Swap()),
        ("Swap", Swap()),
        ("resign", Resign(BLACK)),
        ("white resigns", Resign(WHITE)),
        ("white passes", Pass(WHITE)),
        ("white d5-d7-f1", Shift(WHITE, (INDEX["d5"], INDEX["d7"], INDEX["f1"]))),
    ],
)
def test_moves_are_understood(text: str, move: object) -> None:
    assert Y.parse_move(Y.start(), text) == move


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("", "is no move"),
        ("play", "is no move"),
        ("black", "is no move"),
        ("red d5", "is no move"),
        ("d5 d6", "is no move"),
        ("black d5 now", "is no move"),
        ("d16", "no node 'd16'"),
        ("a0", "no node 'a0'"),
        ("g1", "no node 'g1'"),
        ("d5-", "is no move"),
        ("d٥", "is no move"),
        ("x" * 10_000, "is no move"),
    ],
)
def test_other_texts_are_refused(text: str, says: str) -> None:
    with pytest.raises(GameError, match=says) as error:
        Y.parse_move(Y.start(), text)
    assert len(str(error.value)) < 160


@pytest.mark.parametrize(
    ("moves", "scene", "move"),
    [
        (["d5"], "black d5 white e3", "white e3"),
        (["d5"], "black d5 e3", "black e3"),
        ([], "white e3", "white e3"),
        (["d5"], "black d5", None),
        (["d5"], "", None),
        (["d5"], "white d5", None),
        (["d5"], "black d5 white e3 e4", None),
        (["d5"], "black d6", "black d5-d6"),
        (["d5", "e3"], "black d5 white e4", "white e3-e4"),
        (["d5", "e3"], "black e3 white d5", None),
        (["d5", "e3"], "black e4", None),
    ],
)
def test_what_a_change_on_the_board_means(moves: list[str], scene: str, move: str | None) -> None:
    state = played(moves)
    meant = Y.intended(state, Scene.of(nodes(scene)))
    assert (None if meant is None else Y.move_text(state, meant)) == move


@pytest.mark.parametrize(
    ("moves", "scene", "says"),
    [
        (["d5", "e3", "f1"], "black d5 f1 b7 white e3", "black plays twice"),
        (["d5"], "black d6", "stones stay where they are"),
        (["d5", "e3"], "black d5 white e4", "stones stay where they are"),
    ],
)
def test_why_a_change_is_illegal(moves: list[str], scene: str, says: str) -> None:
    state = played(moves)
    meant = Y.intended(state, Scene.of(nodes(scene)))
    assert meant is not None
    with pytest.raises(GameError) as error:
        Y.play(state, meant)
    assert str(error.value) == says


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("", "is no position of y"),
        ("yomen", "is no position of y"),
        ("y black", "KEY=VALUE"),
        ("y black=d5 black=d6", "once"),
        ("y black=d5", "stones are placed by turns"),
        ("y black=d5 white=d6,d7", "stones are placed by turns"),
        ("y turn=white", "stones are placed by turns"),
        ("y white=d5", "stones are placed by turns"),
        ("y handicap=3 black=d5,d6 turn=white", "stones are placed by turns"),
        ("y handicap=3 black=d5 white=d6", "stones are placed by turns"),
        ("y black=d5 white=d5", "two stones"),
        ("y black=d99 turn=white", "no node"),
        ("y turn=red", "no colour"),
        ("y colours=black,black", "each colour"),
        ("y colours=black", "each colour"),
        ("y colours=white,black", "not open"),
        ("y pie=false black=d5 turn=white colours=white,black", "not open"),
        ("y handicap=many", "whole number"),
        ("y handicap=99999999999999", "whole number"),
        ("y pie=1", "true or false"),
        ("y komi=7", "no 'komi'"),
        ("y last=d5d", "is no move"),
    ],
)
def test_positions_that_cannot_be(text: str, says: str) -> None:
    with pytest.raises(GameError, match=says) as error:
        Y.parse_position(text)
    assert "\n" not in str(error.value)


@pytest.mark.parametrize(
    ("options", "says"),
    [
        ({"handicap": 0}, "whole number from 1 to 46"),
        ({"handicap": True}, "whole number"),
        ({"handicap": "2"}, "whole number"),
        ({"pie": 1}, "true or false"),
        ({"pie": None}, "true or false"),
        ({"size": 5}, "no option 'size'"),
    ],
)
def test_options_that_cannot_be(options: dict[str, Any], says: str) -> None:
    with pytest.raises(GameError, match=says):
        Y.start(options)


def test_a_position_reads_as_one_line() -> None:
    assert Y.position_text(played(["d5", "swap", "e3"])) == (
        "y pie=true handicap=1 turn=black black=d5 white=e3 colours=white,black last=white_e3"
    )
