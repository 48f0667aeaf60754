"""From light to a file: lens, exposure, white balance, noise, tone, as cheap cameras do it."""

from __future__ import annotations

from dataclasses import dataclass, replace

import cv2
import numpy as np

from vision.types import CameraModel, Floats, Pixels

PAD = 1.1
"""The light is rendered this much wider than the picture, so that the lens may bend it."""


@dataclass(frozen=True)
class Faults:
    """What a camera does wrong; all of it is drawn anew for each picture."""

    stops: float
    """Exposure error: +1 is twice the light."""
    balance: tuple[float, float, float]
    """Gains of red, green and blue."""
    blur_px: float
    noise: float
    """Read noise as a share of full scale; shot noise follows from it."""
    vignette: float
    jpeg_quality: int
    shoulder: float = 0.0
    """0–1: how softly highlights end, as in phones."""
    sharpen: float = 0.0
    """How strongly edges are lifted after the noise, as in phones."""

    @classmethod
    def drawn(cls, rng: np.random.Generator, hard: bool, light: Floats) -> Faults:
        """An easy or a hard camera under lamps of mean colour ``light`` (3,)."""
        correct = 1 / (light / light[1])
        adapted = correct ** rng.uniform(0.6, 1.05)
        error = np.exp(rng.normal(0, 0.14 if hard else 0.09, 3))
        gains = adapted * error
        gains /= gains[1]
        return cls(
            stops=float(rng.uniform(-0.9, 0.9) if hard else rng.uniform(-0.35, 0.35)),
            balance=(float(gains[0]), 1.0, float(gains[2])),
            blur_px=float(rng.uniform(0.7, 1.6) if hard else rng.uniform(0.5, 0.9)),
            noise=float(rng.uniform(0.004, 0.014) if hard else rng.uniform(0.001, 0.004)),
            vignette=float(rng.uniform(0.05, 0.35)),
            jpeg_quality=int(rng.integers(75, 93)),
        )


def padded(model: CameraModel) -> CameraModel:
    """The straight pin-hole camera whose picture holds all that ``model`` sees."""
    width, height = round(model.width * PAD), round(model.height * PAD)
    return replace(
        model, width=width, height=height, cx=(width - 1) / 2, cy=(height - 1) / 2, k1=0.0
    )


def expose(light: Floats, model: CameraModel, faults: Faults, rng: np.random.Generator) -> Pixels:
    """The picture (H, W, 3) B, G, R of ``light``, the padded camera's linear R, G, B."""
    bent = _bend(light, model)
    balanced = bent * np.array(faults.balance) * _vignette(model, faults.vignette)[..., None]
    blurred = cv2.GaussianBlur(balanced, (0, 0), faults.blur_px)
    shot = np.sqrt(faults.noise**2 + faults.noise * 0.12 * np.maximum(blurred, 0))
    noisy = blurred + shot * rng.normal(size=blurred.shape)
    soft = 1 - np.exp(-1.25 * np.maximum(noisy, 0))
    tone = _srgb(np.clip(noisy + faults.shoulder * (soft - noisy), 0, 1))
    if faults.sharpen:
        tone = np.clip(tone + faults.sharpen * (tone - cv2.GaussianBlur(tone, (0, 0), 1.5)), 0, 1)
    return np.asarray(np.round(tone[..., ::-1] * 255), dtype=np.uint8)


def gain_for(light: Floats, quads: list[Floats], model: CameraModel, stops: float) -> float:
    """What to multiply ``light`` by so that the paper in ``quads`` (4, 2) px is well exposed."""
    mask = np.zeros(light.shape[:2], np.uint8)
    shift = np.array([light.shape[1] - model.width, light.shape[0] - model.height]) / 2
    for quad in quads:
        cv2.fillConvexPoly(mask, np.round(quad + shift).astype(np.int32), 1)
    paper = np.percentile(light[mask > 0].mean(axis=1), 85)
    return float(0.62 * 2**stops / paper)


def _bend(light: Floats, model: CameraModel) -> Floats:
    wide = padded(model)
    x, y = np.meshgrid(np.arange(model.width), np.arange(model.height))
    seen = np.stack([x, y], axis=-1).reshape(-1, 1, 2).astype(np.float64)
    straight = cv2.undistortPoints(seen, model.matrix, model.distortion, P=wide.matrix)
    at = straight.reshape(model.height, model.width, 2).astype(np.float32)
    return np.asarray(cv2.remap(light, at[..., 0], at[..., 1], cv2.INTER_LINEAR))


def _vignette(model: CameraModel, amount: float) -> Floats:
    y, x = np.mgrid[0 : model.height, 0 : model.width]
    radius = np.hypot(x - model.cx, y - model.cy) / np.hypot(model.cx, model.cy)
    return np.asarray(1 - amount * radius**2)


def _srgb(linear: Floats) -> Floats:
    """The sRGB transfer curve (IEC 61966-2-1)."""
    return np.where(
        linear < 0.0031308, 12.92 * linear, 1.055 * np.maximum(linear, 1e-9) ** (1 / 2.4) - 0.055
    )
