"""gyoji evaluate: read photographs with known truth; count and explain the misses."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from statistics import median

import click
from rich.console import Console
from rich.progress import Progress
from rich.table import Table
from rich.text import Text

from pi_app.board_evaluation import JudgedBoard, node_confusion
from pi_app.evaluation import Judged, confusion, evaluate
from pi_app.truth import PhotoTruth, load_truths

LONG = 400
OUTCOMES = ("right", "unsure", "wrong")


@click.command()
@click.argument("folder", type=click.Path(exists=True, file_okay=False, path_type=Path))
@click.option("--set-unknown", is_flag=True, help="Let the colours tell the set.")
@click.option("--jobs", type=click.IntRange(1, 64), default=1, show_default=True)
@click.option("--json", "as_json", is_flag=True, help="One JSON object a line for each sheet.")
def command(folder: Path, set_unknown: bool, jobs: int, as_json: bool) -> None:
    """Read the photographs that the .jsonl files of FOLDER tell the truth about.

    Exit code 0: no sheet was read wrong; 3: some were.
    """
    photos = load_truths(folder)
    sheets: list[Judged] = []
    boards: list[JudgedBoard] = []
    errors = Console(stderr=True)
    with Progress(console=errors, transient=True, disable=not errors.is_terminal) as progress:
        total = sum(len(p.sheets) if isinstance(p, PhotoTruth) else 1 for p in photos)
        bar = progress.add_task("reading", total=total)
        for judged in evaluate(photos, jobs, set_unknown):
            if isinstance(judged, Judged):
                sheets.append(judged)
            else:
                boards.append(judged)
            progress.advance(bar)
    if as_json:
        for line in (*map(_as_json, sheets), *map(_board_as_json, boards)):
            click.echo(line)
    else:
        if sheets:
            _report(sheets)
        if boards:
            _report_boards(boards)
    if any(s.outcome == "wrong" for s in sheets) or any(board.wrong for board in boards):
        raise click.exceptions.Exit(3)


def _as_json(sheet: Judged) -> str:
    return json.dumps(
        {
            "file": sheet.photo.path.name,
            "outcome": sheet.outcome,
            "lookalikes": sheet.truth.lookalikes,
            "tags": sheet.truth.tags,
            "first_ms": round(sheet.first_ms, 1),
            "again_ms": round(sheet.again_ms, 1),
            "blocks": sheet.truth.scene.as_dict(),
            "reading": json.loads(sheet.reading.as_json()),
        },
        ensure_ascii=False,
        separators=(",", ":"),
    )


def _board_as_json(judged: JudgedBoard) -> str:
    return json.dumps(
        {
            "file": judged.photo.path.name,
            "nodes": judged.nodes,
            "right": judged.right,
            "unsure": judged.unsure,
            "wrong": judged.wrong,
            "tags": judged.photo.tags,
            "first_ms": round(judged.first_ms, 1),
            "again_ms": round(judged.again_ms, 1),
            "stones": dict(judged.photo.stones),
            "reading": json.loads(judged.reading.as_json()),
        },
        ensure_ascii=False,
        separators=(",", ":"),
    )


def _report_boards(judged: Sequence[JudgedBoard]) -> None:
    for board in judged:
        if board.right < board.nodes:
            click.echo(f"{board.photo.path.name}: {node_confusion(board)}")
    table = _table("nodes", *OUTCOMES, "of", "right", "ms first", "ms again")
    for name, boards in _board_groups(judged):
        right, unsure, wrong = (
            sum(b.right for b in boards),
            sum(len(b.unsure) for b in boards),
            sum(len(b.wrong) for b in boards),
        )
        nodes = right + unsure + wrong
        share = f"{100 * right / nodes:.2f} %"
        counts = map(str, (right, unsure, wrong, nodes))
        table.add_row(
            Text(name), *counts, share, *_medians((b.first_ms, b.again_ms) for b in boards)
        )
    _print(table)


def _board_groups(judged: Sequence[JudgedBoard]) -> Iterator[tuple[str, list[JudgedBoard]]]:
    """The rows of the table: per file, per tag, and all."""
    for source in dict.fromkeys(board.photo.source for board in judged):
        yield source, [board for board in judged if board.photo.source == source]
    for tag in sorted({tag for board in judged for tag in board.photo.tags}):
        yield f"tag {tag}", [board for board in judged if tag in board.photo.tags]
    yield "all", list(judged)


def _report(judged: Sequence[Judged]) -> None:
    for sheet in judged:
        if sheet.outcome != "right":
            where = f"{sheet.photo.path.name} sheet {sheet.truth.sheet}"
            click.echo(f"{where}: {sheet.outcome}: {confusion(sheet)}")
    table = _table("sheets", *OUTCOMES, "of", "ms first", "ms again")
    for name, sheets in _groups(judged):
        times = {s.photo.path: (s.first_ms, s.again_ms) for s in sheets}
        table.add_row(Text(name), *_counts(sheets), *_medians(times.values()))
    _print(table)


def _table(*columns: str) -> Table:
    table = Table(*columns, box=None, pad_edge=False)
    for column in table.columns[1:]:
        column.justify = "right"
    return table


def _print(table: Table) -> None:
    console = Console()
    console.print(table, width=None if console.is_terminal else LONG)


def _groups(judged: Sequence[Judged]) -> Iterator[tuple[str, list[Judged]]]:
    """The rows of the table: per file, per tag, by look-alikes, and all."""
    for source in dict.fromkeys(sheet.photo.source for sheet in judged):
        yield source, [sheet for sheet in judged if sheet.photo.source == source]
    for tag in sorted({tag for sheet in judged for tag in sheet.truth.tags}):
        yield f"tag {tag}", [sheet for sheet in judged if tag in sheet.truth.tags]
    alike = [sheet for sheet in judged if sheet.truth.lookalikes]
    if alike:
        yield "no look-alikes", [sheet for sheet in judged if not sheet.truth.lookalikes]
        yield "look-alikes", alike
    yield "all", list(judged)


def _counts(sheets: Sequence[Judged]) -> list[str]:
    found: list[str] = [sheet.outcome for sheet in sheets]
    return [*(str(found.count(outcome)) for outcome in OUTCOMES), str(len(found))]


def _medians(times_ms: Iterable[tuple[float, float]]) -> list[str]:
    """Of the photographs that could be opened, first and second reading."""
    opened = [times for times in times_ms if times[0]]
    return [f"{median(times):.0f}" for times in zip(*opened, strict=True)] or ["-", "-"]
