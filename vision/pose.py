"""Where boards lie and what camera saw them: pose from marker corners, focal length if unknown."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import partial

import cv2
import numpy as np

from vision.types import CameraModel, Floats, Pose

CORNER_SIGMA_PX = 0.35
"""How far a refined marker corner usually lies from the truth."""


@dataclass(frozen=True, eq=False)
class Correspondence:
    """Points of one board, (N, 3) mm, and where they are seen, (N, 2) px."""

    board_mm: Floats
    image_px: Floats


def solve_pose(points: Correspondence, model: CameraModel) -> tuple[Pose, float]:
    """The pose of a plane board and its root-mean-square re-projection error in px.

    Of the two poses that a plane allows (Collins & Bartoli, IPPE, 2014) the one that fits better
    and shows the board's front is taken, then refined. Raises ValueError if no pose fits.
    """
    best: tuple[Pose, float] | None = None
    for rvec, tvec in _starts(points, model):
        fine_rvec, fine_tvec = cv2.solvePnPRefineLM(
            points.board_mm, points.image_px, model.matrix, model.distortion, rvec, tvec
        )
        rotation = np.asarray(cv2.Rodrigues(fine_rvec)[0], dtype=np.float64)
        pose = Pose(rotation, np.asarray(fine_tvec, dtype=np.float64).ravel())
        rms = float(np.sqrt(np.mean(np.sum(residuals_px(points, pose, model) ** 2, axis=1))))
        if camera_centre_mm(pose)[2] > 0 and (best is None or rms < best[1]):
            best = (pose, rms)
    if best is None:
        raise ValueError("no pose fits the markers")
    return best


def _starts(points: Correspondence, model: CameraModel) -> Iterator[tuple[Floats, Floats]]:
    """First guesses at rvec and tvec: IPPE's two, and OpenCV's iterative one.

    IPPE fails on a board exactly square to the camera; the iterative one has no second solution.
    """
    for method in (cv2.SOLVEPNP_IPPE, cv2.SOLVEPNP_ITERATIVE):
        count, rvecs, tvecs, _ = cv2.solvePnPGeneric(
            points.board_mm, points.image_px, model.matrix, model.distortion, flags=method
        )
        for rvec, tvec in zip(rvecs[:count], tvecs[:count], strict=True):
            if np.all(np.isfinite(rvec)) and float(tvec.ravel()[2]) > 0:
                yield np.asarray(rvec), np.asarray(tvec)


def project(points_mm: Floats, pose: Pose, model: CameraModel) -> Floats:
    """Board points (N, 3) mm to pixels (N, 2), distortion applied."""
    px, _ = cv2.projectPoints(
        np.asarray(points_mm, dtype=np.float64).reshape(-1, 3),
        cv2.Rodrigues(pose.rotation)[0],
        pose.translation_mm,
        model.matrix,
        model.distortion,
    )
    return np.asarray(px, dtype=np.float64).reshape(-1, 2)


def residuals_px(points: Correspondence, pose: Pose, model: CameraModel) -> Floats:
    """Seen minus projected, (N, 2) px."""
    return points.image_px - project(points.board_mm, pose, model)


def camera_centre_mm(pose: Pose) -> Floats:
    """The camera's place in board axes, (3,) mm."""
    return np.asarray(-pose.rotation.T @ pose.translation_mm)


def rays(pixels_px: Floats, pose: Pose, model: CameraModel) -> tuple[Floats, Floats]:
    """Camera centre (3,) and unit directions (N, 3) of pixels (N, 2), in board axes."""
    flat = cv2.undistortPoints(
        np.asarray(pixels_px, dtype=np.float64).reshape(-1, 1, 2), model.matrix, model.distortion
    ).reshape(-1, 2)
    directions = np.column_stack([flat, np.ones(len(flat))]) @ pose.rotation
    directions /= np.linalg.norm(directions, axis=1, keepdims=True)
    return camera_centre_mm(pose), directions


def without_bloom(
    boards: Sequence[Correspondence], model: CameraModel
) -> tuple[Correspondence, ...]:
    """The same boards with their markers' corners moved out by the picture's bloom.

    White paper bleeds into black squares (blur, gamma, JPEG): every corner sits inwards of the
    truth by about the same length, about 1 px. Left alone it would pass for lens distortion.
    """
    outward, residual = [], []
    for board in boards:
        pose, _ = solve_pose(board, model)
        quads = board.image_px.reshape(-1, 4, 2)
        directions = (quads - quads.mean(axis=1, keepdims=True)).reshape(-1, 2)
        directions /= np.linalg.norm(directions, axis=1, keepdims=True)
        outward.append(directions)
        residual.append(residuals_px(board, pose, model))
    shift_px = -float(np.median(np.sum(np.vstack(outward) * np.vstack(residual), axis=1)))
    return tuple(
        replace(board, image_px=board.image_px + shift_px * directions)
        for board, directions in zip(boards, outward, strict=True)
    )


def estimate_camera(
    boards: Sequence[Correspondence],
    guess: CameraModel,
    focal_sigma: float = 0.12,
    k1_sigma: float = 0.05,
) -> CameraModel:
    """Focal length and k1 that explain the boards best, held near ``guess`` by a normal prior.

    ``focal_sigma`` is relative. Where the boards lie almost square to the camera they say little
    about the focal length and the guess stays; tilted ones pin it to a few percent.
    """

    def cost(log_focal: float, k1: float) -> float:
        model = replace(guess, focal_px=guess.focal_px * float(np.exp(log_focal)), k1=k1)
        try:
            fits = [(solve_pose(board, model)[1], len(board.board_mm)) for board in boards]
        except ValueError:
            return 1e12
        squares = sum(n * (rms / CORNER_SIGMA_PX) ** 2 for rms, n in fits)
        return squares + (log_focal / focal_sigma) ** 2 + ((k1 - guess.k1) / k1_sigma) ** 2

    widest_focal, widest_k1 = 3 * focal_sigma, 2 * k1_sigma
    log_focal, k1 = 0.0, guess.k1
    for _ in range(2):
        log_focal = _minimum(partial(cost, k1=k1), -widest_focal, widest_focal)
        k1 = _minimum(partial(cost, log_focal), guess.k1 - widest_k1, guess.k1 + widest_k1)
    return replace(guess, focal_px=guess.focal_px * float(np.exp(log_focal)), k1=k1)


def _minimum(function: Callable[[float], float], low: float, high: float, steps: int = 12) -> float:
    """Golden-section search of a function of one number on [low, high]."""
    ratio = (np.sqrt(5) - 1) / 2
    a, b = high - ratio * (high - low), low + ratio * (high - low)
    at_a, at_b = function(a), function(b)
    for _ in range(steps):
        if at_a < at_b:
            high, b, at_b = b, a, at_a
            a = high - ratio * (high - low)
            at_a = function(a)
        else:
            low, a, at_a = a, b, at_b
            b = low + ratio * (high - low)
            at_b = function(b)
    return float((low + high) / 2)
