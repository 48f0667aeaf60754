"""Solutions as text: written, read, replayed through the rules.

::

    # Supply Line, border: 6 moves
    supply-line goal=border
    black e1-c1xd1
    …
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from importlib import resources
from pathlib import Path
from typing import Any

from pi_app.games.game import GameError
from pi_app.games.scene import Scene
from pi_app.games.stones.board import NAMES, NODES
from pi_app.games.stones.moves import COLOURS
from pi_app.games.stones.supply import SupplyState
from pi_app.solving.puzzle import GAMES, Puzzle
from vision.errors import GyojiError

MOST_BYTES = 100_000


class SolutionError(GyojiError):
    """A file that is no solution; says which line and which rule."""


@dataclass(frozen=True)
class Solution:
    """``puzzle``: the line that names a game and its options. ``moves``: each as the rules write
    it. Whether it solves anything ``states_of`` tells.
    """

    puzzle: str
    moves: tuple[str, ...]

    def text(self) -> str:
        """The file's content."""
        title = f"# {self.puzzle}: {len(self.moves)} moves"
        return "\n".join([title, self.puzzle, *self.moves, ""])


def solution_of(game: Puzzle, path: Sequence[int]) -> Solution:
    """The solution that goes through these positions; raises GameError if it breaks a rule."""
    state, moves = game.game.start({"goal": game.goal}), []
    for mask in path[1:]:
        scene = Scene.of({NAMES[node]: COLOURS[0] for node in NODES if mask >> node & 1})
        move = game.game.intended(state, scene)
        if move is None:
            raise GameError("no single move leads to the next position")
        moves.append(game.game.move_text(state, move))
        state = game.game.play(state, move)
    return Solution(f"{game.game.name} goal={game.goal}", tuple(moves))


def bundled(game: Puzzle) -> Solution:
    """The best solution that comes with the program."""
    name = f"{game.game.name}-{game.goal}.txt"
    file = resources.files("pi_app.solving").joinpath("best", name)
    return parse(file.read_text(encoding="utf-8"))[0]


def load(path: Path) -> tuple[Solution, list[SupplyState]]:
    """The solution in a file, and its states from the start to the goal; raises SolutionError."""
    try:
        with path.open("rb") as file:
            content = file.read(MOST_BYTES + 1)
        text = content.decode("utf-8")
    except OSError as error:
        raise SolutionError(f"{path} cannot be read: {error.strerror}") from error
    except UnicodeDecodeError as error:
        raise SolutionError(f"{path} is no text: expected a solution, a move a line") from error
    if len(content) > MOST_BYTES:
        raise SolutionError(f"{path} is too long: no solution has more than {MOST_BYTES} bytes")
    try:
        solution, numbers = parse(text)
        return solution, states_of(solution, numbers)
    except SolutionError as error:
        raise SolutionError(f"{path}, {error}") from error


def parse(text: str) -> tuple[Solution, tuple[int, ...]]:
    """A file's solution, and the number of the line of each of its moves; raises SolutionError."""
    rows = [(number, line.strip()) for number, line in enumerate(text.splitlines(), 1)]
    rows = [(number, line) for number, line in rows if line and not line.startswith("#")]
    if not rows:
        raise SolutionError(f"line 1: expected one of {', '.join(GAMES)}, and goal=GOAL")
    numbers, lines = zip(*rows, strict=True)
    return Solution(lines[0], lines[1:]), numbers[1:]


def states_of(solution: Solution, numbers: Sequence[int] | None = None) -> list[SupplyState]:
    """Replay a solution through the rules: its states from the start to the goal.

    ``numbers``: the moves' lines, to name them. Raises SolutionError.
    """
    numbers = numbers or range(3, len(solution.moves) + 3)
    name, *rules = solution.puzzle.split()
    if name not in GAMES:
        raise SolutionError(f"line 1: {name!r:.30} is none of {', '.join(GAMES)}")
    game = GAMES[name]
    try:
        states = [game.start(dict(map(_rule, rules)))]
    except GameError as error:
        raise SolutionError(f"{solution.puzzle!r:.60}: {error}") from error
    for number, line in zip(numbers, solution.moves, strict=True):
        try:
            states.append(game.play(states[-1], game.parse_move(states[-1], line)))
        except GameError as error:
            raise SolutionError(f"line {number}, {line!r:.60}: {error}") from error
    outcome = game.outcome(states[-1])
    if outcome is None or outcome.reason != "supplied":
        left = " ".join(NAMES[node] for node in states[-1].stones(1))
        raise SolutionError(f"the end: the goal is not reached, stones stand on {left}")
    return states


def _rule(text: str) -> tuple[str, Any]:
    name, _, value = text.partition("=")
    return name, value == "true" if value in ("true", "false") else value
