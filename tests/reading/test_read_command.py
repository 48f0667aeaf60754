"""``gyoji read``: exit codes, JSON, text and pictures, for good input and for bad."""

from __future__ import annotations

import json
import struct
import zlib
from collections.abc import Callable
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import pytest
from click.testing import CliRunner, Result
from PIL import Image

from hardware.cameras.folder import load_frame
from hardware.cameras.scene import ONE_SHEET_CAMERA, ONE_SHEET_POSE, Blocks, SheetOnTable
from hardware.cameras.virtual import draw
from pi_app.cli import cli
from pi_app.readings import Reading
from tests.reading.photos import PHOTOS
from vision.types import Pixels

BLOCKS = (
    ("black", ((8, 1), (9, 1), (9, 2))),
    ("red", ((1, 1), (2, 1), (3, 1), (3, 2))),
    ("yellow", ((4, 1), (4, 2))),
)
GAP = (*BLOCKS[:2], ("yellow", ((4, 2), (1, 2))))
PHOTO = PHOTOS / "blocks" / "blocks-easy-005.jpg"
FIELDS = [
    "status",
    "board",
    "sheet",
    "set",
    "blocks",
    "probability",
    "lookalikes",
    "faults",
    "reason",
]


def photograph(*sheets: SheetOnTable) -> Pixels:
    return draw(sheets, ONE_SHEET_CAMERA, ONE_SHEET_POSE, noise=2.0).pixels


LEGAL = photograph(SheetOnTable(7, blocks=BLOCKS))


def saved(path: Path, pixels: Pixels) -> Path:
    assert cv2.imwrite(str(path), pixels)
    return path


def read(*arguments: object) -> Result:
    return CliRunner().invoke(cli, ["read", *map(str, arguments)])


def objects(result: Result) -> list[dict[str, Any]]:
    return [json.loads(line) for line in result.stdout.splitlines()]


def test_json_is_one_object_a_line_with_every_field() -> None:
    result = read(PHOTO, "--json")
    assert result.exit_code == 0
    (row,) = objects(result)
    assert list(row) == FIELDS
    assert (row["status"], row["sheet"], row["set"]) == ("read", 2, "yomen-second")
    assert row["blocks"]["green"] == [[2, 1], [5, 1]]
    assert Reading.from_json(result.stdout).as_json() == result.stdout.rstrip("\n")


def test_text_draws_the_levels(tmp_path: Path) -> None:
    result = read(saved(tmp_path / "a.png", LEGAL), "--set", "yomen-first")
    assert result.exit_code == 0
    headline, *drawn = result.stdout.splitlines()
    assert headline.startswith("sheet 7: read, yomen-first, ")
    assert drawn == [
        "lower    middle   upper",
        "r r r    . . r    . . .",
        "y . .    y . .    . . .",
        ". b b    . . b    . . .",
        "b black, r red, y yellow",
    ]


def test_a_table_gives_a_line_for_each_sheet() -> None:
    result = read(PHOTOS / "table" / "table-003.jpg", "--json")
    assert [row["sheet"] for row in objects(result)] == [1, 2, 3, 4]
    assert [row["blocks"] == {} for row in objects(result)] == [False, False, True, True]
    assert result.exit_code == 0


GOOD_FORMS: list[tuple[str, Callable[[Path], object]]] = [
    ("a.png", lambda path: Image.fromarray(LEGAL[..., ::-1]).save(path)),
    ("a.bmp", lambda path: Image.fromarray(LEGAL[..., ::-1]).save(path)),
    ("a.webp", lambda path: Image.fromarray(LEGAL[..., ::-1]).save(path, quality=95)),
    ("rgba.png", lambda path: Image.fromarray(LEGAL[..., ::-1]).convert("RGBA").save(path)),
    ("rgb16.png", lambda path: saved(path, LEGAL.astype(np.uint16) * 257)),  # type: ignore[arg-type]
    ("a.tif", lambda path: saved(path, LEGAL)),
]


@pytest.mark.parametrize(("name", "save"), GOOD_FORMS, ids=[name for name, _ in GOOD_FORMS])
def test_any_form_of_a_picture_reads_the_same(
    name: str, save: Callable[[Path], object], tmp_path: Path
) -> None:
    save(tmp_path / name)
    result = read(tmp_path / name, "--json", "--set", "yomen-first")
    (row,) = objects(result)
    expected = {colour: [list(voxel) for voxel in voxels] for colour, voxels in BLOCKS}
    assert (result.exit_code, row["status"], row["blocks"]) == (0, "read", expected)


