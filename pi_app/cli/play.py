"""gyoji play: people at one terminal, or one against the device, over the virtual table."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

import click

from pi_app.cli.options import journal_option, language_option, names_of, rule_option
from pi_app.cli.play_asked import Asked
from pi_app.cli.play_blocks import BlockPlay
from pi_app.cli.play_board import BoardPlay
from pi_app.games.game import GameError
from pi_app.games.registry import GAMES, board_games
from pi_app.journal import Journal
from pi_app.opponents import DEFAULT_LEVEL, LEVELS
from pi_app.screen import Quit, Screen
from pi_app.seating import SeatingError
from pi_app.table import Table


@click.command()
@click.argument("game", type=click.Choice(list(GAMES)))
@click.option("--players", type=click.IntRange(2, 4), help="How many people; without: 2.")
@click.option("--name", "names", multiple=True, help="A player's name; once for each player.")
@click.option("--against", type=click.Choice(["device"]), help="Play against the device.")
@click.option("--seat", type=click.IntRange(1, 2), help="Yours against the device; without: 1.")
@click.option(
    "--level",
    type=click.IntRange(min(LEVELS), max(LEVELS)),
    help=f"How well the device plays on a board of nodes; without: {DEFAULT_LEVEL}.",
)
@click.option("--voice", is_flag=True, help="People answer; `gyoji audit` checks them afterwards.")
@rule_option
@click.option("--block-sets", type=click.Path(path_type=Path), help="A file with your own blocks.")
@click.option("--new", is_flag=True, help="Do not offer to resume an interrupted game.")
@click.option("--seed", type=int, help="Let the device do the same again.")
@journal_option
@language_option
def command(**options: Any) -> None:  # noqa: ANN401 - each option's own type, in Asked
    """Play GAME at this terminal: what you build on a virtual table is photographed and read."""
    asked = Asked(**options)
    kind = BoardPlay(asked) if asked.game in board_games() else BlockPlay(asked)
    screen, table = Screen(), None
    with Journal(asked.journal_path) as journal:
        try:
            table = _table(journal, asked, kind, screen)
            kind.play(journal, table, screen)
        except GameError as error:
            raise SeatingError(str(error)) from error
        except (Quit, EOFError, KeyboardInterrupt) as stop:
            screen.say("" if table is None else _kept(table))
            sys.exit(130 if isinstance(stop, KeyboardInterrupt) else 0)


def _table(
    journal: Journal, asked: Asked, kind: BoardPlay | BlockPlay, screen: Screen
) -> Table[Any, Any]:
    """The latest interrupted game of this kind, if there is one and it is wanted; or a new one."""
    running = [r for r in journal.games() if r.name == asked.game and r.ended is None]
    if running and not asked.new:
        who = ", ".join(names_of(running[-1]))
        answer = screen.ask(f"Game {running[-1].id} ({who}) was interrupted. Resume it? [Y/n] ")
        if not answer.lower().startswith("n"):
            return kind.resume(journal, running[-1].id)
    return kind.start(journal)


def _kept(table: Table[Any, Any]) -> str:
    return f"\nGame {table.id} is kept: resume it with gyoji play {table.record.name}"
