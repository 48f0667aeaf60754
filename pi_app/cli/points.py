"""The option --point: where nodes of a board without markers are seen, as pixels."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from typing import TypeVar

import click

from vision.board import LatticeBoard

Command = TypeVar("Command", bound=Callable[..., object])


def point_option(command: Command) -> Command:
    """Add ``--point NODE=X,Y``, once for each point, passed as ``points``."""
    return click.option(
        "--point",
        "points",
        multiple=True,
        metavar="NODE=X,Y",
        help="Where a node is seen, in pixels; four or more for a board without markers.",
    )(command)


def points_given(
    board: LatticeBoard, points: Sequence[str]
) -> Mapping[str, tuple[float, float]] | None:
    """The points by node, None if none were given; raises click.BadParameter."""
    if not points and not board.markers:
        far = ", ".join(f"--point {name}=X,Y" for name in _outermost(board))
        raise click.BadParameter(
            f"{board.name} has no markers: say where it is, such as {far}", param_hint="--point"
        )
    found = dict(_point(board, text) for text in points)
    if points and len(found) < len(points):
        raise click.BadParameter("a node is named twice", param_hint="--point")
    return found or None


def _point(board: LatticeBoard, text: str) -> tuple[str, tuple[float, float]]:
    name, _, place = text.partition("=")
    names = {node.name.lower(): node.name for node in board.nodes}
    if name.strip().lower() not in names:
        raise click.BadParameter(
            f"{board.name} has no node {name!r:.20}; the first is {board.nodes[0].name}",
            param_hint="--point",
        )
    try:
        x, y = (float(number) for number in place.split(","))
    except ValueError:
        x = y = math.nan
    if not (math.isfinite(x) and math.isfinite(y)):
        raise click.BadParameter(
            f"{text!r:.40}: write a node and its pixel, such as {name}=512,88",
            param_hint="--point",
        )
    return names[name.strip().lower()], (x, y)


def _outermost(board: LatticeBoard) -> list[str]:
    """Four nodes as far out as there are."""
    ways = ((-1, 1), (1, 1), (1, -1), (-1, -1))
    return [max(board.nodes, key=lambda n: x * n.x_mm + y * n.y_mm).name for x, y in ways]
