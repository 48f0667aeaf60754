"""The dialogue at one terminal: what is typed, what the referee says, what is in the record."""

from __future__ import annotations

from pathlib import Path

import pytest

from hardware.boards import load_lattice_board
from pi_app.board_drawing import draw_board
from pi_app.games.registry import find_board_game
from pi_app.live.seats import resume_board_game
from pi_app.screen import Quit
from pi_app.terminal_board import HELP, HINT_HELP, Think
from tests.board_play.at_terminal import Forgetful, new_table, type_at

DIALOGUES: list[tuple[str, list[str], list[str], str]] = [
    # game, what is typed, what is told (parts, in this order), the record
    ("y", ["d5", "e3"], ["Played: black d5.", "Played: white e3."], "black d5, white e3"),
    ("y", ["D5", "play e3"], ["(white)> play e3", "Played: white e3."], "black d5, white e3"),
    ("y", ["d5", "swap", "e3"], ["Player 1 (white)> e3"], "black d5, swap, white e3"),
    ("y", ["swap"], ["colours are swapped straight after the first move only"], ""),
    (
        "y",
        ["d5", "black e3", "e3"],
        ["Not so: black plays twice. Put right: e3.", "The board is as recorded again.",
         "Played: white e3."],
        "black d5, white e3",
    ),
    ("y", ["white d5"], ["Not so: black plays first. Put right: d5.", "as recorded again"], ""),
    ("y", ["d5", "d5"], ["d5 is taken: stones go on empty nodes"], "black d5"),
    (
        "y",
        ["d5", "e3", "f1", "white e3-e4"],
        ["Not so: a stone was moved from e3 to e4", "Put right: e3, e4.", "as recorded again"],
        "black d5, white e3, black f1",
    ),
    # Moved back by hand it is a question; the table is put back, so it stays played.
    (
        "leap-over",
        ["b11-b13", "black b13-b11"],
        ["Taken back? black b11-b13. Confirm it, or put it back."],
        "black b11-b13",
    ),
    ("y", ["d5", "undo", "e3"], ["Taken back: black d5. Put right: d5.", "again"], "black e3"),
    ("y", ["d5", "swap", "undo", "undo"], ["Taken back: swap.", "Taken back: black d5."], ""),
    ("y", ["undo"], ["There is nothing to take back. Type help"], ""),
    ("y", ["d5", "log", "moves d5", "moves"], ["black d5", "0: ", "93: white a1, "], "black d5"),
    ("y", ["", "help", "hint", "x9", "undo now"],
     [HELP, "'hint' is no move", "x9", "'undo now' is no move"], ""),
    ("y", ["pass"], ["nobody passes in this game"], ""),
    ("y", ["d5", "black resigns", "resign"],
     ["black plays twice", "Player 1 wins (resigned). White has given up."],
     "black d5, white resigns"),
    ("supply-line", ["help", "hint", "e2-d14", "e5-d5", "moves f1"],
     [HINT_HELP, "Player 1, move 1> e2-d14", "Played: black e2-d14xe12.",
      "Player 1, move 2> e5-d5", "no chain of leaps leads from e5 to d5", "black f1-"],
     "black e2-d14xe12"),
    ("tetra", ["d5-d6"], ["stones move when all are placed"], ""),
]  # fmt: skip


@pytest.mark.parametrize(("name", "lines", "told", "record"), DIALOGUES)
def test_dialogue(
    name: str, lines: list[str], told: list[str], record: str, tmp_path: Path
) -> None:
    played = type_at(new_table(tmp_path, name), lines)
    place = 0
    for part in told:
        place = played.shown.index(part, place) + len(part)
    assert ", ".join(played.table.moves) == record


def test_a_whole_game_is_won(tmp_path: Path) -> None:
    black = ["a1", "a2", "a3", "a4", "a5", "a6", "a7", "a8", "a9"]
    white = ["f1", "f2", "f3", "e1", "e2", "e3", "e4", "e5"]
    lines = [node for pair in zip(black, [*white, ""], strict=True) for node in pair if node]
    played = type_at(new_table(tmp_path, "y"), lines)
    assert played.left is None
    *_, drawing = played.shown.split("Played: black a9.\n")
    assert drawing.count("●") == 9
    assert drawing.count("○") == 8
    assert "(●)" in drawing
    assert drawing.endswith(
        "Player 1 wins (connected). "
        "Black's chain touches all three sides: a1 a2 a3 a4 a5 a6 a7 a8 a9.\n"
    )


