"""Records: what was played can be read, exported and audited, and secrets wait for the end."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from click.testing import CliRunner

from pi_app.audit import audit
from pi_app.cli import cli
from pi_app.games.blocks.text import scene_text
from pi_app.games.blocks.views import Answer, SideView, TopView, What, answer
from pi_app.games.game import GameError
from pi_app.journal import Journal, JournalError
from pi_app.record import as_jsonl, as_markdown, entries
from pi_app.referee import Referee, start_table
from pi_app.seating import SheetUse
from pi_app.voice_answers import parse_answer
from pi_app.words import LANGUAGES
from tests.table.tables import (
    BOTH_HIDDEN,
    FIRST,
    FIRST_WRONG,
    SECOND,
    floating,
    look,
    reading,
)
from vision.errors import GyojiError

EN, JA = LANGUAGES["en"], LANGUAGES["ja"]


@pytest.fixture
def journal(tmp_path: Path) -> Iterator[Journal]:
    with Journal(tmp_path / "journal.db") as opened:
        yield opened


def play(journal: Journal, *, to_the_end: bool, voice: bool = False) -> int:
    """A game with a gap, questions, an undo, a wrong announcement and, perhaps, a right one."""
    referee = Referee(start_table(journal, "yomen", ("North", "East"), voice=voice))
    referee.see_hidden(look(reading(1, FIRST), reading(2, floating(SECOND))))
    referee.see_hidden(BOTH_HIDDEN)
    referee.ask(0, "H")
    if voice:
        referee.voice_answer(0, answer(FIRST, "H"))
        referee.voice_answer(1, SideView(("blue", "blue", "blue")))
    referee.ask(1, 5)
    referee.undo()
    referee.ask(1, 6)
    referee.announce(1, look(reading(4, FIRST_WRONG)))
    referee.announce(0, look(reading(3, SECOND, "unsure", "a hand is in front")))
    if to_the_end:
        referee.announce(0, look(reading(3, SECOND)))
    return referee.table.id


def everything(journal: Journal, game: int) -> dict[str, str]:
    """All that leaves the program about a game, by the way it leaves."""
    said = "\n".join(line for entry in entries(journal, game) for line in entry.lines)
    runner = CliRunner(env={"GYOJI_JOURNAL": str(journal.path)})
    return {
        "entries": said,
        "jsonl": "\n".join(as_jsonl(journal, game)),
        "markdown": "\n".join(as_markdown(journal, game)),
        "games": runner.invoke(cli, ["games"]).output,
        "log": runner.invoke(cli, ["log", str(game)]).output,
        "md": runner.invoke(cli, ["export", str(game), "--format", "md"]).output,
    }


def secrets(journal: Journal, game: int) -> list[str]:
    """What must not be seen before the end, in all the ways it could be written."""
    digests = [event.data.get("position") for event in journal.events(game)]
    forms = [
        form
        for scene in (FIRST, SECOND, floating(SECOND))
        for form in (scene_text(scene), json.dumps(scene.as_dict(), separators=(",", ":")))
    ]
    return [*forms, "has a gap", "a hand is in front", *(d for d in digests if d)]


def test_a_running_game_tells_no_secret_in_any_way(journal: Journal) -> None:
    game = play(journal, to_the_end=False)
    for way, text in everything(journal, game).items():
        for secret in secrets(journal, game):
            assert secret not in text, way


def test_after_the_end_everything_is_told(journal: Journal) -> None:
    game = play(journal, to_the_end=True)
    told = everything(journal, game)
    gap = json.dumps(floating(SECOND).as_dict(), separators=(",", ":"))
    for secret in (scene_text(FIRST), scene_text(SECOND), gap, "a hand is in front"):
        assert secret in told["jsonl"]
    assert "has a gap" in told["log"]
    assert "North wins (announced)" in told["games"]


def test_the_record_in_words(journal: Journal) -> None:
    game = play(journal, to_the_end=True)
    first_lines = [entry.lines[0] for entry in entries(journal, game)]
    assert first_lines == [
        "The camera looks at North's hidden sheet: played.",
        "North hides an arrangement.",
        "The camera looks at East's hidden sheet: illegal.",
        "The camera looks at East's hidden sheet: played.",
        "East hides an arrangement.",
        "North asks: What is seen from H?",
        "East asks: What is on top of cell 5?",
        "The last move is taken back.",
        "East asks: What is on top of cell 6?",
        "The camera looks at East's deduction sheet: played.",
        "East announces:",
        "The camera looks at North's deduction sheet: unsure.",
        "The camera looks at North's deduction sheet: played.",
        "North announces:",
        "North wins (announced). The announced arrangement is the hidden one.",
    ]


def test_in_japanese(journal: Journal) -> None:
    game = play(journal, to_the_end=False)
    text = "\n".join(line for entry in entries(journal, game, JA) for line in entry.lines)
    assert "Hからは何が見えますか" in text


def test_jsonl_is_the_whole_game(journal: Journal) -> None:
    game = play(journal, to_the_end=True)
    head, *events = [json.loads(line) for line in as_jsonl(journal, game)]
    assert head["name"] == "yomen"
    assert head["options"]["names"] == ["North", "East"]
    assert [event["data"] for event in events] == [e.data for e in journal.events(game)]


def test_markdown_shows_names_as_they_are(journal: Journal) -> None:
    table = start_table(journal, "yomen", ("*North*", "<b>East</b>"))
    page = "\n".join(as_markdown(journal, table.id))
    assert r"\*North\*, \<b\>East\</b\>" in page


def test_markdown_keeps_drawings_as_they_are(journal: Journal) -> None:
    """Indented by four more than the item's text, after an empty line: a code block."""
    lines = list(as_markdown(journal, play(journal, to_the_end=True)))
    drawings = [i for i, line in enumerate(lines) if line.strip().startswith("lower ")]
    assert len(drawings) >= 3
    for first in drawings:
        item = next(i for i in range(first, 0, -1) if lines[i][:1].isdigit())
        indent = " " * (len(re.match(r"\d+\. ", lines[item])[0]) + 4)  # type: ignore[index]
        assert lines[item + 1] == ""
        assert all(line.startswith(indent) for line in lines[item + 2 : first + 5])


