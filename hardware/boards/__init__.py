"""Board geometry from the JSON files of this folder (or the user's own), checked on load."""

from pathlib import Path
from typing import Any

from pydantic import BaseModel

from hardware.boards.block_sheet import load_block_sheet
from hardware.boards.extras import Setup, Tiles, load_setups, load_tiles
from hardware.boards.files import BoardFileError, board_names, load
from hardware.boards.lattice import load_lattice_board
from vision.board import BlockSheet, LatticeBoard

__all__ = [
    "BoardFileError",
    "Setup",
    "Tiles",
    "board_names",
    "load_block_sheet",
    "load_board",
    "load_lattice_board",
    "load_setups",
    "load_tiles",
]


class _Kind(BaseModel):
    cells: Any = None


def load_board(name_or_path: str | Path) -> BlockSheet | LatticeBoard:
    """Any board, bundled or by path: a block sheet has ``cells``. Raises BoardFileError."""
    if load(name_or_path, _Kind).cells is not None:
        return load_block_sheet(name_or_path)
    return load_lattice_board(name_or_path)