def test_a_solitaire_is_solved_by_its_hints(tmp_path: Path) -> None:
    table = new_table(tmp_path, "supply-line", goal="corner")
    lines: list[str] = []
    for _ in range(6):
        lines.append("hint")
        shown = type_at(table, lines[-1:]).shown
        type_at(table, [shown.rpartition(" is ")[2].splitlines()[0].removesuffix(".")])
    assert table.outcome is not None
    assert table.outcome.detail.endswith("supplied in 6 moves.")


@pytest.mark.parametrize(("lines", "left"), [(["d5", "quit"], Quit), (["d5"], EOFError)])
def test_left_and_resumed(lines: list[str], left: type[BaseException], tmp_path: Path) -> None:
    played = type_at(new_table(tmp_path, "y"), lines)
    assert played.left is left
    again = resume_board_game(played.table.journal, played.table.id)
    assert type_at(again, ["e3"]).told[0] == f"Game {again.id}: the board is seen, play on."
    assert again.moves == ("black d5", "white e3")


def scripted(name: str, texts: list[str]) -> Think:
    """A device that plays these moves."""
    game = find_board_game(name)
    return lambda state: game.parse_move(state, texts.pop(0))


AGAINST_THE_DEVICE = [
    # the device's seat, what the device plays, what is typed, the record
    (1, ["e3"], ["d5"], "black d5, white e3"),
    (1, ["swap"], ["d5", "e3"], "black d5, swap, white e3"),
    (0, ["d5", "f1"], ["e3"], "black d5, white e3, black f1"),
    (1, ["e3", "e4"], ["d5", "undo", "d6"], "black d6, white e4"),
    (1, ["swap", "e4"], ["d5", "undo", "d6"], "black d6, white e4"),
    (0, ["d5", "f1"], ["e3", "undo"], "black d5"),
    (0, ["d5"], ["undo"], "black d5"),  # nothing of one's own
]


@pytest.mark.parametrize(("device", "moves", "lines", "record"), AGAINST_THE_DEVICE)
def test_against_the_device(
    device: int, moves: list[str], lines: list[str], record: str, tmp_path: Path
) -> None:
    table = new_table(tmp_path, "y", device=device)
    # One move more, for where the record ends with the device to move.
    type_at(table, lines, scripted("y", [*moves, "a1"]))
    assert ", ".join(table.moves).removesuffix(", black a1") == record


def test_the_device_waits_for_a_full_disk(tmp_path: Path) -> None:
    table = new_table(tmp_path, "y", device=0)
    played = type_at(table, [""], scripted("y", ["d5", "d6"]), Forgetful(table.journal, 1))
    assert "Fault: the disk is full" in played.shown
    assert "tries again: press Enter." in played.shown
    assert table.moves == ("black d6",)


def test_a_full_disk_is_told_each_time(tmp_path: Path) -> None:
    table = new_table(tmp_path, "y")
    played = type_at(table, ["d5", "d5"], evidence=Forgetful(table.journal, 1))
    assert "Fault: the disk is full" in played.shown
    assert table.moves == ("black d5",)


@pytest.mark.parametrize("names", [False, True])
def test_the_last_move_is_in_brackets(names: bool) -> None:
    board = load_lattice_board("y-board")
    plain = draw_board(board, {"d5": "black", "a18": "white"}, names=names)
    marked = draw_board(board, {"d5": "black", "a18": "white"}, names=names, last=("a18", "d6"))
    assert "(○)" in marked
    assert ("(d6)" if names else "(·)") in marked
    rows = zip(plain.splitlines(), marked.splitlines(), strict=True)
    for row, with_brackets in rows:
        assert f" {row}" == with_brackets.replace("(", " ").replace(")", " ").rstrip()
