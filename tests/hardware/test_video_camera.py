"""Videos from files: their order, their times, their end, and every way a file can be bad."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import cv2
import numpy as np
import pytest

from hardware.cameras import CameraError, NoMorePictures
from hardware.cameras.video import VideoCamera

CODECS = {".avi": "MJPG", ".mp4": "mp4v"}
FRAMES, FRAMES_PER_S = 30, 10.0


def video(path: Path, frames: int = FRAMES, frames_per_s: float = FRAMES_PER_S) -> Path:
    """Pictures that grow lighter by 7 from one to the next, with a fixed pattern."""
    fourcc = cv2.VideoWriter.fourcc(*CODECS[path.suffix])
    writer = cv2.VideoWriter(str(path), fourcc, frames_per_s, (160, 120))
    assert writer.isOpened()
    pattern = np.random.default_rng(1).integers(0, 30, (120, 160, 1), dtype=np.uint8)
    for index in range(frames):
        writer.write(np.repeat(pattern + 7 * index, 3, axis=2).astype(np.uint8))
    writer.release()
    return path


@pytest.mark.parametrize("suffix", CODECS)
@pytest.mark.parametrize("frames_per_s", [10.0, 25.0, 30.0])
def test_every_picture_comes_at_its_own_time(
    tmp_path: Path, suffix: str, frames_per_s: float
) -> None:
    path = video(tmp_path / f"a{suffix}", frames_per_s=frames_per_s)
    with VideoCamera(path) as camera:
        frames = [camera.frame() for _ in range(FRAMES)]
        with pytest.raises(NoMorePictures, match="no more pictures"):
            camera.frame()
        with pytest.raises(NoMorePictures, match="no more pictures"):
            camera.frame()
    times = [frame.time_s for frame in frames]
    assert times == pytest.approx([i / frames_per_s for i in range(FRAMES)], abs=1e-3)
    means = [float(frame.pixels.mean()) for frame in frames]
    assert means == pytest.approx([means[0] + 7 * i for i in range(FRAMES)], abs=3)
    assert {frame.camera for frame in frames} == {path.name}


def test_opening_again_starts_at_the_beginning(tmp_path: Path) -> None:
    camera = VideoCamera(video(tmp_path / "a.avi"))
    firsts = []
    for _ in range(2):
        with camera:
            firsts.append(camera.frame())
            camera.frame()
    assert np.array_equal(firsts[0].pixels, firsts[1].pixels)
    assert firsts[0].time_s == firsts[1].time_s == 0.0


def half(path: Path) -> bytes:
    data = video(path).read_bytes()
    return data[: len(data) // 2]


BAD: dict[str, tuple[Callable[[Path], bytes] | None, str]] = {
    "missing": (None, "no video .*: check the name"),
    "empty": (lambda path: b"", "is empty"),
    "text": (lambda path: b"hello, I am not a video" * 50, "not a video"),
    "cut in its header": (lambda path: video(path).read_bytes()[:60], "not a video|is damaged"),
    "cut in half, index lost": (half, "not a video|is damaged"),
}


@pytest.mark.parametrize("case", BAD)
def test_bad_file_is_one_clear_line(tmp_path: Path, case: str) -> None:
    make, expected = BAD[case]
    path = tmp_path / "bad.mp4"
    if make:
        path.write_bytes(make(path))
    with pytest.raises(CameraError, match=expected) as caught:
        VideoCamera(path).open()
    assert str(path) in str(caught.value)
    assert "\n" not in str(caught.value)
    assert not isinstance(caught.value, NoMorePictures)


OPEN_ONE = """
import sys, pathlib
import pi_app
from hardware.cameras import CameraError
from hardware.cameras.video import VideoCamera
try:
    VideoCamera(pathlib.Path(sys.argv[1])).open()
except CameraError as error:
    print("refused")
"""


def test_the_libraries_add_no_lines_of_their_own(tmp_path: Path) -> None:
    (tmp_path / "a.mp4").write_bytes(half(tmp_path / "a.mp4"))
    run = subprocess.run(
        [sys.executable, "-c", OPEN_ONE, str(tmp_path / "a.mp4")],
        capture_output=True,
        text=True,
        check=True,
    )
    assert (run.stdout, run.stderr) == ("refused\n", "")


def test_a_folder_is_no_video(tmp_path: Path) -> None:
    with pytest.raises(CameraError, match="is not a file"):
        VideoCamera(tmp_path).open()


def test_a_video_that_is_cut_off_is_not_at_its_end(tmp_path: Path) -> None:
    path = tmp_path / "a.avi"
    path.write_bytes(half(path))
    with VideoCamera(path) as camera, pytest.raises(CameraError, match="cut off after") as caught:
        for _ in range(FRAMES):
            camera.frame()
    assert not isinstance(caught.value, NoMorePictures)
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize("suffix", CODECS)
def test_damaged_bytes_never_crash_and_times_rise(tmp_path: Path, suffix: str) -> None:
    whole = video(tmp_path / f"whole{suffix}", frames=12).read_bytes()
    rng = np.random.default_rng(3)
    for trial in range(25):
        data = bytearray(whole)
        for place in rng.integers(0, len(data), 8):
            data[place] = rng.integers(256)
        path = tmp_path / f"{trial}{suffix}"
        path.write_bytes(data)
        times = []
        with pytest.raises(CameraError), VideoCamera(path) as camera:
            for _ in range(100):
                times.append(camera.frame().time_s)
        assert times == sorted(set(times))
