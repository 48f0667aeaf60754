"""Options of the block-deduction games: what they become, what bad ones are told."""

from __future__ import annotations

import json
from typing import Any

import pytest

from pi_app.games.blocks.faults import Building
from pi_app.games.blocks.rules import options_of, rules_from
from pi_app.games.game import GameError

FOUR_BLOCKS = {
    "shapes": {"tower": [[0, 0, 0], [0, 0, 1], [0, 0, 2]]},
    "sets": {
        "four": [
            {"colour": "red", "shape": "corner-4"},
            {"colour": "black", "shape": "tower"},
            {"colour": "yellow", "shape": "straight-2"},
            {"colour": "green", "shape": "single"},
        ]
    },
}


def test_yomen_as_published() -> None:
    rules = rules_from("yomen")
    assert [s.name for s in rules.sets] == ["yomen-first", "yomen-second"]
    assert rules.building == Building("none", False)
    assert (rules.side_answered_by, rules.top_answered_by) == ("everybody", "everybody")
    assert (rules.top_tells_level, rules.announcing) == (True, "any-time")
    assert (rules.mistakes_allowed, rules.finish_round, rules.starting) == ((1, 1), False, 0)


@pytest.mark.parametrize(("seats", "finish_round"), [(2, False), (3, True), (4, True)])
def test_break_the_cube_as_published(seats: int, finish_round: bool) -> None:
    rules = rules_from("break-the-cube", {"seats": seats})
    assert rules.building == Building("none", True)
    assert (rules.side_answered_by, rules.top_answered_by) == ("everybody", "neighbour")
    assert (rules.top_tells_level, rules.announcing) == (False, "own-turn")
    assert (rules.mistakes_allowed, rules.finish_round) == ((None,) * seats, finish_round)
    assert [rules.target(seat) for seat in range(seats)] == [*range(1, seats), 0]


@pytest.mark.parametrize(
    ("options", "field", "value"),
    [
        ({"sudden_death": True}, "mistakes_allowed", (0, 0)),
        ({"mistakes_allowed": [None, 2]}, "mistakes_allowed", (None, 2)),
        ({"notebook": [False, True]}, "notebook", (False, True)),
        ({"gaps": "advanced"}, "building", Building("advanced", True)),
        ({"finish_round": True}, "finish_round", True),
        ({"starting": 1}, "starting", 1),
        ({"announcing": "any-time"}, "announcing", "any-time"),
        ({"top_answered_by": "everybody"}, "top_answered_by", "everybody"),
        ({"sets": ["straight-first", "yomen-second", "yomen-first"]}, "seats", 3),
    ],
)
def test_options(options: dict[str, Any], field: str, value: object) -> None:
    assert getattr(rules_from("break-the-cube", options), field) == value


def test_own_sets_as_a_handicap() -> None:
    rules = rules_from("yomen", {"block_sets": FOUR_BLOCKS, "sets": ["four", "yomen-second"]})
    assert rules.sets[0].colours == ("red", "black", "yellow", "green")
    assert rules.sets[1].colours == ("blue", "white", "green")


@pytest.mark.parametrize("game", ["yomen", "break-the-cube"])
@pytest.mark.parametrize(
    "options",
    [
        {},
        {"sudden_death": True, "gaps": "advanced", "starting": 1},
        {"block_sets": FOUR_BLOCKS, "sets": ["four", "straight-second"], "notebook": [True, False]},
    ],
)
def test_options_of_is_the_inverse(game: str, options: dict[str, Any]) -> None:
    rules = rules_from(game, options)
    assert rules_from(game, json.loads(json.dumps(options_of(rules)))) == rules
    assert hash(rules) == hash(rules_from(game, options))


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"level2": True}, "yomen has no option 'level2'; there are: seats, sets,"),
        ({"seats": 3}, "seats: must be a whole number from 2 to 2"),
        ({"seats": True}, "seats: must be a whole number"),
        ({"seats": 1, "sets": ["yomen-first"] * 2}, "sets: names 2 sets for 1 seats"),
        ({"sets": "yomen-first"}, "sets: must name a block set for each seat"),
        ({"sets": ["yomen-first"] * 3}, "sets: must name a block set for each seat, 2 to 2"),
        ({"sets": ["yomen-first", "mine"]}, "sets: there is no set 'mine'; there are: yomen-first"),
        ({"sets": ["yomen-first", ["x"]]}, r"sets: there is no set \['x'\]"),
        ({"block_sets": []}, None),
        ({"block_sets": [1]}, "block_sets: must be an object"),
        ({"block_sets": {"sets": {"a": []}}}, "block_sets: sets.a: must list 1 to 5 blocks"),
        ({"gaps": "some"}, "gaps: must be one of none, advanced"),
        ({"gaps": ["none"]}, "gaps: must be one of none, advanced"),
        ({"needs_level_2": 1}, "needs_level_2: must be true or false"),
        ({"sudden_death": "yes"}, "sudden_death: must be true or false"),
        ({"sudden_death": True, "mistakes_allowed": 3}, "sudden_death: leaves no choice"),
        ({"mistakes_allowed": -1}, "mistakes_allowed: must be a number, or a list of 2"),
        ({"mistakes_allowed": [1]}, "mistakes_allowed: must be a number, or a list of 2"),
        ({"mistakes_allowed": True}, "mistakes_allowed: must be a number"),
        ({"notebook": [1, 0]}, "notebook: must be true or false, or a list of 2"),
        ({"starting": 2}, "starting: must be a whole number from 0 to 1"),
        ({"announcing": None}, "announcing: must be one of any-time, own-turn"),
    ],
)
def test_bad_options(options: dict[str, Any], message: str | None) -> None:
    if message is None:
        assert rules_from("yomen", options) == rules_from("yomen")
        return
    with pytest.raises(GameError, match=message):
        rules_from("yomen", options)
