"""The print of a board of nodes as primitives: lines, targets or cells, zones, names, markers."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from itertools import pairwise

from vision.board import LatticeBoard, Node
from vision.drawing import Disc, Line, Primitive, Text
from vision.lattice_ink import DOT_MM, LINE_MM, RING_MM, TARGET_GREY
from vision.sheet_print import marker_primitives

NAME_MM = 3.0
NAME_GREY = 0.57
BESIDE_STONE_MM = 3.0
"""From a stone's rim to the middle of the name beside it, so that the name stays in sight."""
NAME_EDGE_MM = 8.0
"""A name's middle stays this far inside the paper."""
ROOM_FOR_NAMES_MM = 3.0
"""Where stones stand closer than this, only the rim's nodes are named, on the outside."""
RIM_GAP_RAD = math.radians(150)


def lattice_primitives(board: LatticeBoard, style: str) -> tuple[Primitive, ...]:
    """The board in one of its styles, in drawing order; raises ValueError for another style."""
    if style not in board.styles:
        raise ValueError(f"{board.name} has no style {style}; it has {', '.join(board.styles)}")
    marker_mm, dictionary = board.marker_mm or 0.0, board.dictionary or ""
    return (
        *(p for zone in board.zones for p in _box(zone.x0_mm, zone.y0_mm, zone.x1_mm, zone.y1_mm)),
        *(
            Text(zone.name, (zone.x0_mm + zone.x1_mm) / 2, zone.y1_mm - 4.0, NAME_MM, NAME_GREY)
            for zone in board.zones
        ),
        *(_on_cells(board) if board.cell_mm else _on_lines(board, style)),
        *(p for m in board.markers for p in marker_primitives(m, marker_mm, dictionary)),
    )


def _box(x0: float, y0: float, x1: float, y1: float) -> list[Primitive]:
    corners = ((x0, y0), (x1, y0), (x1, y1), (x0, y1), (x0, y0))
    return [Line(*a, *b, LINE_MM) for a, b in pairwise(corners)]


def _ring(x_mm: float, y_mm: float, size_mm: float, grey: float) -> list[Primitive]:
    return [Disc(x_mm, y_mm, size_mm / 2), Disc(x_mm, y_mm, size_mm / 2 - LINE_MM, grey)]


# Boards of lines: stones on crossings


def _on_lines(board: LatticeBoard, style: str) -> list[Primitive]:
    place = {node.name: node for node in board.nodes}
    drawn: list[Primitive] = []
    for a, b in board.edges:
        drawn.append(Line(place[a].x_mm, place[a].y_mm, place[b].x_mm, place[b].y_mm, LINE_MM))
    for node in board.nodes:
        if style == "targets":
            drawn += _ring(node.x_mm, node.y_mm, board.target_mm or RING_MM, TARGET_GREY)
        else:
            drawn.append(Disc(node.x_mm, node.y_mm, DOT_MM / 2))
    return drawn + _names_beside(board, place)


def _names_beside(board: LatticeBoard, place: dict[str, Node]) -> list[Primitive]:
    joined: dict[str, list[Node]] = {name: [] for name in place}
    for a, b in board.edges:
        joined[a].append(place[b])
        joined[b].append(place[a])
    stone = board.stone_mm or 0.0
    nearest = min((_pitch(place[a], place[b]) for a, b in board.edges), default=math.inf)
    crowded = nearest < stone + ROOM_FOR_NAMES_MM
    away = stone / 2 + BESIDE_STONE_MM
    drawn: list[Primitive] = []
    for node in board.nodes:
        for gap, direction in _gaps(node, joined[node.name]):
            x, y = node.x_mm + away * math.cos(direction), node.y_mm + away * math.sin(direction)
            if crowded and gap < RIM_GAP_RAD:
                break
            if _on_paper(board, x, y):
                drawn.append(Text(node.name, x, y, NAME_MM, NAME_GREY))
                break
    return drawn


def _pitch(a: Node, b: Node) -> float:
    return math.hypot(a.x_mm - b.x_mm, a.y_mm - b.y_mm)


def _on_paper(board: LatticeBoard, x_mm: float, y_mm: float) -> bool:
    if board.paper_mm is None:
        return True
    width, height = board.paper_mm
    return abs(x_mm) < width / 2 - NAME_EDGE_MM and abs(y_mm) < height / 2 - NAME_EDGE_MM


def _gaps(node: Node, neighbours: Sequence[Node]) -> list[tuple[float, float]]:
    """Width and middle in radians of each angle between lines at ``node``, the widest first."""
    angles = sorted(math.atan2(n.y_mm - node.y_mm, n.x_mm - node.x_mm) for n in neighbours)
    if not angles:
        return [(2 * math.pi, math.pi / 2)]
    around = [*angles, angles[0] + 2 * math.pi]
    gaps = [(round(b - a, 3), (a + b) / 2) for a, b in pairwise(around)]
    return sorted(gaps, reverse=True)


# Boards of cells: pawns and tiles on squares


def _on_cells(board: LatticeBoard) -> list[Primitive]:
    side = board.cell_mm or 0.0
    drawn: list[Primitive] = []
    for node in board.nodes:
        x, y, half = node.x_mm, node.y_mm, side / 2
        short = node.name.rpartition(".")[2]
        if _overlapped(node, board.nodes, side):
            # Too close to its neighbours for a square: a spot between them, such as a law's sign.
            drawn += _ring(x, y, RING_MM, 1.0)
            drawn.append(Text(short, x, y - RING_MM / 2 - NAME_MM, NAME_MM, NAME_GREY))
        else:
            drawn += _box(x - half, y - half, x + half, y + half)
            drawn.append(Text(short, x - half + 3.2, y - half + 2.2, NAME_MM, NAME_GREY))
    return drawn + _group_names(board) + _goals(board)


def _overlapped(node: Node, nodes: Iterable[Node], side: float) -> bool:
    """Whether its square would cut the squares of two other nodes, so it lies between them."""
    near = [
        other
        for other in nodes
        if other != node
        and max(abs(other.x_mm - node.x_mm), abs(other.y_mm - node.y_mm)) < side - 0.01
    ]
    return len(near) > 1


def _group_names(board: LatticeBoard) -> list[Primitive]:
    """``law1.c1``, ``law1.c2``, … stand under one heading, ``LAW1``."""
    groups: dict[str, list[Node]] = {}
    for node in board.nodes:
        groups.setdefault(node.name.rpartition(".")[0], []).append(node)
    return [
        Text(
            name.upper(),
            (min(n.x_mm for n in nodes) + max(n.x_mm for n in nodes)) / 2,
            max(n.y_mm for n in nodes) + (board.cell_mm or 0.0) / 2 + 4.0,
            4.0,
            NAME_GREY,
        )
        for name, nodes in groups.items()
        if name
    ]


def _goals(board: LatticeBoard) -> list[Primitive]:
    place = {node.name: node for node in board.nodes}
    above = (board.cell_mm or 0.0) / 2 - 3.0
    return [
        Text(f"{seat} wins", place[name].x_mm, place[name].y_mm + above, NAME_MM, NAME_GREY)
        for seat, name in board.goals
    ]
