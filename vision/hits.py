"""Which block each ray meets first, for any number of arrangements at once."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from vision.rays import RayBundle
from vision.types import Floats

Labels = NDArray[np.uint8]
"""(N, V): per arrangement and voxel, 0 for empty, i+1 for the i-th paint."""
Codes = NDArray[np.uint8]
"""(G, N): what each ray group meets first; see ``first_hits``."""

_STRIDE = 16
_DEEPEST = 15
_FEW = 16


@dataclass(frozen=True, eq=False)
class RayGroups:
    """Rays that pass the same voxels in the same order: one decision for all of them."""

    lists: NDArray[np.int64]
    """(G, K) voxels, nearest first, NO_VOXEL after the last."""
    of_ray: NDArray[np.int64]
    """(R,) the group of each ray."""


def group(bundle: RayBundle) -> RayGroups:
    """Group the rays of a bundle by their voxel list."""
    lists, of_ray = np.unique(bundle.voxels, axis=0, return_inverse=True)
    return RayGroups(lists, np.asarray(of_ray).ravel())


def first_hits(groups: RayGroups, labels: Labels) -> Codes:
    """Code (G, N) of the first occupied voxel: 0 for none, else 16·(15 - k) + label.

    k counts along the group's voxel list, so a code tells the voxel as well as the label; what is
    nearer has the larger code, and the first hit is a maximum.
    """
    depth = groups.lists.shape[1]
    if depth > _DEEPEST:
        raise ValueError(f"a ray passes {depth} voxels; codes tell {_DEEPEST} apart")
    if len(labels) <= _FEW:
        return _first_hits_of_few(groups, labels)
    by_voxel = np.ascontiguousarray(labels.T)
    filled = (by_voxel > 0).view(np.uint8)
    at_depth = [by_voxel + filled * np.uint8(_STRIDE * (_DEEPEST - k)) for k in range(depth)]
    codes = np.zeros((len(groups.lists), len(labels)), np.uint8)
    for row, passed in zip(codes, groups.lists.tolist(), strict=True):
        for k, voxel in enumerate(passed):
            if 0 <= voxel < len(by_voxel):
                np.maximum(row, at_depth[k][voxel], out=row)
    return codes


def _first_hits_of_few(groups: RayGroups, labels: Labels) -> Codes:
    """The same for a handful of arrangements, without a loop over the groups."""
    padded = np.zeros((len(labels), int(groups.lists.max()) + 2), np.uint8)
    shown = min(labels.shape[1], padded.shape[1] - 1)
    padded[:, :shown] = labels[:, :shown]
    met = padded[:, groups.lists]
    steps = np.arange(groups.lists.shape[1], dtype=np.uint8)
    codes = np.where(met > 0, met + np.uint8(_STRIDE) * (np.uint8(_DEEPEST) - steps), 0)
    return np.ascontiguousarray(codes.max(axis=2).astype(np.uint8).T)


def depth_of(codes: Codes) -> NDArray[np.int64]:
    """k of each code; 0 where nothing is hit."""
    return np.where(codes > 0, _DEEPEST - codes.astype(np.int64) // _STRIDE, 0)


def label_of(codes: Codes) -> NDArray[np.int64]:
    """Label of each code, 0 where nothing is hit."""
    return codes.astype(np.int64) % _STRIDE


def code_table(background: Floats, by_depth: Floats) -> NDArray[np.float32]:
    """(G, 256) values by code from background (G,) and by_depth (G, K, paints)."""
    table = np.zeros((len(background), 256), np.float32)
    table[:, 0] = background
    for k in range(by_depth.shape[1]):
        start = _STRIDE * (_DEEPEST - k) + 1
        table[:, start : start + by_depth.shape[2]] = by_depth[:, k]
    return table


def total(table: NDArray[np.float32], codes: Codes) -> Floats:
    """Sum over groups (N,) of the table's values at the codes (G, N)."""
    out = np.zeros(codes.shape[1], np.float32)
    for values, row in zip(table, codes, strict=True):
        out += values.take(row)
    return out.astype(np.float64)


def rays_that_differ(size: NDArray[np.int64], codes: Codes, one: Codes) -> NDArray[np.int64]:
    """(N,) how many rays see another colour than in the arrangement with codes ``one`` (G, 1).

    ``size`` (G,) is how many rays of each group count.
    """
    out = np.zeros(codes.shape[1], np.int64)
    label = np.arange(256) % _STRIDE
    for rays, row, wanted in zip(size, codes, label_of(one)[:, 0], strict=True):
        if rays:
            out += np.where(label == wanted, 0, rays).take(row)
    return out
