"""The photographs with known truth, each read once in a run however many tests ask."""

from __future__ import annotations

from functools import cache, lru_cache
from pathlib import Path

from hardware.cameras.folder import load_frame
from pi_app.evaluation import Judged, judge, sets_for
from pi_app.reading import Reader
from pi_app.truth import PhotoTruth, load_truths

PHOTOS = Path(__file__).parents[1] / "photos"
FOLDERS = ("blocks", "table", "rendered")


@lru_cache(maxsize=1)
def all_photos() -> tuple[PhotoTruth, ...]:
    """Every photograph of tests/photos."""
    return tuple(
        photo
        for folder in FOLDERS
        for photo in load_truths(PHOTOS / folder)
        if isinstance(photo, PhotoTruth)
    )


def name(photo: PhotoTruth) -> str:
    """Folder and file, for the names of tests."""
    return f"{photo.path.parent.name}/{photo.path.stem}"


@cache
def judged(photo: PhotoTruth, set_unknown: bool = False) -> tuple[Judged, ...]:
    """One reading of a photograph, judged; times are not measured here."""
    readings = Reader(sets_for(photo, set_unknown)).read(load_frame(photo.path))
    return tuple(judge(photo, readings, 0.0, 0.0))
