"""``gyoji print``: what is written, and one clear line for each mistake."""

from __future__ import annotations

from pathlib import Path

import pypdfium2  # type: ignore[import-untyped]
import pytest
from click.testing import CliRunner

from pi_app.cli import cli
from vision.errors import GyojiError


def pages(file: Path) -> int:
    with pypdfium2.PdfDocument(file) as document:
        return len(document)


PRINTED = [
    (["block-sheet"], 4),
    (["block-sheet", "--sheets", "5", "--style", "plain"], 1),
    (["block-sheet", "--sheets", "1,3-4,3", "--paper", "letter"], 3),
    (["yinyang-board"], 1),
    (["y-board", "--paper", "a3", "--style", "plain"], 1),
]


@pytest.mark.parametrize(("arguments", "count"), PRINTED)
def test_prints(arguments: list[str], count: int, tmp_path: Path) -> None:
    out = tmp_path / "out.pdf"
    result = CliRunner().invoke(cli, ["print", *arguments, "-o", str(out)])
    assert (result.exit_code, result.output.count("\n")) == (0, 1), result.output
    assert pages(out) == count
    assert [file.name for file in tmp_path.iterdir()] == ["out.pdf"]


def test_default_name_is_the_boards(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    for _ in range(2):  # The second replaces the first.
        assert CliRunner().invoke(cli, ["print", "yokai-classic"]).exit_code == 0
    assert pages(tmp_path / "yokai-classic.pdf") == 1


WRONG_USAGE = [
    (["block-sheet", "--sheets", "9"], "'9' is not like 5, 1-4 or 1,3"),
    (["block-sheet", "--sheets", "4-1"], "'4-1' is not like"),
    (["block-sheet", "--sheets", ""], "'' is not like"),
    (["y-board", "--sheets", "1"], "y-board has no sheet numbers"),
    (["block-sheet", "--paper", "a9"], "'a9'"),
]


@pytest.mark.parametrize(("arguments", "message"), WRONG_USAGE)
def test_wrong_usage_ends_with_2(arguments: list[str], message: str) -> None:
    result = CliRunner().invoke(cli, ["print", *arguments])
    assert result.exit_code == 2
    assert message in result.output


def fault(arguments: list[str]) -> str:
    result = CliRunner().invoke(cli, ["print", *arguments])
    assert isinstance(result.exception, GyojiError), result.output
    assert result.exception.exit_code == 1
    return str(result.exception)


def test_faults_say_what_and_where(tmp_path: Path) -> None:
    text = tmp_path / "notes.txt"
    text.write_text("keep me")
    assert fault(["chess"]).startswith("chess: no such board; known are block-sheet")
    assert fault(["y-board", "--style", "checked"]) == (
        "y-board has no style checked; choose targets or plain"
    )
    assert fault(["yinyang-board", "-o", str(text)]) == (
        f"{text}: exists and is not a PDF; choose another name with -o"
    )
    assert text.read_text() == "keep me"
    gone = tmp_path / "none" / "out.pdf"
    assert fault(["yinyang-board", "-o", str(gone)]) == (
        f"{gone}: cannot be written: No such file or directory"
    )
    assert fault(["yinyang-board", "-o", str(tmp_path)]) == (
        f"{tmp_path}: cannot be written: Is a directory"
    )


def test_own_board_file(tmp_path: Path) -> None:
    board = tmp_path / "mine.json"
    board.write_text(
        '{"name": "mine", "nodes": [{"node": "a1", "x": 0, "y": 0}], "edges": [], "markers": []}'
    )
    out = tmp_path / "mine.pdf"
    assert CliRunner().invoke(cli, ["print", str(board), "-o", str(out)]).exit_code == 0
    assert pages(out) == 1
