"""Films in, events and the record out: what the referee tells, and when it holds its tongue."""

from __future__ import annotations

from pathlib import Path

import pytest

from pi_app.evidence import EvidenceError
from tests.live.film import Step, lines, numbered, referee, table_for
from vision.types import Frame

S = Step
HAND = "d5 d6 c9 c10 b11"
CASES: dict[str, tuple[list[Step], list[str], str]] = {
    # name: (what is shown, what is told (by step), the record)
    "a game": (
        [S(), S("d5", HAND), S("d5"), S("d5"), S("d5 / e3")],
        ["0 started", "2 played black d5", "4 played white e3"],
        "black d5, white e3",
    ),
    "a hand that waits over the board": (
        [S(), S("", HAND, 8), S(""), S("d5", HAND, 8), S("d5")],
        ["0 started", "4 played black d5"],
        "black d5",
    ),
    "a hand that moves for long": (
        [S(), S("d5", "", 20, moves=True), S("d5")],
        ["0 started", "2 played black d5"],
        "black d5",
    ),
    "a cup that stays": (
        [S(), S("", "d5 d6", 12), S("f1", "d5 d6"), S("f1 / f2", "d5 d6"), S("f1 / f2")],
        ["0 started", "1 unsure something covers d5, d6", "2 played black f1",
         "3 played white f2"],
        "black f1, white f2",
    ),
    "twice": (
        [S(), S("d5"), S("d5 b7"), S("d5 b7"), S("d5", "b7"), S("d5"), S("d5 / e3")],
        ["0 started", "1 played black d5", "2 illegal black plays twice [b7]", "5 restored",
         "6 played white e3"],
        "black d5, white e3",
    ),
    "put right and played on at once": (
        [S(), S("d5"), S("d5 b7"), S("d5 / b7")],
        ["0 started", "1 played black d5", "2 illegal black plays twice [b7]", "3 restored",
         "3 played white b7"],
        "black d5, white b7",
    ),
    "one fault after another": (
        [S(), S("d5"), S("d5 b7"), S("b7"), S("d5 b7"), S("d5")],
        ["0 started", "1 played black d5", "2 illegal black plays twice [b7]",
         "3 illegal a stone was moved from d5 to b7: stones stay where they are [b7 d5]",
         "4 illegal black plays twice [b7]", "5 restored"],
        "black d5",
    ),
    "a take-back confirmed": (
        [S(), S("d5"), S("d5 / e3"), S("d5", key="confirm"), S("d5"), S("d5 / e4")],
        ["0 started", "1 played black d5", "2 played white e3", "3 take-back white e3",
         "3 undone white e3", "5 played white e4"],
        "black d5, white e4",
    ),
    "a take-back not confirmed": (
        [S(), S("d5"), S("", seconds=5), S("d5"), S("d5", key="confirm")],
        ["0 started", "1 played black d5", "2 take-back black d5",
         "4 refused there is nothing to confirm"],
        "black d5",
    ),
    "another stone after a take-back": (
        [S(), S("d5"), S(""), S("d6")],
        ["0 started", "1 played black d5", "2 take-back black d5", "3 undone black d5",
         "3 played black d6"],
        "black d6",
    ),
    "a stone placed and slid": (
        [S(), S("d5"), S("d6"), S("d5")],
        ["0 started", "1 played black d5",
         "2 illegal a stone was moved from d5 to d6: stones stay where they are [d5 d6]",
         "3 restored"],
        "black d5",
    ),
    "slid, and meant so": (
        [S(), S("d5"), S("d6", key="confirm"), S("d6 / e3")],
        ["0 started", "1 played black d5",
         "2 illegal a stone was moved from d5 to d6: stones stay where they are [d5 d6]",
         "2 undone black d5", "2 played black d6", "3 played white e3"],
        "black d6, white e3",
    ),
    "taken back by key": (
        [S(), S("d5", key="undo"), S("d5", seconds=3), S(""), S("d5")],
        ["0 started", "1 played black d5", "1 undone black d5 [d5]", "3 restored",
         "4 played black d5"],
        "black d5",
    ),
    "taken back by key after the board": (
        [S(), S("d5"), S("", key="undo"), S("", seconds=2)],
        ["0 started", "1 played black d5", "2 take-back black d5", "2 undone black d5"],
        "",
    ),
    "swap and resign": (
        [S(), S("d5", key="swap"), S("d5 / e3", key="resign"), S("d5 / e3")],
        ["0 started", "1 played black d5", "1 played swap", "2 played white e3",
         "2 played black resigns", "2 result resigned"],
        "black d5, swap, white e3, black resigns",
    ),
    "stones on the board at the start": (
        [S("d5", seconds=3), S("d5 / e3", seconds=3), S(), S("d5")],
        ["0 illegal the board does not show the position at the start [d5]",
         "1 illegal the board does not show the position at the start [d5 e3]",
         "2 started", "3 played black d5"],
        "black d5",
    ),
    "an arm that looks like stones": (
        [S(), S("d5 / c1 c2 c3 c4 c5 c6 c7", seconds=4), S("d5")],
        ["0 started", "2 played black d5"],
        "black d5",
    ),
    "all swept off": (
        [S(), *(S(" ".join(f"c{n}" for n in range(1, black + 1)) + " / "
                  + " ".join(f"b{n}" for n in range(1, white + 1)))
                for black, white in ((1, 0), (1, 1), (2, 1), (2, 2), (3, 2), (3, 3), (4, 3))),
         S(seconds=7)],
        ["0 started", "1 played black c1", "2 played white b1", "3 played black c2",
         "4 played white b2", "5 played black c3", "6 played white b3", "7 played black c4",
         "8 illegal a stone is missing: b1; a stone is missing: b2; a stone is missing: b3; "
         "a stone is missing: c1; a stone is missing: c2; a stone is missing: c3; and 1 more "
         "[b1 b2 b3 c1 c2 c3 c4]"],
        "black c1, white b1, black c2, white b2, black c3, white b3, black c4",
    ),
    "no light": (
        [S(), S("d5"), S(problem="no board is seen", seconds=3, gain=0.01), S("d5"),
         S("d5 / e3")],
        ["0 started", "1 played black d5", "4 played white e3"],
        "black d5, white e3",
    ),
    "no light for long": (
        [S(), S(problem="no board is seen", seconds=9, gain=0.01), S("d5")],
        ["0 started", "1 unsure no board is seen", "2 played black d5"],
        "black d5",
    ),
    "the camera unplugged": (
        [S(), S("d5"), S(lost=True, seconds=3), S("d5"), S("d5 / e3"), S(lost=True),
         S("d5 / e3")],
        ["0 started", "1 played black d5", "2 fault the camera is gone", "4 played white e3",
         "5 fault the camera is gone"],
        "black d5, white e3",
    ),
    "brighter, then darker": (
        [S(), S("d5", gain=1.25), S("d5", gain=0.6), S("d5 / e3", gain=0.6)],
        ["0 started", "1 played black d5", "3 played white e3"],
        "black d5, white e3",
    ),
    "a key that there is not": (
        [S(key="jump")],
        ["0 started", "0 refused there is no key 'jump'; there are: confirm, undo, swap, resign, "
         "pass"],
        "",
    ),
}  # fmt: skip


