"""Find what stands on a sheet: weigh every legal arrangement, and what people build by mistake."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
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
from vision.paint import PAINTS, PAPER
from vision.palette import Palette
from vision.types import Floats

LEVELS = 4
"""One more than the rules allow, so that a block built too high is seen as that."""
SHORTLIST = 12
NEXT_BEST = 6
CLOSE = 30.0
"""Arrangements this far (natural log) below the best quick score are not looked at again."""
ILLEGAL_PENALTY = 13.0
"""People mostly build what the rules allow: an illegal scene must explain that much better."""
ALIKE_RAYS = 6
"""Fewer differing rays than this, of some 3,500, and nobody could tell two scenes apart."""
CYCLES = 4
ROUNDS = 3
BEAM = 40
WIDE_BEAM = 120
MUCH_REGRET = 30.0
MOST_BLOCKS = 4
FLOATS_PENALTY = 60.0
"""Nothing hangs in the air, though a hidden block may hold what seems to."""
LITTLE_REGRET = 5.0
"""If no scene at all can explain the picture better than this, the legal one stands."""
WORTH_A_BLOCK = 3.0
"""A colour must explain the bare sheet's picture that much better (natural log) to be tried."""

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
    fit: float
    """How well the best one explains the rays in sight, on average (vision.blocks)."""
    regret: float
    """How much better the rays could be explained if they need not make a scene."""

    @property
    def best(self) -> Guess:
        """The best explanation."""
        return self.guesses[0]

    @property
    def margin(self) -> float:
        """By how much the best explanation beats the next (natural log)."""
        return self.guesses[0].score - self.guesses[1].score


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
        _score(observation, row.tobytes(), scores)
    _beyond_the_rules(observation, candidates.sets, scores, legal)
    ranked = sorted(scores, key=lambda key: -_prior(key, scores, legal))
    guesses = tuple(
        Guess(scene_of(_row_of(key)), _prior(key, scores, legal), legal.get(key)) for key in ranked
    )
    values = np.array([guess.score for guess in guesses])
    probability = float(1 / np.exp(values - values[0]).sum())
    best = _row_of(ranked[0])
    own = observation.codes(best[None])
    return Found(
        guesses,
        probability,
        _lookalikes(observation, candidates, view, best),
        observation.fit(own, COLOURS),
        observation.regret(own, COLOURS, observation.palette_of(own, COLOURS)),
    )


def _prior(key: bytes, scores: Mapping[bytes, float], legal: Mapping[bytes, str]) -> float:
    if key in legal or not any(key):
        return scores[key]
    return scores[key] - (ILLEGAL_PENALTY if _stands(key) else FLOATS_PENALTY)


@lru_cache(maxsize=4096)
def _stands(key: bytes) -> bool:
    """Whether each block has a cube on the sheet or straight above another block's cube."""
    row = _row_of(key)
    below = np.concatenate([np.full(9, 255, np.uint8), row[:-9]])
    rests = (below > 0) & (below != row) & (row > 0)
    return set(row[row > 0].tolist()) == set(row[rests].tolist())


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
    starts = rough[:3]
    for block_set in candidates.sets:
        first = next(item for item in rough if item[1] is block_set)
        if first not in starts and first[0] > rough[0][0] - CLOSE:
            starts.append(first)
    chosen = {(block_set.name, i): (block_set, i) for _, block_set, i in rough[:NEXT_BEST]}
    for _, block_set, i in starts:
        codes = candidates.codes(block_set, view, observation)
        palette = observation.palette_of(codes[:, i : i + 1], block_set.colours)
        near = np.flatnonzero(quick[block_set.name] > quick[block_set.name].max() - CLOSE)
        again = observation.quick(codes[:, near], block_set.colours, palette)
        for j in near[np.argsort(-again)[:NEXT_BEST]]:
            chosen[block_set.name, int(j)] = (block_set, int(j))
    return list(chosen.values())


def _beyond_the_rules(
    observation: BlockObservation,
    sets: Sequence[BlockSet],
    scores: dict[bytes, float],
    legal: Mapping[bytes, str],
) -> None:
    """Look for illegal scenes as well, as long as some scene could explain the picture better.

    The first round takes nothing over from the legal explanations, whose lessons may be wrong.
    """
    palette = Palette()
    for _ in range(ROUNDS):
        best = max(scores, key=lambda key: _prior(key, scores, legal))
        codes = observation.codes(_row_of(best)[None])
        learned = observation.palette_of(codes, COLOURS)
        regret = observation.regret(codes, COLOURS, learned)
        if regret < LITTLE_REGRET:
            return
        width = BEAM if regret < MUCH_REGRET else WIDE_BEAM
        _build_up(observation, sets, scores, palette, width)
        _climb(observation, sets, scores, legal)
        same = best == max(scores, key=lambda key: _prior(key, scores, legal))
        if same and (palette.learned or regret < MUCH_REGRET):
            return
        palette = learned


