"""The Y board's geometry, against the facts of its rulebook."""

from __future__ import annotations

import pytest

from pi_app.games.stones.board import (
    CORNERS,
    INDEX,
    NAMES,
    NEIGHBOURS,
    NODES,
    PENTADS,
    RIM,
    SIDES,
    onward,
)


def test_counts_of_the_rulebook() -> None:
    assert len(NAMES) == 93
    assert len(RIM) == 24
    assert [NAMES[node] for node in PENTADS] == ["e1", "e5", "e9"]
    assert [NAMES[node] for node in CORNERS] == ["a1", "a9", "a17"]
    assert [sum(1 for node in NODES if SIDES[node] >> side & 1) for side in range(3)] == [9] * 3
    assert sum(map(len, NEIGHBOURS)) == 2 * 252
    assert sum(1 for n in NODES if not SIDES[n] and len(NEIGHBOURS[n]) == 6) == 66


@pytest.mark.parametrize("node", NODES)
def test_lines_lead_back(node: int) -> None:
    for before in NEIGHBOURS[node]:
        for after in onward(before, node):
            assert before in onward(after, node)


@pytest.mark.parametrize(
    ("came_from", "node", "goes_on"),
    [
        ("d1", "e1", {"e2", "e12"}),
        ("e2", "e1", {"d15", "d1"}),
        ("b2", "c2", {"d2"}),
        ("a2", "a3", {"a4"}),
        ("a2", "a1", set()),
        ("b2", "a2", set()),
        ("b2", "a3", set()),
    ],
)
def test_where_lines_go(came_from: str, node: str, goes_on: set[str]) -> None:
    assert {NAMES[n] for n in onward(INDEX[came_from], INDEX[node])} == goes_on
