"""A video file as a camera: its pictures in order, at the times that the file gives them."""

from __future__ import annotations

import math
from pathlib import Path

import cv2
import numpy as np

from hardware.cameras import Camera, CameraError, NoMorePictures
from hardware.cameras.folder import MOST_PIXELS
from vision.types import Frame

USUAL_FRAMES_PER_S = 25.0
"""Assumed where a file does not say."""
END_SHARE = 0.05
"""Files announce their length only roughly; one that ends earlier than this is cut off."""


class VideoCamera(Camera):
    """The pictures of a video file, upright if the file says how it was held."""

    recorded = True

    def __init__(self, path: Path) -> None:
        self.name = path.name or str(path)
        self._path = path
        self._capture: cv2.VideoCapture | None = None
        self._time_s = -math.inf

    def open(self) -> None:
        """Open the file; raises CameraError if it is missing or not a video."""
        if self._capture is not None:
            return
        _check_file(self._path)
        capture = cv2.VideoCapture(str(self._path.absolute()), _backend())
        if not capture.isOpened():
            raise CameraError(
                f"{self._path} is not a video that can be read: save it as MP4 or AVI"
            )
        width = capture.get(cv2.CAP_PROP_FRAME_WIDTH)
        height = capture.get(cv2.CAP_PROP_FRAME_HEIGHT)
        if width * height > MOST_PIXELS:
            raise CameraError(
                f"{self._path} is too large ({width:.0f}×{height:.0f}): "
                f"make it smaller than {MOST_PIXELS // 1_000_000} megapixels"
            )
        self._capture, self._time_s = capture, -math.inf

    def close(self) -> None:
        """Let the file go; opening again starts with the first picture."""
        if self._capture is not None:
            self._capture.release()
        self._capture = None

    def frame(self) -> Frame:
        """The next picture; raises NoMorePictures after the last, CameraError if cut off."""
        if self._capture is None:
            raise CameraError(f"the camera {self.name} is closed: open it first")
        read, pixels = self._capture.read()
        if not read:
            raise self._why_it_ended(self._capture)
        self._time_s = self._next_time_s(self._capture)
        return Frame(np.ascontiguousarray(pixels, dtype=np.uint8), self._time_s, self.name)

    def _next_time_s(self, capture: cv2.VideoCapture) -> float:
        """The file's own time of the picture just read; one frame on if that does not rise."""
        time_s = capture.get(cv2.CAP_PROP_POS_MSEC) / 1000
        if self._time_s == -math.inf:
            return time_s if math.isfinite(time_s) else 0.0
        if math.isfinite(time_s) and time_s > self._time_s:
            return time_s
        return self._time_s + 1 / _frames_per_s(capture)

    def _why_it_ended(self, capture: cv2.VideoCapture) -> CameraError:
        if self._time_s == -math.inf:
            return CameraError(f"{self._path} is damaged: none of its pictures can be read")
        frames_per_s = _frames_per_s(capture)
        length_s = capture.get(cv2.CAP_PROP_FRAME_COUNT) / frames_per_s
        if self._time_s + 2 / frames_per_s < length_s * (1 - END_SHARE):
            return CameraError(
                f"{self._path} is damaged or cut off after {self._time_s:.1f} s: copy it again"
            )
        return NoMorePictures(f"no more pictures in {self._path}: it ends at {self._time_s:.1f} s")


def _check_file(path: Path) -> None:
    """Only files may be opened: OpenCV would also take addresses and devices."""
    if not path.exists():
        raise CameraError(f"no video {path}: check the name")
    if not path.is_file():
        raise CameraError(f"{path} is not a file: name a video file")
    try:
        with path.open("rb") as file:
            empty = not file.read(1)
    except OSError as error:
        raise CameraError(f"cannot open the video {path}: {error.strerror}") from error
    if empty:
        raise CameraError(f"{path} is empty: copy the file again")


def _backend() -> int:
    """FFmpeg knows the files' own times; without it, whatever this OpenCV has."""
    built_in = cv2.videoio_registry.getBackends()
    return cv2.CAP_FFMPEG if cv2.CAP_FFMPEG in built_in else cv2.CAP_ANY


def _frames_per_s(capture: cv2.VideoCapture) -> float:
    said = capture.get(cv2.CAP_PROP_FPS)
    return said if math.isfinite(said) and 0.1 <= said <= 1000 else USUAL_FRAMES_PER_S
