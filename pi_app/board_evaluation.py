"""Read a photograph of a board of known truth and judge each node: right, unsure or wrong."""

from __future__ import annotations

import time
from dataclasses import dataclass

from hardware.boards import load_lattice_board
from hardware.cameras.folder import load_frame
from pi_app.board_reading import BoardReader, BoardReading
from pi_app.truth import BoardTruth
from vision.errors import PictureError
from vision.nodes import EMPTY


@dataclass(frozen=True)
class JudgedBoard:
    """The truth of a photograph, what was read, and the times of a first and a second reading.

    A node that nobody can see is right if it is uncertain. ``first_ms`` includes finding the
    board; both are 0 for a picture that could not be opened.
    """

    photo: BoardTruth
    reading: BoardReading
    unsure: tuple[str, ...]
    wrong: tuple[str, ...]
    nodes: int
    first_ms: float
    again_ms: float

    @property
    def right(self) -> int:
        """How many nodes were read as they are."""
        return self.nodes - len(self.unsure) - len(self.wrong)


def judge_board(photo: BoardTruth) -> JudgedBoard:
    """Read one photograph twice and judge each node by the first reading."""
    board = load_lattice_board(photo.board)
    names = [node.name for node in board.nodes]
    try:
        frame = load_frame(photo.path)
    except PictureError as error:
        nothing = BoardReading("unreadable", photo.board, reason=str(error))
        return JudgedBoard(photo, nothing, tuple(names), (), len(names), 0.0, 0.0)
    reader = BoardReader(board, points=photo.points)
    start = time.perf_counter()
    reading = reader.read(frame)
    middle = time.perf_counter()
    reader.read(frame)
    end = time.perf_counter()
    unsure, wrong = _misses(photo, reading, names)
    times_ms = (middle - start) * 1e3, (end - middle) * 1e3
    return JudgedBoard(photo, reading, unsure, wrong, len(names), *times_ms)


def _misses(
    photo: BoardTruth, reading: BoardReading, names: list[str]
) -> tuple[tuple[str, ...], tuple[str, ...]]:
    if reading.status == "unreadable":
        return tuple(names), ()
    unsure = tuple(n for n in names if n in reading.uncertain and n not in photo.hidden)
    wrong = tuple(
        node
        for node in names
        if node not in reading.uncertain
        and reading.stones.get(node, EMPTY) != photo.stones.get(node, EMPTY)
    )
    return unsure, wrong


def node_confusion(judged: JudgedBoard) -> str:
    """Each wrong node with what it was taken for, then those that are uncertain."""
    truth, read = judged.photo.stones, judged.reading.stones
    parts = [f"{n}: {truth.get(n, EMPTY)} as {read.get(n, EMPTY)}" for n in judged.wrong]
    if judged.reading.status == "unreadable":
        parts.append(judged.reading.reason)
    elif judged.unsure:
        parts.append(f"unsure of {' '.join(judged.unsure)}")
    return "; ".join(parts)
