"""Letter outlines as straight-sided polygons, so that print and raster show the same text."""

from __future__ import annotations

import json
from dataclasses import dataclass
from functools import lru_cache
from importlib import resources

import numpy as np

from vision.types import Floats

MISSING = "?"
"""Drawn for a character that has no outline here."""


@dataclass(frozen=True, eq=False)
class Glyph:
    """One character in em: its advance and its contours (N, 2), y up from the base line.

    A point is inside if it lies inside an odd number of contours.
    """

    advance: float
    contours: tuple[Floats, ...]


@lru_cache(maxsize=1)
def _font() -> tuple[dict[str, Glyph], float]:
    """All glyphs, and the height of a line's middle above its base line, in em."""
    data = json.loads((resources.files("vision") / "glyphs.json").read_text(encoding="utf-8"))
    em = data["units_per_em"]
    glyphs = {
        character: Glyph(
            glyph["advance"] / em, tuple(np.array(c, float) / em for c in glyph["contours"])
        )
        for character, glyph in data["glyphs"].items()
    }
    return glyphs, (data["ascent"] + data["descent"]) / 2 / em


def text_width_mm(text: str, size_mm: float) -> float:
    """How wide a line of text is at ``size_mm`` per em."""
    glyphs, _ = _font()
    return size_mm * sum(glyphs.get(c, glyphs[MISSING]).advance for c in text)


def outline_mm(text: str, size_mm: float) -> tuple[Floats, ...]:
    """Contours (N, 2) in mm of one line of text, the middle of its width and height at 0, 0."""
    glyphs, middle = _font()
    pen = -text_width_mm(text, 1.0) / 2
    contours = []
    for character in text:
        glyph = glyphs.get(character, glyphs[MISSING])
        contours += [(contour + np.array([pen, -middle])) * size_mm for contour in glyph.contours]
        pen += glyph.advance
    return tuple(contours)
