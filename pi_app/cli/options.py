"""What several commands share: the option --journal, times and names as people read them."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime
from pathlib import Path
from typing import TypeVar

import click

from pi_app.journal import GameRecord, default_path

Command = TypeVar("Command", bound=Callable[..., object])


def journal_option(command: Command) -> Command:
    """Add ``--journal FILE``, passed as ``journal_path``."""
    return click.option(
        "--journal",
        "journal_path",
        type=click.Path(path_type=Path),
        default=default_path,
        metavar="FILE",
        help="The journal's file; GYOJI_JOURNAL sets it for all commands.",
    )(command)


def local_time(time_s: float) -> str:
    """Seconds since 1970 as date and time where we are."""
    return datetime.fromtimestamp(time_s).astimezone().strftime("%Y-%m-%d %H:%M:%S")


def player_names(record: GameRecord) -> list[str]:
    """The players' names by seat."""
    return [str(name) for name in record.options.get("names", [])]


def result_line(record: GameRecord) -> str:
    """Who won and why, or that the game goes on."""
    if record.result is None:
        return "running"
    names = player_names(record)
    winners = " and ".join(names[seat] for seat in record.result["winners"])
    verb = "win" if len(record.result["winners"]) > 1 else "wins"
    start = f"{winners} {verb}" if winners else "draw"
    return f"{start} ({record.result['reason']})"
