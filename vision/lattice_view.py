"""Where to look: the places in the picture that tell what stands on each node of a board."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from itertools import combinations

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.board import LatticeBoard
from vision.lattice_ink import ink
from vision.types import Floats, Pixels

Indices = NDArray[np.intp]

Projection = Callable[[Floats], Floats]
"""Board points (N, 3) mm to pixels (N, 2)."""

STONE_PX = 24.0
"""Much larger pictures are shrunk until a stone is this wide; there is no more to see."""
LONGEST = 30000
"""OpenCV remaps no longer columns."""
STONE_HEIGHT = 0.5
"""How high a stone's widest part and what one sees of it lie, in radii of the stone."""
PRINT_RADIUS = 0.62
"""Within this share of the stone's radius even a misplaced stone hides the print."""
COLOUR_RADIUS = 0.6
BLURS_PX = (0.6, 1.2)
"""How sharp pictures are: standard deviations of a point's image."""
ON_PAPER, ON_WOOD = (0.0005, 0.002), (0.004, 0.9)
"""How often print is not seen, at least and at most: wooden boards are worn and glossy."""
WHITE_LINES = -0.4
"""How much white paint brightens a cloth, against how much ink darkens paper, in logarithms."""
DEFAULT_STONE = 0.45
"""Radius of a piece, in distances between nodes, for a board that does not say its size."""


@dataclass(frozen=True, eq=False)
class Print:
    """The print as seen through a lens of one sharpness, as logarithms of light."""

    around: Floats
    """(nodes, S) at ``base_px``."""
    behind: Floats
    """(nodes, C) at ``lifted_px``, where no stone is in the way."""


@dataclass(frozen=True, eq=False)
class LatticeView:
    """What depends on board and pose alone; places are px of the picture shrunk by ``scale``."""

    scale: float
    base_px: Floats
    """(nodes, S, 2): the print around each node, on the paper."""
    lifted_px: Floats
    """(nodes, C, 2): the middle of a stone that stands there."""
    beside_px: Floats
    """(M, 2): bare board between the nodes."""
    unprinted: tuple[float, float]
    """How often, at least and at most, an empty node does not show its print."""
    offsets: Floats
    """(S, 2): the places of ``base_px`` in radii of the stone."""
    quarters: Indices
    """(4, C/4): of ``lifted_px``, those in each quarter of the disc."""
    prints: tuple[Print, ...]
    """What the board's print may look like: one for each style and sharpness."""
    beside: Floats
    """(M, 2): the places of ``beside_px`` on the board, in mm."""
    nearest: Indices
    """(nodes, K) of ``beside``, the nearest first; bare paper beyond the nodes is never among."""
    friends: Indices
    """(nodes, F): the nodes nearest to each node."""
    nodes: Floats
    """(nodes, 2) in mm."""
    owners: Indices
    """(M, 3): the nodes nearest to each of ``beside``."""


def stone_radius_mm(board: LatticeBoard) -> float:
    """Half of what the board file says, else what fits between its nodes."""
    if board.stone_mm:
        return board.stone_mm / 2
    return DEFAULT_STONE * pitch_mm(board)


def pitch_mm(board: LatticeBoard) -> float:
    """The usual distance from a node to the nearest other."""
    place = places_mm(board)
    apart = np.linalg.norm(place[:, None] - place[None], axis=2) + 1e9 * np.eye(len(place))
    return float(np.median(apart.min(axis=1)))


def places_mm(board: LatticeBoard) -> Floats:
    """(nodes, 2)"""
    return np.array([[node.x_mm, node.y_mm] for node in board.nodes])


def disc(radius: float, steps: int) -> Floats:
    """Places (S, 2) of a square grid within a circle, ``steps`` from the middle to the rim."""
    along = np.linspace(-radius, radius, 2 * steps + 1)
    x, y = np.meshgrid(along, -along)
    inside = np.hypot(x, y) <= radius * 1.001
    return np.column_stack([x[inside], y[inside]])


def line_tones(board: LatticeBoard) -> tuple[float, ...]:
    """What ink is multiplied with: boards that we don't print may have white lines too."""
    return (1.0,) if board.paper_mm else (1.0, WHITE_LINES)


