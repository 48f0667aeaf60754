"""Ways along the board's lines: slides, leaps, lines of adjacent nodes; lines fork at pentads."""

from __future__ import annotations

from collections import deque
from collections.abc import Collection, Iterator, Mapping, Sequence
from functools import lru_cache

from pi_app.games.stones.board import CORNERS, NEIGHBOURS, NODES, PENTADS, SIDES, onward
from pi_app.games.stones.moves import EMPTY

MOST_CHAINS = 20_000
"""Chains of one stone that are followed, the shortest first. Only stones set up for the purpose
have so many: the most in 3,000 random positions of Aliens and Amazons were 1,447."""

Lines = Mapping[tuple[int, int], tuple[int, ...]]
"""(came from, node) → where the line goes on; more than one node at a fork."""


@lru_cache(maxsize=4)
def lines(*, forks: bool = True, round_corners: bool = False) -> Lines:
    """The board's lines.

    ``forks``: whether a line goes on beyond a pentad. ``round_corners``: whether the line along
    the rim goes on round the board's corners, where ``board.onward`` ends it.
    """
    return {
        (before, node): _on(before, node, forks, round_corners)
        for node in NODES
        for before in NEIGHBOURS[node]
    }


def _on(before: int, node: int, forks: bool, round_corners: bool) -> tuple[int, ...]:
    if node in PENTADS and not forks:
        return ()
    if node in CORNERS and round_corners and SIDES[before]:
        return tuple(n for n in NEIGHBOURS[node] if SIDES[n] and n != before)
    return onward(before, node)


def slides(cells: Sequence[int], start: int, along: Lines, most: int = len(NODES)) -> Iterator[int]:
    """The nodes that a stone on ``start`` reaches along a line of empty nodes, nearest first.

    ``most``: how many nodes it may go. Each node comes once, though two forks may lead there.
    """
    found: set[int] = set()
    edge = [(start, node) for node in NEIGHBOURS[start]]
    for _ in range(most):
        edge = [(before, node) for before, node in edge if cells[node] == EMPTY]
        if not edge:
            return
        for _, node in edge:
            if node not in found:
                found.add(node)
                yield node
        edge = [(node, after) for before, node in edge for after in along[before, node]]


def way(start: int, end: int, along: Lines) -> tuple[int, ...]:
    """The nodes of the shortest line from ``start`` to ``end``, both included; () if none.

    It minds no stones.
    """
    ways: deque[tuple[int, ...]] = deque((start, node) for node in NEIGHBOURS[start])
    while ways:
        path = ways.popleft()
        if path[-1] == end:
            return path
        ways.extend((*path, n) for n in along[path[-2], path[-1]] if n not in path)
    return ()


def leaps(
    cells: Sequence[int],
    start: int,
    along: Lines,
    takes: int = EMPTY,
    only: Collection[int] = NODES,
) -> Iterator[tuple[tuple[int, ...], tuple[int, ...]]]:
    """Chains of leaps over adjacent stones onto the empty node behind: (path, nodes taken).

    Stones of the colour ``takes`` are removed as they are leapt over, and only those on the nodes
    ``only`` are. Each pair of last node and nodes taken comes once, by its shortest path, of equals
    by the one with the lower numbers; after MOST_CHAINS of them no more.
    """
    queue: deque[tuple[tuple[int, ...], frozenset[int]]] = deque([((start,), frozenset())])
    seen = {(start, queue[0][1])}
    while queue and len(seen) < MOST_CHAINS:
        path, taken = queue.popleft()
        for landing, over in sorted(_landings(cells, path, taken, along)):
            takes_it = cells[over] == takes
            now = taken | {over} if takes_it else taken
            if (landing, now) not in seen and (over in only or not takes_it):
                seen.add((landing, now))
                queue.append(((*path, landing), now))
                yield (*path, landing), tuple(sorted(now))


def _landings(
    cells: Sequence[int], path: tuple[int, ...], taken: Collection[int], along: Lines
) -> Iterator[tuple[int, int]]:
    """Where one leap from the end of the path leads, and over which node."""
    start, here = path[0], path[-1]
    gone = {start, *taken}
    for over in NEIGHBOURS[here]:
        if cells[over] != EMPTY and over not in gone:
            for landing in along[here, over]:
                if cells[landing] == EMPTY or landing in gone:
                    yield landing, over


def leapt_over(start: int, landing: int, along: Lines) -> int | None:
    """The node between: the board has at most one for each pair. None if it is no leap."""
    return next((n for n in NEIGHBOURS[start] if landing in along[start, n]), None)


def rows(length: int, along: Lines) -> Iterator[tuple[int, ...]]:
    """Every row of ``length`` adjacent nodes of a line, once, from its lower end."""
    ways: list[tuple[int, ...]] = list(along)
    for _ in range(length - 2):
        ways = [(*path, n) for path in ways for n in along[path[-2], path[-1]] if n not in path]
    return (path for path in ways if path[0] < path[-1])
