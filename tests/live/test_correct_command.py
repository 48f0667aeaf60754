"""gyoji correct: what is typed, what the record says then, and the lines that refuse."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from pi_app.cli import cli
from pi_app.games.game import GameError
from pi_app.journal import Journal
from pi_app.live.seats import resume_board_game, start_board_game
from pi_app.referee import start_table
from tests.live.film import Step, referee
from vision.errors import GyojiError


@pytest.fixture
def journal(tmp_path: Path) -> Iterator[Journal]:
    """Game 1 is one of Y, three moves old; game 2 has hidden arrangements; game 3 is over."""
    with Journal(tmp_path / "journal.db") as opened:
        start_board_game(opened, "y", ("Ada",)).amend(["d5", "e3", "f1"])
        start_table(opened, "yomen", ("Ada", "Bo"))
        start_board_game(opened, "y").amend(["d5", "resigns"])
        yield opened


def gyoji(journal: Journal, *arguments: str) -> Result:
    return CliRunner().invoke(cli, [*arguments, "--journal", str(journal.path)])


GOOD = [
    ("play d4", "black d5, white e3, black f1, white d4"),
    ("undo", "black d5, white e3"),
    ("undo, play f2", "black d5, white e3, black f2"),
    ("undo, undo, undo", ""),
    (" white D4 ,black e2", "black d5, white e3, black f1, white d4, black e2"),
    ("undo,undo,swap", "black d5, swap"),
]


@pytest.mark.parametrize(("text", "record"), GOOD)
def test_a_correction_is_entered(journal: Journal, text: str, record: str) -> None:
    before = len(journal.events(1))
    result = gyoji(journal, "correct", "1", text)
    assert result.exit_code == 0
    assert ", ".join(resume_board_game(journal, 1).moves) == record
    kinds = [event.kind for event in journal.events(1)[before:]]
    steps = [step.strip() for step in text.split(",")]
    assert kinds == ["correction", *("undo" if step == "undo" else "move" for step in steps)]


BAD = [
    # game, text, what is said
    ("1", "play black d4", "black plays twice"),
    ("1", "play d5", "d5 is taken: stones go on empty nodes"),
    ("1", "undo, undo, undo, undo", "undo: There is nothing to take back."),
    ("1", "play d4, play d4", "play d4: d4 is taken: stones go on empty nodes"),
    ("1", "edit everything", "'edit everything' is no move"),
    ("1", "resigns, undo", "undo: The game is over: nothing can be taken back."),
    ("2", "undo", "yomen has hidden arrangements"),
    ("3", "undo", "game 3 is over: start a new one"),
    ("9", "undo", "there is no game 9"),
]


@pytest.mark.parametrize(("game", "text", "said"), BAD)
def test_a_wrong_correction_changes_nothing(
    journal: Journal, game: str, text: str, said: str
) -> None:
    before = [journal.events(number) for number in (1, 2, 3)]
    error = gyoji(journal, "correct", game, text).exception
    assert isinstance(error, GyojiError | GameError)
    assert said in str(error)
    assert [journal.events(number) for number in (1, 2, 3)] == before


def test_nothing_said_is_wrong_usage(journal: Journal) -> None:
    assert gyoji(journal, "correct", "1", " , ").exit_code == 2


def test_the_log_tells_it(journal: Journal) -> None:
    gyoji(journal, "correct", "1", "undo, play d4")
    log = [line[21:].strip() for line in gyoji(journal, "log", "1").output.splitlines()]
    assert log[1:-1] == [
        "Ada plays black d5.",
        "Player 2 plays white e3.",
        "Ada plays black f1.",
        "The record is put right by hand: undo, play d4.",
        "The last move is taken back.",
        "Ada plays black d4.",
    ]
    assert '"steps":["undo","play d4"]' in gyoji(journal, "export", "1").output


def test_a_watching_referee_follows(journal: Journal) -> None:
    table = resume_board_game(journal, 1)
    referee(table, [Step("d5 f1 / e3")])
    gyoji(journal, "correct", "1", "undo, play f2")
    told = [(event.kind, event.data) for _, event in referee(table, [Step("d5 f2 / e3")])]
    assert told == [
        ("corrected", {"steps": ["undo", "black f2"]}),
        ("started", {"game": 1}),
    ]
