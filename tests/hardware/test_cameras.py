"""The contract that every camera keeps; a new camera is one more rig in RIGS."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import cv2
import numpy as np
import pytest

from hardware.boards import load_lattice_board
from hardware.cameras import Camera, CameraError
from hardware.cameras.folder import FolderCamera
from hardware.cameras.scene import ONE_SHEET_CAMERA, ONE_SHEET_POSE, SheetOnTable
from hardware.cameras.video import VideoCamera
from hardware.cameras.virtual import VirtualTable
from hardware.cameras.virtual_board import BoardOnTable, VirtualBoard


def folder_rig(folder: Path) -> Camera:
    """Three grey pictures, the later the lighter."""
    for index, level in enumerate((50, 100, 150)):
        cv2.imwrite(str(folder / f"{index}.png"), np.full((48, 64, 3), level, np.uint8))
    return FolderCamera(folder)


def held_folder_rig(folder: Path) -> Camera:
    """The same, held for a frame each by the clock of a camera with 10 frames a second."""
    folder_rig(folder)
    return FolderCamera(folder, 0.1, 10)


def video_rig(folder: Path) -> Camera:
    """Three grey pictures, the later the lighter."""
    path = folder / "a.avi"
    writer = cv2.VideoWriter(str(path), cv2.VideoWriter.fourcc(*"MJPG"), 10, (64, 48))
    for level in (50, 100, 150):
        writer.write(np.full((48, 64, 3), level, np.uint8))
    writer.release()
    return VideoCamera(path)


def virtual_rig(_: Path) -> Camera:
    return VirtualTable([SheetOnTable(1)], ONE_SHEET_CAMERA, ONE_SHEET_POSE, noise=2.0)


def virtual_board_rig(_: Path) -> Camera:
    return VirtualBoard(BoardOnTable(load_lattice_board("yinyang-board"), {"a1": "black"}))


RIGS: dict[str, Callable[[Path], Camera]] = {
    "folder": folder_rig,
    "held folder": held_folder_rig,
    "video": video_rig,
    "virtual": virtual_rig,
    "virtual board": virtual_board_rig,
}


@pytest.fixture(params=RIGS)
def camera(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Camera]:
    made = RIGS[request.param](tmp_path)
    yield made
    made.close()


def test_first_frame(camera: Camera) -> None:
    with camera:
        frame = camera.frame()
    height, width, channels = frame.pixels.shape
    assert frame.pixels.dtype == np.uint8
    assert channels == 3
    assert frame.pixels.flags.c_contiguous
    assert frame.camera == camera.name
    if frame.model is not None:
        assert (frame.model.width, frame.model.height) == (width, height)


def test_times_rise_and_pictures_differ(camera: Camera) -> None:
    with camera:
        frames = [camera.frame() for _ in range(3)]
    times = [frame.time_s for frame in frames]
    assert times[0] < times[1] < times[2]
    assert not np.array_equal(frames[0].pixels, frames[1].pixels)


def test_frame_before_open_says_so(camera: Camera) -> None:
    with pytest.raises(CameraError, match="closed"):
        camera.frame()


def test_frame_after_close_says_so(camera: Camera) -> None:
    with camera:
        camera.frame()
    with pytest.raises(CameraError, match="closed"):
        camera.frame()


def test_open_and_close_twice_are_once(camera: Camera) -> None:
    camera.open()
    first = camera.frame()
    camera.open()
    assert camera.frame().time_s > first.time_s
    camera.close()
    camera.close()


def test_opens_again_after_close(camera: Camera) -> None:
    for _ in range(2):
        with camera:
            assert camera.frame().pixels.size
