"""The PDF, rendered back: markers, rule and text are there and at true scale, on every page."""

from __future__ import annotations

from dataclasses import dataclass, replace
from itertools import combinations, pairwise

import cv2
import numpy as np
import pypdfium2  # type: ignore[import-untyped]
import pytest
from hypothesis import given
from hypothesis import strategies as st

from hardware.boards import load_block_sheet, load_lattice_board
from hardware.printing import PAPERS_MM, PrintError, print_blocks, print_lattice
from hardware.printing.layout import MOST_PAGES, cuts
from vision.board import Marker
from vision.markers import find_markers
from vision.types import Floats, Pixels

PX_PER_MM = 6.0


@dataclass(frozen=True)
class Printed:
    """A board as printed: each page as grey pixels and as text, and its markers' true places."""

    name: str
    style: str
    paper: str
    pages: list[tuple[Pixels, str]]
    markers: tuple[Marker, ...]


def print_and_render(name: str, style: str, paper: str) -> Printed:
    if name == "block-sheet":
        sheet = load_block_sheet()
        data, markers = print_blocks(sheet, (5,), style, paper), sheet.markers(5)
    else:
        board = load_lattice_board(name)
        data, markers = print_lattice(board, style, paper), board.markers
    with pypdfium2.PdfDocument(data) as document:
        return Printed(name, style, paper, [render(page) for page in document], markers)


def render(page: pypdfium2.PdfPage) -> tuple[Pixels, str]:
    # The renderer moves edges to whole pixels, so it draws twice as fine as we look.
    fine = page.render(scale=2 * PX_PER_MM * 25.4 / 72, grayscale=True).to_numpy().squeeze()
    size = (round(fine.shape[1] / 2), round(fine.shape[0] / 2))
    pixels = np.asarray(cv2.resize(fine, size, interpolation=cv2.INTER_AREA), np.uint8)
    return pixels, page.get_textpage().get_text_range()


def seen(pixels: Pixels) -> dict[int, Floats]:
    """Marker id to the middle of its square in mm from the page's top left."""
    markers = find_markers(pixels)
    found = {m.id: (m.corners_px.mean(axis=0) + 0.5) / PX_PER_MM for m in markers}
    assert len(found) == len(markers)
    return found


ONE_PAGE = [
    ("block-sheet", "checked", "a4"),
    ("block-sheet", "plain", "letter"),
    ("block-sheet", "checked", "a3"),
    ("y-board", "targets", "a3"),
    ("yinyang-board", "plain", "a4"),
    ("yinyang-board", "plain", "letter"),
    ("law-sheet-black", "plain", "a4"),
    ("law-sheet-white", "plain", "a4"),
    ("yokai-classic", "plain", "a4"),
    ("yokai-expert", "plain", "a3"),
]
SPLIT = {
    ("y-board", "targets", "a4"): 2,
    ("y-board", "plain", "letter"): 4,
    ("yokai-expert", "plain", "a4"): 3,
    ("go-19", "plain", "a4"): 6,
    ("go-19", "plain", "a3"): 4,
}
WORDS = {
    "block-sheet": [*"ABCDEFGHIJKL123456789", "SHEET 5"],
    "y-board": ["a1", "a24", "f3"],
    "law-sheet-black": ["LAW1", "LAW4", "c1", "e4"],
    "law-sheet-white": ["LAW1", "LAW4", "c1", "e4"],
    "yokai-classic": ["a1", "c4", "second-reserve"],
    "yokai-expert": ["a1", "e6", "first-reserve"],
    "yinyang-board": ["a1", "d4", "black wins"],
    "go-19": ["A1", "T19"],
}


@pytest.fixture(scope="module", params=[*ONE_PAGE, *SPLIT], ids="-".join)
def printed(request: pytest.FixtureRequest) -> Printed:
    return print_and_render(*request.param)


