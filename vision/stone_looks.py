"""What is measured of stones in a picture: colours against the bare board, and what print shows."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from vision.lattice_view import Indices, LatticeView, Print, sample, shrunk
from vision.light import DARK, linear, log_intensity
from vision.types import Floats, Pixels

FAINT = 0.2
"""Unevenness below this share of the print's own contrast is not worth comparing."""
PRINTED = 0.6
"""What looks so much like its print can be nothing else."""
TOO_DARK = -1.6
"""Log of the light against the board's: no usual shadow is as dark."""
LEVELS = 3.0
"""How far off, in steps of 255, a colour may be after noise and JPEG."""
NEAR, AROUND = 6, 6
"""So many of the bare places around a node are beside it, and so many tell of a hand over it."""


@dataclass(frozen=True, eq=False)
class Looks:
    """What is measured on one picture, by node; colours are brightness, blue against green and red
    against green, in logarithms. Of stones brightness is that of the channel in which the board
    reflects most: there white ones are hardly brighter than any board, black ones always darker.

    ``stone`` (nodes, 4, 3): of the quarters of a disc where a stone would be, against the bare
    board around; ``unglossed`` the same against the board's smooth light, without the reflections
    that brighten a board but not the stones on it; ``paper`` against what an empty node would look
    like there, and ``at_edge`` if one place around alone may tell that. ``doubt`` (nodes, 3): how
    far dark channels may be off. ``tint`` (2,) of the board itself. ``alike`` (nodes,): how much
    the node looks like its print, 1 for exactly. ``foreign`` (nodes,): the share of the bare
    places around where something lies that is not the board, and ``strangers`` (nodes, AROUND, 3)
    its colours against the board, NaN where there is none or it may be a black stone.
    ``friends`` (nodes, F): the nodes around each node. ``unprinted``: how often at least and at
    most an empty node of such a board does not show its print.
    """

    stone: Floats
    unglossed: Floats
    paper: Floats
    at_edge: Floats
    doubt: Floats
    tint: Floats
    alike: Floats
    foreign: Floats
    strangers: Floats
    unprinted: tuple[float, float]
    friends: Indices


def look(pixels: Pixels, view: LatticeView) -> Looks:
    """Measure colour and print at every node."""
    small = shrunk(pixels, view.scale)
    seen, alike = _print(_logs(sample(small, view.base_px)).mean(axis=2), view)
    beside = _logs(sample(small, view.beside_px))
    main = int(np.median(beside, axis=0).argmax())
    strange, smooth = _foreign(beside, view, alike)
    around = _around(beside, strange, view)
    board = np.nanmedian(around, axis=1)
    close = view.nearest[:, :AROUND]
    off = beside[close] - board[:, None]
    stones = np.median(_logs(sample(small, view.lifted_px))[:, view.quarters], axis=2)
    tone = np.median(seen.behind[:, view.quarters], axis=2)
    bare = _opponent(stones - tone[..., None])
    return Looks(
        stone=_opponent(stones - board[:, None], main),
        unglossed=_opponent(stones - smooth[:, None], main),
        paper=_beyond(bare, _opponent(around[:, :NEAR]), inner=True),
        at_edge=_beyond(bare, _opponent(around[:, :NEAR]), inner=False),
        doubt=_doubt(board),
        tint=np.median(_opponent(board)[:, 1:], axis=0),
        alike=alike,
        foreign=strange[close].mean(axis=1),
        strangers=_strangers(_opponent(off, main), strange[close]),
        unprinted=view.unprinted,
        friends=view.friends,
    )


def _strangers(colour: Floats, strange: Floats) -> Floats:
    """Colours (nodes, AROUND, 3) of what is strange; NaN elsewhere and where it may be a stone.

    A black stone may reach into some of the places, a sleeve covers most.
    """
    dark = (strange > 0) & (colour[..., 0] < TOO_DARK)
    told = (strange > 0) & (~dark | (dark.mean(axis=1, keepdims=True) >= 0.5))
    return np.where(told[..., None], colour, np.nan)


def _logs(pixels: Pixels) -> Floats:
    return log_intensity(linear(pixels))


def _opponent(logs: Floats, main: int | None = None) -> Floats:
    """Brightness of all channels or in the ``main`` one, blue against green, red against green,
    from logarithms of blue, green, red (…, 3)."""
    blue, green, red = np.moveaxis(logs, -1, 0)
    bright = logs.mean(axis=-1) if main is None else logs[..., main]
    return np.stack([bright, blue - green, red - green], axis=-1)