def _build_up(
    observation: BlockObservation,
    sets: Sequence[BlockSet],
    scores: dict[bytes, float],
    palette: Palette,
    width: int,
) -> None:
    """Beam search from the bare sheet, adding one block at a time, legal or not."""
    beam = np.zeros((1, 9 * LEVELS), np.uint8)
    _score(observation, beam[0].tobytes(), scores)
    bare = float(observation.quick(observation.codes(beam), COLOURS, palette)[0])
    wanted = range(1, len(COLOURS) + 1)
    seen: dict[bytes, float] = {}
    for stage in range(MOST_BLOCKS):
        rows = _additions(beam, wanted, sets)
        if not len(rows):
            break
        quick = observation.quick(observation.codes(rows), COLOURS, palette)
        if stage == 0:
            gains = {label: _best_with(rows, quick, label) - bare for label in wanted}
            wanted = [label for label in wanted if gains[label] > WORTH_A_BLOCK]
        # The same scene comes from several orders of adding: keep each once.
        order = np.argsort(-quick)[: width * (stage + 1)]
        found = {rows[i].tobytes(): float(quick[i]) for i in order}
        beam = np.array([_row_of(key) for key in list(found)[:width]])
        seen |= found
    likely = sorted(seen, key=lambda k: -seen[k])[: 2 * SHORTLIST]
    for key in likely:
        if seen[key] > seen[likely[0]] - CLOSE:
            _score(observation, key, scores)


def _additions(
    states: NDArray[np.uint8], labels: Iterable[int], sets: Sequence[BlockSet]
) -> NDArray[np.uint8]:
    """Every scene (M, V) that one more block of one of the colours makes of one of the states."""
    found = [np.zeros((0, states.shape[1]), np.uint8)]
    for row in states:
        for label in labels:
            if not (row == label).any():
                found += [
                    _placed(row, label, shape) for shape in _shapes(tuple(sets))[COLOURS[label - 1]]
                ]
    return np.concatenate(found)


def _best_with(rows: NDArray[np.uint8], quick: Floats, label: int) -> float:
    has = (rows == label).any(axis=1)
    return float(quick[has].max()) if has.any() else -np.inf


def _climb(
    observation: BlockObservation,
    sets: Sequence[BlockSet],
    scores: dict[bytes, float],
    legal: Mapping[bytes, str],
) -> None:
    """From the best scene, change one block at a time as long as that explains the picture better."""
    for _ in range(CYCLES):
        here = max(scores, key=lambda key: _prior(key, scores, legal))
        rows = changes(_row_of(here), sets)
        own = observation.codes(_row_of(here)[None])
        palette = observation.palette_of(own, COLOURS)
        quick = observation.quick(observation.codes(rows), COLOURS, palette)
        for i in np.argsort(-quick)[:NEXT_BEST]:
            if quick[i] > quick.max() - CLOSE:
                _score(observation, rows[i].tobytes(), scores)
        if here == max(scores, key=lambda key: _prior(key, scores, legal)):
            return


def _score(observation: BlockObservation, key: bytes, scores: dict[bytes, float]) -> None:
    """Look at a scene in full, once."""
    if key not in scores:
        codes = observation.codes(_row_of(key)[None])
        scores[key] = observation.full(codes, COLOURS)


def changes(row: Row, sets: Sequence[BlockSet]) -> NDArray[np.uint8]:
    """Scenes (M, V) one block away: one moved, taken away, swapped for a foreign one, or added.

    Every block that is moved or added rests on the sheet or on another block.
    """
    present = [int(label) for label in np.unique(row) if label]
    absent = [label for label in range(1, len(COLOURS) + 1) if label not in present]
    found = [_additions(row[None], absent, sets)]
    for label in present:
        without = np.where(row == label, 0, row).astype(np.uint8)[None]
        found += [without, _additions(without, [label, *absent], sets)]
    return np.concatenate(found)


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


def _placed(row: Row, label: int, shape: Shape) -> NDArray[np.uint8]:
    """(M, V) the scene with one more block, wherever it finds room and something to rest on."""
    voxels = _voxels(shape)
    free = ~(row[voxels] > 0).any(axis=1)
    below = voxels - 9
    rests = ((below < 0) | (row[np.maximum(below, 0)] > 0)).any(axis=1)
    chosen = voxels[free & rests]
    rows = np.repeat(row[None], len(chosen), axis=0)
    rows[np.arange(len(chosen))[:, None], chosen] = label
    return rows


def _lookalikes(
    observation: BlockObservation, candidates: Candidates, view: int, row: Row
) -> tuple[Guess, ...]:
    """Legal arrangements that show the same colours along all but a few rays."""
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
