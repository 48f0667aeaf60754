"""Find what stands on a sheet: weigh every legal arrangement, and what people build by mistake."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import lru_cache, partial

import numpy as np

from pi_app.block_scenes import (
    COLOURS,
    VOXELS,
    Row,
    additions,
    changes,
    row_of,
    scene_of,
    stands,
    unpacked,
)
from pi_app.games.blocks.arrangements import Arrangements, Gaps, enumerate_arrangements
from pi_app.games.blocks.faults import Building, faults
from pi_app.games.blocks.scene import BlockScene
from pi_app.games.blocks.sets import BlockSet
from pi_app.games.blocks.shapes import Shape
from vision.blocks import BlockObservation
from vision.hits import Codes
from vision.palette import Palette
from vision.types import Floats

MANY = 120
"""So many of the quickest scores are looked at again with their edges."""
NEXT_BEST = 8
CLOSE = 40.0
"""Scenes this far (natural log) below the best quick score are not looked at in full."""
ILLEGAL_PENALTY = 13.0
"""People mostly build what the rules allow: an illegal scene must explain that much better."""
FOREIGN_PENALTY = 8.0
"""Further for each block of a colour that is not in play: odd light makes yellow green, and a
sliver of shadow is easily taken for a block too many."""
FLOATS_PENALTY = 60.0
"""Nothing hangs in the air, though a hidden block may hold what seems to."""
ALIKE_RAYS = 6
"""Fewer differing rays than this, of some 3,500, and nobody could tell two scenes apart."""
LITTLE_REGRET = 5.0
"""If no scene at all can explain the picture better than this, the legal one stands."""
MUCH_REGRET = 30.0
ROUNDS = 3
CYCLES = 4
BEAM = 32
WIDE_BEAM = 120
MOST_AT_ONCE = 150_000
"""Arrangements scored at once: their codes take some 200 bytes each."""
KEPT_OF_MANY = 5_000
WORTH_A_BLOCK = 3.0
"""A colour must explain the bare sheet's picture that much better (natural log) to be tried."""


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
        if len(self.guesses) == 1:
            return float("inf")
        return self.guesses[0].score - self.guesses[1].score


@dataclass(eq=False)
class Candidates:
    """All legal arrangements of some sets, with their first-hit codes for the current views."""

    sets: Sequence[BlockSet]
    gaps: Gaps = "none"
    _codes: dict[tuple[int, tuple[Shape, ...]], Codes] = field(default_factory=dict)
    _legal: dict[bytes, str | None] = field(default_factory=dict)

    def arrangements(self, block_set: BlockSet) -> Arrangements:
        """The legal arrangements of a set, enumerated once."""
        return _arrangements(block_set, self.gaps)

    def likely(
        self, block_set: BlockSet, view: int, observation: BlockObservation
    ) -> tuple[Arrangements, Codes]:
        """The legal arrangements of a set that a picture may show, and their first-hit codes.

        All of them, with codes kept while ``view`` (a number for the pose) is among the latest; of
        four or five blocks, which make millions, those that score best by a quick look in chunks.
        """
        every = self.arrangements(block_set)
        if len(every) > MOST_AT_ONCE:
            return _best_of_many(every, observation)
        key = view, tuple(block.cubes for block in block_set.blocks)
        if key not in self._codes:
            while len(self._codes) >= 4 * len(self.sets):
                del self._codes[next(iter(self._codes))]
            self._codes[key] = observation.codes(every.labels)
        return every, self._codes[key]

    def legal_for(self, key: bytes) -> str | None:
        """The name of the first set of which a row is a legal arrangement."""
        if key not in self._legal:
            scene, building = scene_of(unpacked(key)), Building(self.gaps)
            names = (s.name for s in self.sets if not faults(scene, building, s))
            self._legal[key] = next(names, None)
        return self._legal[key]


@lru_cache(maxsize=8)
def _arrangements(block_set: BlockSet, gaps: Gaps) -> Arrangements:
    """The set's arrangements, labels in the order of its blocks, so that like sets share codes."""
    found = enumerate_arrangements(block_set, gaps=gaps)
    relabel = np.zeros(len(found.colours) + 1, np.uint8)
    for i, colour in enumerate(block_set.colours):
        relabel[found.colours.index(colour) + 1] = i + 1
    return Arrangements(block_set.colours, relabel[found.labels])


