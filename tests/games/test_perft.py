"""Leaf counts: every line of perft/*.perft is counted again; those of Y are derived anew."""

from __future__ import annotations

from collections.abc import Iterator
from math import perm
from pathlib import Path

import pytest
from click.testing import CliRunner

from pi_app.cli import cli
from pi_app.games import registry
from pi_app.games.perft import leaves
from tests.games import y_by_hand

FOLDER = Path(__file__).parent / "perft"
MANY = 1_000_000
"""More leaves than this are counted in the slow tests only."""


def lines_of(file: Path) -> Iterator[tuple[str, int, int]]:
    """(position, depth, leaves) of a file; a position's line is followed by its counts."""
    position = ""
    for line in file.read_text(encoding="utf-8").splitlines():
        if line and not line.startswith("#"):
            if line[0].isdigit():
                depth, count = map(int, line.split())
                yield position, depth, count
            else:
                position = line


COUNTS = [(file.stem, *row) for file in sorted(FOLDER.glob("*.perft")) for row in lines_of(file)]


@pytest.mark.parametrize(
    ("game", "position", "depth", "count"),
    [pytest.param(*row, marks=[pytest.mark.slow] if row[3] > MANY else []) for row in COUNTS],
)
def test_leaves(game: str, position: str, depth: int, count: int) -> None:
    rules = registry.find(game)
    parts: list[float] = []
    assert leaves(rules, rules.parse_position(position), depth, parts.append) == count
    assert sum(parts) == pytest.approx(1)


@pytest.mark.parametrize(
    ("position", "depth", "count"),
    [row[1:] for row in COUNTS if row[0] == "y" and row[3] <= MANY],
)
def test_counts_of_y_by_another_program(position: str, depth: int, count: int) -> None:
    said = dict(part.split("=") for part in position.split()[1:])
    black, white = (frozenset(filter(None, said.get(c, "").split(","))) for c in ("black", "white"))
    handicap = int(said.get("handicap", 1))
    pie = said.get("pie", "true") == "true" and (handicap == 1 or "pie" in said)
    turn = said.get("turn", "black")
    assert y_by_hand.leaves(black, white, turn, depth, handicap, pie) == count


def test_counts_of_y_by_arithmetic() -> None:
    counts = {row[1:3]: row[3] for row in COUNTS if row[0] == "y"}
    for depth in range(1, 5):
        swapped = 93 * perm(92, depth - 2) if depth > 1 else 0
        assert counts["y", depth] == perm(93, depth) + swapped
        assert counts["y pie=false", depth] == perm(93, depth)


def test_a_game_that_is_over_counts_nothing() -> None:
    rules = registry.find("y")
    over = rules.play(rules.start(), rules.parse_move(rules.start(), "resign"))
    assert leaves(rules, over, 0) == 1
    assert leaves(rules, over, 3) == 0


def perft(*words: str) -> tuple[int, list[list[str]]]:
    result = CliRunner().invoke(cli, ["perft", *words])
    return result.exit_code, [line.split() for line in result.stdout.splitlines()]


@pytest.mark.parametrize(
    ("words", "counts"),
    [
        (["y", "3"], ["93", "8,649", "787,152"]),
        (["y", "2", "--rule", "pie=false"], ["93", "8,556"]),
        (["y", "2", "--position", "y black=d5 turn=white"], ["93", "8,464"]),
        (["yomen", "1"], ["38,576"]),
    ],
)
def test_command(words: list[str], counts: list[str]) -> None:
    code, (head, *rows) = perft(*words)
    assert code == 0
    assert head == ["depth", "leaves", "seconds"]
    assert [row[:2] for row in rows] == [[str(i), n] for i, n in enumerate(counts, 1)]


@pytest.mark.parametrize(
    ("words", "says"),
    [
        (["y", "2", "--position", "y", "--rule", "pie=false"], "give no --rule"),
        (["y", "2", "--rule", "pie"], "has no value"),
        (["y", "2", "--rule", "handicap=0"], "must be a whole number"),
        (["y", "2", "--position", "go"], "is no position of y"),
    ],
)
def test_command_refuses(words: list[str], says: str) -> None:
    result = CliRunner().invoke(cli, ["perft", *words])
    assert result.exit_code != 0
    assert says in str(result.exception)