@pytest.mark.parametrize("sixteen_bit", [False, True])
def test_a_grey_picture_is_never_read_wrong(sixteen_bit: bool, tmp_path: Path) -> None:
    grey = cv2.cvtColor(LEGAL, cv2.COLOR_BGR2GRAY)
    pixels = grey.astype(np.uint16) * 257 if sixteen_bit else grey
    result = read(saved(tmp_path / "grey.png", pixels), "--json", "--set", "yomen-first")  # type: ignore[arg-type]
    (row,) = objects(result)
    assert row["sheet"] == 7
    assert row["status"] in {"unsure", "unreadable"}
    assert result.exit_code == 3


def test_an_illegal_arrangement_is_named_and_ends_with_3(tmp_path: Path) -> None:
    path = saved(tmp_path / "gap.png", photograph(SheetOnTable(2, blocks=GAP)))
    result = read(path, "--set", "yomen-first", "--json")
    (row,) = objects(result)
    assert (result.exit_code, row["status"]) == (3, "illegal")
    assert {fault["name"] for fault in row["faults"]} == {"gap"}
    assert "gap: The yellow block has a gap beneath it" in read(path, "--set", "yomen-first").stdout


RULES = [
    # options, blocks, status, named faults
    (["--gaps", "advanced"], GAP, "read", set()),
    (["--gaps", "none"], GAP, "illegal", {"gap"}),
    (
        ["--needs-level-2"],
        (
            ("black", ((8, 1), (9, 1), (6, 1))),
            ("red", ((1, 1), (2, 1), (3, 1), (4, 1))),
        ),
        "illegal",
        {"level-2-needed", "missing-block"},
    ),
]


@pytest.mark.parametrize(("options", "blocks", "status", "faults"), RULES)
def test_the_building_rules_are_options(
    options: list[str], blocks: Blocks, status: str, faults: set[str], tmp_path: Path
) -> None:
    path = saved(tmp_path / "a.png", photograph(SheetOnTable(2, blocks=blocks)))
    (row,) = objects(read(path, "--set", "yomen-first", "--json", *options))
    assert row["status"] == status
    assert {fault["name"] for fault in row["faults"]} == faults


def crowded() -> Pixels:
    """Two sheets of one number: one pasted beside the other."""
    return photograph(SheetOnTable(3, x_mm=-85.0), SheetOnTable(3, x_mm=85.0))


def claims(width: int, height: int) -> bytes:
    """A PNG that says it is large and holds nothing."""

    def chunk(kind: bytes, data: bytes) -> bytes:
        body = kind + data
        return struct.pack(">I", len(data)) + body + struct.pack(">I", zlib.crc32(body))

    header = struct.pack(">IIBBBBB", width, height, 8, 2, 0, 0, 0)
    return b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", header) + chunk(b"IDAT", b"") + chunk(b"IEND", b"")


UNREADABLE: list[tuple[str, Callable[[], bytes | Pixels], str]] = [
    ("truncated.jpg", lambda: PHOTO.read_bytes()[:20_000], "is damaged or cut off"),
    ("empty.jpg", lambda: b"", "is empty"),
    ("text.jpg", lambda: b"not a picture", "is not a picture that can be read"),
    (
        "huge.png",
        lambda: claims(60_000, 60_000),
        "is too large: make it smaller than 120 megapixels",
    ),
    ("large.png", lambda: claims(13_000, 10_000), "is too large (13000×10000)"),
    ("hollow.png", lambda: claims(1000, 1000), "is damaged or cut off"),
    ("dot.png", lambda: np.zeros((1, 1, 3), np.uint8), "no sheet found"),
    ("bare.png", lambda: np.full((480, 640, 3), 90, np.uint8), "no sheet found"),
    ("mirrored.png", lambda: np.ascontiguousarray(LEGAL[:, ::-1]), "the picture is mirrored"),
    ("twice.png", crowded, "two sheets with this number are in view"),
]


@pytest.mark.parametrize(("name", "content", "says"), UNREADABLE, ids=[n for n, _, _ in UNREADABLE])
def test_what_cannot_be_read_is_one_line_and_ends_with_3(
    name: str, content: Callable[[], bytes | Pixels], says: str, tmp_path: Path
) -> None:
    made = content()
    if isinstance(made, bytes):
        (tmp_path / name).write_bytes(made)
    else:
        saved(tmp_path / name, made)
    result = read(tmp_path / name, "--json")
    (row,) = objects(result)
    assert (result.exit_code, row["status"], row["blocks"]) == (3, "unreadable", None)
    assert says in row["reason"]
    told = read(tmp_path / name)
    assert told.exit_code == 3
    assert says in told.stdout
    assert len(told.stdout.splitlines()) == 2


