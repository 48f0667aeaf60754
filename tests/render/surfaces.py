"""Boards as pictures of reflectance: printed sheets, Go boards of wood, cloth, paper."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache

import cv2
import numpy as np

from hardware.printing.lattice_print import lattice_primitives
from tests.render.textures import clouds, grain, printed_paper
from vision.board import LatticeBoard
from vision.drawing import Disc, Line, Primitive, Text, rasterise
from vision.types import Floats

PX_PER_MM = 5.0
PAPERS = {"white": (1.0, 1.0, 1.0), "cream": (1.0, 0.93, 0.76), "wood": (0.78, 0.55, 0.3)}
WOODS = {
    "kaya": (0.58, 0.4, 0.17),
    "shinkaya": (0.62, 0.44, 0.2),
    "bamboo": (0.6, 0.45, 0.25),
    "katsura": (0.42, 0.25, 0.11),
    "dark": (0.27, 0.155, 0.075),
    "yellow": (0.6, 0.42, 0.1),
}
CLOTHS = {"green": (0.05, 0.2, 0.09), "white": (0.74, 0.74, 0.72), "tan": (0.5, 0.34, 0.17)}


def sheet(rng: np.random.Generator, board: LatticeBoard, style: str, colour: str) -> Floats:
    """A printed sheet on paper of a colour of PAPERS (H, W, 3), its first row at the top."""
    paper = printed_paper(rng, _print(board, style))
    tint = np.array(PAPERS[colour]) * np.exp(rng.normal(0, 0.03, 3))
    if colour == "wood":
        streaks = cv2.resize(grain(rng, 1024, 60), paper.shape[1::-1])
        tint = tint * np.exp(rng.uniform(0, 0.09) * streaks)[..., None]
    return np.asarray(np.clip(paper * tint, 0.01, 0.9))


@lru_cache(maxsize=2)
def _print(board: LatticeBoard, style: str) -> Floats:
    assert board.paper_mm is not None
    tones = rasterise(lattice_primitives(board, style), board.paper_mm, PX_PER_MM)
    return (tones.astype(np.float64) / 255) ** 2.2


@dataclass(frozen=True)
class GoLook:
    """How a Go board is made."""

    material: str
    """One of WOODS, or ``cloth-`` or ``paper-`` and one of CLOTHS."""
    pitch: tuple[float, float] = (1.0, 1.0)
    """Scales of the standard distances along x and y."""
    margin_mm: float = 14.0
    line_mm: float = 1.0
    ink: tuple[float, float, float] = (0.02, 0.017, 0.015)
    strength: float = 0.95
    names: bool = False
    grain: float = 0.1

    def size_mm(self, board: LatticeBoard) -> tuple[float, float]:
        """Breadth and height of the whole board."""
        x = max(abs(n.x_mm) for n in board.nodes) * self.pitch[0]
        y = max(abs(n.y_mm) for n in board.nodes) * self.pitch[1]
        return 2 * (x + self.margin_mm), 2 * (y + self.margin_mm)


def scaled(node_mm: tuple[float, float], look: GoLook) -> tuple[float, float]:
    """Where a node of the standard board lies on this one."""
    return node_mm[0] * look.pitch[0], node_mm[1] * look.pitch[1]


def go_lines(board: LatticeBoard, look: GoLook) -> Iterator[Primitive]:
    """Nineteen lines each way, nine star points, and perhaps the names at the rim."""
    xs = sorted({n.x_mm * look.pitch[0] for n in board.nodes})
    ys = sorted({n.y_mm * look.pitch[1] for n in board.nodes})
    for x in xs:
        yield Line(x, ys[0], x, ys[-1], look.line_mm)
    for y in ys:
        yield Line(xs[0], y, xs[-1], y, look.line_mm)
    for x in xs[3::6]:
        for y in ys[3::6]:
            yield Disc(x, y, 1.9)
    if look.names:
        beyond = look.margin_mm * 0.62
        for x, letter in zip(xs, "ABCDEFGHJKLMNOPQRST", strict=True):
            yield Text(letter, x, ys[0] - beyond, 5.0)
            yield Text(letter, x, ys[-1] + beyond, 5.0, turn_deg=180.0)
        for row, y in enumerate(ys, 1):
            yield Text(str(row), xs[0] - beyond, y, 5.0)
            yield Text(str(row), xs[-1] + beyond, y, 5.0)


def go_board(rng: np.random.Generator, board: LatticeBoard, look: GoLook) -> Floats:
    """The board's top (H, W, 3), its first row at the top."""
    tones = rasterise(go_lines(board, look), look.size_mm(board), PX_PER_MM)
    line = (1 - tones.astype(np.float64) / 255) * look.strength
    base = _base(rng, look)
    ground = cv2.resize(base, tones.shape[::-1], interpolation=cv2.INTER_CUBIC)
    worn = 1 - 0.15 * np.clip(clouds(rng, (256, 256), (8, 8)), 0, 2)
    ink = (cv2.GaussianBlur(line, (0, 0), 0.8) * cv2.resize(worn, tones.shape[::-1]))[..., None]
    mixed = ground * (1 - ink) + np.array(look.ink) * ink
    return np.asarray(np.clip(mixed, 0.004, 0.9))


def _base(rng: np.random.Generator, look: GoLook) -> Floats:
    form, _, colour = look.material.rpartition("-")
    if form == "cloth":
        weave = 0.05 * clouds(rng, (1024, 1024), (260, 260)) + 0.04 * clouds(
            rng, (1024, 1024), (6, 6)
        )
        return np.asarray(np.array(CLOTHS[colour]) * np.exp(weave)[..., None])
    if form == "paper":
        flat = 0.006 * clouds(rng, (1024, 1024), (30, 30))
        return np.asarray(np.array(CLOTHS[colour]) * np.exp(flat)[..., None])
    tint = np.array(WOODS[colour]) * np.exp(rng.normal(0, 0.05, 3)) * np.exp(rng.normal(0, 0.1))
    return np.asarray(tint * np.exp(look.grain * _board_grain(rng))[..., None])


def _board_grain(rng: np.random.Generator) -> Floats:
    """Straight grain, or flames, or boards glued side by side."""
    pattern = grain(rng, 1024, rng.uniform(25, 110)) + 0.5 * grain(rng, 1024, rng.uniform(150, 300))
    if rng.random() < 0.3:
        strips = int(rng.integers(4, 16))
        steps = np.repeat(rng.normal(0, 0.9, strips), -(-1024 // strips))[:1024]
        pattern = np.roll(pattern, int(rng.integers(1024)), axis=1) + steps[:, None]
    return pattern if rng.random() < 0.3 else pattern.T


def creases(rng: np.random.Generator) -> Floats:
    """Heights (512, 512, 1) of a mat that was rolled up or folded."""
    y, x = np.mgrid[0:512, 0:512] / 512.0
    waves = np.sin(2 * np.pi * (x * rng.uniform(3, 8) + 0.3 * clouds(rng, (512, 512), (2, 2))))
    folds = sum(np.exp(-np.abs(y - at) / 0.006) for at in (0.25, 0.5, 0.75))
    soft = clouds(rng, (512, 512), (5, 5))
    return np.asarray((0.3 * waves + 0.5 * folds + 0.2 * soft)[..., None])
