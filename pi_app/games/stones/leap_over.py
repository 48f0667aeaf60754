"""Leap Over: every move is a chain of leaps; all stones into the opponent's start position."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from pi_app.games.game import GameError
from pi_app.games.stones.board import NAMES, NEIGHBOURS, SIDE_NAMES
from pi_app.games.stones.common import Option
from pi_app.games.stones.leaping import LeapingGame
from pi_app.games.stones.lines import leaps
from pi_app.games.stones.moves import BLACK, COLOURS, EMPTY, Shift, name_of, opponent
from pi_app.games.stones.moving import NOTHING_REMOVED, OPTIONS, MovingState, along
from pi_app.games.stones.setups import cells_of, leap_over_section


class LeapOver(LeapingGame[MovingState]):
    """Rulebook *Leap Over*. Stones of either colour are leapt over, none is removed.

    ``black_side``, ``white_side``: whose section is where (alike by symmetry). ``goal``: all ten
    stones in the opponent's start position (``all``, the rulebook's words); or, as in Chinese
    Checkers against those who never leave home, that position full with at least one of them
    (``filled``). A chain may not end where it began.
    """

    name = "leap-over"
    options = {  # noqa: RUF012 - a table that nobody changes
        **OPTIONS,
        "black_side": Option("bottom", SIDE_NAMES),
        "white_side": Option("left", SIDE_NAMES),
        "goal": Option("all", ("all", "filled")),
    }

    def first(self, options: tuple[tuple[str, Any], ...]) -> MovingState:
        """Ten stones each on their sections."""
        chosen = dict(options)
        if chosen["black_side"] == chosen["white_side"]:
            raise GameError("black_side and white_side: must be two sides")
        empty = MovingState(turn=COLOURS.index(chosen["starts"]) + 1, options=options)
        homes = [home(empty, colour) for colour in (BLACK, opponent(BLACK))]
        return MovingState(cells_of(*homes), empty.turn, options=options)

    def ways(self, state: MovingState, start: int) -> Iterator[Shift]:
        """Every chain of leaps."""
        for path, _ in leaps(state.cells, start, along(state)):
            yield Shift(state.cells[start], path)

    def refusal(self, state: MovingState, move: Shift) -> str:
        """The rule against a move that is no chain of leaps."""
        if move.taken:
            return NOTHING_REMOVED
        if move.path[-1] in NEIGHBOURS[move.path[0]] and len(move.path) == 2:
            return "every move must be a leap over an adjacent stone"
        return self.why_no_leap(state, move)

    def goal(self, state: MovingState, colour: int) -> tuple[str, str] | None:
        """Home in the opponent's start position."""
        target = home(state, opponent(colour))
        standing = [state.cells[node] for node in target]
        filled = state.option("goal") == "filled" and EMPTY not in standing and colour in standing
        if not filled and set(standing) != {colour}:
            return None
        nodes = " ".join(NAMES[node] for node in target)
        who, whose = name_of(colour).capitalize(), name_of(opponent(colour)).capitalize()
        return "home", f"{who} has come home to {whose}'s start position: {nodes}."


def home(state: MovingState, colour: int) -> tuple[int, ...]:
    """A colour's start position."""
    return leap_over_section(SIDE_NAMES.index(state.option(f"{name_of(colour)}_side")))
