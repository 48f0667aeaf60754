"""What a page shows beside the board: the 100 mm rule, marks for cutting and for joining pages."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from hardware.printing.layout import Box, Page, box_of
from vision.drawing import Line, Primitive, Text

RULE_MM = 100.0
RULE_TEXT = "100 mm - if not, print again at 100 %, without fitting to the page"
RULE_BOX_MM = (104.0, 12.0)
HAIR_MM = 0.2
MARK_MM = 4.0
GREY = 0.4
TEXT_MM = 2.5
STEP_MM = 2.0


def rule(page: Page, taken: Sequence[Box], caption: str) -> tuple[Primitive, ...]:
    """A rule in the lowest free place of the page; nothing if no place is free."""
    room, (width, height) = page.printable(), RULE_BOX_MM
    for y in _steps(room.y0_mm, room.y1_mm - height):
        # From the middle outwards: there it is easiest to find.
        middle = (room.x0_mm + room.x1_mm - width) / 2
        for x in sorted(_steps(room.x0_mm, room.x1_mm - width), key=lambda at: abs(at - middle)):
            place = Box(x, y, x + width, y + height)
            if not any(place.meets(box) for box in taken):
                return _rule_at(x + width / 2, y + 8.0, caption)
    return ()


def _steps(low: float, high: float) -> list[float]:
    return (
        [low + i * STEP_MM for i in range(int((high - low) / STEP_MM) + 1)] if high >= low else []
    )


def _rule_at(x: float, y: float, caption: str) -> tuple[Primitive, ...]:
    left, right = x - RULE_MM / 2, x + RULE_MM / 2
    ticks = (Line(left + i * 10, y, left + i * 10, y + 1.5, HAIR_MM) for i in range(1, 10))
    return (
        # Strokes end half their width beyond their points; the outer edges are 100 mm apart.
        Line(left + HAIR_MM / 2, y, right - HAIR_MM / 2, y, HAIR_MM),
        Line(left + HAIR_MM / 2, y, left + HAIR_MM / 2, y + 3, HAIR_MM),
        Line(right - HAIR_MM / 2, y, right - HAIR_MM / 2, y + 3, HAIR_MM),
        *ticks,
        Text(RULE_TEXT, x, y - 2.5, TEXT_MM),
        Text(caption, x, y - 5.8, TEXT_MM),
    )


def cutting_marks(paper: Box) -> tuple[Primitive, ...]:
    """Short lines outside each corner, in line with the edges along which to cut."""
    return tuple(
        line
        for x, out_x in ((paper.x0_mm, -1), (paper.x1_mm, 1))
        for y, out_y in ((paper.y0_mm, -1), (paper.y1_mm, 1))
        for line in (
            Line(x + out_x, y, x + out_x * (1 + MARK_MM), y, HAIR_MM, GREY),
            Line(x, y + out_y, x, y + out_y * (1 + MARK_MM), HAIR_MM, GREY),
        )
    )


def joining_marks(page: Page, content: Box, taken: Sequence[Box]) -> tuple[Primitive, ...]:
    """A hairline along each cut, and short lines across it that must meet those of the next page.

    Marks that would touch ``taken`` are left out.
    """
    part = page.part
    marks: list[Primitive] = []
    for x in {part.x0_mm, part.x1_mm} - {content.x0_mm, content.x1_mm}:
        marks.append(Line(x, part.y0_mm, x, part.y1_mm, HAIR_MM, GREY))
        for y in _along(part.y0_mm, part.y1_mm):
            marks.append(Line(x - MARK_MM, y, x + MARK_MM, y, HAIR_MM, GREY))
    for y in {part.y0_mm, part.y1_mm} - {content.y0_mm, content.y1_mm}:
        marks.append(Line(part.x0_mm, y, part.x1_mm, y, HAIR_MM, GREY))
        for x in _along(part.x0_mm, part.x1_mm):
            marks.append(Line(x, y - MARK_MM, x, y + MARK_MM, HAIR_MM, GREY))
    return tuple(mark for mark in marks if not any(box_of(mark).meets(box) for box in taken))


def _along(low: float, high: float) -> Iterator[float]:
    return (low + share * (high - low) for share in (0.1, 0.5, 0.9))


def page_name(board: str, page: Page, pages: Sequence[Page]) -> str:
    """``y-board``, and where the page belongs if there are several: ``y-board, row 1, page 2``."""
    if len(pages) == 1:
        return board
    return f"{board}, row {page.row + 1}, page {page.column + 1}"
