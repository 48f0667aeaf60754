"""The live referee's eyes: one board read frame by frame, and where it lies."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from hardware.cameras.calibration import fitted
from pi_app.board_reading import BoardReader
from vision.board import LatticeBoard
from vision.errors import GyojiError
from vision.lattice_place import Points
from vision.lattice_view import places_mm
from vision.nodes import NodeEvidence
from vision.stone_looks import look
from vision.types import CameraModel, Floats, Frame

CLEAR = 0.999
"""Every node so sure, and nothing covered: then what looks like print is print."""
GONE = 0.3
"""A node's print is gone when it looks less than this share as much like it as before."""
GONE_NATS = 6.0
"""How much likelier a stone hides print that was seen before than that it just vanished."""
MOST_GONE = 3
"""Where more has vanished without a stone to be seen it is a lamp's reflection, not moves."""


class OtherCamera(GyojiError):
    """The camera's file is that of another camera."""

    exit_code = 2


class Sight:
    """Reads ``board``; ``model`` is made to fit the frames' size, ``points`` as BoardReader's."""

    def __init__(
        self, board: LatticeBoard, model: CameraModel | None = None, points: Points | None = None
    ) -> None:
        self._board, self._model, self._points = board, model, points
        self._reader: BoardReader | None = None
        self._printed = np.zeros(len(board.nodes))
        """(nodes,): how much each looked like its print when it was last seen to be empty."""

    def observe(self, frame: Frame) -> NodeEvidence:
        """What the frame says of each node; raises OtherCamera at the first frame."""
        if self._reader is None:
            self._reader = BoardReader(self._board, self._fitted(frame), self._points)
        evidence = self._reader.observe(frame)
        if evidence.problem is not None or self._reader.place is None:
            return evidence
        alike = look(frame.pixels, self._reader.place.view).alike
        if _all_clear(evidence):
            empty = evidence.posterior[:, 0] > CLEAR
            self._printed = np.where(empty, alike, self._printed)
        return _without_print(evidence, alike < GONE * self._printed)

    def region(self) -> Floats | None:
        """(nodes, 2) px: where the nodes were seen last."""
        if self._reader is None or self._reader.place is None:
            return None
        flat = places_mm(self._board)
        return self._reader.place.project(np.column_stack([flat, np.zeros(len(flat))]))

    def _fitted(self, frame: Frame) -> CameraModel | None:
        if self._model is None:
            return None
        height, width = frame.pixels.shape[:2]
        camera = fitted(self._model, width, height)
        if camera is None:
            raise OtherCamera(
                f"the camera's file is of a {self._model.width}×{self._model.height} camera, the "
                f"pictures are {width}×{height}: use the file of the camera that takes them"
            )
        return camera


def _all_clear(evidence: NodeEvidence) -> bool:
    """Whether nothing hides or blurs any node."""
    return not evidence.covered.any() and float(evidence.posterior.max(axis=1).min()) >= CLEAR


def _without_print(evidence: NodeEvidence, gone: NDArray[np.bool_]) -> NodeEvidence:
    """One picture may show white glass on white paper by nothing but the lines that it hides.

    That lines are missing it takes for a flaw of the print, unless they were seen before.
    """
    pale = gone & ~evidence.covered & (evidence.posterior[:, 1] < 0.5)
    not_seen = pale & (evidence.posterior[:, 0] > 1 - CLEAR)
    if np.count_nonzero(not_seen) > MOST_GONE:
        return evidence
    likely = evidence.log_likelihood.copy()
    likely[pale, 0] -= GONE_NATS
    return replace(evidence, log_likelihood=likely)
