"""The commands that play: a whole game by each, through pictures that are really read."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from pi_app.cli import cli
from pi_app.drawing import stacks
from pi_app.games.blocks.engine import arrangements
from pi_app.games.blocks.rules import rules_from
from pi_app.games.game import GameError
from pi_app.journal import Journal
from vision.errors import GyojiError

RULES = rules_from("yomen", {})


def built(seat: int, number: int) -> str:
    """Arrangement ``number`` of a seat as people type it."""
    block_set = RULES.sets[seat]
    return stacks(arrangements(block_set, RULES.building).scene(number), block_set.colours)


FIRST, SECOND, SECOND_WRONG = built(0, 100), built(1, 15_000), built(1, 15_001)
HIDE = ["", FIRST, "", "", SECOND, ""]


@pytest.fixture(autouse=True)
def journal_path(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("GYOJI_JOURNAL", str(tmp_path / "journal.db"))
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    return tmp_path / "journal.db"


def run(*words: str, typed: list[str] | None = None) -> Result:
    text = "".join(f"{line}\n" for line in typed or [])
    return CliRunner().invoke(cli, list(words), input=text)


def test_the_demo_is_a_whole_game(journal_path: Path) -> None:
    result = run("demo", "--fast")
    assert result.exit_code == 0, result.output
    assert "(to Player 2 only)" in result.output
    assert "gap" in result.output
    assert result.output.index("That is wrong.") < result.output.index("That is right.")
    assert "status red" in result.output
    assert "Player 1 wins (announced)" in result.output
    with Journal(journal_path, read_only=True) as journal:
        (game,) = journal.games()
        photos = {e.data["photo"] for e in journal.events(game.id) if e.kind == "reading"}
    assert game.result is not None
    assert game.result["winners"] == [0]
    assert len(photos) == 4
    log = run("log", str(game.id))
    assert log.exit_code == 0
    assert "Player 1 wins (announced)" in log.output


def test_two_play_yomen(journal_path: Path) -> None:
    moves = ["H", "5", "announce 1", SECOND_WRONG, "announce 1", SECOND]
    result = run("play", "yomen", typed=[*HIDE, *moves])
    assert result.exit_code == 0, result.output
    assert "That is wrong." in result.output
    assert "Player 1 wins (announced)" in result.output


def test_three_play_break_the_cube() -> None:
    third = built(0, 200)
    typed = [*HIDE, "", third, "", "B", "5", "resign", "resign 1"]
    result = run("play", "break-the-cube", "--players", "3", typed=typed)
    assert result.exit_code == 0, result.output
    assert "Player 2 wins (resigned)" in result.output


def test_one_against_the_device() -> None:
    typed = ["", FIRST, "", *[str(cell) for cell in range(1, 10)] * 3]
    result = run(
        "play", "yomen", "--against", "device", "--seed", "1", "--name", "North", typed=typed
    )
    assert result.exit_code == 0, result.output
    assert "Gyoji wins (announced)" in result.output


def test_an_interrupted_game_is_offered_and_resumed(journal_path: Path) -> None:
    first = run("play", "yomen", "--name", "North", typed=[*HIDE, "H"])
    assert first.exit_code == 0
    assert "Game 1 is kept: resume it with gyoji play yomen" in first.output
    second = run("play", "yomen", typed=["y", "log", "announce 1", SECOND])
    assert second.exit_code == 0
    assert "Game 1 (North, Player 2) was interrupted. Resume it?" in second.output
    assert "North asks: What is seen from H?" in second.output
    assert "North wins (announced)" in second.output


@pytest.mark.parametrize(("words", "typed"), [([], ["n"]), (["--new"], [])])
def test_a_new_game_instead(journal_path: Path, words: list[str], typed: list[str]) -> None:
    run("play", "yomen", typed=[""])
    run("play", "yomen", *words, typed=typed)
    with Journal(journal_path, read_only=True) as journal:
        assert len(journal.games()) == 2


@pytest.mark.parametrize(
    ("words", "code", "says"),
    [
        (["chess"], 2, "'chess' is not one of"),
        (["yomen", "--players", "3"], 2, "seats"),
        (["yomen", "--players", "9"], 2, "9 is not in the range"),
        (["yomen", "--name", "A", "--name", "A"], 2, "same name"),
        (["yomen", "--name", "A", "--name", "B", "--name", "C"], 2, "give fewer --name"),
        (["yomen", "--rule", "gaps"], 2, "has no value"),
        (["yomen", "--rule", "gaps=many"], 2, "gaps: must be one of"),
        (["yomen", "--rule", "seats=[[[["], 2, "seats"),
        (["break-the-cube", "--rule", "seats=3"], 2, "3 seats for 2 players"),
        (["yomen", "--against", "device", "--voice"], 2, "no --voice"),
        (["yomen", "--block-sets", "/nowhere.json"], 2, "cannot be read"),
        (["yomen", "--journal", "/dev/null/j.db"], 1, "cannot be made"),
    ],
)
def test_what_goes_wrong(words: list[str], code: int, says: str) -> None:
    result = run("play", *words)
    error = result.exception
    exit_code = error.exit_code if isinstance(error, GyojiError) else result.exit_code
    assert not isinstance(error, GameError)
    assert exit_code == code
    assert says in f"{result.output}{error}"


def test_colours_that_the_virtual_table_has_no_paint_for(tmp_path: Path) -> None:
    blocks = [{"colour": "pink", "shape": "corner-4"}]
    own = tmp_path / "own.json"
    own.write_text(json.dumps({"sets": {"rosy": blocks}}))
    result = run("play", "yomen", "--block-sets", str(own), "--rule", 'sets=["rosy","rosy"]')
    assert isinstance(result.exception, GyojiError)
    assert "rosy: no pink paint here" in str(result.exception)


@pytest.fixture
def playing(journal_path: Path) -> Iterator[subprocess.Popen[str]]:
    with subprocess.Popen(
        [sys.executable, "-c", "from pi_app.cli import main; main()", "play", "yomen"],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        env=dict(os.environ),
    ) as process:
        yield process
        process.kill()


def test_control_c_ends_cleanly(playing: subprocess.Popen[str]) -> None:
    assert playing.stdout is not None
    assert playing.stdout.read(len("This screen is for")) == "This screen is for"
    playing.send_signal(signal.SIGINT)
    out, err = playing.communicate(timeout=30)
    assert playing.returncode == 130
    assert "Game 1 is kept" in out
    assert err == ""
