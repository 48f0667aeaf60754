"""The table: one game's state and its journal; nothing has happened before it is in the journal."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Generic, Self

from pi_app.games import registry
from pi_app.games.game import Game, GameError, Move, Outcome, State
from pi_app.journal import Event, Facts, GameRecord, Journal, JournalError
from pi_app.seating import Seating, SeatingError

UNDO = "undo"
"""The step that takes back the last move."""


class Table(Generic[State, Move]):
    """A game being played. Every method that changes it returns after the change is on the disk.

    What happens live and what ``resume`` replays are the same events through the same code, and
    each move's event carries a digest of the position it led to: a game resumes exactly or not
    at all.
    """

    def __init__(self, journal: Journal, record: GameRecord) -> None:
        self.journal = journal
        self.record = record
        self.seating = seating_of(record)
        self.game: Game[State, Move] = registry.find(record.name)
        self.events: list[Event] = []
        self._states: list[State] = [self.game.start(self.seating.rules)]

    @classmethod
    def start(cls, journal: Journal, name: str, seating: Seating) -> Self:
        """A new game of ``name``; raises GameError if the rules refuse the options."""
        registry.find(name).start(seating.rules)
        return cls(journal, journal.game(journal.start_game(name, seating.as_dict())))

    @classmethod
    def resume(cls, journal: Journal, game: int) -> Self:
        """The game as it was when its last event was committed; raises JournalError."""
        table = cls.at_start(journal, game)
        for _ in table.catch_up():
            pass
        return table

    @classmethod
    def at_start(cls, journal: Journal, game: int) -> Self:
        """A game of the journal before its first event; ``catch_up`` lets them happen."""
        record = journal.game(game)
        try:
            table = cls(journal, record)
        except GameError as error:
            raise _cannot_resume(game, error) from error
        if table.view(None)["seats"] != len(table.seating.names):
            raise _cannot_resume(game, "as many names as seats are needed")
        return table

    def catch_up(self) -> Iterator[Event]:
        """Let what the journal has beyond this table happen, one event after the other."""
        for event in self.journal.events(self.id)[len(self.events) :]:
            try:
                self.follow(event)
            except _AnotherPosition as error:
                raise _cannot_resume(self.id, error) from error
            except (GameError, LookupError, TypeError, ValueError, AttributeError) as error:
                # Not the reason: it may quote a hidden arrangement.
                damaged = f"event {event.seq} is not possible there"
                raise _cannot_resume(self.id, damaged) from error
            yield event

    @property
    def id(self) -> int:
        """The game's number in the journal."""
        return self.record.id

    @property
    def state(self) -> State:
        """The position, secrets included: for the rules, never for people; they get ``view``."""
        return self._states[-1]

    @property
    def outcome(self) -> Outcome | None:
        """How the game ended, or None while it goes on."""
        return self.game.outcome(self.state)

    def view(self, seat: int | None) -> Mapping[str, Any]:
        """All that a seat (None: a spectator) may see."""
        return self.game.view(self.state, seat)

    @property
    def history(self) -> tuple[State, ...]:
        """Every position from the start to now, without what was taken back."""
        return tuple(self._states)

    @property
    def moves(self) -> tuple[str, ...]:
        """The moves from the start to now, without what was taken back."""
        moves: list[str] = []
        for event in self.events:
            if event.kind == "move":
                moves.append(event.data["move"])
            elif event.kind == "undo":
                moves.pop()
        return tuple(moves)

    def play(self, move: Move, notes: Facts = ()) -> None:
        """Play a move, together with what led to it; raises GameError if the rules refuse it."""
        self.note([*notes, *self._move_facts(self.state, self.game.play(self.state, move), move)])

    def undo(self) -> None:
        """Take back the last move; raises GameError if there is none or the game is over."""
        self.amend([UNDO])

    def amend(self, steps: Sequence[str], notes: Facts = ()) -> None:
        """Several steps at once, all or none: moves as text, UNDO takes the last one back.

        Raises GameError, naming the step if there are several.
        """
        facts, states = list(notes), list(self._states)
        for step in steps:
            try:
                facts += self._step_facts(states, step)
            except GameError as error:
                raise GameError(f"{step}: {error}" if len(steps) > 1 else str(error)) from error
        self.note(facts)

    def _step_facts(self, states: list[State], step: str) -> Facts:
        """The facts of one step; ``states`` follows."""
        if step != UNDO:
            move = self.game.parse_move(states[-1], step)
            states.append(self.game.play(states[-1], move))
            return self._move_facts(states[-2], states[-1], move)
        if self.game.outcome(states[-1]) is not None:
            raise GameError("The game is over: nothing can be taken back.")
        if len(states) == 1:
            raise GameError("There is nothing to take back.")
        states.pop()
        return [("undo", {"position": self._digest(states[-1])})]

    def _move_facts(self, before: State, after: State, move: Move) -> Facts:
        text = self.game.move_text(before, move)
        facts = [("move", {"move": text, "position": self._digest(after)})]
        outcome = self.game.outcome(after)
        return facts if outcome is None else [*facts, ("result", _outcome_data(outcome))]

    def note(self, facts: Facts) -> None:
        """Enter facts, all or none."""
        for event in self.journal.append(self.id, len(self.events) + 1, facts):
            self.follow(event)

    def follow(self, event: Event) -> None:
        """Let an event that is in the journal happen; raises GameError if it cannot."""
        if event.kind == "move":
            move = self.game.parse_move(self.state, event.data["move"])
            self._states.append(self.game.play(self.state, move))
        elif event.kind == "undo":
            self._states.pop()
            if not self._states:
                raise GameError(f"event {event.seq} takes back what was never played")
        if "position" in event.data and event.data["position"] != self._digest(self.state):
            raise _AnotherPosition(
                f"event {event.seq} leads to another position than it did when played"
            )
        self.events.append(event)

    def _digest(self, state: State) -> str:
        return hashlib.sha256(self.game.position_text(state).encode()).hexdigest()[:16]


def seating_of(record: GameRecord) -> Seating:
    """What was agreed before a game; raises JournalError if the record does not say."""
    try:
        return Seating.from_dict(record.options)
    except (KeyError, TypeError, AttributeError, SeatingError) as error:
        raise JournalError(
            f"game {record.id} has a damaged record of its players: {error}"
        ) from error


class _AnotherPosition(GameError):
    pass


def _cannot_resume(game: int, why: object) -> JournalError:
    return JournalError(
        f"game {game} cannot be resumed: its record does not follow the rules ({why})"
    )


def _outcome_data(outcome: Outcome) -> dict[str, Any]:
    return {"winners": list(outcome.winners), "reason": outcome.reason, "detail": outcome.detail}