HOSTILE: list[tuple[str, dict[str, object]]] = [
    ("reading", {}),
    ("reading", {"seat": 9, "purpose": "hidden", "kind": "read"}),
    ("reading", {"seat": "x", "purpose": 1, "kind": None, "text": [], "photo": 3}),
    ("voice", {"seat": 0, "what": "Z", "colours": [1, 2]}),
    ("voice", {"seat": 0, "what": [], "colour": 5, "level": 99}),
    ("move", {"move": 5}),
    ("move", {"move": "hide"}),
    ("undo", {"position": 1}),
    ("result", {"winners": [7], "reason": 1}),
    ("result", {"winners": 7}),
    ("result", {}),
    ("who knows", {"a": "\x1b[2J"}),
]


@pytest.mark.parametrize("fact", HOSTILE, ids=str)
@pytest.mark.parametrize("words", ["games", "log 1", "export 1", "export 1 --format md", "audit 1"])
def test_a_hostile_journal_ends_in_a_line(
    journal: Journal, fact: tuple[str, dict[str, object]], words: str
) -> None:
    table = start_table(journal, "yomen", ("North", "East"))
    journal.append(table.id, 1, [fact])
    result = CliRunner(env={"GYOJI_JOURNAL": str(journal.path)}).invoke(cli, words.split())
    error = result.exception
    assert error is None or isinstance(error, GyojiError)
    assert "\x1b" not in f"{result.output}{error}"


@pytest.mark.parametrize("words", ["games", "log 1", "export 1 --format md", "audit 1"])
def test_a_journal_with_more_seats_than_names_ends_in_a_line(journal: Journal, words: str) -> None:
    agreed = start_table(journal, "break-the-cube", ("North", "East")).seating.as_dict()
    sets = [*agreed["rules"]["sets"], "yomen-first"]
    rules = agreed["rules"] | {"sets": sets, "mistakes_allowed": None, "notebook": True}
    game = journal.start_game("break-the-cube", agreed | {"rules": rules})
    result = CliRunner(env={"GYOJI_JOURNAL": str(journal.path)}).invoke(
        cli, words.replace("1", str(game)).split()
    )
    error = result.exception
    assert error is None or "as many names as seats" in str(error)


def test_control_characters_of_a_hostile_journal_are_not_printed(journal: Journal) -> None:
    table = start_table(journal, "yomen", ("North", "East"))
    note = {"seat": 0, "purpose": "\x1b[2J", "kind": "\x07", "text": "\x1b[2J", "photo": "\x1b"}
    journal.append(
        table.id,
        1,
        [("reading", note), ("result", {"winners": [0], "reason": "\x1b", "detail": ""})],
    )
    for words in ("games", "log 1", "export 1 --format md", "export 1"):
        result = CliRunner(env={"GYOJI_JOURNAL": str(journal.path)}).invoke(cli, words.split())
        assert result.exit_code == 0
        assert not {"\x1b", "\x07"} & set(result.output)


def test_own_sheet_numbers(journal: Journal) -> None:
    uses = (
        SheetUse(7, 0, "hidden"),
        SheetUse(8, 1, "hidden"),
        SheetUse(5, 0, "deduction"),
        SheetUse(6, 1, "deduction"),
    )
    referee = Referee(start_table(journal, "yomen", ("North", "East"), sheets=uses))
    referee.see_hidden(look(reading(7, FIRST), reading(8, SECOND)))
    assert referee.announce(1, look(reading(6, FIRST)))[-1].kind == "won"


@pytest.mark.parametrize(
    "names", [("North", "North"), ("", "East"), ("\x1b[2J", "B"), ("A" * 31, "B")]
)
def test_names_that_are_refused(journal: Journal, names: tuple[str, str]) -> None:
    with pytest.raises(GyojiError, match="name"):
        start_table(journal, "yomen", names)
    assert journal.games() == ()


# Answers by voice.


