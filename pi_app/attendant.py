"""Between panel and referee: carries out what keys ask for and shows the verdicts as lights."""

from __future__ import annotations

from collections.abc import Callable

from hardware.panels import Panel
from hardware.panels.meanings import MEANINGS, signal
from pi_app.keypad import NOTHING, Phase, Wish, key_lights, press
from pi_app.referee import Look, Referee
from pi_app.verdicts import Verdict, for_eyes, meaning
from vision.errors import GyojiError


class Attendant:
    """Serves one table. ``look`` takes a photograph and reads it; called only when needed."""

    def __init__(self, referee: Referee, panel: Panel, look: Callable[[], Look]) -> None:
        self.referee = referee
        self.panel = panel
        self._look = look
        self._wish = NOTHING
        signal(panel, "ready")
        self._show_keys()

    def serve(self) -> None:
        """Handle keys until the game is over."""
        while self.referee.table.outcome is None:
            pressed = self.panel.next_press()
            if pressed is not None:
                self.handle(pressed.key)

    def handle(self, key: str) -> tuple[Verdict, ...]:
        """One key press; the verdicts it led to, already shown on the panel."""
        self._wish, request = press(self._wish, key, self._phase())
        try:
            verdicts = () if request is None else self._carry_out(request)
        except GyojiError as error:
            verdicts = (Verdict("fault", str(error)),)
        if key == "turn":
            self.panel.show_text(self._whose_turn())
        if verdicts:
            signal(self.panel, meaning(verdicts))
            # The panel stands on the table: it shows what everyone may read.
            for verdict in for_eyes(verdicts, None):
                self.panel.show_text(verdict.text)
        self._show_keys()
        return verdicts

    def _carry_out(self, request: Wish) -> tuple[Verdict, ...]:
        match request:
            case Wish("hide"):
                return self.referee.see_hidden(self._look())
            case Wish("undo"):
                return self.referee.undo()
            case Wish("announce", int(seat)):
                return self.referee.announce(seat, self._look())
            case Wish("ask", int(seat), what) if what is not None:
                return self.referee.ask(seat, what)
        return (Verdict("refused", "Nobody is to act now."),)

    def _phase(self) -> Phase:
        table = self.referee.table
        view = table.view(None)
        return Phase(view["seats"], view["turn"], not all(view["hidden"]))

    def _whose_turn(self) -> str:
        phase = self._phase()
        if phase.hiding:
            return "Hide your arrangements, then press confirm."
        if phase.to_act is None:
            return MEANINGS["won"].says
        return f"It is {self.referee.names[phase.to_act]}'s turn."

    def _show_keys(self) -> None:
        events = self.referee.table.view(None)["events"]
        asked = [event["what"] for event in events if event["kind"] == "asked"]
        for key, light in key_lights(self._wish, self._phase(), asked).items():
            self.panel.set_light(key, light)
