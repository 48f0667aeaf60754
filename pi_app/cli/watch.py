"""gyoji watch: referee a game on a board of nodes from a camera, live or from files."""

from __future__ import annotations

import contextlib
import sys
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import click

from hardware.boards import BoardFileError, load_lattice_board
from hardware.cameras.calibration import load_camera_model
from hardware.cameras.open import FORMS, camera_named
from pi_app.cli.options import journal_option, rule_option, rules_given
from pi_app.cli.points import point_option, points_given
from pi_app.evidence import Evidence
from pi_app.games.registry import board_games, find_board_game
from pi_app.journal import Journal
from pi_app.live.console import LineKeys, Teller
from pi_app.live.run import Quit, run
from pi_app.live.seats import resume_board_game, start_board_game
from pi_app.live.sight import Sight
from pi_app.live.watcher import Watcher
from pi_app.table import Table
from vision.types import CameraModel


@click.command()
@click.option("--game", required=True, type=click.Choice(board_games()))
@click.option("--camera", "camera_name", required=True, metavar="CAMERA", help=f"{FORMS}.")
@click.option("--hold", "hold_s", type=float, metavar="S", help="Each picture stands S seconds.")
@click.option("--json", "as_json", is_flag=True, help="One JSON object a line for each event.")
@click.option("--name", "names", multiple=True, help="A player's name; once for each player.")
@rule_option
@point_option
@click.option(
    "--camera-file",
    type=click.Path(exists=True, dir_okay=False, path_type=Path),
    help="JSON: width, height, focal_px, cx, cy, k1; else found out.",
)
@click.option("--resume", "number", type=int, metavar="NUMBER", help="Go on with this game.")
@journal_option
def command(  # noqa: PLR0913 - one for each option
    *,
    game: str,
    camera_name: str,
    hold_s: float | None,
    as_json: bool,
    names: tuple[str, ...],
    rules: tuple[str, ...],
    points: tuple[str, ...],
    camera_file: Path | None,
    number: int | None,
    journal_path: Path,
) -> None:
    """Referee a game as the camera sees it.

    Type confirm, undo, swap, pass, resign or quit, and Enter.
    """
    if number is not None and (names or rules):
        raise click.BadParameter("names and rules are those of the game", param_hint="--resume")
    camera = camera_named(camera_name, hold_s)
    board = load_lattice_board(find_board_game(game).board)
    sight = Sight(board, _calibrated(camera_file), points_given(board, points))
    with camera, Journal(journal_path) as journal:
        table = _table(journal, game, names, rules_given(rules), number)
        evidence = Evidence(journal)
        watcher = Watcher(
            table, sight.observe, lambda frame: evidence.keep(frame.pixels), sight.region
        )
        with _kept(table, camera_name):
            run(camera, watcher, LineKeys(sys.stdin), Teller(as_json))


def _table(
    journal: Journal,
    game: str,
    names: tuple[str, ...],
    rules: Mapping[str, Any],
    number: int | None,
) -> Table[Any, Any]:
    if number is None:
        return start_board_game(journal, game, names, rules)
    return resume_board_game(journal, number, game)


@contextlib.contextmanager
def _kept(table: Table[Any, Any], camera: str) -> Iterator[None]:
    """However it ends, the game is kept; if it can go on, how is said on the error stream."""
    interrupted = False
    try:
        yield
    except Quit:
        pass
    except KeyboardInterrupt:
        interrupted = True
    finally:
        if table.outcome is None:
            again = f"gyoji watch --game {table.record.name} --camera {camera}"
            click.echo(f"Game {table.id} is kept: go on with {again} --resume {table.id}", err=True)
    if interrupted:
        sys.exit(130)


def _calibrated(file: Path | None) -> CameraModel | None:
    try:
        return None if file is None else load_camera_model(file)
    except BoardFileError as error:
        raise click.BadParameter(str(error), param_hint="--camera-file") from error
