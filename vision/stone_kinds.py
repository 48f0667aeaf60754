"""How empty nodes, black and white stones look: known before a picture, and learned from it."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from vision.types import Floats

QUARTERS = 2.0
"""Four quarters of one stone see much the same: they count as so many independent ones."""
SHADE = 0.5
"""How deep shadows usually are, as a logarithm of light."""
SHADE_TINT = 0.15
"""How much the light in a shadow differs in tint from the lamp's."""
GLOSS_DENSITY = 1.0
"""Density of the tints that a reflection of the lamp may give."""
ROOT_TAU = float(np.sqrt(2 * np.pi))


@dataclass(frozen=True)
class Kind:
    """What is known of one kind of node before a picture is seen: colours as in ``Looks``.

    ``loose``: how far a picture's middle may lie from ``expected``; ``spread``: how far its nodes
    lie from that middle, least, usually and at most.
    """

    expected: Floats
    loose: Floats
    spread: tuple[Floats, Floats, Floats]
    limits: tuple[Floats, Floats]
    """Between these lies the middle on any board."""


@dataclass(frozen=True, eq=False)
class Learned:
    """One kind of node as it looks in this picture, told to each node by the others alone.

    ``middle`` and ``unknown``, how far that may be off, are (nodes, 3); ``spread`` is (3,).
    """

    middle: Floats
    unknown: Floats
    spread: Floats
    share: float


def usual_kinds(tint: Floats) -> tuple[Kind, Kind, Kind]:
    """Empty, black and white as they may be on a board of this ``tint`` (2,)."""

    def spreads(*of: tuple[float, float]) -> tuple[Floats, Floats, Floats]:
        least, usual, most = (np.array([bright, tint, tint]) for bright, tint in of)
        return least, usual, most

    return (
        Kind(
            np.array([0.0, 0.0, 0.0]),
            np.array([0.1, 0.08, 0.08]),
            spreads((0.06, 0.04), (0.12, 0.08), (0.3, 0.2)),
            (np.array([-0.3, -0.12, -0.12]), np.array([0.3, 0.12, 0.12])),
        ),
        Kind(
            np.array([-2.3, 0.0, 0.0]),
            np.array([0.7, 0.6, 0.6]),
            spreads((0.2, 0.15), (0.35, 0.3), (0.7, 0.5)),
            (np.array([-5.0, -2.0, -2.0]), np.array([-0.7, 2.0, 2.0])),
        ),
        # As white as the camera takes the light to be, or as this board is, or between.
        Kind(
            np.array([0.1, *(-0.5 * tint)]),
            np.array([0.35, *(0.2 + 0.4 * np.abs(tint))]),
            spreads((0.06, 0.04), (0.2, 0.06), (0.45, 0.2)),
            (np.array([-0.45, -2.0, -2.0]), np.array([2.5, 2.0, 2.0])),
        ),
    )


def learn(kind: Kind, colour: Floats, weight: Floats) -> Learned:
    """The kind as it is here: colours (nodes, 4, 3) of nodes that are of it with these weights.

    A node must not vouch for itself: a lone reflection would be a kind of its own.
    """
    floor, usual, ceiling = kind.spread
    total = float(weight.sum())
    own = colour.mean(axis=1)
    mean = weight @ own / max(total, 1e-9)
    squares = ((colour - mean) ** 2).mean(axis=1)
    variance = (weight @ squares + 4 * usual**2) / (total + 4)
    spread = np.clip(np.sqrt(variance), floor, ceiling)
    others = (total - weight)[:, None] / spread**2
    prior = 1 / kind.loose**2
    sums = (total * mean - weight[:, None] * own) / spread**2
    middle = (sums + prior * kind.expected) / (others + prior)
    middle = np.clip(middle, *kind.limits)
    return Learned(middle, np.sqrt(1 / (others + prior)), spread, total)


def by_quarter(
    colour: Floats, doubt: Floats, kind: Learned, darker: float = 0.0, glossy: float = 0.0
) -> Floats:
    """Log-densities (nodes, 4) of the quarters' colours (nodes, 4, 3).

    ``darker``: the share that a shadow darkens without changing the tint; ``glossy``: that the
    lamp's reflection brightens, whatever the tint. As far as the kind's middle is not known yet
    each node may shift it, all four quarters together.
    """
    spread = np.sqrt(kind.spread**2 + doubt**2)
    narrow, wide = spread / np.sqrt(QUARTERS), np.sqrt(spread**2 / QUARTERS + kind.unknown**2)
    shift = np.median(colour, axis=1) - kind.middle
    known = (narrow / wide) ** 2
    price = np.log(narrow / wide) - 0.5 * known * (1 - known) * (shift / narrow) ** 2
    off = colour - (kind.middle + (1 - known) * shift)[:, None]
    tint = _tint_density(off[..., 1:], spread[:, None, 1:])
    shaded = _tint_density(off[..., 1:], np.hypot(spread, SHADE_TINT)[:, None, 1:])
    bright = np.exp(-0.5 * (off[..., 0] / spread[:, :1]) ** 2) / (ROOT_TAU * spread[:, :1])
    density = (
        (1 - darker - glossy) * bright * tint
        + darker * np.exp(np.minimum(off[..., 0], 0.0) / SHADE) / SHADE * (off[..., 0] < 0) * shaded
        + glossy * (off[..., 0] > 0) / 1.5 * GLOSS_DENSITY
    )
    return np.asarray(np.log(density + 1e-300) + price.sum(axis=1)[:, None] / QUARTERS)


def _tint_density(off: Floats, spread: Floats) -> Floats:
    square = ((off / spread) ** 2).sum(axis=-1)
    return np.asarray(np.exp(-0.5 * square) / (2 * np.pi * spread[..., 0] * spread[..., 1]))
