"""What one still picture says about the game: nothing new, moves, a take-back, a fault, a doubt."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Generic

from pi_app.games.game import Move


@dataclass(frozen=True)
class Unchanged:
    """The board is as recorded."""


@dataclass(frozen=True)
class Played(Generic[Move]):
    """Legal moves in the order they can have been made, ``after`` so many were taken back."""

    moves: tuple[Move, ...]
    after: int = 0


@dataclass(frozen=True)
class TakenBack:
    """The board is as it was ``count`` moves ago."""

    count: int


@dataclass(frozen=True)
class Illegal:
    """No legal explanation: why, and the nodes to put back."""

    reason: str
    restore: tuple[str, ...]


@dataclass(frozen=True)
class Unsure:
    """Too little to decide on: why, and the nodes in question."""

    reason: str
    nodes: tuple[str, ...] = ()


Finding = Unchanged | Played[Move] | TakenBack | Illegal | Unsure
