"""What lies flat on the virtual table: its own surface, and a printed board of nodes on it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache

import cv2
import numpy as np
from numpy.typing import NDArray

from hardware.cameras import CameraError
from hardware.cameras.scene import OAK, Rgb
from hardware.cameras.tones import decoded
from hardware.cameras.view import WHOLE, Box, Singles, View
from hardware.printing.lattice_print import lattice_primitives
from vision.board import LatticeBoard
from vision.drawing import rasterise
from vision.types import Floats

OVER = 2
"""Drawn this much finer than the picture and then shrunk, which smooths the edges."""
INK = 0.03
RIM_MM = 14.0
"""A board that is not printed paper reaches this far beyond its outermost nodes."""
TILE_MM = 512
EDGE_PX = 3


@dataclass(frozen=True)
class Surface:
    """What a flat thing reflects, and how strongly its grain or weave shows."""

    paint: Rgb
    grain: float = 0.0


SURFACES: Mapping[str, Surface] = {
    "white": Surface((0.82, 0.82, 0.82)),
    "cream": Surface((0.80, 0.73, 0.56)),
    "wood": Surface((0.58, 0.38, 0.19), 0.10),
    "oak": Surface(OAK, 0.12),
    "walnut": Surface((0.13, 0.075, 0.045), 0.15),
    "cloth": Surface((0.05, 0.17, 0.09), 0.06),
    "slate": Surface((0.16, 0.17, 0.18), 0.04),
}
"""Papers and tables by name."""


def surface(name: str) -> Surface:
    """The surface of that name; raises CameraError."""
    if name not in SURFACES:
        raise CameraError(f"no surface {name!r}: use one of {', '.join(SURFACES)}")
    return SURFACES[name]


@dataclass(frozen=True)
class Sheet:
    """A board as it lies: its print, its paper, and where its middle is on the table."""

    board: LatticeBoard
    style: str
    paper: str
    x_mm: float
    y_mm: float
    turn_deg: float

    @property
    def to_board(self) -> Floats:
        """The matrix (3, 3) from x, y, 1 on the table to the same on the board."""
        c, s = np.cos(np.radians(self.turn_deg)), np.sin(np.radians(self.turn_deg))
        turn = np.array([[c, s, 0], [-s, c, 0], [0, 0, 1]])
        return np.asarray(turn @ [[1, 0, -self.x_mm], [0, 1, -self.y_mm], [0, 0, 1]])

    def to_table(self, board_mm: Floats) -> Floats:
        """Places (…, 2) on the board as places on the table."""
        c, s = np.cos(np.radians(self.turn_deg)), np.sin(np.radians(self.turn_deg))
        return np.asarray(board_mm @ np.array([[c, s], [-s, c]]) + [self.x_mm, self.y_mm])


def albedo(view: View, sheet: Sheet, table: str) -> Singles:
    """How much red, green and blue each pixel's place on the ground reflects, (H, W, 3).

    Raises CameraError for a surface or style that there is not.
    """
    found = _grained(surface(table), view.ground_mm(np.eye(3), WHOLE))
    at = view.ground_mm(sheet.to_board, WHOLE)
    box = _box_of_paper(sheet.board, at)
    if box is not None:
        paper, bare = _printed(view, sheet, box)
        ink, shown = np.float32(INK) * (paper - bare), _grained(surface(sheet.paper), at[box])
        for channel in range(3):
            under = found[box][..., channel]
            under += ink + bare * shown[..., channel] - paper * under
    return found


def _box_of_paper(board: LatticeBoard, at_mm: Singles) -> Box | None:
    """Where the paper is in the picture, with some pixels around; None if it is out of sight."""
    on_paper = _is_paper(board, at_mm)
    rows, columns = np.flatnonzero(on_paper.any(axis=1)), np.flatnonzero(on_paper.any(axis=0))
    if len(rows) == 0:
        return None
    return (
        slice(max(rows[0] - EDGE_PX, 0), rows[-1] + 1 + EDGE_PX),
        slice(max(columns[0] - EDGE_PX, 0), columns[-1] + 1 + EDGE_PX),
    )


def _is_paper(board: LatticeBoard, at_mm: Singles) -> NDArray[np.bool_]:
    """Which places (h, w, 2) of the board's axes are on it."""
    width, height = size_mm(board)
    return np.asarray((np.abs(at_mm[..., 0]) < width / 2) & (np.abs(at_mm[..., 1]) < height / 2))


