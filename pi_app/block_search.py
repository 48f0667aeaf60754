"""Find what stands on a sheet: weigh every legal arrangement, and what people build by mistake."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from pi_app.games.blocks.arrangements import (
    Arrangements,
    Gaps,
    enumerate_arrangements,
    placements,
    voxel_index,
)
from pi_app.games.blocks.scene import BlockScene
from pi_app.games.blocks.sets import BlockSet
from pi_app.games.blocks.shapes import Shape
from vision.blocks import BlockObservation
from vision.hits import Codes
from vision.paint import PAINTS, PAPER, Palette
from vision.types import Floats

LEVELS = 4
"""One more than the rules allow, so that a block built too high is seen as that."""
SHORTLIST = 12
CLOSE = 40.0
"""Arrangements this far (natural log) below the best quick score are not looked at again."""
ILLEGAL_PENALTY = 10.0
"""People mostly build what the rules allow: an illegal scene must explain that much better."""
ALIKE_RAYS = 6
"""Fewer differing rays than this, of some 3,500, and nobody could tell two scenes apart."""
CYCLES = 6

Row = NDArray[np.uint8]
"""(36,) one scene: per voxel 0 or 1 + the index of its paint in COLOURS."""
COLOURS = tuple(paint for paint in PAINTS if paint != PAPER)


@dataclass(frozen=True)
class Guess:
    """One explanation of what stands on the sheet, and its log-likelihood and prior together."""

    scene: BlockScene
    score: float
    legal_for: str | None
    """The name of the set of which the scene is a legal arrangement."""


@dataclass(frozen=True)
class Found:
    """Explanations, best first, with the best one's probability and look-alikes."""

    guesses: tuple[Guess, ...]
    probability: float
    lookalikes: tuple[Guess, ...]

    @property
    def best(self) -> Guess:
        """The best explanation."""
        return self.guesses[0]


@dataclass(eq=False)
class Candidates:
    """All legal arrangements of some sets, with their first-hit codes for the current view."""

    sets: Sequence[BlockSet]
    gaps: Gaps = "none"
    _codes: dict[tuple[int, tuple[Shape, ...]], Codes] = field(default_factory=dict)

    def arrangements(self, block_set: BlockSet) -> Arrangements:
        """The legal arrangements of a set, enumerated once per choice of shapes."""
        return _arrangements(block_set, self.gaps)

    def codes(self, block_set: BlockSet, view: int, observation: BlockObservation) -> Codes:
        """First-hit codes, kept while ``view`` (a number for the pose) stays the same."""
        key = view, tuple(block.cubes for block in block_set.blocks)
        if key not in self._codes:
            if len(self._codes) > 4 * len(self.sets):
                self._codes.clear()
            self._codes[key] = observation.codes(self.arrangements(block_set).labels)
        return self._codes[key]


@lru_cache(maxsize=8)
def _arrangements(block_set: BlockSet, gaps: Gaps) -> Arrangements:
    found = enumerate_arrangements(block_set, gaps=gaps)
    order = [found.colours.index(colour) + 1 for colour in block_set.colours]
    relabel = np.zeros(len(order) + 1, np.uint8)
    relabel[order] = np.arange(1, len(order) + 1)
    return Arrangements(block_set.colours, relabel[found.labels])


def search(observation: BlockObservation, candidates: Candidates, view: int) -> Found:
    """The best explanations of an observation, legal or not."""
    shortlist = _shortlist(observation, candidates, view)
    scores: dict[bytes, float] = {}
    legal: dict[bytes, str] = {}
    for block_set, index in shortlist:
        row = _row(candidates.arrangements(block_set), index)
        legal.setdefault(row.tobytes(), block_set.name)
        scores.setdefault(row.tobytes(), _full(observation, row))
    start = max(scores, key=lambda key: scores[key])
    for begin in (start, bytes(9 * LEVELS)):
        _climb(observation, begin, candidates.sets, scores, legal)
    ranked = sorted(scores, key=lambda key: -_prior(key, scores, legal))
    guesses = tuple(
        Guess(scene_of(_row_of(key)), _prior(key, scores, legal), legal.get(key)) for key in ranked
    )
    values = np.array([guess.score for guess in guesses])
    probability = float(1 / np.exp(values - values[0]).sum())
    return Found(guesses, probability, _lookalikes(observation, candidates, view, ranked[0]))


def _prior(key: bytes, scores: Mapping[bytes, float], legal: Mapping[bytes, str]) -> float:
    lawful = key in legal or not any(key)
    return scores[key] - (0.0 if lawful else ILLEGAL_PENALTY)


def _shortlist(
    observation: BlockObservation, candidates: Candidates, view: int
) -> list[tuple[BlockSet, int]]:
    """The arrangements worth a full look: score quickly, learn the light from the best, score again."""
    rough: list[tuple[float, BlockSet, int]] = []
    quick: dict[str, Floats] = {}
    for block_set in candidates.sets:
        codes = candidates.codes(block_set, view, observation)
        quick[block_set.name] = observation.quick(codes, block_set.colours, Palette())
        best = np.argsort(-quick[block_set.name])[:SHORTLIST]
        rough += [(float(quick[block_set.name][i]), block_set, int(i)) for i in best]
    rough.sort(key=lambda item: -item[0])
    first_of_set = {block_set.name: item for *item, block_set, _ in ()} or {}
    starts = rough[:3]
    for item in rough:
        if item[1].name not in first_of_set:
            first_of_set[item[1].name] = item
            if item not in starts and item[0] > rough[0][0] - CLOSE:
                starts.append(item)
    chosen = {(block_set.name, i): (block_set, i) for _, block_set, i in rough[:SHORTLIST]}
    for _, block_set, i in starts:
        codes = candidates.codes(block_set, view, observation)
        palette = observation.palette_of(codes[:, i : i + 1], block_set.colours)
        near = np.flatnonzero(quick[block_set.name] > quick[block_set.name].max() - CLOSE)
        again = observation.quick(codes[:, near], block_set.colours, palette)
        for j in near[np.argsort(-again)[:SHORTLIST]]:
            chosen[block_set.name, int(j)] = (block_set, int(j))
    return list(chosen.values())


