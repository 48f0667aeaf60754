"""Many random Y games at once: numpy fills boards by turns and finds who connects all three sides.

Y cannot be drawn and its winner cannot change: whoever has a chain on the full board had it first.
So a random game is a random colouring of the empty nodes with the right number of each colour.
Boards are kept bit-sliced, 64 in a word: one word operation floods a node of 64 boards.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from pi_app.games.stones.board import NEIGHBOURS, NODES, SIDES
from pi_app.games.stones.moves import BLACK, EMPTY

Owned = NDArray[np.bool_]
"""(boards, nodes): whether Black owns the node of a full board; White owns the others."""

WORD = 64
_MOST = max(map(len, NEIGHBOURS))
_AROUND = np.array([(*around, *[len(NODES)] * (_MOST - len(around))) for around in NEIGHBOURS]).T
"""(6, nodes): each node's neighbours; fewer are filled up with a node that nobody ever owns."""
_TOUCHES = np.array(
    [[~np.uint64(0) if sides >> side & 1 else np.uint64(0) for side in range(3)] for sides in SIDES]
)
"""(nodes, 3): all bits set where a node lies on a side."""


def random_fills(
    cells: NDArray[np.int8],
    turn: int,
    count: int,
    rng: np.random.Generator,
    first: int = 1,
    pairs: Sequence[tuple[int, int]] = (),
) -> Owned:
    """``count`` full boards that random play can reach from a position.

    ``cells`` (93,) holds EMPTY, BLACK and WHITE. ``turn`` is the colour to move; it has ``first``
    stones to place before the turns alternate (more than one in a handicap's first move). Of each
    of ``pairs``, disjoint pairs of empty nodes, either colour gets one: whoever is robbed of one
    takes the other.
    """
    owned = np.repeat((cells == BLACK)[np.newaxis], count, axis=0)
    free = cells == EMPTY
    of_turn = _share(int(free.sum()), first)
    if pairs:
        one, other = np.array(pairs).T
        free[one] = free[other] = False
        owned[:, one] = rng.random((count, len(pairs)), np.float32) < 0.5
        owned[:, other] = ~owned[:, one]
    empty = np.flatnonzero(free)
    order = np.argsort(rng.random((count, len(empty)), np.float32), axis=1)
    owned[:, empty] = (order < of_turn - len(pairs)) == (turn == BLACK)
    return owned


def _share(empty: int, first: int) -> int:
    """How many of the empty nodes fall to the colour to move."""
    alone = min(first, empty)
    return alone + (empty - alone) // 2


def black_wins(owned: Owned) -> NDArray[np.bool_]:
    """(boards,): whether Black's stones hold a chain that touches all three sides."""
    boards = len(owned)
    words = -(-boards // WORD)
    padded = np.zeros((len(NODES), words * WORD), bool)
    padded[:, :boards] = owned.T
    stones = np.packbits(padded, axis=1, bitorder="little").view(np.uint64)
    sides = _flooded(stones).reshape(len(NODES), 3, words)
    won = np.bitwise_or.reduce(np.bitwise_and.reduce(sides, axis=1), axis=0)
    return np.unpackbits(won.view(np.uint8), bitorder="little")[:boards].astype(bool)


def _flooded(stones: NDArray[np.uint64]) -> NDArray[np.uint64]:
    """(nodes, 3 · words): of ``stones`` (nodes, words) those connected with each side."""
    stones = np.tile(stones, 3)
    reached = np.zeros((len(NODES) + 1, stones.shape[1]), np.uint64)
    reached[:-1] = stones & np.repeat(_TOUCHES, stones.shape[1] // 3, axis=1)
    while True:
        around = reached.take(_AROUND, axis=0)
        grown: NDArray[np.uint64] = np.bitwise_or.reduce(around, axis=0)
        grown &= stones
        grown |= reached[:-1]
        if np.array_equal(grown, reached[:-1]):
            return grown
        reached[:-1] = grown
