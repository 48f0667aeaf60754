"""The light that comes from a table with stones and perhaps a hand over it."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import cv2
import numpy as np

from hardware.cameras import CameraError
from hardware.cameras.hand import Limb
from hardware.cameras.hand import patch as hand_patch
from hardware.cameras.hand import shadow as hand_shadow
from hardware.cameras.scene import Light
from hardware.cameras.stones import Patch, Stone, feet, patches, shadows
from hardware.cameras.view import NEAREST_MM, Singles, View
from vision.types import Floats, Pixels

LOWEST_LAMP = 0.05
"""The sine of the angle at which a lamp may graze the table."""
SHIFT = 4
"""Bits of a pixel's fraction in OpenCV's fixed-point outlines."""
STONE_EDGE_MM, HAND_EDGE_MM, FOOT_EDGE_MM = 0.6, 6.0, 2.0
"""How soft shadows are: those of high things more; standard deviations of a normal blur."""
UNDER_STONE, UNDER_HAND = 0.55, 0.25
"""The share of the room's light that a stone keeps from its foot, a hand from the table."""


def painted(
    view: View, ground: Singles, light: Light, stones: Sequence[Stone], limbs: Sequence[Limb]
) -> Singles:
    """Linear R, G, B (H, W, 3); ``ground`` is what the table's places reflect, of that shape.

    Raises CameraError for a lamp that is not above the table.
    """
    if light.unit[2] < LOWEST_LAMP:
        raise CameraError("the lamp of a virtual table must be above it: raise it")
    behind_hand = _shade(view, hand_shadow(limbs, light), HAND_EDGE_MM)
    behind_stones = _shade(view, shadows(stones, light), STONE_EDGE_MM)
    at_feet = _shade(view, feet(stones), FOOT_EDGE_MM)
    lamp = (1 - behind_hand) * (1 - behind_stones) * ((1 - light.ambient) * light.unit[2])
    room = (1 - UNDER_STONE * at_feet) * (1 - UNDER_HAND * behind_hand) * light.ambient
    there = (lamp + room).astype(np.float32)
    picture = cv2.multiply(ground, cv2.merge([there * np.float32(c) for c in light.colour]))
    flat: Singles = np.asarray(picture, np.float32).reshape(-1, 3)
    for patch in patches(view, stones, light, 1 - behind_hand):
        _lay(flat, patch)
    hand = hand_patch(view, limbs, light)
    if hand is not None:
        _lay(flat, hand)
    return flat.reshape(ground.shape)


def _lay(flat: Singles, patch: Patch) -> None:
    """Cover pixels of the picture (H·W, 3)."""
    under = flat[patch.at]
    flat[patch.at] = under + patch.cover[:, None] * (patch.colour - under)


def _shade(view: View, outlines_mm: Iterable[Floats], edge_mm: float) -> Singles:
    """How much of each pixel's place lies within convex outlines (N, 3) on the table: 0–1."""
    mask: Pixels = np.zeros((view.model.height, view.model.width), np.uint8)
    for outline in outlines_mm:
        if view.depth_mm(outline).min() > NEAREST_MM:
            at = np.clip(view.seen_px(outline), -2e4, 2e4) * 2**SHIFT
            cv2.fillConvexPoly(mask, np.round(at).astype(np.int32), (255,), cv2.LINE_AA, SHIFT)
    if mask.any():
        soft = cv2.GaussianBlur(mask, (0, 0), max(edge_mm * view.px_per_mm, 0.3))
        mask = np.asarray(soft, np.uint8)
    return np.asarray(mask * np.float32(1 / 255), dtype=np.float32)
