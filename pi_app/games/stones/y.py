"""The Game of Y: place stones by turns until a chain of one colour touches all three sides."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

from pi_app.games.game import GameError, Options, Outcome
from pi_app.games.stones.board import ALL_SIDES, NAMES, NEIGHBOURS, NODES, SIDES
from pi_app.games.stones.common import Option, StonesGame, StonesState, with_stones
from pi_app.games.stones.moves import (
    BLACK,
    EMPTY,
    WHITE,
    Move,
    Place,
    Swap,
    name_of,
    opponent,
)

STARTS = tuple(node for node in NODES if SIDES[node] & 1)
"""One whole side: every winning chain has a stone there."""


class GameOfY(StonesGame[StonesState]):
    """Rulebook *The Game of Y*. Black begins; with ``handicap`` n the first move has n stones.

    Pie rule (``pie``; as played online): straight after the first move the second player may swap.
    The stones stay, the players change colours, and White moves next. With a handicap above 1 the
    stones are meant to stay with the weaker player, so ``pie`` is then off unless given.
    """

    name = "y"
    options = {  # noqa: RUF012 - a table that nobody changes
        "pie": Option(True, (True, False)),
        "handicap": Option(1, range(1, 47)),
    }
    kinds = (Place, Swap)

    def start(self, options: Options | None = None) -> StonesState:
        """The empty board; raises GameError on an option that is unknown or wrong."""
        given = dict(options or {})
        if given.get("handicap", 1) != 1:
            given.setdefault("pie", False)
        return super().start(given)

    def first(self, options: tuple[tuple[str, Any], ...]) -> StonesState:
        """The empty board, Black to move."""
        return StonesState(options=options)

    def legal_moves(self, state: StonesState) -> Iterator[Move]:
        """Every empty node, then the swap if it is open."""
        if self.outcome(state) is not None:
            return
        for node in state.stones(EMPTY):
            yield Place(state.turn, node)
        if may_swap(state):
            yield Swap()

    def moved(self, state: StonesState, move: Move) -> StonesState:
        """The position after a stone or a swap."""
        match move:
            case Swap():
                if not may_swap(state):
                    raise GameError(_why_no_swap(state))
                return replace(state, colours=state.colours[::-1])
            case Place(colour, node):
                if state.cells[node] != EMPTY:
                    raise GameError(f"{NAMES[node]} is taken: stones go on empty nodes")
                cells = with_stones(state.cells, {node: colour})
                return replace(state, cells=cells, turn=turn_after(cells, state))
        raise GameError("stones stay where they are")

    def result(self, state: StonesState) -> Outcome | None:
        """The first chain that touches all three sides wins for its colour's seat."""
        chain = winning_chain(state.cells)
        if not chain:
            return None
        colour = state.cells[chain[0]]
        nodes = " ".join(NAMES[node] for node in chain)
        detail = f"{name_of(colour).capitalize()}'s chain touches all three sides: {nodes}."
        return Outcome((state.colours.index(colour),), "connected", detail)

    def check(self, state: StonesState) -> None:
        """Stones must have been placed by turns, and a swap must have been open."""
        black, white = len(state.stones(BLACK)), len(state.stones(WHITE))
        handicap = state.option("handicap")
        lead = handicap if state.turn == WHITE else handicap - 1
        begun = black >= handicap
        if (black - white != lead) if begun else (white or state.turn == WHITE):
            raise GameError(
                f"{black} black and {white} white stones with {name_of(state.turn)} to move: "
                "stones are placed by turns"
            )
        if state.colours != (BLACK, WHITE) and not (state.option("pie") and begun):
            raise GameError("the colours were swapped, which was not open")


def turn_after(cells: tuple[int, ...], state: StonesState) -> int:
    """Whose turn follows that of ``state``: the first move has all stones of the handicap."""
    if state.turn == BLACK and cells.count(BLACK) < state.option("handicap"):
        return BLACK
    return opponent(state.turn)


def may_swap(state: StonesState) -> bool:
    """Straight after the first move, once."""
    return (
        bool(state.option("pie"))
        and state.turn == WHITE
        and WHITE not in state.cells
        and state.colours == (BLACK, WHITE)
    )


def winning_chain(cells: tuple[int, ...]) -> tuple[int, ...]:
    """The nodes of the chain that touches all three sides, in the board's order; () if none."""
    seen: set[int] = set()
    for node in STARTS:
        if cells[node] != EMPTY and node not in seen:
            chain, sides = chain_from(cells, node)
            if sides == ALL_SIDES:
                return tuple(sorted(chain))
            seen |= chain
    return ()


def chain_from(cells: tuple[int, ...], start: int) -> tuple[set[int], int]:
    """The stones connected with the one on ``start``, and the sides that they touch."""
    colour, chain, sides, ahead = cells[start], {start}, 0, [start]
    while ahead:
        node = ahead.pop()
        sides |= SIDES[node]
        new = [n for n in NEIGHBOURS[node] if cells[n] == colour and n not in chain]
        chain.update(new)
        ahead.extend(new)
    return chain, sides


def _why_no_swap(state: StonesState) -> str:
    if not state.option("pie"):
        return "there is no pie rule in this game: colours are not swapped"
    if state.colours != (BLACK, WHITE):
        return "colours are swapped once only"
    return "colours are swapped straight after the first move only"
