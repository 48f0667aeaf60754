"""Which part of a board goes on which page, true to scale: whole if it fits, else split."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import pairwise

from vision.drawing import Primitive, contours_mm

PAPERS_MM = {"a4": (210.0, 297.0), "letter": (215.9, 279.4), "a3": (297.0, 420.0)}
"""Upright sizes, the smallest first."""
UNPRINTABLE_MM = 4.3
"""Most printers reach at least this near to each edge (lasers 4.23 mm, ink jets 3 mm)."""
MOST_PAGES = 12


@dataclass(frozen=True)
class Box:
    """An upright rectangle in board millimetres."""

    x0_mm: float
    y0_mm: float
    x1_mm: float
    y1_mm: float

    @property
    def width_mm(self) -> float:
        """From left to right."""
        return self.x1_mm - self.x0_mm

    @property
    def height_mm(self) -> float:
        """From bottom to top."""
        return self.y1_mm - self.y0_mm

    def meets(self, other: Box) -> bool:
        """Whether the two share more than an edge."""
        return (
            self.x0_mm < other.x1_mm
            and other.x0_mm < self.x1_mm
            and self.y0_mm < other.y1_mm
            and other.y0_mm < self.y1_mm
        )

    def grown(self, by_mm: float) -> Box:
        """The box with a rim around it."""
        return Box(self.x0_mm - by_mm, self.y0_mm - by_mm, self.x1_mm + by_mm, self.y1_mm + by_mm)


@dataclass(frozen=True)
class Page:
    """One page: its size, the part of the board that it shows, and where that part lies."""

    width_mm: float
    height_mm: float
    part: Box
    centre_mm: tuple[float, float]
    """The board's point in the middle of the page."""
    column: int = 0
    row: int = 0

    def printable(self) -> Box:
        """What of the board's plane the printer can reach on this page."""
        x, y = self.centre_mm
        w, h = self.width_mm / 2 - UNPRINTABLE_MM, self.height_mm / 2 - UNPRINTABLE_MM
        return Box(x - w, y - h, x + w, y + h)


def extent(primitives: Iterable[Primitive]) -> Box:
    """The smallest box around all that is drawn."""
    boxes = [box_of(primitive) for primitive in primitives]
    return Box(
        min(b.x0_mm for b in boxes),
        min(b.y0_mm for b in boxes),
        max(b.x1_mm for b in boxes),
        max(b.y1_mm for b in boxes),
    )


def box_of(primitive: Primitive) -> Box:
    """The smallest box around one primitive; a text without a visible character is a point."""
    points = [point for contour in contours_mm(primitive) for point in contour.tolist()]
    xs, ys = [x for x, _ in points] or [0.0], [y for _, y in points] or [0.0]
    return Box(min(xs), min(ys), max(xs), max(ys))


def lay_out(content: Box, uncut: Sequence[Box], paper: str) -> tuple[Page, ...]:
    """The fewest pages of ``paper``, upright or lying, that show ``content``; () if it cannot be.

    No cut runs through a box of ``uncut``. The pages go row by row from the top left.
    """
    short, long = PAPERS_MM[paper]
    ways = [_split(content, uncut, *size) for size in ((short, long), (long, short))]
    fitting = [pages for pages in ways if 0 < len(pages) <= MOST_PAGES]
    return min(fitting, key=len, default=())


def _split(content: Box, uncut: Sequence[Box], width: float, height: float) -> tuple[Page, ...]:
    room_x, room_y = width - 2 * UNPRINTABLE_MM, height - 2 * UNPRINTABLE_MM
    columns = cuts(content.x0_mm, content.x1_mm, room_x, [(b.x0_mm, b.x1_mm) for b in uncut])
    rows = cuts(content.y0_mm, content.y1_mm, room_y, [(b.y0_mm, b.y1_mm) for b in uncut])
    if len(columns) == len(rows) == 1 and _reaches(content, room_x / 2, room_y / 2):
        return (Page(width, height, content, (0.0, 0.0)),)
    return tuple(
        Page(width, height, Box(x0, y0, x1, y1), ((x0 + x1) / 2, (y0 + y1) / 2), column, row)
        for row, (y0, y1) in enumerate(reversed(rows))
        for column, (x0, x1) in enumerate(columns)
    )


def _reaches(content: Box, x_mm: float, y_mm: float) -> bool:
    """Whether all of it lies on a page whose middle is the board's own middle."""
    return max(-content.x0_mm, content.x1_mm) <= x_mm and max(-content.y0_mm, content.y1_mm) <= y_mm


def cuts(
    low: float, high: float, room: float, uncut: Sequence[tuple[float, float]]
) -> list[tuple[float, float]]:
    """Split low…high into the fewest, most even parts of at most ``room``, outside ``uncut``.

    Empty if that cannot be.
    """
    for count in range(max(1, math.ceil((high - low) / room)), MOST_PAGES + 1):
        edges = _edges(low, high, room, count, uncut)
        if edges:
            return list(pairwise(edges))
    return []


def _edges(
    low: float, high: float, room: float, count: int, uncut: Sequence[tuple[float, float]]
) -> list[float]:
    edges = [low]
    for left in range(count - 1, 0, -1):
        ideal = edges[-1] + (high - edges[-1]) / (left + 1)
        nearest = max(edges[-1], high - left * room)
        furthest = min(edges[-1] + room, high)
        choices = [ideal, nearest, furthest, *(end for span in uncut for end in span)]
        free = [
            at
            for at in choices
            if nearest <= at <= furthest and not any(a < at < b for a, b in uncut)
        ]
        if not free:
            return []
        edges.append(min(free, key=lambda at: abs(at - ideal)))
    return [*edges, high] if high - edges[-1] <= room + 1e-9 else []
