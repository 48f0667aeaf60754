"""gyoji perft: count the sequences of legal moves of a game, depth by depth."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Any

import click
from rich.console import Console
from rich.progress import Progress

from pi_app.cli.options import rule_option, rules_given
from pi_app.games import registry
from pi_app.games.game import Game
from pi_app.games.perft import leaves
from vision.errors import GyojiError

LEAST_STEP = 0.001
"""Progress is shown in steps of a thousandth."""


class PerftError(GyojiError):
    """Asked for in a way that cannot be counted."""

    exit_code = 2


@click.command()
@click.argument("game", type=click.Choice(list(registry.GAMES)))
@click.argument("depth", type=click.IntRange(1, 20))
@click.option("--position", metavar="TEXT", help="Where to begin; it carries its own rules.")
@rule_option
def command(game: str, depth: int, position: str | None, rules: tuple[str, ...]) -> None:
    """Count the sequences of 1 to DEPTH legal moves of GAME.

    The counts check the rules against other programs and against arithmetic. Giving up is not
    counted in the games of stones.
    """
    if position is not None and rules:
        raise PerftError("--position carries its own rules: give no --rule with it")
    engine = registry.find(game)
    state = (
        engine.start(rules_given(rules)) if position is None else engine.parse_position(position)
    )
    click.echo(f"{'depth':>5} {'leaves':>15} {'seconds':>9}")
    for moves in range(1, depth + 1):
        begun = time.perf_counter()
        count = _counted(engine, state, moves)
        click.echo(f"{moves:>5} {count:>15,} {time.perf_counter() - begun:>9.2f}")


def _counted(engine: Game[Any, Any], state: object, depth: int) -> int:
    """The leaves, with a bar on the terminal meanwhile."""
    console = Console(stderr=True)
    with Progress(console=console, transient=True, disable=not console.is_terminal) as progress:
        bar = progress.add_task(f"depth {depth}", total=1.0)
        return leaves(engine, state, depth, _in_steps(lambda part: progress.advance(bar, part)))


def _in_steps(advance: Callable[[float], None]) -> Callable[[float], None]:
    """Small parts are saved up: showing them takes longer than counting them."""
    saved = 0.0

    def done(part: float) -> None:
        nonlocal saved
        saved += part
        if saved >= LEAST_STEP:
            advance(saved)
            saved = 0.0

    return done
