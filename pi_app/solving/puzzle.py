"""A solitaire as the solver sees it: its start and goals, and a bound on moves that are left."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache

import numpy as np

from pi_app.games.stones.lines import lines
from pi_app.games.stones.moves import BLACK
from pi_app.games.stones.supply import GRAND_OPTIONS, SUPPLY_OPTIONS, SupplyLine
from pi_app.solving.jumping import Chains, Jump, jumps_along
from pi_app.solving.positions import (
    Bytes,
    Positions,
    mapped,
    mask_of,
    positions_of,
    symmetries,
    words,
)

GAMES: Mapping[str, SupplyLine] = {
    game.name: game
    for game in (
        SupplyLine("supply-line", SUPPLY_OPTIONS),
        SupplyLine("grand-supply-line", GRAND_OPTIONS),
    )
}


@dataclass(frozen=True, eq=False)
class Puzzle:
    """``goals``: the positions that end it. ``ladders``: by goal, for each of its nodes the rungs
    that lead to it; see ``rungs``. ``symmetries``: those of the board that leave it as it is, but
    for the first one, which moves nothing.
    """

    game: SupplyLine
    goal: str
    start: int
    goals: tuple[int, ...]
    jumps: tuple[Jump, ...]
    ladders: tuple[tuple[tuple[int, ...], ...], ...]
    symmetries: tuple[tuple[int, ...], ...]
    chains: Chains

    def fewest_left(self, positions: Positions) -> Bytes:
        """(N,): a number of moves that are still needed at least from each position.

        Each node of the goal needs a stone that stands on it or, rung after rung, moves that end
        on the rungs; the ladders to several nodes share no rung. Of several goals the nearest.
        """
        needed = [
            np.sum([_height(positions, ladder) for ladder in ladders], axis=0)
            for ladders in self.ladders
        ]
        return np.asarray(np.min(needed, axis=0).astype(np.uint8))

    def has_goal(self, positions: Positions) -> bool:
        """Whether one of the positions is a goal."""
        ends = positions_of(self.goals).T
        return any((positions == end[:, None]).all(axis=0).any() for end in ends)


@lru_cache(maxsize=4)
def puzzle(name: str, goal: str) -> Puzzle:
    """The solitaire called ``name`` with one of its goals, under its usual rules."""
    game = GAMES[name]
    state = game.start({"goal": goal})
    start = mask_of(state.stones(BLACK))
    jumps = jumps_along(lines())
    ends = game.goals(state)
    goals = tuple(mask_of(end) for end in ends)
    same = tuple(s for s in symmetries()[1:] if {mapped(g, s) for g in goals} == set(goals))
    ladders = tuple(tuple(rungs(node, end, start, jumps) for node in sorted(end)) for end in ends)
    return Puzzle(game, goal, start, goals, jumps, ladders, same, Chains(jumps))


def rungs(node: int, goal: frozenset[int], start: int, jumps: tuple[Jump, ...]) -> tuple[int, ...]:
    """The ladder to a node of the goal, as masks: first the node itself, then those nodes over
    which stones jump onto the rung before, without the nodes of earlier rungs.

    While no stone stands on the rungs up to number k, the next move that ends on any of them ends
    on number k, as it jumps over a stone that stood there before. So if the nearest stone stands
    on rung k, at least k moves that end on these rungs are still needed. Rungs that the start or
    the ladder of another node of the goal reaches are left out.
    """
    ladders = {end: [frozenset((end,))] for end in goal}
    while True:
        onward = {end: _next_rung(ladder, jumps) for end, ladder in ladders.items()}
        taken = [n for end in goal for rung in (*ladders[end], onward[end]) for n in rung]
        if len(set(taken)) < len(taken) or any(start >> n & 1 for n in taken):
            return tuple(mask_of(rung) for rung in ladders[node])
        for end, ladder in ladders.items():
            ladder.append(onward[end])


def _next_rung(ladder: list[frozenset[int]], jumps: tuple[Jump, ...]) -> frozenset[int]:
    before = frozenset().union(*ladder)
    return frozenset(over for _, over, end in jumps if end in ladder[-1]) - before


def _height(positions: Positions, ladder: tuple[int, ...]) -> Bytes:
    """(N,): the number of the first rung with a stone, counted from 0; all if there is none."""
    low, high = positions
    height = np.full(low.size, len(ladder), np.uint8)
    for number, rung in reversed(list(enumerate(ladder))):
        rung_low, rung_high = words(rung)
        height[((low & rung_low) | (high & rung_high)) != 0] = number
    return height
