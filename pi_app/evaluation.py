"""Read photographs of known truth and judge each sheet: right, unsure or wrong, and how fast."""

from __future__ import annotations

import time
from collections.abc import Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from functools import lru_cache, partial
from multiprocessing import get_context
from typing import Literal

import cv2

from hardware.cameras.folder import load_frame
from pi_app.block_search import Candidates
from pi_app.board_evaluation import JudgedBoard, judge_board
from pi_app.games.blocks.scene import BlockScene, Voxel
from pi_app.games.blocks.sets import BlockSet, bundled_sets
from pi_app.reading import Reader
from pi_app.readings import Reading
from pi_app.truth import BoardTruth, PhotoTruth, SheetTruth
from pi_app.workers import ctrl_c_waits
from vision.errors import PictureError

Outcome = Literal["right", "unsure", "wrong"]


@dataclass(frozen=True)
class Judged:
    """One sheet of one photograph: the truth, what was read, and the photograph's times.

    ``first_ms`` is the first read, with all that a new pose needs; ``again_ms`` the second one.
    Both are 0 for a picture that could not be opened.
    """

    photo: PhotoTruth
    truth: SheetTruth
    reading: Reading
    first_ms: float
    again_ms: float

    @property
    def outcome(self) -> Outcome:
        """``unsure`` includes unreadable; ``wrong`` is any firm statement that isn't the truth."""
        if self.reading.status in {"unsure", "unreadable"}:
            return "unsure"
        status = "illegal" if self.truth.faults else "read"
        same = self.reading.status == status and self.reading.scene == self.truth.scene
        return "right" if same else "wrong"


def evaluate(
    photos: Sequence[PhotoTruth | BoardTruth], jobs: int = 1, set_unknown: bool = False
) -> Iterator[Judged | JudgedBoard]:
    """Judge every sheet and board, in order, in ``jobs`` processes. Sheets may show only their
    row's set, as in a game, or any set if ``set_unknown``.
    """
    work = partial(_judge, set_unknown=set_unknown)
    if jobs == 1:
        for photo in photos:
            yield from work(photo)
        return
    with ProcessPoolExecutor(jobs, get_context("spawn"), _start_worker) as pool:
        try:
            with ctrl_c_waits():
                results = pool.map(work, photos)
            for judged in results:
                yield from judged
        finally:
            pool.shutdown(wait=False, cancel_futures=True)


def _start_worker() -> None:
    """Each process has one core to itself."""
    cv2.setNumThreads(1)


def _judge(
    photo: PhotoTruth | BoardTruth, set_unknown: bool = False
) -> Sequence[Judged | JudgedBoard]:
    if isinstance(photo, BoardTruth):
        return [judge_board(photo)]
    return judge_photo(photo, set_unknown)


def judge_photo(photo: PhotoTruth, set_unknown: bool = False) -> list[Judged]:
    """Read one photograph twice and judge each of its sheets by the first reading."""
    _enumerate_all()
    try:
        frame = load_frame(photo.path)
    except PictureError as error:
        nothing = Reading("unreadable", "block-sheet", None, None, None, 0.0, reason=str(error))
        return [Judged(photo, truth, nothing, 0.0, 0.0) for truth in photo.sheets]
    reader = Reader(sets_for(photo, set_unknown))
    start = time.perf_counter()
    readings = reader.read(frame)
    middle = time.perf_counter()
    reader.forget()
    reader.read(frame)
    end = time.perf_counter()
    return judge(photo, readings, (middle - start) * 1e3, (end - middle) * 1e3)


def judge(
    photo: PhotoTruth, readings: Sequence[Reading], first_ms: float, again_ms: float
) -> list[Judged]:
    """Compare the readings of one photograph with its truth."""
    return [
        Judged(photo, truth, _reading_of(truth, readings), first_ms, again_ms)
        for truth in photo.sheets
    ]


@lru_cache(maxsize=1)
def _enumerate_all() -> None:
    """Legal arrangements are enumerated once in a process; that is no photograph's time."""
    candidates = Candidates(tuple(bundled_sets().values()))
    for block_set in candidates.sets:
        candidates.arrangements(block_set)


def sets_for(photo: PhotoTruth, set_unknown: bool = False) -> tuple[BlockSet, ...]:
    """The sets that may be in play: those of the photograph's sheets, or all."""
    known = bundled_sets()
    names = dict.fromkeys(truth.set_name for truth in photo.sheets if truth.set_name)
    return tuple(known[name] for name in (() if set_unknown else names) or known)


def _reading_of(truth: SheetTruth, readings: Sequence[Reading]) -> Reading:
    for reading in readings:
        if reading.sheet == truth.sheet:
            return reading
    reason = readings[0].reason if readings[0].sheet is None else "the sheet was not found"
    return Reading("unreadable", "block-sheet", truth.sheet, None, None, 0.0, reason=reason)


def confusion(judged: Judged) -> str:
    """What was taken for what, block by block, and the reader's own reason."""
    parts = []
    if judged.reading.scene is not None:
        parts = list(_differences(judged.truth.scene, judged.reading.scene))
        parts = parts or ["all blocks as they are"]
    return "; ".join([*parts, *([judged.reading.reason] if judged.reading.reason else [])])


def _differences(truth: BlockScene, read: BlockScene) -> Iterator[str]:
    is_there, seen = dict(truth.blocks), dict(read.blocks)
    for colour in sorted(is_there.keys() | seen.keys()):
        if is_there.get(colour) != seen.get(colour):
            yield f"{colour} {_in_short(is_there.get(colour))} as {_in_short(seen.get(colour))}"


def _in_short(voxels: Sequence[Voxel] | None) -> str:
    """Cells with their levels: ``5.1 5.2 6.1``."""
    return " ".join(f"{cell}.{level}" for cell, level in voxels) if voxels else "(none)"
