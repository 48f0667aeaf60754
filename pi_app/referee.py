"""The referee of the deduction games: judges what is seen, asked and announced at a table."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from pi_app.evidence import PHOTO
from pi_app.games.blocks.rules import options_of, rules_from
from pi_app.games.blocks.state import Announce, Ask, Hide, Move, Resign, State
from pi_app.games.blocks.views import Answer, SideView, What
from pi_app.games.game import GameError
from pi_app.journal import Facts, Journal
from pi_app.judging import Judgement, judge
from pi_app.readings import Reading
from pi_app.saying import say_event, say_outcome, with_names
from pi_app.seating import Purpose, Seating, SheetUse, usual_sheets
from pi_app.table import Table
from pi_app.verdicts import Verdict
from pi_app.words import LANGUAGES, Language

BlockTable = Table[State, Move]


@dataclass(frozen=True)
class Look:
    """What one photograph showed, and its name among the evidence."""

    readings: tuple[Reading, ...]
    photo: str | None = None


def start_table(
    journal: Journal,
    game: str,
    names: tuple[str, ...],
    options: Mapping[str, Any] | None = None,
    *,
    voice: bool = False,
    device: int | None = None,
    sheets: tuple[SheetUse, ...] | None = None,
) -> BlockTable:
    """A new table; every option is written down, so that defaults may change.

    ``sheets``: whose sheet is whose (None: usual_sheets). ``voice``, ``device``: see Seating.
    Raises GameError if the rules refuse the options or the number of players.
    """
    rules = rules_from(game, {"seats": len(names), **(options or {})})
    if rules.seats != len(names):
        raise GameError(f"seats: {rules.seats} seats for {len(names)} players; leave seats out.")
    uses = usual_sheets(len(names)) if sheets is None else sheets
    return Table.start(journal, game, Seating(names, options_of(rules), uses, voice, device))


class Referee:
    """Judges at one table. What a verdict tells has been committed to the journal before.

    A verdict on a hidden sheet is for its owner's eyes; answers and announcements are everyone's.
    """

    def __init__(self, table: BlockTable, words: Language = LANGUAGES["en"]) -> None:
        self.table = table
        self.names = table.seating.names
        self._words = words

    def see_hidden(self, look: Look, seats: Iterable[int] | None = None) -> tuple[Verdict, ...]:
        """Judge the hidden sheets of ``seats`` (None: all).

        What is legal is accepted; what was accepted before is watched.
        """
        return tuple(
            verdict
            for seat in (range(len(self.names)) if seats is None else seats)
            for verdict in (
                self._hide(seat, look)
                if self.table.state.hidden[seat] is None
                else self._watch(seat, look)
            )
        )

    def ask(self, seat: int, what: What) -> tuple[Verdict, ...]:
        """Ask a question for a seat; the answers are everyone's."""
        return self._play(Ask(seat, what), ())

    def announce(self, seat: int, look: Look) -> tuple[Verdict, ...]:
        """Judge the arrangement on a seat's deduction sheet against its target's."""
        state = self.table.state
        target_set = state.rules.sets[state.rules.target(seat)]
        sheet = self.table.seating.sheet(seat, "deduction")
        judgement = judge(look.readings, sheet, state.rules.building, target_set)
        note = self._note(seat, "deduction", judgement, look)
        moved = [
            verdict for owner in range(len(self.names)) for verdict in self._watch(owner, look)
        ]
        if judgement.scene is None:
            self.table.note([note])
            return (Verdict(judgement.kind, judgement.text, seat), *moved)
        return (*self._play(Announce(seat, judgement.scene), [note]), *moved)

    def resign(self, seat: int) -> tuple[Verdict, ...]:
        """A seat gives up."""
        return self._play(Resign(seat), ())

    def undo(self) -> tuple[Verdict, ...]:
        """Take back the last move."""
        try:
            self.table.undo()
        except GameError as error:
            return (self._refused(error),)
        return (Verdict("played", "The last move is taken back."),)

    def voice_answer(self, seat: int, answer: Answer) -> None:
        """Keep what a seat answered by voice to the last question, to be audited after the game."""
        event = self.table.view(None)["events"][-1]
        told = (
            {"colours": list(answer.colours)}
            if isinstance(answer, SideView)
            else {"colour": answer.colour, "level": answer.level}
        )
        number = len(self.table.state.events) - 1
        self.table.note(
            [("voice", {"seat": seat, "question": number, "what": event["what"], **told})]
        )

    def _hide(self, seat: int, look: Look) -> Iterator[Verdict]:
        rules = self.table.state.rules
        sheet = self.table.seating.sheet(seat, "hidden")
        judgement = judge(look.readings, sheet, rules.building, rules.sets[seat])
        note = self._note(seat, "hidden", judgement, look)
        if judgement.scene is None:
            self.table.note([note])
            yield Verdict(judgement.kind, judgement.text, seat)
            return
        self.table.play(Hide(seat, judgement.scene), [note])
        yield Verdict("played", "Your arrangement is read and accepted.", seat)

    def _watch(self, seat: int, look: Look) -> Iterator[Verdict]:
        """A hidden arrangement must stay as it was accepted."""
        hidden = self.table.state.hidden[seat]
        sheet = self.table.seating.sheet(seat, "hidden")
        for reading in look.readings:
            clear = reading.sheet == sheet and reading.status in ("read", "illegal")
            if clear and hidden is not None and reading.scene != hidden:
                text = "Your hidden arrangement has changed: put it back as it was."
                judgement = Judgement("restore", text, reading)
                self.table.note([self._note(seat, "hidden", judgement, look)])
                yield Verdict("restore", text, seat)

    def _play(self, move: Move, notes: Facts) -> tuple[Verdict, ...]:
        try:
            self.table.play(move, notes)
        except GameError as error:
            self.table.note(notes)
            return (self._refused(error),)
        return tuple(self._happened())

    def _happened(self) -> Iterator[Verdict]:
        """What the last move led to, as everyone may know it."""
        view = self.table.view(None)
        event = view["events"][-1]
        said = say_event(event, self.names, self._words, answers=not self.table.seating.voice)
        wrong = event["kind"] == "announced" and not event["correct"]
        yield Verdict("wrong" if wrong else "played", "\n".join(said))
        if view["outcome"] is not None:
            yield Verdict("won", say_outcome(view["outcome"], self.names))

    def _refused(self, error: GameError) -> Verdict:
        hidden = self.table.state.hidden
        waiting = [name for name, scene in zip(self.names, hidden, strict=True) if scene is None]
        if waiting:
            return Verdict("refused", f"Still to hide an arrangement: {' and '.join(waiting)}.")
        return Verdict("refused", with_names(str(error), self.names))

    def _note(
        self, seat: int, purpose: Purpose, judgement: Judgement, look: Look
    ) -> tuple[str, dict[str, Any]]:
        reading = None if judgement.reading is None else json.loads(judgement.reading.as_json())
        return (
            "reading",
            {
                "seat": seat,
                "purpose": purpose,
                "kind": judgement.kind,
                "text": judgement.text,
                "reading": reading,
                PHOTO: look.photo,
            },
        )
