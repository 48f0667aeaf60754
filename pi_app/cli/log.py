"""gyoji log: show the record of one game."""

from __future__ import annotations

from pathlib import Path

import click

from pi_app.cli.options import journal_option, language_option, local_time, names_of, result_line
from pi_app.journal import Journal
from pi_app.record import entries
from pi_app.saying import printable
from pi_app.words import language


@click.command()
@click.argument("game", type=int)
@journal_option
@language_option
def command(game: int, journal_path: Path, language_name: str) -> None:
    """Show the record of GAME (its number in `gyoji games`).

    While the game runs only what everyone at the table may know; afterwards everything.
    """
    with Journal(journal_path, read_only=True) as journal:
        record = journal.game(game)
        click.echo(f"Game {game}, {printable(record.name)}: {', '.join(names_of(record))}")
        for entry in entries(journal, game, language(language_name)):
            click.echo(f"{local_time(entry.time)}  {entry.lines[0]}")
            for line in entry.lines[1:]:
                click.echo(f"{'':21}{line}")
        if record.ended is None:
            click.echo(result_line(record))