def test_markers_are_whole_and_lie_at_their_true_places(printed: Printed) -> None:
    """Within 0.1 mm; the middle of a board on one page is the middle of the page."""
    shown = [seen(pixels) for pixels, _ in printed.pages]
    assert len(shown) == SPLIT.get((printed.name, printed.style, printed.paper), 1)
    true = {m.id: np.array([m.x_mm, -m.y_mm]) for m in printed.markers}
    assert sorted(marker for page in shown for marker in page) == sorted(true)
    for page in shown:
        for a, b in combinations(page, 2):
            assert np.abs((page[a] - page[b]) - (true[a] - true[b])).max() < 0.1
    if len(shown) == 1:
        middle = np.array(printed.pages[0][0].shape[::-1]) / PX_PER_MM / 2
        assert max(np.abs(shown[0][m] - middle - true[m]).max() for m in true) < 0.1


def test_every_page_has_a_true_rule_and_its_name(printed: Printed) -> None:
    for pixels, text in printed.pages:
        assert "100 mm" in text
        assert printed.name in text
        # One pixel either way.
        assert min(abs(length - 100.0) for length in level_strokes_mm(pixels)) < 1.01 / PX_PER_MM


def level_strokes_mm(pixels: Pixels) -> list[float]:
    """The lengths of all unbroken dark runs along the rows, those of more than 50 mm."""
    dark = pixels < 160
    lengths = []
    for row in dark[dark.mean(axis=1) > 0.1]:
        edges = np.flatnonzero(np.diff(np.concatenate([[0], row, [0]])))
        lengths += [float(end - start) / PX_PER_MM for start, end in edges.reshape(-1, 2)]
    return [length for length in lengths if length > 50]


def test_text_can_be_searched(printed: Printed) -> None:
    text = " ".join(text for _, text in printed.pages)
    assert [word for word in WORDS[printed.name] if word not in text] == []


def test_sheets_follow_each_other() -> None:
    data = print_blocks(load_block_sheet(), (7, 2), "plain", "a4")
    with pypdfium2.PdfDocument(data) as document:
        texts = [page.get_textpage().get_text_range() for page in document]
    assert ["SHEET 7" in texts[0], "SHEET 2" in texts[1], len(texts)] == [True, True, 2]


def test_wrong_style_names_the_right_ones() -> None:
    with pytest.raises(PrintError, match=r"y-board has no style checked; choose targets or plain"):
        print_lattice(load_lattice_board("y-board"), "checked", "a4")


# Cutting

spans = st.lists(
    st.tuples(st.floats(0, 600), st.floats(1, 60)).map(lambda s: (s[0], s[0] + s[1])), max_size=8
)


@given(st.floats(10, 700), st.floats(50, 400), spans)
def test_cuts_cover_all_fit_the_page_and_spare_markers(
    length: float, room: float, uncut: list[tuple[float, float]]
) -> None:
    parts = cuts(0.0, length, room, uncut)
    if not parts:
        assert uncut or length / room > MOST_PAGES
        return
    assert parts[0][0] == 0.0
    assert parts[-1][1] == length
    for (_, end), (start, _) in pairwise(parts):
        assert end == start
        assert not any(a < end < b for a, b in uncut)
    assert all(0 <= b - a <= room + 1e-6 for a, b in parts)


def test_without_markers_the_fewest_pages_are_taken() -> None:
    assert [len(cuts(0, length, 200, ())) for length in (199, 200, 201, 400, 401)] == [
        1,
        1,
        2,
        2,
        3,
    ]


def test_a_board_that_no_page_takes_names_a_paper() -> None:
    board = load_lattice_board("yinyang-board")
    wide = replace(board, marker_mm=220.0, markers=(Marker(38, 0.0, 0.0),), paper_mm=(300.0, 300.0))
    with pytest.raises(PrintError, match=r"does not fit on pages of a4: choose a3"):
        print_lattice(wide, "plain", "a4")
    assert print_lattice(wide, "plain", "a3").startswith(b"%PDF")
    assert set(PAPERS_MM) == {"a4", "a3", "letter"}
