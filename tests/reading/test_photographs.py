"""Photographs of known truth: none is read wrong, and no fewer are read than were before."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import numpy as np
import pytest

from hardware.cameras.folder import load_frame
from pi_app.evaluation import Judged, confusion, sets_for
from pi_app.reading import Reader
from pi_app.truth import PhotoTruth
from tests.reading.photos import all_photos, judged, name
from vision.types import Frame

ALL = all_photos()

LEAST_RIGHT = [
    # folder and file of truths, sheets read right at least, of how many without look-alikes
    ("blocks", "blocks-easy.jsonl", 20, 20),
    ("blocks", "blocks-hard.jsonl", 18, 20),
    ("table", "table.jsonl", 12, 12),
    ("rendered", "easy.jsonl", 12, 12),
    ("rendered", "hard.jsonl", 8, 14),
    ("rendered", "illegal.jsonl", 9, 16),
    ("rendered", "empty.jsonl", 3, 3),
    ("rendered", "table.jsonl", 8, 8),
]


def wrong(sheets: Sequence[Judged]) -> list[str]:
    return [confusion(sheet) for sheet in sheets if sheet.outcome == "wrong"]


@pytest.mark.parametrize("photo", ALL, ids=name)
def test_none_is_read_wrong(photo: PhotoTruth) -> None:
    assert wrong(judged(photo)) == []


@pytest.mark.parametrize("photo", ALL[::6], ids=name)
def test_none_is_read_wrong_where_colours_must_tell_the_set(photo: PhotoTruth) -> None:
    assert wrong(judged(photo, set_unknown=True)) == []


@pytest.mark.slow
@pytest.mark.parametrize("photo", ALL, ids=name)
def test_nowhere_is_a_set_taken_for_another(photo: PhotoTruth) -> None:
    assert wrong(judged(photo, set_unknown=True)) == []


@pytest.mark.parametrize(("folder", "source", "least", "of"), LEAST_RIGHT)
def test_as_many_are_right_as_before(folder: str, source: str, least: int, of: int) -> None:
    photos = [p for p in ALL if (p.path.parent.name, p.source) == (folder, source)]
    clear = [s for p in photos for s in judged(p) if not s.truth.lookalikes]
    assert len(clear) == of
    missed = [f"{s.photo.path.name}: {confusion(s)}" for s in clear if s.outcome != "right"]
    assert of - len(missed) >= least, "\n".join(missed)


@pytest.mark.parametrize("photo", [p for p in ALL if p.path.stem.endswith("-002")], ids=name)
def test_a_still_camera_reads_the_same_again(photo: PhotoTruth) -> None:
    reader, frame = Reader(sets_for(photo)), load_frame(photo.path)
    first = reader.read(frame)
    assert reader.read(frame) == first
    assert reader.read(replace(frame, time_s=1.0)) == first


def test_another_photograph_between_leaves_nothing_behind() -> None:
    one, other = (load_frame(photo.path) for photo in ALL[:2])
    reader = Reader()
    first = reader.read(one)
    assert reader.read(other) == Reader().read(other)
    assert reader.read(one) == first


@pytest.mark.parametrize("turns", [1, 2, 3])
def test_a_turned_picture_reads_the_same(turns: int) -> None:
    photo = ALL[0]
    frame = load_frame(photo.path)
    turned = np.ascontiguousarray(np.rot90(frame.pixels, turns))
    (reading,) = Reader(sets_for(photo)).read(Frame(turned, 0.0, "turned"))
    assert (reading.status, reading.scene) == ("read", photo.sheets[0].scene)
