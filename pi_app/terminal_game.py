"""A deduction game at one terminal: people type, the virtual table is photographed and refereed."""

from __future__ import annotations

import random
from collections.abc import Mapping
from typing import Any

from pi_app.advice import advise
from pi_app.drawing import STACKS_HELP, draw, in_letters, parse_stacks, stacks
from pi_app.games.blocks.engine import arrangements
from pi_app.games.blocks.faults import faults
from pi_app.games.blocks.scene import BlockScene
from pi_app.games.blocks.sets import BlockSet
from pi_app.games.blocks.views import Answer, What, parse_what
from pi_app.games.game import GameError
from pi_app.referee import Referee
from pi_app.saying import answer_of, say_event
from pi_app.screen import Quit, Screen
from pi_app.verdicts import Verdict
from pi_app.virtual_sheets import VirtualSheets
from pi_app.voice_answers import parse_answer
from pi_app.words import Language, say_answer, say_question

HELP = """\
A … L, 1 … 9      ask for the view from a letter, or from above a cell
announce [NUMBER] show what you take the other's arrangement to be (for player NUMBER)
hint              how many arrangements fit what was said, and the best next questions
log               what was asked and answered so far
undo              take back the last move
resign [NUMBER]   give up
quit              stop here; the game is kept and can be resumed"""


