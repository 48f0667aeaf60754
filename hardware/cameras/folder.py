"""Photographs as frames: one file, or a folder of them in the order of their names."""

from __future__ import annotations

import math
import warnings
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
from PIL import Image, ImageOps, UnidentifiedImageError

from hardware.cameras import Camera, CameraError, NoMorePictures
from vision.errors import PictureError
from vision.types import CameraModel, Frame

SUFFIXES = (".jpg", ".jpeg", ".png", ".webp", ".bmp", ".tif", ".tiff")
FORMATS = ("JPEG", "PNG", "WEBP", "BMP", "TIFF")
MOST_PIXELS = 120_000_000
"""More than any camera on a Pi takes; a small file that claims more is an attack or a mistake."""

FILM_DIAGONAL_MM = math.hypot(36.0, 24.0)
_EXIF = {"focal_mm": 0x920A, "focal_35": 0xA405, "width": 0xA002, "density": 0xA20E, "unit": 0xA210}
_UNIT_MM = {2: 25.4, 3: 10.0, 4: 1.0}


class FolderCamera(Camera):
    """The pictures of a folder by name; each stands ``hold_s`` seconds by the camera's own clock.

    Without ``frames_per_s`` a picture is one frame. With it, as many as fall into its time; they
    share their pixels.
    """

    recorded = True

    def __init__(
        self, folder: Path, hold_s: float = 1.0, frames_per_s: float | None = None
    ) -> None:
        self.name = folder.name or str(folder)
        self._folder = folder
        self._hold_s = hold_s
        self._step_s = 1 / frames_per_s if frames_per_s else hold_s
        self._frames_each = max(1, math.ceil(hold_s / self._step_s - 1e-9))
        self._paths: list[Path] | None = None
        self._next, self._shown = 0, 0
        self._held: Frame | None = None

    def open(self) -> None:
        """List the pictures; raises CameraError if there is no such folder or it holds none."""
        if self._paths is not None:
            return
        try:
            paths = [
                path
                for path in self._folder.iterdir()
                if path.suffix.lower() in SUFFIXES and path.is_file()
            ]
        except OSError as error:
            raise CameraError(f"cannot open the folder {self._folder}: {error.strerror}") from error
        if not paths:
            raise CameraError(
                f"no pictures in {self._folder}: expected {', '.join(SUFFIXES)} files"
            )
        self._paths, self._next, self._held = sorted(paths), 0, None

    def close(self) -> None:
        """Forget the list; opening again starts with the first picture."""
        self._paths = None

    def frame(self) -> Frame:
        """The next frame; raises NoMorePictures after the last one.

        A picture that cannot be used raises PictureError once; its time passes all the same.
        """
        if self._paths is None:
            raise CameraError(f"the camera {self.name} is closed: open it first")
        if self._held is None or self._shown == self._frames_each:
            self._held = None
            self._held = self._load_next(self._paths)
            self._shown = 0
        time_s = self._held.time_s + self._shown * self._step_s
        self._shown += 1
        return replace(self._held, time_s=time_s)

    def _load_next(self, paths: list[Path]) -> Frame:
        if self._next == len(paths):
            raise NoMorePictures(f"no more pictures in {self._folder}: it holds {len(paths)}")
        index, self._next = self._next, self._next + 1
        return load_frame(paths[index], index * self._hold_s, self.name)


def load_frame(path: Path, time_s: float = 0.0, camera: str = "") -> Frame:
    """The picture in a file, upright (EXIF orientation applied); ``camera`` defaults to its name.

    The camera model is filled in when the picture says its focal length (EXIF). Raises
    PictureError when the file is missing, empty, truncated or not a picture.
    """
    upright, exif = _decode(path)
    pixels = np.ascontiguousarray(np.asarray(upright)[..., ::-1])
    height, width = pixels.shape[:2]
    focal_px = focal_from_exif(exif, width, height)
    model = None
    if focal_px is not None:
        model = CameraModel(width, height, focal_px, (width - 1) / 2, (height - 1) / 2)
    return Frame(pixels, time_s, camera or path.name, model, path.name)


def _decode(path: Path) -> tuple[Image.Image, Mapping[int, Any]]:
    """The upright R, G, B image and its EXIF fields; every way to fail is one clear line."""
    try:
        # Odd metadata makes Pillow warn; it is no reason to refuse a picture.
        with warnings.catch_warnings(action="ignore"), Image.open(path, formats=FORMATS) as image:
            if image.width * image.height > MOST_PIXELS:
                raise PictureError(
                    f"{path} is too large ({image.width}×{image.height}): "
                    f"make it smaller than {MOST_PIXELS // 1_000_000} megapixels"
                )
            image.load()
            return _eight_bit(ImageOps.exif_transpose(image)).convert("RGB"), _exif(image)
    except FileNotFoundError as error:
        raise PictureError(f"no picture {path}: check the name") from error
    except (OSError, SyntaxError, ValueError, Image.DecompressionBombError) as error:
        raise PictureError(_why(path, error)) from error


def _eight_bit(image: Image.Image) -> Image.Image:
    """Sixteen-bit grey scaled down; Pillow would cut off all above 255. Others as they are."""
    if not image.mode.startswith("I"):
        return image
    return Image.fromarray(
        (np.asarray(image).astype(np.int64) // 256).clip(0, 255).astype(np.uint8)
    )


def _why(path: Path, error: Exception) -> str:
    """Which of the usual reasons made a file unreadable, and what to do."""
    if path.is_dir():
        return f"{path} is a folder, not a picture: name a picture in it"
    if isinstance(error, PermissionError):
        return f"may not read {path}: change its permissions"
    if isinstance(error, Image.DecompressionBombError):
        return f"{path} is too large: make it smaller than {MOST_PIXELS // 1_000_000} megapixels"
    if path.stat().st_size == 0:
        return f"{path} is empty: take the picture again or copy the file again"
    if isinstance(error, UnidentifiedImageError):
        return f"{path} is not a picture that can be read: save it as JPEG or PNG"
    return f"{path} is damaged or cut off: take the picture again or copy the file again"


def _exif(image: Image.Image) -> Mapping[int, Any]:
    try:
        return dict(image.getexif().get_ifd(0x8769))
    except (OSError, SyntaxError, ValueError, KeyError, TypeError):
        return {}  # Damaged metadata: the picture itself was read.


def focal_from_exif(exif: Mapping[int, Any], width: int, height: int) -> float | None:
    """The focal length in px from EXIF fields (CIPA DC-008), or None if they don't say it.

    From the 35 mm equivalent (by diagonal), or from the focal length and the sensor's pixel
    density, scaled if the picture was made smaller since. Values no lens for a table has
    (outside 0.3–10 picture widths) are taken as absent.
    """
    values = {name: _positive(exif.get(tag)) for name, tag in _EXIF.items()}
    focal_px = None
    if values["focal_35"]:
        focal_px = values["focal_35"] / FILM_DIAGONAL_MM * math.hypot(width, height)
    elif values["focal_mm"] and values["density"]:
        unit_mm = _UNIT_MM.get(int(values["unit"] or 2), 25.4)
        scale = max(width, height) / values["width"] if values["width"] else 1.0
        focal_px = values["focal_mm"] * values["density"] / unit_mm * scale
    if focal_px is None or not 0.3 < focal_px / max(width, height) < 10:
        return None
    return focal_px


def _positive(value: object) -> float | None:
    try:
        number = float(value)  # type: ignore[arg-type]
    except (TypeError, ValueError, ZeroDivisionError):
        return None
    return number if math.isfinite(number) and number > 0 else None
