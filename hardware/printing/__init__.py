"""Print any board at true scale: PDF with markers, a rule to check it, marks to cut and to join."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from hardware.printing.lattice_print import lattice_primitives
from hardware.printing.layout import PAPERS_MM, Box, Page, box_of, extent, lay_out
from hardware.printing.marks import cutting_marks, joining_marks, page_name, rule
from hardware.printing.pdf import Sheets
from vision.board import BlockSheet, LatticeBoard, Marker
from vision.drawing import Primitive
from vision.errors import GyojiError
from vision.sheet_print import primitives as sheet_primitives

__all__ = ["PAPERS_MM", "PrintError", "print_blocks", "print_lattice"]


class PrintError(GyojiError):
    """A board that cannot be printed as asked: says why and what to choose instead."""


@dataclass(frozen=True)
class Drawing:
    """What is drawn of one board, where no cut may run (``quiet``) or should (``places``)."""

    name: str
    paper_mm: tuple[float, float] | None
    primitives: tuple[Primitive, ...]
    quiet: tuple[Box, ...]
    places: tuple[Box, ...] = ()


def print_blocks(sheet: BlockSheet, numbers: Sequence[int], style: str, paper: str) -> bytes:
    """PDF of the block sheets ``numbers`` on ``paper`` (a key of PAPERS_MM); raises PrintError."""
    _check_style(sheet, style)
    document = Sheets(f"{sheet.name} {', '.join(map(str, numbers))}")
    for number in numbers:
        drawn = sheet_primitives(sheet, number, style)
        quiet = _quiet(sheet.markers(number), sheet.marker_mm)
        _print(document, Drawing(sheet.name, sheet.paper_mm, drawn, quiet), paper)
    return document.output()


def print_lattice(board: LatticeBoard, style: str, paper: str) -> bytes:
    """PDF of a board of nodes on ``paper`` (a key of PAPERS_MM); raises PrintError."""
    _check_style(board, style)
    side = board.cell_mm or board.stone_mm or 0.0
    places = tuple(_square(node.x_mm, node.y_mm, side) for node in board.nodes)
    drawn = lattice_primitives(board, style)
    quiet = _quiet(board.markers, board.marker_mm or 0.0)
    document = Sheets(board.name)
    _print(document, Drawing(board.name, board.paper_mm, drawn, quiet, places), paper)
    return document.output()


def _check_style(board: BlockSheet | LatticeBoard, style: str) -> None:
    if style not in board.styles:
        raise PrintError(f"{board.name} has no style {style}; choose {' or '.join(board.styles)}")


def _square(x_mm: float, y_mm: float, side_mm: float) -> Box:
    return Box(x_mm, y_mm, x_mm, y_mm).grown(side_mm / 2)


def _quiet(markers: Iterable[Marker], side_mm: float) -> tuple[Box, ...]:
    """Markers with the white rim, one of their six squares wide, that finding them needs."""
    return tuple(_square(marker.x_mm, marker.y_mm, side_mm * 8 / 6) for marker in markers)


def _print(document: Sheets, drawing: Drawing, paper: str) -> None:
    """One board on as few pages as can be, each with its marks and its rule."""
    trimmed = _smaller_paper(drawing, paper)
    content = trimmed or extent(drawing.primitives)
    pages = _pages(drawing, content, paper)
    boxes = [(primitive, box_of(primitive)) for primitive in drawing.primitives]
    for page in pages:
        document.start(page)
        shown = [(primitive, box) for primitive, box in boxes if box.meets(page.part)]
        with document.clipped(page.part if len(pages) > 1 else page.printable()):
            document.draw(primitive for primitive, _ in shown)
        marks = cutting_marks(trimmed) if trimmed else joining_marks(page, content, drawing.quiet)
        taken = [trimmed] if trimmed else [*drawing.quiet, *(box for _, box in shown)]
        taken += [box_of(mark) for mark in marks]
        document.draw((*marks, *rule(page, taken, page_name(drawing.name, page, pages))))


def _smaller_paper(drawing: Drawing, paper: str) -> Box | None:
    """The board's own paper if it is to be cut from one page of ``paper``."""
    if drawing.paper_mm is None:
        return None
    width, height = drawing.paper_mm
    own = Box(-width / 2, -height / 2, width / 2, height / 2)
    return own if len(lay_out(own, (), paper)) == 1 else None


def _pages(drawing: Drawing, content: Box, paper: str) -> tuple[Page, ...]:
    """Cuts spare the places of pieces as well if that takes no more pages."""
    pages = lay_out(content, drawing.quiet, paper)
    if not pages:
        fitting = [name for name in PAPERS_MM if lay_out(content, drawing.quiet, name)]
        raise PrintError(
            f"{drawing.name} ({content.width_mm:.0f} × {content.height_mm:.0f} mm) does not fit on "
            f"pages of {paper}: " + (f"choose {' or '.join(fitting)}" if fitting else "too large")
        )
    spared = lay_out(content, (*drawing.quiet, *drawing.places), paper)
    return spared if 0 < len(spared) <= len(pages) else pages
