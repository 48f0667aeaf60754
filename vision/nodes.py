"""What one frame says about the nodes of a board: evidence for each piece that may stand there."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from vision.types import Floats

EMPTY = "empty"


@dataclass(frozen=True, eq=False)
class NodeEvidence:
    """The likelihood of each label at each node.

    ``log_likelihood`` is (nodes, labels), natural logarithms up to a constant for each node;
    ``labels`` begins with EMPTY. A ``covered`` node (a hand, a thing that is no piece) says
    nothing: its likelihoods are all equal. ``problem`` says in one line why the board cannot be
    read at all; then every node is covered.
    """

    nodes: tuple[str, ...]
    labels: tuple[str, ...]
    log_likelihood: Floats
    covered: NDArray[np.bool_]
    problem: str | None = None
    share: Floats | None = None
    """(labels,): how common each is on this board, as a prior for who knows nothing better."""

    @property
    def posterior(self) -> Floats:
        """(nodes, labels): probabilities if every label were as likely as another before."""
        return _shares(self.log_likelihood)

    @property
    def informed(self) -> Floats:
        """(nodes, labels): probabilities with ``share`` as the prior."""
        return _shares(self.log_likelihood + (0.0 if self.share is None else np.log(self.share)))

    def log_odds(self, pieces: Mapping[str, str]) -> Floats:
        """(nodes,): how much less likely than its best label is what ``pieces`` says of each node.

        At most 0; its sum is the scene's log-likelihood, up to a constant of the frame.
        """
        column = {label: i for i, label in enumerate(self.labels)}
        said = np.array([column[pieces.get(node, EMPTY)] for node in self.nodes])
        best = self.log_likelihood.max(axis=1)
        return np.asarray(self.log_likelihood[np.arange(len(said)), said] - best)


def _shares(logs: Floats) -> Floats:
    weight = np.exp(logs - logs.max(axis=1, keepdims=True))
    return np.asarray(weight / weight.sum(axis=1, keepdims=True))


def blind(nodes: tuple[str, ...], labels: tuple[str, ...], problem: str) -> NodeEvidence:
    """No evidence at all, and why."""
    return NodeEvidence(
        nodes, labels, np.zeros((len(nodes), len(labels))), np.ones(len(nodes), bool), problem
    )
