"""What a seat may see: the only way out for hidden arrangements."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from pi_app.games.blocks.scene import BlockScene
from pi_app.games.blocks.state import Announced, Asked, Event, Resigned, State
from pi_app.games.blocks.views import Answer, SideView
from pi_app.games.game import Outcome


def view(state: State, seat: int | None, outcome: Outcome | None) -> Mapping[str, Any]:
    """All that ``seat`` may see (None: a spectator), as plain JSON.

    Everything said or shown at the table is public: questions, answers, announcements. A seat sees
    its own arrangement; ``revealed`` is None until ``outcome`` is there.
    """
    own = None if seat is None else state.hidden[seat]
    return {
        "game": state.rules.game,
        "seats": state.rules.seats,
        "sets": [block_set.name for block_set in state.rules.sets],
        "turn": state.turn if state.all_hidden and outcome is None else None,
        "hidden": [scene is not None for scene in state.hidden],
        "own": _blocks(own),
        "events": [_event(event) for event in remembered(state, seat)],
        "mistakes": [state.mistakes(s) for s in range(state.rules.seats)],
        "out": [state.is_out(s) for s in range(state.rules.seats)],
        "outcome": None if outcome is None else _outcome(outcome),
        "revealed": None if outcome is None else [_blocks(scene) for scene in state.hidden],
    }


def remembered(state: State, seat: int | None) -> Iterator[Event]:
    """The events so far; to a seat without a notebook, of the questions only the latest."""
    asked = [event for event in state.events if isinstance(event, Asked)]
    forgets = seat is not None and not state.rules.notebook[seat]
    for event in state.events:
        if not (forgets and isinstance(event, Asked)) or event is asked[-1]:
            yield event


def _blocks(scene: BlockScene | None) -> dict[str, list[list[int]]] | None:
    return None if scene is None else scene.as_dict()


def _event(event: Event) -> dict[str, Any]:
    match event:
        case Asked(seat, what, answers):
            told = [{"seat": who, **_answer(seen)} for who, seen in answers]
            return {"kind": "asked", "seat": seat, "what": what, "answers": told}
        case Announced(seat, scene, correct):
            shown = scene.as_dict()
            return {"kind": "announced", "seat": seat, "blocks": shown, "correct": correct}
        case Resigned(seat):
            return {"kind": "resigned", "seat": seat}


def _answer(seen: Answer) -> dict[str, Any]:
    if isinstance(seen, SideView):
        return {"colours": list(seen.colours)}
    return {"colour": seen.colour, "level": seen.level}


def _outcome(outcome: Outcome) -> dict[str, Any]:
    return {
        "winners": list(outcome.winners),
        "reason": outcome.reason,
        "detail": outcome.detail,
    }
