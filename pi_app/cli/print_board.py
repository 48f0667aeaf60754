"""``gyoji print``: any board as a true-scale PDF."""

from __future__ import annotations

import os
import re
import tempfile
from pathlib import Path

import click

from hardware.boards import board_names, load_board
from hardware.printing import PAPERS_MM, PrintError, print_blocks, print_lattice
from vision.board import BlockSheet, LatticeBoard


def _sheet_numbers(
    ctx: click.Context,  # noqa: ARG001
    param: click.Parameter,  # noqa: ARG001
    value: str | None,
) -> tuple[int, ...]:
    """``5``, ``1-4`` or ``1,3-4``, each from 1 to 8, as given; others are wrong usage."""
    numbers: list[int] = []
    for part in value.split(",") if value is not None else ():
        match = re.fullmatch(r"([1-8])(?:-([1-8]))?", part.strip())
        if not match or int(match[2] or match[1]) < int(match[1]):
            raise click.BadParameter(f"{value!r} is not like 5, 1-4 or 1,3 (sheets 1 to 8)")
        numbers += range(int(match[1]), int(match[2] or match[1]) + 1)
    return tuple(dict.fromkeys(numbers))


@click.command(name="print")
@click.argument("board")
@click.option("--sheets", callback=_sheet_numbers, help="Block sheets to print, such as 1-4.")
@click.option(
    "--style",
    type=click.Choice(["checked", "plain", "targets"]),
    help="Default: the board's first.",
)
@click.option("--paper", type=click.Choice(list(PAPERS_MM)), default="a4", show_default=True)
@click.option("-o", "--output", type=click.Path(path_type=Path), help="Default: BOARD.pdf.")
def command(
    board: str,
    sheets: tuple[int, ...],
    style: str | None,
    paper: str,
    output: Path | None,
) -> None:
    """Print BOARD, a known board or your own board file, at true scale.

    Print the file at 100 % ("actual size") and check the 100 mm rule on the paper.
    """
    loaded = load_board(board)
    pdf = _pdf(loaded, sheets, style or loaded.styles[0], paper)
    target = output or Path(f"{loaded.name}.pdf")
    _write(target, pdf)
    click.echo(f"{target}: print at 100 % and check that the rule is 100 mm long")


command.epilog = f"Known boards: {', '.join(board_names())}."


def _pdf(
    board: BlockSheet | LatticeBoard, sheets: tuple[int, ...], style: str, paper: str
) -> bytes:
    if isinstance(board, BlockSheet):
        return print_blocks(board, sheets or (1, 2, 3, 4), style, paper)
    if sheets:
        raise click.UsageError(f"{board.name} has no sheet numbers; leave out --sheets")
    return print_lattice(board, style, paper)


def _write(target: Path, data: bytes) -> None:
    """Write beside the target, then put it in place, so that a full disk leaves no half file."""
    try:
        if target.exists() and not target.read_bytes().startswith(b"%PDF"):
            raise PrintError(f"{target}: exists and is not a PDF; choose another name with -o")
        handle, name = tempfile.mkstemp(dir=target.parent, prefix=".gyoji-", suffix=".pdf")
        try:
            with os.fdopen(handle, "wb") as file:
                file.write(data)
            Path(name).chmod(0o644)
            Path(name).replace(target)
        finally:
            Path(name).unlink(missing_ok=True)
    except OSError as error:
        raise PrintError(f"{target}: cannot be written: {error.strerror}") from error
