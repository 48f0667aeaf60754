"""The referee: readings and questions in, verdicts out, and nobody learns another's secrets."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from pi_app.games.blocks.scene import BlockScene
from pi_app.games.blocks.views import SideView
from pi_app.games.game import GameError, Outcome
from pi_app.journal import Journal, JournalError
from pi_app.readings import Reading
from pi_app.record import public_data
from pi_app.referee import BlockTable, Look, Referee, start_table
from pi_app.verdicts import Verdict, for_eyes, meaning
from tests.table.tables import (
    BOTH_HIDDEN,
    EMPTY,
    FIRST,
    FIRST_WRONG,
    SECOND,
    SECOND_WRONG,
    SECOND_WRONG_TOO,
    built,
    floating,
    look,
    reading,
)

NAMES = ("North", "East")


@pytest.fixture
def journal(tmp_path: Path) -> Iterator[Journal]:
    with Journal(tmp_path / "journal.db") as opened:
        yield opened


@pytest.fixture
def referee(journal: Journal) -> Referee:
    return Referee(start_table(journal, "yomen", NAMES))


@pytest.fixture
def begun(referee: Referee) -> Referee:
    referee.see_hidden(BOTH_HIDDEN)
    return referee


def kinds(verdicts: tuple[Verdict, ...]) -> list[tuple[str, int | None]]:
    return [(verdict.kind, verdict.seat) for verdict in verdicts]


def test_both_hide(referee: Referee) -> None:
    assert kinds(referee.see_hidden(BOTH_HIDDEN)) == [("played", 0), ("played", 1)]
    assert referee.table.state.hidden == (FIRST, SECOND)


@pytest.mark.parametrize(
    ("second", "kind", "says"),
    [
        (reading(2, floating(SECOND)), "illegal", "has a gap beneath it"),
        (reading(2, floating(SECOND), "illegal"), "illegal", "has a gap beneath it"),
        (reading(2, SECOND, "illegal", "it leans"), "illegal", "it leans"),
        (reading(2, FIRST), "illegal", "does not belong"),
        (reading(2, EMPTY), "illegal", "Sheet 2 is empty"),
        (reading(2, SECOND, "unsure", "a hand is in front"), "unsure", "a hand is in front"),
        (reading(2, None, "unreadable", "one marker only"), "unreadable", "one marker only"),
        (reading(2, None, "read"), "unreadable", "cannot be read"),
        (reading(5, SECOND), "unreadable", "Sheet 2 is not in the picture"),
    ],
)
def test_what_cannot_be_played_is_told_to_its_owner_only(
    referee: Referee, second: Reading, kind: str, says: str
) -> None:
    verdicts = referee.see_hidden(look(reading(1, FIRST), second))
    assert kinds(verdicts) == [("played", 0), (kind, 1)]
    assert says in verdicts[1].text
    assert for_eyes(verdicts, 0) == (verdicts[0],)
    assert for_eyes(verdicts, 1) == (verdicts[1],)
    assert for_eyes(verdicts, None) == ()
    assert referee.table.state.hidden == (FIRST, None)


def test_two_sheets_of_one_number(referee: Referee) -> None:
    verdicts = referee.see_hidden(look(reading(1, FIRST), reading(2, SECOND), reading(2, EMPTY)))
    assert kinds(verdicts) == [("played", 0), ("unreadable", 1)]
    assert "There are 2 sheets 2" in verdicts[1].text


def test_nothing_can_be_asked_or_announced_before_all_are_hidden(referee: Referee) -> None:
    referee.see_hidden(look(reading(1, FIRST)))
    for verdicts in (referee.ask(0, "H"), referee.announce(0, look(reading(3, SECOND)))):
        assert kinds(verdicts) == [("refused", None)]
        assert "East" in verdicts[0].text
    assert referee.table.state.events == ()


def test_questions_are_answered_for_both(begun: Referee) -> None:
    (verdict,) = begun.ask(0, "H")
    assert verdict.kind == "played"
    asked, north, east = verdict.text.splitlines()
    assert asked == "North asks: What is seen from H?"
    assert north.startswith("North: From H, ")
    assert east.startswith("East: From H, ")


def test_whose_turn_it_is(begun: Referee) -> None:
    (verdict,) = begun.ask(1, 5)
    assert verdict == Verdict("refused", "It is North's turn to ask.")
    assert begun.ask(0, 5)[0].kind == "played"
    assert begun.ask(1, 5)[0].kind == "played"


@pytest.mark.parametrize(
    ("seen", "kind", "seat", "says"),
    [
        (look(reading(3, SECOND)), "played", None, "That is right."),
        (look(reading(3, SECOND_WRONG)), "wrong", None, "That is wrong."),
        (look(reading(3, SECOND, "unsure", "blurred")), "unsure", 0, "blurred"),
        (look(reading(3, floating(SECOND))), "illegal", 0, "gap"),
        (look(reading(3, FIRST)), "illegal", 0, "does not belong"),
        (look(reading(3, EMPTY)), "illegal", 0, "is empty"),
        (look(reading(4, SECOND)), "unreadable", 0, "Sheet 3 is not in the picture"),
        (look(), "unreadable", 0, "Sheet 3 is not in the picture"),
    ],
)
def test_announcements(begun: Referee, seen: Look, kind: str, seat: int | None, says: str) -> None:
    first, *_ = begun.announce(0, seen)
    assert (first.kind, first.seat) == (kind, seat)
    assert says in first.text
    played = kind in ("played", "wrong")
    assert len(begun.table.state.events) == played


def test_the_right_announcement_wins(begun: Referee) -> None:
    verdicts = begun.announce(0, look(reading(3, SECOND)))
    assert kinds(verdicts) == [("played", None), ("won", None)]
    assert "North wins" in verdicts[1].text
    assert meaning(verdicts) == "won"
    assert begun.table.outcome == Outcome(
        (0,), "announced", "The announced arrangement is the hidden one."
    )


def test_the_first_mistake_is_free_the_second_loses(begun: Referee) -> None:
    assert kinds(begun.announce(0, look(reading(3, SECOND_WRONG)))) == [("wrong", None)]
    verdicts = begun.announce(0, look(reading(3, SECOND_WRONG_TOO)))
    assert kinds(verdicts) == [("wrong", None), ("won", None)]
    assert "East wins (mistakes)" in verdicts[1].text


def test_announcing_out_of_turn(begun: Referee, journal: Journal) -> None:
    assert begun.announce(1, look(reading(4, FIRST_WRONG)))[0].kind == "wrong"
    cube = Referee(start_table(journal, "break-the-cube", NAMES))
    cube.see_hidden(BOTH_HIDDEN)
    (verdict,) = cube.announce(1, look(reading(4, FIRST)))
    assert verdict.kind == "refused"
    assert "North's turn" in verdict.text


def test_giving_up(begun: Referee) -> None:
    assert kinds(begun.resign(0)) == [("played", None), ("won", None)]


def test_a_changed_hidden_arrangement_is_told_to_its_owner(begun: Referee) -> None:
    changed = look(reading(1, FIRST), reading(2, SECOND_WRONG), reading(3, SECOND_WRONG))
    verdicts = begun.announce(0, changed)
    assert kinds(verdicts) == [("wrong", None), ("restore", 1)]
    assert meaning(verdicts) == "restore"
    assert begun.table.state.hidden == (FIRST, SECOND)


@pytest.mark.parametrize("status", ["unsure", "unreadable"])
def test_a_hidden_sheet_that_is_not_clear_is_no_change(begun: Referee, status: str) -> None:
    seen = look(Reading(status, "block-sheet", 2, None, SECOND_WRONG, 0.5))  # type: ignore[arg-type]
    assert begun.see_hidden(seen) == ()


def test_undo(begun: Referee) -> None:
    before = begun.table.state
    begun.ask(0, "H")
    assert kinds(begun.undo()) == [("played", None)]
    assert begun.table.state == before


def test_undo_takes_back_to_the_very_start_and_no_further(begun: Referee) -> None:
    begun.undo()
    begun.undo()
    assert begun.table.state.hidden == (None, None)
    assert begun.undo()[0].kind == "refused"


def test_what_is_over_stays_over(begun: Referee) -> None:
    begun.announce(0, look(reading(3, SECOND)))
    for verdicts in (begun.undo(), begun.ask(0, "H"), begun.resign(1)):
        assert kinds(verdicts) == [("refused", None)]
        assert "over" in verdicts[0].text


@pytest.mark.parametrize("players", [2, 3, 4])
def test_break_the_cube(journal: Journal, players: int) -> None:
    names = ("North", "East", "South", "West")[:players]
    referee = Referee(start_table(journal, "break-the-cube", names))
    sets = [block_set.name for block_set in referee.table.state.rules.sets]
    scenes = [built(name, 100 + seat) for seat, name in enumerate(sets)]
    seen = look(*(reading(seat + 1, scene) for seat, scene in enumerate(scenes)))
    assert kinds(referee.see_hidden(seen)) == [("played", seat) for seat in range(players)]
    (top,) = referee.ask(0, 5)
    assert [line.split(":")[0] for line in top.text.splitlines()] == ["North asks", "East"]
    (side,) = referee.ask(1, "B")
    assert len(side.text.splitlines()) == 1 + players
    for seat in range(2, players):
        referee.ask(seat, 1)
    right = referee.announce(0, look(reading(players + 1, scenes[1])))
    if players == 2:
        assert right[-1].kind == "won"
        return
    assert kinds(right) == [("played", None)]  # the round is played to its end
    for seat in range(1, players):
        last = referee.ask(seat, "A")
    assert kinds(last)[-1] == ("won", None)
    assert referee.table.outcome is not None
    assert referee.table.outcome.winners == (0,)


def test_no_secret_in_anything_said_or_seen_before_the_end(begun: Referee) -> None:
    said = [*begun.ask(0, 1), *begun.see_hidden(BOTH_HIDDEN)]
    views = [json.dumps(begun.table.view(seat)) for seat in (0, 1, None)]
    secret = [json.dumps(scene.as_dict()) for scene in (FIRST, SECOND)]
    assert secret[0] in views[0]
    assert secret[1] in views[1]
    for text in (views[1], views[2], *(verdict.text for verdict in said)):
        assert secret[0] not in text
    for text in (views[0], views[2], *(verdict.text for verdict in said)):
        assert secret[1] not in text


def test_voice_the_device_keeps_its_answers_to_itself(journal: Journal) -> None:
    referee = Referee(start_table(journal, "yomen", NAMES, voice=True))
    referee.see_hidden(BOTH_HIDDEN)
    (verdict,) = referee.ask(0, "H")
    assert verdict.text == "North asks: What is seen from H?"
    referee.voice_answer(1, SideView(("blue", None, None)))
    event = journal.events(referee.table.id)[-1]
    assert event.kind == "voice"
    assert event.data == {
        "seat": 1,
        "question": 0,
        "what": "H",
        "colours": ["blue", None, None],
    }


def resumed(table: BlockTable) -> BlockTable:
    with Journal(table.journal.path) as journal:
        return BlockTable.resume(journal, table.id)


def test_resuming_gives_the_exact_state_after_every_step(referee: Referee) -> None:
    steps: list[Callable[[], object]] = [
        lambda: referee.see_hidden(look(reading(1, FIRST), reading(2, floating(SECOND)))),
        lambda: referee.see_hidden(BOTH_HIDDEN),
        lambda: referee.ask(0, "H"),
        lambda: referee.ask(1, 5),
        referee.undo,
        lambda: referee.ask(1, 6),
        lambda: referee.announce(1, look(reading(4, FIRST_WRONG))),
        lambda: referee.announce(0, look()),
        lambda: referee.announce(0, look(reading(3, SECOND))),
    ]
    for step in steps:
        step()
        again = resumed(referee.table)
        assert again.state == referee.table.state
        assert again.events == referee.table.events
        assert again.seating == referee.table.seating
    assert resumed(referee.table).outcome == referee.table.outcome is not None


@pytest.mark.parametrize(
    "facts",
    [
        [("move", {"move": "ask 0 H"})],
        [("move", {"move": "dance"})],
        [("move", {})],
        [("undo", {})],
        [("move", {"move": "resign 0", "position": "0"})],
    ],
)
def test_a_record_against_the_rules_is_not_resumed(
    journal: Journal, facts: list[tuple[str, dict[str, str]]]
) -> None:
    table = start_table(journal, "yomen", NAMES)
    journal.append(table.id, 1, facts)
    with pytest.raises(JournalError, match="cannot be resumed"):
        BlockTable.resume(journal, table.id)


@pytest.mark.parametrize(
    "move",
    [
        "hide 0 red:1.1,1.2,4.1,7.1 black;2.1",
        "hide 0 red:1.1,1.2,4.1,7.1 black:2.1",
        "hide x red:1.1,1.2,4.1,7.1",
        "hide 7 red:1.1,1.2,4.1,7.1",
        "hidden 0 red:1.1,1.2,4.1,7.1",
        "hide 0 red:1.1,1.2,4.1,7.99",
    ],
)
def test_a_damaged_record_tells_no_secret(journal: Journal, move: str) -> None:
    table = start_table(journal, "yomen", NAMES)
    (event,) = journal.append(table.id, 1, [("move", {"move": move})])
    with pytest.raises(JournalError, match="event 1 is not possible") as caught:
        BlockTable.resume(journal, table.id)
    assert "1.1" not in str(caught.value)
    assert "1.1" not in str(public_data(event))


def test_another_position_than_when_it_was_played(begun: Referee, journal: Journal) -> None:
    table = begun.table
    journal.append(
        table.id, len(table.events) + 1, [("move", {"move": "ask 0 H", "position": "0"})]
    )
    with pytest.raises(JournalError, match="another position"):
        BlockTable.resume(journal, table.id)


def test_two_referees_cannot_play_one_game(begun: Referee, journal: Journal) -> None:
    other = Referee(BlockTable.resume(journal, begun.table.id))
    begun.ask(0, "H")
    with pytest.raises(JournalError, match="went on in another"):
        other.ask(0, "A")
    assert len(resumed(begun.table).state.events) == 1


@pytest.mark.parametrize(
    ("names", "options", "says"),
    [
        (("North",), {}, "seats"),
        (("North", "East", "South"), {}, "seats"),
        (NAMES, {"gaps": "many"}, "gaps"),
        (NAMES, {"colour": "red"}, "no option"),
    ],
)
def test_what_the_rules_refuse_never_starts(
    journal: Journal, names: tuple[str, ...], options: dict[str, str], says: str
) -> None:
    with pytest.raises(GameError, match=says):
        start_table(journal, "yomen", names, options)
    assert journal.games() == ()


def test_the_usual_options_are_written_down(referee: Referee) -> None:
    assert referee.table.seating.rules["mistakes_allowed"] == [1, 1]


def test_a_scene_is_never_taken_from_the_wrong_sheet(referee: Referee) -> None:
    referee.see_hidden(look(reading(2, BlockScene(FIRST.blocks)), reading(1, SECOND)))
    assert referee.table.state.hidden == (None, None)
