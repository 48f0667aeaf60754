"""gyoji demo: watch a whole refereed game, from photographs of blocks or frames of a board."""

from __future__ import annotations

import time
from collections.abc import Callable
from functools import partial
from pathlib import Path

import click
from rich.console import Console

from hardware.cameras.folder import FolderCamera
from hardware.panels.memory import MemoryPanel
from pi_app.attendant import Attendant
from pi_app.cli.options import journal_option, language_option
from pi_app.demo import y_story, yomen_story
from pi_app.evidence import Evidence
from pi_app.journal import Journal
from pi_app.live.seats import start_board_game
from pi_app.looking import reader_for, take_look
from pi_app.referee import Referee, start_table
from pi_app.words import Language, language

PAUSE_S = 1.5
Pause = Callable[[], None]


@click.command()
@click.argument("game", type=click.Choice(["yomen", "y"]), default="yomen")
@click.option("--fast", is_flag=True, help="Do not wait for anybody to read along.")
@journal_option
@language_option
def command(game: str, fast: bool, journal_path: Path, language_name: str) -> None:
    """Watch a whole game of YOMEN or Y, refereed from pictures; its record is kept."""
    if game == "y" and language_name != "en":
        raise click.BadParameter("Y is refereed in English: leave it out", param_hint="--language")
    console = Console(highlight=False, soft_wrap=True)

    def pause() -> None:
        time.sleep(0 if fast else PAUSE_S)

    with Journal(journal_path) as journal, MemoryPanel() as panel:
        if game == "y":
            number = _y(journal, panel, console, pause)
        else:
            number = _yomen(journal, panel, console, pause, language(language_name))
        console.print(f"The record is kept: gyoji log {number}")


def _yomen(
    journal: Journal, panel: MemoryPanel, console: Console, pause: Pause, words: Language
) -> int:
    evidence = Evidence(journal)
    table = start_table(journal, "yomen", yomen_story.PLAYERS)
    read = reader_for(table.state.rules)
    with FolderCamera(yomen_story.PHOTOS) as camera:
        look = partial(take_look, camera, evidence, read)
        attendant = Attendant(Referee(table, words), panel, look)
        yomen_story.Story(console, attendant, pause).tell()
    return table.id


def _y(journal: Journal, panel: MemoryPanel, console: Console, pause: Pause) -> int:
    table = start_board_game(journal, "y", y_story.PLAYERS)
    y_story.BoardStory(console, table, Evidence(journal), panel, pause).tell()
    return table.id
