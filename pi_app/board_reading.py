"""What stands on a board of nodes in a photograph: certain stones, and doubtful nodes."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Literal, get_args

from pi_app.games.scene import Scene
from vision.board import LatticeBoard
from vision.lattice_place import LatticePlace, Points, find_lattice, follow, place_by_points
from vision.nodes import EMPTY, NodeEvidence, blind
from vision.stones import LABELS, read_stones
from vision.types import CameraModel, Frame

CERTAIN = 0.99
"""What is less probable is reported as uncertain."""
SHOWN = 0.0005
"""Probabilities below this are left out."""

Status = Literal["read", "unsure", "unreadable"]


@dataclass(frozen=True)
class BoardReading:
    """``read``: every node is certain. ``unsure``: the nodes in ``uncertain`` are not; by node
    each label's probability. ``unreadable``: nothing is known, ``reason`` says why."""

    status: Status
    board: str
    stones: Mapping[str, str] = field(default_factory=dict)
    uncertain: Mapping[str, Mapping[str, float]] = field(default_factory=dict)
    reason: str = ""

    @property
    def scene(self) -> Scene:
        """What stands there for certain."""
        return Scene.of(self.stones)

    def as_json(self) -> str:
        """One line of JSON, the form that ``gyoji read --json`` prints."""
        return json.dumps(
            {
                "status": self.status,
                "board": self.board,
                "stones": dict(self.stones),
                "uncertain": {node: dict(p) for node, p in self.uncertain.items()},
                "reason": self.reason,
            },
            ensure_ascii=False,
            separators=(",", ":"),
        )

    @classmethod
    def from_json(cls, text: str) -> BoardReading:
        """The inverse of ``as_json``; raises ValueError."""
        data: Any = json.loads(text)
        try:
            if data["status"] not in get_args(Status):
                raise ValueError(f"status {data['status']!r:.20} is none of {get_args(Status)}")
            return cls(
                data["status"],
                str(data["board"]),
                {str(node): str(stone) for node, stone in data["stones"].items()},
                {
                    str(node): {str(label): float(p) for label, p in odds.items()}
                    for node, odds in data["uncertain"].items()
                },
                str(data["reason"]),
            )
        except (KeyError, TypeError, AttributeError) as error:
            raise ValueError(f"not the reading of a board: {error!r}") from error


class BoardReader:
    """Reads frames of one board. A still camera pays for finding it once.

    ``model``: the camera, if it is calibrated. ``points``: where nodes are seen in the first
    frame, for a board without markers.
    """

    def __init__(
        self, board: LatticeBoard, model: CameraModel | None = None, points: Points | None = None
    ) -> None:
        self.board = board
        self.nodes = tuple(node.name for node in board.nodes)
        self.place: LatticePlace | None = None
        self._model, self._points = model, points

    def observe(self, frame: Frame) -> NodeEvidence:
        """What the frame says of each node."""
        found = self._find(frame)
        if isinstance(found, str):
            return blind(self.nodes, LABELS, found)
        self.place = found
        return read_stones(frame.pixels, found.view, self.nodes)

    def read(self, frame: Frame) -> BoardReading:
        """The same, decided node by node."""
        return decide(self.board.name, self.observe(frame))

    def _find(self, frame: Frame) -> LatticePlace | str:
        pixels = frame.pixels
        if self.place is not None and self.place.holds(pixels):
            return self.place
        model = self._model or frame.model
        if self._points is None:
            return find_lattice(pixels, self.board, model, exact=self._model is not None)
        if self.place is not None:
            return follow(pixels, self.board, self.place)
        return place_by_points(pixels, self.board, self._points, model)


def decide(board: str, evidence: NodeEvidence) -> BoardReading:
    """Each node by itself: certain or not."""
    if evidence.problem is not None:
        return BoardReading("unreadable", board, reason=evidence.problem)
    stones: dict[str, str] = {}
    uncertain: dict[str, dict[str, float]] = {}
    for node, odds in zip(evidence.nodes, evidence.informed, strict=True):
        best = int(odds.argmax())
        if odds[best] < CERTAIN:
            uncertain[node] = {
                label: round(float(p), 3)
                for label, p in zip(evidence.labels, odds, strict=True)
                if p >= SHOWN
            }
        elif evidence.labels[best] != EMPTY:
            stones[node] = evidence.labels[best]
    status: Status = "unsure" if uncertain else "read"
    return BoardReading(status, board, stones, uncertain, _why(evidence, tuple(uncertain)))


def _why(evidence: NodeEvidence, uncertain: tuple[str, ...]) -> str:
    if not uncertain:
        return ""
    covered = {
        node for node, hidden in zip(evidence.nodes, evidence.covered, strict=True) if hidden
    }
    hidden = [node for node in uncertain if node in covered]
    dim = [node for node in uncertain if node not in covered]
    parts = []
    if hidden:
        parts.append(f"something that is no stone covers {listed(hidden)}: clear the view")
    if dim:
        parts.append(
            f"{listed(dim)} cannot be told for certain: more even light, a sharper picture"
        )
    return "; ".join(parts)


def listed(names: list[str], most: int = 8) -> str:
    """``a1, a2, b3 and 5 more``"""
    more = len(names) - most
    text = ", ".join(names[:most])
    return f"{text} and {more} more" if more > 0 else text
