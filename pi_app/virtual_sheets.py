"""The sheets of a game on the virtual table: blocks are put on them, a camera looks at them."""

from __future__ import annotations

from hardware.cameras.scene import ONE_SHEET_CAMERA, ONE_SHEET_POSE, SheetOnTable
from hardware.cameras.virtual import VirtualTable
from pi_app.evidence import Evidence
from pi_app.games.blocks.scene import BlockScene
from pi_app.looking import ReadFrame, take_look
from pi_app.referee import Look

NOISE = 2.0


class VirtualSheets:
    """What lies on the table lies there until put otherwise; sheets are empty at first."""

    def __init__(self, evidence: Evidence, read: ReadFrame) -> None:
        self._evidence = evidence
        self._read = read
        self._scenes: dict[int, BlockScene] = {}

    def put(self, sheet: int, scene: BlockScene) -> None:
        """Clear a sheet and build ``scene`` on it."""
        self._scenes[sheet] = scene

    def look(self, sheet: int) -> Look:
        """Photograph one sheet and read it; raises CameraError if it cannot be drawn."""
        scene = self._scenes.get(sheet, BlockScene(()))
        drawn = SheetOnTable(sheet, blocks=scene.blocks)
        with VirtualTable([drawn], ONE_SHEET_CAMERA, ONE_SHEET_POSE, noise=NOISE) as camera:
            return take_look(camera, self._evidence, self._read)
