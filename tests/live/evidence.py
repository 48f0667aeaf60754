"""Evidence as a camera would give it, made from what is said to stand on the nodes."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

import numpy as np

from pi_app.games.stones.board import NAMES
from vision.nodes import EMPTY, NodeEvidence

LABELS = (EMPTY, "black", "white")
CLEAR = 9.0
"""Nats by which what stands there is ahead of all else."""


def stones(text: str) -> dict[str, str]:
    """``"d5 f1 / e3"``: black stones, then white ones."""
    black, _, white = text.partition("/")
    return {
        node: colour
        for colour, nodes in (("black", black), ("white", white))
        for node in nodes.split()
    }


def seen(
    pieces: Mapping[str, str],
    covered: Iterable[str] = (),
    doubts: Mapping[str, Mapping[str, float]] | None = None,
    problem: str | None = None,
) -> NodeEvidence:
    """Clear evidence of ``pieces``; ``doubts`` gives nodes other log-likelihoods by label."""
    table = np.full((len(NAMES), len(LABELS)), -CLEAR)
    for row, node in enumerate(NAMES):
        table[row, LABELS.index(pieces.get(node, EMPTY))] = 0.0
    for node, likely in (doubts or {}).items():
        table[NAMES.index(node)] = [likely.get(label, -CLEAR) for label in LABELS]
    hidden = np.isin(NAMES, list(covered)) | (problem is not None)
    table[hidden] = 0.0
    return NodeEvidence(NAMES, LABELS, table, hidden, problem)
