"""Better and better solutions of a solitaire until one is proved to be the shortest."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from pi_app.solving.beam import MOST_MOVES, Beam
from pi_app.solving.exhaustive import Exhaustive
from pi_app.solving.knowledge import Knowledge
from pi_app.solving.solutions import solution_of
from pi_app.solving.trace import trace
from pi_app.workers import Workers

IDLE_ROUNDS = 2
"""Rounds of the beam search without a better solution, after which one is sought from below."""


class Progress(NamedTuple):
    """What is being done, and the share of it that is; ``news``, if any, in a line or two."""

    doing: str
    share: float
    news: str = ""


def improve(known: Knowledge, workers: Workers) -> Iterator[Progress]:
    """Add to what is known until it is settled. Whoever stops at a step can go on from there.

    First beams of growing width find solutions; then all ways in fewer moves are gone through,
    in as few as possible first, until one is found or none is left.
    """
    while not known.settled:
        if known.best is None or known.idle < IDLE_ROUNDS:
            yield from _beam(known, workers)
        else:
            yield from _refute(known, workers)


def _beam(known: Knowledge, workers: Workers) -> Iterator[Progress]:
    most = len(known.best.moves) - 1 if known.best else MOST_MOVES
    beam = Beam(known.game, known.round, most)
    doing = f"looking for {most} moves or fewer, round {known.round + 1}"
    for share in beam.steps(workers):
        yield Progress(doing, share)
    known.round += 1
    known.idle += 1
    if beam.solved:
        known.best = solution_of(known.game, trace(known.game, beam.levels))
        known.idle = 0
    news = f"found: {len(beam.levels) - 1} moves" if beam.solved else ""
    yield Progress(doing, 1.0, news)


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
