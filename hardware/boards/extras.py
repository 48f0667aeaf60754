"""What stands on boards, as data: the starting positions on the 93 nodes and the tiles' markers."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Annotated

from pydantic import Field, RootModel, model_validator

from hardware.boards.files import BoardFileError, Dictionary, Name, Strict, load
from vision.board import LatticeBoard

Nodes = tuple[Name, ...]


@dataclass(frozen=True)
class Setup:
    """A starting position: node names by role (``black``, ``white``, ``goals``, …)."""

    name: str
    source: str
    """How sure it is, and whence."""
    nodes: dict[str, tuple[str, ...]]
    sections: tuple[tuple[str, ...], ...]


@dataclass(frozen=True)
class Tiles:
    """The marker id on each face of the tiles."""

    dictionary: str
    faces: dict[str, int]


class _Setup(Strict):
    source: Annotated[str, Field(min_length=1)]
    black: Nodes = ()
    white: Nodes = ()
    stones: Nodes = ()
    goals: Nodes = ()
    goal_middle_of_border: Nodes = ()
    goal_next_to_corner: Nodes = ()
    sections: tuple[Nodes, ...] = ()

    def plain(self, name: str) -> Setup:
        roles = {
            role: value for role, value in self if role not in ("source", "sections") and value
        }
        return Setup(name, self.source, roles, self.sections)


class _Setups(RootModel[dict[str, _Setup]]):
    pass


class _Tiles(Strict):
    dictionary: Dictionary
    faces: dict[Name, Annotated[int, Field(ge=0, le=1023)]]

    @model_validator(mode="after")
    def _ids_differ(self) -> _Tiles:
        if len(set(self.faces.values())) < len(self.faces):
            raise ValueError("faces: two faces share one marker id")
        return self


def load_setups(board: LatticeBoard, name_or_path: str | Path = "y-setups") -> dict[str, Setup]:
    """Starting positions on ``board``; raises BoardFileError, also for a node it does not have."""
    setups = {name: s.plain(name) for name, s in load(name_or_path, _Setups).root.items()}
    known = {node.name for node in board.nodes}
    for setup in setups.values():
        for nodes in (*setup.nodes.values(), *setup.sections):
            for node in nodes:
                if node not in known:
                    raise BoardFileError(
                        f"{name_or_path}: {setup.name}: {board.name} has no node {node}"
                    )
    return setups


def load_tiles(name_or_path: str | Path = "yokai-tiles") -> Tiles:
    """Which marker stands for which face; raises BoardFileError."""
    tiles = load(name_or_path, _Tiles)
    return Tiles(tiles.dictionary, dict(tiles.faces))
