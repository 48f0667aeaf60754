"""The command ``gyoji``: a table of subcommands, each imported only when it is used."""

from __future__ import annotations

import importlib
import sys

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
    "games": ("games", "List the games in the journal."),
    "log": ("log", "Show the record of one game."),
    "export": ("export", "Export the record of one game."),
    "audit": ("audit", "Check answers given by voice against the revealed arrangement."),
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
    try:
        cli(standalone_mode=True)
    except GyojiError as error:
        click.echo(f"gyoji: {error}", err=True)
        sys.exit(error.exit_code)
    except GameError as error:
        click.echo(f"gyoji: {error}", err=True)
        sys.exit(1)
