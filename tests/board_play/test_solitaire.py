"""What a solitaire's player is told: goals by name, hints that lead to the end."""

from __future__ import annotations

import pytest

from pi_app.games.game import GameError
from pi_app.games.registry import find_board_game
from pi_app.games.stones.supply import SupplyLine, SupplyState
from pi_app.solitaire import Solitaire

GOALS = [
    ("supply-line", "border", 6, "the last stone on a5 or a13 or a21"),
    ("supply-line", "corner", 6, "the last stone on b1 or b8 or b15"),
    ("grand-supply-line", "one-corner", 8, "the last stone on a1 or a9 or a17"),
    ("grand-supply-line", "three-corners", 13, "the last 3 stones on a1, a9, a17"),
]


def solitaire(name: str, **options: str | bool) -> tuple[Solitaire, SupplyLine, SupplyState]:
    game = find_board_game(name)
    assert isinstance(game, SupplyLine)
    start = game.start(options)
    return Solitaire(game, start), game, start


@pytest.mark.parametrize(("name", "goal", "most", "told"), GOALS)
def test_the_goal_is_told_and_hints_lead_there(name: str, goal: str, most: int, told: str) -> None:
    helper, game, start = solitaire(name, goal=goal)
    assert told in helper.goal()
    history = [start]
    while game.outcome(history[-1]) is None:
        assert len(history) <= most
        number, move = helper.hint(history).removesuffix(".").split(" is ")
        assert number.startswith(f"Move {len(history)} of ")
        history.append(game.play(history[-1], game.parse_move(history[-1], move)))
    outcome = game.outcome(history[-1])
    assert outcome is not None
    assert outcome.reason == "supplied"


@pytest.mark.parametrize(("astray", "told"), [(1, "undo."), (2, "undo 2 times.")])
def test_beside_the_way_it_leads_back(astray: int, told: str) -> None:
    helper, game, start = solitaire("supply-line")
    history = [start]
    for move in ("e2-d1xe1", "e4-d6xe5")[:astray]:
        history.append(game.play(history[-1], game.parse_move(history[-1], move)))
    assert helper.hint(history).endswith(told)


@pytest.mark.parametrize("options", [{"round_corners": True}, {"setup": "sections"}])
def test_under_other_rules_nothing_is_known(options: dict[str, str | bool]) -> None:
    helper, _, start = solitaire("grand-supply-line", **options)
    assert "best solution" not in helper.goal()
    with pytest.raises(GameError, match="No solution is known"):
        helper.hint([start])
