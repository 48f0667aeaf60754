"""How long the stones of a board take, beside k-means on patches of a picture made upright."""

from __future__ import annotations

from functools import cache
from pathlib import Path

import cv2
import numpy as np
import pytest
from pytest_benchmark.fixture import BenchmarkFixture

from hardware.boards import load_lattice_board
from hardware.cameras.folder import load_frame
from pi_app.board_reading import BoardReader
from vision.lattice_view import places_mm, raised
from vision.types import Floats, Frame

PHOTOS = Path(__file__).parents[1] / "tests" / "photos" / "y"
BOARD = load_lattice_board("y-board")
NAMES = ("y-hard-004", "y-hard-009")
PATCH = 15
"""Width in px of the patch that k-means gets of each node."""


@cache
def frame(name: str) -> Frame:
    return load_frame(PHOTOS / f"{name}.jpg")


@cache
def tracked(name: str) -> BoardReader:
    """A reader that has found the board already."""
    reader = BoardReader(BOARD)
    reader.read(frame(name))
    assert reader.place is not None
    return reader


@pytest.mark.parametrize("name", NAMES)
def test_stones_first(benchmark: BenchmarkFixture, name: str) -> None:
    """A new picture: markers, pose, where to look, 93 nodes."""
    benchmark(lambda: BoardReader(BOARD).read(frame(name)))


@pytest.mark.parametrize("name", NAMES)
def test_stones_again(benchmark: BenchmarkFixture, name: str) -> None:
    """The board where it was: 93 nodes afresh."""
    reader = tracked(name)
    benchmark(lambda: reader.read(frame(name)))


@pytest.mark.parametrize("name", NAMES)
def test_stones_by_k_means(benchmark: BenchmarkFixture, name: str) -> None:
    """Colours of patches in three clusters: what a first attempt would do; it knows no light."""
    place = tracked(name).place
    assert place is not None
    pixels, at = frame(name).pixels, place.project(raised(places_mm(BOARD), 0.0))
    benchmark(lambda: _clusters(pixels, at))


def _clusters(pixels: np.ndarray, at: Floats) -> None:
    patches = [
        cv2.getRectSubPix(pixels, (PATCH, PATCH), (float(x), float(y))).reshape(-1, 3).mean(axis=0)
        for x, y in at
    ]
    samples = np.array(patches, dtype=np.float32)
    stop = (cv2.TERM_CRITERIA_EPS + cv2.TERM_CRITERIA_MAX_ITER, 20, 0.5)
    labels = np.zeros((len(samples), 1), dtype=np.int32)
    cv2.kmeans(samples, 3, labels, stop, 3, cv2.KMEANS_PP_CENTERS)
