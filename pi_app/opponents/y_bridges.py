"""Bridges of Y: two ways to one connection, so that whoever loses one takes the other.

A stone and another of its colour two steps away, with both nodes between them empty; or a stone on
the second row, with both nodes of the rim before it empty.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations

import numpy as np
from numpy.typing import NDArray

from pi_app.games.stones.board import NEIGHBOURS, NODES, SIDES
from pi_app.games.stones.moves import EMPTY


def bridges(cells: NDArray[np.int8]) -> list[tuple[int, int]]:
    """Disjoint pairs of empty nodes, each the two ways of one bridge."""
    stones, ways = cells[_STONES], cells[_WAYS]
    held = (stones[:, 0] == stones[:, 1]) & (stones[:, 0] != EMPTY) & (ways == EMPTY).all(axis=1)
    used: set[int] = set()
    found = []
    for one, other in _WAYS[held].tolist():
        if one not in used and other not in used:
            used |= {one, other}
            found.append((one, other))
    return found


def _between_stones() -> Iterator[tuple[tuple[int, int], tuple[int, int]]]:
    for stone, other in combinations(NODES, 2):
        if other not in NEIGHBOURS[stone]:
            ways = [node for node in NEIGHBOURS[stone] if node in NEIGHBOURS[other]]
            if len(ways) == 2:
                yield (stone, other), (ways[0], ways[1])


def _to_a_side() -> Iterator[tuple[tuple[int, int], tuple[int, int]]]:
    for stone in NODES:
        rim = [node for node in NEIGHBOURS[stone] if SIDES[node]]
        if not SIDES[stone]:
            for one, other in combinations(rim, 2):
                if other in NEIGHBOURS[one] and SIDES[one] & SIDES[other]:
                    yield (stone, stone), (one, other)


_ALL = [*_between_stones(), *_to_a_side()]
_STONES = np.array([stones for stones, _ in _ALL])
_WAYS = np.array([ways for _, ways in _ALL])
