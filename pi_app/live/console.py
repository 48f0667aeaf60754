"""Where the live referee's keys come from and its events go: lines typed and lines printed."""

from __future__ import annotations

import queue
import threading
from collections.abc import Iterable
from typing import TextIO

import click

from hardware.panels import Panel
from hardware.panels.meanings import signal
from pi_app.live.events import MEANING_OF, LiveEvent

LONGEST_LINE = 100


class LineKeys:
    """Keys as lines of a stream, read by a thread of their own; other keys may be put in."""

    def __init__(self, stream: TextIO) -> None:
        self._lines: queue.Queue[str] = queue.Queue()
        threading.Thread(target=self._read, args=(stream,), daemon=True).start()

    def _read(self, stream: TextIO) -> None:
        try:
            while line := stream.readline(LONGEST_LINE):
                if line.strip():
                    self._lines.put(line.strip().lower())
        except (OSError, ValueError):  # closed: no more keys come
            return

    def __call__(self, wait_s: float) -> str | None:
        """The next line, or None if none comes within ``wait_s``."""
        try:
            return self._lines.get(timeout=wait_s) if wait_s else self._lines.get_nowait()
        except queue.Empty:
            return None


class Teller:
    """Prints events, one a line, and shows the last one's meaning on a panel."""

    def __init__(self, as_json: bool, panel: Panel | None = None) -> None:
        self._as_json = as_json
        self._panel = panel

    def __call__(self, events: Iterable[LiveEvent]) -> None:
        """Tell events as they come."""
        for event in events:
            text = event.text()
            click.echo(event.as_json() if self._as_json else text)
            if self._panel is not None:
                signal(self._panel, MEANING_OF[event.kind])
                self._panel.show_text(text)
