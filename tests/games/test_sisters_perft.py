"""Leaf counts of the six sister games of Y by another program; test_perft.py counts all again."""

from __future__ import annotations

from math import perm

import pytest

from tests.games import sisters_by_hand as by_hand
from tests.games.test_perft import COUNTS

GAMES = ("aliens-and-amazons", "singularity", "leap-over", "tetra", "quinta", "sexta")
STARTS = {
    "singularity": "singularity",
    "leap-over": "leap_over",
    "quinta": "quinta",
    "sexta": "sexta_fair",
    "sexta setup=alt": "sexta_alt",
}
"""By position without stones: the setup that it stands for; none if the board is empty."""
ROWS = [row for row in COUNTS if row[0] in GAMES]


def position_of(text: str) -> by_hand.Position:
    """A position of a perft file, read here by other means."""
    said = dict(part.split("=") for part in text.split()[1:])
    black, white = (frozenset(filter(None, said.get(c, "").split(","))) for c in ("black", "white"))
    if text in STARTS:
        setup = by_hand.SETUPS[STARTS[text]]
        black, white = frozenset(setup["black"]), frozenset(setup["white"])
    amazons = text.startswith("aliens-and-amazons")
    turn = said.get("turn", "white" if amazons else "black")
    return black, white, turn, int(said.get("hand", 30))


@pytest.mark.parametrize(
    ("game", "position", "depth", "count"), [row for row in ROWS if row[2] <= 2]
)
def test_counts_by_another_program(game: str, position: str, depth: int, count: int) -> None:
    assert by_hand.leaves(game, position_of(position), depth) == count


@pytest.mark.parametrize("game", ["aliens-and-amazons", "tetra"])
def test_counts_by_arithmetic(game: str) -> None:
    counts = [row[3] for row in ROWS if row[1] == game]
    assert counts == [perm(93, depth) for depth in (1, 2, 3)]


def test_every_game_has_counts_from_its_start_and_from_the_middle() -> None:
    for game in GAMES:
        positions = {row[1] for row in ROWS if row[0] == game}
        assert game in positions
        assert len(positions) >= 3
