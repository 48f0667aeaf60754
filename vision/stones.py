"""Empty, black or white? What a picture says of each node of a board, as likelihoods.

Two kinds of evidence, each explained by why it is so. *Print*: a stone hides the lines or the
target beneath it, whatever the light. *Colour*: against the bare board around it black absorbs all
light, white returns the lamp's own colour, an empty node looks like the board. How bright and
which tint that is in this picture is learned from the picture itself (expectation-maximisation
with priors). What none of the three explains, such as a hand, is foreign and says nothing.
"""

from __future__ import annotations

import numpy as np

from vision.lattice_view import LatticeView
from vision.nodes import EMPTY, NodeEvidence
from vision.stone_looks import look
from vision.stone_weights import weigh
from vision.types import Pixels

LABELS = (EMPTY, "black", "white")
MOST_SURE = 1e-7
"""Nothing in a picture is surer than this."""
UNKNOWN_BOARD = 30
"""So many nodes of each kind are as if seen before a picture is."""


def read_stones(pixels: Pixels, view: LatticeView, nodes: tuple[str, ...]) -> NodeEvidence:
    """The evidence of one picture (H, W, 3) for each node of the board in ``view``."""
    likelihood, foreign = weigh(look(pixels, view))
    prior = np.log(foreign)[:, None]
    logs = np.logaddexp(likelihood[:, :3] + np.log1p(-foreign)[:, None], likelihood[:, 3:] + prior)
    logs -= logs.max(axis=1, keepdims=True)
    covered = logs.min(axis=1) > -1.0
    counts = np.bincount(logs[~covered].argmax(axis=1), minlength=3) + UNKNOWN_BOARD
    logs = np.maximum(logs, np.log(MOST_SURE))
    return NodeEvidence(nodes, LABELS, logs, covered, share=counts / counts.sum())
