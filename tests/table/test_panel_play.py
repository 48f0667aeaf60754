"""Playing by the panel: key sequences in, requests, verdicts and lights out."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from hardware.cameras import CameraError
from hardware.panels import KEYS, Light
from hardware.panels.meanings import MEANINGS, Meaning
from hardware.panels.memory import MemoryPanel
from pi_app.attendant import Attendant
from pi_app.journal import Journal
from pi_app.keypad import NOTHING, Phase, Wish, press
from pi_app.referee import Look, Referee, start_table
from pi_app.verdicts import Verdict
from tests.table.tables import BOTH_HIDDEN, FIRST, SECOND, SECOND_WRONG, floating, look, reading

HIDING = Phase(2, None, True)
ASKING = Phase(2, 1, False)
THREE = Phase(3, 0, False)


@pytest.mark.parametrize(
    ("phase", "keys", "requests", "left"),
    [
        (HIDING, "confirm", [Wish("hide")], NOTHING),
        (HIDING, "A 5 announce turn confirm", [Wish("hide")], NOTHING),
        (ASKING, "H confirm", [Wish("ask", 1, "H")], NOTHING),
        (ASKING, "5 confirm", [Wish("ask", 1, 5)], NOTHING),
        (ASKING, "H", [], Wish("ask", 1, "H")),
        (ASKING, "H A 3 confirm confirm", [Wish("ask", 1, 3)], NOTHING),
        (ASKING, "H undo confirm", [], NOTHING),
        (ASKING, "H turn confirm", [Wish("ask", 1, "H")], NOTHING),
        (ASKING, "announce confirm", [Wish("announce", 1)], NOTHING),
        (ASKING, "announce 1 confirm", [Wish("announce", 0)], NOTHING),
        (ASKING, "announce 3", [], Wish("announce", 1)),
        (THREE, "announce 3 confirm", [Wish("announce", 2)], NOTHING),
        (ASKING, "announce H confirm", [Wish("ask", 1, "H")], NOTHING),
        (ASKING, "announce undo 1 confirm", [Wish("ask", 1, 1)], NOTHING),
        (ASKING, "undo confirm", [Wish("undo")], NOTHING),
        (ASKING, "undo undo confirm", [], NOTHING),
        (ASKING, "confirm", [], NOTHING),
    ],
)
def test_what_keys_ask_for(phase: Phase, keys: str, requests: list[Wish], left: Wish) -> None:
    wish, made = NOTHING, []
    for key in keys.split():
        wish, request = press(wish, key, phase)
        made += [request] if request else []
    assert (made, wish) == (requests, left)


@pytest.mark.parametrize("phase", [HIDING, ASKING, THREE])
@pytest.mark.parametrize("wish", [NOTHING, Wish("ask", 0, "A"), Wish("announce", 0), Wish("undo")])
@pytest.mark.parametrize("key", KEYS)
def test_every_key_does_something_sensible_at_any_time(wish: Wish, phase: Phase, key: str) -> None:
    after, request = press(wish, key, phase)
    assert request is None or key == "confirm"
    assert after == NOTHING or key != "confirm"


class Camera:
    """Gives the looks it was told to, in order."""

    def __init__(self) -> None:
        self.looks: list[Look] = []

    def __call__(self) -> Look:
        return self.looks.pop(0)


@pytest.fixture
def camera() -> Camera:
    return Camera()


@pytest.fixture
def attendant(tmp_path: Path, camera: Camera) -> Iterator[Attendant]:
    with Journal(tmp_path / "j.db") as journal, MemoryPanel() as panel:
        table = start_table(journal, "yomen", ("North", "East"))
        yield Attendant(Referee(table), panel, camera)


def shining(attendant: Attendant) -> dict[str, Light]:
    return {key: light for key, light in attendant.panel.lights().items() if light != Light()}


def press_all(attendant: Attendant, keys: str) -> None:
    for key in keys.split():
        attendant.handle(key)


GAP = look(reading(1, FIRST), reading(2, floating(SECOND)))
BLURRED = look(reading(1, FIRST), reading(2, SECOND, "unsure", "blurred"))
MOVED = look(reading(1, FIRST), reading(2, SECOND_WRONG), reading(3, SECOND_WRONG))


@pytest.mark.parametrize(
    ("looks", "keys", "status"),
    [
        ([], "", "ready"),
        ([], "turn", "ready"),
        ([BOTH_HIDDEN], "confirm", "legal"),
        ([GAP], "confirm", "illegal"),
        ([BLURRED], "confirm", "unsure"),
        ([GAP, BOTH_HIDDEN], "confirm confirm", "legal"),
        ([BOTH_HIDDEN], "confirm H confirm", "legal"),
        ([BOTH_HIDDEN, look(reading(3, SECOND_WRONG))], "confirm announce confirm", "illegal"),
        ([BOTH_HIDDEN, look(reading(3, SECOND))], "confirm announce confirm", "won"),
        ([BOTH_HIDDEN, look()], "confirm announce confirm", "unsure"),
        ([BOTH_HIDDEN, look(reading(4, FIRST))], "confirm announce 2 confirm", "won"),
        ([BOTH_HIDDEN, MOVED], "confirm announce confirm", "restore"),
        ([BOTH_HIDDEN], "confirm undo confirm", "legal"),
        ([], "undo confirm", "illegal"),
    ],
)
def test_the_status_light_shows_the_verdict(
    attendant: Attendant, camera: Camera, looks: list[Look], keys: str, status: Meaning
) -> None:
    camera.looks = looks
    press_all(attendant, keys)
    assert attendant.panel.lights()["status"] == MEANINGS[status].light
    assert camera.looks == []


def test_the_keys_shine_as_the_game_goes(attendant: Attendant, camera: Camera) -> None:
    camera.looks = [BOTH_HIDDEN]
    ready = {"confirm": Light("green", "slow"), "status": Light("white")}
    assert shining(attendant) == ready
    attendant.handle("confirm")
    accepted = {"status": Light("green"), "turn": Light("white")}
    assert shining(attendant) == accepted
    attendant.handle("H")
    chosen = {"H": Light("blue", "slow"), "confirm": Light("green", "slow")}
    assert shining(attendant) == accepted | chosen
    attendant.handle("confirm")
    assert shining(attendant) == accepted | {"H": Light("white"), "turn": Light("blue")}
    attendant.handle("announce")
    chosen = {
        "announce": Light("blue", "slow"),
        "2": Light("blue", "slow"),
        "confirm": Light("green", "slow"),
    }
    assert shining(attendant) == accepted | {"H": Light("white"), "turn": Light("blue")} | chosen


def test_a_fault_is_shown_and_play_goes_on(
    attendant: Attendant, camera: Camera, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail() -> Look:
        raise CameraError("the camera is unplugged: plug it in")

    with monkeypatch.context() as patch:
        patch.setattr(attendant, "_look", fail)
        (verdict,) = attendant.handle("confirm")
    assert verdict == Verdict("fault", "the camera is unplugged: plug it in")
    assert attendant.panel.lights()["status"] == MEANINGS["fault"].light
    camera.looks = [BOTH_HIDDEN]
    attendant.handle("confirm")
    assert attendant.panel.lights()["status"] == MEANINGS["legal"].light


def test_the_panel_tells_no_secret(attendant: Attendant, camera: Camera) -> None:
    camera.looks = [GAP]
    attendant.handle("confirm")
    assert isinstance(attendant.panel, MemoryPanel)
    assert attendant.panel.texts == []


def test_serving_until_the_game_is_over(attendant: Attendant, camera: Camera) -> None:
    camera.looks = [BOTH_HIDDEN, look(reading(3, SECOND))]
    assert isinstance(attendant.panel, MemoryPanel)
    for key in ("confirm", "turn", "H", "confirm", "announce", "1", "confirm"):
        attendant.panel.press(key)
    attendant.serve()
    assert attendant.referee.table.outcome is not None
    assert attendant.panel.texts[0] == "It is North's turn."
    assert attendant.panel.texts[-1].startswith("North wins")
    assert attendant.panel.sounds[-1] == "fanfare"
