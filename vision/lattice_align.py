"""Correct where a board without markers lies, by its own lines: hand-named points are off a little.

Each node's crossing is looked for near where it should be; a smooth field of corrections through
all that are found also takes up what the lens bends.
"""

from __future__ import annotations

from itertools import product

import cv2
import numpy as np

from vision.board import LatticeBoard
from vision.lattice_ink import ink
from vision.lattice_view import (
    Projection,
    line_tones,
    places_mm,
    raised,
    sample,
    shrink_for,
    shrunk,
    shrunk_px,
    stone_radius_mm,
)
from vision.light import linear, log_intensity
from vision.types import Floats, Pixels

ROUNDS = 3
REACH = 20
"""Half the window around a node, in steps; a step is 1/REACH of 1.3 stone radii."""
TEMPLATE = 10
"""Half the template, in the same steps."""
LEAST = 0.3
"""A crossing that looks less like one is none."""
CLEAR = 0.35
"""A mean likeness of the crossings, beyond LEAST, that no wrong place of the lattice reaches."""
ANCHOR_TRUST = (0.5, 0.02)
"""What a named point may count against a crossing that looks exactly like one."""


def align(
    pixels: Pixels, board: LatticeBoard, guesses: list[Projection], anchors_mm: Floats
) -> Projection:
    """The best of ``guesses``, corrected by the lines seen in a picture (H, W, 3).

    ``anchors_mm`` (A, 2): places on the board whose position was given; they hold the lattice.
    """
    radius = stone_radius_mm(board)
    window, template = _grids(radius)
    blur = np.full(len(board.nodes), 0.07 * radius)
    crossings = ink(board, "plain", template, blur)
    best, found = -1.0, guesses[0]
    for guess, trust, tone in product(guesses, ANCHOR_TRUST, line_tones(board)):
        lines = tone * crossings
        score, aligned = _align_one(pixels, board, guess, anchors_mm, trust, window, lines)
        if score > best:
            best, found = score, aligned
        if score > CLEAR * len(board.nodes):
            break
    return found


def _align_one(
    pixels: Pixels,
    board: LatticeBoard,
    project: Projection,
    anchors_mm: Floats,
    anchor_trust: float,
    window: Floats,
    crossings: Floats,
) -> tuple[float, Projection]:
    """How well nodes show their crossing, and where that puts the board."""
    place, radius = places_mm(board), stone_radius_mm(board)
    extent = float(np.abs(place).max())
    scale = shrink_for(project, place, radius)
    grey = np.asarray(cv2.cvtColor(shrunk(pixels, scale), cv2.COLOR_BGR2GRAY), dtype=np.uint8)
    terms, held = _cubic(place / extent), _cubic(anchors_mm / extent)
    field = np.zeros((terms.shape[1], 2))
    score = 0.0
    for turn in range(ROUNDS + 1):
        at = (place + terms @ field)[:, None] + window[None]
        px = shrunk_px(project(raised(at.reshape(-1, 2), 0.0)), scale)
        seen = log_intensity(linear(sample(grey, px))).reshape(len(place), *[2 * REACH + 1] * 2)
        shift, trust = _crossings(seen, crossings, radius)
        score = float(np.sqrt(trust).sum())
        if turn == ROUNDS:
            break
        known = 3 if turn == 0 else 6 if turn == 1 else terms.shape[1]
        field[:known] += _smooth_fit(
            np.vstack([terms, held])[:, :known],
            np.vstack([shift, -(held @ field)]),
            np.append(trust, np.full(len(held), anchor_trust)),
            radius,
        )
    return score, _corrected(project, field, extent)


def _grids(radius_mm: float) -> tuple[Floats, Floats]:
    """Offsets in mm of a node's window ((2 REACH+1)², 2) and of the template."""
    along = np.linspace(-1.3, 1.3, 2 * REACH + 1) * radius_mm
    inner = along[REACH - TEMPLATE : REACH + TEMPLATE + 1]
    grids = []
    for line in (along, inner):
        x, y = np.meshgrid(line, -line)
        grids.append(np.column_stack([x.ravel(), y.ravel()]))
    return grids[0], grids[1]


def _crossings(seen: Floats, crossings: Floats, radius_mm: float) -> tuple[Floats, Floats]:
    """By node the shift (nodes, 2) in mm to its crossing, and how well it is seen (nodes,)."""
    reach = REACH - TEMPLATE
    step = 1.3 * radius_mm / REACH
    y, x = np.mgrid[-reach : reach + 1, -reach : reach + 1]
    near = np.exp(-(x**2 + y**2) / (2 * (0.5 * reach) ** 2))
    side = 2 * TEMPLATE + 1
    shift, trust = np.zeros((len(seen), 2)), np.zeros(len(seen))
    for node, (picture, crossing) in enumerate(zip(seen, crossings, strict=True)):
        template = crossing.reshape(side, side).astype(np.float32)
        alike = cv2.matchTemplate(picture.astype(np.float32), template, cv2.TM_CCOEFF_NORMED)
        alike = np.asarray(alike * near)
        row, column = np.unravel_index(int(alike.argmax()), alike.shape)
        shift[node] = (column - reach) * step, -(row - reach) * step
        trust[node] = max(float(alike[row, column]) - LEAST, 0.0) ** 2
    return shift, trust


def _cubic(place: Floats) -> Floats:
    x, y = place.T
    return np.stack(
        [np.ones_like(x), x, y, x * x, x * y, y * y, x**3, x * x * y, x * y * y, y**3], axis=1
    )


def _smooth_fit(terms: Floats, shift: Floats, trust: Floats, radius_mm: float) -> Floats:
    """Coefficients of the field through the shifts; those far from the others are left out."""
    ridge = 1e-3 * np.diag([0.1, 1, 1, *[5.0] * 7][: terms.shape[1]])
    weight = trust
    for _ in range(6):
        weighted = terms * weight[:, None]
        field = np.linalg.solve(terms.T @ weighted + ridge, weighted.T @ shift)
        off = np.hypot(*(shift - terms @ field).T)
        weight = trust / (1 + (off / (0.08 * radius_mm)) ** 2) ** 2
    return np.asarray(field)


def _corrected(project: Projection, field: Floats, extent_mm: float) -> Projection:
    def corrected(points_mm: Floats) -> Floats:
        moved = np.array(points_mm, dtype=np.float64)
        inside = np.clip(moved[:, :2] / extent_mm, -1.05, 1.05)
        moved[:, :2] += _cubic(inside) @ field
        return project(moved)

    return corrected
