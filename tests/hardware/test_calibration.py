"""Camera files: what is taken, and scaling to another size of picture."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from hardware.boards import BoardFileError
from hardware.cameras.calibration import fitted, load_camera_model
from hardware.cameras.scene import camera_model, looking_at
from vision.pose import project
from vision.types import CameraModel

GOOD = {"width": 2304, "height": 1296, "focal_px": 1774, "cx": 1151.5, "cy": 647.5, "k1": 0.02}
POSE = looking_at((0.0, 0.0, 0.0), 65.0, 20.0, 400.0)


def saved(path: Path, data: object) -> Path:
    path.write_text(data if isinstance(data, str) else json.dumps(data), encoding="utf-8")
    return path


def test_a_file_becomes_the_model(tmp_path: Path) -> None:
    model = load_camera_model(saved(tmp_path / "c.json", GOOD))
    assert model == CameraModel(2304, 1296, 1774.0, 1151.5, 647.5, 0.02)


def test_k1_may_be_left_out(tmp_path: Path) -> None:
    short = {key: value for key, value in GOOD.items() if key != "k1"}
    assert load_camera_model(saved(tmp_path / "c.json", short)).k1 == 0.0


BAD = [
    ("nothing like JSON", "c.json"),
    ({**GOOD, "width": 0}, "width: "),
    ({**GOOD, "height": "1296"}, "height: "),
    ({**GOOD, "focal_px": 1e9}, "focal_px: "),
    ({**GOOD, "k1": 7}, "k1: "),
    ({**GOOD, "k2": 0}, "k2: is not a known field"),
    ('{"width": NaN}', "width: "),
]


@pytest.mark.parametrize(("data", "says"), BAD)
def test_a_bad_file_is_one_line(data: object, says: str, tmp_path: Path) -> None:
    with pytest.raises(BoardFileError) as caught:
        load_camera_model(saved(tmp_path / "c.json", data))
    assert says in str(caught.value)
    assert "\n" not in str(caught.value)


@given(
    st.sampled_from([0.25, 0.5, 1.0, 2.0]),
    st.floats(-0.06, 0.06),
    st.floats(-40, 40),
    st.floats(-40, 40),
)
def test_a_smaller_picture_shows_the_same_at_the_same_place(
    scale: float, k1: float, x_mm: float, y_mm: float
) -> None:
    model = camera_model(1024, 768, 900.0, k1)
    smaller = fitted(model, int(1024 * scale), int(768 * scale))
    assert smaller is not None
    point = np.array([[x_mm, y_mm, 0.0]])
    whole, part = project(point, POSE, model), project(point, POSE, smaller)
    assert np.allclose((whole + 0.5) * scale, part + 0.5, atol=1e-6)


@pytest.mark.parametrize(
    ("width", "height", "fits"),
    [(1024, 768, True), (512, 384, True), (341, 256, True), (1024, 576, False), (768, 1024, False)],
)
def test_another_shape_does_not_fit(width: int, height: int, fits: bool) -> None:
    model = replace(camera_model(1024, 768, 900.0), cx=500.0)
    assert (fitted(model, width, height) is not None) == fits
