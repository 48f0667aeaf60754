"""How well a colour stands in the games of stones: rules of thumb for looking a move or two ahead.

Each function takes a position and a colour; more is better, about 1 for an advantage that shows.
They are guesses of ours, tried in play against random players, not rules.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import lru_cache
from typing import Any

import numpy as np
from numpy.typing import NDArray

from pi_app.games.stones import leap_over, quinta, singularity, tetra
from pi_app.games.stones.board import NEIGHBOURS, NODES
from pi_app.games.stones.common import StonesState
from pi_app.games.stones.lines import lines, slides
from pi_app.games.stones.moves import BLACK, EMPTY, WHITE, opponent

Estimate = Callable[[Any, int], float]


def _distances() -> NDArray[np.int64]:
    """(93, 93): steps from node to node."""
    steps = np.full((len(NODES), len(NODES)), -1)
    for start in NODES:
        edge, far = {start}, 0
        while edge:
            steps[start, list(edge)] = far
            edge = {n for node in edge for n in NEIGHBOURS[node] if steps[start, n] < 0}
            far += 1
    return steps


STEPS = _distances()
OPEN_ROW = np.array([0.0, 0.02, 0.12, 0.6, 1.5, 3.0])
"""What a winning figure without a stone of the other colour is worth, by one's own stones in it."""


def tetra_estimate(state: StonesState, colour: int) -> float:
    """Open figures."""
    table = tetra.figures(state.option("figures"), state.option("round_corners"))
    return _open_rows(state, colour, tuple(map(tuple, table)))


def quinta_estimate(state: StonesState, colour: int) -> float:
    """Open rows of five."""
    table = quinta.fives(state.option("forked_rows"), state.option("round_corners"))
    return _open_rows(state, colour, table)


def sexta_estimate(state: StonesState, colour: int) -> float:
    """Stones near each other, each beside at most two."""
    stones = list(state.stones(colour))
    apart = STEPS[np.ix_(stones, stones)]
    beside = (apart == 1).sum(axis=1)
    joined = np.where(beside > 2, 2.0 - beside, beside).sum()
    return float(0.3 * joined - 0.02 * apart.sum())


def leap_over_estimate(state: StonesState, colour: int) -> float:
    """Steps still to go to the opponent's start position, each stone to the nearest free node."""
    target = leap_over.home(state, opponent(colour))  # type: ignore[arg-type]
    free = [node for node in target if state.cells[node] != colour]
    away = [node for node in state.stones(colour) if node not in target]
    return -0.15 * float(STEPS[np.ix_(away, free)].min(axis=1).sum()) if away and free else 0.0


def singularity_estimate(state: StonesState, colour: int) -> float:
    """Few stones, and those near the centre."""
    stones = list(state.stones(colour))
    to_centre = STEPS[np.ix_(stones, sorted(singularity.CENTRE))].min(axis=1)
    return float(-0.7 * len(stones) - 0.1 * to_centre.sum())


def amazons_estimate(state: StonesState, colour: int) -> float:
    """For the Amazons their number; for the Aliens the nodes that they can step on."""
    if colour == BLACK:
        return 0.5 * (state.cells.count(BLACK) + getattr(state, "hand", 0))
    along = lines(round_corners=state.option("round_corners"))
    return 0.1 * sum(
        1 for start in state.stones(WHITE) for _ in slides(state.cells, start, along, 1)
    )


ESTIMATES: Mapping[str, Estimate] = {
    "tetra": tetra_estimate,
    "quinta": quinta_estimate,
    "sexta": sexta_estimate,
    "leap-over": leap_over_estimate,
    "singularity": singularity_estimate,
    "aliens-and-amazons": amazons_estimate,
}


def _open_rows(state: StonesState, colour: int, table: Sequence[tuple[int, ...]]) -> float:
    rows = np.array(state.cells)[_as_array(table)]
    open_to_us = np.isin(rows, (EMPTY, colour)).all(axis=1)
    return float(OPEN_ROW[(rows[open_to_us] == colour).sum(axis=1)].sum())


@lru_cache(maxsize=8)
def _as_array(table: tuple[tuple[int, ...], ...]) -> NDArray[np.int64]:
    return np.array(table)
