"""A solution as a picture (SVG): a board for each move, with the stones before it and its jumps."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path

from hardware.boards.lattice import load_lattice_board
from pi_app.games.stones.board import BOARD, INDEX, NAMES
from pi_app.games.stones.moves import BLACK, Shift
from pi_app.games.stones.supply import SupplyState
from vision.errors import GyojiError

ACROSS = 4
_STYLE = """<style>
line { stroke: #999; stroke-width: 1 } text { font: 14px sans-serif; text-anchor: middle }
polyline { fill: none; stroke: #c33; stroke-width: 3; marker-end: url(#head) }
.taken { fill: #aaa } .to { fill: none; stroke: #c33; stroke-width: 3 }
</style>
<defs><marker id="head" markerWidth="4" markerHeight="4" refX="3" refY="2" orient="auto">
<path d="M0,0 L4,2 L0,4 z" fill="#c33"/></marker></defs>"""


def write_picture(path: Path, states: Sequence[SupplyState]) -> None:
    """Draw the states of a solution into a file; raises GyojiError if it cannot be written."""
    try:
        path.write_text("\n".join(_picture(states)), encoding="utf-8")
    except OSError as error:
        raise GyojiError(f"{path} cannot be written ({error.strerror}): choose another") from error


def _picture(states: Sequence[SupplyState]) -> Iterator[str]:
    board = load_lattice_board(BOARD)
    at = {INDEX[node.name]: (node.x_mm, -node.y_mm) for node in board.nodes}
    left, top = (min(place[axis] for place in at.values()) - 15 for axis in (0, 1))
    width, height = (
        max(p[axis] for p in at.values()) + 15 - least for axis, least in enumerate((left, top))
    )
    down = -(-len(states) // ACROSS)
    yield (
        f'<svg xmlns="http://www.w3.org/2000/svg" '
        f'viewBox="0 0 {ACROSS * width:.0f} {down * (height + 20):.0f}">'
    )
    yield _STYLE
    lines = [(at[INDEX[a]], at[INDEX[b]]) for a, b in board.edges]
    for number, state in enumerate(states):
        x = number % ACROSS * width - left
        y = number // ACROSS * (height + 20) - top
        yield f'<g transform="translate({x:.1f} {y:.1f})">'
        yield from (
            f'<line x1="{a[0]:.1f}" y1="{a[1]:.1f}" x2="{b[0]:.1f}" y2="{b[1]:.1f}"/>'
            for a, b in lines
        )
        following = states[number + 1].last if number + 1 < len(states) else None
        yield from _stones(state, following if isinstance(following, Shift) else None, at)
        yield "</g>"
    yield "</svg>\n"


def _stones(
    state: SupplyState, move: Shift | None, at: dict[int, tuple[float, float]]
) -> Iterator[str]:
    """The stones, those that the move takes in grey; its way and a few words below."""
    taken = move.taken if move else ()
    for node in state.stones(BLACK):
        x, y = at[node]
        kind = ' class="taken"' if node in taken else ""
        yield f'<circle{kind} cx="{x:.1f}" cy="{y:.1f}" r="6"/>'
    words = f"after {state.moves} moves"
    if move is not None:
        points = " ".join(f"{at[node][0]:.1f},{at[node][1]:.1f}" for node in move.path)
        yield f'<polyline points="{points}"/>'
        words = f"{state.moves + 1}: {'-'.join(NAMES[node] for node in move.path)}"
    middle = sum(x for x, _ in at.values()) / len(at)
    lowest = max(y for _, y in at.values())
    yield f'<text x="{middle:.1f}" y="{lowest + 25:.1f}">{words}</text>'
