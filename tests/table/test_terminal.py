"""Playing at one terminal: lines typed in, lines shown out; secrets are wiped before hand-over."""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping
from pathlib import Path

import pytest

from pi_app.drawing import draw, stacks
from pi_app.games.blocks.scene import BlockScene
from pi_app.journal import Journal
from pi_app.referee import BlockTable, Look, Referee, start_table
from pi_app.screen import SCROLL, WIPE, Quit, Screen
from pi_app.terminal_game import HELP, TerminalGame
from pi_app.virtual_sheets import VirtualSheets
from pi_app.words import LANGUAGES
from tests.table.tables import FIRST, FIRST_WRONG, SECOND, SECOND_WRONG, reading

EN = LANGUAGES["en"]
RED = ("red", "black", "yellow")
BLUE = ("blue", "white", "green")
A, B = stacks(FIRST, RED), stacks(SECOND, BLUE)
A_WRONG, B_WRONG = stacks(FIRST_WRONG, RED), stacks(SECOND_WRONG, BLUE)
HIDE = [*("", A, ""), *("", B, "")]
"""Take over, build, say that it was read rightly: both players."""


class Typist(Screen):
    """Types the given lines; ``pages`` is what was shown between one wipe and the next."""

    def __init__(self, lines: list[str]) -> None:
        self.lines = lines
        self.pages = [""]

    @property
    def shown(self) -> str:
        return "".join(self.pages)

    def say(self, text: str) -> None:
        self.pages[-1] += f"{text}\n"

    def ask(self, prompt: str) -> str:
        self.pages[-1] += prompt
        if not self.lines:
            raise EOFError
        self.pages[-1] += f"{self.lines[0]}\n"
        return self.lines.pop(0)

    def wipe(self) -> None:
        self.pages.append("")


class SeenAsBuilt(VirtualSheets):
    """Sheets that are read as they were built, without a picture."""

    def __init__(self) -> None:
        self._scenes: dict[int, BlockScene] = {}

    def look(self, sheet: int) -> Look:
        return Look((reading(sheet, self._scenes[sheet]),))


@pytest.fixture
def journal(tmp_path: Path) -> Iterator[Journal]:
    with Journal(tmp_path / "journal.db") as opened:
        yield opened


def play(
    journal: Journal,
    lines: list[str],
    table: BlockTable | None = None,
    *,
    options: Mapping[str, object] | None = None,
    voice: bool = False,
    device: int | None = None,
) -> tuple[Typist, BlockTable, type[BaseException] | None]:
    """Type ``lines`` at a table; what was shown, the table, and how it was left."""
    if table is None:
        names = ("North", "East")
        table = start_table(journal, "yomen", names, options, voice=voice, device=device)
    typist, left = Typist(lines), None
    try:
        TerminalGame(Referee(table), SeenAsBuilt(), typist, EN, random.Random(1)).run()
    except (Quit, EOFError) as stop:
        left = type(stop)
    return typist, table, left


def test_a_whole_game(journal: Journal) -> None:
    moves = ["H", "5", f"announce 2|{A_WRONG}", f"announce|{B}"]
    lines = [*HIDE, *(line for move in moves for line in move.split("|"))]
    typist, table, left = play(journal, lines)
    assert left is None
    assert table.outcome is not None
    assert table.outcome.winners == (0,)
    assert "North wins (announced)" in typist.pages[-1]
    assert f"East had hidden:\n{draw(SECOND)}" in typist.pages[-1]
    assert typist.lines == []


def test_each_sees_only_the_own_arrangement(journal: Journal) -> None:
    typist, _, left = play(journal, [*HIDE, "H", "5", "log", "hint", "announce", B_WRONG])
    assert left is EOFError
    before, north, between, east, after = typist.pages
    for secret, owner in ((A, north), (draw(FIRST), north), (B, east), (draw(SECOND), east)):
        assert secret in owner
        for page in {before, north, between, east, after} - {owner}:
            assert secret not in page


@pytest.mark.parametrize(
    ("lines", "says"),
    [
        (["", "r r r"], "Nine cells are needed, not 3"),
        (["", "x . . . . . . . ."], "Cell 1 has 'x'"),
        (["", ". . . . . . . . ."], "Sheet 1 is empty"),
        (["", "r . . . . . . . ."], "no red block of that shape"),
        (["", "r r r r . . . . b"], "no black block of that shape"),
        (["", "r . . . . . . . b"], "no black and red block of that shape"),
        (["", "r r r r . . . . ."], "black block is missing"),
        (["", "r r r r .y .y bb b ."], "yellow block has a gap beneath it: cell 5"),
        ([*HIDE, "M"], "letter from A to L"),
        ([*HIDE, "10"], "letter from A to L"),
        ([*HIDE, "announce 3"], "There is no player 3"),
        ([*HIDE, "announce x"], "There is no player x"),
        ([*HIDE, "resign 0"], "There is no player 0"),
        ([*HIDE, "announce", "b b b"], "Nine cells are needed, not 3"),
        ([*HIDE, "announce", A], "Cell"),
        ([*HIDE, "help"], HELP),
        ([*HIDE, "hint"], "19,288 arrangements remain. Best questions: "),
        ([*HIDE, "H", "log"], "North asks: What is seen from H?"),
        ([*HIDE, "H", "undo"], "The last move is taken back."),
        ([*HIDE, "resign"], "East wins (resigned)"),
        ([*HIDE, "resign 2"], "North wins (resigned)"),
    ],
)
def test_what_is_typed_and_what_is_said(journal: Journal, lines: list[str], says: str) -> None:
    typist, _, _ = play(journal, list(lines))
    assert says in typist.shown


