"""What stands on the nodes of a board: the form in which rules and vision speak to each other."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass


@dataclass(frozen=True)
class Scene:
    """Pieces by node, in order of the names, so that scenes compare; empty nodes are left out."""

    pieces: tuple[tuple[str, str], ...]

    @classmethod
    def of(cls, pieces: Mapping[str, str]) -> Scene:
        """From {"d5": "black", …}."""
        return cls(tuple(sorted(pieces.items())))

    def as_dict(self) -> dict[str, str]:
        """The inverse of ``of``, ready for JSON."""
        return dict(self.pieces)

    def changed(self, other: Scene) -> tuple[str, ...]:
        """The nodes on which the two scenes differ, in order of their names."""
        return tuple(sorted({node for node, _ in set(self.pieces) ^ set(other.pieces)}))
