"""The journal: what goes in comes back, nothing changes, and each trouble has its one line."""

from __future__ import annotations

import os
import resource
import shutil
import sqlite3
import stat
import tempfile
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pi_app import migrations
from pi_app.journal import Event, Journal, JournalError, default_path


class Clock:
    """Tells 1, 2, 3 … seconds."""

    def __init__(self) -> None:
        self.now = 0.0

    def __call__(self) -> float:
        self.now += 1.0
        return self.now


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "deep" / "journal.db"


@pytest.fixture
def journal(path: Path) -> Iterator[Journal]:
    with Journal(path, Clock()) as opened:
        yield opened


def pragma(journal: Journal, text: str) -> object:
    return journal._database.execute(f"PRAGMA {text}").fetchone()[0]


JSON = st.recursive(
    st.none()
    | st.booleans()
    | st.integers()
    | st.floats(allow_nan=False, allow_infinity=False)
    | st.text(st.characters(exclude_categories=["Cs"])),
    lambda inner: st.lists(inner) | st.dictionaries(st.text("abcü "), inner),
)


@given(facts=st.lists(st.tuples(st.just("move"), st.dictionaries(st.just("x"), JSON)), max_size=5))
def test_events_come_back_as_they_went_in(
    tmp_path_factory: pytest.TempPathFactory, facts: list[tuple[str, dict[str, object]]]
) -> None:
    path = tmp_path_factory.mktemp("journal") / "j.db"
    with Journal(path, Clock()) as journal:
        game = journal.start_game("yomen", {})
        written = journal.append(game, 1, facts)
    with Journal(path, read_only=True) as journal:
        assert journal.events(game) == written
    assert [(event.kind, event.data) for event in written] == facts
    assert [event.seq for event in written] == list(range(1, len(facts) + 1))


def test_games_keep_their_names_options_and_ends(journal: Journal) -> None:
    first = journal.start_game("yomen", {"gaps": "none"})
    second = journal.start_game("break-the-cube", {})
    journal.append(first, 1, [("move", {}), ("result", {"winners": [1]})])
    one, two = journal.games()
    assert (one.id, one.name, one.options) == (first, "yomen", {"gaps": "none"})
    assert one.started < (one.ended or 0)
    assert one.result == {"winners": [1]}
    assert (two.id, two.name, two.ended, two.result) == (second, "break-the-cube", None, None)


def test_events_of_one_game_are_its_own(journal: Journal) -> None:
    first, second = journal.start_game("yomen", {}), journal.start_game("yomen", {})
    journal.append(first, 1, [("a", {})])
    journal.append(second, 1, [("b", {})])
    journal.append(first, 2, [("c", {})])
    assert [event.kind for event in journal.events(first)] == ["a", "c"]
    assert journal.events(second)[0] == Event(1, "b", {}, 4.0 + 1.0)


@pytest.mark.parametrize(
    "statement",
    [
        "UPDATE events SET data = '{}'",
        "DELETE FROM events",
        "UPDATE games SET name = 'y'",
        "DELETE FROM games",
        "DELETE FROM migrations",
        "UPDATE migrations SET time = 0",
    ],
)
def test_nothing_can_be_changed_or_removed(journal: Journal, path: Path, statement: str) -> None:
    journal.append(journal.start_game("yomen", {}), 1, [("move", {"text": "ask 1 H"})])
    with (
        closing(sqlite3.connect(path)) as database,
        pytest.raises(sqlite3.IntegrityError, match="append only"),
    ):
        database.execute(statement)


@pytest.mark.parametrize("seq", [0, 1, 3])
def test_a_game_that_went_on_elsewhere(journal: Journal, path: Path, seq: int) -> None:
    game = journal.start_game("yomen", {})
    with Journal(path) as other:
        other.append(game, 1, [("move", {})])
    with pytest.raises(JournalError, match="went on in another Gyoji"):
        journal.append(game, seq, [("move", {})])
    assert len(journal.events(game)) == 1


def test_facts_enter_together_or_not_at_all(journal: Journal) -> None:
    game = journal.start_game("yomen", {})
    with pytest.raises(JournalError, match="is over"):
        journal.append(game, 1, [("move", {}), ("result", {}), ("late", {})])
    assert journal.events(game) == ()
    journal.append(game, 1, [("move", {})])


def test_a_game_that_is_over_takes_no_more(journal: Journal) -> None:
    game = journal.start_game("yomen", {})
    journal.append(game, 1, [("result", {})])
    with pytest.raises(JournalError, match=f"game {game} is over"):
        journal.append(game, 2, [("move", {})])


@pytest.mark.parametrize("game", [0, -1, 7, 10**30])
def test_no_such_game(journal: Journal, game: int) -> None:
    with pytest.raises(JournalError, match=r"no .*game"):
        journal.events(game)
    with pytest.raises(JournalError, match=r"no .*game"):
        journal.append(game, 1, [("move", {})])


