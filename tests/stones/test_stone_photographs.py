"""The photographs of stones: no certain word is wrong, and few nodes stay uncertain."""

from __future__ import annotations

from functools import lru_cache

import pytest

from pi_app.board_evaluation import JudgedBoard, judge_board
from pi_app.truth import BoardTruth, load_truths
from tests.reading.photos import PHOTOS

FILES = ("y/y-easy.jsonl", "y/y-hard.jsonl", "y-sequence/seq-dev.jsonl", "go/go.jsonl")
UNDER_A_HAND = {"y-hard-005.jpg": 30, "y-hard-006.jpg": 8}
"""How many nodes of these a hand may hide."""


@lru_cache(maxsize=1)
def truths() -> dict[str, list[BoardTruth]]:
    return {
        file: [t for t in load_truths((PHOTOS / file).parent) if isinstance(t, BoardTruth)]
        for file in FILES
    }


@lru_cache(maxsize=4)
def judged(file: str) -> list[JudgedBoard]:
    source = file.rpartition("/")[2]
    return [judge_board(truth) for truth in truths()[file] if truth.source == source]


@pytest.mark.parametrize("file", FILES)
def test_what_is_certain_is_right(file: str) -> None:
    assert judged(file)
    assert [(board.photo.path.name, board.wrong) for board in judged(file) if board.wrong] == []


def test_easy_boards_are_read_whole() -> None:
    boards = judged("y/y-easy.jsonl")
    assert sum(len(board.unsure) for board in boards) <= 2
    assert sum(board.nodes for board in boards) == 14 * 93


def test_hard_boards_are_read_but_for_what_a_hand_hides() -> None:
    for board in judged("y/y-hard.jsonl"):
        hidden = UNDER_A_HAND.get(board.photo.path.name, 0)
        assert len(board.unsure) <= hidden, board.photo.path.name


def test_real_boards_without_markers() -> None:
    boards = judged("go/go.jsonl")
    unsure = sum(len(board.unsure) for board in boards)
    assert unsure <= 0.01 * sum(board.nodes for board in boards)
