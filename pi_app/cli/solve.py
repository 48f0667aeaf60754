"""gyoji solve: shortest solutions of the supply-line solitaires, proved to be the shortest."""

from __future__ import annotations

import sys
import time
from collections.abc import Callable
from pathlib import Path

import click
from rich.console import Console
from rich.progress import Progress

from pi_app.solving.knowledge import Knowledge, default_path, fresh, load, save
from pi_app.solving.picture import write_picture
from pi_app.solving.puzzle import GAMES, Puzzle, puzzle
from pi_app.solving.solutions import Solution, states_of
from pi_app.solving.solutions import load as load_solution
from pi_app.solving.solver import improve
from pi_app.workers import Workers, cores
from vision.errors import GyojiError

QUICK = "supply-line"
"""Solved from nothing each time: it takes seconds."""
CTRL_C = 130


class SolveError(GyojiError):
    """Asked for in a way that cannot be done."""

    exit_code = 2


@click.command()
@click.argument("solitaire", type=click.Choice(list(GAMES)), required=False)
@click.option("--goal", help="border or corner; three-corners or one-corner. Without: both.")
@click.option("--minutes", type=click.FloatRange(0, min_open=True), help="Stop after so long.")
@click.option(
    "--cores", "jobs", type=click.IntRange(1, 256), help="Processes to use; without: all cores."
)
@click.option("--afresh", is_flag=True, help="Begin from nothing, not from what is known.")
@click.option("--state", type=click.Path(path_type=Path), help="Keep what is known in this file.")
@click.option(
    "--check", "file", type=click.Path(path_type=Path), help="Replay the solution in this file."
)
@click.option("--picture", type=click.Path(path_type=Path), help="Draw the solution (SVG).")
@click.option("-o", "--output", type=click.Path(path_type=Path), help="Write the solution here.")
def command(  # noqa: PLR0913, PLR0917 - each is an option
    solitaire: str | None,
    goal: str | None,
    minutes: float | None,
    jobs: int | None,
    afresh: bool,
    state: Path | None,
    file: Path | None,
    picture: Path | None,
    output: Path | None,
) -> None:
    """Find the fewest moves that solve SOLITAIRE; a chain of jumps by one stone is one move.

    Ctrl-C ends it; what was found is kept, and the next start goes on from there.
    """
    if file is not None:
        _check(file, solitaire, picture)
        return
    goals = _goals(solitaire, goal)
    if len(goals) > 1 and (state or picture or output):
        raise SolveError("--state, --picture and --output are for one goal: add --goal GOAL")
    ends_s = None if minutes is None else time.monotonic() + 60 * minutes
    with Workers(jobs or cores()) as workers:
        for left, game in zip(range(len(goals), 0, -1), goals, strict=True):
            now = time.monotonic()
            until_s = None if ends_s is None else now + (ends_s - now) / left
            path = state or (None if game.game.name == QUICK else default_path(game))
            known = _known(game, path, afresh)
            stopped = _search(known, workers, path, until_s)
            _tell(known, path)
            _keep(known.best, picture, output)
            if stopped:
                sys.exit(CTRL_C)


def _goals(solitaire: str | None, goal: str | None) -> list[Puzzle]:
    if solitaire is None:
        raise SolveError(f"name a solitaire ({' or '.join(GAMES)}), or --check FILE")
    choices = [str(choice) for choice in GAMES[solitaire].options["goal"].choices]
    if goal is not None and goal not in choices:
        raise SolveError(f"--goal of {solitaire} is {' or '.join(choices)}, not {goal!r:.30}")
    return [puzzle(solitaire, choice) for choice in choices if goal in (None, choice)]


def _known(game: Puzzle, path: Path | None, afresh: bool) -> Knowledge:
    if path is not None and not afresh:
        return load(path, game)
    return fresh(game, None)


def _search(known: Knowledge, workers: Workers, path: Path | None, until_s: float | None) -> bool:
    """Improve what is known until it is settled or time is up; whether Ctrl-C was pressed."""
    errors = Console(stderr=True)
    stopped = False
    with Progress(console=errors, transient=True, disable=not errors.is_terminal) as progress:
        bar = progress.add_task("", total=1.0)
        try:
            for step in improve(known, workers):
                progress.update(bar, description=step.doing, completed=step.share)
                if step.news:
                    progress.console.print(f"{known.game.goal}: {step.news}", soft_wrap=True)
                    _save(known, path)
                if until_s is not None and time.monotonic() >= until_s:
                    break
        except KeyboardInterrupt:
            stopped = True
    _save(known, path)
    return stopped


def _save(known: Knowledge, path: Path | None) -> None:
    if path is not None:
        save(path, known)


def _tell(known: Knowledge, path: Path | None) -> None:
    name = f"{known.game.game.name}, {known.game.goal}"
    if known.best is None:
        click.echo(f"{name}: no solution yet; at least {known.least} moves are needed")
    else:
        moves = len(known.best.moves)
        proof = "the fewest: every way in fewer was refuted"
        open_ = f"at least {known.least} are needed; it is not known whether {moves} are"
        click.echo(f"{name}: {moves} moves, {proof if known.settled else open_}")
        click.echo(known.best.text(), nl=False)
    if path is not None and not known.settled:
        click.echo(f"the next start goes on from here: {path}", err=True)


def _keep(solution: Solution | None, picture: Path | None, output: Path | None) -> None:
    if solution is None:
        return
    if picture is not None:
        write_picture(picture, states_of(solution))
    if output is not None:
        _written(output, lambda: output.write_text(solution.text(), encoding="utf-8"))


def _check(file: Path, solitaire: str | None, picture: Path | None) -> None:
    solution, states = load_solution(file)
    if solitaire is not None and solution.puzzle.split()[0] != solitaire:
        raise GyojiError(f"{file} solves {solution.puzzle}, not {solitaire}")
    jumps = states[0].cells.count(1) - states[-1].cells.count(1)
    click.echo(f"{solution.puzzle}: solved in {len(solution.moves)} moves, {jumps} jumps")
    if picture is not None:
        write_picture(picture, states)


def _written(path: Path, write: Callable[[], object]) -> None:
    try:
        write()
    except OSError as error:
        raise GyojiError(f"{path} cannot be written ({error.strerror}): choose another") from error
