"""How long each stage of a reading takes, and how that compares with a named baseline."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from pathlib import Path

import cv2
import numpy as np
import pytest
from numpy.typing import NDArray
from pytest_benchmark.fixture import BenchmarkFixture

from hardware.boards import load_block_sheet
from hardware.cameras.folder import load_frame
from pi_app.block_search import Candidates, search
from pi_app.evaluation import sets_for
from pi_app.games.blocks.sets import bundled_sets
from pi_app.reading import PX_PER_MM, Reader
from pi_app.truth import PhotoTruth, load_truths
from vision.blocks import BlockObservation
from vision.markers import find_markers
from vision.palette import Palette
from vision.rays import NO_VOXEL
from vision.register import Registration, register
from vision.sheet_print import raster
from vision.types import Frame, Pixels
from vision.view import SheetView, view_sheet

PHOTOS = Path(__file__).parents[1] / "tests" / "photos"
BOARD = load_block_sheet()
ONE_SHEET = ("blocks/blocks-easy-005", "blocks/blocks-hard-009")
TABLE = "table/table-001"
SAMPLE = 200
"""How many arrangements the plain loop scores; its time is scaled up to all of them."""


@dataclass(frozen=True, eq=False)
class Prepared:
    """A photograph with everything that comes before the stage under test."""

    truth: PhotoTruth
    pixels: Pixels
    found: Registration
    view: SheetView
    observation: BlockObservation
    candidates: Candidates


@cache
def truth_of(name: str) -> PhotoTruth:
    folder, stem = name.split("/")
    truths = load_truths(PHOTOS / folder)
    return next(p for p in truths if isinstance(p, PhotoTruth) and p.path.stem == stem)


@cache
def prepared(name: str) -> Prepared:
    truth = truth_of(name)
    pixels = load_frame(truth.path).pixels
    found = register(pixels, BOARD)
    view = viewed(found)
    return Prepared(
        truth, pixels, found, view, BlockObservation(view, pixels), Candidates(sets_for(truth))
    )


@cache
def prints(number: int) -> dict[str, Pixels]:
    return {style: raster(BOARD, number, style, PX_PER_MM) for style in BOARD.styles}


def viewed(found: Registration) -> SheetView:
    sheet = found.sheets[0]
    return view_sheet(BOARD, prints(sheet.number), PX_PER_MM, sheet.pose, found.model)


@pytest.mark.parametrize("name", [*ONE_SHEET, TABLE])
def test_markers_by_opencv(benchmark: BenchmarkFixture, name: str) -> None:
    """Baseline: cv2.aruco as it comes, on the whole picture."""
    grey = cv2.cvtColor(load_frame(truth_of(name).path).pixels, cv2.COLOR_BGR2GRAY)
    detector = cv2.aruco.ArucoDetector(
        cv2.aruco.getPredefinedDictionary(getattr(cv2.aruco, BOARD.dictionary))
    )
    assert len(benchmark(detector.detectMarkers, grey)[0]) >= 2


@pytest.mark.parametrize("name", [*ONE_SHEET, TABLE])
def test_markers(benchmark: BenchmarkFixture, name: str) -> None:
    pixels = load_frame(truth_of(name).path).pixels
    assert len(benchmark(find_markers, pixels, BOARD.dictionary)) >= 2


@pytest.mark.parametrize("name", [*ONE_SHEET, TABLE])
def test_registration(benchmark: BenchmarkFixture, name: str) -> None:
    pixels = load_frame(truth_of(name).path).pixels
    assert benchmark(register, pixels, BOARD).sheets


@pytest.mark.parametrize("name", ONE_SHEET)
def test_view(benchmark: BenchmarkFixture, name: str) -> None:
    benchmark(viewed, prepared(name).found)


@pytest.mark.parametrize("name", ONE_SHEET)
def test_look(benchmark: BenchmarkFixture, name: str) -> None:
    ready = prepared(name)
    benchmark(BlockObservation, ready.view, ready.pixels)


@pytest.mark.parametrize("name", ONE_SHEET)
def test_search(benchmark: BenchmarkFixture, name: str) -> None:
    """Pose known: the arrangements' first hits are kept from the frame before."""
    ready = prepared(name)
    search(ready.observation, ready.candidates, 0)
    found = benchmark(search, ready.observation, ready.candidates, 0)
    assert found.best.scene == ready.truth.sheets[0].scene


