"""gyoji correct: put a wrong record right by hand, by entering what happened, never by editing."""

from __future__ import annotations

from pathlib import Path

import click

from pi_app.cli.options import journal_option
from pi_app.journal import Journal
from pi_app.live.seats import resume_board_game


@click.command()
@click.argument("game", type=int)
@click.argument("text")
@journal_option
def command(game: int, text: str, journal_path: Path) -> None:
    """Put the record of GAME right: TEXT is undo, or a move, or several separated by commas.

    For example: gyoji correct 3 "undo, play d4". All of it is entered, or nothing. A `gyoji watch`
    of this game follows.
    """
    steps = [step.strip() for step in text.split(",") if step.strip()]
    if not steps:
        raise click.BadParameter("say what is to be entered, such as 'undo, play d4'")
    with Journal(journal_path) as journal:
        table = resume_board_game(journal, game)
        table.amend(steps, [("correction", {"steps": steps})])
        click.echo(f"Game {game} is now: {', '.join(table.moves) or 'at the start'}")