def test_the_owner_says_that_the_camera_was_wrong(journal: Journal) -> None:
    _, table, _ = play(journal, ["", A_WRONG, "n", A, "", "", B, "y"])
    assert table.state.hidden == (FIRST, SECOND)
    assert [event.kind for event in table.events].count("undo") == 1


def test_undo_back_into_hiding(journal: Journal) -> None:
    typist, table, left = play(journal, [*HIDE, "undo", "", "random", ""])
    assert left is EOFError
    assert table.state.hidden[0] == FIRST
    assert table.state.hidden[1] not in (None, SECOND)
    assert typist.lines == []


@pytest.mark.parametrize("lines", [["", A], ["", A, "quit"], ["", A, "n"], [*HIDE[:3], "", B]])
def test_left_while_hiding_nothing_stays_on_the_screen(journal: Journal, lines: list[str]) -> None:
    typist, _, left = play(journal, list(lines))
    assert left in (EOFError, Quit)
    assert typist.pages[-1] == ""


@pytest.mark.parametrize("cut", range(len(HIDE) + 5))
def test_interrupted_anywhere_and_resumed(journal: Journal, cut: int) -> None:
    lines = [*HIDE, "H", "5", "announce", B_WRONG, "quit"]
    _, table, left = play(journal, lines[:cut])
    assert left is EOFError
    again = BlockTable.resume(journal, table.id)
    assert again.state == table.state
    rest = [*HIDE[3 * sum(scene is not None for scene in again.state.hidden) :]]
    _, _, left = play(journal, [*rest, "announce 1", B], again)
    assert left is None
    assert again.outcome is not None
    assert again.outcome.winners == (0,)


@pytest.mark.parametrize("lines", [["", "quit"], [*HIDE, "quit"], [*HIDE, "announce", "quit"]])
def test_quit(journal: Journal, lines: list[str]) -> None:
    assert play(journal, list(lines))[2] is Quit


def test_against_the_device_it_finds_out(journal: Journal) -> None:
    lines = ["", A, "", *(str(cell) for cell in [1, 2, 3, 4, 6, 7, 8, 9] * 3)]
    typist, table, left = play(journal, lines, device=1)
    assert left is None
    assert table.outcome is not None
    assert table.outcome.winners == (1,)
    assert "East announces:" in typist.shown
    assert len(table.state.events) <= 21


def test_against_the_device_its_arrangement_stays_hidden(journal: Journal) -> None:
    typist, table, _ = play(journal, ["", A, "", "H", "5"], device=1)
    assert table.state.hidden[1] is not None
    assert draw(table.state.hidden[1]) not in typist.shown


def voices(table: BlockTable) -> list[tuple[int, object]]:
    return [(e.data["seat"], e.data["what"]) for e in table.events if e.kind == "voice"]


def test_by_voice(journal: Journal) -> None:
    lines = [*HIDE, "H", "pink", "red", "blue white", "5", "none", "blue 1", "hint", "log"]
    typist, table, _ = play(journal, lines, voice=True)
    assert voices(table) == [(0, "H"), (1, "H"), (0, 5), (1, 5)]
    assert "'pink' is no colour here" in typist.shown
    assert "East: From H, the lower level is blue and the middle level is white." in typist.shown
    assert "No hints in this game" in typist.shown
    assert "East said: On cell 5, blue on the lower level." in typist.shown


def test_by_voice_interrupted_between_two_answers(journal: Journal) -> None:
    _, table, left = play(journal, [*HIDE, "H", "red"], voice=True)
    assert left is EOFError
    again = BlockTable.resume(journal, table.id)
    play(journal, ["blue", "undo", "A", "none", "none"], again)
    assert voices(again) == [(0, "H"), (1, "H"), (0, "A"), (1, "A")]


def test_without_a_notebook_only_the_latest_question_is_shown(journal: Journal) -> None:
    options = {"notebook": [True, False]}
    typist, _, _ = play(journal, [*HIDE, "H", "log", "hint"], options=options)
    assert "No hints in this game" in typist.shown


def test_four_at_the_table(journal: Journal) -> None:
    names = ("North", "East", "South", "West")
    table = start_table(journal, "break-the-cube", names)
    lines = [*["", "random", ""] * 4, "H", "5", "A", "B", "C"]
    typist, table, left = play(journal, lines, table)
    assert left is EOFError
    assert [event.seat for event in table.state.events] == [0, 1, 2, 3, 0]
    assert "South: On cell 5, " in typist.shown


@pytest.mark.parametrize(("terminal", "shown"), [("xterm", WIPE), ("dumb", SCROLL)])
def test_wiping_by_terminal(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], terminal: str, shown: str
) -> None:
    monkeypatch.setenv("TERM", terminal)
    Screen().wipe()
    assert capsys.readouterr().out == ""
    monkeypatch.setattr("sys.stdout.isatty", lambda: True)
    Screen().wipe()
    assert capsys.readouterr().out == shown
