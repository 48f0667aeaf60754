"""The 3×3 sheet of the block games, from its JSON file to vision's plain value."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Annotated, Literal

from pydantic import Field, model_validator

from hardware.boards.files import Dictionary, Name, Place, Positive, Strict, load
from vision.board import BlockSheet, Cell, Letter

CORNERS = ("top-left", "top-right", "bottom-right", "bottom-left")

CellNumber = Annotated[int, Field(ge=1, le=9)]
Step = Annotated[int, Field(ge=-1, le=1)]


class _Cell(Strict):
    cell: CellNumber
    x: Place
    y: Place


class _Letter(Strict):
    letter: Annotated[str, Field(pattern=r"^[A-Z]$")]
    x: Place
    y: Place
    looks: tuple[Step, Step]
    line: Annotated[tuple[CellNumber, ...], Field(min_length=1, max_length=3)]


class _Corner(Strict):
    corner: Literal["top-left", "top-right", "bottom-right", "bottom-left"]
    x: Place
    y: Place


class _Sheet(Strict):
    name: Name
    paper_mm: tuple[Positive, Positive]
    unit_mm: Positive
    check_mm: Positive
    styles: Annotated[tuple[Literal["checked", "plain"], ...], Field(min_length=1)]
    levels: Annotated[int, Field(ge=1, le=5)]
    marker_mm: Positive
    dictionary: Dictionary
    cells: tuple[_Cell, ...]
    letters: tuple[_Letter, ...]
    markers: tuple[_Corner, ...]

    @model_validator(mode="after")
    def _fits_together(self) -> _Sheet:
        _check_cells(self.cells, self.unit_mm)
        _check_markers(self)
        centres = {cell.cell: (cell.x, cell.y) for cell in self.cells}
        _check_unique("letters", [letter.letter for letter in self.letters])
        for letter in self.letters:
            _check_line(letter, centres)
        return self

    def plain(self) -> BlockSheet:
        markers = sorted(self.markers, key=lambda marker: CORNERS.index(marker.corner))
        return BlockSheet(
            name=self.name,
            paper_mm=self.paper_mm,
            unit_mm=self.unit_mm,
            check_mm=self.check_mm,
            styles=self.styles,
            levels=self.levels,
            marker_mm=self.marker_mm,
            dictionary=self.dictionary,
            cells=tuple(Cell(c.cell, c.x, c.y) for c in sorted(self.cells, key=lambda c: c.cell)),
            letters=tuple(Letter(v.letter, v.x, v.y, v.looks, v.line) for v in self.letters),
            corners=tuple((marker.x, marker.y) for marker in markers),
        )


def load_block_sheet(name_or_path: str | Path = "block-sheet") -> BlockSheet:
    """The sheet of a bundled file, or of the user's own; raises BoardFileError."""
    return load(name_or_path, _Sheet).plain()


def _check_unique(field: str, values: Sequence[object]) -> None:
    for value in values:
        if values.count(value) > 1:
            raise ValueError(f"{field}: {value} stands there more than once")


def _check_cells(cells: Sequence[_Cell], unit_mm: float) -> None:
    """Nine cells, row-major from the top left, one unit apart."""
    if sorted(cell.cell for cell in cells) != list(range(1, 10)):
        raise ValueError("cells: must be the numbers 1 to 9, each once")
    first = min(cells, key=lambda cell: cell.cell)
    for cell in cells:
        row, column = divmod(cell.cell - 1, 3)
        x, y = first.x + column * unit_mm, first.y - row * unit_mm
        if abs(cell.x - x) > 0.01 or abs(cell.y - y) > 0.01:
            raise ValueError(f"cells: cell {cell.cell} must be at x {x:g}, y {y:g} (unit_mm apart)")


def _check_markers(sheet: _Sheet) -> None:
    if sorted(marker.corner for marker in sheet.markers) != sorted(CORNERS):
        raise ValueError(f"markers: must be the corners {', '.join(CORNERS)}, each once")
    w, h = (side / 2 - sheet.marker_mm / 2 for side in sheet.paper_mm)
    for marker in sheet.markers:
        if abs(marker.x) > w or abs(marker.y) > h:
            raise ValueError(f"markers: {marker.corner} reaches beyond paper_mm")


def _check_line(letter: _Letter, centres: dict[int, tuple[float, float]]) -> None:
    """A letter's cells lie straight ahead of it, the nearest first."""
    dx, dy = letter.looks
    if abs(dx) + abs(dy) != 1:
        raise ValueError(f"letters: {letter.letter} must look along one axis")
    offsets = [(centres[n][0] - letter.x, centres[n][1] - letter.y) for n in letter.line]
    ahead = [x * dx + y * dy for x, y in offsets]
    aside = [abs(x * dy - y * dx) for x, y in offsets]
    if max(aside) > 0.01 or ahead[0] <= 0 or ahead != sorted(set(ahead)):
        raise ValueError(
            f"letters: the line of {letter.letter} is not straight, nearest cell first"
        )
