"""Photographs by path tracing, with exact truth: ``python -m tests.render DIR [--only SET] …``.

For development only, not part of the tests' run: needs ``pip install mitsuba`` beside the project's
own dependencies and a libLLVM of 17 or newer (else name one in the environment variable
``DRJIT_LIBLLVM_PATH``, or use ``--variant scalar_rgb``, three times slower). Pictures that have
their row already are kept, so an interrupted run goes on where it stopped; the same numbers give
the same pictures. Each set's truth is DIR/SET/SET.jsonl, one row per picture.

Blocks (``easy``, ``hard``, ``illegal``, ``empty``, ``table``): sheet, set, style, blocks, faults,
how many legal arrangements look the same from there, and the camera with the sheet's pose.
``--only game`` draws the demo's pictures.

Stones (``y``, ``go``; better with ``pip install pyoidn cffi``, else noisier): stones by node, kind
of stones, camera with the board's pose, tags. ``y`` says which nodes a ``hand`` hides, and of which
others it hides how much (``partly``); ``go`` gives the outer corners' ``points`` in px, in half of
the pictures up to ``click_px`` beside the ``true_points``. Even numbers are for development, odd
ones to be held back.
"""

from __future__ import annotations

import argparse
import json
import sys
from pathlib import Path

import cv2
import mitsuba as mi
import numpy as np

from tests.render.photograph import Photograph

COUNTS = {"easy": 40, "hard": 60, "illegal": 60, "empty": 10, "table": 8, "y": 60, "go": 60}
SAMPLES = {"y": 9, "go": 9}
"""Rays per pixel where 36 are more than need be: these sets' pictures are denoised."""


def main() -> None:
    """Draw the sets in turn, a few of each at a time."""
    parser = argparse.ArgumentParser(prog="python -m tests.render", description=__doc__)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--only", choices=[*COUNTS, "game"], action="append")
    parser.add_argument("--first", type=int, default=1, help="number of the first picture")
    parser.add_argument("--count", type=int, help="pictures of each set")
    parser.add_argument("--variant", default="llvm_ad_rgb")
    parser.add_argument("--samples", type=int, help="rays per pixel, a square number")
    arguments = parser.parse_args()
    mi.set_variant(arguments.variant)
    mi.set_log_level(mi.LogLevel.Error)
    if arguments.only == ["game"]:
        _draw_game(arguments.folder, arguments.samples or 36)
    else:
        names = [name for name in arguments.only or COUNTS if name != "game"]
        counts = {name: arguments.count or COUNTS[name] for name in names}
        _draw_sets(arguments.folder, _mixed(counts, arguments.first), arguments.samples)


def _draw_game(folder: Path, samples: int) -> None:
    from tests.render import game  # noqa: PLC0415 - mitsuba's variant comes first

    folder.mkdir(parents=True, exist_ok=True)
    for name, photo in game.photographs(samples):
        _save(folder / f"{name}.jpg", folder / "truth.jsonl", photo)


def _draw_sets(folder: Path, wanted: list[tuple[str, int]], samples: int | None) -> None:
    for name, index in wanted:
        path = folder / name / f"{name}-{index:03d}.jpg"
        path.parent.mkdir(parents=True, exist_ok=True)
        truth = path.with_name(f"{name}.jsonl")
        if path.name not in _rows(truth):
            _save(path, truth, _picture(name, index, samples or SAMPLES.get(name, 36)))


def _picture(name: str, index: int, samples: int) -> Photograph:
    from tests.render import go, sets, y  # noqa: PLC0415 - mitsuba's variant comes first

    sets_of_stones = {"y": y.picture, "go": go.picture}
    if name in sets_of_stones:
        return sets_of_stones[name](index, samples)
    return sets.picture(name, index, samples)


def _save(path: Path, truth: Path, photo: Photograph) -> None:
    """The picture first, then its row, each at once: a row always has its picture."""
    data = cv2.imencode(".jpg", photo.pixels, [cv2.IMWRITE_JPEG_QUALITY, photo.quality])[1]
    _write(path, np.asarray(data).tobytes())
    rows = _rows(truth) | {path.name: json.dumps({"file": path.name, **photo.row})}
    _write(truth, "".join(f"{rows[name]}\n" for name in sorted(rows)).encode())
    print(path, file=sys.stderr, flush=True)  # noqa: T201 - a program's progress


def _rows(truth: Path) -> dict[str, str]:
    """File → its row, of those that are drawn already."""
    lines = truth.read_text().splitlines() if truth.exists() else []
    return {json.loads(line)["file"]: line for line in lines}


def _write(path: Path, data: bytes) -> None:
    part = path.with_name(f".{path.name}.part")
    part.write_bytes(data)
    part.replace(path)


def _mixed(counts: dict[str, int], first: int) -> list[tuple[str, int]]:
    """Sets and numbers so that every set grows at its own share of the time."""
    order = [((i + 0.5) / n, name, i + first) for name, n in counts.items() for i in range(n)]
    return [(name, index) for _, name, index in sorted(order)]


if __name__ == "__main__":
    main()
