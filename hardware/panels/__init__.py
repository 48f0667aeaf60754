"""The Panel interface: lights, keys and sounds by name, whatever they are made of.

::

    A B C D   1 2 3   announce
    E F G H   4 5 6   confirm      (o) status
    I J K L   7 8 9   undo  turn

Each key has a light of its own name; ``status`` is one more, without a key.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping
from dataclasses import dataclass
from types import TracebackType
from typing import Literal, Self

from vision.errors import GyojiError

KEYS = (*"ABCDEFGHIJKL", *"123456789", "announce", "confirm", "undo", "turn")
LIGHTS = (*KEYS, "status")

Colour = Literal["off", "red", "yellow", "green", "blue", "white"]
Blink = Literal["steady", "slow", "fast"]
Sound = Literal["click", "chime", "buzz", "fanfare"]

BLINK_HZ: Mapping[Blink, float] = {"steady": 0.0, "slow": 1.0, "fast": 4.0}


class PanelError(GyojiError):
    """The panel cannot do what is asked: unplugged, closed, or no such light or key."""


@dataclass(frozen=True)
class Light:
    """How a light shines. Panels with one-coloured lights show every colour but ``off`` as on."""

    colour: Colour = "off"
    blink: Blink = "steady"


@dataclass(frozen=True)
class Press:
    """A key that went down, debounced, and when (the panel's clock, seconds)."""

    key: str
    time_s: float


@dataclass(frozen=True)
class Health:
    """Whether the panel can be relied on now, and if not, one line that says why and what to do."""

    ok: bool
    reason: str = ""


class Panel(ABC):
    """What every panel offers. Open it with ``with``; closing it turns all its lights off."""

    name: str

    @abstractmethod
    def open(self) -> None:
        """Start up; raises PanelError if the panel is not there. Opening twice is once."""

    @abstractmethod
    def close(self) -> None:
        """Lights off, keys dead. Closing twice is once."""

    @abstractmethod
    def set_light(self, name: str, light: Light) -> None:
        """Let ``name`` (one of LIGHTS) shine so until told otherwise; raises PanelError."""

    @abstractmethod
    def lights(self) -> Mapping[str, Light]:
        """How every light of LIGHTS was last told to shine."""

    @abstractmethod
    def next_press(self, timeout_s: float | None = None) -> Press | None:
        """The oldest key press not yet taken; waits up to ``timeout_s`` (None: for ever).

        Returns None when the time is up; raises PanelError when the panel is closed or lost.
        """

    @abstractmethod
    def play_sound(self, sound: Sound) -> None:
        """Play a sound; a panel without a sounder stays silent."""

    @abstractmethod
    def health(self) -> Health:
        """Whether the panel can be relied on now. Never raises."""

    def show_text(self, text: str) -> None:  # noqa: B027
        """Show one line of text; a panel without a display shows nothing."""

    def __enter__(self) -> Self:
        self.open()
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.close()


def check_light(name: str) -> None:
    """Raise PanelError unless ``name`` is one of LIGHTS."""
    if name not in LIGHTS:
        raise PanelError(f"the panel has no light {name!r}: use one of {', '.join(LIGHTS)}")


def check_key(name: str) -> None:
    """Raise PanelError unless ``name`` is one of KEYS."""
    if name not in KEYS:
        raise PanelError(f"the panel has no key {name!r}: use one of {', '.join(KEYS)}")
