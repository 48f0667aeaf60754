"""What stands on the board, and what has been played before, in; the explanation out."""

from __future__ import annotations

from typing import Any

import pytest

from pi_app.games.registry import find_board_game as find
from pi_app.live.explain import explain
from pi_app.live.findings import Finding, Illegal, Played, TakenBack, Unchanged, Unsure
from tests.live.evidence import CLEAR, seen, stones


def history(moves: str, name: str = "y", rules: dict[str, Any] | None = None) -> list[Any]:
    """The positions of a game played so far: ``"d5 e3 f1"``."""
    game = find(name)
    states = [game.start(rules)]
    for text in moves.split():
        states.append(game.play(states[-1], game.parse_move(states[-1], text)))
    return states


def told(found: Finding[Any], state: Any, name: str = "y") -> str:  # noqa: ANN401 - any game's
    """A finding in one line."""
    game = find(name)
    match found:
        case Unchanged():
            return "unchanged"
        case Played(moves, after):
            texts = []
            for move in moves:
                texts.append(game.move_text(state, move))
                state = state if after else game.play(state, move)
            return f"{f'back {after}, ' if after else ''}played {', '.join(texts)}"
        case TakenBack(count):
            return f"back {count}"
        case Illegal(reason, restore):
            return f"illegal: {reason} [{' '.join(restore)}]"
        case Unsure(reason, _):
            return f"unsure: {reason}"
    raise AssertionError(found)


def found(moves: str, board: str, **more: Any) -> str:  # noqa: ANN401 - as ``seen`` takes it
    states = history(moves)
    return told(explain(find("y"), states, seen(stones(board), **more)), states[-1])


THREE = "d5 e3 f1"
CASES = [
    # played so far, what stands there now (black / white), what that means
    ("", "", "unchanged"),
    ("", "d5", "played black d5"),
    ("", "/ d5", "illegal: black plays first [d5]"),
    ("d5", "d5 / e3", "played white e3"),
    ("d5 e3", "d5 f1 / e3", "played black f1"),
    (THREE, "d5 f1 / e3", "unchanged"),
    (THREE, "d5 f1 b7 / e3", "illegal: black plays twice [b7]"),
    (THREE, "d5 f1 / e3 d4", "played white d4"),
    (f"{THREE} d4", "d5 f1 e2 / e3 d4 d3", "played black e2, white d3"),
    (f"{THREE} d4 e2 d3", "d5 f1 e2 / e3 d4", "back 1"),
    (f"{THREE} d4 e2 d3", "d5 f1 / e3 d4", "back 2"),
    (f"{THREE} d4 e2 d3", "d5 f1 / e3", "back 3"),
    (f"{THREE} d4 e2 d3", "f1 e2 / e3 d4 d3", "illegal: a stone is missing: d5 [d5]"),
    (THREE, "d6 f1 / e3", "illegal: a stone was moved from d5 to d6: {stay} [d5 d6]"),
    (THREE, "d5 f2 / e3", "illegal: a stone was moved from f1 to f2: {stay} [f1 f2]"),
    (THREE, "f1 / e3 d5", "illegal: d5 changed colour [d5]"),
    # a fault beside a legal move: only the fault goes back
    (THREE, "f1 / e3 d4", "illegal: a stone is missing: d5 [d5]"),
    # two of one colour: nobody knows which came first
    ("d5 e3", "d5 f1 f2 / e3", "illegal: black plays twice [f1 f2]"),
    (THREE, "d5 f1 / e3 d4 d3", "illegal: white plays twice [d3 d4]"),
    ("", "a1 a2 / b1", "played black a1, white b1, black a2"),
    # all swept off
    (THREE, "", "back 3"),
    (f"{THREE} d4", "", "illegal: {missing} [d4 d5 e3 f1]"),
]
WORDS = {
    "stay": "stones stay where they are",
    "missing": "a stone is missing: d4; a stone is missing: d5; a stone is missing: e3; "
    "a stone is missing: f1",
}


@pytest.mark.parametrize(("moves", "board", "expected"), CASES)
def test_what_has_happened(moves: str, board: str, expected: str) -> None:
    assert found(moves, board) == expected.format(**WORDS)


DOUBTS = [
    # played, board, doubts (log-likelihoods), covered, explanation
    ("d5", "d5", {"e3": {"white": 0.0, "empty": -3.0}}, "", "unsure: not seen clearly: e3"),
    ("d5", "d5", {"e3": {"white": -2.0, "empty": 0.0}}, "", "unchanged"),
    ("d5", "d5 / e3", {"b7": {"black": -2.0, "empty": 0.0}}, "", "played white e3"),
    ("d5", "d5 / e3", {"b7": {"black": 0.0, "empty": -2.0}}, "", "played white e3"),
    ("d5", "d5", {"d5": {"black": -2.0, "empty": 0.0}}, "", "unsure: not seen clearly: d5"),
    ("d5", "d5", {"d5": {"black": -5.0, "empty": 0.0}}, "", "unsure: not seen clearly: d5"),
    # the rules help: white d3 needs a black stone before it
    (THREE, "d5 f1 / e3 d4 d3", {"e2": {"black": 0.0, "empty": -3.0}}, "", "played {both}"),
    # what is covered says nothing
    ("d5", "", {}, "d5", "unchanged"),
    ("d5", "d5 / e3", {}, "e3", "unchanged"),
    ("d5", "/ e3", {}, "d5 d6 c9", "played white e3"),
]


@pytest.mark.parametrize(("moves", "board", "doubts", "covered", "expected"), DOUBTS)
def test_what_is_not_seen_clearly(
    moves: str, board: str, doubts: dict[str, dict[str, float]], covered: str, expected: str
) -> None:
    said = found(moves, board, doubts=doubts, covered=covered.split())
    assert said == expected.format(both="white d3, black e2, white d4")


def test_play_goes_on_from_a_take_back_that_was_seen() -> None:
    states = history(f"{THREE} d4")
    board = seen(stones("d5 f1 / e3 c9"))
    assert told(explain(find("y"), states, board), states[-1]) == (
        "illegal: a stone was moved from d4 to c9: stones stay where they are [c9 d4]"
    )
    assert told(explain(find("y"), states, board, taken_back=1), states[-1]) == (
        "back 1, played white c9"
    )


def test_no_node_says_more_than_its_bound() -> None:
    """One wildly wrong node leaves a clear move on another what it is."""
    wild = {"b7": {"white": 0.0, "empty": -1e6, "black": -1e6}}
    assert CLEAR < 1e6
    assert found("d5", "d5 / e3", doubts=wild) == "illegal: white plays twice [b7 e3]"
