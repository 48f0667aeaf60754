"""What all benchmarks share: one core, and legal arrangements enumerated beforehand."""

from __future__ import annotations

import cv2
import pytest

from pi_app.block_search import Candidates
from pi_app.games.blocks.sets import bundled_sets


@pytest.fixture(autouse=True, scope="session")
def one_core() -> None:
    """A Pi has other work for its other cores."""
    cv2.setNumThreads(1)


@pytest.fixture(autouse=True, scope="session")
def enumerated() -> None:
    """Done once in a process, so no photograph's time."""
    candidates = Candidates(tuple(bundled_sets().values()))
    for block_set in candidates.sets:
        candidates.arrangements(block_set)
