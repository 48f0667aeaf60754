"""Advice to one player from what was said at the table: how much remains, what to ask next."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path

import platformdirs

from pi_app.games.blocks.deduction import AnswerTable, best_questions, knowledge, remaining
from pi_app.games.blocks.faults import Building
from pi_app.games.blocks.scene import BlockScene
from pi_app.games.blocks.sets import BlockSet
from pi_app.games.blocks.state import State
from pi_app.games.blocks.table_cache import load_table
from pi_app.games.blocks.views import What


@dataclass(frozen=True)
class Advice:
    """``remain``: how many arrangements fit all answers; ``only``: the one, if it is one.

    ``questions``: the best next ones with their expected information in bits, best first.
    """

    remain: int
    only: BlockScene | None
    questions: Sequence[tuple[What, float]]


def advise(state: State, seat: int, folder: Path | None = None) -> Advice:
    """Advice to ``seat``; uses nothing but what has been said to it. Tables are kept in ``folder``.

    Raises GameError if there are too many arrangements to weigh.
    """
    rules = state.rules
    table = _table(
        rules.sets[rules.target(seat)],
        rules.building,
        rules.top_tells_level,
        folder or platformdirs.user_cache_path("gyoji"),
    )
    left = remaining(table, knowledge(state, seat))
    only = table.arrangements.scene(int(left[0])) if len(left) == 1 else None
    return Advice(len(left), only, best_questions(table, left))


@lru_cache(maxsize=2)
def _table(
    block_set: BlockSet, building: Building, top_tells_level: bool, folder: Path
) -> AnswerTable:
    return load_table(block_set, building, folder, top_tells_level=top_tells_level)
