"""Better and better solutions of a solitaire until one is proved to be the shortest."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import count
from typing import NamedTuple

from pi_app.solving.beam import MOST_MOVES, Beam
from pi_app.solving.exhaustive import Exhaustive
from pi_app.solving.knowledge import Knowledge
from pi_app.solving.solutions import solution_of
from pi_app.solving.trace import trace
from pi_app.workers import Workers

IDLE_ROUNDS = 2
"""Rounds of the beam search without a better solution, after which it is given up."""


class Progress(NamedTuple):
    """What is being done, and the share of it that is; ``news``, if any, in a line or two."""

    doing: str
    share: float
    news: str = ""


def improve(known: Knowledge, workers: Workers) -> Iterator[Progress]:
    """Add to what is known until it is settled. Whoever stops at a step can go on from there.

    If no solution is known beams of growing width find some. Then all ways in fewer moves are gone
    through, in as few as possible first, until one is found or none is left.
    """
    if known.best is None:
        yield from _beams(known, workers)
    while not known.settled:
        yield from _refute(known, workers)


def _beams(known: Knowledge, workers: Workers) -> Iterator[Progress]:
    idle = 0
    for number in count():
        most = len(known.best.moves) - 1 if known.best else MOST_MOVES
        if known.settled or idle == IDLE_ROUNDS:
            return
        beam = Beam(known.game, number, most)
        doing = f"looking for {most} moves or fewer, round {number + 1}"
        for share in beam.steps(workers):
            yield Progress(doing, share)
        if beam.solved:
            known.best = solution_of(known.game, trace(known.game, beam.levels))
            yield Progress(doing, 1.0, f"found: {len(known.best.moves)} moves")
        idle = 0 if beam.solved or known.best is None else idle + 1


def _refute(known: Knowledge, workers: Workers) -> Iterator[Progress]:
    search = known.search = known.search or Exhaustive(known.game, known.least)
    for share in search.steps(workers):
        doing = f"all ways in {search.moves} moves, move {search.depth + 1}"
        yield Progress(doing, share)
    if search.solved:
        known.best = solution_of(known.game, trace(known.game, search.levels))
        known.refuted = len(known.best.moves) - 1
    else:
        known.refuted = search.moves
    known.search = None
    yield Progress(f"all ways in {search.moves} moves", 1.0, _figures(search))


def _figures(search: Exhaustive) -> str:
    """How a search through all ways ended, and how many positions it looked at."""
    found = "a solution" if search.solved else "none"
    levels = zip(search.looked[1:], search.levels[1:], strict=True)
    figures = ", ".join(f"{looked:,} ({level.shape[1]:,})" for looked, level in levels)
    return (
        f"in {search.moves} moves: {found}; positions looked at after 1, 2, … moves "
        f"(and followed): {figures}"
    )
