"""Empty, black or white? What a picture says of each node of a board, as likelihoods.

Two kinds of evidence, each explained by why it is so. *Print*: a stone hides the lines or the
target beneath it, whatever the light. *Colour*: against the bare board around it black absorbs all
light, white returns the lamp's own colour, an empty node looks like the board. How bright and
which tint that is in this picture is learned from the picture itself (expectation-maximisation
with priors). What none of the three explains, such as a hand, is foreign and says nothing.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from vision.lattice_view import Indices, LatticeView, Print, sample, shrunk
from vision.light import DARK, linear, log_intensity
from vision.nodes import EMPTY, NodeEvidence
from vision.types import Floats, Pixels

LABELS = (EMPTY, "black", "white")
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
QUARTERS = 2.0
"""Four quarters of one stone see much the same: they count as so many independent ones."""
STONE_GRAIN = ((0.99, 0.15), (0.01, 0.3))
"""How much an uneven surface happens to look like print: shares and standard deviations of the
correlation."""
HIDDEN_GRAIN = 0.3
"""The same where a hand reaches over a part of the node."""
FAINT = 0.2
"""Unevenness below this share of the print's own contrast is not worth comparing."""
MOST_SURE = 1e-7
"""Nothing in a picture is surer than this."""
SHADE = 0.5
"""How deep shadows usually are, as a logarithm of light."""
SHADE_TINT = 0.15
"""How much the light in a shadow differs in tint from the lamp's."""
PRINTED = 0.6
"""What looks so much like its print can be nothing else."""
TOO_DARK = -1.6
"""Log of the light against the board's: no usual shadow is as dark."""
ROOT_TAU = float(np.sqrt(2 * np.pi))
GLOSS_DENSITY = 1.0
"""Density of the tints that a reflection of the lamp may give."""
LEVELS = 3.0
"""How far off, in steps of 255, a colour may be after noise and JPEG."""
NEAR, AROUND = 6, 6
"""So many of the bare places around a node are beside it, and so many tell of a hand over it."""
UNKNOWN_BOARD = 30
"""So many nodes of each kind are as if seen before a picture is."""
ROUNDS, SETTLED = 12, 0.01
"""So often at most the picture is learned from, or until no node changes more."""


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
    its colours against the board, NaN where there is none. ``friends`` (nodes, F): the nodes
    around each node. ``unprinted``: how often at least and at most an empty node of such a board
    does not show its print.
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


@dataclass(frozen=True)
class _Kind:
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
class _Learned:
    """One kind of node as it looks in this picture, told to each node by the others alone.

    ``middle`` and ``unknown``, how far that may be off, are (nodes, 3); ``spread`` is (3,).
    """

    middle: Floats
    unknown: Floats
    spread: Floats
    share: float


def _kinds(tint: Floats) -> tuple[_Kind, _Kind, _Kind]:
    def spreads(*of: tuple[float, float]) -> tuple[Floats, Floats, Floats]:
        least, usual, most = (np.array([bright, tint, tint]) for bright, tint in of)
        return least, usual, most

    return (
        _Kind(
            np.array([0.0, 0.0, 0.0]),
            np.array([0.1, 0.08, 0.08]),
            spreads((0.06, 0.04), (0.12, 0.08), (0.3, 0.2)),
            (np.array([-0.3, -0.12, -0.12]), np.array([0.3, 0.12, 0.12])),
        ),
        _Kind(
            np.array([-2.3, 0.0, 0.0]),
            np.array([0.7, 0.6, 0.6]),
            spreads((0.2, 0.15), (0.35, 0.3), (0.7, 0.5)),
            (np.array([-5.0, -2.0, -2.0]), np.array([-0.7, 2.0, 2.0])),
        ),
        # As white as the camera takes the light to be, or as this board is, or between.
        _Kind(
            np.array([0.1, *(-0.5 * tint)]),
            np.array([0.35, *(0.2 + 0.4 * np.abs(tint))]),
            spreads((0.06, 0.04), (0.2, 0.06), (0.45, 0.2)),
            (np.array([-0.45, -2.0, -2.0]), np.array([2.5, 2.0, 2.0])),
        ),
    )


def _learn(kind: _Kind, colour: Floats, weight: Floats) -> _Learned:
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
    return _Learned(middle, np.sqrt(1 / (others + prior)), spread, total)


def _by_quarter(
    colour: Floats, doubt: Floats, kind: _Learned, darker: float = 0.0, glossy: float = 0.0
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
    kinds = _kinds(looks.tint)
    learned = [_learn(k, looks.stone, np.zeros(len(looks.stone))) for k in kinds]
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
            _learn(k, looks.paper if i == E else looks.stone, weight[:, i])
            for i, k in enumerate(kinds)
        ]
        plain = weight[:, E] * (looks.alike > 0.4)
        usual = float((plain @ looks.alike + 4 * 0.65) / (plain.sum() + 4))
        missing = _missing(looks, weight[:, E], weight[:, E] - plain)
    return float(whole.sum()), logs


def _weights(
    looks: Looks, strange: Floats, learned: list[_Learned], usual: float, missing: Floats
) -> Floats:
    """Log-likelihoods (nodes, 4) under what has been learned."""
    reach = 0.5 * looks.foreign  # of what lies beside the node, into its quarters
    paper = _by_quarter(looks.paper, looks.doubt, learned[E], 0.05, 0.03)
    at_edge = _by_quarter(looks.at_edge, looks.doubt, learned[E], 0.05, 0.03)
    black = _by_quarter(looks.stone, looks.doubt, learned[B])
    white = _by_quarter(looks.stone, looks.doubt, learned[W], 0.15)
    unglossed = _by_quarter(looks.unglossed, looks.doubt, learned[W], 0.15)
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
