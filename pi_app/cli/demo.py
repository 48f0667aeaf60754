"""gyoji demo: watch a whole refereed game, played from photographs."""

from __future__ import annotations

import time
from pathlib import Path

import click
from rich.console import Console

from hardware.cameras.folder import FolderCamera
from hardware.panels.memory import MemoryPanel
from pi_app.attendant import Attendant
from pi_app.cli.options import journal_option, language_option
from pi_app.demo.story import PHOTOS, PLAYERS, Story
from pi_app.evidence import Evidence
from pi_app.journal import Journal
from pi_app.looking import reader_for, take_look
from pi_app.referee import Referee, start_table
from pi_app.words import language

PAUSE_S = 1.5


@click.command()
@click.option("--fast", is_flag=True, help="Do not wait for anybody to read along.")
@journal_option
@language_option
def command(fast: bool, journal_path: Path, language_name: str) -> None:
    """Watch a whole game of YOMEN, refereed from photographs; its record is kept."""
    console = Console(highlight=False, soft_wrap=True)
    with (
        Journal(journal_path) as journal,
        MemoryPanel() as panel,
        FolderCamera(PHOTOS) as camera,
    ):
        evidence = Evidence(journal)
        table = start_table(journal, "yomen", PLAYERS)
        read = reader_for(table.state.rules)
        referee = Referee(table, language(language_name))
        attendant = Attendant(referee, panel, lambda: take_look(camera, evidence, read))
        Story(console, attendant, lambda: time.sleep(0 if fast else PAUSE_S)).tell()
        console.print(f"The record is kept: gyoji log {table.id}")
