"""What is drawn over a photograph: outlines where things are, hatching over hands, captions."""

from __future__ import annotations

import numpy as np
import pytest

from hardware.boards import load_block_sheet
from hardware.cameras.folder import load_frame
from hardware.cameras.scene import ONE_SHEET_CAMERA, ONE_SHEET_POSE, SheetOnTable
from hardware.cameras.virtual import draw
from pi_app.games.blocks.sets import bundled_sets
from pi_app.overlay import HATCH_BGR, PAINT_BGR, STATUS_BGR, overlay
from pi_app.reading import Reader, SheetReading
from pi_app.readings import Reading
from tests.reading.photos import PHOTOS
from vision.pose import project
from vision.types import Floats, Pixels

BOARD = load_block_sheet()
BLOCKS = (
    ("blue", ((7, 1), (8, 1), (9, 1), (9, 2))),
    ("green", ((4, 1), (5, 1))),
    ("white", ((1, 1), (1, 2), (2, 1))),
)
FRAME = draw([SheetOnTable(4, blocks=BLOCKS)], ONE_SHEET_CAMERA, ONE_SHEET_POSE, noise=2.0)
READER = Reader((bundled_sets()["yomen-second"],), camera=ONE_SHEET_CAMERA)


def has_colour(
    picture: Pixels, bgr: tuple[int, int, int], near_px: Floats, radius: int = 4
) -> bool:
    x, y = np.round(near_px).astype(int)
    patch = picture[y - radius : y + radius + 1, x - radius : x + radius + 1].astype(int)
    return bool((np.abs(patch - bgr).max(axis=2) < 30).any())


def seen_at(*points_mm: tuple[float, float, float]) -> Floats:
    return project(np.array(points_mm), ONE_SHEET_POSE, ONE_SHEET_CAMERA)


def test_the_sheet_is_outlined_in_its_status_colour() -> None:
    picture = overlay(FRAME.pixels, READER.look(FRAME))
    w, h = BOARD.paper_mm[0] / 2, BOARD.paper_mm[1] / 2
    for middle in seen_at((0, -h, 0), (w, 0, 0), (-w, 0, 0)):
        assert has_colour(picture, STATUS_BGR["read"], middle)


def test_blocks_are_outlined_in_their_colours() -> None:
    picture = overlay(FRAME.pixels, READER.look(FRAME))
    unit = BOARD.unit_mm
    cells = {cell.cell: cell for cell in BOARD.cells}
    near_edge = [
        ("blue", (cells[8].x_mm, cells[8].y_mm - unit / 2, unit)),
        ("white", (cells[1].x_mm, cells[1].y_mm - unit / 2, 2 * unit)),
    ]
    for colour, place in near_edge:
        assert has_colour(picture, PAINT_BGR[colour], seen_at(place)[0]), colour


def test_the_photograph_itself_is_left_as_it_was() -> None:
    before = FRAME.pixels.copy()
    overlay(FRAME.pixels, READER.look(FRAME))
    assert np.array_equal(FRAME.pixels, before)


def test_what_a_hand_hides_is_hatched() -> None:
    frame = load_frame(PHOTOS / "blocks" / "blocks-hard-005.jpg")
    sheets = Reader().look(frame)
    (sheet,) = sheets
    assert sheet.observation is not None
    assert sheet.observation.look.hidden.any()
    drawn = overlay(frame.pixels, sheets)[: len(frame.pixels)]
    rows, columns = np.nonzero((drawn == HATCH_BGR).all(axis=2))
    hidden = sheet.observation.view.bundle.pixels_px[sheet.observation.look.hidden]
    apart = np.abs(hidden[None] - np.column_stack([columns, rows])[:, None]).max(axis=2).min(axis=1)
    assert len(rows) > 50
    assert apart.max() <= sheet.observation.view.bundle.step_px


LONG = "something is quite wrong here — 20° or so — and it takes many words to say it " * 3


@pytest.mark.parametrize("size", [(1, 1), (48, 64), (768, 1024)], ids=str)
@pytest.mark.parametrize("status", list(STATUS_BGR))
def test_any_size_of_picture_gets_a_caption(size: tuple[int, int], status: str) -> None:
    reading = Reading(status, "block-sheet", None, None, None, 0.0, reason=LONG)  # type: ignore[arg-type]
    pixels = np.full((*size, 3), 90, np.uint8)
    drawn = overlay(pixels, [SheetReading(reading)])
    assert np.array_equal(drawn[: size[0]], pixels)
    caption = drawn[size[0] :]
    assert caption.shape[1] == size[1]
    if size[1] > 500:
        assert (np.abs(caption.astype(int) - STATUS_BGR[status]).max(axis=2) < 40).any()


def test_level_four_and_unknown_colours_can_be_drawn() -> None:
    (sheet,) = READER.look(FRAME)
    odd = Reading.from_json(
        '{"status":"illegal","board":"block-sheet","sheet":4,"set":null,"probability":1,'
        '"blocks":{"purple":[[5,1],[5,4]]},"lookalikes":[],"faults":[],"reason":""}'
    )
    drawn = overlay(FRAME.pixels, [SheetReading(odd, sheet.observation)])
    top = seen_at((0, 0, 4 * BOARD.unit_mm), (0, 0, 0)).mean(axis=0)
    assert has_colour(drawn, HATCH_BGR, top, 40)
