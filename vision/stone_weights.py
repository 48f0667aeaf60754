"""The best explanation of what was measured: how kinds look and what each node is, in turn."""

from __future__ import annotations

import numpy as np

from vision.stone_kinds import QUARTERS, ROOT_TAU, Learned, by_quarter, learn, usual_kinds
from vision.stone_looks import Looks
from vision.types import Floats

E, B, W = range(3)
FOREIGN_DENSITY = 0.01
"""Density of the colours of things that are no stones: anything from ink to a lamp's reflection."""
STRAY_PAPER, STRAY_BLACK, STRAY_WHITE = 1e-4, 1e-3, 1e-5
"""The share of quarters whose colour is odd for what is there: a stain, a lamp in a black stone."""
ON_GLOSS = 0.1
"""The share of white stones on a part of the board that reflects a lamp or window."""
AT_EDGE = 0.1
"""The share of empty nodes at the edge of a shadow or reflection."""
OVERLAID = 1e-3
"""The share of empty nodes that something covers in part."""
SPREAD_OUT = 0.2
"""The share of foreign things so large that a node under them looks like its surroundings."""
STONE_GRAIN = ((0.99, 0.15), (0.01, 0.3))
"""How much an uneven surface happens to look like print: shares and standard deviations of the
correlation."""
HIDDEN_GRAIN = 0.3
"""The same where a hand reaches over a part of the node."""
ROUNDS, SETTLED = 12, 0.01
"""So often at most the picture is learned from, or until no node changes more."""


def _together(quarters: Floats, stray: Floats) -> Floats:
    """(nodes,) of quarters (nodes, 4), each of which may be odd with a share ``stray`` (nodes,)."""
    odd = np.log(stray * FOREIGN_DENSITY)[:, None]
    return np.asarray(QUARTERS * np.logaddexp(quarters, odd).mean(axis=1))


def _on_paper(quarters: Floats, stray: Floats) -> Floats:
    """The same for an empty node: something else may lie over some quarters, but not over all."""
    overlaid = np.maximum(quarters, np.log(FOREIGN_DENSITY)).mean(axis=1)
    odd = np.log(OVERLAID) + QUARTERS * overlaid
    return np.asarray(np.logaddexp(_together(quarters, stray), odd))


def _strange(looks: Looks) -> Floats:
    """(nodes, 4) log-densities of a foreign thing: any colour, or that of what lies beside."""
    off = looks.stone[:, :, None] - looks.strangers[:, None]
    spread = np.array([0.3, 0.15, 0.15])
    alike = np.exp(-0.5 * ((off / spread) ** 2).sum(axis=-1)) / (ROOT_TAU**3 * np.prod(spread))
    known = np.isfinite(alike).sum(axis=2)
    near = np.nansum(alike, axis=2) / np.maximum(known, 1)
    density = np.where(known > 0, 0.5 * (FOREIGN_DENSITY + near), FOREIGN_DENSITY)
    return np.asarray(np.log(density))


def _normal(values: Floats, middle: float, spread: float) -> Floats:
    return np.asarray(np.exp(-0.5 * ((values - middle) / spread) ** 2) / (ROOT_TAU * spread))


def _missing(looks: Looks, empty: Floats, faint: Floats) -> Floats:
    """(nodes,) how often print is not seen around each node: of the ``empty`` some are ``faint``.

    Where the lamp is reflected the lines of a whole region are gone.
    """
    least, most = looks.unprinted
    common = (faint.sum() + 10 * least) / (empty.sum() + 10)
    around = faint[looks.friends].sum(axis=1) + 6 * np.clip(common, least, most)
    return np.asarray(np.clip(around / (empty[looks.friends].sum(axis=1) + 6), least, most))


