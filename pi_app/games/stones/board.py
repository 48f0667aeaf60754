"""The 93 nodes of the Y board: neighbours, straight lines, forks of the pentads, sides, rim.

Nodes are numbered in the order of hardware/boards/y-board.json; rules speak in these numbers.
"""

from __future__ import annotations

import json
from pathlib import Path

from pi_app.games.game import GameError

BOARD = "y-board"

#                                             a1
#
#                                  a24                   a2
#
#                                             b1
#                         a23                                     a3
#                                   b21                 b2
#                                             c1
#
#                 a22      b20       c18               c2        b3       a4
#
#                                             d1
#                   b19      c17                               c3       b4
#          a21                        d15             d2                         a5
#                                             e1
#
#              b18     c16      d14      e12       e2       d3       c4      b5
#     a20                                                                             a6
#
#                           d13      e11      f1       e3       d4
#                  c15                                                   c5
#          b17                                                                   b6
#  a19                           e10                       e4                            a7
#                        d12              f3      f2               d5
#                c14                                                       c6
#                             e9                              e5
#         b16                         e8      e7      e6                          b7
# a18                   d11                                         d6                    a8
#
#                c13            d10                         d7             c7
#         b15                            d9        d8                             b8
#                         c12                                     c8
#  a17                              c11                 c9                               a9
#                  b14                        c10                        b9
#
#            a16              b13                             b10              a10
#                                       b12         b11
#                      a15                                           a11
#
#                                 a14         a13         a12

_FILE = Path(__file__).parents[3] / "hardware" / "boards" / f"{BOARD}.json"
_NODES = json.loads(_FILE.read_text(encoding="utf-8"))["nodes"]

NAMES: tuple[str, ...] = tuple(row["node"] for row in _NODES)
INDEX = {name: number for number, name in enumerate(NAMES)}
NODES = range(len(NAMES))

NEIGHBOURS: tuple[tuple[int, ...], ...] = tuple(
    tuple(INDEX[name] for name in row["neighbours_clockwise"]) for row in _NODES
)
"""By node, clockwise."""

SIDE_NAMES = ("right", "bottom", "left")
SIDES: tuple[int, ...] = tuple(
    sum(1 << SIDE_NAMES.index(side) for side in row["sides"]) for row in _NODES
)
"""By node, a bit for each of SIDE_NAMES; a corner has two."""
ALL_SIDES = 0b111

RIM = tuple(node for node in NODES if SIDES[node])
CORNERS = tuple(node for node in RIM if len(NEIGHBOURS[node]) == 3)
PENTADS = tuple(node for node in NODES if not SIDES[node] and len(NEIGHBOURS[node]) == 5)


def onward(came_from: int, node: int) -> tuple[int, ...]:
    """Where a straight line that reaches ``node`` from its neighbour ``came_from`` goes on.

    One node through a hexad, either fork of a pentad, none where the line ends: at a corner, and
    where it meets the rim from inside. Along the rim it goes from rim node to rim node.
    """
    around = NEIGHBOURS[node]
    at = around.index(came_from)
    if SIDES[node]:
        along = [other for other in around if SIDES[other] and other != came_from]
        return tuple(along) if SIDES[came_from] and node not in CORNERS else ()
    if node in PENTADS:
        return around[(at + 2) % 5], around[(at + 3) % 5]
    return (around[(at + 3) % 6],)


def node_named(text: str) -> int:
    """The number of the node called ``text``; raises GameError."""
    name = text.strip().lower()
    if name not in INDEX:
        raise GameError(f"There is no node {text!r:.20}: nodes are a1 … a24 to f1 … f3.")
    return INDEX[name]
