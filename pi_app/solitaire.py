"""What the player of a solitaire is told: the goal, and the next move of the best solution."""

from __future__ import annotations

from collections.abc import Sequence

from pi_app.games.game import GameError
from pi_app.games.stones.board import NAMES
from pi_app.games.stones.supply import SupplyLine, SupplyState
from pi_app.solving.puzzle import puzzle
from pi_app.solving.solutions import bundled, states_of


class Solitaire:
    """One solitaire under its options. ``moves``: the best solution known, () if none is."""

    def __init__(self, game: SupplyLine, start: SupplyState) -> None:
        self._goals = game.goals(start)
        solution = bundled(puzzle(game.name, str(start.option("goal"))))
        states = states_of(solution)
        self.moves = solution.moves if states[0].options == start.options else ()
        self._number = {state.cells: number for number, state in enumerate(states)}

    def goal(self) -> str:
        """What is to be reached, and in how many moves it can be."""
        ends = [", ".join(NAMES[node] for node in sorted(goal)) for goal in self._goals]
        last = "stone" if len(self._goals[0]) == 1 else f"{len(self._goals[0])} stones"
        known = f" The best solution known has {len(self.moves)} moves." if self.moves else ""
        return f"Goal: the last {last} on {' or '.join(ends)}, in few moves.{known}"

    def hint(self, history: Sequence[SupplyState]) -> str:
        """The next move of the best solution, or the way back to it; raises GameError."""
        if not self.moves:
            raise GameError("No solution is known under these rules.")
        back, number = next(
            (back, self._number[state.cells])
            for back, state in enumerate(reversed(history))
            if state.cells in self._number
        )  # at the latest the start
        if back:
            undo = "undo" if back == 1 else f"undo {back} times"
            return f"The best solution known does not come this way: {undo}."
        return f"Move {number + 1} of {len(self.moves)} is {self.moves[number]}."
