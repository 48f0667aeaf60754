"""A panel without a device: key presses are injected, every change of a light is remembered."""

from __future__ import annotations

import queue
import time
from collections.abc import Callable, Mapping

from hardware.panels import (
    LIGHTS,
    Health,
    Light,
    Panel,
    PanelError,
    Press,
    Sound,
    check_key,
    check_light,
)


class MemoryPanel(Panel):
    """For the terminal, the demo and the tests. Presses may come from another thread."""

    def __init__(
        self, clock: Callable[[], float] = time.monotonic, name: str = "memory panel"
    ) -> None:
        self.name = name
        self.history: list[tuple[float, str, Light]] = []
        """Every change of a light: when (s), which, how."""
        self.sounds: list[Sound] = []
        self.texts: list[str] = []
        self._clock = clock
        self._lights = dict.fromkeys(LIGHTS, Light())
        self._presses: queue.Queue[Press] = queue.Queue()
        self._open = False

    def press(self, key: str) -> None:
        """Press ``key`` (one of KEYS) as a finger would; raises PanelError if closed or no such."""
        check_key(key)
        self._check_open()
        self._presses.put(Press(key, self._clock()))

    def open(self) -> None:
        """Start up."""
        self._open = True

    def close(self) -> None:
        """Lights off; presses not yet taken are dropped."""
        if not self._open:
            return
        for name in LIGHTS:
            self.set_light(name, Light())
        self._presses = queue.Queue()
        self._open = False

    def set_light(self, name: str, light: Light) -> None:
        """Let a light shine; only a change enters the history."""
        check_light(name)
        self._check_open()
        if self._lights[name] != light:
            self._lights[name] = light
            self.history.append((self._clock(), name, light))

    def lights(self) -> Mapping[str, Light]:
        """How every light shines now."""
        return dict(self._lights)

    def next_press(self, timeout_s: float | None = None) -> Press | None:
        """The oldest press not yet taken."""
        self._check_open()
        try:
            return self._presses.get(timeout=timeout_s)
        except queue.Empty:
            return None

    def play_sound(self, sound: Sound) -> None:
        """Remember the sound."""
        self._check_open()
        self.sounds.append(sound)

    def show_text(self, text: str) -> None:
        """Remember the line."""
        self._check_open()
        self.texts.append(text)

    def health(self) -> Health:
        """Healthy while open."""
        if self._open:
            return Health(True)
        return Health(False, f"the {self.name} is closed: open it first")

    def _check_open(self) -> None:
        if not self._open:
            raise PanelError(f"the {self.name} is closed: open it first")
