"""Board geometry from the JSON files of this folder (or the user's own), checked on load."""

from hardware.boards.block_sheet import load_block_sheet
from hardware.boards.files import BoardFileError, board_names

__all__ = ["BoardFileError", "board_names", "load_block_sheet"]
