"""A solution, not always the shortest: after each move only the most promising positions are kept.

The positions are kept apart by how many stones they have, as few stones and stones near the goal
are rivals. Promising is a weight for each stone that falls by the golden ratio with each node of
distance from the goal: then no jump raises the sum (J. H. Conway's argument on his soldiers). Other
bases find other solutions.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from pi_app.games.stones.board import NEIGHBOURS, NODES
from pi_app.solving.positions import (
    Positions,
    canonical,
    distinct,
    joined,
    positions_of,
    stones_in,
    weighed,
)
from pi_app.solving.puzzle import Puzzle, puzzle
from pi_app.workers import Workers

CHUNK = 5_000
FIRST_WIDTH = 125
MOST_MOVES = 40
BASES = (0.618, 0.5, 0.7)


class Job(NamedTuple):
    """Positions to move on from; a puzzle's name and goal; the round; moves that may be left."""

    name: str
    goal: str
    positions: Positions
    round: int
    left: int


class Beam:
    """Round number ``round`` of the search, for a solution in at most ``moves`` moves.

    Each round keeps twice as many positions as the one before; the weights take turns.
    """

    def __init__(self, game: Puzzle, round_: int, moves: int = MOST_MOVES) -> None:
        self.game = game
        self.round = round_
        self.moves = moves
        self.levels = [positions_of([game.start])]

    @property
    def solved(self) -> bool:
        """Whether the last level has a goal in it."""
        return self.game.has_goal(self.levels[-1])

    def steps(self, workers: Workers) -> Iterator[float]:
        """Search on; after each step the share of the moves' most number."""
        while self.levels[-1].size and not self.solved and len(self.levels) <= self.moves:
            parts = []
            for part in self._parts(workers):
                parts.append(part)
                yield len(self.levels) / self.moves
            self.levels.append(best_of(self.game, distinct(joined(parts)), self.round))

    def _parts(self, workers: Workers) -> Iterator[Positions]:
        level, left = self.levels[-1], self.moves - len(self.levels)
        starts = range(0, level.shape[1], CHUNK)
        jobs = (
            Job(self.game.game.name, self.game.goal, level[:, s : s + CHUNK], self.round, left)
            for s in starts
        )
        yield from workers.results(promising, jobs, len(starts))


def promising(job: Job) -> Positions:
    """The most promising positions that one move leads to."""
    game = puzzle(job.name, job.goal)
    after = game.chains.after_one_move(job.positions)
    near = after[:, game.fewest_left(after) <= job.left]
    return best_of(game, distinct(canonical(near, game.symmetries)), job.round)


def best_of(game: Puzzle, positions: Positions, round_: int) -> Positions:
    """Of the positions with each number of stones those with the most weight."""
    width = FIRST_WIDTH << round_
    scores = worth(game, positions, round_)
    stones = stones_in(positions)
    kept = []
    for count in np.unique(stones):
        alike = np.flatnonzero(stones == count)
        if alike.size > width:
            alike = alike[np.argpartition(scores[alike], -width)[-width:]]
        kept.append(alike)
    return positions[:, np.concatenate(kept)] if kept else positions


def worth(game: Puzzle, positions: Positions, round_: int) -> NDArray[np.float32]:
    """(N,): how promising each position is in this round."""
    base = BASES[round_ % len(BASES)]
    scores = [weighed(positions, _weights(goal, base)) for goal in game.goals]
    return np.asarray(np.max(scores, axis=0))


def _weights(goal: int, base: float) -> NDArray[np.float32]:
    """(93,): of each node, over the nodes of the goal."""
    total = np.zeros(len(NODES), np.float32)
    for end in NODES:
        if goal >> end & 1:
            total += np.float32(base) ** _distances(end).astype(np.float32)
    return total


def _distances(end: int) -> NDArray[np.uint8]:
    """(93,): of each node from ``end``, in nodes."""
    distance = {end: 0}
    queue = deque([end])
    while queue:
        node = queue.popleft()
        for other in NEIGHBOURS[node]:
            if other not in distance:
                distance[other] = distance[node] + 1
                queue.append(other)
    return np.array([distance[node] for node in NODES], np.uint8)