def _best_of_many(every: Arrangements, observation: BlockObservation) -> tuple[Arrangements, Codes]:
    best = np.zeros((0, every.labels.shape[1]), np.uint8)
    for start in range(0, len(every), MOST_AT_ONCE):
        labels = np.concatenate([best, every.labels[start : start + MOST_AT_ONCE]])
        quick = observation.quick(observation.codes(labels), every.colours, Palette())
        best = labels[np.argsort(-quick)[:KEPT_OF_MANY]]
    return Arrangements(every.colours, best), observation.codes(best)


def search(observation: BlockObservation, candidates: Candidates, view: int) -> Found:
    """The best explanations of an observation, legal or not."""
    looking = _Search(observation, candidates, view)
    for arrangements, index in looking.shortlist():
        looking.score(row_of(arrangements, index).tobytes())
    looking.beyond_the_rules()
    return looking.result()


@dataclass(eq=False)
class _Search:
    """One search: the observation, the candidates, and the full scores found so far."""

    observation: BlockObservation
    candidates: Candidates
    view: int
    scores: dict[bytes, float] = field(default_factory=dict)

    def __post_init__(self) -> None:
        sets = self.candidates.sets
        self._legal = [self.candidates.likely(s, self.view, self.observation) for s in sets]
        self._most_blocks = max(len(block_set.blocks) for block_set in sets)

    def score(self, key: bytes) -> None:
        """Look at a scene in full, once; a legal one has the better prior."""
        if key in self.scores:
            return
        full = self.observation.full(self._codes(key), COLOURS)
        if any(key) and self.candidates.legal_for(key) is None:
            full -= ILLEGAL_PENALTY if stands(key) else FLOATS_PENALTY
            full -= FOREIGN_PENALTY * self._foreign(key)
        self.scores[key] = full

    def _foreign(self, key: bytes) -> int:
        """How many blocks no one set accounts for."""
        colours = {COLOURS[label - 1] for label in set(key) if label}
        return min(len(colours.difference(s.colours)) for s in self.candidates.sets)

    def _codes(self, key: bytes) -> Codes:
        return self.observation.codes(unpacked(key)[None])

    def _best(self) -> bytes:
        return max(self.scores, key=self.scores.__getitem__)

    def shortlist(self) -> list[tuple[Arrangements, int]]:
        """Legal arrangements worth a full look.

        Score all quickly, learn the light and paint from the best few, score the rest again.
        """
        quick = [self.observation.quick(codes, a.colours, Palette()) for a, codes in self._legal]
        rough: list[tuple[float, int, int]] = []
        for k, (values, (_, codes)) in enumerate(zip(quick, self._legal, strict=True)):
            rough += [(float(values[i]), k, i) for i in self._choose(codes, values)]
        rough.sort(reverse=True)
        starts = rough[:3]
        for k in range(len(self._legal)):
            first = next(item for item in rough if item[1] == k)
            if first not in starts and first[0] > rough[0][0] - CLOSE:
                starts.append(first)
        chosen = {(k, i) for _, k, i in rough[:NEXT_BEST]}
        chosen |= {(k, j) for _, k, i in starts for j in self._again(k, i, quick[k])}
        return [(self._legal[k][0], i) for k, i in sorted(chosen)]

    def _again(self, k: int, index: int, quick: Floats) -> list[int]:
        """The best arrangements of a set with what arrangement ``index`` teaches about paints."""
        arrangements, codes = self._legal[k]
        palette = self.observation.palette_of(codes[:, index : index + 1], arrangements.colours)
        near = np.flatnonzero(quick > quick.max() - CLOSE)
        again = self.observation.quick(codes[:, near], arrangements.colours, palette)
        return [int(near[j]) for j in self._choose(codes[:, near], again)]

    def _choose(self, codes: Codes, quick: Floats) -> list[int]:
        """The few of the quickly scored scenes that deserve a full look, by their edges as well."""
        order = np.argsort(-quick)[:MANY]
        order = order[quick[order] > quick[order[0]] - CLOSE]
        with_edges = quick[order] + self.observation.edges(codes[:, order])
        return [int(order[k]) for k in np.argsort(-with_edges)[:NEXT_BEST]]

    def beyond_the_rules(self) -> None:
        """Look for illegal scenes too, as long as some scene could explain the picture better.

        The first round takes nothing over from the legal explanations, whose lessons may be wrong.
        """
        palette = Palette()
        for _ in range(ROUNDS):
            best = self._best()
            learned = self.observation.palette_of(self._codes(best), COLOURS)
            regret = self.observation.regret(self._codes(best), COLOURS, learned)
            if regret < LITTLE_REGRET:
                return
            self._build_up(palette, BEAM if regret < MUCH_REGRET else WIDE_BEAM)
            self._climb()
            if best == self._best() and (palette.learned or regret < MUCH_REGRET):
                return
            palette = learned

    def _build_up(self, palette: Palette, width: int) -> None:
        """Beam search from the bare sheet, adding one block at a time, legal or not."""
        beam = np.zeros((1, VOXELS), np.uint8)
        self.score(beam[0].tobytes())
        quick_of = partial(self.observation.quick, paints=COLOURS, palette=palette)
        bare = float(quick_of(self.observation.codes(beam))[0])
        wanted = list(range(1, len(COLOURS) + 1))
        seen: dict[bytes, float] = {}
        for stage in range(self._most_blocks + 1):
            rows = additions(beam, wanted, self.candidates.sets)
            if not len(rows):
                break
            quick = quick_of(self.observation.codes(rows))
            if stage == 0:
                gains = {label: _best_with(rows, quick, label) - bare for label in wanted}
                wanted = [label for label in wanted if gains[label] > WORTH_A_BLOCK]
            # The same scene comes from several orders of adding: keep each once.
            order = np.argsort(-quick)[: width * (stage + 1)]
            found = {rows[i].tobytes(): float(quick[i]) for i in order}
            beam = np.array([unpacked(key) for key in list(found)[:width]])
            seen |= found
        keys = list(seen)
        codes = self.observation.codes(np.array([unpacked(key) for key in keys]))
        for i in self._choose(codes, np.array([seen[key] for key in keys])):
            self.score(keys[i])

    def _climb(self) -> None:
        """From the best scene, change one block at a time as long as that explains more."""
        for _ in range(CYCLES):
            here = self._best()
            rows = changes(unpacked(here), self.candidates.sets)
            palette = self.observation.palette_of(self._codes(here), COLOURS)
            codes = self.observation.codes(rows)
            for i in self._choose(codes, self.observation.quick(codes, COLOURS, palette)):
                self.score(rows[i].tobytes())
            if here == self._best():
                return

    def result(self) -> Found:
        """All explanations looked at in full, best first."""
        ranked = sorted(self.scores, key=lambda key: -self.scores[key])
        guesses = tuple(self._guess(key, self.scores[key]) for key in ranked)
        values = np.array([guess.score for guess in guesses])
        own = self._codes(ranked[0])
        learned = self.observation.palette_of(own, COLOURS)
        return Found(
            guesses,
            float(1 / np.exp(values - values[0]).sum()),
            self._lookalikes(ranked[0]),
            self.observation.fit(own, COLOURS, learned),
            self.observation.regret(own, COLOURS, learned),
        )

    def _guess(self, key: bytes, score: float) -> Guess:
        return Guess(scene_of(unpacked(key)), score, self.candidates.legal_for(key))

    def _lookalikes(self, best: bytes) -> tuple[Guess, ...]:
        """Legal arrangements that show the same colours along all but a few rays."""
        row = unpacked(best)
        found: list[Guess] = []
        for arrangements, codes in self._legal:
            local = np.zeros(len(COLOURS) + 1, np.uint8)
            for i, colour in enumerate(arrangements.colours):
                local[COLOURS.index(colour) + 1] = i + 1
            if not np.array_equal(local[row] > 0, row > 0):
                continue
            own = self.observation.codes(local[row][None])
            alike = np.flatnonzero(self.observation.differ(codes, own) < ALIKE_RAYS)
            for j in alike.tolist():
                key = row_of(arrangements, j).tobytes()
                if key != best:
                    found.append(self._guess(key, 0.0))
        return tuple(found)


def _best_with(rows: Row, quick: Floats, label: int) -> float:
    has = (rows == label).any(axis=1)
    return float(quick[has].max()) if has.any() else -np.inf
