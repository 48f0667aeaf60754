"""A hand as plain geometry: cylinders with round ends."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from vision.types import Floats


@dataclass(frozen=True, eq=False)
class Bone:
    """A cylinder from ``a`` to ``b``, each (3,) mm, with round ends."""

    a: Floats
    b: Floats
    radius_mm: float


def hand_bones(tip: Floats, towards: float, rng: np.random.Generator) -> list[Bone]:
    """A hand whose fingers point down at ``tip`` (3,) mm, its arm away at angle ``towards``."""
    out = np.array([np.cos(towards), np.sin(towards), 0.0])
    side = np.array([-out[1], out[0], 0.0])
    up = np.array([0.0, 0.0, 1.0])
    bones: list[Bone] = []
    palm = tip + out * 75 + up * rng.uniform(35, 60)
    for index in range(4):
        offset = (index - 1.5) * 15
        curl = rng.uniform(0.8, 1.15)
        end = tip + side * offset * 0.8 + out * rng.uniform(0, 14) + up * rng.uniform(0, 12)
        knuckle = palm + side * offset * 1.3
        middle = (end + knuckle) / 2 + up * 16 * curl
        bones.append(Bone(end, middle, rng.uniform(6.2, 7.2)))
        bones.append(Bone(middle, knuckle, rng.uniform(7.4, 8.6)))
    for offset in np.linspace(-22, 22, 5):
        root = palm + out * 55 + side * offset * 0.75
        bones.append(Bone(palm + side * offset, root, 12))
    thumb = palm - out * 22 + side * 42 - up * 12
    bones.append(Bone(palm + out * 15 + side * 30, thumb, 9))
    bones.append(Bone(palm + out * 50, palm + out * 300 + up * 40, 24))
    return bones
