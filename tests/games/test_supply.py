"""Supply Line and Grand Supply Line: position and move in, the stones left or the refusal out."""

from __future__ import annotations

from typing import Any

import pytest

from pi_app.games import registry
from pi_app.games.game import GameError
from pi_app.games.scene import Scene
from pi_app.games.stones.board import NAMES, NEIGHBOURS, onward
from pi_app.games.stones.supply import SupplyState

TRIANGLE = {f"e{i}" for i in range(1, 13)} | {"f1", "f2", "f3"}
RINGS = TRIANGLE | {f"d{i}" for i in range(1, 16)}
LINE = "supply-line moves=9"
GRAND = "grand-supply-line moves=20"

LEGAL = [
    # position, move as people write it, as the record has it, what it changes
    ("supply-line", "e2-d14", "black e2-d14xe12", "-e2 -e12 +d14"),
    ("supply-line", "play E2-D14xE12", "black e2-d14xe12", "-e2 -e12 +d14"),
    # through a pentad either fork, from outside and from inside
    (f"{LINE} black=d5,e5", "d5-d7", "black d5-d7xe5", "-d5 -e5 +d7"),
    (f"{LINE} black=d5,e5", "d5-e6", "black d5-e6xe5", "-d5 -e5 +e6"),
    (f"{LINE} black=e6,e5", "e6-d5", "black e6-d5xe5", "-e6 -e5 +d5"),
    (f"{LINE} black=e6,e5", "e6-d6", "black e6-d6xe5", "-e6 -e5 +d6"),
    # chains that turn, and their beginnings
    (f"{LINE} black=d5,d4,c3", "d5-d3-b3", "black d5-d3-b3xc3xd4", "-d5 -d4 -c3 +b3"),
    (f"{LINE} black=d5,d4,c3", "d5-d3", "black d5-d3xd4", "-d5 -d4 +d3"),
    # all the way round and back, either way: one move
    (f"{LINE} black=d5,d4,c3,b4,c5", "d5-d3-b3-b5-d5", None, "-d4 -c3 -b4 -c5"),
    (f"{LINE} black=d5,d4,c3,b4,c5", "d5-b5-b3-d3-d5", None, "-d4 -c3 -b4 -c5"),
    # onto the rim, off it, along it
    (f"{LINE} black=c3,b4", "c3-a5", "black c3-a5xb4", "-c3 -b4 +a5"),
    (f"{LINE} black=a4,b4", "a4-c4", "black a4-c4xb4", "-a4 -b4 +c4"),
    (f"{LINE} black=a4,a5", "a4-a6", "black a4-a6xa5", "-a4 -a5 +a6"),
    (f"{LINE} black=a3,a2", "a3-a1", "black a3-a1xa2", "-a3 -a2 +a1"),
    # round a corner, if that is agreed
    (f"{LINE} round_corners=true black=a2,a1", "a2-a24", "black a2-a24xa1", "-a2 -a1 +a24"),
]


@pytest.mark.parametrize(("position", "text", "record", "changes"), LEGAL)
def test_legal_moves(position: str, text: str, record: str | None, changes: str) -> None:
    game = registry.find(position.split(maxsplit=1)[0])
    state: Any = game.parse_position(position)
    move = game.parse_move(state, text)
    after: Any = game.play(state, move)
    assert move in game.legal_moves(state)
    assert record is None or game.move_text(state, move) == record
    assert changed(state, after) == set(changes.split())
    assert after.moves == state.moves + 1


def changed(state: SupplyState, after: SupplyState) -> set[str]:
    pairs = zip(NAMES, state.cells, after.cells, strict=True)
    return {f"{'+' if new else '-'}{name}" for name, old, new in pairs if old != new}


REFUSED = [
    ("supply-line", "e1-c1", "no stone on d1"),
    ("supply-line", "e2-d14-e1", "e1 is taken"),
    ("supply-line", "e2-d14xe11", "jumped over are removed, no others: e12"),
    ("supply-line", "e2-d14xe12xe1", "jumped over are removed, no others: e12"),
    ("supply-line", "a5-a7", "no black stone on a5"),
    ("supply-line", "e2-c1", "no chain of leaps leads"),
    ("supply-line", "e2-c2", "no stone on d2"),
    (f"{LINE} black=d5,d4,c3", "d5-b3", "jumped over are removed, no others: c3 d4"),
    ("supply-line", "e2-c1-a1", "one node, straight on"),
    ("supply-line", "e2-e2", "has not moved"),
    ("supply-line", "a5", "no stones are added"),
    ("supply-line", "black passes", "nobody passes"),
    ("supply-line", "swap", "not swapped"),
    ("supply-line", "white e2-d14", "black plays first"),
    # the rim is jumped over along the rim only, and not round corners
    (f"{LINE} black=b4,a5", "b4-a6", "rim"),
    (f"{LINE} black=c1,b1,a2,a1", "a2-a24", "no chain|rim|straight"),
    # over when supplied, over when stuck
    (f"{LINE} black=a5", "a5-a7", "the game is over"),
    (f"{LINE} black=b3,b10", "b3-b5", "the game is over"),
]


@pytest.mark.parametrize(("position", "text", "reason"), REFUSED)
def test_refused_moves(position: str, text: str, reason: str) -> None:
    game = registry.find(position.split(maxsplit=1)[0])
    state = game.parse_position(position)
    with pytest.raises(GameError, match=reason) as refusal:
        game.play(state, game.parse_move(state, text))
    assert "\n" not in str(refusal.value)