def _beyond(colour: Floats, around: Floats, inner: bool) -> Floats:
    """How far (nodes, 4, 3) lies outside the range of the places around it (nodes, NEAR, 3).

    An empty node in a shadow's or reflection's edge looks like one side or like the other.
    ``inner``: one place alone tells no range, as a neighbouring stone may reach into it.
    """
    ordered = np.sort(around, axis=1)  # NaN last
    count = np.isfinite(ordered).sum(axis=1)[:, None]
    cut = np.where(inner & (count > 3), 1, 0)
    low = np.take_along_axis(ordered, cut, axis=1)
    high = np.take_along_axis(ordered, count - 1 - cut, axis=1)
    return np.asarray(colour - np.clip(colour, low, high))


def _doubt(board: Floats) -> Floats:
    """(nodes, 3) of brightness and tints, from LEVELS of error in what the camera wrote."""
    light = np.exp(board)
    error = LEVELS / 255 * 2.2 * np.maximum(light - DARK, 1e-4) ** 0.545 / light
    blue, green, red = np.moveaxis(error, -1, 0)
    return np.stack([error.min(axis=-1), np.hypot(blue, green), np.hypot(red, green)], axis=-1)


def _print(prints: Floats, view: LatticeView) -> tuple[Print, Floats]:
    """The print that explains logs (nodes, S) of the picture best; each node's likeness to it."""
    x, y = view.offsets.T
    smooth, _ = np.linalg.qr(np.stack([np.ones_like(x), x, y, x * x, x * y, y * y], axis=1))
    uneven = prints - (prints @ smooth) @ smooth.T
    contrast = np.linalg.norm(uneven, axis=1)
    best: tuple[float, Print, Floats] | None = None
    for kind in view.prints:
        sharp = kind.around - (kind.around @ smooth) @ smooth.T
        power = np.linalg.norm(sharp, axis=1) + 1e-9
        along = (uneven * sharp).sum(axis=1) / power
        printed = along > 0.5 * contrast
        usual = float(np.median((along / power)[printed])) if printed.sum() > 4 else 0.3
        alike = along / np.hypot(contrast, FAINT * usual * power)
        score = float(np.clip(alike, 0, None).sum())
        if best is None or score > best[0]:
            best = (score, kind, alike)
    assert best is not None, "a board has a style"
    return best[1:]


def _foreign(beside: Floats, view: LatticeView, alike: Floats) -> tuple[Floats, Floats]:
    """(M,) 1 where the colour is not the board's, shaded or glossy: something lies there; and the
    smooth part of the light at the nodes (nodes, 3).

    Places whose nodes show their print are the board's for certain; the light is fitted to them
    first.
    """
    terms = _terms(view.beside, view.beside)
    trust = 0.02 + (alike[view.owners] > 0.45).mean(axis=1)
    weight = trust
    ridge = 1e-3 * np.eye(terms.shape[1])
    for _ in range(8):
        weighted = terms * weight[:, None]
        learned = np.linalg.solve(terms.T @ weighted + ridge, weighted.T @ beside)
        fitted = terms @ learned
        away = np.abs(beside - fitted).mean(axis=1)
        usual = max(1.5 * _median(away, trust), 0.03)
        weight = trust / (1 + (away / usual) ** 2)
    rest = _opponent(beside - fitted)
    tint = np.hypot(rest[:, 1], rest[:, 2])
    usual = max(1.5 * _median(tint, trust), 0.04)
    # Gloss adds the lamp's own colour: where it is bright any tint may fade.
    strange = (tint > 4 * usual + np.clip(rest[:, 0], 0.0, None)) | (rest[:, 0] < TOO_DARK)
    strange &= (alike[view.owners] > PRINTED).sum(axis=1) < 2  # else it is a coloured shadow
    at_nodes = _terms(view.nodes, view.beside) @ learned
    return strange.astype(np.float64), np.asarray(at_nodes)


def _terms(place: Floats, of: Floats) -> Floats:
    """A quadratic's terms (N, 6) at places (N, 2), scaled by the extent of ``of``."""
    x, y = (place / np.abs(of).max()).T
    return np.stack([np.ones_like(x), x, y, x * x, x * y, y * y], axis=1)


def _median(values: Floats, weight: Floats) -> float:
    order = np.argsort(values)
    heavy = np.cumsum(weight[order])
    return float(values[order[np.searchsorted(heavy, heavy[-1] / 2)]])


def _around(beside: Floats, strange: Floats, view: LatticeView) -> Floats:
    """(nodes, K, 3) log light of the bare board around each node, the nearest places first.

    NaN where it is foreign; but of a node that has hardly any bare board around all are the
    board's usual.
    """
    near = np.where(strange[view.nearest][..., None] > 0, np.nan, beside[view.nearest])
    few = np.isnan(near[:, :NEAR, 0]).all(axis=1)
    near[few] = np.median(beside[strange == 0] if np.any(strange == 0) else beside, axis=0)
    return np.asarray(near)
