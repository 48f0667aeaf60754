"""Whole games of YOMEN and Break the Cube: moves in, outcomes, answers and refusals out."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pi_app.games import registry
from pi_app.games.blocks.deduction import build_table, knowledge, remaining
from pi_app.games.blocks.state import Asked, State
from pi_app.games.blocks.views import SideView, TopView
from pi_app.games.game import GameError, Outcome

# Three arrangements in the first set's colours (r red, k black, y yellow), seen from above:
#   STAIRS      r r r  r . .       BACK  y k k  y . k      FLAT  r r r   level 2 empty
#               y k k  y . k             r r r  r . .            k k r
#               . . .  . . .             . . .  . . .            k y y
STAIRS = "red:1.1,2.1,3.1,1.2 black:5.1,6.1,6.2 yellow:4.1,4.2"
BACK = "red:4.1,5.1,6.1,4.2 black:2.1,3.1,3.2 yellow:1.1,1.2"
FLAT = "red:1.1,2.1,3.1,6.1 black:4.1,5.1,7.1 yellow:8.1,9.1"


def second(text: str) -> str:
    """The same arrangement in the second set's colours."""
    for one, other in (("red", "blue"), ("black", "white"), ("yellow", "green")):
        text = text.replace(one, other)
    return text


def played(game: str, options: Mapping[str, Any], moves: Sequence[str]) -> State:
    """Seat 0 and 2 hide STAIRS, seat 1 and 3 BACK; then the moves."""
    rules = registry.find(game)
    state: State = rules.start(options)
    for seat in range(state.rules.seats):
        built = second(BACK) if seat % 2 else STAIRS
        state = rules.play(state, rules.parse_move(state, f"hide {seat} {built}"))
    for move in moves:
        state = rules.play(state, rules.parse_move(state, move))
    return state


RIGHT = {
    0: f"announce 0 {second(BACK)}",
    1: f"announce 1 {STAIRS}",
    2: f"announce 2 {second(BACK)}",
    3: f"announce 3 {STAIRS}",
}
WRONG = {
    0: f"announce 0 {second(STAIRS)}",
    1: f"announce 1 {BACK}",
    2: f"announce 2 {second(STAIRS)}",
    3: f"announce 3 {BACK}",
}

