"""The journal: games and their events in SQLite, appended, never changed; all that outlives us."""

from __future__ import annotations

import json
import os
import sqlite3
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from types import TracebackType
from typing import Any, Self

import platformdirs

from pi_app import migrations
from vision.errors import GyojiError

Facts = Sequence[tuple[str, Mapping[str, Any]]]
"""(kind, data) of events to be; data is plain JSON."""


class JournalError(GyojiError):
    """The journal cannot be read or written; what was acknowledged before is still there."""


@dataclass(frozen=True)
class Event:
    """One immutable fact of a game. ``seq`` counts from 1; ``time`` is seconds since 1970."""

    seq: int
    kind: str
    data: Mapping[str, Any]
    time: float


@dataclass(frozen=True)
class GameRecord:
    """One game: what was agreed, when it was played, how it ended (None while it goes on)."""

    id: int
    name: str
    options: Mapping[str, Any]
    started: float
    ended: float | None
    result: Mapping[str, Any] | None


def default_path() -> Path:
    """``GYOJI_JOURNAL`` if set, else journal.db in the user's data folder."""
    chosen = os.environ.get("GYOJI_JOURNAL")
    return Path(chosen) if chosen else Path(platformdirs.user_data_dir("gyoji")) / "journal.db"


class Journal:
    """An open journal. Whatever a method returned from is on the disk (WAL, synchronous=FULL).

    One object belongs to one thread; several processes may share the file. Raises JournalError.
    """

    def __init__(
        self,
        path: Path,
        clock: Callable[[], float] = time.time,
        *,
        read_only: bool = False,
        wait_s: float = 5.0,
    ) -> None:
        self.path = path
        self._clock = clock
        _check_place(path, read_only)
        with self._clear_errors():
            self._database = _connect(path, read_only, wait_s)
        try:
            self._prepare(read_only)
        except BaseException:
            self._database.close()
            raise

    def _prepare(self, read_only: bool) -> None:
        with self._clear_errors():
            (found,) = self._database.execute("PRAGMA quick_check(1)").fetchone()
            if found != "ok":
                raise sqlite3.DatabaseError(found)
            if migrations.is_foreign(self._database):
                raise JournalError(f"{self.path} is another program's database: choose another")
            if migrations.version(self._database) > migrations.NEWEST:
                raise JournalError(f"{self.path} was written by a newer Gyoji: update Gyoji")
            if not read_only:
                self._database.execute("PRAGMA journal_mode = WAL")
                self._database.execute("PRAGMA synchronous = FULL")
                self._database.execute("PRAGMA foreign_keys = ON")
                migrations.migrate(self._database, self._clock())
            elif migrations.version(self._database) < migrations.NEWEST:
                raise JournalError(
                    f"{self.path} is of an older Gyoji: play on it once to update it"
                )

    def close(self) -> None:
        """Close the file. Closing twice is once."""
        self._database.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.close()

    def start_game(self, name: str, options: Mapping[str, Any]) -> int:
        """Enter a new game; returns its id."""
        with self._clear_errors(), migrations.transaction(self._database):
            cursor = self._database.execute(
                "INSERT INTO games (name, options, started) VALUES (?, ?, ?)",
                (name, _json(options), self._clock()),
            )
        assert cursor.lastrowid is not None
        return cursor.lastrowid

    def append(self, game: int, seq: int, facts: Facts) -> tuple[Event, ...]:
        """Enter ``facts`` as the game's events ``seq``, ``seq`` + 1 …, all of them or none.

        ``seq`` is where the caller believes the game stands; if another process went on with it,
        nothing is written and JournalError says so.
        """
        now = self._clock()
        events = tuple(
            Event(number, kind, json.loads(_json(data)), now)
            for number, (kind, data) in enumerate(facts, seq)
        )
        with self._clear_errors(game), migrations.transaction(self._database):
            self._database.executemany(
                "INSERT INTO events VALUES (?, ?, ?, ?, ?)",
                [(game, event.seq, event.kind, _json(event.data), now) for event in events],
            )
        return events

    def events(self, game: int) -> tuple[Event, ...]:
        """Everything that happened in a game, in order."""
        self.game(game)
        with self._clear_errors():
            rows = self._database.execute(
                "SELECT seq, kind, data, time FROM events WHERE game = ? ORDER BY seq", (game,)
            ).fetchall()
            return tuple(_event(row) for row in rows)

    def games(self) -> tuple[GameRecord, ...]:
        """Every game, in the order they started."""
        with self._clear_errors():
            rows = self._database.execute(f"{_GAMES} ORDER BY id").fetchall()
            return tuple(_record(row) for row in rows)

    def game(self, game: int) -> GameRecord:
        """One game; raises JournalError if there is none of that id."""
        with self._clear_errors():
            row = self._database.execute(f"{_GAMES} WHERE id = ?", (game,)).fetchone()
            if row is None:
                raise JournalError(f"there is no game {game} in {self.path}: see `gyoji games`")
            return _record(row)

    @contextmanager
    def _clear_errors(self, game: int | None = None) -> Iterator[None]:
        try:
            yield
        except UnicodeDecodeError as error:  # SQLite's own words of a damaged file
            raise JournalError(_explain(self.path, game, f"malformed: {error.reason}")) from error
        except (sqlite3.Error, OverflowError) as error:
            raise JournalError(_explain(self.path, game, str(error))) from error


