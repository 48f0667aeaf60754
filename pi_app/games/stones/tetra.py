"""Tetra: place ten stones each, then move them; four in a stretched line or diamond win."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from typing import Any

from pi_app.games.game import GameError
from pi_app.games.stones.board import NAMES, NEIGHBOURS
from pi_app.games.stones.common import Option
from pi_app.games.stones.lines import Lines, lines, rows
from pi_app.games.stones.moves import BLACK, COLOURS, WHITE, Place, Shift, name_of
from pi_app.games.stones.moving import OPTIONS, MovingGame, MovingState, slides_of, why_no_slide

STONES = 10
FARTHEST = 2
FOUR = 4
HEXAD = 6

Figure = frozenset[int]


class Tetra(MovingGame[MovingState]):
    """Rulebook *Tetra*. The stones between those of a figure do not matter.

    ``figures``: stones ``separated by either lines or nodes`` may mean that only a node parts one
    stone from the next (``nodes``, the figures of ``node_figures``), or also the line between two
    nodes (``nodes-and-lines``, those of ``line_figures`` too).
    """

    name = "tetra"
    options = {  # noqa: RUF012 - a table that nobody changes
        **OPTIONS,
        "figures": Option("nodes", ("nodes", "nodes-and-lines")),
    }
    kinds = (Place, Shift)

    def first(self, options: tuple[tuple[str, Any], ...]) -> MovingState:
        """The empty board."""
        return MovingState(turn=COLOURS.index(dict(options)["starts"]) + 1, options=options)

    def in_hand(self, state: MovingState, colour: int) -> int:
        """Ten stones less those on the board."""
        return STONES - state.cells.count(colour)

    def ways(self, state: MovingState, start: int) -> Iterator[Shift]:
        """Slides of one or two nodes."""
        return slides_of(state, start, FARTHEST)

    def refusal(self, state: MovingState, move: Shift) -> str:
        """What is wrong with the slide."""
        return why_no_slide(state, move, FARTHEST)

    def goal(self, state: MovingState, colour: int) -> tuple[str, str] | None:
        """Four in a figure."""
        stones = frozenset(state.stones(colour))
        table = figures(state.option("figures"), state.option("round_corners"))
        figure = next((figure for figure in table if figure <= stones), None)
        if figure is None:
            return None
        nodes = " ".join(NAMES[node] for node in sorted(figure))
        return "four", f"{name_of(colour).capitalize()} has four in a figure: {nodes}."

    def check(self, state: MovingState) -> None:
        """Stones are placed by turns, ten each."""
        black, white = state.cells.count(BLACK), state.cells.count(WHITE)
        starts = COLOURS.index(state.option("starts")) + 1
        lead = (black - white) if starts == BLACK else (white - black)
        expected = int(state.turn != starts)
        if max(black, white) > STONES or (min(black, white) < STONES and lead != expected):
            raise GameError(
                f"{black} black and {white} white stones with {name_of(state.turn)} to move: "
                f"{STONES} each are placed by turns"
            )
        super().check(state)


@lru_cache(maxsize=4)
def figures(kind: str, round_corners: bool) -> tuple[Figure, ...]:
    """The winning figures: the one table of this game, in order of their nodes."""
    along = lines(round_corners=round_corners)
    found = set(node_figures(along))
    if kind == "nodes-and-lines":
        found |= set(line_figures(along))
    return tuple(sorted(found, key=sorted))


def node_figures(along: Lines) -> Iterator[Figure]:
    """Four on every other node of a line, and diamonds whose sides are two nodes long.

    A diamond lies around a node of six neighbours: two opposite ones are its obtuse corners, and
    its acute ones are where the lines from those along both flanks of the node meet.
    """
    yield from (frozenset(row[::2]) for row in rows(7, along))
    for around in NEIGHBOURS:
        for i in range(3 if len(around) == HEXAD else 0):
            left, a, b, right, c, d = (*around[i:], *around[:i])
            for top in {*along[left, a]} & {*along[right, b]}:
                for bottom in {*along[left, d]} & {*along[right, c]}:
                    yield frozenset((left, top, right, bottom))


def line_figures(along: Lines) -> Iterator[Figure]:
    """Four in a straight row across three board lines, and diamonds whose sides cross one each.

    Rows go straight on through nodes of six neighbours only. A diamond has its acute corners three
    nodes apart on a line, and its obtuse ones at both flanks of that line's middle.
    """
    for p, q in along:
        flanks = sorted(_flanks(p, q))
        for start in flanks:
            row = _row_across(start, p, q)
            if len(row) == FOUR:
                yield frozenset(row)
        if len(NEIGHBOURS[p]) == len(NEIGHBOURS[q]) == HEXAD:
            yield frozenset((*flanks, *along[q, p], *along[p, q]))


def _row_across(start: int, p: int, q: int) -> list[int]:
    """From ``start`` across the line between ``p`` and ``q`` and on, up to four nodes."""
    row = [start]
    while len(row) < FOUR and (beyond := _flanks(p, q) - {row[-1]}):
        row.extend(beyond)
        around = NEIGHBOURS[row[-1]]
        if len(around) != HEXAD:
            break
        p, q = (around[(around.index(node) + 3) % HEXAD] for node in (p, q))
    return row


def _flanks(p: int, q: int) -> set[int]:
    """The nodes that make triangles with two neighbours."""
    return set(NEIGHBOURS[p]) & set(NEIGHBOURS[q])
