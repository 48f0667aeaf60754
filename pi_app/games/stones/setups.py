"""Starting positions of the games of stones, read from hardware/boards/y-setups.json as data."""

from __future__ import annotations

import json
from collections.abc import Iterable
from pathlib import Path

from pi_app.games.stones.board import INDEX, NODES
from pi_app.games.stones.moves import BLACK, EMPTY, WHITE

_FILE = Path(__file__).parents[3] / "hardware" / "boards" / "y-setups.json"
_SETUPS = json.loads(_FILE.read_text(encoding="utf-8"))


def colours(setup: str) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """Black's and White's nodes in a setup of the file."""
    return _nodes(_SETUPS[setup]["black"]), _nodes(_SETUPS[setup]["white"])


def leap_over_section(side: int) -> tuple[int, ...]:
    """The ten nodes of a side's section in Leap Over; sides as in ``board.SIDE_NAMES``."""
    return _nodes(_SETUPS["leap_over"]["sections"][side])


def supply(game: str, key: str) -> tuple[int, ...]:
    """The nodes of a supply-line solitaire: its ``stones``, or one of its lists of goals."""
    return _nodes(_SETUPS[game.replace("-", "_")][key])


def cells_of(black: Iterable[int], white: Iterable[int]) -> tuple[int, ...]:
    """The cells of a state with stones on these nodes."""
    cells = [EMPTY] * len(NODES)
    for colour, nodes in ((BLACK, black), (WHITE, white)):
        for node in nodes:
            cells[node] = colour
    return tuple(cells)


def _nodes(names: Iterable[str]) -> tuple[int, ...]:
    return tuple(sorted(INDEX[name] for name in names))
