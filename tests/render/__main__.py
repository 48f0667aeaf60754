"""Photographs by path tracing, with exact truth: ``python -m tests.render DIR [--only SET] …``.

For development only, not part of the tests' run: needs ``pip install mitsuba`` beside the project's
own dependencies and a libLLVM of 17 or newer (else name one in the environment variable
``DRJIT_LIBLLVM_PATH``, or use ``--variant scalar_rgb``, three times slower). Pictures that exist
already are kept, so an interrupted run goes on where it stopped. Each set's truth is a .jsonl file
of one row per picture: sheet, set, style, blocks, faults, how many legal arrangements look the same
from there, and the camera with the sheet's pose. ``--only game`` draws the demo's pictures.
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

COUNTS = {"easy": 40, "hard": 60, "illegal": 60, "empty": 10, "table": 8}


def main() -> None:
    """Draw the sets in turn, a few of each at a time."""
    parser = argparse.ArgumentParser(prog="python -m tests.render", description=__doc__)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--only", choices=[*COUNTS, "game"])
    parser.add_argument("--variant", default="llvm_ad_rgb")
    parser.add_argument("--samples", type=int, default=36, help="rays per pixel, a square number")
    arguments = parser.parse_args()
    mi.set_variant(arguments.variant)
    mi.set_log_level(mi.LogLevel.Error)
    if arguments.only == "game":
        _draw_game(arguments.folder, arguments.samples)
    else:
        names = [arguments.only] if arguments.only else list(COUNTS)
        _draw_sets(arguments.folder, names, arguments.samples)


def _draw_game(folder: Path, samples: int) -> None:
    from tests.render import game  # noqa: PLC0415 - mitsuba's variant comes first

    folder.mkdir(parents=True, exist_ok=True)
    for name, photo in game.photographs(samples):
        _save(folder / f"{name}.jpg", folder / "truth.jsonl", photo)


def _draw_sets(folder: Path, names: list[str], samples: int) -> None:
    from tests.render import sets  # noqa: PLC0415 - mitsuba's variant comes first

    for name, index in _mixed(names):
        path = folder / name / f"{name}-{index:03d}.jpg"
        path.parent.mkdir(parents=True, exist_ok=True)
        if not path.exists():
            photo = sets.picture(name, index, samples)
            _save(path, path.with_name(f"{name}.jsonl"), photo)


def _save(path: Path, truth: Path, photo: Photograph) -> None:
    """The truth first, then the picture: a picture always has its row."""
    rows = truth.read_text().splitlines() if truth.exists() else []
    rows = [line for line in rows if json.loads(line)["file"] != path.name]
    rows.append(json.dumps({"file": path.name, **photo.row}))
    truth.write_text("\n".join(sorted(rows)) + "\n")
    data = cv2.imencode(".jpg", photo.pixels, [cv2.IMWRITE_JPEG_QUALITY, photo.quality])[1]
    path.write_bytes(np.asarray(data).tobytes())
    print(path, file=sys.stderr, flush=True)  # noqa: T201 - a program's progress


def _mixed(names: list[str]) -> list[tuple[str, int]]:
    """Sets and numbers so that every set grows at its own share of the time."""
    order = [((i + 0.5) / COUNTS[n], n, i + 1) for n in names for i in range(COUNTS[n])]
    return [(name, index) for _, name, index in sorted(order)]


if __name__ == "__main__":
    main()
