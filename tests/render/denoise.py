"""Open Image Denoise, if it is there: a few rays a pixel then do (``pip install pyoidn cffi``)."""

from __future__ import annotations

import numpy as np

from vision.types import Floats


def denoised(light: Floats, albedo: Floats, normal: Floats) -> Floats:
    """``light`` (H, W, 3), linear, without the noise of few rays; as it is without the library."""
    try:
        import pyoidn  # noqa: PLC0415 - pictures can be drawn without it
    except ImportError:
        return light
    color, albedo32, normal32 = (
        np.ascontiguousarray(a, np.float32) for a in (light, albedo, normal)
    )
    result = pyoidn.denoise(color, albedo=albedo32, normal=normal32, hdr=True, quality="balanced")
    return np.asarray(result, dtype=np.float64)
