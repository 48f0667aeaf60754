"""From the levels of a search that came to a goal back to the way that led there."""

from __future__ import annotations

from collections.abc import Sequence

from pi_app.solving.positions import Positions, canonical, mapped, masks_in, positions_of
from pi_app.solving.puzzle import Puzzle

FEWEST, MOST = 1, 20_000
"""Positions that are tried together."""


def trace(game: Puzzle, levels: Sequence[Positions]) -> list[int]:
    """Positions from the start to a goal, move by move, as masks.

    ``levels`` hold canonical positions by number of moves, the last one a goal.
    """
    ways = [canonical(positions_of(game.goals[:1]), game.symmetries)]
    for level in reversed(levels[:-1]):
        ways.append(_parent(game, level, ways[-1]))
    path = [game.start]
    for target in reversed(ways[:-1]):
        after = game.chains.after_one_move(positions_of(path[-1:]))
        same = (canonical(after, game.symmetries) == target).all(axis=0)
        path.extend(masks_in(after[:, same][:, :1]))
    return path


def _parent(game: Puzzle, level: Positions, child: Positions) -> Positions:
    """(2, 1): a position of the level that one move leads from to an image of ``child``."""
    (mask,) = masks_in(child)
    images = positions_of({mask, *(mapped(mask, symmetry) for symmetry in game.symmetries)})
    while level.shape[1] > 1:
        level = _part_with_child(game, level, images)
    return level


def _part_with_child(game: Puzzle, level: Positions, images: Positions) -> Positions:
    """A small part of the level that leads to one of the images."""
    size = min(MOST, max(FEWEST, level.shape[1] // 50))
    for start in range(0, level.shape[1], size):
        part = level[:, start : start + size]
        after = game.chains.after_one_move(part)
        if any((after == image[:, None]).all(axis=0).any() for image in images.T):
            return part
    raise ValueError("nothing in this level leads to the next one")