@pytest.mark.parametrize("name", CASES)
def test_what_is_told_and_recorded(name: str, tmp_path: Path) -> None:
    steps, told, record = CASES[name]
    table = table_for(tmp_path)
    events = referee(table, numbered(steps))
    assert lines(events) == told
    assert ", ".join(table.moves) == record
    # What is in the journal is what is at the table.
    again = type(table).resume(table.journal, table.id)
    assert again.state == table.state
    table.journal.close()


@pytest.mark.parametrize("name", ["a game", "twice", "another stone after a take-back"])
def test_pictures_a_second_apart_are_judged_one_by_one(name: str, tmp_path: Path) -> None:
    steps, told, record = CASES[name]
    table = table_for(tmp_path)
    events = referee(table, numbered(steps), fps=1)
    assert lines(events) == told
    assert ", ".join(table.moves) == record
    table.journal.close()


def test_a_full_disk_is_told_once_and_tried_again(tmp_path: Path) -> None:
    table = table_for(tmp_path)
    full = iter([True, True, True, False])

    def keep(frame: Frame) -> str:
        if next(full, False):
            raise EvidenceError("the disk is full")
        return "photo.jpg"

    steps = numbered([S(), S("d5", seconds=3)])
    told = lines(referee(table, steps, keep=keep))
    assert told == ["0 started", "1 fault the disk is full", "1 played black d5"]
    assert [event.kind for event in table.events] == ["seen", "move"]
    table.journal.close()


def test_what_is_told_comes_within_a_second_of_a_still_table(tmp_path: Path) -> None:
    steps = numbered([S(), S("d5", seconds=3), S("d5 b7", seconds=3), S("d5", seconds=3)])
    table = table_for(tmp_path)
    events = referee(table, steps)
    begins = {0: 0.0, 1: 1.0, 2: 4.0, 3: 7.0}
    assert [event.time_s - begins[step] < 1.0 for step, event in events] == [True] * 4
    table.journal.close()
