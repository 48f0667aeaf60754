"""``gyoji read --board`` and ``gyoji evaluate`` for stones: output, exit codes, wrong usage."""

from __future__ import annotations

import json
import shutil
from pathlib import Path

import cv2
import pytest
from click.testing import CliRunner, Result

from pi_app.board_reading import BoardReading
from pi_app.cli import cli
from tests.reading.photos import PHOTOS

PHOTO = PHOTOS / "y" / "y-easy-002.jpg"
HAND = PHOTOS / "y" / "y-hard-005.jpg"
GO = PHOTOS / "go" / "stones_overhead_half.jpg"
POINTS = ["A19=151,403", "T19=465,335.5", "T1=613,651.5", "A1=211,765"]


def read(*arguments: object) -> Result:
    return CliRunner().invoke(cli, ["read", *map(str, arguments)])


def points(given: list[str]) -> list[str]:
    return [word for point in given for word in ("--point", point)]


def test_json_of_a_board_is_one_object() -> None:
    result = read(PHOTO, "--board", "y-board", "--json")
    data = json.loads(result.stdout)
    assert result.exit_code == 0
    assert list(data) == ["status", "board", "stones", "uncertain", "reason"]
    assert (data["status"], data["board"], data["uncertain"]) == ("read", "y-board", {})
    assert len(data["stones"]) == 20
    assert BoardReading.from_json(result.stdout).as_json() == result.stdout.strip()


def test_covered_nodes_are_uncertain_and_say_why() -> None:
    result = read(HAND, "--board", "y-board", "--json")
    reading = BoardReading.from_json(result.stdout)
    assert result.exit_code == 3
    assert reading.status == "unsure"
    assert {"d12", "d13", "b19"} <= set(reading.uncertain)
    assert reading.reason.startswith("something that is no stone covers ")
    for odds in reading.uncertain.values():
        assert sum(odds.values()) == pytest.approx(1, abs=0.01)


def test_a_board_without_markers_is_found_by_points(tmp_path: Path) -> None:
    picture = tmp_path / "seen.png"
    result = read(GO, "--board", "go-19", *points(POINTS), "--picture", picture)
    assert "go-19: " in result.stdout
    assert "●" in result.stdout and "○" in result.stdout
    assert cv2.imread(str(picture)) is not None


WRONG = [
    (["--board", "go-19"], "--point A19=X,Y"),
    (["--board", "go-19", *points(POINTS[:3])], "name at least 4"),
    (["--board", "go-19", *points([*POINTS, "Z9=1,2"])], "no node 'Z9'"),
    (["--board", "go-19", *points([*POINTS, "A19=1,2"])], "named twice"),
    (["--board", "go-19", *points(["A19=1", *POINTS[1:]])], "a node and its pixel"),
    (["--board", "go-19", *points(["A19=nan,2", *POINTS[1:]])], "a node and its pixel"),
    (["--board", "y-board", "--gaps", "advanced"], "for block-sheet only"),
    (["--point", "a1=1,2"], "found by its markers"),
    (["--board", "yokai-classic"], "its tiles are not yet"),
]


@pytest.mark.parametrize(("arguments", "says"), WRONG)
def test_wrong_usage(arguments: list[str], says: str) -> None:
    result = read(GO, *arguments)
    assert result.exit_code in (2, 3)
    assert says in result.output
    assert result.exception is None or isinstance(result.exception, SystemExit)


MISPLACED = [
    (["A19=10,10", "T19=20,20", "T1=30,30", "A1=40,40"], "lie on one line"),
    (["A19=465,335", "T19=151,403", "T1=211,765", "A1=613,651"], "mirrored"),
    (["A19=-90000,10", "T19=20,20", "T1=30,90", "A1=40,40"], "far outside the picture"),
]


@pytest.mark.parametrize(("given", "says"), MISPLACED)
def test_points_that_cannot_be_so(given: list[str], says: str) -> None:
    result = read(GO, "--board", "go-19", *points(given), "--json")
    data = json.loads(result.stdout)
    assert (result.exit_code, data["status"]) == (3, "unreadable")
    assert says in data["reason"]


def test_evaluate_counts_nodes(tmp_path: Path) -> None:
    for name in ("y-easy-002.jpg", "y-hard-005.jpg"):
        shutil.copy(PHOTOS / "y" / name, tmp_path)
    (tmp_path / "truth.jsonl").write_text(
        '{"file":"y-easy-002.jpg","stones":{"a3":"white"}}\n'
        '{"file":"y-hard-005.jpg","stones":{},"hidden":["d12"],"tags":["hand"]}\n'
    )
    result = CliRunner().invoke(cli, ["evaluate", str(tmp_path), "--json"])
    first, second = map(json.loads, result.stdout.splitlines())
    assert result.exit_code == 3  # the first row's truth leaves out 19 stones
    assert len(first["wrong"]) == 19
    assert "d12" not in second["unsure"] and "d13" in second["unsure"]


BAD_ROWS = [
    ('{"file":"y-easy-002.jpg","stones":{"z9":"white"}}', "no node 'z9'"),
    ('{"file":"y-easy-002.jpg","board":"chess","stones":{}}', "chess"),
    ('{"file":"y-easy-002.jpg","stones":{"a3":"red"}}', "stones.a3"),
]


@pytest.mark.parametrize(("row", "says"), BAD_ROWS)
def test_damaged_truths(tmp_path: Path, row: str, says: str) -> None:
    shutil.copy(PHOTO, tmp_path)
    (tmp_path / "truth.jsonl").write_text(row)
    result = CliRunner().invoke(cli, ["evaluate", str(tmp_path)])
    assert result.exit_code != 0
    assert says in str(result.exception) + result.output
