"""Find a board of nodes in a picture: by its printed markers, or by points that somebody named."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

import cv2
import numpy as np

from vision.board import LatticeBoard
from vision.lattice_align import align
from vision.lattice_view import LatticeView, Projection, pitch_mm, places_mm, view_lattice
from vision.markers import SeenMarker, find_markers, square_corners
from vision.pose import Correspondence, project
from vision.register import STILL_PX, TYPICAL_FOCAL, place, typical_camera
from vision.tracking import Track
from vision.types import CameraModel, Floats, Pixels

Points = Mapping[str, tuple[float, float]]
"""Where nodes are seen: name → (x, y) px."""

LEAST_POINTS = 4
LANDMARKS = 8
OUTWARD = (0.0, 0.35, 0.7)
"""How far beyond the outer nodes the points may have been set, in distances between nodes: people
also point at the corners of the board itself."""


@dataclass(frozen=True, eq=False)
class LatticePlace:
    """A board found: where to look for its nodes, and what tells whether it has moved since."""

    view: LatticeView
    project: Projection
    model: CameraModel
    track: Track

    def holds(self, pixels: Pixels) -> bool:
        """Whether the board lies in this picture where it lay in the one it was found in."""
        if pixels.shape[:2] != (self.model.height, self.model.width):
            return False
        moved_px = self.track.moved_px(pixels)
        return moved_px is not None and moved_px < STILL_PX


def find_lattice(
    pixels: Pixels, board: LatticeBoard, guess: CameraModel | None = None, exact: bool = False
) -> LatticePlace | str:
    """The board in a picture (H, W, 3) by its markers, or in one line why it isn't found.

    ``guess`` is the camera as far as it is known; unless it is ``exact`` the markers refine it.
    """
    height, width = pixels.shape[:2]
    assert board.dictionary is not None, f"{board.name} has no markers"
    known = {marker.id: marker for marker in board.markers}
    every = find_markers(pixels, board.dictionary)
    seen = [marker for marker in every if marker.id in known]
    problem = _too_few(seen, pixels, board)
    if problem:
        return problem
    corners = [square_corners(known[m.id].x_mm, known[m.id].y_mm, _side(board)) for m in seen]
    points = Correspondence(np.vstack(corners), np.vstack([m.corners_px for m in seen]))
    focal_sigma = None if exact else (0.04 if guess else 0.12)
    found = place({0: points}, guess or typical_camera(width, height), focal_sigma)
    if 0 in found.problems:
        return f"{board.name}: {found.problems[0]}"
    pose, _ = found.poses[0]

    def projection(points_mm: Floats) -> Floats:
        return project(points_mm, pose, found.model)

    return LatticePlace(
        view_lattice(board, projection), projection, found.model, Track(pixels, seen)
    )


def _side(board: LatticeBoard) -> float:
    return board.marker_mm or 0.0


def _too_few(seen: list[SeenMarker], pixels: Pixels, board: LatticeBoard) -> str | None:
    if len({marker.id for marker in seen}) < len(seen):
        return f"two boards of the kind {board.name} are in view: take one away"
    if len(seen) >= 2:
        return None
    mirrored = find_markers(np.ascontiguousarray(pixels[:, ::-1]), board.dictionary or "")
    if not seen and len(mirrored) >= 2:
        return "the picture is mirrored: turn mirroring off in the camera"
    if seen:
        return f"only one marker of {board.name} is in sight: uncover another"
    return f"{board.name} is not in the picture: show at least two of its markers"


def place_by_points(
    pixels: Pixels, board: LatticeBoard, points: Points, guess: CameraModel | None = None
) -> LatticePlace | str:
    """The board where four or more named points put it, corrected by its lines.

    Returns in one line what is wrong with the points, if they cannot be so.
    """
    height, width = pixels.shape[:2]
    model = guess or typical_camera(width, height)
    place_of = dict(zip((node.name for node in board.nodes), places_mm(board), strict=True))
    anchors = np.array([place_of[name] for name in points])
    image = np.array(list(points.values()), dtype=np.float64)
    problem = _bad_points(anchors, image, width, height)
    if problem:
        return problem
    guesses = [_through(anchors + out * _outward(board, anchors), image, model) for out in OUTWARD]
    found = align(pixels, board, guesses, anchors)
    return LatticePlace(view_lattice(board, found), found, model, _landmarks(pixels, board, found))


def follow(pixels: Pixels, board: LatticeBoard, before: LatticePlace) -> LatticePlace | str:
    """A board without markers that has moved a little since ``before``, found by its lines."""
    height, width = pixels.shape[:2]
    if (height, width) != (before.model.height, before.model.width):
        return "the pictures have changed their size: name the points again"
    found = align(pixels, board, [before.project], np.zeros((0, 2)))
    view = view_lattice(board, found)
    return LatticePlace(view, found, before.model, _landmarks(pixels, board, found))


def _landmarks(pixels: Pixels, board: LatticeBoard, found: Projection) -> Track:
    """Patches around the outermost nodes stand in for markers."""
    place = places_mm(board)
    side = 2.4 * pitch_mm(board)
    turns = np.linspace(0, 2 * np.pi, LANDMARKS, endpoint=False)
    ways = np.column_stack([np.cos(turns + 0.4), np.sin(turns + 0.4)])
    outermost = dict.fromkeys(int(node) for node in (place @ ways.T).argmax(axis=0))
    quads = [found(square_corners(place[node, 0], place[node, 1], side)) for node in outermost]
    return Track(pixels, [SeenMarker(-1, quad) for quad in quads])


def _bad_points(anchors: Floats, image: Floats, width: int, height: int) -> str | None:
    if len(anchors) < LEAST_POINTS:
        return f"{len(anchors)} points tell too little: name at least {LEAST_POINTS}"
    if np.any(image < -width) or np.any(image > [2 * width, 2 * height]):
        return "a named point lies far outside the picture: give pixels, such as a1=512,88"
    for plane in (anchors, image):
        spread = np.linalg.svd(plane - plane.mean(axis=0), compute_uv=False)
        if spread[1] < 0.05 * spread[0]:
            return "the named points lie on one line: name the corners of the board"
    homography, _ = cv2.findHomography(anchors, image)
    if homography is None or np.linalg.det(homography[:2, :2]) >= 0:
        return "the named points are in the wrong order or mirrored: check their names"
    return None


def _outward(board: LatticeBoard, anchors: Floats) -> Floats:
    """By point, one distance between nodes away from the board's middle, along both axes if at a
    corner."""
    place = places_mm(board)
    middle = (place.max(axis=0) + place.min(axis=0)) / 2
    half = (place.max(axis=0) - place.min(axis=0)) / 2
    at_rim = np.abs(anchors - middle) > 0.9 * half
    return np.asarray(np.sign(anchors - middle) * at_rim * pitch_mm(board))


def _through(plane_mm: Floats, image: Floats, model: CameraModel) -> Projection:
    """The projection through points (N, 2) of a board's plane seen at (N, 2) px.

    What rises from the plane is put where a camera with square pixels and its axis in the
    picture's middle shows it; the focal length follows from the plane's own perspective where
    that tells (Zhang, 2000), else it is the model's.
    """
    homography, _ = cv2.findHomography(plane_mm, image)
    centred = np.array([[1, 0, -model.cx], [0, 1, -model.cy], [0, 0, 1]]) @ homography
    focal = _focal(centred, model)
    bare = centred / np.array([focal, focal, 1.0])[:, None]
    scale = np.sqrt(np.linalg.norm(bare[:, 0]) * np.linalg.norm(bare[:, 1]))
    bare = bare / (scale * np.sign(bare[2, 2]))
    up = np.cross(bare[:, 0], bare[:, 1])
    columns = model.matrix.copy()
    columns[0, 0] = columns[1, 1] = focal
    columns = columns @ np.column_stack([bare[:, :2], up, bare[:, 2]])

    def through(points_mm: Floats) -> Floats:
        x, y, z = points_mm.T
        across, down, depth = (a * x + b * y + c * z + d for a, b, c, d in columns)
        return np.column_stack([across / depth, down / depth])

    return through


def _focal(centred: Floats, model: CameraModel) -> float:
    """Focal length in px from a homography about the picture's middle, if it tells it."""
    x, y = centred[:, 0], centred[:, 1]
    size = max(model.width, model.height)
    ratios = [
        (-(x[0] * y[0] + x[1] * y[1]), x[2] * y[2]),
        (y[0] ** 2 + y[1] ** 2 - x[0] ** 2 - x[1] ** 2, x[2] ** 2 - y[2] ** 2),
    ]
    squares = [top / bottom for top, bottom in ratios if abs(bottom) > 1e-12]
    likely = [s for s in squares if (0.5 * size) ** 2 < s < (2.5 * size) ** 2]
    if len(likely) == len(squares) and likely:
        return float(np.sqrt(np.median(likely)))
    return model.focal_px if model.focal_px else TYPICAL_FOCAL * size