GAMES = [
    # game, options, moves: winners and reason, or None while it goes on
    ("yomen", {}, ["ask 0 A", "ask 1 B"], None),
    ("yomen", {}, [RIGHT[0]], ((0,), "announced")),
    ("yomen", {}, ["ask 0 A", RIGHT[0]], ((0,), "announced")),
    ("yomen", {}, [RIGHT[1]], ((1,), "announced")),
    ("yomen", {}, [WRONG[0]], None),
    ("yomen", {}, [WRONG[0], "ask 0 A", WRONG[1], RIGHT[0]], ((0,), "announced")),
    ("yomen", {}, [WRONG[0], "ask 0 A", WRONG[0]], ((1,), "mistakes")),
    ("yomen", {}, [WRONG[1], WRONG[1]], ((0,), "mistakes")),
    ("yomen", {"mistakes_allowed": [1, 2]}, [WRONG[1], WRONG[1]], None),
    ("yomen", {"mistakes_allowed": [1, 2]}, [WRONG[1]] * 3, ((0,), "mistakes")),
    ("yomen", {"sudden_death": True}, [WRONG[1]], ((0,), "mistakes")),
    ("yomen", {}, ["resign 1"], ((0,), "resigned")),
    ("yomen", {"finish_round": True}, [RIGHT[0]], None),
    ("yomen", {"finish_round": True}, [RIGHT[0], "ask 1 A"], ((0,), "announced")),
    ("yomen", {"finish_round": True}, [RIGHT[0], RIGHT[1]], ((0, 1), "announced")),
    ("break-the-cube", {}, [RIGHT[0]], ((0,), "announced")),
    ("break-the-cube", {}, [WRONG[0], RIGHT[1]], ((1,), "announced")),
    ("break-the-cube", {}, [WRONG[0], "ask 1 A"] * 5, None),
    ("break-the-cube", {"finish_round": True}, [RIGHT[0]], None),
    ("break-the-cube", {"finish_round": True}, [RIGHT[0], WRONG[1]], ((0,), "announced")),
    ("break-the-cube", {"finish_round": True}, [RIGHT[0], RIGHT[1]], ((0, 1), "announced")),
    # the second of two is last in the round: nobody is left to play on
    ("break-the-cube", {"finish_round": True}, ["ask 0 A", RIGHT[1]], ((1,), "announced")),
    ("break-the-cube", {"finish_round": True, "starting": 1}, [RIGHT[1]], None),
    ("break-the-cube", {"seats": 3}, [RIGHT[0], "ask 1 5"], None),
    ("break-the-cube", {"seats": 3}, ["ask 0 A", RIGHT[1]], None),
    ("break-the-cube", {"seats": 3}, ["ask 0 A", RIGHT[1], "ask 2 A"], ((1,), "announced")),
    ("break-the-cube", {"seats": 4}, [RIGHT[0], WRONG[1], RIGHT[2]], None),
    (
        "break-the-cube",
        {"seats": 4},
        [RIGHT[0], WRONG[1], RIGHT[2], RIGHT[3]],
        ((0, 2, 3), "announced"),
    ),
    (
        "break-the-cube",
        {"seats": 4, "starting": 2},
        ["ask 2 A", "ask 3 B", RIGHT[0], RIGHT[1]],
        ((0, 1), "announced"),
    ),
    ("break-the-cube", {"seats": 4, "finish_round": False}, [RIGHT[0]], ((0,), "announced")),
    # sudden death: those out are passed over, and the last one in wins
    ("break-the-cube", {"seats": 4, "sudden_death": True}, [WRONG[0], WRONG[1]], None),
    (
        "break-the-cube",
        {"seats": 4, "sudden_death": True},
        [WRONG[0], WRONG[1], "ask 2 A", WRONG[3]],
        ((2,), "mistakes"),
    ),
    (
        "break-the-cube",
        {"seats": 4, "sudden_death": True},
        [WRONG[0], "ask 1 A", "ask 2 A", "ask 3 A", RIGHT[1], WRONG[2], WRONG[3]],
        ((1,), "announced"),
    ),
    ("break-the-cube", {"seats": 4}, ["resign 3", "resign 1"], None),
    ("break-the-cube", {"seats": 4}, ["resign 3", "resign 1", "resign 0"], ((2,), "resigned")),
    # a right one who waits for the end of the round wins when all others give up
    ("break-the-cube", {"seats": 3}, [RIGHT[0], "resign 1", "resign 2"], ((0,), "announced")),
    ("break-the-cube", {"seats": 3}, ["resign 2", RIGHT[0], WRONG[1]], ((0,), "announced")),
]


@pytest.mark.parametrize(("game", "options", "moves", "expected"), GAMES)
def test_outcomes(
    game: str,
    options: dict[str, Any],
    moves: list[str],
    expected: tuple[tuple[int, ...], str] | None,
) -> None:
    outcome: Outcome | None = registry.find(game).outcome(played(game, options, moves))
    assert (outcome and (outcome.winners, outcome.reason)) == expected


TURNS = [
    ("yomen", {}, [], 0),
    ("yomen", {"starting": 1}, [], 1),
    ("yomen", {}, ["ask 0 A"], 1),
    ("yomen", {}, ["ask 0 A", "ask 1 A"], 0),
    ("yomen", {}, [WRONG[0]], 0),
    ("yomen", {}, [WRONG[1]], 0),
    ("break-the-cube", {}, [WRONG[0]], 1),
    ("break-the-cube", {"seats": 4}, ["ask 0 1", "ask 1 1", "ask 2 1", "ask 3 1"], 0),
    ("break-the-cube", {"seats": 4}, ["resign 0"], 1),
    ("break-the-cube", {"seats": 4}, ["resign 1"], 0),
    ("break-the-cube", {"seats": 4}, ["resign 1", "ask 0 A"], 2),
    ("break-the-cube", {"seats": 4, "sudden_death": True}, [WRONG[0], WRONG[1], "ask 2 A"], 3),
    ("break-the-cube", {"seats": 3}, [RIGHT[0]], 1),
    ("break-the-cube", {}, [RIGHT[0]], None),
]


@pytest.mark.parametrize(("game", "options", "moves", "turn"), TURNS)
def test_turns(game: str, options: dict[str, Any], moves: list[str], turn: int | None) -> None:
    assert registry.find(game).seat_to_act(played(game, options, moves)) == turn


