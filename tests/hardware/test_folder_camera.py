"""Photographs from files: order, orientation, focal length, and every way a file can be bad."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from PIL import Image

from hardware.cameras import CameraError, NoMorePictures
from hardware.cameras.folder import MOST_PIXELS, FolderCamera, focal_from_exif, load_frame
from vision.errors import PictureError
from vision.types import Pixels

FOCAL_MM, FOCAL_35, WIDTH, DENSITY, UNIT, ORIENTATION = (
    0x920A,
    0xA405,
    0xA002,
    0xA20E,
    0xA210,
    0x112,
)


def picture(width: int = 64, height: int = 48) -> Pixels:
    """Noise with a blue top left, a green top right and a red bottom left."""
    pixels = np.random.default_rng(1).integers(100, 120, (height, width, 3), dtype=np.uint8)
    pixels[:16, :16], pixels[:16, -16:], pixels[-16:, :16] = (250, 0, 0), (0, 250, 0), (0, 0, 250)
    return pixels


def jpeg(path: Path, pixels: Pixels, exif: Image.Exif | None = None) -> Path:
    Image.fromarray(pixels[..., ::-1]).save(path, quality=95, exif=exif or Image.Exif())
    return path


@pytest.mark.parametrize("suffix", [".png", ".bmp", ".tif"])
def test_lossless_pictures_come_back_exactly(tmp_path: Path, suffix: str) -> None:
    path = tmp_path / f"a{suffix}"
    cv2.imwrite(str(path), picture())
    frame = load_frame(path)
    assert np.array_equal(frame.pixels, picture())
    assert (frame.camera, frame.model) == (path.name, None)


STORED: dict[int, Callable[[Pixels], Pixels]] = {
    1: lambda upright: upright,
    2: lambda upright: upright[:, ::-1],
    3: lambda upright: upright[::-1, ::-1],
    4: lambda upright: upright[::-1],
    5: lambda upright: upright.transpose(1, 0, 2),
    6: lambda upright: np.rot90(upright, 1),
    7: lambda upright: upright[::-1, ::-1].transpose(1, 0, 2),
    8: lambda upright: np.rot90(upright, -1),
}
"""How a camera stores an upright picture under each EXIF orientation."""


@pytest.mark.parametrize("orientation", STORED)
def test_pictures_come_upright(tmp_path: Path, orientation: int) -> None:
    exif = Image.Exif()
    exif[ORIENTATION] = orientation
    stored = np.ascontiguousarray(STORED[orientation](picture()))
    frame = load_frame(jpeg(tmp_path / "a.jpg", stored, exif))
    assert frame.pixels.shape == picture().shape
    assert np.abs(frame.pixels[4:12, 4:12].mean(axis=(0, 1)) - (250, 0, 0)).max() < 12
    assert np.abs(frame.pixels[4:12, -12:-4].mean(axis=(0, 1)) - (0, 250, 0)).max() < 12
    assert np.abs(frame.pixels[-12:-4, 4:12].mean(axis=(0, 1)) - (0, 0, 250)).max() < 12


def whole(path: Path) -> bytes:
    return jpeg(path, picture(320, 240)).read_bytes()


BAD: dict[str, tuple[Callable[[Path], bytes] | None, str]] = {
    "missing": (None, "no picture"),
    "empty": (lambda path: b"", "is empty"),
    "text": (lambda path: b"hello, I am not a picture", "not a picture"),
    "cut in half": (lambda path: whole(path)[: len(whole(path)) // 2], "damaged or cut off"),
    "cut in its header": (lambda path: whole(path)[:30], "not a picture|damaged or cut off"),
}


@pytest.mark.parametrize("case", BAD)
def test_bad_file_is_one_clear_line(tmp_path: Path, case: str) -> None:
    make, expected = BAD[case]
    path = tmp_path / "bad.jpg"
    if make:
        path.write_bytes(make(path))
    with pytest.raises(PictureError, match=expected) as caught:
        load_frame(path)
    assert str(path) in str(caught.value)
    assert "\n" not in str(caught.value)


def test_a_folder_is_no_picture(tmp_path: Path) -> None:
    with pytest.raises(PictureError, match="is a folder"):
        load_frame(tmp_path)


def test_a_small_file_that_claims_to_be_huge_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "bomb.png"
    Image.new("1", (12_000, MOST_PIXELS // 12_000 + 1)).save(path)
    with pytest.raises(PictureError, match="too large"):
        load_frame(path)


@given(position=st.integers(0, 2000), value=st.integers(0, 255))
def test_damaged_bytes_never_crash(
    tmp_path_factory: pytest.TempPathFactory, position: int, value: int
) -> None:
    path = tmp_path_factory.mktemp("damaged") / "a.jpg"
    data = bytearray(whole(path))
    data[position % len(data)] = value
    path.write_bytes(data)
    try:
        assert load_frame(path).pixels.ndim == 3
    except PictureError as error:
        assert str(path) in str(error)


FOCAL: list[tuple[str, dict[int, Any], float | None]] = [
    ("nothing said", {}, None),
    ("26 mm equivalent of 4000×3000", {FOCAL_35: 26}, 26 / 43.2666 * 5000),
    ("density in inches", {FOCAL_MM: 4.0, DENSITY: 20000.0, UNIT: 2}, 4 * 20000 / 25.4),
    ("density in cm", {FOCAL_MM: 4.0, DENSITY: 8000.0, UNIT: 3}, 3200.0),
    ("made half as large", {FOCAL_MM: 4.0, DENSITY: 16000.0, UNIT: 3, WIDTH: 8000}, 3200.0),
    ("the equivalent is 0: unknown", {FOCAL_35: 0}, None),
    ("absurd", {FOCAL_35: 60000}, None),
    ("not a number", {FOCAL_35: "wide"}, None),
    ("focal length without density", {FOCAL_MM: 4.0}, None),
]


@pytest.mark.parametrize(("case", "exif", "expected"), FOCAL, ids=[case for case, _, _ in FOCAL])
def test_focal_length(case: str, exif: dict[int, Any], expected: float | None) -> None:
    found = focal_from_exif(exif, 4000, 3000)
    assert found == (None if expected is None else pytest.approx(expected, rel=1e-4))


def test_focal_length_of_a_file(tmp_path: Path) -> None:
    exif = Image.Exif()
    exif[0x8769] = {FOCAL_35: 28, FOCAL_MM: 4.3}
    model = load_frame(jpeg(tmp_path / "a.jpg", picture(640, 480), exif)).model
    assert model is not None
    assert (model.width, model.height, model.cx, model.cy) == (640, 480, 319.5, 239.5)
    assert model.focal_px == pytest.approx(28 / 43.2666 * 800, rel=1e-4)


def test_a_folder_is_shown_by_name_and_ends(tmp_path: Path) -> None:
    for name, level in (("b.png", 20), ("a.PNG", 10), ("c.jpeg", 30), ("notes.txt", 0)):
        target = tmp_path / name
        if level:
            Image.new("RGB", (32, 32), (level,) * 3).save(target)
        else:
            target.write_text("not a picture")
    with FolderCamera(tmp_path) as camera:
        assert [int(camera.frame().pixels.mean()) for _ in range(3)] == [10, 20, 30]
        with pytest.raises(CameraError, match="no more pictures"):
            camera.frame()


def test_one_bad_picture_does_not_stop_the_folder(tmp_path: Path) -> None:
    (tmp_path / "a.png").write_bytes(b"")
    Image.new("RGB", (32, 32), (40, 40, 40)).save(tmp_path / "b.png")
    with FolderCamera(tmp_path) as camera:
        with pytest.raises(PictureError, match="is empty"):
            camera.frame()
        assert camera.frame().time_s == 1.0


@pytest.mark.parametrize(("name", "expected"), [("nowhere", "cannot open"), ("", "no pictures in")])
def test_no_folder_and_no_pictures(tmp_path: Path, name: str, expected: str) -> None:
    with pytest.raises(CameraError, match=expected):
        FolderCamera(tmp_path / name).open()


HOLDS: list[tuple[float, float | None, list[float]]] = [
    # hold_s, frames_per_s, the times of two pictures' frames
    (1.0, None, [0, 1]),
    (2.0, None, [0, 2]),
    (0.5, 10, [0, 0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9]),
    (0.25, 10, [0, 0.1, 0.2, 0.25, 0.35, 0.45]),
    (0.3, 10, [0, 0.1, 0.2, 0.3, 0.4, 0.5]),
    (0.01, 10, [0, 0.01]),
]


@pytest.mark.parametrize(("hold_s", "frames_per_s", "times"), HOLDS)
def test_pictures_are_held(
    tmp_path: Path, hold_s: float, frames_per_s: float | None, times: list[float]
) -> None:
    for name in ("a.png", "b.png"):
        Image.new("RGB", (32, 32), (40, 40, 40)).save(tmp_path / name)
    with FolderCamera(tmp_path, hold_s, frames_per_s) as camera:
        frames = [camera.frame() for _ in times]
        with pytest.raises(NoMorePictures):
            camera.frame()
    assert [frame.time_s for frame in frames] == pytest.approx(times)
    pictures = [frame.picture for frame in frames]
    assert pictures == ["a.png"] * (len(times) // 2) + ["b.png"] * (len(times) // 2)
    assert len({id(frame.pixels) for frame in frames}) == 2


def test_a_held_bad_picture_is_told_once_and_its_time_passes(tmp_path: Path) -> None:
    Image.new("RGB", (32, 32), (40, 40, 40)).save(tmp_path / "a.png")
    (tmp_path / "b.png").write_bytes(b"")
    Image.new("RGB", (32, 32), (40, 40, 40)).save(tmp_path / "c.png")
    with FolderCamera(tmp_path, 0.2, 10) as camera:
        assert [camera.frame().time_s for _ in range(2)] == [0.0, 0.1]
        with pytest.raises(PictureError, match=r"b\.png is empty"):
            camera.frame()
        assert [camera.frame().time_s for _ in range(2)] == pytest.approx([0.4, 0.5])


def test_folders_in_a_folder_are_not_looked_into(tmp_path: Path) -> None:
    (tmp_path / "inner.png").mkdir()
    Image.new("RGB", (32, 32)).save(tmp_path / "inner.png" / "a.png")
    with pytest.raises(CameraError, match="no pictures in"):
        FolderCamera(tmp_path).open()
