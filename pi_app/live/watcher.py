"""The live referee as a state machine: frames, keys and faults in; events out, record kept."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import Any, Generic

import numpy as np

from pi_app.evidence import PHOTO, EvidenceError
from pi_app.games.game import BoardGame, GameError, Move, State
from pi_app.games.registry import find_board_game
from pi_app.games.scene import Scene
from pi_app.journal import JournalError
from pi_app.live.events import Kind, LiveEvent
from pi_app.live.explain import explain
from pi_app.live.findings import Finding, Illegal, Played, TakenBack, Unchanged, Unsure
from pi_app.live.patience import DOUBT_S, MANY_NODES, PROBLEM_S, SET_UP_S, Cover, Doubt, covering
from pi_app.live.stillness import Stillness
from pi_app.live.weights import Weights
from pi_app.saying import say_outcome
from pi_app.table import UNDO, Table
from vision.nodes import NodeEvidence
from vision.types import Floats, Frame

Observe = Callable[[Frame], NodeEvidence]
Keep = Callable[[Frame], str | None]
Region = Callable[[], Floats | None]
"""Places of the board, (N, 2) px, or None if it is not known where it lies."""

STILL_S = 0.35
"""A table that has been still for so long is read."""
AGAIN_S = 0.5
"""A still table is read again so often: a change may be too small to be seen as motion."""
KEY_MOVES = {"swap": "swap", "resign": "resigns", "pass": "passes"}
"""Moves that change nothing on the board are told by key."""
KEYS = ("confirm", "undo", *KEY_MOVES)


class Watcher(Generic[State, Move]):
    """Referees one game on a board of nodes.

    ``observe`` reads a frame, ``keep`` keeps one as evidence and returns its name, ``region``
    says where the board was last seen. What an event tells has been committed to the journal
    before.
    """

    def __init__(
        self,
        table: Table[State, Move],
        observe: Observe,
        keep: Keep = lambda _: None,
        region: Region = lambda: None,
    ) -> None:
        self.table = table
        self._game: BoardGame[State, Move] = find_board_game(table.record.name)
        self._observe, self._keep, self._region = observe, keep, region
        self._stillness, self._cover, self._doubt = Stillness(), Cover(), Doubt()
        self._started = False
        self._faulty: str | None = None
        self._next_s = 0.0
        """When a still table is to be read again."""
        self._seen: tuple[Frame, NodeEvidence] | None = None
        self._settle(None)

    def _settle(self, told: Finding[Move] | None) -> None:
        """``told`` stands as the last word; nothing that was asked or left before does."""
        self._told = told
        self._doubted: Unsure | None = None
        self._taken_back = 0
        """So many moves were seen to be taken back, and wait to be confirmed."""
        self._left: Scene | None = None
        """A position taken back by key: while it still stands there it is not played anew."""

    @property
    def over(self) -> bool:
        """Whether the game has ended."""
        return self.table.outcome is not None

    # --- what comes in --------------------------------------------------------------------------

    def see(self, frame: Frame) -> list[LiveEvent]:
        """One frame; most lead to nothing."""
        if self._stillness.step(frame, self._region()) < STILL_S:
            self._doubt.clear()
            self._next_s = frame.time_s
            return []
        if self.over or frame.time_s < self._next_s:
            return []
        told: list[LiveEvent] = []
        try:
            for event in self._happened(frame):
                told.append(event)
        except (JournalError, EvidenceError) as error:  # such as a full disk: tried again
            return told + self._fault(error, frame.time_s)
        self._faulty = None
        return told

    def lost(self, error: Exception, time_s: float) -> list[LiveEvent]:
        """The camera gave no frame; told once until it is back."""
        self._stillness.forget()
        return self._fault(error, time_s)

    def press(self, key: str, time_s: float) -> list[LiveEvent]:
        """A key, one of KEYS."""
        try:
            return self._press(key, time_s)
        except GameError as error:
            return [LiveEvent("refused", time_s, None, {"reason": str(error)})]
        except (JournalError, EvidenceError) as error:
            return self._fault(error, time_s)

    def _press(self, key: str, time_s: float) -> list[LiveEvent]:
        if key == "confirm":
            return self._confirm(time_s)
        if key == "undo":
            return self._undo_by_key(time_s)
        if key not in KEY_MOVES:
            raise GameError(f"there is no key {key!r:.20}; there are: {', '.join(KEYS)}")
        before = len(self.table.moves)
        self.table.amend([KEY_MOVES[key]])
        return self._played(before, time_s, None)

    def _fault(self, error: Exception, time_s: float) -> list[LiveEvent]:
        """The same fault is told once until something works again."""
        if str(error) == self._faulty:
            return []
        self._faulty = str(error)
        return [LiveEvent("fault", time_s, None, {"reason": str(error)})]

    # --- reading --------------------------------------------------------------------------------

    def _read(self, frame: Frame) -> NodeEvidence:
        """The evidence of a frame; of a picture like the last one it is known already."""
        if self._seen is None or not _same(self._seen[0], frame):
            self._seen = frame, self._observe(frame)
        return self._seen[1]

    def _happened(self, frame: Frame) -> Iterator[LiveEvent]:
        """Everything that a still frame says, one finding after the other."""
        yield from self._catch_up(frame)
        evidence = self._read(frame)
        played = True
        while played and not self.over:
            moves = len(self.table.moves)
            found = self._find(evidence, frame.time_s)
            yield from self._tell(found, frame)
            played = len(self.table.moves) > moves
            self._next_s = frame.time_s + (0.0 if found is None else AGAIN_S)

    def _find(self, evidence: NodeEvidence, time_s: float) -> Finding[Move] | None:
        """What the evidence says; None: wait."""
        if evidence.problem is not None:
            lasts = self._doubt.lasts(time_s, PROBLEM_S)
            return Unsure(evidence.problem) if lasts else None
        wait, stays = self._cover.step(evidence, time_s)
        if wait or stays:
            self._doubt.clear()
            return covering(stays) if stays else None
        found = explain(self._game, self.table.history, evidence, self._taken_back)
        if isinstance(found, Unsure):
            return found if self._doubt.lasts(time_s, DOUBT_S) else None
        if not (self._started or isinstance(found, Unchanged)):
            return self._not_set_up(evidence) if self._doubt.lasts(time_s, SET_UP_S) else None
        if isinstance(found, Illegal) and len(found.restore) > MANY_NODES:
            return found if self._doubt.lasts(time_s, PROBLEM_S) else None
        self._doubt.clear()
        return found

    def _not_set_up(self, evidence: NodeEvidence) -> Illegal:
        """Before the first move the board must be as recorded, whatever it shows."""
        amiss = Weights(evidence).against(self._game.scene(self.table.state))
        begun = "of the record" if self.table.moves else "at the start"
        return Illegal(f"the board does not show the position {begun}", tuple(sorted(amiss)))

    # --- telling and recording ------------------------------------------------------------------

    def _tell(self, found: Finding[Move] | None, frame: Frame) -> list[LiveEvent]:
        if isinstance(found, Played):
            return self._play(found, frame)
        if isinstance(found, Unchanged):
            return self._as_recorded(frame)
        if found is None or found in (self._told, self._doubted):
            return []
        if isinstance(found, Unsure):
            self._doubted = found
            return [_event("unsure", frame, {"reason": found.reason, "nodes": [*found.nodes]})]
        match found:
            case TakenBack(count):
                event = self._note("take-back", frame, {"moves": self._latest(count)})
                self._taken_back = count
            case Illegal(reason, restore):
                event = self._note("illegal", frame, {"reason": reason, "restore": [*restore]})
        self._told = found
        return [event]

    def _as_recorded(self, frame: Frame) -> list[LiveEvent]:
        events = []
        if not self._started:
            events = [_event("started", frame, {"game": self.table.id})]
        elif isinstance(self._told, Illegal):
            events = [self._note("restored", frame, {})]
        self._started = True
        self._settle(None)
        return events

    def _play(self, found: Played[Move], frame: Frame) -> list[LiveEvent]:
        """Enter moves that were seen, unless they are what somebody has just taken back."""
        states, texts = [self.table.history[-1 - found.after]], []
        for move in found.moves:
            texts.append(self._game.move_text(states[-1], move))
            states.append(self._game.play(states[-1], move))
        scene = self._game.scene(states[-1])
        if scene == self._left:
            amiss = self._game.scene(self.table.state).changed(scene)
            return self._tell(Illegal(TAKEN_BACK, amiss), frame)
        before, undone = len(self.table.moves) - found.after, self._latest(found.after)
        self.table.amend([UNDO] * found.after + texts, [self._photo("seen", frame, {})])
        events = [_event("restored", frame, {})] if isinstance(self._told, Illegal) else []
        events += [_event("undone", frame, {"moves": undone})] if undone else []
        self._settle(None)
        return events + self._played(before, frame.time_s, frame.picture)

    def _played(self, before: int, time_s: float, picture: str | None) -> list[LiveEvent]:
        """The events of the moves that are in the record beyond ``before``, and of the end."""
        moves = list(self.table.moves[before:])
        events = [LiveEvent("played", time_s, picture, {"moves": moves})]
        return events + self._result(time_s, picture)

    def _result(self, time_s: float, picture: str | None) -> list[LiveEvent]:
        outcome, names = self.table.outcome, self.table.seating.names
        if outcome is None:
            return []
        said = {"winners": [*outcome.winners], "reason": outcome.reason, "detail": outcome.detail}
        text = say_outcome(said, names)
        winners = [names[seat] for seat in outcome.winners]
        data = {"winners": winners, "reason": outcome.reason, "text": text}
        return [LiveEvent("result", time_s, picture, data)]

    def _note(self, kind: Kind, frame: Frame, data: dict[str, Any]) -> LiveEvent:
        """Enter a fact that is no move, with its photograph; nothing before the game has begun."""
        if self._started:
            self.table.note([self._photo(kind, frame, data)])
        return _event(kind, frame, data)

    def _photo(self, kind: str, frame: Frame, data: dict[str, Any]) -> tuple[str, dict[str, Any]]:
        return kind, {**data, PHOTO: self._keep(frame)}

    def _latest(self, count: int) -> list[str]:
        """The last moves, the latest first."""
        return list(reversed(self.table.moves))[:count]

    # --- keys, and the record put right from elsewhere ------------------------------------------

    def _confirm(self, time_s: float) -> list[LiveEvent]:
        """What was asked about is meant: a take-back, or a move taken back and played anew."""
        if isinstance(self._told, TakenBack):
            return self._undo(self._told.count, time_s)
        if isinstance(self._told, Illegal) and self._seen is not None and self._started:
            frame, evidence = self._seen
            anew = explain(self._game, self.table.history, evidence, 1)
            if isinstance(anew, Played) and anew.after:
                self._settle(None)
                return self._play(anew, frame)
        raise GameError("there is nothing to confirm")

    def _undo_by_key(self, time_s: float) -> list[LiveEvent]:
        """Take back the last move; the board must follow, if it has not already."""
        if isinstance(self._told, TakenBack):
            return self._undo(self._told.count, time_s)
        stands = self._game.scene(self.table.state)
        (undone,) = self._undo(1, time_s)
        restore = self._game.scene(self.table.state).changed(stands)
        self._settle(Illegal(TAKEN_BACK, restore))
        self._left = stands
        return [replace(undone, data={**undone.data, "restore": [*restore]})]

    def _undo(self, count: int, time_s: float) -> list[LiveEvent]:
        moves = self._latest(count)
        self.table.amend([UNDO] * count)
        self._settle(None)
        return [LiveEvent("undone", time_s, None, {"moves": moves})]

    def _catch_up(self, frame: Frame) -> list[LiveEvent]:
        """Follow what ``gyoji correct`` entered meanwhile."""
        stood = self._game.scene(self.table.state)
        steps = [
            event.data.get("move", UNDO)
            for event in self.table.catch_up()
            if event.kind in ("move", "undo")
        ]
        if not steps:
            return []
        self._settle(None)
        self._left = stood if steps[-1] == UNDO else None
        event = _event("corrected", frame, {"steps": steps})
        return [event, *self._result(frame.time_s, frame.picture)]


TAKEN_BACK = "that was taken back"


def _event(kind: Kind, frame: Frame, data: dict[str, Any]) -> LiveEvent:
    return LiveEvent(kind, frame.time_s, frame.picture, data)


def _same(one: Frame, other: Frame) -> bool:
    return one.pixels is other.pixels or np.array_equal(one.pixels, other.pixels)
