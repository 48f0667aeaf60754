"""gyoji audit: compare answers given by voice with the revealed arrangements."""

from __future__ import annotations

from pathlib import Path

import click

from pi_app.audit import audit
from pi_app.cli.options import journal_option, language_option, names_of
from pi_app.journal import Journal
from pi_app.words import language, say_answer


@click.command()
@click.argument("game", type=int)
@journal_option
@language_option
def command(game: int, journal_path: Path, language_name: str) -> None:
    """Name each wrong answer that people gave by voice in GAME, once it is over."""
    words = language(language_name)
    with Journal(journal_path, read_only=True) as journal:
        names = names_of(journal.game(game))
        audited = list(audit(journal, game))
    wrong = [given for given in audited if not given.is_true]
    for given in wrong:
        said, true = (say_answer(given.what, view, words) for view in (given.said, given.true))
        click.echo(f"{names[given.seat]} said: {said}. It was: {true}.")
    if not audited:
        click.echo(f"No answers were given by voice in game {game}.")
    else:
        click.echo(f"{len(audited)} answers, {len(wrong)} wrong.")
