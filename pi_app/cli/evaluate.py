"""gyoji evaluate: read a folder of photographs with known truth; count and explain the misses."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from pathlib import Path
from statistics import median

import click
from rich.console import Console
from rich.progress import Progress
from rich.table import Table
from rich.text import Text

from pi_app.evaluation import Judged, confusion, evaluate
from pi_app.truth import load_truths

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
    judged = []
    errors = Console(stderr=True)
    with Progress(console=errors, transient=True, disable=not errors.is_terminal) as progress:
        bar = progress.add_task("reading", total=sum(len(photo.sheets) for photo in photos))
        for sheet in evaluate(photos, jobs, set_unknown):
            judged.append(sheet)
            progress.advance(bar)
    if as_json:
        for sheet in judged:
            click.echo(_as_json(sheet))
    else:
        _report(judged)
    if any(sheet.outcome == "wrong" for sheet in judged):
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


def _report(judged: Sequence[Judged]) -> None:
    for sheet in judged:
        if sheet.outcome != "right":
            where = f"{sheet.photo.path.name} sheet {sheet.truth.sheet}"
            click.echo(f"{where}: {sheet.outcome}: {confusion(sheet)}")
    table = Table("sheets", *OUTCOMES, "of", "ms first", "ms again", box=None, pad_edge=False)
    for column in table.columns[1:]:
        column.justify = "right"
    for name, sheets in _groups(judged):
        table.add_row(Text(name), *_counts(sheets), *_times(sheets))
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


def _times(sheets: Sequence[Judged]) -> list[str]:
    """Median times of the photographs that could be opened, in ms."""
    photos = {s.photo.path: (s.first_ms, s.again_ms) for s in sheets if s.first_ms}
    if not photos:
        return ["-", "-"]
    return [f"{median(times):.0f}" for times in zip(*photos.values(), strict=True)]
