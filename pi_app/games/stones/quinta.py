"""Quinta: slide any distance; five adjacent stones on one line win."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from typing import Any

from pi_app.games.stones.board import NAMES
from pi_app.games.stones.common import Option
from pi_app.games.stones.lines import lines, rows
from pi_app.games.stones.moves import COLOURS, Shift, name_of
from pi_app.games.stones.moving import OPTIONS, MovingGame, MovingState, slides_of, why_no_slide
from pi_app.games.stones.setups import cells_of, colours


class Quinta(MovingGame[MovingState]):
    """Rulebook *Quinta*. The start is unconfirmed; see hardware/boards/y-setups.json.

    ``forked_rows``: whether a winning row may run through a pentad, along either fork, as moves do.
    """

    name = "quinta"
    options = {  # noqa: RUF012 - a table that nobody changes
        **OPTIONS,
        "forked_rows": Option(True, (True, False)),
    }

    def first(self, options: tuple[tuple[str, Any], ...]) -> MovingState:
        """Twelve stones each, in pairs around the rim."""
        turn = COLOURS.index(dict(options)["starts"]) + 1
        return MovingState(cells_of(*colours("quinta")), turn, options=options)

    def ways(self, state: MovingState, start: int) -> Iterator[Shift]:
        """Slides of any length."""
        return slides_of(state, start)

    def refusal(self, state: MovingState, move: Shift) -> str:
        """What is wrong with the slide."""
        return why_no_slide(state, move)

    def goal(self, state: MovingState, colour: int) -> tuple[str, str] | None:
        """Five in a row."""
        stones = frozenset(state.stones(colour))
        table = fives(state.option("forked_rows"), state.option("round_corners"))
        row = next((row for row in table if stones.issuperset(row)), None)
        if row is None:
            return None
        nodes = " ".join(NAMES[node] for node in row)
        return "five", f"{name_of(colour).capitalize()} has five in a row: {nodes}."


@lru_cache(maxsize=4)
def fives(forks: bool, round_corners: bool) -> tuple[tuple[int, ...], ...]:
    """Every row of five adjacent nodes on a line."""
    return tuple(rows(5, lines(forks=forks, round_corners=round_corners)))