def plain_loop(
    lists: list[list[int]],
    bare: list[float],
    paint: list[list[list[float]]],
    scenes: list[list[int]],
) -> list[float]:
    """Every scene's score: along each ray group, the first occupied voxel's value, added up."""
    scores = []
    for scene in scenes:
        total = 0.0
        for group, voxels in enumerate(lists):
            value = bare[group]
            for depth, voxel in enumerate(voxels):
                if voxel == NO_VOXEL:
                    break
                if scene[voxel]:
                    value = paint[group][depth][scene[voxel] - 1]
                    break
            total += value
        scores.append(total)
    return scores


def labels_of(name: str) -> NDArray[np.uint8]:
    ready = prepared(name)
    return ready.candidates.arrangements(ready.candidates.sets[0]).labels


@pytest.mark.parametrize("name", ONE_SHEET)
def test_scoring_by_plain_loop(benchmark: BenchmarkFixture, name: str) -> None:
    """Baseline: Python loops over a sample; ``scaled_by`` makes it all arrangements."""
    view, labels = prepared(name).view, labels_of(name)
    padded = np.zeros((len(labels), 9 * 4), np.uint8)
    padded[:, : labels.shape[1]] = labels
    groups, depth = view.groups.lists.shape
    random = np.random.default_rng(1)
    bare = random.normal(size=(groups,)).tolist()
    paint = random.normal(size=(groups, depth, 3)).tolist()
    scenes = padded[:: len(labels) // SAMPLE][:SAMPLE].tolist()
    benchmark.extra_info["scaled_by"] = len(labels) / len(scenes)
    benchmark(plain_loop, view.groups.lists.tolist(), bare, paint, scenes)


@pytest.mark.parametrize("name", ONE_SHEET)
def test_scoring(benchmark: BenchmarkFixture, name: str) -> None:
    """All arrangements of a set on a new pose: first hits, then likelihoods."""
    ready, labels = prepared(name), labels_of(name)
    colours = ready.candidates.sets[0].colours

    def score() -> NDArray[np.float64]:
        codes = ready.observation.codes(labels)
        return ready.observation.quick(codes, colours, Palette())

    assert len(benchmark(score)) == len(labels)


@pytest.mark.parametrize("name", [*ONE_SHEET, TABLE])
def test_first_read(benchmark: BenchmarkFixture, name: str) -> None:
    """A reader that has never seen this pose; the set given, as in a game."""
    truth = truth_of(name)
    frame = load_frame(truth.path)
    benchmark.pedantic(  # type: ignore[no-untyped-call]
        lambda reader: reader.read(frame),
        setup=lambda: ((Reader(sets_for(truth)),), {}),
        rounds=8,
        warmup_rounds=1,
    )


@pytest.mark.parametrize("name", [*ONE_SHEET, TABLE])
def test_read_again(benchmark: BenchmarkFixture, name: str) -> None:
    """Pose known: the camera and the sheets have not moved."""
    truth = truth_of(name)
    frame, reader = load_frame(truth.path), Reader(sets_for(truth))
    reader.read(frame)
    benchmark(_afresh, reader, frame)


@pytest.mark.parametrize("name", [*ONE_SHEET, TABLE])
def test_read_unchanged(benchmark: BenchmarkFixture, name: str) -> None:
    """Pose known, and nothing on the sheet has changed since the frame before."""
    truth = truth_of(name)
    frame, reader = load_frame(truth.path), Reader(sets_for(truth))
    reader.read(frame)
    benchmark(reader.read, frame)


def _afresh(reader: Reader, frame: Frame) -> None:
    reader.forget()
    reader.read(frame)


@pytest.mark.parametrize("name", ONE_SHEET)
def test_read_again_with_any_set(benchmark: BenchmarkFixture, name: str) -> None:
    """Pose known, the colours must tell the set."""
    frame, reader = load_frame(truth_of(name).path), Reader(tuple(bundled_sets().values()))
    reader.read(frame)
    benchmark(_afresh, reader, frame)
