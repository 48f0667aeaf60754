"""Find the sheets in a picture: which numbers, where each lies, through what lens it is seen."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

import cv2
import numpy as np

from vision.board import BlockSheet
from vision.markers import SeenMarker, find_markers, square_corners
from vision.pose import Correspondence, estimate_camera, solve_pose, without_bloom
from vision.types import CameraModel, Pixels, Pose

SHEETS = 8
TYPICAL_FOCAL = 0.8
"""Focal length in picture widths where nothing tells it: most Pi cameras and webcams are near."""
STILL_PX = 0.6
"""Markers that move less than this have not moved."""
BAD_FIT_PX = 2.5
"""A flat sheet's markers fit a pose better than this, times the picture's width over 1000."""


@dataclass(frozen=True, eq=False)
class PlacedSheet:
    """One sheet found: its number, its pose, and how well its markers fit that, in px."""

    number: int
    pose: Pose
    rms_px: float


@dataclass(frozen=True, eq=False)
class Registration:
    """All sheets of a picture, those that could not be placed with the reason, and the camera."""

    model: CameraModel
    sheets: tuple[PlacedSheet, ...]
    problems: Mapping[int, str] = field(default_factory=dict)
    seen: tuple[SeenMarker, ...] = ()
    mirrored: bool = False


@dataclass(frozen=True, eq=False)
class Placement:
    """The camera, by board its pose and how well its markers fit that in px, or what is wrong."""

    model: CameraModel
    poses: Mapping[int, tuple[Pose, float]]
    problems: Mapping[int, str]


def typical_camera(width: int, height: int) -> CameraModel:
    """The camera to assume when nothing is known."""
    return CameraModel(
        width, height, TYPICAL_FOCAL * max(width, height), (width - 1) / 2, (height - 1) / 2
    )


def register(
    pixels: Pixels,
    sheet: BlockSheet,
    guess: CameraModel | None = None,
    exact: bool = False,
    before: Registration | None = None,
) -> Registration:
    """Find all sheets in a picture (H, W, 3).

    ``guess`` is the camera as far as it is known; unless it is ``exact`` the markers refine its
    focal length and k1. Where nothing has moved since ``before``, that is the answer: the same
    object, so that all that was prepared for it still holds.
    """
    height, width = pixels.shape[:2]
    model = guess or typical_camera(width, height)
    seen = find_markers(pixels, sheet.dictionary)
    same_size = before and (before.model.width, before.model.height) == (width, height)
    if before and same_size and _still(seen, before.seen):
        return before
    if not seen:
        mirrored = bool(find_markers(np.ascontiguousarray(pixels[:, ::-1]), sheet.dictionary))
        return Registration(model, (), {}, mirrored=mirrored)
    groups, problems = _by_sheet(seen)
    boards = {number: _correspondence(sheet, markers) for number, markers in groups.items()}
    focal_sigma = None if exact else (0.04 if guess else 0.12)
    placed = place(boards, model, focal_sigma)
    sheets = tuple(PlacedSheet(n, *placed.poses[n]) for n in sorted(placed.poses))
    return Registration(placed.model, sheets, {**problems, **placed.problems}, tuple(seen))


def place(
    boards: Mapping[int, Correspondence], model: CameraModel, focal_sigma: float | None
) -> Placement:
    """Where boards lie; the camera is refined unless ``focal_sigma``, relative, is None."""
    problems: dict[int, str] = {}
    boards = {n: _without_outlier(board, model) for n, board in boards.items()}
    boards = _plane(boards, model, problems)
    if boards and focal_sigma is not None:
        model = _refine(boards, model, focal_sigma)
    if boards:
        unbloomed = without_bloom(list(boards.values()), model)
        boards = dict(zip(boards, unbloomed, strict=True))
    poses = {}
    for number, board in boards.items():
        pose, rms_px = solve_pose(board, model)
        if rms_px > BAD_FIT_PX * max(1.0, model.width / 1000):
            problems[number] = (
                "its markers do not lie in one plane: lay it flat, or it is there twice"
            )
            continue
        poses[number] = (pose, rms_px)
    return Placement(model, poses, problems)


def _still(seen: Sequence[SeenMarker], before: Sequence[SeenMarker]) -> bool:
    """Whether the same markers are where they were, to within detection's own jitter."""
    old = {m.id: m.corners_px for m in before}
    if len(old) < len(before) or sorted(old) != sorted(m.id for m in seen):
        return False
    return bool(old) and max(np.abs(m.corners_px - old[m.id]).max() for m in seen) < STILL_PX


def _by_sheet(
    seen: Sequence[SeenMarker],
) -> tuple[dict[int, list[SeenMarker]], dict[int, str]]:
    groups: dict[int, list[SeenMarker]] = {}
    for marker in seen:
        if marker.id < 4 * SHEETS:
            groups.setdefault(marker.id // 4 + 1, []).append(marker)
    problems = {}
    for number, markers in list(groups.items()):
        if len({m.id for m in markers}) < len(markers):
            problems[number] = "two sheets with this number are in view: take one away"
            del groups[number]
        elif len(markers) < 2:
            problems[number] = "only one of its markers is in sight: uncover another"
            del groups[number]
    return groups, problems


def _correspondence(sheet: BlockSheet, markers: Sequence[SeenMarker]) -> Correspondence:
    ordered = sorted(markers, key=lambda m: m.id)
    board = [square_corners(*sheet.corners[m.id % 4], sheet.marker_mm) for m in ordered]
    return Correspondence(np.vstack(board), np.vstack([m.corners_px for m in ordered]))


def _plane(
    boards: Mapping[int, Correspondence], model: CameraModel, problems: dict[int, str]
) -> dict[int, Correspondence]:
    """The boards that have a pose at all; the others become problems."""
    good = {}
    for number, board in boards.items():
        try:
            solve_pose(board, model)
            good[number] = board
        except (ValueError, cv2.error):
            problems[number] = "no pose fits its markers: uncover more of the sheet"
    return good


def _without_outlier(board: Correspondence, model: CameraModel) -> Correspondence:
    """Leave out the one marker, of three or more, without which the others fit far better.

    A half-covered marker can still be decoded, with a corner in the wrong place.
    """
    markers = len(board.board_mm) // 4
    if markers < 3:
        return board
    fits = {-1: _rms(board, model)}
    for leave in range(markers):
        fits[leave] = _rms(_leave_out(board, leave), model)
    best = min(fits, key=lambda k: fits[k])
    if best >= 0 and fits[-1] > 1.5 and fits[best] < 0.4 * fits[-1]:
        return _leave_out(board, best)
    return board


def _leave_out(board: Correspondence, marker: int) -> Correspondence:
    keep = np.ones(len(board.board_mm), bool)
    keep[4 * marker : 4 * marker + 4] = False
    return Correspondence(board.board_mm[keep], board.image_px[keep])


def _rms(board: Correspondence, model: CameraModel) -> float:
    try:
        return solve_pose(board, model)[1]
    except (ValueError, cv2.error):
        return float("inf")


def _refine(
    boards: Mapping[int, Correspondence], model: CameraModel, focal_sigma: float
) -> CameraModel:
    unbloomed = without_bloom(list(boards.values()), model)
    return estimate_camera(unbloomed, model, focal_sigma)
