"""Where stones stand: drawn Go positions, stones off their places that don't overlap."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

import numpy as np

from vision.board import LatticeBoard
from vision.types import Floats

COLOURS = ("black", "white")
Position = dict[str, str]
"""Node → colour."""


def neighbours(board: LatticeBoard) -> dict[str, list[str]]:
    """The nodes that a line joins to each node."""
    joined: dict[str, list[str]] = {node.name: [] for node in board.nodes}
    for a, b in board.edges:
        joined[a].append(b)
        joined[b].append(a)
    return joined


def group(position: Mapping[str, str], start: str, joined: Mapping[str, list[str]]) -> set[str]:
    """The chain of one colour at ``start``."""
    chain, waiting = {start}, [start]
    while waiting:
        for node in joined[waiting.pop()]:
            if node not in chain and position.get(node) == position[start]:
                chain.add(node)
                waiting.append(node)
    return chain


def has_liberty(
    position: Mapping[str, str], chain: Iterable[str], joined: Mapping[str, list[str]]
) -> bool:
    """Whether an empty node touches the chain."""
    return any(other not in position for node in chain for other in joined[node])


def go_position(rng: np.random.Generator, board: LatticeBoard, stones: int) -> Position:
    """A position of about so many stones as from play: in clusters, every chain with a liberty.

    Moves answer the last moves nearby, or open a new place; what has no liberty left is taken.
    """
    joined = neighbours(board)
    place = {node.name: np.array([node.x_mm, node.y_mm]) for node in board.nodes}
    names = np.array(list(place))
    points = np.array(list(place.values()))
    position: Position = {}
    last = points[rng.integers(len(points))]
    for move in range(3 * stones + 10):
        if len(position) >= stones:
            break
        if rng.random() < 0.12:
            last = points[rng.integers(len(points))] * 0.8
        spread = 22.0 * (1.0 + rng.exponential(1.0))
        target = last + rng.normal(0, spread, 2)
        free = np.array([name not in position for name in names])
        far = np.where(free, np.hypot(*(points - target).T), np.inf)
        name = str(names[np.argmin(far)])
        if _put(position, name, COLOURS[move % 2], joined):
            last = place[name]
    return position


def _put(position: Position, name: str, colour: str, joined: Mapping[str, list[str]]) -> bool:
    """Plays a move if it is not suicide, and takes what it captures."""
    position[name] = colour
    for other in joined[name]:
        if position.get(other, colour) != colour:
            chain = group(position, other, joined)
            if not has_liberty(position, chain, joined):
                for node in chain:
                    del position[node]
    if has_liberty(position, group(position, name, joined), joined):
        return True
    del position[name]
    return False


def settled(homes: Floats, off: Floats, diameters: Floats, limit_mm: float) -> Floats:
    """Places (N, 2) near ``homes + off`` where stones of ``diameters`` (N,) hardly overlap.

    Stones that overlap push each other apart, but none further than ``limit_mm`` from its home.
    """
    places = homes + off
    least = (diameters[:, None] + diameters[None, :]) / 2
    for _ in range(80):
        apart = places[:, None] - places[None, :]
        distance = np.hypot(apart[..., 0], apart[..., 1]) + 1e-9
        overlap = np.maximum(least - distance, 0)
        np.fill_diagonal(overlap, 0)
        places = places + 0.5 * (apart / distance[..., None] * overlap[..., None]).sum(axis=1)
        away = places - homes
        length = np.hypot(*away.T)[:, None] + 1e-9
        places = homes + away * np.minimum(1, limit_mm / length)
    return places
