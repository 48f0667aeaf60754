"""Between light and the bytes of a picture (sRGB, IEC 61966-2-1), and the colour of lamps."""

from __future__ import annotations

import numpy as np

from vision.types import Floats, Pixels


def encoded(linear: Floats) -> Pixels:
    """Linear R, G, B (…, 3), 0–1, as bytes in B, G, R order."""
    light = np.clip(linear, 0, 1)
    tone = np.where(light < 0.0031308, 12.92 * light, 1.055 * light ** (1 / 2.4) - 0.055)
    return np.asarray(np.round(tone[..., ::-1] * 255), dtype=np.uint8)


def decoded() -> Floats:
    """The light (256,), 0–1, of each byte."""
    tone = np.arange(256) / 255
    return np.where(tone < 0.04045, tone / 12.92, ((tone + 0.055) / 1.055) ** 2.4)


def lamp_colour(kelvin: float, balanced_kelvin: float = 6500.0) -> tuple[float, float, float]:
    """Linear R, G, B of a lamp of some colour temperature, the green 1.

    As seen by a camera whose white balance is set to ``balanced_kelvin``. Both 1667–25000 K.
    """
    red, green, blue = _black_body(kelvin) / _black_body(balanced_kelvin)
    return float(red / green), 1.0, float(blue / green)


_TO_RGB = np.array(
    [
        [3.2406, -1.5372, -0.4986],
        [-0.9689, 1.8758, 0.0415],
        [0.0557, -0.2040, 1.0570],
    ]
)
"""From CIE XYZ (IEC 61966-2-1)."""


def _black_body(kelvin: float) -> Floats:
    """Linear sRGB (3,) of a black body at luminance 1 (cubic splines of Kim et al., 2002)."""
    if not 1667 <= kelvin <= 25000:
        raise ValueError(f"no lamp has {kelvin} K: use 1667 to 25000")
    k = 1000 / kelvin
    if kelvin <= 4000:
        x = -0.2661239 * k**3 - 0.2343589 * k**2 + 0.8776956 * k + 0.179910
    else:
        x = -3.0258469 * k**3 + 2.1070379 * k**2 + 0.2226347 * k + 0.240390
    if kelvin <= 2222:
        y = -1.1063814 * x**3 - 1.34811020 * x**2 + 2.18555832 * x - 0.20219683
    elif kelvin <= 4000:
        y = -0.9549476 * x**3 - 1.37418593 * x**2 + 2.09137015 * x - 0.16748867
    else:
        y = 3.0817580 * x**3 - 5.87338670 * x**2 + 3.75112997 * x - 0.37001483
    rgb = _TO_RGB @ np.array([x / y, 1.0, (1 - x - y) / y])
    return np.asarray(np.maximum(rgb, 0.01))
