"""Many positions of one-coloured stones at once: bit masks of the 93 nodes in numpy arrays.

A position is a bit mask, node n being bit n. As ``Positions`` N of them are an array (2, N) of
uint64: the nodes 0–63, and the nodes from 64 on.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from pi_app.games.stones.board import INDEX, NAMES, NODES

Positions = NDArray[np.uint64]
Bytes = NDArray[np.uint8]

_WORD = 1 << 64
_BYTES = range((len(NODES) + 7) // 8)
_MIX = np.array([[0x9E3779B97F4A7C15], [0xC2B2AE3D27D4EB4F]], np.uint64)


def mask_of(nodes: Iterable[int]) -> int:
    """The position with stones on these nodes."""
    return sum({1 << node for node in nodes})


def words(mask: int) -> tuple[np.uint64, np.uint64]:
    """One position's two words."""
    return np.uint64(mask % _WORD), np.uint64(mask // _WORD)


def positions_of(masks: Iterable[int]) -> Positions:
    """The array of these positions."""
    pairs = [(mask % _WORD, mask // _WORD) for mask in masks]
    return np.array(pairs, np.uint64).reshape(-1, 2).T.copy()


def masks_in(positions: Positions) -> Iterator[int]:
    """The inverse of ``positions_of``."""
    for low, high in positions.T.tolist():
        yield low | high << 64


def joined(parts: Iterable[Positions]) -> Positions:
    """All positions of several arrays; none of no array."""
    return np.concatenate([np.empty((2, 0), np.uint64), *parts], axis=1)


def distinct(positions: Positions) -> Positions:
    """Each position once, in an order of no meaning.

    They are sorted by a digest of 64 bits. Where two positions share one, a third between them
    may stay twice; nothing is ever lost.
    """
    ordered = positions[:, np.argsort((positions * _MIX).sum(axis=0))]
    fresh = np.ones(ordered.shape[1], bool)
    fresh[1:] = (ordered[:, 1:] != ordered[:, :-1]).any(axis=0)
    return ordered[:, fresh]


def stones_in(positions: Positions) -> Bytes:
    """(N,): how many stones stand in each position."""
    counts = np.array([byte.bit_count() for byte in range(256)], np.uint8)
    return np.asarray(counts[_bytes(positions)].sum(axis=0, dtype=np.uint8))


def weighed(positions: Positions, weights: NDArray[np.float32]) -> NDArray[np.float32]:
    """(N,): the sum of the ``weights`` (one for each node) of the nodes with stones."""
    tables = np.zeros((len(_BYTES), 256), np.float32)
    for node in NODES:
        byte = np.arange(256)
        tables[node // 8] += np.where(byte >> node % 8 & 1, weights[node], 0)
    columns = _bytes(positions)
    return np.asarray(sum(tables[place][columns[place]] for place in _BYTES), np.float32)


def canonical(positions: Positions, symmetries: tuple[tuple[int, ...], ...]) -> Positions:
    """Of each position and its images under the ``symmetries`` the least."""
    low, high = positions.copy()
    columns = _bytes(positions)
    for symmetry in symmetries:
        image = [_looked_up(tables, columns) for tables in _tables(symmetry)]
        less = (image[1] < high) | ((image[1] == high) & (image[0] < low))
        np.copyto(low, image[0], where=less)
        np.copyto(high, image[1], where=less)
    return np.array([low, high])


def mapped(mask: int, symmetry: tuple[int, ...]) -> int:
    """One position's image."""
    return mask_of(symmetry[node] for node in NODES if mask >> node & 1)


def symmetries() -> tuple[tuple[int, ...], ...]:
    """The board's six: by node, the node it goes to; the first one leaves all in place.

    Rings are numbered clockwise from the top; a third of each ring is a turn of 120°, and the
    upright axis passes through number 1 of each.
    """
    found = []
    for turn in range(3):
        for way in (1, -1):
            found.append(tuple(INDEX[_moved(name, turn, way)] for name in NAMES))
    return tuple(found)


def _moved(name: str, turn: int, way: int) -> str:
    ring, number = name[0], int(name[1:]) - 1
    size = sum(other[0] == ring for other in NAMES)
    return f"{ring}{(way * number + turn * size // 3) % size + 1}"


def _bytes(positions: Positions) -> Bytes:
    """(12, N): the positions' bytes, nodes 0–7 first."""
    little = np.ascontiguousarray(positions.T).astype("<u8", copy=False)
    return np.ascontiguousarray(little.view(np.uint8).T[: len(_BYTES)])


def _looked_up(tables: NDArray[np.uint64], columns: Bytes) -> NDArray[np.uint64]:
    """One word of each position's image."""
    word = np.zeros(columns.shape[1], np.uint64)
    for table, column in zip(tables, columns, strict=True):
        word |= table.take(column)
    return word


@lru_cache(maxsize=8)
def _tables(symmetry: tuple[int, ...]) -> NDArray[np.uint64]:
    """(2, 12, 256): by word of the image, by byte of a position, by value: where its stones go."""
    tables = np.zeros((2, len(_BYTES), 256), np.uint64)
    for node in NODES:
        has = np.flatnonzero(np.arange(256) >> node % 8 & 1)
        for word, image in enumerate(words(1 << symmetry[node])):
            tables[word, node // 8, has] |= image
    return tables
