"""A board of nodes on the virtual table: stones are put on it, a camera photographs it."""

from __future__ import annotations

import itertools
from dataclasses import replace

from hardware.cameras.scene import camera_model
from hardware.cameras.virtual_board import BoardOnTable, VirtualBoard
from pi_app.games.scene import Scene
from vision.board import LatticeBoard
from vision.types import Frame

CAMERA = camera_model(800, 600, 600.0)
"""Small, so that a picture is drawn and read in a tenth of a second."""
STYLE = "targets"


class VirtualStones:
    """What stands on the board stays until put otherwise; it is empty at first.

    Photographs are one second of simulated time apart: nobody has to wait until a table is still.
    """

    def __init__(self, board: LatticeBoard) -> None:
        seconds = itertools.count(1)
        laid = BoardOnTable(board, style=STYLE)
        self._camera = VirtualBoard(laid, CAMERA, clock=lambda: float(next(seconds)))

    def put(self, scene: Scene) -> None:
        """Clear the board and put the stones of ``scene`` on it."""
        laid = self._camera.board_on_table
        self._camera.board_on_table = replace(laid, stones=scene.as_dict())

    def photograph(self) -> Frame:
        """The board as it is now; raises CameraError if it cannot be drawn."""
        with self._camera as camera:
            return camera.frame()
