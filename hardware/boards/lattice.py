"""Boards of nodes (stones, pawns, tiles), from their JSON file to vision's plain value."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from pathlib import Path
from typing import Annotated, Literal

from pydantic import Field, model_validator

from hardware.boards.files import Dictionary, Name, Place, Positive, Strict, load
from vision.board import LatticeBoard, Marker, Node, Zone

MOST_NODES = 1000

MarkerId = Annotated[int, Field(ge=0, le=1023)]


class _Node(Strict):
    node: Name
    x: Place
    y: Place
    sides: tuple[Name, ...] = ()
    neighbours_clockwise: tuple[Name, ...] = ()


class _Marker(Strict):
    id: MarkerId
    x: Place
    y: Place


class _Board(Strict):
    name: Name
    nodes: Annotated[tuple[_Node, ...], Field(min_length=1, max_length=MOST_NODES)]
    edges: Annotated[tuple[tuple[Name, Name], ...], Field(max_length=4 * MOST_NODES)]
    markers: Annotated[tuple[_Marker, ...], Field(max_length=64)]
    paper_mm: tuple[Positive, Positive] | None = None
    marker_mm: Positive | None = None
    dictionary: Dictionary | None = None
    stone_mm: Positive | None = None
    target_mm: Positive | None = None
    cell_mm: Positive | None = None
    tile_mm: Positive | None = None
    tile_marker_mm: Positive | None = None
    styles: Annotated[tuple[Literal["plain", "targets"], ...], Field(min_length=1)] = ("plain",)
    goals: dict[Name, Name] = Field(default_factory=dict)
    zones: dict[Name, tuple[Place, Place, Place, Place]] = Field(default_factory=dict)

    @model_validator(mode="after")
    def _fits_together(self) -> _Board:
        _check_once("nodes", (node.node for node in self.nodes))
        _check_once("markers", (str(marker.id) for marker in self.markers))
        names = {node.node for node in self.nodes}
        _check_known("edges", (name for edge in self.edges for name in edge), names)
        _check_known("goals", self.goals.values(), names)
        _check_neighbours(self, names)
        _check_markers(self)
        _check_zones(self.zones)
        return self

    def plain(self) -> LatticeBoard:
        return LatticeBoard(
            name=self.name,
            paper_mm=self.paper_mm,
            nodes=tuple(
                Node(n.node, n.x, n.y, n.sides, n.neighbours_clockwise) for n in self.nodes
            ),
            edges=self.edges,
            markers=tuple(Marker(m.id, m.x, m.y) for m in self.markers),
            zones=tuple(Zone(name, *corners) for name, corners in self.zones.items()),
            goals=tuple(self.goals.items()),
            styles=self.styles,
            marker_mm=self.marker_mm,
            dictionary=self.dictionary,
            stone_mm=self.stone_mm,
            target_mm=self.target_mm,
            cell_mm=self.cell_mm,
            tile_mm=self.tile_mm,
            tile_marker_mm=self.tile_marker_mm,
        )


def load_lattice_board(name_or_path: str | Path) -> LatticeBoard:
    """A bundled board by name, or the user's own file by path; raises BoardFileError."""
    return load(name_or_path, _Board).plain()


def _check_once(field: str, values: Iterable[str]) -> None:
    for value, count in Counter(values).items():
        if count > 1:
            raise ValueError(f"{field}: {value} stands there {count} times")


def _check_known(field: str, names: Iterable[str], known: set[str]) -> None:
    for name in names:
        if name not in known:
            raise ValueError(f"{field}: there is no node {name}")


def _check_neighbours(board: _Board, names: set[str]) -> None:
    """Edges join two different nodes, once; neighbours, where listed, are the edges' other ends."""
    joined: dict[str, list[str]] = {name: [] for name in names}
    for a, b in board.edges:
        if a == b or b in joined[a]:
            raise ValueError(f"edges: {a}-{b} joins a node to itself or stands there twice")
        joined[a].append(b)
        joined[b].append(a)
    for node in board.nodes:
        listed = node.neighbours_clockwise
        if listed and sorted(listed) != sorted(joined[node.node]):
            raise ValueError(f"nodes: the neighbours of {node.node} do not match the edges")


def _check_markers(board: _Board) -> None:
    if not board.markers:
        return
    for field in ("paper_mm", "marker_mm", "dictionary"):
        if getattr(board, field) is None:
            raise ValueError(f"{field}: is missing, and the board has markers")
    assert board.paper_mm is not None and board.marker_mm is not None
    width, height = (side / 2 - board.marker_mm / 2 for side in board.paper_mm)
    for marker in board.markers:
        if abs(marker.x) > width or abs(marker.y) > height:
            raise ValueError(f"markers: {marker.id} reaches beyond paper_mm")


def _check_zones(zones: dict[str, tuple[float, float, float, float]]) -> None:
    for name, (x0, y0, x1, y1) in zones.items():
        if x0 >= x1 or y0 >= y1:
            raise ValueError(f"zones: {name} must be left, bottom, right, top")