ENDS = [
    (f"{LINE} black=a5", "supplied"),
    (f"{LINE} black=a21", "supplied"),
    (f"{LINE} black=b1", "stuck"),
    (f"{LINE} goal=corner black=b8", "supplied"),
    (f"{LINE} goal=corner black=a5", "stuck"),
    (f"{LINE} black=a5,a13", "stuck"),
    (f"{LINE} black=a5,a6", None),
    (f"{GRAND} black=a1,a9,a17", "supplied"),
    (f"{GRAND} black=a1,a9", "stuck"),
    (f"{GRAND} black=a1,a9,a17,b4", "stuck"),
    (f"{GRAND} goal=one-corner black=a9", "supplied"),
    (f"{GRAND} goal=one-corner black=a1,a9,a17", "stuck"),
]


@pytest.mark.parametrize(("position", "reason"), ENDS)
def test_ends(position: str, reason: str | None) -> None:
    game = registry.find(position.split(maxsplit=1)[0])
    outcome = game.outcome(game.parse_position(position))
    assert (outcome.reason if outcome else None) == reason
    if outcome:
        assert outcome.winners == ((0,) if reason == "supplied" else ())
        assert "9 moves" in outcome.detail or "20 moves" in outcome.detail


STARTS = [
    ("supply-line", {}, TRIANGLE),
    ("grand-supply-line", {}, RINGS),
    ("grand-supply-line", {"goal": "one-corner"}, RINGS),
]


@pytest.mark.parametrize(("name", "options", "stones"), STARTS)
def test_starts(name: str, options: dict[str, Any], stones: set[str]) -> None:
    game: Any = registry.find(name)
    assert game.scene(game.start(options)).as_dict() == dict.fromkeys(stones, "black")


def test_the_other_setup_has_thirty_stones_too() -> None:
    game: Any = registry.find("grand-supply-line")
    stones = game.scene(game.start({"setup": "sections"})).as_dict()
    assert len(stones) == 30
    assert {"a5", "a13", "a21"} <= set(stones)


WRONG_POSITIONS = [
    ("supply-line black=", "moves=0: 15 of 15 stones are gone"),
    ("supply-line black=a5", "moves=0: 14 of 15 stones are gone"),
    ("supply-line moves=15 black=a5", "moves=15: 14 of 15"),
    ("supply-line moves=1", "moves=1: 0 of 15"),
    ("supply-line moves=9 black=a5 trail=a5-a7", "no trail"),
    ("supply-line moves=9 black=a5 white=b1", "a colour that nobody plays"),
    ("supply-line moves=9 black=a5 turn=white", "a colour that nobody plays"),
    ("supply-line goal=one-corner", "goal"),
    ("grand-supply-line goal=border", "goal"),
]


@pytest.mark.parametrize(("position", "reason"), WRONG_POSITIONS)
def test_wrong_positions(position: str, reason: str) -> None:
    with pytest.raises(GameError, match=reason):
        registry.find(position.split(maxsplit=1)[0]).parse_position(position)


SEEN = [
    # what appeared, what vanished at the start: the legal move, or the rule that refuses it
    ("d14", "e2 e12", "black e2-d14xe12"),
    ("d14", "e2", "removed, no others: e12"),
    ("d14", "e2 e3", "removed, no others: e12"),
    ("d14", "e2 e12 e3", "no others|no chain"),
    ("a5", "e2", "no chain of leaps"),
    ("a5", "", None),
    ("", "e1", None),
    ("a5 a6", "e1 e2 e3", None),
]


@pytest.mark.parametrize(("appeared", "vanished", "expected"), SEEN)
def test_what_is_seen(appeared: str, vanished: str, expected: str | None) -> None:
    game: Any = registry.find("supply-line")
    state = game.start()
    stones = (TRIANGLE - set(vanished.split())) | set(appeared.split())
    move = game.intended(state, Scene.of(dict.fromkeys(stones, "black")))
    if expected is None:
        assert move is None
    elif expected.startswith("black"):
        assert game.move_text(state, move) == expected
        assert move in game.legal_moves(state)
    else:
        with pytest.raises(GameError, match=expected):
            game.play(state, move)


def by_hand(stones: frozenset[str]) -> set[frozenset[str]]:
    """What one move leads to: jumps tried one by one, on names, without a thought of speed."""
    found = set()

    def jump(at: str, left: frozenset[str]) -> None:
        node = NAMES.index(at)
        for over in NEIGHBOURS[node]:
            for end in onward(node, over):
                if NAMES[over] in left and NAMES[end] not in left:
                    after = left - {at, NAMES[over]} | {NAMES[end]}
                    found.add(after)
                    jump(NAMES[end], after)

    for stone in stones:
        jump(stone, stones)
    return found


@pytest.mark.parametrize("name", ["supply-line", "grand-supply-line"])
def test_legal_moves_are_those_found_by_hand(name: str) -> None:
    game: Any = registry.find(name)
    states = [game.start()]
    for _ in range(2):
        states = [game.play(state, move) for state in states for move in game.legal_moves(state)]
        states = states[:: max(len(states) // 12, 1)]
        for state in states:
            after = [game.play(state, move) for move in game.legal_moves(state)]
            scenes = [frozenset(game.scene(one).as_dict()) for one in after]
            assert len(set(scenes)) == len(scenes)
            assert set(scenes) == by_hand(frozenset(game.scene(state).as_dict()))
