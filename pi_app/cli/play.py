"""gyoji play: people at one terminal, or one against the device, over the virtual table."""

from __future__ import annotations

import random
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import click

from hardware.cameras.virtual import PAINTS
from pi_app.cli.options import (
    journal_option,
    language_option,
    names_of,
    rule_option,
    rules_given,
)
from pi_app.evidence import Evidence
from pi_app.games.blocks.rules import rules_from
from pi_app.games.blocks.sets import read_sets_file
from pi_app.games.game import GameError
from pi_app.games.registry import GAMES
from pi_app.journal import GameRecord, Journal
from pi_app.looking import reader_for
from pi_app.referee import BlockTable, Referee, start_table
from pi_app.screen import Screen
from pi_app.seating import SeatingError
from pi_app.terminal_game import Quit, TerminalGame
from pi_app.virtual_sheets import VirtualSheets
from pi_app.words import language

DEVICE = "Gyoji"


@click.command()
@click.argument("game", type=click.Choice(list(GAMES)))
@click.option("--players", type=click.IntRange(2, 4), default=2, show_default=True)
@click.option("--name", "given", multiple=True, help="A player's name; once for each player.")
@click.option("--solo", is_flag=True, help="Play against the device.")
@click.option("--voice", is_flag=True, help="People answer; `gyoji audit` checks them afterwards.")
@rule_option
@click.option("--block-sets", type=click.Path(path_type=Path), help="A file with your own blocks.")
@click.option("--new", is_flag=True, help="Do not offer to resume an interrupted game.")
@click.option("--seed", type=int, help="Let the device build the same again.")
@journal_option
@language_option
def command(  # noqa: PLR0913 - one for each option
    *,
    game: str,
    players: int,
    given: tuple[str, ...],
    solo: bool,
    voice: bool,
    rules: tuple[str, ...],
    block_sets: Path | None,
    new: bool,
    seed: int | None,
    journal_path: Path,
    language_name: str,
) -> None:
    """Play GAME at this terminal: what you build on a virtual table is photographed and read."""
    if solo and (voice or players > 2):
        raise SeatingError(
            "--solo is for one person, and the device answers: no --voice, --players"
        )
    screen = Screen()
    words = language(language_name)
    with Journal(journal_path) as journal:
        table = None
        try:
            table = None if new else _resumed(journal, game, screen)
            if table is None:
                names = _names(given, 2 if solo else players, solo)
                options = _options(rules, block_sets)
                _check_paints(game, names, options)
                device = 1 if solo else None
                table = start_table(journal, game, names, options, voice=voice, device=device)
            sheets = VirtualSheets(Evidence(journal), reader_for(table.state.rules))
            TerminalGame(Referee(table, words), sheets, screen, words, random.Random(seed)).run()
        except GameError as error:
            raise SeatingError(str(error)) from error
        except (Quit, EOFError, KeyboardInterrupt) as stop:
            if table is None:
                screen.say("")
            else:
                screen.say(f"\nGame {table.id} is kept: resume it with gyoji play {game}")
            sys.exit(130 if isinstance(stop, KeyboardInterrupt) else 0)


def _resumed(journal: Journal, game: str, screen: Screen) -> BlockTable | None:
    """The latest interrupted game of this kind, if there is one and it is wanted."""
    running: list[GameRecord] = [
        record for record in journal.games() if record.name == game and record.ended is None
    ]
    if not running:
        return None
    who = ", ".join(names_of(running[-1]))
    answer = screen.ask(f"Game {running[-1].id} ({who}) was interrupted. Resume it? [Y/n] ")
    return None if answer.lower().startswith("n") else BlockTable.resume(journal, running[-1].id)


def _names(given: tuple[str, ...], players: int, solo: bool) -> tuple[str, ...]:
    people = players - solo
    if len(given) > people:
        raise SeatingError(f"there are {len(given)} names for {people} people: give fewer --name")
    unnamed = (f"Player {number + 1}" for number in range(len(given), people))
    return (*given, *unnamed, *([DEVICE] if solo else []))


def _options(rules: tuple[str, ...], block_sets: Path | None) -> Mapping[str, Any]:
    options = rules_given(rules)
    return options if block_sets is None else {**options, "block_sets": read_sets_file(block_sets)}


def _check_paints(game: str, names: tuple[str, ...], options: Mapping[str, Any]) -> None:
    """The virtual table has no more colours than usual blocks."""
    for block_set in rules_from(game, {"seats": len(names), **options}).sets:
        for colour in block_set.colours:
            if colour not in PAINTS:
                known = ", ".join(PAINTS)
                raise SeatingError(f"{block_set.name}: no {colour} paint here, only {known}")
