"""gyoji read: what stands on the boards of a photograph, drawn as text, as JSON, as a picture."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import get_args

import click
import cv2
from rich.console import Console

from hardware.boards import BoardFileError, load_board
from hardware.cameras.calibration import fitted, load_camera_model
from hardware.cameras.folder import load_frame
from pi_app.board_overlay import board_overlay
from pi_app.board_reading import BoardReader, BoardReading
from pi_app.board_text import board_text
from pi_app.cli.block_options import choose_sets
from pi_app.cli.points import point_option, points_given
from pi_app.games.blocks.arrangements import Gaps
from pi_app.games.blocks.faults import Building
from pi_app.games.blocks.sets import BlockSet
from pi_app.overlay import overlay
from pi_app.reading import Reader
from pi_app.reading_text import reading_text
from pi_app.readings import Reading
from vision.board import BlockSheet, LatticeBoard
from vision.errors import GyojiError, PictureError
from vision.lattice_place import Points
from vision.types import CameraModel, Frame, Pixels

BOARD = "block-sheet"
A_FILE = click.Path(exists=True, dir_okay=False, path_type=Path)


def _board(ctx: click.Context, param: click.Parameter, value: str) -> BlockSheet | LatticeBoard:  # noqa: ARG001
    try:
        board = load_board(value)
    except BoardFileError as error:
        raise click.BadParameter(str(error)) from error
    if isinstance(board, LatticeBoard) and board.tile_mm:
        raise click.BadParameter(f"{value} is read from a later version on: its tiles are not yet")
    return board


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
@point_option
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
    board: BlockSheet | LatticeBoard,
    set_name: str | None,
    sets_file: Path | None,
    gaps: Gaps,
    needs_level_2: bool,
    points: tuple[str, ...],
    camera_file: Path | None,
    as_json: bool,
    picture: Path | None,
) -> None:
    """Read what stands on the boards of PHOTO.

    Exit code 0: all read; 3: something is unsure, illegal or unreadable; 2: wrong usage.
    """
    shot = Shot(photo, _calibrated(camera_file), camera_file)
    told: Sequence[Reading | BoardReading]
    if isinstance(board, LatticeBoard):
        if set_name or sets_file or needs_level_2 or gaps != "none":
            raise click.BadParameter(f"block sets and gaps are for {BOARD} only: leave them out")
        given = points_given(board, points)
        told, drawn = _read_nodes(shot, board, given, picture is not None)
    else:
        if points:
            raise click.BadParameter(
                f"{board.name} is found by its markers: leave it out", param_hint="--point"
            )
        sets = choose_sets(set_name, sets_file)
        told, drawn = _read_blocks(shot, board, sets, Building(gaps, needs_level_2), picture)
    if picture is not None and drawn is not None:
        _write(picture, drawn, photo)
    _tell(told, as_json)
    if any(reading.status != "read" for reading in told):
        raise click.exceptions.Exit(3)


@dataclass(frozen=True)
class Shot:
    """A photograph's file, and the camera that took it if that is known, with its file."""

    photo: Path
    model: CameraModel | None
    file: Path | None


def _read_blocks(
    shot: Shot,
    board: BlockSheet,
    sets: Sequence[BlockSet],
    building: Building,
    picture: Path | None,
) -> tuple[Sequence[Reading], Pixels | None]:
    """The readings of all sheets, and the drawing if one is wanted and possible."""
    try:
        frame = load_frame(shot.photo)
    except PictureError as error:
        return [Reading("unreadable", board.name, None, None, None, 0.0, reason=str(error))], None
    sheets = Reader(sets, building, _for_frame(shot, frame)).look(frame)
    drawn = overlay(frame.pixels, sheets) if picture is not None else None
    return [sheet.reading for sheet in sheets], drawn


def _read_nodes(
    shot: Shot, board: LatticeBoard, points: Points | None, draw: bool
) -> tuple[Sequence[BoardReading], Pixels | None]:
    """The same for a board of nodes."""
    try:
        frame = load_frame(shot.photo)
    except PictureError as error:
        return [BoardReading("unreadable", board.name, reason=str(error))], None
    reader = BoardReader(board, _for_frame(shot, frame), points)
    reading = reader.read(frame)
    drawn = board_overlay(frame.pixels, board, reader.place, reading) if draw else None
    return [reading], drawn


def _calibrated(file: Path | None) -> CameraModel | None:
    try:
        return None if file is None else load_camera_model(file)
    except BoardFileError as error:
        raise click.BadParameter(str(error), param_hint="--camera") from error


def _for_frame(shot: Shot, frame: Frame) -> CameraModel | None:
    if shot.model is None:
        return None
    height, width = frame.pixels.shape[:2]
    camera = fitted(shot.model, width, height)
    if camera is None:
        raise click.BadParameter(
            f"{shot.file} is of a {shot.model.width}×{shot.model.height} camera, the photograph is "
            f"{width}×{height}: use the file of the camera that took it",
            param_hint="--camera",
        )
    return camera


def _tell(readings: Sequence[Reading | BoardReading], as_json: bool) -> None:
    if as_json:
        for reading in readings:
            click.echo(reading.as_json())
        return
    console = Console(highlight=False, soft_wrap=True)
    for i, reading in enumerate(readings):
        if i:
            console.print()
        if isinstance(reading, BoardReading):
            console.print(board_text(reading))
        else:
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
