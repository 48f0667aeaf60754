"""How long a device may think: a number of random games, so that equal seeds choose equally."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Budget:
    """Random games to be played for one choice."""

    playouts: int


LEVELS = {
    1: Budget(64),
    2: Budget(512),
    3: Budget(8_192),
    4: Budget(65_536),
    5: Budget(262_144),
}
"""Strength by level, from a child's opponent to the strongest that still answers in seconds."""
DEFAULT_LEVEL = 3