WRONG_USAGE = [
    ([], "Missing argument"),
    (["missing.jpg"], "'missing.jpg' does not exist"),
    ([PHOTO, "--set", "nine"], "no set 'nine'; known are yomen-first, yomen-second"),
    ([PHOTO, "--board", "chess"], "chess"),
    ([PHOTO, "--board", "yokai-classic"], "yokai-classic is read from a later version on"),
    ([PHOTO, "--gaps", "some"], "'some'"),
    ([PHOTO, "--picture", "out.jpg"], "must end in .png"),
    ([PHOTO, "--camera", "missing.json"], "'missing.json' does not exist"),
]


@pytest.mark.parametrize(("arguments", "says"), WRONG_USAGE)
def test_wrong_usage_ends_with_2(arguments: list[object], says: str) -> None:
    result = read(*arguments)
    assert result.exit_code == 2
    assert says in result.output
    assert result.exception is None or isinstance(result.exception, SystemExit)


CAMERA = {"width": 1024, "height": 768, "focal_px": 875.9, "cx": 511.5, "cy": 383.5, "k1": 0.0}
BAD_CAMERAS = [
    ("", "nvalid JSON"),
    ("[]", "object"),
    (json.dumps({**CAMERA, "focal_px": -1}), "focal_px"),
    (json.dumps({**CAMERA, "fx": 1}), "fx: is not a known field"),
    (json.dumps({k: v for k, v in CAMERA.items() if k != "cx"}), "cx: is missing"),
    (json.dumps({**CAMERA, "width": 1000}), "is of a 1000×768 camera, the photograph is 1024×768"),
]


@pytest.mark.parametrize(("text", "says"), BAD_CAMERAS)
def test_a_bad_camera_file_is_named(text: str, says: str, tmp_path: Path) -> None:
    file = tmp_path / "camera.json"
    file.write_text(text, encoding="utf-8")
    result = read(PHOTO, "--camera", file)
    assert result.exit_code == 2
    assert says in result.output
    assert "camera.json" in result.output


@pytest.mark.parametrize("scale", [1, 2])
def test_a_calibrated_camera_is_used_at_any_size(scale: int, tmp_path: Path) -> None:
    grown = {name: CAMERA[name] * scale for name in ("width", "height", "focal_px", "cx", "cy")}
    file = tmp_path / "camera.json"
    file.write_text(json.dumps({**grown, "k1": CAMERA["k1"]}), encoding="utf-8")
    (row,) = objects(read(PHOTO, "--camera", file, "--json"))
    assert row["status"] == "read"


OWN_SETS = {
    "sets": {
        "mine": [
            {"colour": "red", "shape": "straight-3"},
            {"colour": "blue", "shape": "straight-2"},
        ]
    }
}


def test_own_sets_come_from_a_file(tmp_path: Path) -> None:
    file = tmp_path / "sets.json"
    file.write_text(json.dumps(OWN_SETS), encoding="utf-8")
    blocks = (("blue", ((5, 1), (6, 1))), ("red", ((7, 1), (8, 1), (9, 1))))
    path = saved(tmp_path / "a.png", photograph(SheetOnTable(1, blocks=blocks)))
    (row,) = objects(read(path, "--block-sets", file, "--set", "mine", "--json"))
    assert (row["status"], row["set"]) == ("read", "mine")


BAD_SETS = [
    ("{", "is not JSON"),
    (json.dumps({"sets": {"mine": []}}), "sets.mine"),
    (
        json.dumps({"sets": {"mine": [{"colour": "purple", "shape": "single"}]}}),
        "the camera does not know purple (set mine)",
    ),
]


@pytest.mark.parametrize(("text", "says"), BAD_SETS)
def test_a_bad_sets_file_is_named(text: str, says: str, tmp_path: Path) -> None:
    file = tmp_path / "sets.json"
    file.write_text(text, encoding="utf-8")
    result = read(PHOTO, "--block-sets", file)
    assert result.exit_code == 2
    assert says in result.output


def test_the_picture_shows_the_photograph_and_a_caption(tmp_path: Path) -> None:
    out = tmp_path / "out.png"
    assert read(PHOTO, "--picture", out).exit_code == 0
    drawn, photo = load_frame(out).pixels, load_frame(PHOTO).pixels
    assert drawn.shape[1:] == photo.shape[1:]
    assert drawn.shape[0] > photo.shape[0]
    same = (drawn[: len(photo)] == photo).all(axis=2)
    assert 0.75 < same.mean() < 0.999


def test_the_photograph_is_not_overwritten(tmp_path: Path) -> None:
    path = saved(tmp_path / "a.png", LEGAL)
    before = path.read_bytes()
    result = read(path, "--picture", path)
    assert (result.exit_code, path.read_bytes()) == (2, before)


def test_a_picture_that_cannot_be_written_is_one_line(tmp_path: Path) -> None:
    path = saved(tmp_path / "a.png", LEGAL)
    result = read(path, "--picture", tmp_path / "no" / "out.png")
    assert result.exit_code == 1
    assert "cannot be written (No such file or directory)" in str(result.exception)
