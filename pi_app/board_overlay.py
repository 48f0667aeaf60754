"""Draw over a photograph what was seen on a board of nodes: stones, bare and doubtful nodes."""

from __future__ import annotations

import cv2
import numpy as np

from pi_app.board_reading import BoardReading
from pi_app.overlay import DARK, LIGHT, STATUS_BGR, Pen, caption
from vision.board import LatticeBoard
from vision.lattice_place import LatticePlace
from vision.lattice_view import places_mm, raised, stone_radius_mm
from vision.types import Pixels


def board_overlay(
    pixels: Pixels, board: LatticeBoard, place: LatticePlace | None, reading: BoardReading
) -> Pixels:
    """The photograph (H, W, 3) with a ring on each stone, a dot on each bare node, a yellow
    square on each that is uncertain, and a caption below; ``place`` is None if it was not found."""
    picture = pixels.copy()
    pen = Pen.for_width(picture.shape[1])
    if place is not None:
        nodes = places_mm(board)
        ground = place.project(raised(nodes, 0.0))
        beside = place.project(raised(nodes + np.array([stone_radius_mm(board), 0.0]), 0.0))
        for node, at, rim in zip(board.nodes, ground, beside, strict=True):
            _mark(picture, reading, node.name, at, float(np.hypot(*(rim - at))), pen)
    words = f"{reading.board}: {reading.status}. {reading.reason}"
    strip = caption([(words, STATUS_BGR[reading.status])], picture.shape[1], pen)
    return np.vstack([picture, strip])


def _mark(
    picture: Pixels, reading: BoardReading, node: str, at: object, radius_px: float, pen: Pen
) -> None:
    x, y = (round(float(v)) for v in np.clip(np.asarray(at), -20000, 20000))
    radius = max(2, round(radius_px))
    if node in reading.uncertain:
        corners = (x - radius, y - radius), (x + radius, y + radius)
        cv2.rectangle(picture, *corners, STATUS_BGR["unsure"], 2 * pen.line_px)
    elif node in reading.stones:
        inner, outer = (DARK, LIGHT) if reading.stones[node] == "black" else (LIGHT, DARK)
        cv2.circle(picture, (x, y), radius, outer, 3 * pen.line_px, cv2.LINE_AA)
        cv2.circle(picture, (x, y), radius, inner, pen.line_px, cv2.LINE_AA)
    else:
        cv2.circle(picture, (x, y), max(1, radius // 5), STATUS_BGR["read"], -1, cv2.LINE_AA)
