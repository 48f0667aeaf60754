"""What each signal of the panel means: one table of colours, blinking and sounds."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal

from hardware.panels import Light, Panel, Sound

Meaning = Literal[
    "ready",
    "your-turn",
    "legal",
    "illegal",
    "unsure",
    "restore",
    "won",
    "fault",
    "host-lost",
]


@dataclass(frozen=True)
class Signal:
    """A light, the sound that goes with it, and what it tells people."""

    light: Light
    sound: Sound | None
    says: str


MEANINGS: Mapping[Meaning, Signal] = {
    "ready": Signal(Light("white"), None, "Ready: press a key."),
    "your-turn": Signal(Light("blue"), "click", "It is your turn."),
    "legal": Signal(Light("green"), "chime", "Seen and played."),
    "illegal": Signal(Light("red"), "buzz", "The rules do not allow this."),
    "unsure": Signal(Light("yellow", "slow"), "click", "Not seen clearly: look at the reason."),
    "restore": Signal(Light("yellow", "fast"), "buzz", "Put the pieces back as they were."),
    "won": Signal(Light("green", "slow"), "fanfare", "The game is over."),
    "fault": Signal(Light("red", "fast"), "buzz", "Something is broken: look at the reason."),
    "host-lost": Signal(Light("red", "slow"), None, "The panel no longer hears the referee."),
}
"""No two share both colour and blinking. Eyes that do not tell red from green go by blinking and
sound: no red meaning has those of a green one."""


def signal(panel: Panel, meaning: Meaning, light: str = "status") -> None:
    """Show a meaning on a light of the panel, with its sound."""
    panel.set_light(light, MEANINGS[meaning].light)
    sound = MEANINGS[meaning].sound
    if sound is not None:
        panel.play_sound(sound)
