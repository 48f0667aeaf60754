"""gyoji solve at the terminal: proofs, files, time limits, Ctrl-C, wrong usage."""

from __future__ import annotations

import os
import re
import signal
import subprocess
import sys
import xml.etree.ElementTree as ET
from collections.abc import Sequence
from importlib import resources
from pathlib import Path

import pytest

from pi_app.solving.knowledge import load
from pi_app.solving.puzzle import puzzle

BEST = Path(str(resources.files("pi_app.solving").joinpath("best")))
ONE = BEST / "grand-supply-line-one-corner.txt"
THREE = BEST / "grand-supply-line-three-corners.txt"


def arguments(*given: str | Path) -> Sequence[str]:
    return [sys.executable, "-c", "from pi_app.cli import main; main()", "solve", *map(str, given)]


def solve(tmp_path: Path, *given: str | Path) -> subprocess.CompletedProcess[str]:
    """The command in a process of its own, with a data folder of its own."""
    return subprocess.run(
        arguments(*given), capture_output=True, text=True, check=False, env=surroundings(tmp_path)
    )


def surroundings(tmp_path: Path) -> dict[str, str]:
    return {**os.environ, "XDG_DATA_HOME": str(tmp_path), "HOME": str(tmp_path)}


def moves_in(output: str) -> list[str]:
    return re.findall(r"^black .*$", output, re.MULTILINE)


def test_supply_line_is_solved_and_proved(tmp_path: Path) -> None:
    done = solve(tmp_path, "supply-line", "--cores", "1")
    assert done.returncode == 0
    for goal in ("border", "corner"):
        assert f"supply-line, {goal}: 6 moves, the fewest: every way in fewer was" in done.stdout
        assert f"{goal}: in 5 moves: none; positions looked at after 1, 2," in done.stderr
    assert len(moves_in(done.stdout)) == 12
    assert not list(tmp_path.iterdir())


def test_solution_and_picture_as_files(tmp_path: Path) -> None:
    text, picture = tmp_path / "six.txt", tmp_path / "six.svg"
    given = ("supply-line", "--goal", "corner", "--cores", "1")
    done = solve(tmp_path, *given, "-o", text, "--picture", picture)
    assert done.returncode == 0
    assert moves_in(text.read_text()) == moves_in(done.stdout)
    assert len(ET.parse(picture).getroot().findall("{*}g")) == 7
    checked = solve(tmp_path, "supply-line", "--check", text)
    assert checked.stdout == "supply-line goal=corner: solved in 6 moves, 14 jumps\n"


@pytest.mark.parametrize(("file", "moves", "jumps"), [(ONE, 8, 29), (THREE, 13, 27)])
def test_bundled_solutions_are_checked(tmp_path: Path, file: Path, moves: int, jumps: int) -> None:
    done = solve(tmp_path, "--check", file)
    assert done.returncode == 0
    assert done.stdout.endswith(f": solved in {moves} moves, {jumps} jumps\n")


def test_an_altered_solution_is_refused(tmp_path: Path) -> None:
    rows = ONE.read_text().splitlines()
    altered = tmp_path / "altered.txt"
    altered.write_text("\n".join([*rows[:4], *rows[5:]]))
    done = solve(tmp_path, "--check", altered)
    assert done.returncode == 1
    assert re.fullmatch(rf"gyoji: {re.escape(str(altered))}, line \d+, .*\n", done.stderr)


def test_time_runs_out_and_the_next_start_goes_on(tmp_path: Path) -> None:
    state = tmp_path / "state.npz"
    given = ("grand-supply-line", "--goal", "three-corners", "--state", state, "--cores", "1")
    first = solve(tmp_path, *given, "--minutes", "0.0001")
    assert first.returncode == 0
    assert "three-corners: 13 moves, at least 9 are needed; it is not" in first.stdout
    assert f"the next start goes on from here: {state}" in first.stderr
    game, before = puzzle("grand-supply-line", "three-corners"), 8
    for _ in range(40):
        assert solve(tmp_path, *given, "--minutes", "0.01").returncode == 0
        known = load(state, game)
        assert known.refuted >= before
        before = known.refuted
        if before >= 9:
            break
    assert before >= 9


def test_ctrl_c_keeps_what_was_found(tmp_path: Path) -> None:
    state = tmp_path / "state.npz"
    given = arguments("grand-supply-line", "--goal", "three-corners", "--state", state)
    with subprocess.Popen(
        [*given, "--cores", "2"],
        stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, start_new_session=True,
        env={**surroundings(tmp_path), "PYTHONUNBUFFERED": "1"},
    ) as process:  # fmt: skip
        assert process.stderr is not None
        while "in 10 moves: none" not in process.stderr.readline():
            pass
        os.killpg(process.pid, signal.SIGINT)  # as a terminal does: to all its processes
        printed, said = process.communicate()
    assert process.returncode == 130
    assert "Traceback" not in said
    assert "the next start goes on from here" in said
    assert "13 moves, at least 11 are needed" in printed
    assert len(moves_in(printed)) == 13
    assert load(state, puzzle("grand-supply-line", "three-corners")).refuted == 10


def test_both_goals_from_the_data_folder(tmp_path: Path) -> None:
    done = solve(tmp_path, "grand-supply-line", "--minutes", "0.0001", "--cores", "1")
    assert done.returncode == 0
    assert len(moves_in(done.stdout)) == 13 + 8
    files = sorted(path.name for path in tmp_path.rglob("*.npz"))
    assert files == ["grand-supply-line-one-corner.npz", "grand-supply-line-three-corners.npz"]


def test_afresh_finds_a_solution_of_its_own(tmp_path: Path) -> None:
    state = tmp_path / "state.npz"
    given = ("grand-supply-line", "--goal", "three-corners", "--state", state, "--cores", "1")
    done = solve(tmp_path, *given, "--afresh", "--minutes", "0.0001")
    assert done.returncode == 0
    assert "no solution yet; at least 9 moves are needed" in done.stdout
    assert not moves_in(done.stdout)


def test_a_damaged_state_ends_in_one_line(tmp_path: Path) -> None:
    state = tmp_path / "state.npz"
    state.write_bytes(b"PK\x03\x04 and nothing more")
    done = solve(tmp_path, "grand-supply-line", "--goal", "one-corner", "--state", state)
    assert done.returncode == 1
    assert re.fullmatch(rf"gyoji: {re.escape(str(state))} is damaged .*--state\n", done.stderr)
    assert state.read_bytes() == b"PK\x03\x04 and nothing more"


WRONG = [
    ([], "name a solitaire"),
    (["chess"], "'chess' is not one of"),
    (["supply-line", "--goal", "moon"], "--goal of supply-line is border or corner, not 'moon'"),
    (["supply-line", "--picture", "x.svg"], "are for one goal: add --goal GOAL"),
    (["supply-line", "--minutes", "0"], "--minutes"),
    (["supply-line", "--cores", "0"], "--cores"),
]


@pytest.mark.parametrize(("given", "said"), WRONG)
def test_wrong_usage(tmp_path: Path, given: list[str], said: str) -> None:
    done = solve(tmp_path, *given)
    assert done.returncode == 2
    assert said in done.stderr
    assert "Traceback" not in done.stderr
