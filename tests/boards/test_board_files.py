"""Every bundled board loads; every damaged one is refused in one line that says what is wrong."""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from importlib import resources
from pathlib import Path
from typing import Any

import pytest

from hardware.boards import (
    BoardFileError,
    board_names,
    load_block_sheet,
    load_board,
    load_lattice_board,
    load_setups,
    load_tiles,
)
from vision.board import BlockSheet, LatticeBoard

Data = dict[str, Any]


def bundled(name: str) -> Data:
    file = resources.files("hardware") / "boards" / f"{name}.json"
    data: Data = json.loads(file.read_text("utf-8"))
    return data


NODES = [
    ("y-board", 93, 252, 6),
    ("go-19", 361, 684, 0),
    ("yinyang-board", 16, 0, 4),
    ("law-sheet-black", 36, 0, 4),
    ("law-sheet-white", 36, 0, 4),
    ("yokai-classic", 12, 0, 4),
    ("yokai-expert", 30, 0, 4),
]


@pytest.mark.parametrize(("name", "nodes", "edges", "markers"), NODES)
def test_bundled_lattice_boards(name: str, nodes: int, edges: int, markers: int) -> None:
    board = load_lattice_board(name)
    assert (len(board.nodes), len(board.edges), len(board.markers)) == (nodes, edges, markers)
    assert load_board(name) == board


def test_every_bundled_board_is_known() -> None:
    assert set(board_names()) == {"block-sheet", *(name for name, *_ in NODES)}
    kinds = {name: type(load_board(name)) for name in board_names()}
    assert kinds.pop("block-sheet") is BlockSheet
    assert set(kinds.values()) == {LatticeBoard}


def test_block_sheet_is_what_the_file_says() -> None:
    sheet, data = load_block_sheet(), bundled("block-sheet")
    assert [(c.cell, c.x_mm, c.y_mm) for c in sheet.cells] == [
        (c["cell"], c["x"], c["y"]) for c in data["cells"]
    ]
    assert {v.letter: v.line for v in sheet.letters} == {
        v["letter"]: tuple(v["line"]) for v in data["letters"]
    }
    assert [m.id for m in sheet.markers(5)] == [16, 17, 18, 19]
    assert [(m.x_mm, m.y_mm) for m in sheet.markers(1)] == [
        (-58, 58),
        (58, 58),
        (58, -58),
        (-58, -58),
    ]


def test_no_two_bundled_boards_share_a_marker() -> None:
    ids = [m.id for name, *_ in NODES for m in load_lattice_board(name).markers]
    ids += [m.id for number in range(1, 9) for m in load_block_sheet().markers(number)]
    ids += load_tiles().faces.values()
    assert len(ids) == len(set(ids))


def test_setups_stand_on_the_board() -> None:
    setups = load_setups(load_lattice_board("y-board"))
    assert len(setups["singularity"].nodes["black"]) == 12
    assert len(setups["grand_supply_line"].nodes["stones"]) == 30
    assert setups["supply_line"].nodes["goal_next_to_corner"] == ("b1", "b8", "b15")
    with pytest.raises(BoardFileError, match=r"y-setups: singularity: yinyang-board has no node"):
        load_setups(load_lattice_board("yinyang-board"))


def inside(data: Data, path: Sequence[str | int]) -> Any:  # noqa: ANN401
    place: Any = data
    for key in path[:-1]:
        place = place[key]
    return place


def drop(*path: str | int) -> Callable[[Data], None]:
    def change(data: Data) -> None:
        del inside(data, path)[path[-1]]

    return change


def put(value: object, *path: str | int) -> Callable[[Data], None]:
    def change(data: Data) -> None:
        inside(data, path)[path[-1]] = value

    return change


