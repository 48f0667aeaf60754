"""Input and output that are closed, full or poor in letters; Ctrl-C: one line, no traceback."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

PHOTOS = Path(__file__).parents[1] / "photos" / "rendered"
PHOTO = PHOTOS / "easy-018.jpg"
GYOJI = [sys.executable, "-c", "from pi_app.cli import main; main()"]
LONG = "a" * 300
"""Longer than a file's name may be."""
SHELL = 'exec "$PYTHON" -c "from pi_app.cli import main; main()" '


@pytest.fixture
def environment(tmp_path: Path) -> dict[str, str]:
    places = {"GYOJI_JOURNAL": tmp_path / "journal.db", "XDG_CACHE_HOME": tmp_path / "cache"}
    return {
        **os.environ,
        **{name: str(place) for name, place in places.items()},
        "PYTHON": sys.executable,
    }


def shell(words: str, environment: dict[str, str]) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        ["/bin/sh", "-c", SHELL + words],
        env=environment,
        input="",
        capture_output=True,
        text=True,
        check=False,
    )


@pytest.mark.parametrize(
    ("words", "code", "says"),
    [
        ("play yomen <&-", 0, ""),
        ("play yomen >&-", 0, ""),
        ("demo --fast <&- >&- 2>&-", 0, ""),
        ("--help >/dev/full", 1, "the output cannot be written: No space left"),
        (f"read {PHOTO} >/dev/full", 1, "the output cannot be written: No space left"),
        ("demo --fast >/dev/full", 1, "the output cannot be written: No space left"),
        ("play yomen >/dev/full", 1, "the output cannot be written: No space left"),
        (f"games --journal {LONG}", 1, "cannot be opened (File name too long)"),
        (f"demo --fast --journal {LONG}", 1, "cannot be opened (File name too long)"),
        (f"read {PHOTO} --picture {LONG}.png", 1, "cannot be written (File name too long)"),
    ],
)
def test_streams_and_names_that_fail(
    words: str, code: int, says: str, environment: dict[str, str]
) -> None:
    result = shell(words, environment)
    assert result.returncode == code, result.stderr
    assert says in result.stderr
    assert result.stderr.count("\n") == bool(says)


@pytest.mark.parametrize("letters", ["ascii", "latin-1"])
def test_letters_that_the_terminal_lacks(letters: str, environment: dict[str, str]) -> None:
    result = shell("demo --fast", {**environment, "PYTHONIOENCODING": letters})
    assert result.returncode == 0
    assert result.stderr == ""
    assert "\\u25cf status red" in result.stdout


def children(process: subprocess.Popen[str]) -> list[str]:
    return Path(f"/proc/{process.pid}/task/{process.pid}/children").read_text().split()


@pytest.mark.skipif(not Path("/proc/self/task").is_dir(), reason="needs Linux's list of processes")
def test_control_c_while_processes_start(environment: dict[str, str]) -> None:
    words = [*GYOJI, "evaluate", str(PHOTOS), "--jobs", "2"]
    with subprocess.Popen(
        words,
        env=environment,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
    ) as process:
        # One keeps count of what the others share.
        while len(children(process)) < 3 and process.poll() is None:
            pass
        os.killpg(process.pid, signal.SIGINT)
        _, err = process.communicate(timeout=60)
    assert process.returncode == 1
    assert "Aborted!" in err
    assert "Traceback" not in err
