"""Photographs with known truth: the rows of .jsonl files, checked line by line."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from hardware.boards import BoardFileError, load_lattice_board
from pi_app.games.blocks.scene import BlockScene
from pi_app.games.blocks.sets import bundled_sets
from vision.errors import GyojiError

MOST_BYTES = 50_000_000
Voxel = tuple[Annotated[int, Field(ge=1, le=9)], Annotated[int, Field(ge=1, le=9)]]


class TruthError(GyojiError):
    """A damaged file of truths: names the file, the line, the field and the reason."""


@dataclass(frozen=True)
class SheetTruth:
    """What really stands on one sheet; ``faults`` are the names of what is illegal about it.

    ``lookalikes``: how many other arrangements nobody could tell apart from this one from there.
    """

    sheet: int
    set_name: str | None
    scene: BlockScene
    lookalikes: int
    tags: tuple[str, ...]
    faults: tuple[str, ...]


@dataclass(frozen=True)
class PhotoTruth:
    """One photograph, the file that tells its truth, and its sheets."""

    path: Path
    source: str
    sheets: tuple[SheetTruth, ...]


@dataclass(frozen=True)
class BoardTruth:
    """One photograph of a board of nodes; what nobody can see is in ``hidden``.

    ``points``: where nodes are seen, for a board without markers.
    """

    path: Path
    source: str
    board: str
    stones: Mapping[str, str]
    points: Mapping[str, tuple[float, float]] | None
    hidden: frozenset[str]
    tags: tuple[str, ...]


class _Row(BaseModel):
    """Rows carry more than is needed here (camera, style, …); that is ignored."""

    model_config = ConfigDict(strict=True, extra="ignore")


class _Sheet(_Row):
    sheet: Annotated[int, Field(ge=1, le=8)]
    set: str | None
    blocks: dict[str, list[Voxel]]
    lookalikes: Annotated[int, Field(ge=0)] = 0
    tags: tuple[str, ...] = ()
    faults: tuple[str, ...] = ()


class _Photo(_Row):
    file: Annotated[str, Field(pattern=r"^[^/\\]+$", min_length=1)]


class _Table(_Photo):
    sheets: Annotated[tuple[_Sheet, ...], Field(min_length=1)]
    tags: tuple[str, ...] = ()


class _OneSheet(_Photo, _Sheet):
    pass


class _Board(_Photo):
    board: Annotated[str, Field(pattern=r"^[\w.-]+$", max_length=40)] = "y-board"
    stones: dict[str, Literal["black", "white"]]
    points: dict[str, tuple[float, float]] | None = None
    hidden: tuple[str, ...] = ()
    tags: tuple[str, ...] = ()


def load_truths(folder: Path) -> list[PhotoTruth | BoardTruth]:
    """The rows of every .jsonl file of a folder and those in it; raises TruthError."""
    sources = sorted(folder.rglob("*.jsonl"))
    if not sources:
        raise TruthError(f"{folder}: no .jsonl file there tells what the photographs show")
    return [photo for source in sources for photo in _load(source)]


def _load(source: Path) -> Iterator[PhotoTruth | BoardTruth]:
    try:
        if source.stat().st_size > MOST_BYTES:
            raise TruthError(f"{source}: larger than {MOST_BYTES // 1_000_000} MB")
        lines = source.read_text(encoding="utf-8").splitlines()
    except (OSError, UnicodeDecodeError) as error:
        why = error.strerror if isinstance(error, OSError) else "it is not UTF-8 text"
        raise TruthError(f"{source}: cannot be read: {why}") from error
    for number, line in enumerate(lines, 1):
        if line.strip():
            yield _photo(source, f"{source}, line {number}", line)


def _photo(source: Path, where: str, line: str) -> PhotoTruth | BoardTruth:
    row = _checked(where, line)
    path = source.parent / row.file
    if not path.is_file():
        raise TruthError(f"{where}, file: there is no picture {row.file!r} beside it")
    if isinstance(row, _Board):
        return _board(source, where, path, row)
    if isinstance(row, _Table):
        sheets = [_truth(where, f"sheets[{i}].", s, row.tags) for i, s in enumerate(row.sheets)]
    else:
        sheets = [_truth(where, "", row, ())]
    return PhotoTruth(path, source.name, tuple(sheets))


def _checked(where: str, line: str) -> _Table | _OneSheet | _Board:
    try:
        data: Any = json.loads(line)
    except (ValueError, RecursionError) as error:
        raise TruthError(f"{where}: is not JSON ({error})") from error
    fields = data if isinstance(data, dict) else {}
    model: type[_Table] | type[_OneSheet] | type[_Board]
    model = _Table if "sheets" in fields else _Board if "stones" in fields else _OneSheet
    try:
        return model.model_validate_json(line)
    except ValidationError as error:
        first = error.errors(include_url=False, include_input=False)[0]
        field = ".".join(map(str, first["loc"])) or "the row"
        raise TruthError(f"{where}, {field}: {first['msg']}") from None


def _board(source: Path, where: str, path: Path, row: _Board) -> BoardTruth:
    try:
        known = {node.name for node in load_lattice_board(row.board).nodes}
    except BoardFileError as error:
        raise TruthError(f"{where}, board: {error}") from error
    for node in (*row.stones, *(row.points or ()), *row.hidden):
        if node not in known:
            raise TruthError(f"{where}: {row.board} has no node {node!r:.20}")
    points, hidden = row.points, frozenset(row.hidden)
    return BoardTruth(path, source.name, row.board, row.stones, points, hidden, row.tags)


def _truth(where: str, prefix: str, row: _Sheet, tags: tuple[str, ...]) -> SheetTruth:
    if row.set is not None and row.set not in bundled_sets():
        known = ", ".join(bundled_sets())
        raise TruthError(f"{where}, {prefix}set: no set {row.set!r}; known are {known}")
    scene = BlockScene.of(row.blocks)
    return SheetTruth(row.sheet, row.set, scene, row.lookalikes, (*tags, *row.tags), row.faults)
