"""`gyoji play` and `gyoji demo` for games on a board: whole commands, typed lines, exit codes."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from pi_app.cli import cli
from pi_app.demo.y_script import RECORD
from pi_app.evidence import Evidence
from pi_app.games.game import GameError
from pi_app.journal import Event, Journal
from vision.errors import GyojiError


@pytest.fixture(autouse=True)
def journal_path(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("GYOJI_JOURNAL", str(tmp_path / "journal.db"))
    return tmp_path / "journal.db"


def run(*words: str, typed: list[str] | None = None) -> Result:
    text = "".join(f"{line}\n" for line in typed or [])
    return CliRunner().invoke(cli, list(words), input=text)


def events(journal_path: Path, game: int = 1) -> list[Event]:
    with Journal(journal_path, read_only=True) as journal:
        return list(journal.events(game))


def moves(journal_path: Path, game: int = 1) -> list[str]:
    return [event.data["move"] for event in events(journal_path, game) if event.kind == "move"]


def test_interrupted_and_resumed(journal_path: Path) -> None:
    first = run("play", "y", "--name", "Ada", "--rule", "pie=false", typed=["d5"])
    assert first.exit_code == 0
    assert "Ada (black)> Played: black d5." in first.output
    assert "Game 1 is kept: resume it with gyoji play y" in first.output
    second = run("play", "y", typed=["", "swap", "e3", "quit"])
    assert "Game 1 (Ada, Player 2) was interrupted. Resume it? [Y/n]" in second.output
    assert "there is no pie rule in this game" in second.output
    assert moves(journal_path) == ["black d5", "white e3"]


@pytest.mark.parametrize(("words", "typed"), [([], ["n", "f1"]), (["--new"], ["f1"])])
def test_a_new_game_instead(words: list[str], typed: list[str], journal_path: Path) -> None:
    run("play", "y", typed=["d5"])
    run("play", "y", *words, typed=typed)
    assert moves(journal_path, 2) == ["black f1"]


def test_another_game_is_not_offered(journal_path: Path) -> None:
    run("play", "y", typed=["d5"])
    other = run("play", "tetra", typed=["d5"])
    assert "interrupted" not in other.output
    assert moves(journal_path, 2) == ["black d5"]


@pytest.mark.parametrize(("seat", "typed"), [("1", ["d5", "d6"]), ("2", ["d6", "d7"])])
def test_against_the_device_the_same_seed_plays_the_same(
    seat: str, typed: list[str], journal_path: Path
) -> None:
    words = ["--against", "device", "--seat", seat, "--level", "1", "--seed", "3", "--new"]
    for _ in range(2):
        result = run("play", "tetra", "--name", "Ada", *words, typed=typed)
        assert "Gyoji is thinking …" in result.output
    first, second = moves(journal_path, 1), moves(journal_path, 2)
    assert first == second
    assert len(first) >= 4
    with Journal(journal_path, read_only=True) as journal:
        names = journal.game(1).options["names"]
    assert names == (["Ada", "Gyoji"] if seat == "1" else ["Gyoji", "Ada"])


def test_a_solitaire_is_stuck_or_resigned() -> None:
    result = run("play", "supply-line", "--rule", "goal=corner", typed=["resign"])
    assert result.exit_code == 0
    assert "Goal: the last stone on b1 or b8 or b15" in result.output
    assert "Nobody wins (resigned)" in result.output


WRONG = [
    (["y", "--players", "3"], 2, "y has 2 seats"),
    (["y", "--voice"], 2, "--voice is for games of blocks"),
    (["y", "--block-sets", "x.json"], 2, "--block-sets is for games of blocks"),
    (["y", "--language", "ja"], 2, "in English"),
    (["y", "--level", "2"], 2, "add --against device"),
    (["y", "--seat", "2"], 2, "add --against device"),
    (["y", "--against", "device", "--level", "6"], 2, "6 is not in the range"),
    (["y", "--against", "device", "--name", "A", "--name", "B"], 2, "2 names for 1 people"),
    (["y", "--against", "device", "--name", "Gyoji"], 2, "same name"),
    (["y", "--rule", "komi=6"], 2, "y has no option 'komi'"),
    (["y", "--rule", "handicap=0"], 2, "handicap: must be a whole number from 1"),
    (["supply-line", "--against", "device"], 2, "is for one"),
    (["supply-line", "--players", "2"], 2, "supply-line has 1 seats"),
    (["yomen", "--against", "device", "--level", "2"], 2, "--level is for boards of nodes"),
]


@pytest.mark.parametrize(("words", "code", "says"), WRONG)
def test_what_goes_wrong(words: list[str], code: int, says: str) -> None:
    result = run("play", *words)
    error = result.exception
    assert not isinstance(error, GameError)
    assert (error.exit_code if isinstance(error, GyojiError) else result.exit_code) == code
    assert says in f"{result.output}{error}"


def test_control_c_ends_cleanly(journal_path: Path) -> None:
    with subprocess.Popen(
        [sys.executable, "-c", "from pi_app.cli import main; main()", "play", "y"],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        env=dict(os.environ),
    ) as process:
        assert process.stdin is not None
        assert process.stdout is not None
        process.stdin.write("d5\n")
        process.stdin.flush()
        for line in process.stdout:
            if "Played: black d5." in line:
                break
        process.send_signal(signal.SIGINT)
        out, err = process.communicate(timeout=60)
    assert process.returncode == 130
    assert "Game 1 is kept: resume it with gyoji play y" in out
    assert err == ""
    assert moves(journal_path) == ["black d5"]


def test_the_demo_of_y_is_a_whole_game(journal_path: Path) -> None:
    result = run("demo", "y", "--fast")
    assert result.exit_code == 0, result.output
    told = [
        "the board is seen, play on",
        "camera: a hand over a17: wait",
        "Not so: black plays twice. Put right: e11, f1.",
        "status yellow, blinking fast",
        "The board is as recorded again.",
        "Taken back? white d9. Confirm it, or put it back.",
        "key: confirm",
        "Taken back: white d9.",
        "Played: black e11, white e7.",
        "The referee has nothing to say: all is as recorded.",
        "Player 1 wins (connected). Black's chain touches all three sides: a3 a17 ",
        "status green, blinking slowly",
        "The record is kept: gyoji log 1",
    ]
    place = 0
    for part in told:
        place = result.output.index(part, place) + len(part)
    kinds = [event.kind for event in events(journal_path)]
    assert [kinds.count(kind) for kind in ("illegal", "take-back", "undo")] == [1, 1, 1]
    played = moves(journal_path)
    played.remove("white d9")
    assert ", ".join(played) == RECORD
    with Journal(journal_path, read_only=True) as journal:
        kept = Evidence(journal)
        for event in events(journal_path):
            assert event.kind != "seen" or kept.find(event.data["photo"]).stat().st_size > 0
    assert "Player 1 wins (connected)" in run("log", "1").output


def test_the_demo_of_y_speaks_english_only() -> None:
    result = run("demo", "y", "--language", "ja")
    assert result.exit_code == 2
    assert "in English" in result.output