def test_only_its_owner_can_read_it(journal: Journal, path: Path) -> None:
    journal.start_game("yomen", {})
    for file in path.parent.iterdir():
        assert stat.S_IMODE(file.stat().st_mode) == 0o600, file.name
    assert stat.S_IMODE(path.parent.stat().st_mode) == 0o700


def test_every_commit_is_synchronised(journal: Journal) -> None:
    assert pragma(journal, "journal_mode") == "wal"
    assert pragma(journal, "synchronous") == 2  # FULL


def test_the_path(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("GYOJI_JOURNAL", "/elsewhere/j.db")
    assert default_path() == Path("/elsewhere/j.db")
    monkeypatch.delenv("GYOJI_JOURNAL")
    monkeypatch.setenv("XDG_DATA_HOME", "/home/somebody/data")
    assert default_path().name == "journal.db"
    assert "gyoji" in default_path().parts


# Troubles: what is done to a good journal, and the line it must give.


def _overwrite_start(path: Path) -> None:
    with path.open("r+b") as file:
        file.write(b"\xa7" * 100)


def _overwrite_middle(path: Path) -> None:
    with path.open("r+b") as file:
        file.seek(5000)
        file.write(b"\xa7" * 30000)


def _truncate(path: Path) -> None:
    os.truncate(path, path.stat().st_size // 2 + 100)


def _text(path: Path) -> None:
    path.write_text("Dear diary, today I lost at YOMEN again.\n" * 100)


def _other_program(path: Path) -> None:
    path.unlink()
    with closing(sqlite3.connect(path)) as database:
        database.execute("CREATE TABLE recipes (name TEXT)")


def _newer(path: Path) -> None:
    with closing(sqlite3.connect(path)) as database, database:
        database.execute("INSERT INTO migrations VALUES (999, 0)")


def _folder(path: Path) -> None:
    path.unlink()
    path.mkdir()


@pytest.mark.parametrize(
    ("spoil", "says"),
    [
        (_overwrite_start, "is damaged"),
        (_overwrite_middle, "is damaged"),
        (_truncate, "is damaged"),
        (_text, "is damaged"),
        (_other_program, "another program's database"),
        (_newer, "written by a newer Gyoji"),
        (_folder, "is a folder"),
    ],
)
@pytest.mark.parametrize("read_only", [True, False])
def test_a_spoiled_journal_is_told_and_left_alone(
    path: Path, spoil: Callable[[Path], None], says: str, read_only: bool
) -> None:
    with Journal(path) as journal:
        game = journal.start_game("yomen", {})
        journal.append(game, 1, [("move", {"text": "x" * 500})] * 60)
    spoil(path)
    before = path.read_bytes() if path.is_file() else None
    with pytest.raises(JournalError, match=says) as caught:
        Journal(path, read_only=read_only)
    assert "\n" not in str(caught.value)
    assert str(path) in str(caught.value)
    assert (path.read_bytes() if path.is_file() else None) == before


def _spoil_row(path: Path, change: str, value: object) -> None:
    with closing(sqlite3.connect(path)) as database, database:
        for table in ("games", "events"):
            database.execute(f"DROP TRIGGER {table}_no_update")
        database.execute(f"UPDATE {change} = ?", (value,))


@pytest.mark.parametrize(
    "value",
    [
        "[" * 100_000,
        b"\xff\xfe\x00",
        '{"seat": ' + "9" * 5000 + "}",
        "{",
        "[]",
        "null",
        5,
        "secret",
    ],
    ids=lambda value: repr(value)[:12],
)
@pytest.mark.parametrize("change", ["games SET options", "events SET data"])
def test_an_entry_that_is_no_json_object(path: Path, change: str, value: object) -> None:
    _told_as_damage(path, change, value)


@pytest.mark.parametrize("value", ["noon", 1e300, -1e300, float("inf"), b"\x00"])
@pytest.mark.parametrize("change", ["games SET started", "events SET time"])
def test_a_time_that_is_none(path: Path, change: str, value: object) -> None:
    _told_as_damage(path, change, value)


@pytest.mark.parametrize("change", ["games SET name", "events SET kind"])
def test_a_name_that_is_no_text(path: Path, change: str) -> None:
    _told_as_damage(path, change, b"\xff")


def _told_as_damage(path: Path, change: str, value: object) -> None:
    with Journal(path) as journal:
        game = journal.start_game("yomen", {})
        journal.append(game, 1, [("move", {"text": "x"})])
    _spoil_row(path, change, value)
    with (
        Journal(path, read_only=True) as journal,
        pytest.raises(JournalError, match="is damaged") as caught,
    ):
        journal.events(game)
    assert "\n" not in str(caught.value)
    assert "secret" not in str(caught.value)


def test_reading_where_nothing_was_played(path: Path) -> None:
    with pytest.raises(JournalError, match=r"no journal .* yet"):
        Journal(path, read_only=True)
    assert not path.parent.exists()


def test_a_reader_cannot_write(path: Path) -> None:
    with Journal(path) as journal:
        game = journal.start_game("yomen", {})
    with Journal(path, read_only=True) as reader:
        with pytest.raises(JournalError, match="cannot be written"):
            reader.append(game, 1, [("move", {})])
        assert reader.events(game) == ()


def test_a_folder_cannot_hold_it(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    with pytest.raises(JournalError, match="cannot be made"):
        Journal(tmp_path / "file" / "journal.db")


def test_locked(journal: Journal, path: Path) -> None:
    game = journal.start_game("yomen", {})
    with Journal(path, wait_s=0.05) as other, closing(sqlite3.connect(path)) as database:
        database.execute("BEGIN IMMEDIATE")
        with pytest.raises(JournalError, match="in use by another program"):
            other.append(game, 1, [("move", {})])
        database.rollback()
        other.append(game, 1, [("move", {})])


def test_disk_full_loses_nothing(path: Path) -> None:
    with Journal(path) as journal:
        game = journal.start_game("yomen", {})
        full_after = int(str(pragma(journal, "page_count"))) + 4
        pragma(journal, f"max_page_count = {full_after}")
        acknowledged = 0
        with pytest.raises(JournalError, match="disk is full"):
            while acknowledged < 1000:
                journal.append(game, acknowledged + 1, [("move", {"text": "x" * 400})])
                acknowledged += 1
        assert acknowledged > 0
        assert len(journal.events(game)) == acknowledged
        pragma(journal, f"max_page_count = {full_after + 100}")
        journal.append(game, acknowledged + 1, [("move", {})])
    with Journal(path, read_only=True) as journal:
        assert len(journal.events(game)) == acknowledged + 1


def test_a_disk_that_refuses_loses_nothing(path: Path) -> None:
    with Journal(path) as journal:
        game = journal.start_game("yomen", {})
        acknowledged = 0
        with no_file_beyond(200_000), pytest.raises(JournalError, match=r"does not answer|is full"):
            while acknowledged < 1000:
                journal.append(game, acknowledged + 1, [("move", {"text": "x" * 400})])
                acknowledged += 1
        assert acknowledged > 0
        assert len(journal.events(game)) == acknowledged
        journal.append(game, acknowledged + 1, [("move", {})])


@contextmanager
def no_file_beyond(size: int) -> Iterator[None]:
    """The system refuses to let any file of ours grow beyond ``size`` bytes."""
    soft, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (size, hard))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, (soft, hard))


@contextmanager
def as_nobody() -> Iterator[None]:
    """Without root's power to write everywhere."""
    if os.geteuid() != 0:
        yield
        return
    os.seteuid(65534)
    try:
        yield
    finally:
        os.seteuid(0)


def test_without_permission(path: Path) -> None:
    folder = Path(tempfile.mkdtemp())
    try:
        with Journal(folder / "j.db") as journal:
            game = journal.start_game("yomen", {})
        (folder / "j.db").chmod(0o444)
        folder.chmod(0o555)
        with as_nobody():
            with pytest.raises(JournalError, match=r"cannot be written|cannot be opened"):
                Journal(folder / "j.db").start_game("yomen", {})
            with Journal(folder / "j.db", read_only=True) as reader:
                assert reader.game(game).name == "yomen"
            with pytest.raises(JournalError, match="cannot be made"):
                Journal(folder / "new" / "j.db")
    finally:
        folder.chmod(0o755)
        shutil.rmtree(folder)


# Migrations.


def test_a_step_that_fails_leaves_nothing_behind(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with Journal(path) as journal:
        journal.start_game("yomen", {})
    broken = (*migrations.MIGRATIONS, ("CREATE TABLE half (x)", "CREATE NONSENSE"))
    monkeypatch.setattr(migrations, "MIGRATIONS", broken)
    monkeypatch.setattr(migrations, "NEWEST", 2)
    with pytest.raises(JournalError):
        Journal(path)
    monkeypatch.undo()
    with Journal(path) as journal:
        assert len(journal.games()) == 1
    with closing(sqlite3.connect(path)) as database:
        assert migrations.version(database) == 1
        names = {name for (name,) in database.execute("SELECT name FROM sqlite_schema")}
    assert "half" not in names


def test_an_older_journal_is_brought_up_to_date(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with Journal(path) as journal:
        game = journal.start_game("yomen", {})
    monkeypatch.setattr(
        migrations, "MIGRATIONS", (*migrations.MIGRATIONS, ("CREATE TABLE more (x)",))
    )
    monkeypatch.setattr(migrations, "NEWEST", 2)
    with pytest.raises(JournalError, match="older Gyoji"):
        Journal(path, read_only=True)
    with Journal(path) as journal:
        assert journal.game(game).name == "yomen"
    with closing(sqlite3.connect(path)) as database:
        assert migrations.version(database) == 2
        database.execute("SELECT x FROM more")
