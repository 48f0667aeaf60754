"""What must last before it counts: hands over the board, and doubts."""

from __future__ import annotations

from pi_app.live.findings import Unsure
from vision.nodes import NodeEvidence

COVER_S = 10.0
"""Still seconds after which what covers a node is no hand: play goes on without that node."""
PROBLEM_S = 5.0
"""Seconds without any reading (no light, no board) before it is told."""
MANY_NODES = 6
"""More that are amiss at once are rather something over the board than the players' doing: what
explains them must last for PROBLEM_S too."""
DOUBT_S = 0.4
SET_UP_S = 2.0
"""People are setting up; a board that is not as at the start is told when they rest."""
LONGEST_STEP_S = 1.0


class Cover:
    """Which nodes are covered by hands, which by things that stay."""

    def __init__(self) -> None:
        self._still_s: dict[str, float] = {}
        self._last_s = 0.0

    def step(self, evidence: NodeEvidence, time_s: float) -> tuple[bool, tuple[str, ...]]:
        """Whether to wait, and the nodes that are from now on taken to stay covered."""
        passed_s = min(time_s - self._last_s, LONGEST_STEP_S)
        self._last_s = time_s
        before = self._still_s
        covered = [node for node, hidden in zip(evidence.nodes, evidence.covered) if hidden]  # noqa: B905
        self._still_s = {
            node: before[node] + passed_s if node in before else 0.0 for node in covered
        }
        lasting = {node for node, still_s in self._still_s.items() if still_s >= COVER_S}
        new = tuple(sorted(node for node in lasting if before[node] < COVER_S))
        return len(lasting) < len(covered), new


class Doubt:
    """A doubt that comes and goes is none."""

    def __init__(self) -> None:
        self._since_s: float | None = None

    def clear(self) -> None:
        """There is none now."""
        self._since_s = None

    def lasts(self, time_s: float, long_s: float) -> bool:
        """Whether there has been one, this included, for ``long_s``."""
        if self._since_s is None:
            self._since_s = time_s
        return time_s - self._since_s >= long_s


def covering(nodes: tuple[str, ...]) -> Unsure:
    """Something stays on these nodes."""
    return Unsure(f"something covers {', '.join(nodes)}", nodes)