def _friends(place: Floats) -> Indices:
    apart = np.linalg.norm(place[:, None] - place[None], axis=2)
    return np.argsort(apart, axis=1, kind="stable")[:, 1:13]


def _quarters(offsets: Floats) -> Indices:
    """Which of the offsets lie in each quarter of the circle; the middle is in none."""
    turn = np.arctan2(offsets[:, 1], offsets[:, 0]) // (np.pi / 2)
    turn[np.hypot(*offsets.T) < 1e-9] = 9
    return np.array([np.flatnonzero(turn == quarter) for quarter in (-2, -1, 0, 1)])


def view_lattice(board: LatticeBoard, project: Projection) -> LatticeView:
    """Prepare to look at ``board`` where ``project`` puts it."""
    radius, place = stone_radius_mm(board), places_mm(board)
    scale = shrink_for(project, place, radius)
    offsets, middle = disc(PRINT_RADIUS, 7), disc(COLOUR_RADIUS, 3)
    px_mm = 1 / (density(project, place) * scale)
    between = _between(board, place)
    # Stones hide what lies behind them: half as far behind there is equal room on both sides.
    between = between + 0.5 * _behind(project, between, STONE_HEIGHT * radius)
    between = np.concatenate([between, _outside(board, place)])
    beside = np.concatenate([between, _margin(board, place, radius)])
    seen = middle * radius + _behind(project, place, STONE_HEIGHT * radius)[:, None]
    away = np.linalg.norm(place[:, None] - beside[None], axis=2)
    return LatticeView(
        scale=scale,
        base_px=_around(project, place, offsets * radius, 0.0, scale),
        lifted_px=_around(project, place, middle * radius, STONE_HEIGHT * radius, scale),
        beside_px=shrunk_px(project(raised(beside, 0.0)), scale),
        unprinted=ON_PAPER if board.paper_mm else ON_WOOD,
        offsets=offsets,
        quarters=_quarters(middle),
        prints=tuple(
            Print(
                lines * ink(board, style, offsets * radius, blur * px_mm),
                lines * ink(board, style, seen, blur * px_mm),
            )
            for style in board.styles
            for blur in BLURS_PX
            for lines in line_tones(board)
        ),
        beside=beside,
        nearest=np.argsort(away[:, : len(between)], axis=1)[:, :12],
        friends=_friends(place),
        nodes=place,
        owners=np.argsort(away, axis=0)[:3].T,
    )


def sample(pixels: Pixels, places_px: Floats) -> Pixels:
    """The picture's pixels at ``places_px`` (…, 2), interpolated: (…, channels)."""
    x, y = places_px.reshape(-1, 2).T.astype(np.float32)[..., None]
    parts = [
        cv2.remap(
            pixels,
            x[i : i + LONGEST],
            y[i : i + LONGEST],
            cv2.INTER_LINEAR,
            borderMode=cv2.BORDER_REPLICATE,
        )
        for i in range(0, len(x), LONGEST)
    ]
    return np.asarray(np.concatenate(parts), dtype=np.uint8).reshape(*places_px.shape[:-1], -1)


def shrink_for(project: Projection, place: Floats, radius_mm: float) -> float:
    """How much to shrink a picture so that its stones are STONE_PX wide; 1 for small ones."""
    scale = STONE_PX / (2 * radius_mm * float(np.median(density(project, place))))
    return 1.0 if scale > 0.6 else scale


def shrunk(pixels: Pixels, scale: float) -> Pixels:
    """The picture at the size in which a view's places are given."""
    if scale == 1.0:
        return pixels
    height, width = pixels.shape[:2]
    size = (max(1, round(width * scale)), max(1, round(height * scale)))
    return np.asarray(cv2.resize(pixels, size, interpolation=cv2.INTER_AREA))


def shrunk_px(places_px: Floats, scale: float) -> Floats:
    """Places of the picture in the shrunk one."""
    return np.asarray((places_px + 0.5) * scale - 0.5)


def density(project: Projection, place: Floats) -> Floats:
    """(nodes,) pixels per mm."""
    step = raised(place, 0.0)
    x, y = (project(step + d) - project(step) for d in ([1.0, 0.0, 0.0], [0.0, 1.0, 0.0]))
    area = np.abs(x[:, 0] * y[:, 1] - x[:, 1] * y[:, 0])
    return np.asarray(np.sqrt(area))