DAMAGED = [
    ("block-sheet", drop("unit_mm"), "unit_mm: is missing"),
    ("block-sheet", put("25", "unit_mm"), "unit_mm: input should be a valid number"),
    ("block-sheet", put(-1, "marker_mm"), "marker_mm: input should be greater than 0"),
    ("block-sheet", put(1e999, "marker_mm"), "marker_mm: input should be a finite number"),
    ("block-sheet", put(3, "colour"), "colour: is not a known field"),
    ("block-sheet", put("DICT_9", "dictionary"), "dictionary: is not a marker dictionary"),
    ("block-sheet", put("left", "cells", 3, "x"), "cells[3].x: input should be a valid number"),
    ("block-sheet", put(8, "cells", 3, "cell"), "cells: must be the numbers 1 to 9, each once"),
    ("block-sheet", put(9.0, "cells", 3, "x"), "cells: cell 4 must be at x -25, y 0"),
    ("block-sheet", put([4, 1, 7], "letters", 0, "line"), "letters: the line of A is not straight"),
    ("block-sheet", put([1, 5, 7], "letters", 0, "line"), "letters: the line of A is not straight"),
    ("block-sheet", put([1, 1], "letters", 0, "looks"), "letters: A must look along one axis"),
    ("block-sheet", put("A", "letters", 1, "letter"), "letters: A stands there more than once"),
    ("block-sheet", put(70, "markers", 1, "x"), "markers: top-right reaches beyond paper_mm"),
    ("block-sheet", drop("markers", 0), "markers: must be the corners top-left"),
    ("y-board", put(["a1", "z9"], "edges", 0), "edges: there is no node z9"),
    ("y-board", put(["a1", "a1"], "edges", 0), "edges: a1-a1 joins a node to itself"),
    ("y-board", drop("edges", 0), "nodes: the neighbours of a1 do not match the edges"),
    ("y-board", put("a2", "nodes", 0, "node"), "nodes: a2 stands there 2 times"),
    ("y-board", put(33, "markers", 0, "id"), "markers: 33 stands there 2 times"),
    ("y-board", put(400, "markers", 0, "x"), "markers: 32 reaches beyond paper_mm"),
    ("y-board", drop("paper_mm"), "paper_mm: is missing, and the board has markers"),
    ("y-board", put([], "nodes"), "nodes: "),
    ("yinyang-board", put("e9", "goals", "black"), "goals: there is no node e9"),
    ("yokai-classic", put([9, 0, 0, 9], "zones", "first-reserve"), "zones: first-reserve must be"),
]


@pytest.mark.parametrize(("name", "damage", "message"), DAMAGED, ids=[d[2][:40] for d in DAMAGED])
def test_damage_is_named(
    name: str, damage: Callable[[Data], None], message: str, tmp_path: Path
) -> None:
    data = bundled(name)
    damage(data)
    file = tmp_path / "mine.json"
    file.write_text(json.dumps(data))
    with pytest.raises(BoardFileError) as caught:
        load_board(file)
    text = str(caught.value)
    assert text.startswith(f"{file}: {message}")
    assert text.isprintable()


UNREADABLE = [
    (b"", "invalid JSON"),
    (b'{"name": "half', "invalid JSON"),
    (b"[" * 100_000, "invalid JSON"),
    (b"[1, 2]", "input should be an object"),
    (b"\xff\xfe{}", "byte 0 is not UTF-8"),
    (b" " * 1_000_001, "larger than 1000000 bytes"),
    (b'{"name":"x","a\\u001b[2Jb\\n":1}', "nodes: is missing"),
]


@pytest.mark.parametrize(("content", "message"), UNREADABLE, ids=[u[1][:20] for u in UNREADABLE])
def test_a_file_that_is_no_board(content: bytes, message: str, tmp_path: Path) -> None:
    file = tmp_path / "mine.json"
    file.write_bytes(content)
    with pytest.raises(BoardFileError) as caught:
        load_board(file)
    assert message in str(caught.value)
    assert str(caught.value).isprintable()


def test_names_and_paths_that_lead_nowhere(tmp_path: Path) -> None:
    with pytest.raises(BoardFileError, match=r"chess: no such board; known are block-sheet, go-19"):
        load_board("chess")
    with pytest.raises(BoardFileError, match=r"gone\.json: cannot be read: No such file"):
        load_board(tmp_path / "gone.json")
    with pytest.raises(BoardFileError, match=r"cannot be read: Is a directory"):
        load_board(tmp_path)
    with pytest.raises(BoardFileError, match=r"a\?b: no such board"):
        load_board("a\nb")