_GAMES = "SELECT id, name, options, started, ended, result FROM game_list"

_DAMAGED = (
    "{path} is damaged ({error}): copy it to a safe place, then try"
    " `sqlite3 {path} .recover`, or choose another journal with --journal FILE"
)

_ADVICE = (
    # (part of SQLite's message, what to say)
    ("out of order", "game {game} went on in another Gyoji: resume it to see where it stands"),
    ("the game is over", "game {game} is over: start a new one"),
    ("FOREIGN KEY", "there is no game {game} in {path}: see `gyoji games`"),
    ("is full", "the disk is full: free some space, then go on; {path} is as it was"),
    ("readonly", "{path} cannot be written: change its permissions or choose --journal FILE"),
    ("locked", "{path} is in use by another program: close it, then try again"),
    ("unable to open", "{path} cannot be opened: check the path and its permissions"),
    (
        "disk I/O",
        "the disk with {path} does not answer ({error}): check it, and that it is not full;"
        " {path} is as it was",
    ),
    ("too large", "there is no such game in {path}: see `gyoji games`"),
    ("not a database", _DAMAGED),
    ("malformed", _DAMAGED),
)


def _explain(path: Path, game: int | None, error: str) -> str:
    line = next((line for part, line in _ADVICE if part in error), _DAMAGED)
    return line.format(path=path, game=game, error=" ".join(error.split()))


def _record(row: tuple[int, str, str, float, float | None, str | None]) -> GameRecord:
    number, name, options, started, ended, result = row
    return GameRecord(
        number,
        _text(name),
        _loaded(options),
        _time(started),
        None if ended is None else _time(ended),
        None if result is None else _loaded(result),
    )


def _event(row: tuple[int, str, str, float]) -> Event:
    seq, kind, data, when = row
    return Event(seq, _text(kind), _loaded(data), _time(when))


# SQLite keeps any type in any column; what is not as it was written is damage.


def _text(value: object) -> str:
    if not isinstance(value, str):
        raise sqlite3.DatabaseError("malformed: a name is not text")
    return value


def _time(value: object) -> float:
    """Seconds since 1970 that a calendar has."""
    try:
        datetime.fromtimestamp(value, UTC).astimezone()  # type: ignore[arg-type]
    except (TypeError, ValueError, OverflowError, OSError) as error:
        raise sqlite3.DatabaseError("malformed: a time is no time") from error
    return float(value)  # type: ignore[arg-type]


def _loaded(text: str) -> Mapping[str, Any]:
    try:
        data = json.loads(text)
    except (TypeError, ValueError, RecursionError) as error:
        # Not what it says: it may be a secret.
        raise sqlite3.DatabaseError("malformed: an entry is not JSON") from error
    if not isinstance(data, dict):
        raise sqlite3.DatabaseError("malformed: an entry is no JSON object")
    return data


def _json(data: Mapping[str, Any]) -> str:
    return json.dumps(data, ensure_ascii=False, separators=(",", ":"), allow_nan=False)


def _connect(path: Path, read_only: bool, wait_s: float) -> sqlite3.Connection:
    uri = path.absolute().as_uri() + f"?mode={'ro' if read_only else 'rw'}"
    writable = os.access(path.parent, os.W_OK, effective_ids=True)
    if read_only and not writable and not Path(f"{path}-wal").exists():
        # A card in a reader, write-protected: SQLite cannot make its lock file beside the journal.
        uri += "&immutable=1"
    return sqlite3.connect(uri, uri=True, timeout=wait_s, isolation_level=None)


def _check_place(path: Path, read_only: bool) -> None:
    try:
        is_folder, exists = path.is_dir(), path.exists()
    except OSError as error:  # a name too long, a folder that may not be entered
        raise JournalError(
            f"{path} cannot be opened ({error.strerror}):"
            " check the path or choose another with --journal FILE"
        ) from error
    if is_folder:
        raise JournalError(f"{path} is a folder: name a file in it")
    if read_only and not exists:
        raise JournalError(f"there is no journal {path} yet: play a game first")
    if not exists:
        _create_private(path)


def _create_private(path: Path) -> None:
    """Make the file, readable by its owner only (it keeps secrets)."""
    try:
        path.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
        os.close(os.open(path, os.O_CREAT | os.O_RDWR, 0o600))
        folder = os.open(path.parent, os.O_RDONLY)
        try:
            os.fsync(folder)
        finally:
            os.close(folder)
    except OSError as error:
        raise JournalError(
            f"the journal {path} cannot be made ({error.strerror}):"
            " check the path or choose another with --journal FILE"
        ) from error