ANSWERS = [
    # question: answers by seat
    (
        "yomen",
        2,
        "ask 0 K",
        [(0, SideView(("yellow", "yellow", None))), (1, SideView(("blue", "blue", None)))],
    ),
    ("yomen", 2, "ask 0 6", [(0, TopView("black", 2)), (1, TopView("blue", 1))]),
    ("break-the-cube", 2, "ask 0 6", [(1, TopView("blue"))]),
    ("break-the-cube", 3, "ask 0 7", [(1, TopView(None))]),
    (
        "break-the-cube",
        3,
        "ask 0 k",
        [
            (0, SideView(("yellow", "yellow", None))),
            (1, SideView(("blue", "blue", None))),
            (2, SideView(("yellow", "yellow", None))),
        ],
    ),
]


@pytest.mark.parametrize(("game", "seats", "move", "answers"), ANSWERS)
def test_answers(game: str, seats: int, move: str, answers: list[Any]) -> None:
    asked = played(game, {"seats": seats}, [move]).events[-1]
    assert isinstance(asked, Asked)
    assert list(asked.answers) == answers


def test_those_out_still_answer() -> None:
    options = {"seats": 3, "sudden_death": True}
    state = played("break-the-cube", options, [WRONG[0], "ask 1 A", "ask 2 3"])
    asked = state.events[-1]
    assert isinstance(asked, Asked)
    assert asked.answers == ((0, TopView("red")),)


REFUSALS = [
    ("yomen", {}, [], f"hide 0 {STAIRS}", "has hidden its arrangement"),
    ("yomen", {}, [], "ask 1 A", "It is seat 0's turn to ask"),
    ("yomen", {}, [], "ask 2 A", "There is no seat 2; seats are 0 to 1"),
    ("yomen", {}, [], "ask 0 M", "a letter from A to L or a cell from 1 to 9"),
    ("yomen", {}, [], "ask 0", "a letter from A to L or a cell from 1 to 9"),
    ("yomen", {}, [], "ask A", "is no move: expected one of: hide SEAT"),
    ("yomen", {}, [], "", "is no move"),
    ("yomen", {}, [], "resign 0 now", "nothing more"),
    ("yomen", {}, [], "announce 0 blue", "is no block: expected COLOUR:CELL.LEVEL"),
    ("yomen", {}, [], "announce 0 blue:1.1 blue:2.1", "The blue block is there twice"),
    ("yomen", {}, [], f"announce 0 {BACK}", "not judged. The black block does not belong"),
    ("yomen", {}, [], "announce 0", "The blue block is missing"),
    ("yomen", {}, [RIGHT[0]], "ask 1 A", "The game is over"),
    ("break-the-cube", {}, [], RIGHT[1], "It is seat 0's turn; one announces on one's own turn"),
    ("break-the-cube", {"seats": 3}, [RIGHT[0]], RIGHT[0], "Seat 0 has announced correctly"),
    ("break-the-cube", {"seats": 3}, ["resign 1"], "ask 1 A", "Seat 1 is out: it only answers"),
    (
        "break-the-cube",
        {},
        [],
        f"announce 0 {second(FLAT)}",
        "At least one block must reach the middle level",
    ),
]


@pytest.mark.parametrize(("game", "options", "moves", "move", "message"), REFUSALS)
def test_refusals(
    game: str, options: dict[str, Any], moves: list[str], move: str, message: str
) -> None:
    state = played(game, options, moves)
    rules = registry.find(game)
    with pytest.raises(GameError, match=message):
        rules.play(state, rules.parse_move(state, move))


@pytest.mark.parametrize("move", ["ask 0 A", f"announce 0 {second(BACK)}", "resign 0"])
def test_first_everybody_hides(move: str) -> None:
    rules = registry.find("yomen")
    state = rules.play(rules.start(), rules.parse_move(rules.start(), f"hide 0 {STAIRS}"))
    assert rules.seat_to_act(rules.start()) is None
    assert rules.seat_to_act(state) == 1
    with pytest.raises(GameError, match="First every seat hides its arrangement; still to come: 1"):
        rules.play(state, rules.parse_move(state, move))


def test_a_faulty_arrangement_is_refused_with_all_its_faults() -> None:
    rules = registry.find("break-the-cube")
    move = rules.parse_move(rules.start(), f"hide 0 {FLAT.replace('yellow:8.1,9.1', 'blue:8.1')}")
    with pytest.raises(GameError) as caught:
        rules.play(rules.start(), move)
    for detail in ("blue block does not belong", "yellow block is missing", "middle level"):
        assert detail in str(caught.value)


