"""What several commands share: the option --journal, times and names as people read them."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable
from datetime import datetime
from pathlib import Path
from typing import Any, TypeVar

import click

from pi_app.journal import GameRecord, default_path
from pi_app.record import damage
from pi_app.saying import say_outcome
from pi_app.seating import SeatingError
from pi_app.table import seating_of
from pi_app.words import LANGUAGES

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


def result_line(record: GameRecord) -> str:
    """Who won and why, or that the game goes on."""
    if record.result is None:
        return "running"
    with damage(record.id, 0):
        return say_outcome({**record.result, "detail": ""}, names_of(record))


def names_of(record: GameRecord) -> tuple[str, ...]:
    """The players' names by seat."""
    return seating_of(record).names


def language_option(command: Command) -> Command:
    """Add ``--language NAME``, passed as ``language_name``."""
    return click.option(
        "--language",
        "language_name",
        type=click.Choice(list(LANGUAGES)),
        default="en",
        help="How questions and answers are worded.",
    )(command)


def rule_option(command: Command) -> Command:
    """Add ``--rule KEY=VALUE``, passed as ``rules``; ``rules_given`` reads them."""
    return click.option(
        "--rule", "rules", multiple=True, metavar="KEY=VALUE", help="A rule's option."
    )(command)


def rules_given(rules: Iterable[str]) -> dict[str, Any]:
    """The options of a game from KEY=VALUE texts; values are JSON where they are JSON."""
    options: dict[str, Any] = {}
    for rule in rules:
        key, equals, value = rule.partition("=")
        if not equals:
            raise SeatingError(f"--rule {rule!r:.40} has no value: write --rule KEY=VALUE")
        options[key.strip()] = _value(value.strip())
    return options


def _value(text: str) -> object:
    """JSON where it is JSON (true, 2, ["a", "b"]), else the text itself."""
    try:
        return json.loads(text)
    except (ValueError, RecursionError):
        return text
