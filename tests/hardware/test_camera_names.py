"""Cameras by name: what a command's --camera may say, and one clear line for all else."""

from __future__ import annotations

from pathlib import Path

import pytest

from hardware.boards import BoardFileError
from hardware.cameras import CameraError
from hardware.cameras.folder import FolderCamera
from hardware.cameras.open import camera_named
from hardware.cameras.video import VideoCamera
from hardware.cameras.virtual_board import VirtualBoard

KNOWN = {
    "folder:photos": FolderCamera,
    "video:game.mp4": VideoCamera,
    "video:C:/a.avi": VideoCamera,
    "virtual:y-board": VirtualBoard,
}


@pytest.mark.parametrize("name", KNOWN)
def test_known_names(name: str) -> None:
    assert type(camera_named(name)) is KNOWN[name]


WRONG: list[tuple[str, float | None, str]] = [
    ("", None, "no camera ''"),
    ("folder", None, "no camera 'folder'"),
    ("folder:", None, "no camera 'folder:'"),
    ("usb:0", None, "no kind of camera 'usb'"),
    ("video:a.avi", 1.0, "has its own time"),
    ("virtual:y-board", 1.0, "has its own time"),
    ("folder:a", 0.0, "cannot be held for 0.0 s"),
    ("folder:a", -1.0, "cannot be held"),
    ("folder:a", float("nan"), "cannot be held"),
    ("folder:a", float("inf"), "cannot be held"),
]


@pytest.mark.parametrize(("name", "hold_s", "expected"), WRONG)
def test_wrong_names_are_one_clear_line(name: str, hold_s: float | None, expected: str) -> None:
    with pytest.raises(CameraError, match=expected) as caught:
        camera_named(name, hold_s)
    assert caught.value.exit_code == 2
    assert "\n" not in str(caught.value)


def test_the_name_is_not_opened_yet(tmp_path: Path) -> None:
    camera = camera_named(f"folder:{tmp_path / 'later'}", 1.0)
    with pytest.raises(CameraError, match="cannot open"):
        camera.open()


def test_a_virtual_board_must_exist() -> None:
    with pytest.raises(BoardFileError, match="no-such-board"):
        camera_named("virtual:no-such-board")
