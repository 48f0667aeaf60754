"""The Game of Y once more, written for the tests alone: union-find on the board's own file."""

from __future__ import annotations

import json
from collections.abc import Iterable
from pathlib import Path

FILE = Path(__file__).parents[2] / "hardware" / "boards" / "y-board.json"
BOARD = json.loads(FILE.read_text(encoding="utf-8"))
NAMES: list[str] = [row["node"] for row in BOARD["nodes"]]
SIDES: dict[str, list[str]] = {row["node"]: row["sides"] for row in BOARD["nodes"]}
EDGES: list[tuple[str, str]] = [(one, other) for one, other in BOARD["edges"]]


def connects(stones: Iterable[str]) -> bool:
    """Whether a chain of these nodes touches all three sides."""
    standing = set(stones)
    parent = {node: node for node in standing}

    def root(node: str) -> str:
        while parent[node] != node:
            node = parent[node]
        return node

    for one, other in EDGES:
        if one in standing and other in standing:
            parent[root(one)] = root(other)
    touched: dict[str, set[str]] = {}
    for node in standing:
        touched.setdefault(root(node), set()).update(SIDES[node])
    return any(len(sides) == 3 for sides in touched.values())


def leaves(
    black: frozenset[str], white: frozenset[str], turn: str, depth: int, handicap: int, pie: bool
) -> int:
    """Sequences of ``depth`` moves; once White has swapped or placed, the pie rule is over."""
    if connects(black) or connects(white):
        return 0
    empty = set(NAMES) - black - white
    swap = pie and turn == "white" and not white
    if depth == 1:
        return len(empty) + swap
    total = leaves(black, white, "white", depth - 1, handicap, False) if swap else 0
    for node in empty:
        if turn == "black":
            more = black | {node}
            after = "black" if len(more) < handicap else "white"
            total += leaves(more, white, after, depth - 1, handicap, pie)
        else:
            total += leaves(black, white | {node}, "black", depth - 1, handicap, pie)
    return total