def leaves(value: object) -> list[object]:
    """Everything in a nest of lists and mappings, the nests themselves included."""
    inner: list[object] = []
    if isinstance(value, Mapping):
        inner = [*value.keys(), *value.values()]
    elif isinstance(value, list | tuple):
        inner = list(value)
    return [value, *(leaf for item in inner for leaf in leaves(item))]


@pytest.mark.parametrize("game", ["yomen", "break-the-cube"])
@pytest.mark.parametrize("seat", [0, 1, None])
def test_a_view_shows_own_blocks_only_until_the_end(game: str, seat: int | None) -> None:
    rules = registry.find(game)
    state = played(game, {}, ["ask 0 A", "ask 1 5"])
    hidden = [scene.as_dict() for scene in state.hidden if scene]
    seen = leaves(rules.view(state, seat))
    assert [blocks in seen for blocks in hidden] == [seat == 0, seat == 1]
    over = rules.play(state, rules.parse_move(state, RIGHT[0]))
    assert rules.view(over, seat)["revealed"] == hidden


@given(st.integers(0, 10**6), st.lists(st.sampled_from("ABCDEFGHIJKL123456789"), max_size=12))
def test_a_view_depends_on_nothing_that_was_not_said(pick: int, asked: list[str]) -> None:
    """Two games that differ only in an arrangement that gave the same answers look the same."""
    rules = registry.find("yomen")
    moves = [f"ask {i % 2} {what}" for i, what in enumerate(asked)]
    state = played("yomen", {}, [WRONG[0], *moves])
    table = build_table(state.rules.sets[1], state.rules.building, top_tells_level=True)
    left = remaining(table, knowledge(state, 0))
    other = table.arrangements.scene(int(left[pick % len(left)]))
    line = rules.position_text(state)
    hide = f"hide 1 {second(BACK)}"
    told = " ".join(f"{c}:{','.join(f'{a}.{b}' for a, b in v)}" for c, v in other.blocks)
    twin = rules.parse_position(line.replace(_sorted(hide), f"hide 1 {told}"))
    assert twin.hidden[1] == other
    assert rules.view(twin, 0) == rules.view(state, 0)
    assert rules.view(twin, None) == rules.view(state, None)


def _sorted(move: str) -> str:
    rules = registry.find("yomen")
    return rules.move_text(rules.start(), rules.parse_move(rules.start(), move))


def test_a_seat_without_notebook_sees_the_latest_question_only() -> None:
    moves = ["ask 0 A", "ask 1 B", WRONG[0], "ask 0 C", WRONG[1]]
    state = played("yomen", {"notebook": [False, True]}, moves)
    rules = registry.find("yomen")
    kinds = [[e.get("what", "!") for e in rules.view(state, s)["events"]] for s in (0, 1, None)]
    assert kinds == [["!", "C", "!"], ["A", "B", "!", "C", "!"], ["A", "B", "!", "C", "!"]]
    assert [what for what, _ in knowledge(state, 0).answers] == ["C"]


def test_a_seat_knows_its_own_wrong_announcements() -> None:
    options = {"seats": 3, "announcing": "any-time"}
    state = played("break-the-cube", options, [WRONG[0], RIGHT[0]])
    rules = registry.find("break-the-cube")
    assert knowledge(state, 0).wrong == (rules.parse_move(state, WRONG[0]).scene,)
    assert knowledge(state, 1).wrong == ()


def test_views_are_plain_json() -> None:
    for moves in ([], ["ask 0 A", "ask 1 5", WRONG[0], "resign 0"]):
        shown = registry.find("yomen").view(played("yomen", {}, moves), 0)
        assert json.loads(json.dumps(shown)) == shown


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "is no position of yomen"),
        ("break-the-cube {}", "is no position of yomen"),
        ("yomen {", "are not JSON"),
        ("yomen " + "[" * 100_000, "are not JSON"),
        ("yomen []", "must be an object"),
        ('yomen {"a":1}', "no option 'a'"),
        ("yomen {} ask 0 A", "First every seat hides"),
        ("yomen {} nonsense", "is no move"),
    ],
)
def test_bad_positions(text: str, message: str) -> None:
    with pytest.raises(GameError, match=message):
        registry.find("yomen").parse_position(text)


def test_unknown_game() -> None:
    with pytest.raises(GameError, match="no game 'chess'; there are: yomen, break-the-cube"):
        registry.find("chess")
