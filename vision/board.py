"""Board geometry as plain values in millimetres; loaded and checked by hardware.boards."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Marker:
    """A printed ArUco marker: its id and the centre of its square on the board."""

    id: int
    x_mm: float
    y_mm: float


@dataclass(frozen=True)
class Cell:
    """One numbered cell of the 3×3 grid and its centre."""

    cell: int
    x_mm: float
    y_mm: float


@dataclass(frozen=True)
class Letter:
    """One letter at the rim: where it is printed, where it looks, its cells, nearest first."""

    letter: str
    x_mm: float
    y_mm: float
    looks: tuple[int, int]
    line: tuple[int, ...]


@dataclass(frozen=True)
class BlockSheet:
    """The 3×3 sheet of the deduction games. Sheet n carries marker ids 4(n-1) … 4(n-1)+3."""

    name: str
    paper_mm: tuple[float, float]
    unit_mm: float
    check_mm: float
    styles: tuple[str, ...]
    levels: int
    marker_mm: float
    dictionary: str
    cells: tuple[Cell, ...]
    letters: tuple[Letter, ...]
    corners: tuple[tuple[float, float], ...]
    """Marker centres: top left, top right, bottom right, bottom left."""

    def markers(self, sheet: int) -> tuple[Marker, ...]:
        """The four markers of sheet number ``sheet`` (1–8)."""
        first = 4 * (sheet - 1)
        return tuple(Marker(first + i, x, y) for i, (x, y) in enumerate(self.corners))


@dataclass(frozen=True)
class Node:
    """One place where a piece can stand, and what the board file says of it."""

    name: str
    x_mm: float
    y_mm: float
    sides: tuple[str, ...] = ()
    neighbours_clockwise: tuple[str, ...] = ()


@dataclass(frozen=True)
class Zone:
    """A named rectangle beside the nodes, such as a reserve."""

    name: str
    x0_mm: float
    y0_mm: float
    x1_mm: float
    y1_mm: float


@dataclass(frozen=True)
class LatticeBoard:
    """A board of nodes: stones on crossings, pawns or tiles on cells.

    ``paper_mm`` is None for a board that is not printed paper, such as one of wood; lengths that a
    board does not have are None. Markers carry their own ids.
    """

    name: str
    paper_mm: tuple[float, float] | None
    nodes: tuple[Node, ...]
    edges: tuple[tuple[str, str], ...]
    markers: tuple[Marker, ...]
    zones: tuple[Zone, ...]
    goals: tuple[tuple[str, str], ...]
    """(seat, node) pairs."""
    styles: tuple[str, ...]
    marker_mm: float | None
    dictionary: str | None
    stone_mm: float | None
    target_mm: float | None
    cell_mm: float | None
    tile_mm: float | None
    tile_marker_mm: float | None
