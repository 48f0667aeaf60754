"""The panel drawn on a terminal: each key with its light, and the lights in words."""

from __future__ import annotations

from collections.abc import Mapping

from rich.text import Text

from hardware.panels import Light

ROWS = (
    ("A", "B", "C", "D", "1", "2", "3", "announce"),
    ("E", "F", "G", "H", "4", "5", "6", "confirm"),
    ("I", "J", "K", "L", "7", "8", "9", "undo", "turn"),
)


def draw_panel(lights: Mapping[str, Light]) -> Text:
    """Four lines: three rows of keys, lit ones in colour, and all that shines in words."""
    picture = Text()
    for row in ROWS:
        for key in row:
            picture.append(f" {key} ", style=_style(lights[key]))
            picture.append("   " if key in ("D", "H", "L", "3", "6", "9") else " ")
        picture.append("\n")
    picture.append(" ● ", style=_style(lights["status"]))
    picture.append(f"status {in_words(lights['status'])}")
    for key in (key for row in ROWS for key in row):
        if lights[key] != Light():
            picture.append(f"  {key} {in_words(lights[key])}")
    return picture


def in_words(light: Light) -> str:
    """Like "green, blinking slowly"."""
    blinking = {"steady": "", "slow": ", blinking slowly", "fast": ", blinking fast"}
    return light.colour + blinking[light.blink]


def _style(light: Light) -> str:
    if light.colour == "off":
        return "dim"
    blink = "" if light.blink == "steady" else " blink"
    return f"bold black on {light.colour}{blink}"
