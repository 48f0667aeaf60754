"""The live referee's eyes: one board read frame by frame, and where it lies."""

from __future__ import annotations

import numpy as np

from hardware.cameras.calibration import fitted
from pi_app.board_reading import BoardReader
from vision.board import LatticeBoard
from vision.errors import GyojiError
from vision.lattice_place import Points
from vision.lattice_view import places_mm
from vision.nodes import NodeEvidence
from vision.types import CameraModel, Floats, Frame


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

    def observe(self, frame: Frame) -> NodeEvidence:
        """What the frame says of each node; raises OtherCamera at the first frame."""
        if self._reader is None:
            self._reader = BoardReader(self._board, self._fitted(frame), self._points)
        return self._reader.observe(frame)

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
