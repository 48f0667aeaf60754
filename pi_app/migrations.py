"""The journal's schema, step by step; each step and the record of it share one transaction."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager

APPLICATION_ID = 0x47594F4A
"""SQLite's mark of whose file it is: "GYOJ"."""

MIGRATIONS: tuple[tuple[str, ...], ...] = (
    # 1: games, their events, and nothing ever changed or removed.
    (
        """CREATE TABLE games (
            id INTEGER PRIMARY KEY,
            name TEXT NOT NULL,
            options TEXT NOT NULL,
            started REAL NOT NULL)""",
        """CREATE TABLE events (
            game INTEGER NOT NULL REFERENCES games(id),
            seq INTEGER NOT NULL,
            kind TEXT NOT NULL,
            data TEXT NOT NULL,
            time REAL NOT NULL,
            PRIMARY KEY (game, seq)) WITHOUT ROWID""",
        "CREATE UNIQUE INDEX results ON events (game) WHERE kind = 'result'",
        """CREATE VIEW game_list AS
            SELECT games.*, last.time AS ended, last.data AS result
            FROM games LEFT JOIN events AS last
            ON last.game = games.id AND last.kind = 'result'""",
        """CREATE TRIGGER events_in_order BEFORE INSERT ON events
            WHEN NEW.seq != (SELECT coalesce(max(seq), 0) + 1 FROM events
                WHERE game = NEW.game)
            BEGIN SELECT RAISE(ABORT, 'out of order'); END""",
        """CREATE TRIGGER events_end_with_result BEFORE INSERT ON events
            WHEN EXISTS (SELECT 1 FROM events WHERE game = NEW.game AND kind = 'result')
            BEGIN SELECT RAISE(ABORT, 'the game is over'); END""",
        *(
            f"""CREATE TRIGGER {table}_no_{action} BEFORE {action} ON {table}
            BEGIN SELECT RAISE(ABORT, 'append only'); END"""
            for table in ("games", "events", "migrations")
            for action in ("update", "delete")
        ),
    ),
)

NEWEST = len(MIGRATIONS)


@contextmanager
def transaction(database: sqlite3.Connection) -> Iterator[None]:
    """All or nothing: commit at the end, roll back on any exception."""
    database.execute("BEGIN IMMEDIATE")
    try:
        yield
        database.execute("COMMIT")
    except BaseException:
        # A failed COMMIT may already have rolled back (disk full).
        if database.in_transaction:
            database.execute("ROLLBACK")
        raise


def version(database: sqlite3.Connection) -> int:
    """How many migrations the file has had; 0 for an empty file."""
    if not _has_table(database, "migrations"):
        return 0
    (newest,) = database.execute("SELECT coalesce(max(number), 0) FROM migrations").fetchone()
    return int(newest)


def is_foreign(database: sqlite3.Connection) -> bool:
    """Whether the file is some other program's database."""
    (mark,) = database.execute("PRAGMA application_id").fetchone()
    (tables,) = database.execute("SELECT count(*) FROM sqlite_schema").fetchone()
    return bool(mark != APPLICATION_ID and (tables or mark))


def migrate(database: sqlite3.Connection, time: float) -> None:
    """Bring the file up to NEWEST; killed at any instant, each step has happened or has not."""
    for number in range(version(database) + 1, NEWEST + 1):
        with transaction(database):
            # Another process may have been quicker.
            if version(database) >= number:
                continue
            _step(database, number, time)


def _step(database: sqlite3.Connection, number: int, time: float) -> None:
    if number == 1:
        database.execute(f"PRAGMA application_id = {APPLICATION_ID}")
        database.execute("CREATE TABLE migrations (number INTEGER PRIMARY KEY, time REAL NOT NULL)")
    for statement in MIGRATIONS[number - 1]:
        database.execute(statement)
    database.execute("INSERT INTO migrations VALUES (?, ?)", (number, time))


def _has_table(database: sqlite3.Connection, name: str) -> bool:
    found = database.execute(
        "SELECT 1 FROM sqlite_schema WHERE type = 'table' AND name = ?", (name,)
    ).fetchone()
    return found is not None
