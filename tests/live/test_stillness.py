"""Frames in, seconds of stillness out."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
import pytest

from pi_app.live.stillness import Stillness
from vision.types import Floats, Frame

HEIGHT, WIDTH = 360, 480
BOARD = np.array([[100.0, 80.0], [300.0, 80.0], [300.0, 280.0], [100.0, 280.0]])
TABLE = np.random.default_rng(5).uniform(50, 190, (HEIGHT, WIDTH, 3))
Change = Callable[[Floats, int], Floats]


def block(x: int, y: int, size: int) -> Change:
    """Something of that size, in px, that is there in every other frame."""

    def put(pixels: Floats, number: int) -> Floats:
        if number % 2:
            pixels[y : y + size, x : x + size] = 20.0
        return pixels

    return put


def flicker(pixels: Floats, number: int) -> Floats:
    return pixels * (1.0 + 0.15 * (number % 3))


def creeping(pixels: Floats, number: int) -> Floats:
    """A hand so slow that no frame differs much from the one before."""
    left = 120 + 2 * number
    pixels[150:230, left : left + 80] = 220.0
    return pixels


def nothing(pixels: Floats, number: int) -> Floats:
    return pixels


STILL_S = 2.8
"""The first picture of all counts as one that had stood alone."""
CASES = [
    # what happens, seconds of stillness at the last of 20 frames, ten a second
    (nothing, STILL_S),
    (flicker, STILL_S),
    (block(150, 150, 60), 0.0),
    (block(10, 10, 60), STILL_S),  # beside the board
    (block(150, 150, 4), STILL_S),  # a grain of dust
]


@pytest.mark.parametrize(("change", "still_s"), CASES)
def test_how_long_it_has_been_still(change: Change, still_s: float) -> None:
    assert seconds(change)[-1] == pytest.approx(still_s)


def test_what_creeps_is_not_still() -> None:
    assert max(seconds(creeping)[1:]) < 0.5


def test_everything_counts_where_the_board_is_not_known() -> None:
    assert seconds(block(10, 10, 60), None)[-1] == 0.0


@pytest.mark.parametrize(("gap_s", "still_s"), [(0.1, 0.0), (0.5, 0.0), (1.0, 1.0), (3.0, 3.0)])
def test_pictures_far_apart_were_still_in_between(gap_s: float, still_s: float) -> None:
    stillness = Stillness()
    for number in range(4):
        shown = block(150, 150, 60)(TABLE.copy(), number)
        last = stillness.step(Frame(shown.astype(np.uint8), number * gap_s, "film"))
    assert last == pytest.approx(still_s)


def seconds(change: Change, region: Floats | None = BOARD) -> list[float]:
    stillness, rng = Stillness(), np.random.default_rng(1)
    told = []
    for number in range(20):
        shown = change(TABLE + rng.normal(0, 3, TABLE.shape), number)
        frame = Frame(np.clip(shown, 0, 255).astype(np.uint8), number / 10, "film")
        told.append(stillness.step(frame, region))
    return told
