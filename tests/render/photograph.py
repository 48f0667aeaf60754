"""One picture with its truth, as it is kept."""

from __future__ import annotations

from dataclasses import dataclass

from vision.types import Pixels

Row = dict[str, object]
"""What a picture shows, ready for JSON."""


@dataclass(frozen=True, eq=False)
class Photograph:
    """A picture, the JPEG quality to keep it at, and its truth."""

    pixels: Pixels
    quality: int
    row: Row
