"""The referee's loop: cameras that vanish and come back, pictures that fail, keys, the end."""

from __future__ import annotations

import io
from collections.abc import Sequence
from pathlib import Path

import numpy as np
import pytest

from hardware.cameras import Camera, CameraError, NoMorePictures
from hardware.panels.memory import MemoryPanel
from pi_app.live.console import LineKeys, Teller
from pi_app.live.events import LiveEvent
from pi_app.live.run import Quit, run
from pi_app.live.watcher import Watcher
from tests.live.evidence import seen, stones
from tests.live.film import table_for
from vision.errors import PictureError
from vision.types import Frame


class ScriptedCamera(Camera):
    """Shows one board a second; ``lost``: gone until opened so many times; ``bad``: no picture."""

    name = "scripted"

    def __init__(self, script: Sequence[str], recorded: bool = False) -> None:
        self.script = list(script)
        self.recorded = recorded
        self.time_s = 0.0
        self.missing = 0

    def open(self) -> None:
        if self.missing > 1:
            self.missing -= 1
            raise CameraError("still no camera")
        self.missing = 0

    def close(self) -> None:
        pass

    def frame(self) -> Frame:
        if not self.script:
            raise NoMorePictures("that was all")
        what = self.script.pop(0)
        self.time_s += 1.0
        if what == "bad":
            raise PictureError("the picture is cut off")
        if what.startswith("lost"):
            self.missing = int(what.split()[1])
            raise CameraError("the camera is gone")
        assert not self.missing
        pixels = np.full((72, 96, 3), 120, np.uint8)
        pixels[: 10 + 2 * len(what)] = 200
        return Frame(pixels, self.time_s, what)


def watched(
    path: Path, script: Sequence[str], typed: str = "", recorded: bool = False
) -> tuple[list[str], str]:
    """The kinds of events, and the record; ``quit`` ends it too."""
    table = table_for(path)
    watcher = Watcher(table, lambda frame: seen(stones(frame.camera)))
    told: list[LiveEvent] = []
    keys = iter([None, *typed.split()])
    try:
        run(ScriptedCamera(script, recorded), watcher, lambda _: next(keys, None), told.extend)
    except Quit:
        told.append(LiveEvent("refused", 0.0, None, {"reason": "quit"}))
    record = ", ".join(table.moves)
    table.journal.close()
    return [event.kind for event in told], record


CASES = [
    # what the camera shows, keys (after the first frame), events, record
    (["", "d5", "d5 / e3"], "", ["started", "played", "played"], "black d5, white e3"),
    (["", "bad", "bad", "d5", "d5"], "", ["started", "fault", "played"], "black d5"),
    (["", "lost 1", "d5", "d5"], "", ["started", "fault", "played"], "black d5"),
    (["", "lost 3", "d5", "d5"], "", ["started", "fault", "fault", "played"], "black d5"),
    (["", "d5", "d5", "d5"], "swap", ["started", "refused", "played"], "black d5"),
    (["", "d5", "d5 / e3"], "quit", ["started", "refused"], ""),
    (["", "d5", "d5"], "resign", ["started", "played", "result"], "black resigns"),
]


@pytest.mark.parametrize(("script", "typed", "kinds", "record"), CASES)
def test_a_watch(
    tmp_path: Path, script: list[str], typed: str, kinds: list[str], record: str
) -> None:
    assert watched(tmp_path, script, typed) == (kinds, record)


def test_a_file_that_breaks_off_is_a_fault_and_the_end(tmp_path: Path) -> None:
    with pytest.raises(CameraError, match="the camera is gone"):
        watched(tmp_path, ["", "d5", "lost 1", "d5"], recorded=True)


def test_keys_are_lines_typed() -> None:
    keys = LineKeys(io.StringIO("confirm\n\n Undo \nquit"))
    assert [keys(5.0) for _ in range(3)] == ["confirm", "undo", "quit"]
    assert keys(0.0) is None


EVENTS = [
    (
        LiveEvent("played", 2.4, "seq-dev-002.jpg", {"moves": ["black d5"]}),
        '{"t": 2.4, "picture": "seq-dev-002.jpg", "event": "played", "moves": ["black d5"]}',
        "Played: black d5.",
        "green",
    ),
    (
        LiveEvent("illegal", 3.0, None, {"reason": "black plays twice", "restore": ["b7"]}),
        '{"t": 3.0, "event": "illegal", "reason": "black plays twice", "restore": ["b7"]}',
        "Not so: black plays twice. Put right: b7.",
        "yellow",
    ),
    (
        LiveEvent("take-back", 3.0, None, {"moves": ["white d3"]}),
        '{"t": 3.0, "event": "take-back", "moves": ["white d3"]}',
        "Taken back? white d3. Confirm it, or put it back.",
        "yellow",
    ),
]


@pytest.mark.parametrize(("event", "as_json", "text", "colour"), EVENTS)
def test_events_are_told_in_two_ways_and_shown_as_lights(
    event: LiveEvent, as_json: str, text: str, colour: str, capsys: pytest.CaptureFixture[str]
) -> None:
    with MemoryPanel() as panel:
        Teller(True, panel)([event])
        Teller(False)([event])
        assert capsys.readouterr().out.splitlines() == [as_json, text]
        assert panel.lights()["status"].colour == colour
        assert panel.texts == [text]
