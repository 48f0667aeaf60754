"""gyoji export: write the record of one game as JSON lines or Markdown."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import click

from pi_app.cli.options import journal_option, language_option
from pi_app.journal import Journal
from pi_app.record import as_jsonl, as_markdown
from pi_app.words import language
from vision.errors import GyojiError


@click.command()
@click.argument("game", type=int)
@click.option("--format", "form", type=click.Choice(["jsonl", "md"]), default="jsonl")
@click.option(
    "-o", "--output", type=click.Path(path_type=Path), help="Write here, not to the terminal."
)
@journal_option
@language_option
def command(
    game: int, form: str, output: Path | None, journal_path: Path, language_name: str
) -> None:
    """Export the record of GAME; while it runs only what everyone may know."""
    with Journal(journal_path, read_only=True) as journal:
        lines: Iterator[str]
        if form == "md":
            lines = as_markdown(journal, game, language(language_name))
        else:
            lines = as_jsonl(journal, game)
        text = "".join(f"{line}\n" for line in lines)
    if output is None:
        click.echo(text, nl=False)
        return
    try:
        output.write_text(text, encoding="utf-8")
    except OSError as error:
        raise GyojiError(
            f"{output} cannot be written ({error.strerror}): choose another"
        ) from error