def raised(place: Floats, z_mm: float) -> Floats:
    """Places (N, 2) of the board as points (N, 3) at one height."""
    return np.column_stack([place, np.full(len(place), z_mm)])


def _around(
    project: Projection, place: Floats, offsets_mm: Floats, z_mm: float, scale: float
) -> Floats:
    points = (place[:, None] + offsets_mm[None]).reshape(-1, 2)
    return shrunk_px(project(raised(points, z_mm)), scale).reshape(len(place), -1, 2)


def _between(board: LatticeBoard, place: Floats) -> Floats:
    """Bare places: the middles of the lines' triangles and squares, or near the cells' corners."""
    if board.cell_mm:
        corners = 0.38 * board.cell_mm * np.array([[-1, -1], [-1, 1], [1, -1], [1, 1]])
        return np.asarray((place[:, None] + corners[None]).reshape(-1, 2))
    faces = sorted(_faces(board))
    return np.array([place[list(face)].mean(axis=0) for face in faces])


def _outside(board: LatticeBoard, place: Floats) -> Floats:
    """Places just beyond the rim: the faces along it, mirrored at their outer edge."""
    if board.cell_mm:
        return np.zeros((0, 2))
    edges: dict[tuple[int, ...], list[tuple[int, ...]]] = {}
    index = {node.name: i for i, node in enumerate(board.nodes)}
    joined = {tuple(sorted((index[a], index[b]))) for a, b in board.edges}
    for face in _faces(board):
        for pair in combinations(face, 2):
            if pair in joined:
                edges.setdefault(pair, []).append(face)
    rim = [(pair, faces[0]) for pair, faces in sorted(edges.items()) if len(faces) == 1]
    return np.array(
        [place[list(pair)].sum(axis=0) - place[list(face)].mean(axis=0) for pair, face in rim]
    ).reshape(-1, 2)


def _margin(board: LatticeBoard, place: Floats, radius: float) -> Floats:
    """Places on printed paper beyond all nodes, names and markers; none on other boards."""
    if board.paper_mm is None:
        return np.zeros((0, 2))
    width, height = board.paper_mm
    step = 2 * radius
    x, y = np.meshgrid(
        np.arange(-width / 2 + step, width / 2 - step / 2, step),
        np.arange(-height / 2 + step, height / 2 - step / 2, step),
    )
    points = np.column_stack([x.ravel(), y.ravel()])
    free = np.linalg.norm(points[:, None] - place[None], axis=2).min(axis=1) > 3 * radius
    for marker in board.markers:
        off = np.abs(points - [marker.x_mm, marker.y_mm]).max(axis=1)
        free &= off > 0.75 * (board.marker_mm or 0.0)
    for zone in board.zones:
        inside = (points[:, 0] > zone.x0_mm) & (points[:, 0] < zone.x1_mm)
        free &= ~(inside & (points[:, 1] > zone.y0_mm) & (points[:, 1] < zone.y1_mm))
    return np.asarray(points[free])


def _behind(project: Projection, place: Floats, z_mm: float) -> Floats:
    """(nodes, 2): the paper behind what stands ``z_mm`` above each node, as an offset in mm."""
    ground, above = project(raised(place, 0.0)), project(raised(place, z_mm))
    x, y = (project(raised(place + d, 0.0)) - ground for d in ([1.0, 0.0], [0.0, 1.0]))
    per_mm = np.stack([x, y], axis=-1)
    return np.asarray(np.linalg.solve(per_mm, (above - ground)[..., None])[..., 0])


def _faces(board: LatticeBoard) -> set[tuple[int, ...]]:
    """The triangles and squares between lines, as nodes in ascending order."""
    index = {node.name: i for i, node in enumerate(board.nodes)}
    joined: dict[int, set[int]] = {i: set() for i in index.values()}
    for one, other in board.edges:
        joined[index[one]].add(index[other])
        joined[index[other]].add(index[one])
    faces: set[tuple[int, ...]] = set()
    for node, around in joined.items():
        for a in around:
            faces.update(tuple(sorted((node, a, b))) for b in around & joined[a])
            for b in around - joined[a] - {a}:
                across = (joined[a] & joined[b]) - around - {node}
                faces.update(tuple(sorted((node, a, b, far))) for far in across)
    return faces
