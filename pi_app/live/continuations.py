"""The legal moves that a picture supports: a search led by the nodes that look changed."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from operator import attrgetter
from typing import Generic

from pi_app.games.game import BoardGame, Move, State
from pi_app.games.scene import Scene
from pi_app.live.weights import Weights

MOST_MOVES = 3
BEAM = 12
"""Lines of play followed at each depth, the best fitting."""
SPEAKS = 1.0
"""Nats from which on a changed node speaks for or against a move."""


@dataclass(frozen=True)
class Line(Generic[State, Move]):
    """A few legal moves in a row, where they lead, and how that fits the picture."""

    moves: tuple[Move, ...]
    state: State
    scene: Scene
    fit: float


def continuations(
    game: BoardGame[State, Move], state: State, weights: Weights
) -> list[Line[State, Move]]:
    """The lines of up to MOST_MOVES moves that explain some of what has changed.

    The first is the empty one. Of several that lead to the same scene the one whose moves are
    best seen stays. Moves that change nothing on the board (a swap, a pass) cannot be seen.
    """
    scene = game.scene(state)
    start: Line[State, Move] = Line((), state, scene, weights.total(scene))
    found, edge = {scene: start}, [start]
    for _ in range(MOST_MOVES):
        if not all(weights.against(line.scene) for line in edge):
            break  # all that is seen is explained: more moves explain nothing more
        further = [line for parent in edge for line in _one_more(game, parent, weights)]
        fresh: dict[Scene, Line[State, Move]] = {}
        for line in sorted(further, key=attrgetter("fit"), reverse=True):
            if line.scene not in found and line.scene not in fresh and len(fresh) < BEAM:
                fresh[line.scene] = line
        edge = list(fresh.values())
        found.update(fresh)
    return list(found.values())


def _one_more(
    game: BoardGame[State, Move], line: Line[State, Move], weights: Weights
) -> Iterator[Line[State, Move]]:
    """The line with one more move that at least one node speaks for.

    One may speak against it: a piece that has moved on since stood there unseen.
    """
    if game.outcome(line.state) is not None:
        return
    odd = weights.against(line.scene, SPEAKS)
    for move in game.legal_moves(line.state):
        if odd.keys().isdisjoint(game.touches(move)):
            continue
        state = game.play(line.state, move)
        scene = game.scene(state)
        gains = weights.gains(line.scene, scene)
        if max(gains, default=0.0) >= SPEAKS and sum(gain <= -SPEAKS for gain in gains) <= 1:
            yield Line((*line.moves, move), state, scene, line.fit + sum(gains))
