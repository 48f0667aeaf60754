"""Leaping over adjacent stones, in chains: what Aliens and Amazons and Leap Over share."""

from __future__ import annotations

from pi_app.games.game import GameError
from pi_app.games.stones.board import NAMES, NEIGHBOURS, SIDES
from pi_app.games.stones.common import with_stones
from pi_app.games.stones.lines import leapt_over
from pi_app.games.stones.moves import EMPTY, Shift
from pi_app.games.stones.moving import M, MovingGame, along


class LeapingGame(MovingGame[M]):
    """A game with chains of leaps. A text may name any way of leaping, or its two ends alone."""

    def takes(self, colour: int) -> int:  # noqa: ARG002
        """The colour whose stones ``colour`` removes by leaping over them, or EMPTY."""
        return EMPTY

    def understood(self, state: M, move: Shift) -> Shift:
        """The legal move that a text means: what it takes may be left out."""
        try:
            taken = self.taken_on(state, move)
        except GameError:
            return super().understood(state, move)
        if move.taken not in ((), taken):
            return move
        return self.as_legal(state, Shift(move.colour, move.path, taken)) or move

    def taken_on(self, state: M, move: Shift) -> tuple[int, ...]:
        """The nodes of the stones removed on the path; raises GameError naming a wrong leap."""
        cells, taken = state.cells, list[int]()
        for here, there in zip(move.path, move.path[1:], strict=False):
            over = self._leapt(state, cells, here, there)
            removed = {over: EMPTY} if cells[over] == self.takes(move.colour) else {}
            taken.extend(removed)
            cells = with_stones(cells, {here: EMPTY, there: move.colour, **removed})
        return tuple(sorted(taken))

    def _leapt(self, state: M, cells: tuple[int, ...], here: int, there: int) -> int:
        """The node between, if a stone may leap from here to there."""
        a, b = NAMES[here], NAMES[there]
        over = leapt_over(here, there, along(state))
        if over is None and _bends_at_rim(here, there):
            raise GameError(
                f"{a}-{b}: a stone on the rim can be leapt over only by stones on the rim, along it"
            )
        if over is None:
            raise GameError(f"{a}-{b}: a leap goes over one node, straight on")
        if cells[over] == EMPTY:
            raise GameError(f"{a}-{b}: there is no stone on {NAMES[over]} to leap over")
        if cells[there] != EMPTY:
            raise GameError(f"{a}-{b}: {b} is taken, a leap ends on an empty node")
        return over

    def why_no_leap(self, state: M, move: Shift) -> str:
        """The rule against a leap or a chain of them."""
        here, there = move.path[0], move.path[-1]
        if move.path == (here, here) and not move.taken:
            return "the stone has not moved"
        if len(move.path) == 2:
            other = next((way for way in self.ways(state, here) if way.path[-1] == there), None)
            if other is not None:
                return _captured(other.taken)
            if leapt_over(here, there, along(state)) is None and not _bends_at_rim(here, there):
                return f"no chain of leaps leads from {NAMES[here]} to {NAMES[there]}"
        try:
            taken = self.taken_on(state, move)
        except GameError as error:
            return str(error)
        return _captured(taken) if taken or move.taken else "the stone has not moved"


def _captured(taken: tuple[int, ...]) -> str:
    names = " ".join(NAMES[node] for node in taken) or "none"
    return f"the stones leapt over are captured, no others: {names}"


def _bends_at_rim(here: int, there: int) -> bool:
    """Whether only a stone on the rim lies between, and the way over it is not along the rim."""
    between = set(NEIGHBOURS[here]) & set(NEIGHBOURS[there])
    return there not in (here, *NEIGHBOURS[here]) and any(SIDES[node] for node in between)
