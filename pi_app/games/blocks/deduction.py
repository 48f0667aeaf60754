"""What the answers so far tell: what remains, what contradicts them, what to ask next."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from pi_app.games.blocks.arrangements import Arrangements, enumerate_arrangements, voxel_index
from pi_app.games.blocks.faults import Building
from pi_app.games.blocks.scene import BlockScene
from pi_app.games.blocks.sets import BlockSet
from pi_app.games.blocks.showing import remembered
from pi_app.games.blocks.state import Announced, Asked, State
from pi_app.games.blocks.views import Answer, TopView, What, answer, code, codes, questions

Indices = NDArray[np.intp]


@dataclass(frozen=True, eq=False)
class AnswerTable:
    """Every arrangement of a set with its answers: ``codes`` (21, N) uint8, see views.codes."""

    arrangements: Arrangements
    codes: NDArray[np.uint8]


@dataclass(frozen=True)
class Knowledge:
    """What a seat knows of its target: answers, and announcements of its own that were wrong."""

    answers: tuple[tuple[What, Answer], ...] = ()
    wrong: tuple[BlockScene, ...] = ()


def build_table(block_set: BlockSet, building: Building, *, top_tells_level: bool) -> AnswerTable:
    """The table of all legal arrangements; raises GameError when they are too many."""
    found = enumerate_arrangements(
        block_set, gaps=building.gaps, needs_level_2=building.needs_level_2
    )
    rows = [codes(found.labels, what, top_tells_level=top_tells_level) for what in questions()]
    return AnswerTable(found, np.stack(rows))


def knowledge(state: State, seat: int) -> Knowledge:
    """All that ``seat`` has heard of its target's arrangement and may still look up."""
    target = state.rules.target(seat)
    events = tuple(remembered(state, seat))
    asked = [event for event in events if isinstance(event, Asked)]
    tried = [e for e in events if isinstance(e, Announced) and e.seat == seat]
    return Knowledge(
        tuple((e.what, seen) for e in asked for who, seen in e.answers if who == target),
        tuple(event.scene for event in tried if not event.correct),
    )


def remaining(table: AnswerTable, known: Knowledge) -> Indices:
    """The arrangements that fit everything known, as indices into the table."""
    fits = np.ones(table.codes.shape[1], np.bool_)
    for what, seen in known.answers:
        number = code(seen, table.arrangements.colours)
        fits &= False if number is None else table.codes[questions().index(what)] == number
    indices = np.flatnonzero(fits)
    if known.wrong and len(indices):
        wrong = [_labels(scene, table.arrangements) for scene in known.wrong]
        rows = table.arrangements.labels[indices]
        indices = indices[~np.any([(rows == row).all(axis=1) for row in wrong], axis=0)]
    return indices


def misfits(scene: BlockScene, known: Knowledge) -> tuple[tuple[What, Answer], ...]:
    """The answers that ``scene`` contradicts; empty if an announcement of it fits them all."""
    return tuple(
        (what, seen)
        for what, seen in known.answers
        if answer(scene, what, top_tells_level=_tells_level(seen)) != seen
    )


def best_questions(table: AnswerTable, left: Indices) -> tuple[tuple[What, float], ...]:
    """All questions with their expected information in bits, best first.

    ``left``: the arrangements still possible, each taken to be equally likely.
    """
    bits = [
        (what, _entropy_bits(row[left])) for what, row in zip(questions(), table.codes, strict=True)
    ]
    return tuple(sorted(bits, key=lambda pair: -pair[1]))


def _entropy_bits(seen: NDArray[np.uint8]) -> float:
    counts = np.bincount(seen)
    share = counts[counts > 0] / max(1, len(seen))
    return float(-(share * np.log2(share)).sum()) + 0.0


def _tells_level(seen: Answer) -> bool:
    return isinstance(seen, TopView) and seen.level is not None


def _labels(scene: BlockScene, arrangements: Arrangements) -> NDArray[np.uint8]:
    """The scene as one row of labels (27,)."""
    row = np.zeros(arrangements.labels.shape[1], np.uint8)
    for colour, voxels in scene.blocks:
        row[[voxel_index(voxel) for voxel in voxels]] = arrangements.colours.index(colour) + 1
    return row
