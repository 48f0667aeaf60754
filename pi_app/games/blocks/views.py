"""What an arrangement looks like: the 12 side views (letters) and the 9 top views (cells)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from pi_app.games.blocks.scene import BlockScene
from pi_app.games.blocks.sets import MAX_BLOCKS, bundled_text, read_json
from pi_app.games.blocks.shapes import LEVELS, SIDE
from pi_app.games.game import GameError

What = str | int
"""A question: a letter A–L (side view) or a cell 1–9 (top view)."""
Codes = NDArray[np.uint8]

CELLS = tuple(range(1, SIDE * SIDE + 1))
SHEET = "block-sheet.json"
BASE = MAX_BLOCKS + 1
WEIGHTS = (1, BASE, BASE * BASE)


@dataclass(frozen=True)
class SideView:
    """The first colour met on each level, from the lower; None where the line is empty."""

    colours: tuple[str | None, ...]


@dataclass(frozen=True)
class TopView:
    """The topmost colour of a cell and its level.

    ``colour`` is None when the cell is empty; ``level`` also when the rules do not tell it.
    """

    colour: str | None
    level: int | None = None


Answer = SideView | TopView


@lru_cache(maxsize=1)
def lines() -> Mapping[str, tuple[int, ...]]:
    """Each letter's cells, nearest first, as printed on the sheet."""
    letters = read_json(bundled_text(SHEET), SHEET)["letters"]
    return {letter["letter"]: tuple(letter["line"]) for letter in letters}


@lru_cache(maxsize=1)
def questions() -> tuple[What, ...]:
    """All 21 questions: the letters, then the cells."""
    return (*lines(), *CELLS)


def parse_what(text: str) -> What:
    """A letter or a cell as people type it; raises GameError."""
    wanted = text.strip().upper()
    for what in questions():
        if str(what) == wanted:
            return what
    raise GameError("A question is a letter from A to L or a cell from 1 to 9.")


def answer(scene: BlockScene, what: What, *, top_tells_level: bool = True) -> Answer:
    """The true answer to a question about ``scene`` (YOMEN's rulebook, Question Types 1 and 2)."""
    if isinstance(what, str):
        return side_view(scene, what)
    return top_view(scene, what, tells_level=top_tells_level)


def side_view(scene: BlockScene, letter: str) -> SideView:
    """Per level the first cube met looking straight across from ``letter``."""
    colour_at = {voxel: colour for colour, voxels in scene.blocks for voxel in voxels}
    seen = (
        next(
            (colour_at[cell, level] for cell in lines()[letter] if (cell, level) in colour_at), None
        )
        for level in range(1, LEVELS + 1)
    )
    return SideView(tuple(seen))


def top_view(scene: BlockScene, cell: int, *, tells_level: bool = True) -> TopView:
    """The topmost cube of ``cell``: its colour and, in YOMEN, its level."""
    stack = [(level, colour) for colour, voxels in scene.blocks for c, level in voxels if c == cell]
    if not stack:
        return TopView(None)
    level, colour = max(stack)
    return TopView(colour, level if tells_level else None)


def codes(labels: NDArray[np.uint8], what: What, *, top_tells_level: bool = True) -> Codes:
    """The answers of many arrangements at once, as numbers: equal exactly when the answers are.

    ``labels`` (N, 27) as in Arrangements, of at most five colours; returns (N,) uint8.
    """
    if isinstance(what, str):
        return _side_codes(labels, lines()[what])
    return _top_codes(labels, what, top_tells_level)


def code(seen: Answer, colours: tuple[str, ...]) -> int | None:
    """The number that ``codes`` gives to this answer; None if it names a foreign colour."""
    number: dict[str | None, int] = {None: 0} | {colour: i + 1 for i, colour in enumerate(colours)}
    named = seen.colours if isinstance(seen, SideView) else (seen.colour,)
    if not number.keys() >= set(named):
        return None
    if isinstance(seen, SideView):
        return sum(number[c] * w for c, w in zip(seen.colours, WEIGHTS, strict=True))
    return number[seen.colour] + BASE * (seen.level or 0)


def _side_codes(labels: NDArray[np.uint8], line: tuple[int, ...]) -> Codes:
    total = np.zeros(len(labels), np.uint8)
    for level in range(LEVELS):
        first = np.zeros(len(labels), np.uint8)
        for cell in reversed(line):
            label = labels[:, level * len(CELLS) + cell - 1]
            np.copyto(first, label, where=label > 0)
        total += first * np.uint8(WEIGHTS[level])
    return total


def _top_codes(labels: NDArray[np.uint8], cell: int, tells_level: bool) -> Codes:
    total = np.zeros(len(labels), np.uint8)
    for level in range(LEVELS):
        label = labels[:, level * len(CELLS) + cell - 1]
        told = BASE * (level + 1) if tells_level else 0
        np.copyto(total, label + np.uint8(told), where=label > 0)
    return total
