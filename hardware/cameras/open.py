"""Cameras by name, as commands take them: folder:DIR, video:FILE, virtual:BOARD."""

from __future__ import annotations

import math
from pathlib import Path

from hardware.boards import load_lattice_board
from hardware.cameras import Camera, CameraError
from hardware.cameras.folder import FolderCamera
from hardware.cameras.video import VideoCamera
from hardware.cameras.virtual_board import BoardOnTable, VirtualBoard

FORMS = "folder:DIRECTORY, video:FILE or virtual:BOARD"
FRAMES_PER_S = 10.0
"""Simulated frames a second while a picture of a folder is held."""
LONGEST_HOLD_S = 3600.0


class CameraNameError(CameraError):
    """A camera's name, or what was asked of it, makes no sense: wrong usage."""

    exit_code = 2


def camera_named(name: str, hold_s: float | None = None) -> Camera:
    """The camera of a name such as ``folder:photos`` or ``video:game.mp4``, not yet open.

    ``hold_s`` lets each picture of a folder stand so many seconds of simulated time; without it
    each is one frame, a second apart. ``virtual:y-board`` is an empty board. Raises
    CameraNameError, BoardFileError for a board that there is not.
    """
    kind, colon, place = name.partition(":")
    if not colon or not place:
        raise CameraNameError(f"no camera {name!r}: use {FORMS}")
    if hold_s is not None and kind != "folder":
        raise CameraNameError(
            f"{name} has its own time: pictures are held in folder:DIRECTORY only"
        )
    match kind:
        case "folder":
            return _folder(Path(place), hold_s)
        case "video":
            return VideoCamera(Path(place))
        case "virtual":
            return VirtualBoard(BoardOnTable(load_lattice_board(place)))
        case _:
            raise CameraNameError(f"no kind of camera {kind!r}: use {FORMS}")


def _folder(directory: Path, hold_s: float | None) -> FolderCamera:
    if hold_s is None:
        return FolderCamera(directory)
    if not (math.isfinite(hold_s) and 0 < hold_s <= LONGEST_HOLD_S):
        raise CameraNameError(
            f"a picture cannot be held for {hold_s} s: hold it for more than 0 and "
            f"at most {LONGEST_HOLD_S:.0f} s"
        )
    return FolderCamera(directory, hold_s, FRAMES_PER_S)
