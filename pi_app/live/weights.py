"""The evidence of one frame as bounded weights: what each piece on each node costs."""

from __future__ import annotations

import numpy as np

from pi_app.games.scene import Scene
from vision.nodes import EMPTY, NodeEvidence

NODE_BOUND = 10.0
"""Nats that one node can say at most: something odd on one node must not outweigh all others."""

CLEAR = 2.5
"""Nats from which on a node speaks against what it is said to carry."""


class Weights:
    """At most 0 for each node and label: 0 for the likeliest, and for all where it is covered."""

    def __init__(self, evidence: NodeEvidence) -> None:
        likely = evidence.log_likelihood - evidence.log_likelihood.max(axis=1, keepdims=True)
        bounded = np.maximum(likely, -NODE_BOUND)
        bounded[evidence.covered] = 0.0
        best = evidence.log_likelihood.argmax(axis=1)
        self.nodes = evidence.nodes
        self.covered = frozenset(np.array(evidence.nodes)[evidence.covered].tolist())
        self._of = {
            node: dict(zip(evidence.labels, row, strict=True))
            for node, row in zip(evidence.nodes, bounded.tolist(), strict=True)
        }
        self._best = {
            node: evidence.labels[label] for node, label in zip(evidence.nodes, best, strict=True)
        }

    def of(self, node: str, piece: str) -> float:
        """What ``piece`` (or EMPTY) on ``node`` costs."""
        return float(self._of[node][piece])

    def total(self, scene: Scene) -> float:
        """What a whole scene costs."""
        pieces = scene.as_dict()
        return sum(self.of(node, pieces.get(node, EMPTY)) for node in self.nodes)

    def gains(self, before: Scene, after: Scene) -> tuple[float, ...]:
        """How much better ``after`` fits, for each node that differs (below 0: worse)."""
        old, new = before.as_dict(), after.as_dict()
        return tuple(
            self.of(node, new.get(node, EMPTY)) - self.of(node, old.get(node, EMPTY))
            for node in before.changed(after)
        )

    def against(self, scene: Scene, nats: float = CLEAR) -> dict[str, str]:
        """The nodes that show something else than ``scene``, by ``nats``, and what they show."""
        pieces = scene.as_dict()
        return {
            node: self._best[node]
            for node in self.nodes
            if self.of(node, pieces.get(node, EMPTY)) <= -nats
        }
