"""All that one move can do to many positions at once: every chain of jumps of every stone."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from pi_app.games.stones.board import NEIGHBOURS, NODES
from pi_app.games.stones.lines import Lines
from pi_app.solving.positions import Positions, joined, mask_of, words

Jump = tuple[int, int, int]
"""From, over, to."""
Words = NDArray[np.uint64]


class _Masks(NamedTuple):
    """A jump's three nodes, and the two of them that must have stones, by word."""

    end: int
    all_low: np.uint64
    all_high: np.uint64
    stones_low: np.uint64
    stones_high: np.uint64


def jumps_along(along: Lines) -> tuple[Jump, ...]:
    """Every jump that the board's lines allow."""
    return tuple(
        (start, over, end)
        for start in NODES
        for over in NEIGHBOURS[start]
        for end in along[start, over]
    )


class Chains:
    """The moves of a solitaire in which each stone jumped over is removed."""

    def __init__(self, jumps: tuple[Jump, ...]) -> None:
        self._from: dict[int, list[_Masks]] = defaultdict(list)
        for start, over, end in jumps:
            masks = (*words(mask_of((start, over, end))), *words(mask_of((start, over))))
            self._from[start].append(_Masks(end, *masks))

    def after_one_move(self, positions: Positions) -> Positions:
        """The positions that one move leads to from any of these; some may come twice."""
        return joined(self._jumps(positions))

    def _jumps(self, positions: Positions) -> Iterator[Positions]:
        """Chains of one jump, then of two, …: from each node on, all that move there at once."""
        low, high = positions
        moving = {node: [(low, high)] for node in self._from}
        while moving:
            landed: dict[int, list[tuple[Words, Words]]] = defaultdict(list)
            for node, parts in moving.items():
                here = [np.concatenate(word) for word in zip(*parts, strict=True)]
                for jump in self._from[node]:
                    can = _that_can(here[0], here[1], jump)
                    if can.size:
                        after = here[0][can] ^ jump.all_low, here[1][can] ^ jump.all_high
                        landed[jump.end].append(after)
                        yield np.array(after)
            moving = landed


def _that_can(low: Words, high: Words, jump: _Masks) -> NDArray[np.intp]:
    """Which of the positions allow the jump."""
    if not jump.all_high:
        return np.flatnonzero((low & jump.all_low) == jump.stones_low)
    if not jump.all_low:
        return np.flatnonzero((high & jump.all_high) == jump.stones_high)
    fits = (low & jump.all_low) == jump.stones_low
    return np.flatnonzero(fits & ((high & jump.all_high) == jump.stones_high))
