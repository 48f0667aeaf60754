"""The reading of a board of nodes as text for a terminal: status, the board, what is uncertain."""

from __future__ import annotations

from rich.text import Text

from hardware.boards import load_lattice_board
from pi_app.board_drawing import draw_board
from pi_app.board_reading import BoardReading
from pi_app.reading_text import STATUS_STYLES

MOST_NODES = 12


def board_text(reading: BoardReading) -> Text:
    """Several lines, without a line end after the last."""
    text = Text(f"{reading.board}: ").append(reading.status, STATUS_STYLES[reading.status])
    if reading.status == "unreadable":
        return text.append(f"\n{reading.reason}")
    colours = list(reading.stones.values())
    counts = [f"{colours.count(colour)} {colour}" for colour in ("black", "white")]
    text.append(f", {' and '.join(counts)}")
    board = load_lattice_board(reading.board)
    text.append("\n" + draw_board(board, reading.stones, unsure=reading.uncertain))
    for node, odds in list(reading.uncertain.items())[:MOST_NODES]:
        chances = ", ".join(f"{label} {p:.1%}".replace("%", " %") for label, p in odds.items())
        text.append(f"\n{node}: {chances}")
    more = len(reading.uncertain) - MOST_NODES
    if more > 0:
        text.append(f"\nand {more} more")
    return text.append(f"\n{reading.reason}") if reading.reason else text