def size_mm(board: LatticeBoard) -> tuple[float, float]:
    """Width and height of the board's paper or, if it is none, of its wood."""
    if board.paper_mm is not None:
        return board.paper_mm
    width, height = (
        2 * max(abs(value) for value in values) + 2 * RIM_MM
        for values in zip(*((node.x_mm, node.y_mm) for node in board.nodes), strict=True)
    )
    return width, height


def _printed(view: View, sheet: Sheet, box: Box) -> tuple[Singles, Singles]:
    """The share (h, w) of each pixel of the box that is paper, and that is paper without ink."""
    density = round(np.clip(1.5 * OVER * view.px_per_mm, 2, 8))
    bare = _raster(sheet.board, sheet.style, density)
    rows, columns = bare.shape
    width, height = size_mm(sheet.board)
    at = view.ground_mm(sheet.to_board, box, OVER)
    x = (at[..., 0] / width + 0.5) * columns - 0.5
    y = (0.5 - at[..., 1] / height) * rows - 0.5
    light = cv2.remap(bare, x, y, cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
    paper = _is_paper(sheet.board, at).astype(np.float32)
    size = (paper.shape[1] // OVER, paper.shape[0] // OVER)
    return _shrunk(paper, size), _shrunk(np.asarray(light) * paper, size)


def _shrunk(fine: Singles, size: tuple[int, int]) -> Singles:
    return np.asarray(cv2.resize(fine, size, interpolation=cv2.INTER_AREA), dtype=np.float32)


@lru_cache(maxsize=8)
def _raster(board: LatticeBoard, style: str, px_per_mm: int) -> Singles:
    """The print as the share of light that ink leaves, (H, W) 0–1."""
    try:
        drawn = lattice_primitives(board, style)
    except ValueError as error:
        raise CameraError(str(error)) from error
    tones = rasterise(drawn, size_mm(board), float(px_per_mm))
    return decoded().astype(np.float32)[tones]


def _grained(surface: Surface, at_mm: Singles) -> Singles:
    """The surface's paint (…, 3) at places (…, 2), lighter and darker along its grain."""
    paint = np.array(surface.paint, np.float32)
    if not surface.grain:
        return np.asarray(np.broadcast_to(paint, (*at_mm.shape[:2], 3)).copy())
    grain = cv2.remap(
        _grain(),
        np.ascontiguousarray(at_mm[..., 0]) % TILE_MM,
        np.ascontiguousarray(at_mm[..., 1]) % TILE_MM,
        cv2.INTER_LINEAR,
        borderMode=cv2.BORDER_WRAP,
    )
    lighter = 1 + np.float32(surface.grain) * grain
    return np.asarray(cv2.merge([lighter * value for value in paint]), dtype=np.float32)


@lru_cache(maxsize=1)
def _grain() -> Singles:
    """A tile of grain along x, one pixel a mm, from about -2 to 2; it repeats without a seam."""
    noise = np.random.default_rng(7).standard_normal((TILE_MM, TILE_MM)).astype(np.float32)
    tiled = np.tile(noise, (3, 3))
    long = cv2.GaussianBlur(tiled, (0, 0), sigmaX=24, sigmaY=0.7)
    middle = long[TILE_MM : 2 * TILE_MM, TILE_MM : 2 * TILE_MM]
    return np.asarray(np.clip(middle / middle.std(), -2, 2), dtype=np.float32)
