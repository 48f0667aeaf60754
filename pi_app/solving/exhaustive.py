"""Every way to solve a solitaire in a number of moves: a solution, or the proof that there is none.

Breadth first by moves. Positions that a symmetry of the board maps onto each other count once;
those that still need too many moves (``Puzzle.fewest_left``) are left out.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from pi_app.solving.positions import Positions, canonical, distinct, joined, positions_of
from pi_app.solving.puzzle import Puzzle, puzzle
from pi_app.workers import Workers

CHUNK = 20_000
"""Positions looked at together: enough for numpy, few enough to stop soon."""
MANY = 8_000_000
"""Positions found, some of them twice, that are sorted out before more are added."""


class Job(NamedTuple):
    """Positions to move on from; a puzzle's name and goal; how many moves may be left after."""

    name: str
    goal: str
    positions: Positions
    left: int


def expand(job: Job) -> tuple[int, Positions]:
    """How many positions one move leads to, and those of them that are worth following."""
    game = puzzle(job.name, job.goal)
    after = game.chains.after_one_move(job.positions)
    near = after[:, game.fewest_left(after) <= job.left]
    return after.shape[1], distinct(canonical(near, game.symmetries))


class Exhaustive:
    """A search for solutions in ``moves`` moves that can be left off after any step.

    ``levels``: the positions to be followed after 0, 1, … moves. ``looked``: how many positions
    each level was chosen from. ``done``: how many of the last level have been moved on from, and
    ``found`` what they led to.
    """

    def __init__(self, game: Puzzle, moves: int) -> None:
        self.game = game
        self.moves = moves
        self.levels = [positions_of([game.start])]
        self.looked = [1]
        self.done = 0
        self.found: list[Positions] = []
        self.seen = 0

    @property
    def depth(self) -> int:
        """How many moves the last complete level is from the start."""
        return len(self.levels) - 1

    @property
    def solved(self) -> bool:
        """Whether the last level has a goal in it."""
        return self.game.has_goal(self.levels[-1])

    @property
    def finished(self) -> bool:
        """Whether the search has come to its end, solved or not."""
        return self.solved or self.depth == self.moves or not self.levels[-1].size

    def steps(self, workers: Workers) -> Iterator[float]:
        """Search on; after each step the share of the level that is done. Stop at any of them."""
        while not self.finished:
            yield from self._level(workers)
            self.levels.append(distinct(joined(self.found)))
            self.looked.append(self.seen)
            self.found, self.done, self.seen = [], 0, 0

    def _level(self, workers: Workers) -> Iterator[float]:
        level, left = self.levels[-1], self.moves - self.depth - 1
        starts = range(self.done, level.shape[1], CHUNK)
        jobs = (
            Job(self.game.game.name, self.game.goal, level[:, start : start + CHUNK], left)
            for start in starts
        )
        for seen, near in workers.results(expand, jobs, len(starts)):
            self.found.append(near)
            if sum(part.shape[1] for part in self.found) > MANY:
                self.found = [distinct(joined(self.found))]
            self.seen += seen
            self.done = min(self.done + CHUNK, level.shape[1])
            yield self.done / level.shape[1]
