"""Aliens and Amazons: three white Aliens leap and capture; thirty black Amazons hem them in."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from dataclasses import dataclass, replace
from itertools import combinations
from typing import Any

from pi_app.games.game import GameError
from pi_app.games.stones.board import NAMES, NEIGHBOURS, NODES
from pi_app.games.stones.common import Option
from pi_app.games.stones.leaping import LeapingGame
from pi_app.games.stones.lines import Lines, leaps, slides
from pi_app.games.stones.moves import BLACK, EMPTY, WHITE, Move, Place, Shift
from pi_app.games.stones.moving import OPTIONS, MovingState, along

ALIENS = 3
AMAZONS = 30
FEWEST_TO_BLOCK = 10
"""What ``fewest_to_block`` finds, round the corners or not: Aliens on a corner and beside it."""


@dataclass(frozen=True)
class AliensState(MovingState):
    """``hand``: Amazons that are still to be placed."""

    hand: int = AMAZONS


class AliensAndAmazons(LeapingGame[AliensState]):
    """Rulebook *Aliens and Amazons*. White (the Aliens) plays first; seat 0 has the Amazons.

    The Aliens have won when fewer Amazons are left, on the board and in hand, than
    ``amazons_needed``: by default the least number that can immobilise three Aliens anywhere, so
    that nobody wins before it is sure. The Amazons have won as soon as three Aliens stand and none
    can move, whoever's turn it is.
    """

    name = "aliens-and-amazons"
    options = {  # noqa: RUF012 - a table that nobody changes
        **{key: option for key, option in OPTIONS.items() if key != "starts"},
        "amazons_needed": Option(FEWEST_TO_BLOCK, range(1, AMAZONS + 1)),
    }
    kinds = (Place, Shift)
    counters = ("hand",)

    def first(self, options: tuple[tuple[str, Any], ...]) -> AliensState:
        """The empty board, the Aliens to be placed first."""
        return AliensState(turn=WHITE, options=options)

    def in_hand(self, state: AliensState, colour: int) -> int:
        """Aliens that are not on the board; Amazons that have not been."""
        return state.hand if colour == BLACK else ALIENS - state.cells.count(WHITE)

    def takes(self, colour: int) -> int:
        """Aliens remove Amazons."""
        return BLACK if colour == WHITE else EMPTY

    def changed(self, state: AliensState, move: Place | Shift) -> AliensState:
        """As in every game; an Amazon that is placed leaves the hand."""
        after = super().changed(state, move)
        placed = isinstance(move, Place) and move.colour == BLACK
        return replace(after, hand=state.hand - placed)

    def ways(self, state: AliensState, start: int) -> Iterator[Shift]:
        """One node along a line; of an Alien also every chain of leaps."""
        return self._ways(state, start, NODES)

    def toward(self, state: AliensState, start: int, move: Shift) -> Iterator[Shift]:
        """The ways that take none but the stones that ``move`` takes."""
        return self._ways(state, start, move.taken)

    def _ways(self, state: AliensState, start: int, only: Collection[int]) -> Iterator[Shift]:
        colour = state.cells[start]
        for end in slides(state.cells, start, along(state), 1):
            yield Shift(colour, (start, end))
        if colour == WHITE:
            for path, taken in leaps(state.cells, start, along(state), BLACK, only):
                yield Shift(colour, path, taken)

    def refusal(self, state: AliensState, move: Shift) -> str:
        """The rule against a move that is neither a step nor the Aliens' leaps."""
        adjacent = move.path[-1] in NEIGHBOURS[move.path[0]] and len(move.path) == 2
        if move.colour == BLACK:
            return "Amazons capture nothing" if move.taken else "Amazons move one node, no leaps"
        if adjacent:
            return "Aliens capture only by leaping over an Amazon"
        return self.why_no_leap(state, move)

    def goal(self, state: AliensState, colour: int) -> tuple[str, str] | None:
        """Aliens immobilised, or too few Amazons left to do that."""
        if colour == BLACK:
            if self.can_act(state, WHITE):
                return None
            aliens = " ".join(NAMES[node] for node in state.stones(WHITE))
            return "immobilised", f"No Alien can move: {aliens}."
        left, needed = state.hand + state.cells.count(BLACK), state.option("amazons_needed")
        if left >= needed:
            return None
        return "unblockable", f"{left} Amazons are left; it takes {needed} to block the Aliens."

    def meant(
        self, state: AliensState, appeared: list[tuple[int, int]], vanished: list[tuple[int, int]]
    ) -> Iterator[Move]:
        """Also a stone moved with others of the other colour gone: captures, or thought so."""
        yield from super().meant(state, appeared, vanished)
        for there, colour in appeared if len(appeared) == 1 else ():
            here = [node for node, before in vanished if before == colour]
            taken = tuple(node for node, before in vanished if before != colour)
            if len(here) == 1 and taken and there not in (*here, *taken):
                yield Shift(colour, (here[0], there), taken)
        if vanished and not appeared:  # an Alien may come back to where it set out
            taken = tuple(node for node, _ in vanished)
            rounds = (Shift(WHITE, (node, node), taken) for node in state.stones(WHITE))
            yield from (move for move in rounds if self.as_legal(state, move))

    def check(self, state: AliensState) -> None:
        """No more stones than there are; the Aliens are placed before the Amazons' fourth."""
        black, white = state.cells.count(BLACK), state.cells.count(WHITE)
        if white > ALIENS or state.hand + black > AMAZONS:
            raise GameError(f"there are {ALIENS} Aliens and {AMAZONS} Amazons, in hand and placed")
        placed = AMAZONS - state.hand
        if white < ALIENS and (black < placed or white - placed != int(state.turn == BLACK)):
            raise GameError("Aliens and Amazons are placed by turns, an Alien first")
        super().check(state)


def fewest_to_block(along: Lines) -> int:
    """The least number of Amazons that leave three Aliens no move, over all their places.

    An Alien cannot move if every neighbour and every node behind a neighbour on its line is taken.
    """
    reach = [{node for n in NEIGHBOURS[start] for node in (n, *along[start, n])} for start in NODES]
    return min(
        len((reach[a] | reach[b] | reach[c]) - {a, b, c}) for a, b, c in combinations(NODES, ALIENS)
    )
