"""How dark the print of a board of nodes is around each node: lines, targets, dots."""

from __future__ import annotations

import numpy as np

from vision.board import LatticeBoard
from vision.types import Floats

LINE_MM = 0.5
DOT_MM = 1.5
RING_MM = 10.0
TARGET_GREY = 0.57
"""A screen's tone; its light is about the 2.2nd power of it."""

INK = float(np.log(0.05))
"""Log of printed black's light over bare paper's."""


def ink(board: LatticeBoard, style: str, offsets_mm: Floats, blur_mm: Floats) -> Floats:
    """Log of the print's light over the bare board's, (nodes, samples), at ``offsets_mm`` from
    each node, (S, 2) or (nodes, S, 2), as a camera sees it that blurs each node by ``blur_mm``
    (nodes,), a standard deviation.

    All zero for boards of cells, whose print lies beside the pieces.
    """
    offsets_mm = np.broadcast_to(offsets_mm, (len(board.nodes), *offsets_mm.shape[-2:]))
    if board.cell_mm:
        return np.zeros(offsets_mm.shape[:2])
    lines = _lines(board, offsets_mm, blur_mm)
    radius = np.hypot(offsets_mm[..., 0], offsets_mm[..., 1])
    if style == "targets":
        outer = _inside(radius, (board.target_mm or RING_MM) / 2, blur_mm)
        inner = _inside(radius, (board.target_mm or RING_MM) / 2 - LINE_MM, blur_mm)
        light = 1 - (1 - np.exp(INK)) * lines
        light = light * (1 - outer) + np.exp(INK) * (outer - inner) + TARGET_GREY**2.2 * inner
    else:
        dot = _inside(radius, DOT_MM / 2, blur_mm)
        light = 1 - (1 - np.exp(INK)) * np.maximum(lines, dot)
    return np.asarray(np.log(light))


def _inside(radius_mm: Floats, edge_mm: float, blur_mm: Floats) -> Floats:
    """The share of a blurred disc's tone at a distance from its middle."""
    return np.asarray(np.clip((edge_mm - radius_mm) / (2.5 * blur_mm[:, None]) + 0.5, 0.0, 1.0))


def _lines(board: LatticeBoard, offsets_mm: Floats, blur_mm: Floats) -> Floats:
    """The share of ink of the lines that meet at each node."""
    index = {node.name: i for i, node in enumerate(board.nodes)}
    place = np.array([[node.x_mm, node.y_mm] for node in board.nodes])
    width = np.maximum(blur_mm, LINE_MM / 2)
    peak = np.minimum(1.0, LINE_MM / (width * np.sqrt(2 * np.pi)))
    share = np.zeros(offsets_mm.shape[:2])
    for a, b in board.edges:
        for start, end in ((index[a], index[b]), (index[b], index[a])):
            along = place[end] - place[start]
            along = along / np.hypot(*along)
            own = offsets_mm[start]
            across = own @ np.array([-along[1], along[0]])
            bell = np.exp(-0.5 * (across / width[start]) ** 2)
            line = peak[start] * bell * (own @ along > -width[start])
            share[start] = np.maximum(share[start], line)
    return share
