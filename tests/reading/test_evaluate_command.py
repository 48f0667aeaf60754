"""``gyoji evaluate``: what counts as right, unsure and wrong; damaged truths are named."""

from __future__ import annotations

import json
import shutil
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result

from pi_app.cli import cli
from pi_app.evaluation import Judged, confusion, evaluate
from pi_app.games.blocks.scene import BlockScene
from pi_app.readings import Reading, Status
from pi_app.truth import PhotoTruth, SheetTruth, TruthError, load_truths
from tests.reading.photos import PHOTOS

PHOTO = PHOTOS / "blocks" / "blocks-easy-005.jpg"
SCENE = {"blue": [[3, 1], [3, 2], [6, 1], [9, 1]], "green": [[2, 1], [5, 1]]}
TRUE = {**SCENE, "white": [[2, 2], [5, 2], [6, 2]]}
ROW: dict[str, Any] = {"file": PHOTO.name, "sheet": 2, "set": "yomen-second", "blocks": TRUE}


def folder_of(path: Path, *rows: object) -> Path:
    shutil.copy(PHOTO, path)
    text = "".join(f"{row if isinstance(row, str) else json.dumps(row)}\n" for row in rows)
    (path / "truth.jsonl").write_text(text, encoding="utf-8")
    return path


def run(*arguments: object) -> Result:
    return CliRunner().invoke(cli, ["evaluate", *map(str, arguments)])


def judged(status: Status, blocks: dict[str, Any] | None, *faults: str) -> Judged:
    scene = None if blocks is None else BlockScene.of(blocks)
    reading = Reading(status, "block-sheet", 2, None, scene, 0.9)
    truth = SheetTruth(2, "yomen-second", BlockScene.of(TRUE), 0, (), faults)
    return Judged(PhotoTruth(PHOTO, "t", (truth,)), truth, reading, 1.0, 1.0)


OUTCOMES = [
    # status read, blocks read, what is illegal in truth, outcome
    ("read", TRUE, (), "right"),
    ("read", SCENE, (), "wrong"),
    ("read", TRUE, ("gap",), "wrong"),
    ("illegal", TRUE, ("gap",), "right"),
    ("illegal", SCENE, ("gap",), "wrong"),
    ("illegal", TRUE, (), "wrong"),
    ("unsure", TRUE, (), "unsure"),
    ("unsure", SCENE, ("gap",), "unsure"),
    ("unreadable", None, (), "unsure"),
]


@pytest.mark.parametrize(("status", "blocks", "faults", "outcome"), OUTCOMES)
def test_outcomes(
    status: Status, blocks: dict[str, Any] | None, faults: tuple[str, ...], outcome: str
) -> None:
    assert judged(status, blocks, *faults).outcome == outcome


def test_confusion_names_block_wanted_and_got() -> None:
    other = {**SCENE, "white": [[2, 2], [5, 2], [4, 2]], "red": [[1, 1]]}
    assert confusion(judged("read", other)) == (
        "red (none) as 1.1; white 2.2 5.2 6.2 as 2.2 4.2 5.2"
    )


def test_a_right_photograph_ends_with_0(tmp_path: Path) -> None:
    result = run(folder_of(tmp_path, {**ROW, "tags": ["clutter"], "camera": {"k1": 0}}))
    assert result.exit_code == 0
    rows = [line.split() for line in result.stdout.splitlines()]
    counts = {" ".join(row[:-6]): row[-6:-2] for row in rows[1:]}
    assert set(counts) == {"truth.jsonl", "tag clutter", "all"}
    assert set(map(tuple, counts.values())) == {("1", "0", "0", "1")}


def test_a_wrong_one_is_explained_and_ends_with_3(tmp_path: Path) -> None:
    result = run(folder_of(tmp_path, ROW, {**ROW, "blocks": SCENE, "lookalikes": 2}))
    assert result.exit_code == 3
    assert result.stdout.startswith(
        f"{PHOTO.name} sheet 2: wrong: white (none) as 2.2 5.2 6.2\nsheets "
    )
    assert "no look-alikes" in result.stdout


def test_json_is_one_object_for_each_sheet(tmp_path: Path) -> None:
    result = run(folder_of(tmp_path, ROW, {**ROW, "sheet": 7}), "--json")
    rows = [json.loads(line) for line in result.stdout.splitlines()]
    assert [row["outcome"] for row in rows] == ["right", "unsure"]
    assert rows[0]["reading"]["blocks"] == rows[0]["blocks"] == TRUE
    assert all(row["first_ms"] > 0 for row in rows)
    assert rows[1]["reading"]["reason"] == "the sheet was not found"


def test_jobs_give_the_same_in_the_same_order(tmp_path: Path) -> None:
    photos = load_truths(folder_of(tmp_path, ROW, {**ROW, "blocks": SCENE}, ROW))
    alone, together = (
        [sheet.outcome for sheet in evaluate(photos, jobs) if isinstance(sheet, Judged)]
        for jobs in (1, 2)
    )
    assert alone == together == ["right", "wrong", "right"]


def test_a_truncated_picture_is_unsure_not_fatal(tmp_path: Path) -> None:
    folder = folder_of(tmp_path, ROW)
    (folder / PHOTO.name).write_bytes(PHOTO.read_bytes()[:9000])
    result = run(folder)
    assert result.exit_code == 0
    assert "is damaged or cut off" in result.stdout


DAMAGED = [
    ("{", "line 1: is not JSON"),
    ("[1]", "line 1, the row: "),
    ({**ROW, "file": "other.jpg"}, "line 1, file: there is no picture 'other.jpg'"),
    ({**ROW, "file": "../up.jpg"}, "line 1, file: "),
    ({**ROW, "sheet": 9}, "line 1, sheet: "),
    ({**ROW, "sheet": "2"}, "line 1, sheet: "),
    ({**ROW, "set": "none"}, "line 1, set: no set 'none'; known are yomen-first"),
    ({**ROW, "blocks": {"red": [[10, 1]]}}, "line 1, blocks.red.0.0: "),
    ({k: v for k, v in ROW.items() if k != "blocks"}, "line 1, blocks: "),
    ({"file": PHOTO.name, "sheets": []}, "line 1, sheets: "),
    ({"file": PHOTO.name, "sheets": [{**ROW, "set": 1}]}, "line 1, sheets.0.set: "),
]


@pytest.mark.parametrize(("row", "says"), DAMAGED)
def test_damaged_truths_name_file_line_and_field(row: object, says: str, tmp_path: Path) -> None:
    result = run(folder_of(tmp_path, row))
    assert isinstance(result.exception, TruthError)
    assert f"truth.jsonl, {says}" in str(result.exception)
    assert "\n" not in str(result.exception)


def test_the_line_is_counted_with_empty_ones(tmp_path: Path) -> None:
    with pytest.raises(TruthError, match="line 3: is not JSON"):
        load_truths(folder_of(tmp_path, ROW, "", "x"))


def test_a_folder_without_truths_is_one_line(tmp_path: Path) -> None:
    with pytest.raises(TruthError, match=r"no \.jsonl file there"):
        load_truths(tmp_path)


def test_no_such_folder_is_wrong_usage() -> None:
    assert run("missing").exit_code == 2
