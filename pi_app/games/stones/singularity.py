"""Singularity: reduce one's own stones by fusion to a last one on a central node."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from pi_app.games.stones.board import NAMES, NEIGHBOURS, NODES
from pi_app.games.stones.common import Option
from pi_app.games.stones.lines import slides
from pi_app.games.stones.moves import COLOURS, Move, Shift, name_of
from pi_app.games.stones.moving import (
    OPTIONS,
    MovingGame,
    MovingState,
    along,
    slides_of,
    why_no_slide,
)
from pi_app.games.stones.setups import cells_of, colours

CENTRE = frozenset(node for node in NODES if NAMES[node][0] == "f")
REGION = frozenset(node for node in NODES if NAMES[node][0] in "ef")
"""The 3 central nodes, and the 15 of the central triangular region."""
FARTHEST = 3


class Singularity(MovingGame[MovingState]):
    """Rulebook *Singularity*. A fusing move names the stone that it removes: ``d1-e1xe2``.

    A stone that lands next to its own must remove one of them, and the mover chooses which.
    ``fusion``: which of the two must stand in the central region: ``both``, or only the one that
    ``moving`` or the one that was ``resting``. ``corners``: whose stones begin on the corners.
    """

    name = "singularity"
    options = {  # noqa: RUF012 - a table that nobody changes
        **OPTIONS,
        "corners": Option("black", COLOURS),
        "fusion": Option("both", ("both", "moving", "resting")),
    }

    def first(self, options: tuple[tuple[str, Any], ...]) -> MovingState:
        """Twelve stones each, by turns around the rim."""
        chosen = dict(options)
        with_corners, others = colours("singularity")
        stones = (with_corners, others) if chosen["corners"] == "black" else (others, with_corners)
        turn = COLOURS.index(chosen["starts"]) + 1
        return MovingState(cells_of(*stones), turn, options=options)

    def ways(self, state: MovingState, start: int) -> Iterator[Shift]:
        """Slides of up to three nodes, with each choice of the stone to remove."""
        for slide in slides_of(state, start, FARTHEST):
            choices: list[tuple[int, ...]] = [(node,) for node in fusing(state, slide)]
            for taken in choices or [()]:
                move = Shift(slide.colour, slide.path, taken)
                if len(in_centre(state, move)) <= 1:
                    yield move

    def refusal(self, state: MovingState, move: Shift) -> str:
        """What is wrong with the slide, or with what was removed."""
        if move.path not in {slide.path for slide in slides_of(state, move.path[0], FARTHEST)}:
            return why_no_slide(state, move, FARTHEST)
        fused = fusing(state, move)
        if len(move.taken) > 1:
            return "only one stone may be removed on a turn"
        if fused and not move.taken:
            which = " or ".join(NAMES[node] for node in fused)
            return f"a stone that lands next to its own removes one of them: {which}"
        if not set(move.taken) <= set(fused):
            name = NAMES[move.taken[0]]
            return (
                f"{name} stays: only an own stone that the landing one touches in the centre goes"
            )
        nodes = " and ".join(NAMES[node] for node in sorted(in_centre(state, move)))
        return f"{nodes}: only one of the 3 central nodes may be held at the end of a turn"

    def goal(self, state: MovingState, colour: int) -> tuple[str, str] | None:
        """One stone left, and that on a central node."""
        stones = state.stones(colour)
        if len(stones) != 1 or stones[0] not in CENTRE:
            return None
        who = name_of(colour).capitalize()
        return "fused", f"{who}'s last stone stands on {NAMES[stones[0]]}."

    def meant(
        self, state: MovingState, appeared: list[tuple[int, int]], vanished: list[tuple[int, int]]
    ) -> Iterator[Move]:
        """Also a stone moved and one of its own removed: either may be the one that moved."""
        yield from super().meant(state, appeared, vanished)
        match appeared, vanished:
            case [(there, colour)], [(a, one), (b, other)] if colour == one == other:
                reach = [set(slides(state.cells, node, along(state), FARTHEST)) for node in (a, b)]
                moves = [Shift(colour, (a, there), (b,)), Shift(colour, (b, there), (a,))]
                yield from moves if there in reach[0] else moves[::-1]


def fusing(state: MovingState, move: Shift) -> tuple[int, ...]:
    """The stones of which a slide must remove one."""
    start, end = move.path
    rule = state.option("fusion")
    if rule != "resting" and end not in REGION:
        return ()
    return tuple(
        node
        for node in sorted(NEIGHBOURS[end])
        if state.cells[node] == move.colour
        and node != start
        and (rule == "moving" or node in REGION)
    )


def in_centre(state: MovingState, move: Shift) -> set[int]:
    """The central nodes that the mover holds after the move."""
    held = {node for node in CENTRE if state.cells[node] == move.colour}
    return (held - {move.path[0], *move.taken}) | ({move.path[-1]} & CENTRE)
