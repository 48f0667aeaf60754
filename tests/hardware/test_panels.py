"""The contract that every panel keeps; a new panel is one more Rig in RIGS."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import get_args

import pytest

from hardware.panels import KEYS, LIGHTS, Light, Panel, PanelError
from hardware.panels.meanings import MEANINGS, Meaning, signal
from hardware.panels.memory import MemoryPanel


@dataclass(frozen=True)
class Rig:
    """A panel and the finger that presses its keys."""

    panel: Panel
    press: Callable[[str], None]


def memory_rig() -> Rig:
    panel = MemoryPanel()
    return Rig(panel, panel.press)


RIGS: dict[str, Callable[[], Rig]] = {"memory": memory_rig}


@pytest.fixture(params=RIGS)
def rig(request: pytest.FixtureRequest) -> Iterator[Rig]:
    made = RIGS[request.param]()
    yield made
    made.panel.close()


def test_25_keys_each_with_its_light() -> None:
    assert len(set(KEYS)) == 25
    assert set(LIGHTS) == {*KEYS, "status"}


def test_all_lights_are_off_at_first(rig: Rig) -> None:
    with rig.panel as panel:
        assert panel.lights() == dict.fromkeys(LIGHTS, Light())


@pytest.mark.parametrize("name", LIGHTS)
def test_each_light_alone(rig: Rig, name: str) -> None:
    with rig.panel as panel:
        panel.set_light(name, Light("red", "fast"))
        lit = {light: shine for light, shine in panel.lights().items() if shine != Light()}
        assert lit == {name: Light("red", "fast")}
        panel.set_light(name, Light())
        assert panel.lights()[name] == Light()


@pytest.mark.parametrize("key", KEYS)
def test_each_key_alone(rig: Rig, key: str) -> None:
    with rig.panel as panel:
        rig.press(key)
        press = panel.next_press(1.0)
        assert press is not None
        assert press.key == key
        assert panel.next_press(0.0) is None


def test_presses_come_in_order_with_rising_times(rig: Rig) -> None:
    with rig.panel as panel:
        for key in KEYS:
            rig.press(key)
        presses = [panel.next_press(1.0) for _ in KEYS]
    assert [press.key for press in presses if press] == list(KEYS)
    times = [press.time_s for press in presses if press]
    assert times == sorted(times)


def test_no_press_is_none_when_the_time_is_up(rig: Rig) -> None:
    with rig.panel as panel:
        assert panel.next_press(0.01) is None


@pytest.mark.parametrize("name", ["", "a", "M", "0", "Status", "red"])
def test_no_such_light(rig: Rig, name: str) -> None:
    with rig.panel as panel, pytest.raises(PanelError, match=f"no light '{name}'"):
        panel.set_light(name, Light("red"))


def test_health(rig: Rig) -> None:
    before = rig.panel.health()
    with rig.panel as panel:
        assert panel.health().ok
    assert not before.ok
    assert before.reason


def test_closing_turns_the_lights_off_and_the_keys_dead(rig: Rig) -> None:
    with rig.panel as panel:
        panel.set_light("A", Light("green"))
    assert rig.panel.lights() == dict.fromkeys(LIGHTS, Light())
    with pytest.raises(PanelError, match="closed"):
        rig.panel.set_light("A", Light("green"))
    with pytest.raises(PanelError, match="closed"):
        rig.panel.next_press(0.0)
    with pytest.raises(PanelError, match="closed"):
        rig.panel.play_sound("chime")


def test_opening_and_closing_twice_is_once(rig: Rig) -> None:
    rig.panel.open()
    rig.panel.set_light("A", Light("green"))
    rig.panel.open()
    assert rig.panel.lights()["A"] == Light("green")
    rig.panel.close()
    rig.panel.close()
    assert not rig.panel.health().ok


def test_it_can_be_opened_again(rig: Rig) -> None:
    with rig.panel:
        pass
    with rig.panel as panel:
        rig.press("turn")
        press = panel.next_press(1.0)
        assert press is not None
        assert press.key == "turn"


@pytest.mark.parametrize("meaning", get_args(Meaning))
def test_each_meaning_can_be_shown(rig: Rig, meaning: Meaning) -> None:
    with rig.panel as panel:
        signal(panel, meaning)
        assert panel.lights()["status"] == MEANINGS[meaning].light


def test_meanings_differ_and_none_is_dark() -> None:
    lights = [entry.light for entry in MEANINGS.values()]
    assert len(set(lights)) == len(lights) == len(get_args(Meaning))
    assert all(light.colour != "off" for light in lights)


def test_red_and_green_also_differ_in_blinking_or_sound() -> None:
    def beyond_colour(colour: str) -> set[tuple[str, str | None]]:
        return {
            (entry.light.blink, entry.sound)
            for entry in MEANINGS.values()
            if entry.light.colour == colour
        }

    assert not beyond_colour("red") & beyond_colour("green")


def test_the_memory_panel_remembers_changes_only() -> None:
    ticks = iter(range(100))
    with MemoryPanel(clock=lambda: float(next(ticks))) as panel:
        panel.set_light("A", Light("green"))
        panel.set_light("A", Light("green"))
        panel.set_light("B", Light("red"))
        panel.play_sound("buzz")
        panel.show_text("hello")
        changes = [(name, light) for _, name, light in panel.history]
        assert changes == [("A", Light("green")), ("B", Light("red"))]
        assert panel.sounds == ["buzz"]
        assert panel.texts == ["hello"]


@pytest.mark.parametrize("key", ["", "status", "M", "10"])
def test_no_such_key(key: str) -> None:
    with MemoryPanel() as panel, pytest.raises(PanelError, match=f"no key '{key}'"):
        panel.press(key)
