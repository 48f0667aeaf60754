"""gyoji games: list the games in the journal."""

from __future__ import annotations

from pathlib import Path

import click
from rich.console import Console
from rich.table import Table
from rich.text import Text

from pi_app.cli.options import journal_option, local_time, names_of, result_line
from pi_app.journal import Journal
from pi_app.saying import printable

LONG = 300


@click.command()
@journal_option
def command(journal_path: Path) -> None:
    """List the games in the journal, the oldest first."""
    with Journal(journal_path, read_only=True) as journal:
        games = journal.games()
    table = Table("game", "rules", "players", "started", "result", box=None, pad_edge=False)
    for game in games:
        # Text, not markup: names come from people and files.
        cells = (
            str(game.id),
            game.name,
            ", ".join(names_of(game)),
            local_time(game.started),
            result_line(game),
        )
        table.add_row(*(Text(printable(cell)) for cell in cells))
    console = Console()
    # A file or another program wants one line for each game, however long.
    console.print(
        table if games else "No game has been played yet.",
        width=None if console.is_terminal else LONG,
    )