def weigh(looks: Looks) -> tuple[Floats, Floats]:
    """Log-likelihoods (nodes, 4) of empty, black, white, foreign; the prior (nodes,) of foreign.

    Learned twice, from the assumption that lines are rarely gone and from that they often are; the
    better explanation counts.
    """
    foreign = np.clip(1e-3 + 0.5 * looks.foreign, 0.0, 0.5)
    least, most = looks.unprinted
    starts = (least,) if most < 0.2 else (least, 0.3)
    found = [_explain(looks, foreign, start) for start in starts]
    return max(found, key=lambda item: item[0])[1], foreign


def _explain(looks: Looks, foreign: Floats, unprinted: float) -> tuple[float, Floats]:
    """How well the picture is explained, and the log-likelihoods (nodes, 4)."""
    kinds = usual_kinds(looks.tint)
    learned = [learn(k, looks.stone, np.zeros(len(looks.stone))) for k in kinds]
    usual, missing = 0.65, np.full(len(looks.alike), unprinted)
    strange, before = _strange(looks), np.zeros((len(looks.alike), 4))
    for _ in range(ROUNDS):
        logs = _weights(looks, strange, learned, usual, missing)
        shares = np.array([k.share + 1 for k in learned])
        joint = logs.copy()
        joint[:, :3] += np.log(1 - foreign)[:, None] + np.log(shares / shares.sum())
        joint[:, 3] += np.log(foreign)
        whole = np.logaddexp.reduce(joint, axis=1)
        weight = np.exp(joint - whole[:, None]) * (1 - looks.foreign[:, None]) ** 2
        if np.abs(weight - before).max() < SETTLED:
            break
        before = weight
        learned = [
            learn(k, looks.paper if i == E else looks.stone, weight[:, i])
            for i, k in enumerate(kinds)
        ]
        plain = weight[:, E] * (looks.alike > 0.4)
        usual = float((plain @ looks.alike + 4 * 0.65) / (plain.sum() + 4))
        missing = _missing(looks, weight[:, E], weight[:, E] - plain)
    return float(whole.sum()), logs


def _weights(
    looks: Looks, strange: Floats, learned: list[Learned], usual: float, missing: Floats
) -> Floats:
    """Log-likelihoods (nodes, 4) under what has been learned."""
    strangers = np.isfinite(looks.strangers[..., 0]).mean(axis=1)
    reach = 0.5 * strangers  # of what lies beside the node and is no stone, into its quarters
    paper = by_quarter(looks.paper, looks.doubt, learned[E], 0.05, 0.03)
    at_edge = by_quarter(looks.at_edge, looks.doubt, learned[E], 0.05, 0.03)
    black = by_quarter(looks.stone, looks.doubt, learned[B])
    white = by_quarter(looks.stone, looks.doubt, learned[W], 0.15)
    unglossed = by_quarter(looks.unglossed, looks.doubt, learned[W], 0.15)
    colours = np.stack(
        [
            np.logaddexp(
                _on_paper(paper, STRAY_PAPER + reach),
                _on_paper(at_edge, STRAY_PAPER + reach) + np.log(AT_EDGE),
            ),
            _together(black, STRAY_BLACK + reach),
            np.logaddexp(
                _together(white, STRAY_WHITE + reach),
                _together(unglossed, STRAY_WHITE + reach) + np.log(ON_GLOSS),
            ),
            QUARTERS * np.logaddexp(strange, paper + np.log(SPREAD_OUT)).mean(axis=1),
        ],
        axis=1,
    )
    bare = sum(share * _normal(looks.alike, 0.0, wide) for share, wide in STONE_GRAIN)
    like = np.minimum(looks.alike, usual)
    printed = (1 - missing) * _normal(like, usual, 0.15) + missing / 2
    sights = np.where(np.arange(4) == E, printed[:, None], np.asarray(bare)[:, None])
    hidden = _normal(looks.alike, 0.0, HIDDEN_GRAIN)[:, None]  # whatever lies there in part
    part = reach[:, None] * (np.arange(4) < 3)
    return np.asarray(colours + np.log((1 - part) * sights + part * hidden))
