"""What is known of a solitaire, kept in a file: the best solution, what was refuted, how far."""

from __future__ import annotations

import contextlib
import json
import os
import zipfile
import zlib
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import numpy as np
import platformdirs

from pi_app.games.stones.board import NODES
from pi_app.solving.exhaustive import Exhaustive
from pi_app.solving.positions import positions_of
from pi_app.solving.puzzle import Puzzle
from pi_app.solving.solutions import Solution, SolutionError, bundled, states_of
from vision.errors import GyojiError

VERSION = 1
_DAMAGED = (
    OSError, ValueError, KeyError, TypeError, EOFError, MemoryError, zipfile.BadZipFile, zlib.error,
    AttributeError, NotImplementedError, RuntimeError,
)  # fmt: skip
"""All that numpy and zipfile raise on files that are not what ``save`` wrote."""


class KnowledgeError(GyojiError):
    """The file cannot be read or written."""


@dataclass
class Knowledge:
    """``best``: the shortest solution found, or None. ``refuted``: there is none in so many moves.

    ``search``: the exhaustive search under way.
    """

    game: Puzzle
    best: Solution | None
    refuted: int
    search: Exhaustive | None = field(default=None, repr=False)

    @property
    def least(self) -> int:
        """A number of moves that every solution needs at least."""
        return self.refuted + 1

    @property
    def settled(self) -> bool:
        """Whether the best solution is known to be the shortest."""
        return self.best is not None and len(self.best.moves) <= self.least


def fresh(game: Puzzle, best: Solution | None) -> Knowledge:
    """What is known before any search; by the ladders alone (``Puzzle.fewest_left``)."""
    return Knowledge(game, best, int(game.fewest_left(positions_of([game.start]))[0]) - 1)


def default_path(game: Puzzle) -> Path:
    """In the user's data folder, a file for each goal."""
    folder = Path(platformdirs.user_data_dir("gyoji")) / "solving"
    return folder / f"{game.game.name}-{game.goal}.npz"


def load(path: Path, game: Puzzle) -> Knowledge:
    """What the file knows, and never less than what comes with the program; raises
    KnowledgeError if it is damaged or about something else. Without the file ``fresh``.
    """
    ours = bundled(game)
    try:
        with path.open("rb") as opened, np.load(opened, allow_pickle=False) as file:
            known = _read(file, game)
    except FileNotFoundError:
        return fresh(game, ours)
    except (*_DAMAGED, SolutionError) as error:
        raise KnowledgeError(
            f"{path} is damaged or no file of this puzzle ({_in_one_line(error)}): "
            "delete it, or name another with --state"
        ) from error
    if known.best is None or len(ours.moves) < len(known.best.moves):
        known.best = ours
    return known


def save(path: Path, known: Knowledge) -> None:
    """Write the file as a whole or not at all; raises KnowledgeError."""
    about = {
        "version": VERSION,
        "puzzle": f"{known.game.game.name} goal={known.game.goal}",
        "best": list(known.best.moves) if known.best else None,
        "refuted": known.refuted,
    }
    arrays = {}
    if known.search is not None:
        about["search"] = {
            "moves": known.search.moves,
            "looked": known.search.looked,
            "done": known.search.done,
            "seen": known.search.seen,
        }
        arrays = {f"level_{depth}": level for depth, level in enumerate(known.search.levels)}
        arrays |= {f"found_{i}": part for i, part in enumerate(known.search.found)}
    part = path.with_name(f"{path.name}.part")
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        with part.open("wb") as file:
            np.savez(file, about=np.array(json.dumps(about)), **arrays)  # type: ignore[arg-type]
            file.flush()
            os.fsync(file.fileno())
        part.replace(path)
    except OSError as error:
        with contextlib.suppress(OSError):
            part.unlink()
        raise KnowledgeError(f"{path} cannot be written: {error.strerror}") from error


def _read(file: Any, game: Puzzle) -> Knowledge:  # noqa: ANN401 - numpy's NpzFile
    about = json.loads(str(file["about"]))
    name = f"{game.game.name} goal={game.goal}"
    if about["version"] != VERSION or about["puzzle"] != name:
        raise ValueError(f"it is about {about['puzzle']!r:.60}, version {about['version']!r:.9}")
    best = None
    if about["best"] is not None:
        best = Solution(name, tuple(map(str, about["best"])))
        states_of(best)
    known = Knowledge(game, best, _count(about["refuted"]))
    if known.best and known.refuted >= len(known.best.moves):
        raise ValueError("it refutes its own solution")
    if "search" in about:
        known.search = _read_search(file, about["search"], game)
    return known


def _read_search(file: Any, about: dict[str, Any], game: Puzzle) -> Exhaustive:  # noqa: ANN401
    search = Exhaustive(game, _count(about["moves"]))
    search.looked = [_count(number) for number in about["looked"]]
    search.done, search.seen = _count(about["done"]), _count(about["seen"])
    search.levels = [_positions(file[f"level_{depth}"]) for depth in range(len(search.looked))]
    names = sorted(name for name in file.files if name.startswith("found_"))
    search.found = [_positions(file[name]) for name in names]
    if (search.levels[0] != positions_of([game.start])).any():
        raise ValueError("it starts from another position")
    return search


def _count(value: object) -> int:
    if type(value) is not int or value < 0:
        raise ValueError(f"{value!r:.20} is no count")
    return value


def _positions(array: Any) -> Any:  # noqa: ANN401 - whatever the file holds
    if array.dtype != np.uint64 or array.ndim != 2 or len(array) != 2:
        raise ValueError("positions of a wrong form")
    if (array[1] >> np.uint64(len(NODES) - 64)).any():
        raise ValueError("stones beside the board")
    return array


def _in_one_line(error: BaseException) -> str:
    return " ".join(str(error).split())[:100] or type(error).__name__