def _climb(
    observation: BlockObservation,
    begin: bytes,
    sets: Sequence[BlockSet],
    scores: dict[bytes, float],
    legal: Mapping[bytes, str],
) -> None:
    """From one scene, change one block at a time as long as that explains the picture better."""
    here = begin
    scores.setdefault(here, _full(observation, _row_of(here)))
    for _ in range(CYCLES):
        rows = list(changes(_row_of(here), sets))
        codes = observation.codes(np.array(rows, np.uint8))
        own = observation.codes(_row_of(here)[None])
        quick = observation.quick(codes, COLOURS, observation.palette_of(own, COLOURS))
        for i in np.argsort(-quick)[:SHORTLIST]:
            scores.setdefault(rows[i].tobytes(), _full(observation, rows[i]))
        best = max(
            (rows[i].tobytes() for i in np.argsort(-quick)[:SHORTLIST]), key=scores.__getitem__
        )
        if _prior(best, scores, legal) <= _prior(here, scores, legal):
            return
        here = best


def _full(observation: BlockObservation, row: Row) -> float:
    return observation.full(observation.codes(row[None]), COLOURS)


def changes(row: Row, sets: Sequence[BlockSet]) -> Iterator[Row]:
    """Scenes that differ from one by one block: moved, taken away, swapped for a foreign one, added.

    Every block of them rests on the sheet or on another block: nothing hangs in the air.
    """
    shapes = _shapes(tuple(sets))
    present = [int(label) for label in np.unique(row) if label]
    for label in present:
        without = np.where(row == label, 0, row).astype(np.uint8)
        yield without
        mine = np.flatnonzero(row == label)
        for other in range(1, len(COLOURS) + 1):
            if other not in present:
                yield _with(without, mine, other)
        for shape in shapes.get(COLOURS[label - 1], ()):
            yield from _placed(without, label, shape)
    for other in range(1, len(COLOURS) + 1):
        if other not in present:
            for shape in shapes.get(COLOURS[other - 1], ()):
                yield from _placed(row, other, shape)


@lru_cache(maxsize=8)
def _shapes(sets: tuple[BlockSet, ...]) -> Mapping[str, tuple[Shape, ...]]:
    """The shapes a colour comes in; a colour of no set comes in every shape."""
    every = tuple(dict.fromkeys(block.cubes for s in sets for block in s.blocks))
    own = {
        colour: tuple(dict.fromkeys(b.cubes for s in sets for b in s.blocks if b.colour == colour))
        for colour in COLOURS
    }
    return {colour: shapes or every for colour, shapes in own.items()}


@lru_cache(maxsize=32)
def _voxels(shape: Shape) -> NDArray[np.int64]:
    """(P, cubes) voxel indices of every placement of a shape, up to LEVELS high."""
    return np.array(
        [[voxel_index(voxel) for voxel in voxels] for voxels in placements(shape, LEVELS)]
    )


def _placed(row: Row, label: int, shape: Shape) -> Iterator[Row]:
    voxels = _voxels(shape)
    free = ~(row[voxels] > 0).any(axis=1)
    below = voxels - 9
    rests = (below < 0) | (row[np.maximum(below, 0)] > 0)
    for placement in voxels[free & rests.any(axis=1)]:
        yield _with(row, placement, label)


def _with(row: Row, voxels: NDArray[np.int64], label: int) -> Row:
    new = row.copy()
    new[voxels] = label
    return new


def _lookalikes(
    observation: BlockObservation, candidates: Candidates, view: int, best: bytes
) -> tuple[Guess, ...]:
    """Legal arrangements that show the same colours along all but a few rays."""
    row = _row_of(best)
    found: list[Guess] = []
    for block_set in candidates.sets:
        local = np.zeros(len(COLOURS) + 1, np.uint8)
        for i, colour in enumerate(block_set.colours):
            local[COLOURS.index(colour) + 1] = i + 1
        if not np.array_equal(local[row] > 0, row > 0):
            continue
        own = observation.codes(local[row][None])
        differ = observation.differ(candidates.codes(block_set, view, observation), own)
        arrangements = candidates.arrangements(block_set)
        for i in np.flatnonzero(differ < ALIKE_RAYS):
            scene = arrangements.scene(int(i))
            if scene != scene_of(row):
                found.append(Guess(scene, 0.0, block_set.name))
    return tuple(found)


def _row(arrangements: Arrangements, index: int) -> Row:
    lookup = np.array([0, *(COLOURS.index(c) + 1 for c in arrangements.colours)], np.uint8)
    row = np.zeros(9 * LEVELS, np.uint8)
    row[: arrangements.labels.shape[1]] = lookup[arrangements.labels[index]]
    return row


def _row_of(key: bytes) -> Row:
    return np.frombuffer(key, np.uint8)


def scene_of(row: Iterable[int]) -> BlockScene:
    """A row of labels as a scene."""
    blocks: dict[str, list[tuple[int, int]]] = {}
    for voxel, label in enumerate(row):
        if label:
            blocks.setdefault(COLOURS[label - 1], []).append((voxel % 9 + 1, voxel // 9 + 1))
    return BlockScene.of(blocks)
