"""A board of nodes as text: what stands where, and on request the nodes' names."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import Any

import numpy as np

from pi_app.games.game import BoardGame
from pi_app.table import Table
from vision.board import LatticeBoard
from vision.lattice_view import pitch_mm, places_mm

MARKS = {"black": "●", "white": "○", "empty": "·"}
UNSURE = "?"
PER_NODE = (4.0, 2.0)
"""Columns and lines from a node to the next; wider where names are shown."""
PER_NAME = (6.0, 2.4)


def draw_board(
    board: LatticeBoard,
    pieces: Mapping[str, str],
    names: bool = False,
    unsure: Collection[str] = (),
    last: Collection[str] = (),
) -> str:
    """Lines of text: ● black, ○ white, · empty, ? unsure; ``names``: empty nodes by their names.

    The nodes in ``last`` are in brackets.
    """
    place = places_mm(board) * [1, -1]
    cells = np.round(
        (place - place.min(axis=0)) / pitch_mm(board) * (PER_NAME if names else PER_NODE)
    ).astype(int)
    cells[:, 0] += bool(last)  # room for a bracket
    width, height = cells.max(axis=0)
    lines = [[" "] * (width + 5) for _ in range(height + 1)]
    for node, (column, line) in zip(board.nodes, cells, strict=True):
        text = UNSURE if node.name in unsure else MARKS.get(pieces.get(node.name, "empty"), "#")
        if names and text == MARKS["empty"]:
            text = node.name
        lines[line][column : column + len(text)] = text
        if node.name in last:
            lines[line][column - 1], lines[line][column + len(text)] = "(", ")"
    return "\n".join(text for line in lines if (text := "".join(line).rstrip()))


def draw_table(
    board: LatticeBoard, game: BoardGame[Any, Any], table: Table[Any, Any], names: bool = False
) -> str:
    """The position of a game, the nodes that the last move has changed in brackets."""
    moves, history = table.moves, table.history
    last = game.touches(game.parse_move(history[-2], moves[-1])) if moves else ()
    return draw_board(board, game.scene(history[-1]).as_dict(), names=names, last=last)