class TerminalGame:
    """Plays one table to its end. Raises Quit, or EOFError at the end of input."""

    def __init__(
        self,
        referee: Referee,
        sheets: VirtualSheets,
        screen: Screen,
        words: Language,
        rng: random.Random,
    ) -> None:
        self._referee = referee
        self._table = referee.table
        self._names = referee.names
        self._sheets = sheets
        self._screen = screen
        self._words = words
        self._rng = rng

    def run(self) -> None:
        """Hide, ask, announce, until somebody has won."""
        while self._table.outcome is None:
            hidden = self._view()["hidden"]
            if all(hidden):
                self._collect_voices()
                self._turn(self._view()["turn"])
            else:
                self._hide(hidden.index(False))
        self._reveal()

    def _view(self, seat: int | None = None) -> Mapping[str, Any]:
        return self._table.view(seat)

    def _ask(self, prompt: str) -> str:
        text = self._screen.ask(prompt)
        if text.lower() == "quit":
            raise Quit
        return text

    def _set(self, seat: int) -> BlockSet:
        block_set: BlockSet = self._table.state.rules.sets[seat]
        return block_set

    # Hiding.

    def _hide(self, seat: int) -> None:
        if seat == self._table.seating.device:
            self._show_hidden(seat, self._random_scene(seat))
            self._screen.say(f"{self._names[seat]} has hidden an arrangement.")
            return
        try:
            self._build_hidden(seat)
        finally:
            # Also when it is interrupted: what was built stays the owner's secret.
            self._screen.wipe()

    def _build_hidden(self, seat: int) -> None:
        self._screen.hand_over(self._names[seat])
        self._screen.say(f"Build with {in_letters(self._set(seat).colours)}: {STACKS_HELP}")
        self._screen.say("Or type random, to let the device build for you.")
        while not self._view()["hidden"][seat]:
            scene = self._typed_scene(seat, f"{self._names[seat]} builds: ")
            if scene is not None:
                self._tell(self._show_hidden(seat, scene))
                self._confirm(seat)

    def _confirm(self, seat: int) -> None:
        """Only the owner can say whether what was read is what was built."""
        own = self._view(seat)["own"]
        if own is None:
            return
        self._screen.say(draw(BlockScene.of(own)))
        if self._ask("Is this what you built? [Y/n] ").lower().startswith("n"):
            self._tell(self._referee.undo())

    def _show_hidden(self, seat: int, scene: BlockScene) -> tuple[Verdict, ...]:
        sheet = self._table.seating.sheet(seat, "hidden")
        self._sheets.put(sheet, scene)
        return self._referee.see_hidden(self._sheets.look(sheet), (seat,))

    def _typed_scene(self, owner: int, prompt: str) -> BlockScene | None:
        """Blocks of ``owner``'s set as typed; None if nothing was."""
        text = self._ask(prompt)
        if text.lower() == "random":
            return self._random_scene(owner)
        try:
            return self._buildable(owner, text) if text else None
        except GameError as error:
            self._screen.say(str(error))
            return None

    def _buildable(self, owner: int, text: str) -> BlockScene:
        """What was typed, if blocks of wood can be put so; raises GameError."""
        scene = parse_stacks(text, self._set(owner).colours)
        found = faults(scene, self._table.state.rules.building, self._set(owner))
        wrong = " and ".join(fault.where for fault in found if fault.name == "wrong-shape")
        if wrong:
            raise GameError(f"There is no {wrong} block of that shape: look at your blocks again.")
        return scene

    def _random_scene(self, owner: int) -> BlockScene:
        found = arrangements(self._set(owner), self._table.state.rules.building)
        return found.scene(self._rng.randrange(len(found)))

    # Asking and announcing.

    def _turn(self, seat: int) -> None:
        if seat == self._table.seating.device:
            self._device_turn(seat)
            return
        verb, number = [*self._ask(f"{self._names[seat]}> ").lower().split(), "", ""][:2]
        try:
            self._command(seat, verb, self._named_seat(number, seat))
        except GameError as error:
            self._screen.say(f"{error} Type help to see what you can do.")

    def _command(self, seat: int, verb: str, named: int) -> None:
        match verb:
            case "":
                pass
            case "help":
                self._screen.say(HELP)
            case "hint":
                self._hint(seat)
            case "log":
                self._log(seat)
            case "undo":
                self._tell(self._referee.undo())
            case "resign":
                self._tell(self._referee.resign(named))
            case "announce":
                self._announce(named)
            case _:
                self._tell(self._referee.ask(seat, parse_what(verb)))

    def _named_seat(self, number: str, default: int) -> int:
        if not number:
            return default
        if number.isdecimal() and 1 <= int(number) <= len(self._names):
            return int(number) - 1
        raise GameError(f"There is no player {number:.20}: use 1 to {len(self._names)}.")

    def _announce(self, seat: int) -> None:
        target = self._table.state.rules.target(seat)
        letters = in_letters(self._set(target).colours)
        self._screen.say(f"{self._names[seat]} announces with {letters}: {STACKS_HELP}")
        scene = self._typed_scene(target, "It is (Enter alone: nothing): ")
        if scene is not None:
            self._tell(self._show_announcement(seat, scene))

    def _show_announcement(self, seat: int, scene: BlockScene) -> tuple[Verdict, ...]:
        sheet = self._table.seating.sheet(seat, "deduction")
        self._sheets.put(sheet, scene)
        return self._referee.announce(seat, self._sheets.look(sheet))

    def _device_turn(self, seat: int) -> None:
        advice = advise(self._table.state, seat)
        if advice.only is not None:
            verdicts = self._show_announcement(seat, advice.only)
            self._tell(verdicts)
            if any(verdict.kind in ("played", "wrong") for verdict in verdicts):
                return
        self._tell(self._referee.ask(seat, advice.questions[0][0]))

    # Answers by voice.

    def _collect_voices(self) -> None:
        """Let those who have yet to answer the last question by voice do so."""
        if not self._table.seating.voice or not self._view()["events"]:
            return
        last = self._view()["events"][-1]
        if last["kind"] != "asked":
            return
        for seat in (told["seat"] for told in last["answers"]):
            if seat not in self._spoken():
                self._voice(seat, last["what"])

    def _spoken(self) -> set[int]:
        """The seats that have answered since the last move."""
        spoken: set[int] = set()
        for event in self._table.events:
            spoken = {*spoken, event.data["seat"]} if event.kind == "voice" else spoken
            spoken = set() if event.kind in ("move", "undo") else spoken
        return spoken

    def _voice(self, seat: int, what: What) -> None:
        said = None
        while said is None:
            question = say_question(what, self._words)
            said = self._heard(seat, what, self._ask(f"{question} {self._names[seat]} says: "))
        self._referee.voice_answer(seat, said)
        self._screen.say(f"{self._names[seat]}: {say_answer(what, said, self._words)}.")

    def _heard(self, seat: int, what: What, text: str) -> Answer | None:
        tells_level = self._table.state.rules.top_tells_level
        colours = self._set(seat).colours
        try:
            return parse_answer(text, what, colours, self._words, tells_level=tells_level)
        except GameError as error:
            self._screen.say(str(error))
            return None

    # Telling.

    def _tell(self, verdicts: tuple[Verdict, ...]) -> None:
        for verdict in verdicts:
            self._screen.say(verdict.text)

    def _hint(self, seat: int) -> None:
        rules = self._table.state.rules
        if self._table.seating.voice or not rules.notebook[seat]:
            raise GameError("No hints in this game: it is played by voice or without a notebook.")
        advice = advise(self._table.state, seat)
        best = ", ".join(f"{what} ({bits:.2f} bits)" for what, bits in advice.questions[:3])
        self._screen.say(f"{advice.remain:,} arrangements remain. Best questions: {best}.")
        if advice.only is not None:
            self._screen.say(f"It is: {stacks(advice.only, self._set(rules.target(seat)).colours)}")

    def _log(self, seat: int) -> None:
        spoken = [event.data for event in self._table.events if event.kind == "voice"]
        voice = self._table.seating.voice
        for event in self._view(seat)["events"]:
            for line in say_event(event, self._names, self._words, answers=not voice):
                self._screen.say(line)
        for data in spoken:
            said = say_answer(data["what"], answer_of(data), self._words)
            self._screen.say(f"{self._names[data['seat']]} said: {said}.")

    def _reveal(self) -> None:
        for name, blocks in zip(self._names, self._view()["revealed"], strict=True):
            self._screen.say(f"{name} had hidden:\n{draw(BlockScene.of(blocks or {}))}")
