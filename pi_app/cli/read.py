"""gyoji read: what stands on the boards of a photograph, drawn as text, as JSON, as a picture."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import get_args

import click
import cv2
from rich.console import Console

from hardware.boards import BoardFileError, board_names
from hardware.cameras.calibration import fitted, load_camera_model
from hardware.cameras.folder import load_frame
from pi_app.cli.block_options import choose_sets
from pi_app.games.blocks.arrangements import Gaps
from pi_app.games.blocks.faults import Building
from pi_app.overlay import overlay
from pi_app.reading import Reader
from pi_app.reading_text import reading_text
from pi_app.readings import Reading
from vision.errors import GyojiError, PictureError
from vision.types import CameraModel, Frame, Pixels

BOARD = "block-sheet"
A_FILE = click.Path(exists=True, dir_okay=False, path_type=Path)


def _board(ctx: click.Context, param: click.Parameter, value: str) -> str:  # noqa: ARG001
    if value == BOARD:
        return value
    if value in board_names():
        raise click.BadParameter(f"{value} is read from a later version on; now only {BOARD} is")
    raise click.BadParameter(f"no board {value!r}; known are {', '.join(board_names())}")


def _png(ctx: click.Context, param: click.Parameter, value: Path | None) -> Path | None:  # noqa: ARG001
    if value is not None and value.suffix.lower() != ".png":
        raise click.BadParameter(f"{value}: the name must end in .png")
    return value


@click.command()
@click.argument("photo", type=A_FILE)
@click.option("--board", default=BOARD, show_default=True, callback=_board)
@click.option("--set", "set_name", metavar="NAME", help="The block set in play; else any.")
@click.option(
    "--block-sets", "sets_file", type=A_FILE, help="Your own block sets, like block-sets.json."
)
@click.option("--gaps", type=click.Choice(get_args(Gaps)), default="none", show_default=True)
@click.option("--needs-level-2", is_flag=True, help="Something must stand on the middle level.")
@click.option(
    "--camera",
    "camera_file",
    type=A_FILE,
    help="JSON: width, height, focal_px, cx, cy, k1; else found out.",
)
@click.option("--json", "as_json", is_flag=True, help="One JSON object a line for each sheet.")
@click.option(
    "--picture",
    type=click.Path(dir_okay=False, path_type=Path),
    callback=_png,
    help="Draw what was seen over the photograph (PNG).",
)
def command(  # noqa: PLR0913, PLR0917 - one for each option
    photo: Path,
    board: str,
    set_name: str | None,
    sets_file: Path | None,
    gaps: Gaps,
    needs_level_2: bool,
    camera_file: Path | None,
    as_json: bool,
    picture: Path | None,
) -> None:
    """Read what stands on the boards of PHOTO.

    Exit code 0: all read; 3: a sheet is unsure, illegal or unreadable; 2: wrong usage.
    """
    sets = choose_sets(set_name, sets_file)
    model = _calibrated(camera_file)
    try:
        frame = load_frame(photo)
    except PictureError as error:
        _tell([Reading("unreadable", board, None, None, None, 0.0, reason=str(error))], as_json)
        raise click.exceptions.Exit(3) from None
    camera = _for_frame(model, frame, camera_file)
    sheets = Reader(sets, Building(gaps, needs_level_2), camera).look(frame)
    if picture is not None:
        _write(picture, overlay(frame.pixels, sheets), photo)
    readings = [sheet.reading for sheet in sheets]
    _tell(readings, as_json)
    if any(reading.status != "read" for reading in readings):
        raise click.exceptions.Exit(3)


def _calibrated(file: Path | None) -> CameraModel | None:
    try:
        return None if file is None else load_camera_model(file)
    except BoardFileError as error:
        raise click.BadParameter(str(error), param_hint="--camera") from error


def _for_frame(model: CameraModel | None, frame: Frame, file: Path | None) -> CameraModel | None:
    if model is None:
        return None
    height, width = frame.pixels.shape[:2]
    camera = fitted(model, width, height)
    if camera is None:
        raise click.BadParameter(
            f"{file} is of a {model.width}×{model.height} camera, the photograph is "
            f"{width}×{height}: use the file of the camera that took it",
            param_hint="--camera",
        )
    return camera


def _tell(readings: Sequence[Reading], as_json: bool) -> None:
    if as_json:
        for reading in readings:
            click.echo(reading.as_json())
        return
    console = Console(highlight=False, soft_wrap=True)
    for i, reading in enumerate(readings):
        if i:
            console.print()
        console.print(reading_text(reading))


def _write(target: Path, pixels: Pixels, photo: Path) -> None:
    try:
        if target.exists() and target.samefile(photo):
            raise click.BadParameter("would overwrite the photograph", param_hint="--picture")
        target.write_bytes(cv2.imencode(".png", pixels)[1].tobytes())
    except OSError as error:
        raise GyojiError(
            f"{target} cannot be written ({error.strerror}): choose another"
        ) from error
