"""The engine of the block-deduction games: who may do what, what follows, and who has won."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from functools import lru_cache
from typing import Any

from pi_app.games.blocks import text
from pi_app.games.blocks.arrangements import Arrangements, enumerate_arrangements
from pi_app.games.blocks.faults import Building, faults
from pi_app.games.blocks.rules import rules_from
from pi_app.games.blocks.scene import BlockScene
from pi_app.games.blocks.sets import BlockSet
from pi_app.games.blocks.showing import view
from pi_app.games.blocks.state import (
    Announce,
    Announced,
    Ask,
    Asked,
    Event,
    Hide,
    Move,
    Resign,
    Resigned,
    State,
)
from pi_app.games.blocks.views import answer, parse_what, questions
from pi_app.games.game import GameError, Options, Outcome


class BlockDeduction:
    """YOMEN and Break the Cube: one engine; ``name`` picks the default options (rules.DEFAULTS)."""

    board = "block-sheet"

    def __init__(self, name: str) -> None:
        self.name = name

    def start(self, options: Options | None = None) -> State:
        """Nothing hidden yet; raises GameError naming a wrong option."""
        rules = rules_from(self.name, options)
        return State(rules, (None,) * rules.seats, (), rules.starting)

    def seat_to_act(self, state: State) -> int | None:
        """Who is to ask; before that, the only seat that has yet to hide, None if several have."""
        if self.outcome(state) is not None:
            return None
        if state.all_hidden:
            return state.turn
        waiting = [seat for seat, scene in enumerate(state.hidden) if scene is None]
        return waiting[0] if len(waiting) == 1 else None

    def legal_moves(self, state: State) -> Iterator[Move]:
        """Questions first, then giving up, then the thousands of arrangements."""
        if outcome(state) is not None:
            return
        if not state.all_hidden:
            for seat, scene in enumerate(state.hidden):
                if scene is None:
                    yield from (Hide(seat, built) for built in _every_scene(state, seat))
            return
        if state.turn is not None:
            yield from (Ask(state.turn, what) for what in questions())
        active = [seat for seat in range(state.rules.seats) if state.is_active(seat)]
        yield from map(Resign, active)
        for seat in active:
            if may_announce(state, seat):
                target = state.rules.target(seat)
                yield from (Announce(seat, built) for built in _every_scene(state, target))

    def play(self, state: State, move: Move) -> State:
        """The position after ``move``; raises GameError naming the rule that refuses it."""
        if outcome(state) is not None:
            raise GameError("The game is over.")
        if not 0 <= move.seat < state.rules.seats:
            raise GameError(
                f"There is no seat {move.seat}; seats are 0 to {state.rules.seats - 1}."
            )
        match move:
            case Hide():
                return _hide(state, move)
            case Ask():
                return _ask(_begun(state, move.seat), move)
            case Announce():
                return _announce(_begun(state, move.seat), move)
            case Resign():
                return _after(_begun(state, move.seat), Resigned(move.seat), takes_turn=False)

    def outcome(self, state: State) -> Outcome | None:
        """How the game ended, or None while it goes on."""
        return outcome(state)

    def view(self, state: State, seat: int | None) -> Mapping[str, Any]:
        """All that ``seat`` may see (None: a spectator), as plain JSON."""
        return view(state, seat, outcome(state))

    def move_text(self, state: State, move: Move) -> str:  # noqa: ARG002
        """One line for the record, like ``ask 1 H``."""
        return text.move_text(move)

    def parse_move(self, state: State, text_: str) -> Move:  # noqa: ARG002
        """The inverse of ``move_text``; raises GameError saying what was expected."""
        return text.parse_move(text_)

    def position_text(self, state: State) -> str:
        """The whole state, secrets included, in one line."""
        return text.position_text(state)

    def parse_position(self, text_: str) -> State:
        """The inverse of ``position_text``: the moves are played again."""
        options, moves = text.split_position(text_, self.name)
        state = self.start(options)
        for move in moves:
            state = self.play(state, move)
        return state


def outcome(state: State) -> Outcome | None:
    """Who has won and why, in the order of the rulebooks."""
    right, still_in = state.right(), state.still_in()
    if right and (state.turn is None or not state.rules.finish_round):
        return Outcome(right, "announced", "The announced arrangement is the hidden one.")
    if len(still_in) == 1 and not right:
        if isinstance(state.events[-1], Resigned):
            return Outcome(still_in, "resigned", "The others have given up.")
        return Outcome(still_in, "mistakes", "The others have announced wrongly too often.")
    return None


def may_announce(state: State, seat: int) -> bool:
    """Whether ``seat`` may announce now."""
    any_time = state.rules.announcing == "any-time"
    return state.is_active(seat) and (any_time or seat == state.turn)


def _hide(state: State, move: Hide) -> State:
    if state.hidden[move.seat] is not None:
        raise GameError(f"Seat {move.seat} has hidden its arrangement; it may not be changed now.")
    scene = BlockScene.of(dict(move.scene.blocks))
    found = faults(scene, state.rules.building, state.rules.sets[move.seat])
    if found:
        raise GameError(" ".join(fault.detail for fault in found))
    hidden = (*state.hidden[: move.seat], scene, *state.hidden[move.seat + 1 :])
    return replace(state, hidden=hidden)


def _begun(state: State, seat: int) -> State:
    """The same state; raises GameError unless the questions have begun and ``seat`` plays on."""
    if not state.all_hidden:
        waiting = ", ".join(str(s) for s, scene in enumerate(state.hidden) if scene is None)
        raise GameError(f"First every seat hides its arrangement; still to come: {waiting}.")
    if state.is_out(seat):
        raise GameError(f"Seat {seat} is out: it only answers.")
    if state.is_right(seat):
        raise GameError(f"Seat {seat} has announced correctly; the round is played to its end.")
    return state


def _ask(state: State, move: Ask) -> State:
    if move.seat != state.turn:
        raise GameError(f"It is seat {state.turn}'s turn to ask.")
    rules, what = state.rules, parse_what(str(move.what))
    side = isinstance(what, str)
    answered_by = rules.side_answered_by if side else rules.top_answered_by
    answers = tuple(
        (seat, answer(scene, what, top_tells_level=rules.top_tells_level))
        for seat, scene in enumerate(state.hidden)
        if scene is not None and (answered_by == "everybody" or seat == rules.target(move.seat))
    )
    return _after(state, Asked(move.seat, what, answers), takes_turn=True)


def _announce(state: State, move: Announce) -> State:
    if not may_announce(state, move.seat):
        raise GameError(f"It is seat {state.turn}'s turn; one announces on one's own turn.")
    target = state.rules.target(move.seat)
    scene = BlockScene.of(dict(move.scene.blocks))
    found = faults(scene, state.rules.building, state.rules.sets[target])
    if found:
        details = " ".join(fault.detail for fault in found)
        raise GameError(f"No such arrangement can be, so it is not judged. {details}")
    judged = Announced(move.seat, scene, scene == state.hidden[target])
    return _after(state, judged, takes_turn=state.rules.announcing == "own-turn")


def _after(state: State, event: Event, *, takes_turn: bool) -> State:
    """The state with ``event``, and the turn passed on if it is used or its owner plays no more."""
    after = replace(state, events=(*state.events, event))
    if after.turn is not None and (takes_turn or not after.is_active(after.turn)):
        return replace(after, turn=_next_turn(after, after.turn))
    return after


def _next_turn(state: State, turn: int) -> int | None:
    """The next seat clockwise that plays on; None when the round of a right announcement ends."""
    for step in range(1, state.rules.seats + 1):
        seat = (turn + step) % state.rules.seats
        if seat == state.rules.starting and state.right():
            return None
        if state.is_active(seat):
            return seat
    return None


def _every_scene(state: State, seat: int) -> Iterator[BlockScene]:
    """Every arrangement that a seat could have hidden."""
    found = arrangements(state.rules.sets[seat], state.rules.building)
    return (found.scene(i) for i in range(len(found)))


@lru_cache(maxsize=2)
def arrangements(block_set: BlockSet, building: Building) -> Arrangements:
    """All legal arrangements; kept, since they are asked for again and again."""
    return enumerate_arrangements(
        block_set, gaps=building.gaps, needs_level_2=building.needs_level_2
    )
