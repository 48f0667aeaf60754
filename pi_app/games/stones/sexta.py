"""Sexta: slide any distance; a line of six adjacent stones, straight or bent, wins."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from pi_app.games.stones.board import NAMES, NEIGHBOURS
from pi_app.games.stones.common import Option
from pi_app.games.stones.moves import COLOURS, Shift, name_of
from pi_app.games.stones.moving import OPTIONS, MovingGame, MovingState, slides_of, why_no_slide
from pi_app.games.stones.setups import cells_of, colours

SIX = 6


class Sexta(MovingGame[MovingState]):
    """Rulebook *Sexta*. A line: all six stones hang together, none with more than two neighbours.

    So it is a path without short cuts. ``setup``: the start, unconfirmed (``fair``, ``alt``); see
    hardware/boards/y-setups.json. ``ring``: whether six around a node, which have no ends, count.
    """

    name = "sexta"
    options = {  # noqa: RUF012 - a table that nobody changes
        **OPTIONS,
        "setup": Option("fair", ("fair", "alt")),
        "ring": Option(False, (False, True)),
    }

    def first(self, options: tuple[tuple[str, Any], ...]) -> MovingState:
        """Six stones each on the rim."""
        chosen = dict(options)
        turn = COLOURS.index(chosen["starts"]) + 1
        return MovingState(cells_of(*colours(f"sexta_{chosen['setup']}")), turn, options=options)

    def ways(self, state: MovingState, start: int) -> Iterator[Shift]:
        """Slides of any length."""
        return slides_of(state, start)

    def refusal(self, state: MovingState, move: Shift) -> str:
        """What is wrong with the slide."""
        return why_no_slide(state, move)

    def goal(self, state: MovingState, colour: int) -> tuple[str, str] | None:
        """Six in a line."""
        line = line_of(state.stones(colour), ring=state.option("ring"))
        if len(line) != SIX:
            return None
        nodes = " ".join(NAMES[node] for node in line)
        return "six", f"{name_of(colour).capitalize()} has six in a line: {nodes}."


def line_of(stones: tuple[int, ...], *, ring: bool = False) -> tuple[int, ...]:
    """The stones in the order of the line that they form; () if they form none.

    A ring begins at its lowest number, and goes on to the lower of that stone's neighbours.
    """
    beside = {node: sorted(set(NEIGHBOURS[node]) & set(stones)) for node in stones}
    ends = [node for node in stones if len(beside[node]) < 2]
    if not stones or max(map(len, beside.values())) > 2 or not (ends or ring):
        return ()
    line = [ends[0] if ends else stones[0]]
    while onward := [node for node in beside[line[-1]] if node not in line]:
        line.append(onward[0])
    return tuple(line) if len(line) == len(stones) else ()
