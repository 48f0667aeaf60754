"""What one frame says about the blocks on one sheet: a log-likelihood for any arrangement."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from vision.hits import (
    Codes,
    Labels,
    code_table,
    depth_of,
    first_hits,
    label_of,
    rays_that_differ,
    total,
)
from vision.look import Look, look
from vision.paint import ANYTHING, COVERED, PAPER, SIDE, TOP
from vision.palette import Palette, learn, log_density
from vision.rays import NO_VOXEL
from vision.types import Floats, Pixels
from vision.view import SheetView

Rows = NDArray[np.int64] | slice
ALL = slice(None)

CHANGED_SHARE = 0.002
"""A block or a finger changes more of the rays than this; noise does not."""
RAY_WEIGHT = 0.1
"""Neighbouring rays err together: some ten of them are worth one independent witness."""
EDGE_WEIGHT = 0.5
SAME_PLANE_WEIGHT = 0.15
"""A step between two faces of one block that look the same way shows less than other edges."""


class BlockObservation:
    """One frame of one sheet, ready to score arrangements.

    Labels are (N, V) uint8: 0 for an empty voxel, i+1 for ``paints[i]``; V is a multiple of 9, up
    to the view's levels. Log-likelihoods are natural, comparable within one observation only.
    """

    def __init__(self, view: SheetView, pixels: Pixels, style: str | None = None) -> None:
        """Look at one frame (H, W, 3); ``style`` of the sheet, if it is known already."""
        self.view = view
        self.look: Look = look(view, pixels, style)
        self._untaught: dict[str, Floats] = {}
        self._seen = ~self.look.hidden
        self._cover = np.log(COVERED) + self.look.cover
        # Near a face's outline the ray may have met something else; anywhere, a cover.
        doubt = COVERED + 0.55 * np.exp(-view.bundle.margin_px / 1.2)
        self._log_clear = np.log1p(-doubt)
        self._log_other = np.logaddexp(
            self._cover[:, None], np.log(doubt - COVERED + 1e-9) + ANYTHING
        )
        self._telling = np.flatnonzero(self.look.edge)
        met = view.bundle.faces[view.bundle.voxels != NO_VOXEL]
        self._facings = [int(facing) for facing in np.unique(met)]

    def codes(self, labels: Labels) -> Codes:
        """First-hit codes of arrangements; worth keeping while the pose stays."""
        return first_hits(self.view.groups, labels)

    def regret(self, codes: Codes, paints: Sequence[str], palette: Palette) -> float:
        """How much better any scene at all could do than the one with codes (G, 1), at the most.

        The bound lets every ray group meet what suits it best, so no scene can beat it.
        """
        table = self._table(tuple(paints), palette)
        best = table.max(axis=1, where=self._possible(len(paints)), initial=-np.inf)
        return RAY_WEIGHT * float((best - table[np.arange(len(table)), codes[:, 0]]).sum())

    def _possible(self, paints: int) -> NDArray[np.bool_]:
        """(G, 256) which codes a group's rays can have."""
        passed = self.view.groups.lists != NO_VOXEL
        by_depth = np.repeat(passed[..., None].astype(np.float64), paints, axis=2)
        return code_table(np.ones(len(passed)), by_depth) > 0

    def quick(self, codes: Codes, paints: Sequence[str], palette: Palette) -> Floats:
        """Fast log-likelihoods (N,) by ray groups, from colours and print alone."""
        return RAY_WEIGHT * total(self._table(tuple(paints), palette), codes)

    def _table(self, paints: tuple[str, ...], palette: Palette) -> NDArray[np.float32]:
        of_ray = self.view.groups.of_ray
        seen = self._background(palette) * self._seen
        bare = np.bincount(of_ray, seen, len(self.view.groups.lists)).astype(np.float64)
        return code_table(bare, np.stack([self._column(p, palette) for p in paints], axis=2))

    def _column(self, paint: str, palette: Palette) -> Floats:
        """Log-likelihood (G, K) of each group if it meets its k-th voxel, of ``paint``, first."""
        taught = paint in palette.paints
        if not taught and paint in self._untaught:
            return self._untaught[paint]
        bundle, of_ray = self.view.bundle, self.view.groups.of_ray
        values = self._paint(paint, palette) * self._seen[:, None]
        count, depth = len(self.view.groups.lists), bundle.voxels.shape[1]
        flat = (of_ray[:, None] * depth + np.arange(depth)).ravel()
        flat_column = np.bincount(flat, values.ravel(), count * depth)
        column: Floats = np.asarray(flat_column, dtype=np.float64).reshape(count, depth)
        if not taught:
            self._untaught[paint] = column
        return column

    def _background(self, palette: Palette, rows: Rows = ALL) -> Floats:
        """Log-likelihood of rays that meet no block: print, shadow on it, or what lies beyond."""
        seen = self.look
        paper = log_density(
            palette,
            PAPER,
            TOP,
            seen.priors[PAPER, TOP][rows],
            seen.paper_colour[rows],
            seen.noise[rows],
        )
        odd_light = np.log(0.03) + ANYTHING
        paper = np.logaddexp(paper, odd_light) + seen.texture[rows]
        bare = np.where(self.view.on_paper[rows], paper, seen.elsewhere[rows])
        return np.asarray(np.logaddexp(np.log1p(-COVERED) + bare, self._cover[rows]))

    def _paint(self, paint: str, palette: Palette) -> Floats:
        """Log-likelihood (R, K) if the k-th voxel on a ray's way is the first one, of ``paint``."""
        bundle = self.view.bundle
        by_facing = np.full((6, len(self._cover)), ANYTHING)
        for facing in self._facings:
            by_facing[facing] = self._face(paint, facing, palette)
        density = by_facing[bundle.faces, np.arange(len(self._cover))[:, None]]
        return np.asarray(np.logaddexp(self._log_clear + density, self._log_other))

    def _face(self, paint: str, facing: int, palette: Palette, rows: Rows = ALL) -> Floats:
        seen = self.look
        prior = seen.priors[paint, TOP if facing == TOP else SIDE][rows]
        return log_density(palette, paint, facing, prior, seen.colour[rows], seen.noise[rows])

    def palette_of(self, codes: Codes, paints: Sequence[str]) -> Palette:
        """What the picture teaches of paint and light if one arrangement, codes (G, 1), is true."""
        seen = self.look
        depth, label = self._met(codes)
        row = np.arange(len(label))
        facing = np.where(label > 0, self.view.bundle.faces[row, depth], TOP)
        clear = np.where(
            label > 0, self.view.bundle.margin_px[row, depth] > 2.0, self.view.on_paper
        )
        names = (PAPER, *paints)
        own = np.full(len(label), -np.inf)
        for i, name in enumerate(names):
            for kind in (TOP, SIDE) if i else (TOP,):
                mine = np.flatnonzero((label == i) & ((facing == TOP) == (kind == TOP)))
                own[mine] = seen.priors[name, kind][mine]
        use = clear & self._seen & (own > self._cover)
        colour = np.where((label > 0)[:, None], seen.colour, seen.paper_colour)
        return learn(colour[use], names, label[use], facing[use])

    def _met(self, codes: Codes) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
        """Depth and label (R,) that each ray meets in one arrangement."""
        of_ray = self.view.groups.of_ray
        return depth_of(codes)[of_ray, 0], label_of(codes)[of_ray, 0]

    def full(self, codes: Codes, paints: Sequence[str]) -> float:
        """Log-likelihood of one arrangement, codes (G, 1), with its own palette and its edges."""
        palette = self.palette_of(codes, paints)
        rays = float((self.explain(codes, paints, palette) * self._seen).sum())
        return RAY_WEIGHT * rays + float(self.edges(codes)[0]) - palette.surprise

    def explain(self, codes: Codes, paints: Sequence[str], palette: Palette) -> Floats:
        """Log-likelihood (R,) of each ray under one arrangement, codes (G, 1)."""
        depth, label = self._met(codes)
        facing = self.view.bundle.faces[np.arange(len(label)), depth]
        out = np.empty(len(label))
        bare = np.flatnonzero(label == 0)
        out[bare] = self._background(palette, bare)
        key = np.where(label > 0, label * 6 + facing, 0)
        for k in np.flatnonzero(np.bincount(key))[1 if len(bare) else 0 :]:
            rows = np.flatnonzero(key == k)
            density = self._face(paints[int(k) // 6 - 1], int(k) % 6, palette, rows)
            at = rows, depth[rows]
            out[rows] = np.logaddexp(self._log_clear[at] + density, self._log_other[at])
        return out

    def faces_met(self, codes: Codes) -> NDArray[np.int64]:
        """A number (R, N) for the face each ray meets: rays on one face of one block share it.

        0 is background; else 1 + plane + 4·(facing + 6·(label - 1)).
        """
        of_ray = self.view.groups.of_ray
        depth, label = depth_of(codes), label_of(codes)
        voxel = self.view.groups.lists[np.arange(len(codes))[:, None], depth]
        planes = np.stack([voxel % 9 % 3, voxel % 9 // 3, voxel // 9])
        facing = self.view.bundle.faces[np.arange(len(of_ray))[:, None], depth[of_ray]]
        plane = np.take_along_axis(planes[:, of_ray], facing[None] // 2, axis=0)[0]
        return np.where(label[of_ray] > 0, 1 + plane + 4 * (facing + 6 * (label[of_ray] - 1)), 0)

    def edges(self, codes: Codes) -> Floats:
        """Evidence (N,) for the boundaries that arrangements put into the picture."""
        face = self.faces_met(codes)
        first, second = self.view.neighbours[self._telling].T
        one, other = face[first], face[second]
        same_way = (one > 0) & (other > 0) & ((one - 1) // 4 == (other - 1) // 4)
        weight = np.where(one == other, 0.0, np.where(same_way, SAME_PLANE_WEIGHT, 1.0))
        return EDGE_WEIGHT * np.asarray(self.look.edge[self._telling] @ weight)

    def differ(self, codes: Codes, one: Codes) -> NDArray[np.int64]:
        """(N,) how many rays see another colour than in the arrangement ``one``, codes (G, 1).

        Rays that something hides do not count.
        """
        size = np.bincount(self.view.groups.of_ray[self._seen], minlength=len(one))
        return rays_that_differ(size, codes, one)

    def same_as(self, other: BlockObservation) -> bool:
        """Whether this frame shows what another frame of the same view showed, to within noise."""
        if other.view is not self.view:
            return False
        sigma = 0.1 + self.look.noise
        away = np.abs(self.look.colour - other.look.colour) / sigma
        return bool((away.max(axis=1) > 3.0).mean() < CHANGED_SHARE)

    @property
    def hidden_share(self) -> float:
        """The part of the grid's picture that something foreign hides, 0…1."""
        return float(self.look.hidden.mean())

    def fit(self, codes: Codes, paints: Sequence[str], palette: Palette) -> float:
        """Mean log-likelihood of the rays in sight under one arrangement; below 0 it is poor."""
        rays = self.explain(codes, paints, palette)
        return float(rays[self._seen].mean()) if self._seen.any() else -np.inf
