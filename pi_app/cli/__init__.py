"""The command ``gyoji``: a table of subcommands, each imported only when it is used."""

from __future__ import annotations

import contextlib
import errno
import importlib
import io
import os
import sys
from collections.abc import Iterator
from typing import Literal, TextIO, cast

import click

from pi_app.games.game import GameError
from vision.errors import GyojiError

COMMANDS = {
    # name: (module under pi_app.cli that defines a click command of that name, one-line help)
    "read": ("read", "Read what stands on the boards of a photograph."),
    "evaluate": ("evaluate", "Read a folder of photographs with known truth and count the misses."),
    "print": ("print_board", "Print a board at true scale (PDF)."),
    "demo": ("demo", "Watch a whole refereed game, played from photographs."),
    "play": ("play", "Play at the terminal over the virtual table."),
    "watch": ("watch", "Referee a game on a board of nodes from a camera."),
    "correct": ("correct", "Put the record of a game right by hand."),
    "games": ("games", "List the games in the journal."),
    "log": ("log", "Show the record of one game."),
    "export": ("export", "Export the record of one game."),
    "audit": ("audit", "Check answers given by voice against the revealed arrangement."),
    "solve": ("solve", "Find the fewest moves that solve a supply-line solitaire."),
    "perft": ("perft", "Count the sequences of legal moves of a game, depth by depth."),
}


class LazyGroup(click.Group):
    """A click group that imports a subcommand's module only when it is called."""

    def list_commands(self, ctx: click.Context) -> list[str]:  # noqa: ARG002
        """The subcommands in the order of the table."""
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, name: str) -> click.Command | None:  # noqa: ARG002
        """Import the subcommand ``name``."""
        if name not in COMMANDS:
            return None
        module = importlib.import_module(f"pi_app.cli.{COMMANDS[name][0]}")
        command: click.Command = module.command
        return command

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:  # noqa: ARG002
        """Print the table without importing anything."""
        with formatter.section("Commands"):
            formatter.write_dl([(name, text) for name, (_, text) in COMMANDS.items()])


@click.group(cls=LazyGroup)
@click.version_option(package_name="gyoji")
def cli() -> None:
    """Gyoji: a referee with a camera for games of real wood."""


def main() -> None:
    """Run the command; every fault a user can cause ends in one line and an exit code."""
    _make_streams_usable()
    try:
        with _flushed():
            cli(standalone_mode=True)
    except GyojiError as error:
        click.echo(f"gyoji: {error}", err=True)
        sys.exit(error.exit_code)
    except GameError as error:
        click.echo(f"gyoji: {error}", err=True)
        sys.exit(1)
    except OSError as error:
        _forget_output()
        if error.errno != errno.EPIPE:  # nobody reads on, as in `gyoji log 1 | head -1`
            what = error.filename or "the output cannot be written"
            click.echo(f"gyoji: {what}: {error.strerror or error}", err=True)
        sys.exit(1)


def _make_streams_usable() -> None:
    """Closed ones become empty ones; letters that a terminal lacks are written as escapes."""
    # In this order: each takes the lowest free descriptor, its own.
    sys.stdin = sys.stdin or _nowhere("r")
    sys.stdout = sys.stdout or _nowhere("w")
    sys.stderr = sys.stderr or _nowhere("w")
    if isinstance(sys.stdout, io.TextIOWrapper):
        sys.stdout.reconfigure(errors="backslashreplace")


def _nowhere(mode: Literal["r", "w"]) -> TextIO:
    return cast(TextIO, os.fdopen(os.open(os.devnull, os.O_RDWR), mode))


@contextlib.contextmanager
def _flushed() -> Iterator[None]:
    """What was written is written out at the end, while a fault can still be told."""
    try:
        yield
    finally:
        sys.stdout.flush()


def _forget_output() -> None:
    """What could not be written is not tried again when Python ends."""
    nowhere = os.open(os.devnull, os.O_WRONLY)
    os.dup2(nowhere, sys.stdout.fileno())
    os.close(nowhere)