def test_audit_names_each_wrong_answer(journal: Journal) -> None:
    game = play(journal, to_the_end=True, voice=True)
    right, wrong = audit(journal, game)
    assert (right.seat, right.is_true) == (0, True)
    assert (wrong.seat, wrong.what, wrong.is_true) == (1, "H", False)
    assert wrong.said == SideView(("blue", "blue", "blue"))
    assert wrong.true == answer(SECOND, "H")


def test_audit_waits_for_the_end(journal: Journal) -> None:
    game = play(journal, to_the_end=False, voice=True)
    with pytest.raises(JournalError, match="still running"):
        list(audit(journal, game))


def test_a_running_game_by_voice_keeps_the_devices_answers(journal: Journal) -> None:
    game = play(journal, to_the_end=False, voice=True)
    said = [line for entry in entries(journal, game) for line in entry.lines]
    start = said.index("East asks: What is on top of cell 6?")
    assert not said[start + 1].startswith(("North:", "East:"))
    assert any(line.startswith("East says: From H, the lower level is blue") for line in said)


@pytest.mark.parametrize(
    ("what", "text", "tells_level", "expected"),
    [
        ("H", "black yellow", True, SideView(("black", "yellow", None))),
        ("H", "Black, none, red.", True, SideView(("black", None, "red"))),
        ("H", "none", True, SideView((None, None, None))),
        ("H", "- r", True, SideView((None, "red", None))),
        ("H", "黒、なし、赤", True, SideView(("black", None, "red"))),
        (5, "red 2", True, TopView("red", 2)),
        (5, "yellow upper", True, TopView("yellow", 3)),
        (5, "赤 中段", True, TopView("red", 2)),
        (5, "nothing", True, TopView(None)),
        (5, "red", False, TopView("red")),
        (5, "none", False, TopView(None)),
    ],
)
def test_answers_as_people_type_them(
    what: What, text: str, tells_level: bool, expected: Answer
) -> None:
    colours = ("red", "black", "yellow")
    assert parse_answer(text, what, colours, JA, tells_level=tells_level) == expected


@pytest.mark.parametrize(
    ("what", "text", "tells_level", "says"),
    [
        ("H", "", True, "from the lower level up"),
        ("H", "red red red red", True, "from the lower level up"),
        ("H", "blue", True, "'blue' is no colour here"),
        (5, "", True, "its level"),
        (5, "red", True, "its level"),
        (5, "red 4", True, "'4' is no level"),
        (5, "none 1", True, "its level"),
        (5, "red 2", False, "like: red;"),
    ],
)
def test_answers_that_are_not_understood(
    what: What, text: str, tells_level: bool, says: str
) -> None:
    colours = ("red", "black", "yellow")
    with pytest.raises(GameError, match=says):
        parse_answer(text, what, colours, EN, tells_level=tells_level)


# The commands.


def run(journal: Journal, *words: str) -> tuple[int, str]:
    result = CliRunner(env={"GYOJI_JOURNAL": str(journal.path)}).invoke(cli, list(words))
    shown = result.output if result.exception is None else f"{result.output}{result.exception}"
    return result.exit_code, shown


def test_games_lists_what_runs_and_what_is_over(journal: Journal) -> None:
    play(journal, to_the_end=True)
    play(journal, to_the_end=False)
    code, shown = run(journal, "games")
    lines = [line for line in shown.splitlines() if "North, East" in line]
    assert code == 0
    assert "North wins" in lines[0]
    assert "running" in lines[1]


def test_no_games_yet(journal: Journal) -> None:
    assert run(journal, "games") == (0, "No game has been played yet.\n")


def test_audit_prints_the_wrong_ones(journal: Journal) -> None:
    game = play(journal, to_the_end=True, voice=True)
    code, shown = run(journal, "audit", str(game))
    assert code == 0
    assert "East said: From H, the lower level is blue" in shown
    assert "2 answers, 1 wrong." in shown


def test_audit_without_voice(journal: Journal) -> None:
    game = play(journal, to_the_end=True)
    assert "No answers were given by voice" in run(journal, "audit", str(game))[1]


def test_export_to_a_file(journal: Journal, tmp_path: Path) -> None:
    game = play(journal, to_the_end=True)
    target = tmp_path / "game.jsonl"
    assert run(journal, "export", str(game), "-o", str(target)) == (0, "")
    assert target.read_text().splitlines() == list(as_jsonl(journal, game))


@pytest.mark.parametrize(
    ("words", "code", "says"),
    [
        (["log", "7"], 1, "there is no game 7"),
        (["audit", "7"], 1, "there is no game 7"),
        (["export", "7"], 1, "there is no game 7"),
        (["export", "1", "-o", "/nowhere/at/all"], 1, "cannot be written"),
        (["audit", "2"], 1, "still running"),
        (["log", "one"], 2, "not a valid integer"),
        (["export", "1", "--format", "pdf"], 2, "'pdf' is not one of"),
        (["log", "1", "--journal", "/nowhere/j.db"], 1, "no journal /nowhere/j.db yet"),
    ],
)
def test_what_goes_wrong(journal: Journal, words: list[str], code: int, says: str) -> None:
    play(journal, to_the_end=True)
    play(journal, to_the_end=False)
    exit_code, shown = run(journal, *words)
    assert exit_code == code
    assert says in shown
