"""Solutions and what is known, as files: the bundled ones, altered ones, damaged ones."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest

from pi_app.games.stones.moves import BLACK
from pi_app.solving.exhaustive import Exhaustive
from pi_app.solving.knowledge import Knowledge, KnowledgeError, fresh, load, save
from pi_app.solving.puzzle import Puzzle, puzzle
from pi_app.solving.solutions import SolutionError, bundled, parse, states_of
from pi_app.solving.solutions import load as load_solution
from pi_app.workers import Workers

BUNDLED = [("three-corners", 13, 27), ("one-corner", 8, 29)]
ONE = bundled(puzzle("grand-supply-line", "one-corner")).text()


@pytest.mark.parametrize(("goal", "moves", "jumps"), BUNDLED)
def test_bundled_solutions_solve(goal: str, moves: int, jumps: int) -> None:
    solution = bundled(puzzle("grand-supply-line", goal))
    assert solution.puzzle == f"grand-supply-line goal={goal}"
    states = states_of(solution)
    assert len(states) - 1 == len(solution.moves) == states[-1].moves == moves
    assert states[0].cells.count(BLACK) - states[-1].cells.count(BLACK) == jumps


def test_text_both_ways() -> None:
    solution, numbers = parse(ONE)
    assert solution.text() == ONE
    assert numbers == tuple(range(3, 11))


def lines(change: Callable[[list[str]], list[str]]) -> bytes:
    return "\n".join(change(ONE.splitlines())).encode()


ALTERED = [
    (b"", "line 1: expected one of supply-line, grand-supply-line"),
    (b"# nothing\n\n", "line 1: expected one of"),
    (b"\xff\xfe\x00", "no text"),
    (b"x" * 200_000, "too long"),
    (b"chess goal=mate\n", "'chess' is none of supply-line"),
    (b"supply-line goal=moon\n", "goal: must be border or corner"),
    (b"supply-line colour=blue\n", "no option 'colour'"),
    (b"supply-line\n", "the end: the goal is not reached, stones stand on e1 e2"),
    # a move left out, one too many, two the other way round, one of another colour, no move
    (lines(lambda rows: rows[:-1]), "the end: the goal is not reached, stones stand on"),
    (lines(lambda rows: [*rows, "black a1-a3"]), "line 11, 'black a1-a3': the game is over"),
    (lines(lambda rows: [*rows[:2], *rows[3:]]), "line 4, 'black e3-e1xe2': e1 is taken"),
    (lines(lambda rows: [*rows[:8], rows[9], rows[8]]), "line 9, 'black e1-c1-a1xb1xd1': "),
    (lines(lambda rows: [*rows[:2], "white e1-c1", *rows[3:]]), "line 3, 'white e1-c1': "),
    (lines(lambda rows: [*rows[:2], "black e1-c1xd2"]), "line 3, .* no others: d1"),
    (lines(lambda rows: [*rows[:2], "to the corner!"]), "line 3, 'to the corner!': "),
    (lines(lambda rows: [*rows[:2], "resign"]), "the end: the goal is not reached"),
    # solved, but something else
    (
        lines(lambda rows: ["grand-supply-line goal=three-corners", *rows[2:]]),
        "goal is not reached",
    ),
    (lines(lambda rows: ["supply-line goal=corner", *rows[2:]]), "line 2, .*no black stone|line 2"),
]


@pytest.mark.parametrize(("content", "reason"), ALTERED)
def test_altered_solutions_are_refused(content: bytes, reason: str, tmp_path: Path) -> None:
    file = tmp_path / "solution.txt"
    file.write_bytes(content)
    with pytest.raises(SolutionError, match=reason) as refusal:
        load_solution(file)
    assert str(refusal.value).startswith(str(file))
    assert "\n" not in str(refusal.value)


def test_a_solution_that_is_not_there(tmp_path: Path) -> None:
    with pytest.raises(SolutionError, match="cannot be read: No such file"):
        load_solution(tmp_path / "none.txt")


# --- what is known ------------------------------------------------------------------------------


@pytest.fixture
def game() -> Puzzle:
    return puzzle("grand-supply-line", "three-corners")


def under_way(game: Puzzle) -> Knowledge:
    """A search that was left off in the middle of a level."""
    known = fresh(game, bundled(game))
    known.search = Exhaustive(game, 10)
    steps = known.search.steps(Workers(1))
    while known.search.depth < 5:
        next(steps)
    next(steps)
    return known


def test_what_is_known_there_and_back(game: Puzzle, tmp_path: Path) -> None:
    file = tmp_path / "a" / "state.npz"
    known = under_way(game)
    save(file, known)
    again = load(file, game)
    assert (again.best, again.refuted) == (known.best, 8)
    assert again.search is not None
    assert known.search is not None
    assert again.search.done == known.search.done
    assert again.search.looked == known.search.looked
    with Workers(1) as workers:
        for search in (again.search, known.search):
            steps = search.steps(workers)
            while search.depth < 6:
                next(steps)
    assert (again.search.levels[6] == known.search.levels[6]).all()
    assert [path.name for path in file.parent.iterdir()] == ["state.npz"]


def test_without_a_file_the_bundled_is_known(game: Puzzle, tmp_path: Path) -> None:
    known = load(tmp_path / "none.npz", game)
    assert known.best == bundled(game)
    assert known.least == 9


def test_a_worse_solution_in_the_file_gives_way_to_the_bundled(
    game: Puzzle, tmp_path: Path
) -> None:
    save(tmp_path / "state.npz", fresh(game, None))
    assert load(tmp_path / "state.npz", game).best == bundled(game)


def cut(content: bytes) -> bytes:
    return content[: len(content) // 2]


def flipped(content: bytes) -> bytes:
    middle = len(content) // 2
    return content[:middle] + bytes([content[middle] ^ 255]) + content[middle + 1 :]


DAMAGES = [
    lambda content: b"",
    lambda content: b"PK\x03\x04",
    lambda content: b"no such thing\n" * 9,
    lambda content: b"\x93NUMPY\x01\x00v\x00{'descr': '<u8', 'shape': (99999999999999,), }",
    cut,
    flipped,
    lambda content: content[100:],
]


@pytest.mark.parametrize("damage", DAMAGES)
def test_damaged_files_end_in_one_line(
    game: Puzzle, tmp_path: Path, damage: Callable[[bytes], bytes]
) -> None:
    file = tmp_path / "state.npz"
    save(file, under_way(game))
    file.write_bytes(damage(file.read_bytes()))
    with pytest.raises(KnowledgeError, match="is damaged or no file of this puzzle") as refusal:
        load(file, game)
    assert "\n" not in str(refusal.value)
    assert "--state" in str(refusal.value)


ODD = [
    ('"version": 1', '"version": 2'),
    ("three-corners", "one-corner"),
    ('"refuted": 8', '"refuted": 13'),
    ('"refuted": 8', '"refuted": -1'),
    ('"refuted": 8', '"refuted": "many"'),
    ('"refuted": 8, ', ""),
    ("black e1-c1xd1", "black e1-c1xd2"),
    ('"moves": 10', '"moves": 10.5'),
    ('"looked": [1', '"looked": [1, 1, 1, 1, 1, 1'),
]


@pytest.mark.parametrize(("old", "new"), ODD)
def test_odd_files_end_in_one_line(game: Puzzle, tmp_path: Path, old: str, new: str) -> None:
    file = tmp_path / "state.npz"
    save(file, under_way(game))
    with np.load(file) as content:
        arrays = dict(content)
    about = str(arrays["about"])
    assert old in about
    arrays["about"] = np.array(about.replace(old, new, 1))
    np.savez(file, **arrays)
    with pytest.raises(KnowledgeError, match="is damaged or no file of this puzzle"):
        load(file, game)


@pytest.mark.parametrize(
    "array", [np.zeros((3, 4), np.uint64), np.zeros((2, 4)), np.full((2, 1), 1 << 63, np.uint64)]
)
def test_positions_beside_the_board(game: Puzzle, tmp_path: Path, array: np.ndarray) -> None:
    file = tmp_path / "state.npz"
    save(file, under_way(game))
    with np.load(file) as content:
        arrays = dict(content)
    np.savez(file, **{**arrays, "level_3": array})
    with pytest.raises(KnowledgeError, match="is damaged or no file of this puzzle"):
        load(file, game)


def test_a_place_that_cannot_be_written(game: Puzzle, tmp_path: Path) -> None:
    (tmp_path / "file").write_text("no folder")
    with pytest.raises(KnowledgeError, match="cannot be written"):
        save(tmp_path / "file" / "state.npz", fresh(game, None))
