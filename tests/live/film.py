"""Films for the referee: scripted steps as frames, and what they show as evidence."""

from __future__ import annotations

import itertools
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import numpy as np

from pi_app.journal import Journal
from pi_app.live.events import LiveEvent
from pi_app.live.watcher import Keep, Watcher
from pi_app.seating import Seating
from pi_app.table import Table
from tests.live.evidence import seen, stones
from vision.nodes import NodeEvidence
from vision.types import Frame

FPS = 10


@dataclass(frozen=True)
class Step:
    """For ``seconds`` the same picture; ``key`` is pressed, or the camera lost, at its end."""

    board: str = ""
    covered: str = ""
    seconds: float = 1.0
    problem: str | None = None
    key: str | None = None
    moves: bool = False
    """Something moves all the time."""
    lost: bool = False
    gain: float = 1.0


def film(steps: Sequence[Step], fps: int = FPS) -> Iterator[tuple[Step, Frame]]:
    """Each step's frames; a hand's width of pixels changes from step to step."""
    rng = np.random.default_rng(7)
    table = rng.uniform(60, 200, (144, 192, 3))
    number = itertools.count()
    for place, step in enumerate(steps):
        for _ in range(round(step.seconds * fps)):
            count = next(number)
            pixels = table + rng.normal(0, 2, table.shape)
            spot = 40 + 20 * ((count + 1 if step.moves else place) % 5)
            pixels[40:70, spot : spot + 20] = 255 - pixels[40:70, spot : spot + 20]
            shown = np.clip(pixels * step.gain, 0, 255).astype(np.uint8)
            yield step, Frame(shown, count / fps, "film")


def table_for(path: Path, name: str = "y") -> Table[Any, Any]:
    """A fresh game in a journal of its own."""
    return Table.start(Journal(path / "journal.db"), name, Seating(("Ada", "Bo"), {}))


def referee(
    table: Table[Any, Any], steps: Sequence[Step], fps: int = FPS, keep: Keep = lambda _: None
) -> list[tuple[int, LiveEvent]]:
    """Every event with the number of its step."""
    showing: list[Step] = []
    watcher = Watcher(table, lambda _: _evidence(showing[0]), keep)
    events = []
    frames = [(step, list(group)) for step, group in itertools.groupby(film(steps, fps), _first)]
    for number, (step, group) in enumerate(frames):
        showing[:] = [step]
        for _, frame in group:
            lost = step.lost and RuntimeError("the camera is gone")
            told = watcher.lost(lost, frame.time_s) if lost else watcher.see(frame)
            events += [(number, event) for event in told]
        if step.key:
            events += [(number, event) for event in watcher.press(step.key, frame.time_s)]
    return events


def _first(pair: tuple[Step, Frame]) -> Step:
    return pair[0]


def _evidence(step: Step) -> NodeEvidence:
    return seen(stones(step.board), step.covered.split(), problem=step.problem)


def lines(events: Sequence[tuple[int, LiveEvent]]) -> list[str]:
    """``"2 played black d5"``: the step's number, then what was told."""
    return [f"{number} {event.kind} {_words(event)}".strip() for number, event in events]


def _words(event: LiveEvent) -> str:
    data = event.data
    restore = f" [{' '.join(data['restore'])}]" if data.get("restore") else ""
    said = data.get("moves") or data.get("steps") or data.get("reason", "")
    return (said if isinstance(said, str) else ", ".join(said)) + restore


def numbered(steps: Sequence[Step]) -> list[Step]:
    """The steps made unlike each other, so that equal neighbours stay two."""
    return [replace(step, seconds=step.seconds + 1e-6 * n) for n, step in enumerate(steps)]
