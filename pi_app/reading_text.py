"""A reading as text for a terminal: status, the blocks drawn in their colours, what is wrong."""

from __future__ import annotations

import re

from rich.text import Text

from pi_app.drawing import draw, initials
from pi_app.games.blocks.scene import BlockScene
from pi_app.readings import Reading

STATUS_STYLES = {
    "read": "bold green",
    "unsure": "bold yellow",
    "illegal": "bold red",
    "unreadable": "bold magenta",
}
PAINT_STYLES = {"black": "bright_white on black", "white": "black on bright_white"}
"""Other colours are terminal colours themselves."""
TERMINAL_COLOURS = ("red", "green", "blue", "yellow", "magenta", "cyan")
MOST_LOOKALIKES = 3


def reading_text(reading: Reading) -> Text:
    """Several lines, without a line end after the last."""
    text = _headline(reading)
    if reading.scene is not None:
        text.append("\n").append_text(drawn(reading.scene))
    if reading.reason and not reading.faults:
        text.append(f"\n{reading.reason}")
    for fault in reading.faults:
        text.append(f"\n{fault.name}: {fault.detail}")
    for scene in reading.lookalikes[:MOST_LOOKALIKES]:
        text.append("\nlooks the same from here:\n").append_text(drawn(scene))
    more = len(reading.lookalikes) - MOST_LOOKALIKES
    return text.append(f"\nand {more} more") if more > 0 else text


def _headline(reading: Reading) -> Text:
    what = reading.board if reading.sheet is None else f"sheet {reading.sheet}"
    text = Text(f"{what}: ").append(reading.status, STATUS_STYLES[reading.status])
    if reading.set_name:
        text.append(f", {reading.set_name}")
    if reading.scene is not None:
        text.append(f", {reading.probability:.2%}".replace("%", " %"))
    return text


def drawn(scene: BlockScene) -> Text:
    """``draw``, with each block's letters in its colour."""
    text = Text(draw(scene))
    for colour, letters in initials(colour for colour, _ in scene.blocks).items():
        style = PAINT_STYLES.get(colour, colour if colour in TERMINAL_COLOURS else "bold")
        text.highlight_regex(rf"(?<!\S){re.escape(letters)}(?!\S)", style)
    return text
