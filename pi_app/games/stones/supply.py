"""Supply Line and Grand Supply Line: solitaires of jumps that send messengers to the border."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Any

from pi_app.games.game import GameError, Outcome
from pi_app.games.stones.board import NAMES, NODES
from pi_app.games.stones.common import Option
from pi_app.games.stones.leaping import LeapingGame
from pi_app.games.stones.lines import leaps, leapt_over
from pi_app.games.stones.moves import BLACK, Move, Place, Shift
from pi_app.games.stones.moving import OPTIONS, MovingState, along
from pi_app.games.stones.setups import cells_of, leap_over_section, supply

_ROUND_CORNERS = {"round_corners": OPTIONS["round_corners"]}
SUPPLY_OPTIONS = {"goal": Option("border", ("border", "corner")), **_ROUND_CORNERS}
GRAND_OPTIONS = {
    "goal": Option("three-corners", ("three-corners", "one-corner")),
    "setup": Option("rings", ("rings", "sections")),
    **_ROUND_CORNERS,
}
_GOAL_KEYS = {"border": "goal_middle_of_border", "corner": "goal_next_to_corner"}


@dataclass(frozen=True)
class SupplyState(MovingState):
    """``moves``: how many were played; a chain of jumps by one stone is one move."""

    colours: tuple[int, ...] = (BLACK,)
    moves: int = 0


class SupplyLine(LeapingGame[SupplyState]):
    """Rulebook *"Supply Line" Solitaires for the Y Board*: one seat, black stones, all jumps take.

    ``goal`` of Supply Line: the last stone on the middle of a side (``border``) or next to a
    corner (``corner``); of Grand Supply Line: one stone on each corner (``three-corners``) or the
    last stone on any one (``one-corner``). ``setup``: the 30 stones on the three inner rings, or
    on the three sections of Leap Over (the rulebook's diagram is not at hand).
    """

    counters = ("moves",)

    def __init__(self, name: str, options: Mapping[str, Option]) -> None:
        self.name = name
        self.options = options  # type: ignore[misc] # one class, two tables

    def first(self, options: tuple[tuple[str, Any], ...]) -> SupplyState:
        """The stones of the setup."""
        chosen = dict(options)
        stones = supply(self.name, "stones")
        if chosen.get("setup") == "sections":
            stones = tuple(node for side in range(3) for node in leap_over_section(side))
        return SupplyState(cells_of(stones, ()), options=options)

    def goals(self, state: SupplyState) -> tuple[frozenset[int], ...]:
        """The sets of nodes on which alone stones stand at the end; any of them will do."""
        goal = state.option("goal")
        nodes = supply(self.name, _GOAL_KEYS.get(goal, "goals"))
        if goal == "three-corners":
            return (frozenset(nodes),)
        return tuple(frozenset((node,)) for node in nodes)

    # --- moves ----------------------------------------------------------------------------------

    def takes(self, colour: int) -> int:
        """Every stone that is jumped over is removed."""
        return colour

    def ways(self, state: SupplyState, start: int) -> Iterator[Shift]:
        """Every chain of jumps; each stone removed and node reached once."""
        return self._ways(state, start, NODES)

    def toward(self, state: SupplyState, start: int, move: Shift) -> Iterator[Shift]:
        """Those that take none but stones that vanish by ``move``."""
        return self._ways(state, start, {move.path[0], *move.taken})

    def _ways(self, state: SupplyState, start: int, only: Collection[int]) -> Iterator[Shift]:
        for path, taken in leaps(state.cells, start, along(state), BLACK, only):
            yield Shift(BLACK, path, taken)

    def changed(self, state: SupplyState, move: Place | Shift) -> SupplyState:
        """As in every game; and one more move."""
        return replace(super().changed(state, move), moves=state.moves + 1)

    def refusal(self, state: SupplyState, move: Shift) -> str:
        """The rule against a move that is no chain of jumps, or removes other stones."""
        start, end = move.path[0], move.path[-1]
        chains = (way for way in self.ways(state, start) if way.path[-1] == end)
        found = next(chains, None) if len(move.path) == 2 else None
        if found is None:
            return self.why_no_leap(state, move)
        over = " ".join(NAMES[node] for node in found.taken)
        return f"the stones jumped over are removed, no others: {over}"

    def meant(
        self, state: SupplyState, appeared: list[tuple[int, int]], vanished: list[tuple[int, int]]
    ) -> Iterator[Move]:
        """One stone elsewhere and others gone; or only gone, the jumper back where it set out."""
        gone = [node for node, _ in vanished]
        if len(appeared) == 1 and appeared[0][1] == BLACK:
            there = appeared[0][0]
            for here in sorted(gone, key=lambda n: leapt_over(n, there, along(state)) not in gone):
                taken = tuple(node for node in gone if node != here)
                yield Shift(BLACK, (here, there), taken)
        elif not appeared and gone:
            rounds = (Shift(BLACK, (node, node), tuple(gone)) for node in state.stones(BLACK))
            yield from (move for move in rounds if self.as_legal(state, move))

    # --- the end --------------------------------------------------------------------------------

    def result(self, state: SupplyState) -> Outcome | None:
        """Supplied, or stuck when no jump is left."""
        stones = frozenset(state.stones(BLACK))
        count = "1 move" if state.moves == 1 else f"{state.moves} moves"
        if stones in self.goals(state):
            names = " ".join(NAMES[node] for node in sorted(stones))
            return Outcome((0,), "supplied", f"{names} supplied in {count}.")
        if not self.can_act(state, BLACK):
            return Outcome(
                (), "stuck", f"No jump is left after {count}; {len(stones)} stones stand."
            )
        return None

    def _turn_after(self, state: SupplyState, colour: int) -> int:  # noqa: ARG002
        return BLACK

    def check(self, state: SupplyState) -> None:
        """Each move has removed a stone at least, and the jumper itself remains."""
        at_first = self.first(state.options).cells.count(BLACK)
        removed = at_first - state.cells.count(BLACK)
        if not state.moves <= removed < at_first or (removed and not state.moves):
            raise GameError(f"moves={state.moves}: {removed} of {at_first} stones are gone")
        if state.trail:
            raise GameError(f"a position of {self.name} has no trail")
