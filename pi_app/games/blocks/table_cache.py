"""Answer tables kept on the disk between games; a damaged file is built anew.

A file is the SHA-256 of what follows, then labels (N, 27) and codes (21, N), one byte each.
"""

from __future__ import annotations

import hashlib
import json
import logging
import os
import tempfile
from pathlib import Path

import numpy as np

from pi_app.games.blocks.arrangements import VOXELS, Arrangements
from pi_app.games.blocks.deduction import AnswerTable, build_table
from pi_app.games.blocks.faults import Building
from pi_app.games.blocks.sets import BlockSet
from pi_app.games.blocks.views import lines, questions

FORMAT = 1
"""Raise this when the meaning of labels or codes changes."""
DIGEST_BYTES = 32

log = logging.getLogger(__name__)


def load_table(
    block_set: BlockSet, building: Building, folder: Path, *, top_tells_level: bool
) -> AnswerTable:
    """The table from ``folder``, or built and kept there; raises GameError as build_table does.

    A folder that cannot be written costs time only: the log says so.
    """
    path = folder / f"{_key(block_set, building, top_tells_level)}.table"
    kept = _read(path, block_set)
    if kept is not None:
        return kept
    table = build_table(block_set, building, top_tells_level=top_tells_level)
    try:
        _write(path, table)
    except OSError as error:
        log.warning("%s cannot be kept (%s): it will be built again", path, error.strerror)
    return table


def _key(block_set: BlockSet, building: Building, top_tells_level: bool) -> str:
    """Of all that the table depends on: shapes in order (not colours), rules, the sheet's lines."""
    parts = [
        FORMAT,
        [block.cubes for block in block_set.blocks],
        [building.gaps, building.needs_level_2, top_tells_level],
        list(lines().items()),
    ]
    return hashlib.sha256(json.dumps(parts).encode()).hexdigest()[:32]


def _read(path: Path, block_set: BlockSet) -> AnswerTable | None:
    """What the file holds, None if there is none or it is damaged."""
    try:
        kept = path.read_bytes()
    except FileNotFoundError:
        return None
    except OSError as error:
        log.warning("%s cannot be read (%s): the table is built anew", path, error.strerror)
        return None
    body = kept[DIGEST_BYTES:]
    count, rest = divmod(len(body), VOXELS + len(questions()))
    if rest or hashlib.sha256(body).digest() != kept[:DIGEST_BYTES]:
        log.warning("%s is damaged: the table is built anew", path)
        return None
    numbers = np.frombuffer(body, np.uint8)
    labels, codes = numbers[: count * VOXELS], numbers[count * VOXELS :]
    arrangements = Arrangements(block_set.colours, labels.reshape(count, VOXELS))
    return AnswerTable(arrangements, codes.reshape(len(questions()), count))


def _write(path: Path, table: AnswerTable) -> None:
    """Whole or not at all, whoever else writes it at the same time."""
    path.parent.mkdir(parents=True, exist_ok=True)
    body = table.arrangements.labels.tobytes() + table.codes.tobytes()
    handle, name = tempfile.mkstemp(dir=path.parent, suffix=".tmp")
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(hashlib.sha256(body).digest())
            file.write(body)
        Path(name).replace(path)
    finally:
        Path(name).unlink(missing_ok=True)
