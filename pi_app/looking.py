"""From camera to referee: take a photograph, keep it, read it."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from hardware.cameras import Camera
from pi_app.evidence import Evidence
from pi_app.games.blocks.rules import Rules
from pi_app.reading import Reader
from pi_app.readings import Reading
from pi_app.referee import Look
from vision.types import Frame

ReadFrame = Callable[[Frame], Sequence[Reading]]


def reader_for(rules: Rules) -> ReadFrame:
    """Reads frames of one table: knows the blocks and the building rules in play."""
    return Reader(tuple(dict.fromkeys(rules.sets)), rules.building).read


def take_look(camera: Camera, evidence: Evidence, read: ReadFrame) -> Look:
    """What the camera sees now; the photograph is kept before it is read.

    Raises CameraError, PictureError or EvidenceError.
    """
    frame = camera.frame()
    photo = evidence.keep(frame.pixels)
    return Look(tuple(read(frame)), photo)
