"""The best explanation of what stands on the board: the rules weighed against the evidence."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import takewhile
from typing import Generic

from pi_app.games.game import BoardGame, Move, State
from pi_app.games.scene import Scene
from pi_app.live.continuations import Line, continuations
from pi_app.live.faults import moved, reason
from pi_app.live.findings import Finding, Illegal, Played, TakenBack, Unchanged, Unsure
from pi_app.live.weights import Weights
from vision.nodes import NodeEvidence

# Costs in nats, before anything is seen: people mostly play one legal move at a time.
MOVE_COSTS = (0.0, 1.5, 3.5, 5.5)
"""By the number of moves since the last still picture."""
TAKE_BACK_COST = 3.0
FAULT_COST = 4.5
SURE = 3.0
"""Nats by which an explanation must be ahead of those of other scenes."""
DOUBTFUL = 0.1
"""Nats by which a node may show something else than is recorded before that is a doubt."""
MOST_TAKEN_BACK = 3


@dataclass(frozen=True)
class _Explanation(Generic[State, Move]):
    """Some moves taken back, some played, then ``scene``: with ``faults`` where it differs."""

    line: Line[State, Move]
    scene: Scene
    score: float
    back: int = 0
    faults: tuple[str, ...] = ()

    @property
    def changes_nothing(self) -> bool:
        return not (self.back or self.faults or self.line.moves)


def explain(
    game: BoardGame[State, Move],
    history: Sequence[State],
    evidence: NodeEvidence,
    taken_back: int = 0,
) -> Finding[Move]:
    """What the evidence says has happened since the last of ``history`` (every position so far).

    ``taken_back``: so many moves were seen to be taken back already, so play may go on from there.
    Nothing is claimed of a node that is covered.
    """
    weights = Weights(evidence)
    known = list(_explanations(game, history, weights, taken_back))
    legal = {one.scene for one in known if not one.faults}
    known = [one for one in known if not one.faults or one.scene not in legal]
    best = max(known, key=lambda one: one.score)
    if best.changes_nothing:
        return _unchanged(best.scene, weights)
    hidden = weights.covered.intersection(game.scene(history[-1]).changed(best.scene))
    if hidden:
        named = tuple(sorted(hidden))
        return Unsure(f"something covers {', '.join(named)}", named)
    near = [one for one in known if one is best or _is_rival(one, best)]
    if best.faults:
        return _illegal(game, history[-1], best, near)
    return _legal(game, history[-1], best, near)


def _explanations(
    game: BoardGame[State, Move], history: Sequence[State], weights: Weights, taken_back: int
) -> Iterator[_Explanation[State, Move]]:
    lines = continuations(game, history[-1], weights)
    for line in lines:
        yield _Explanation(line, line.scene, line.fit - MOVE_COSTS[len(line.moves)])
        yield from _with_faults(line, weights)
    seen = {line.scene for line in lines}
    for back in range(1, min(MOST_TAKEN_BACK, len(history) - 1) + 1):
        state = history[-1 - back]
        scene = game.scene(state)
        if scene not in seen and not weights.against(scene):
            seen.add(scene)
            line = Line((), state, scene, weights.total(scene))
            yield _Explanation(line, scene, line.fit - TAKE_BACK_COST - (back - 1), back)
    if 0 < taken_back < len(history):
        for line in continuations(game, history[-1 - taken_back], weights)[1:]:
            cost = TAKE_BACK_COST + MOVE_COSTS[len(line.moves)]
            yield _Explanation(line, line.scene, line.fit - cost, taken_back)


def _with_faults(line: Line[State, Move], weights: Weights) -> Iterator[_Explanation[State, Move]]:
    """The line, and then whatever else the picture clearly shows as a breach of the rules."""
    shown = weights.against(line.scene)
    if not shown:
        return
    pieces = {**line.scene.as_dict(), **shown}
    scene = Scene.of({node: piece for node, piece in pieces.items() if piece != "empty"})
    acts = len(shown) - len(moved(line.scene, scene))
    fit = line.fit + sum(weights.gains(line.scene, scene))
    score = fit - MOVE_COSTS[len(line.moves)] - FAULT_COST * acts
    yield _Explanation(line, scene, score, 0, tuple(sorted(shown)))


def _is_rival(one: _Explanation[State, Move], best: _Explanation[State, Move]) -> bool:
    """Whether it is too near the best to be left out, and says something else."""
    # Legal explanations of one scene are one: the order of moves cannot be seen.
    other = bool(best.faults) or one.scene != best.scene
    return other and best.score - one.score < SURE


def _unchanged(scene: Scene, weights: Weights) -> Unchanged | Unsure:
    """As recorded, unless some node rather shows something else, if not clearly."""
    nodes = tuple(sorted(weights.against(scene, DOUBTFUL)))
    return Unsure(f"not seen clearly: {', '.join(nodes)}", nodes) if nodes else Unchanged()


def _legal(
    game: BoardGame[State, Move],
    state: State,
    best: _Explanation[State, Move],
    near: Sequence[_Explanation[State, Move]],
) -> Finding[Move]:
    """What all near explanations have in common; nothing in common is a doubt."""
    if not best.line.moves and len(near) == 1:
        return TakenBack(best.back)
    if all(one.back == best.back and not one.faults for one in near):
        moves = _common([one.line.moves for one in near])
        if moves:
            return Played(moves, best.back)
    return _unclear(game, state, near)


def _illegal(
    game: BoardGame[State, Move],
    state: State,
    best: _Explanation[State, Move],
    near: Sequence[_Explanation[State, Move]],
) -> Finding[Move]:
    """All near explanations must be breaches. What is legal beside the breach may stay."""
    if any(not one.faults for one in near):
        return _unclear(game, state, near)
    if all(one.line.moves == best.line.moves for one in near):
        nodes = {node for one in near for node in one.faults}
    else:  # which of two stones came first cannot be seen: all goes back
        nodes = set().union(*(game.scene(state).changed(one.scene) for one in near))
    return Illegal(reason(game, best.line.state, best.scene), tuple(sorted(nodes)))


def _unclear(
    game: BoardGame[State, Move], state: State, near: Sequence[_Explanation[State, Move]]
) -> Unsure:
    """Names the nodes on which the near explanations differ."""
    scenes = {one.scene for one in near} | ({game.scene(state)} if len(near) == 1 else set())
    first, *others = scenes
    nodes = sorted(set().union(*(first.changed(other) for other in others)))
    return Unsure(f"not seen clearly: {', '.join(nodes)}", tuple(nodes))


def _common(lines: Sequence[tuple[Move, ...]]) -> tuple[Move, ...]:
    """The moves with which all lines begin."""
    same = takewhile(lambda moves: len(set(moves)) == 1, zip(*lines, strict=False))
    return tuple(moves[0] for moves in same)
