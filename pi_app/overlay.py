"""Draw over a photograph what was seen: sheets, blocks, what hides them, and a caption below."""

from __future__ import annotations

import textwrap
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from hardware.cameras.cubes import Cubes
from pi_app.drawing import initials
from pi_app.games.blocks.scene import BlockScene
from pi_app.reading import SheetReading
from pi_app.readings import Reading
from vision.pose import camera_centre_mm, project
from vision.types import Floats, Pixels
from vision.view import SheetView

Bgr = tuple[int, int, int]

STATUS_BGR: Mapping[str, Bgr] = {
    "read": (90, 210, 90),
    "unsure": (40, 190, 255),
    "illegal": (70, 70, 255),
    "unreadable": (220, 110, 220),
}
PAINT_BGR: Mapping[str, Bgr] = {
    "red": (60, 60, 255),
    "blue": (255, 130, 40),
    "green": (80, 220, 80),
    "yellow": (40, 230, 255),
    "black": (0, 0, 0),
    "white": (255, 255, 255),
}
HATCH_BGR: Bgr = (255, 80, 255)
DARK: Bgr = (20, 20, 20)
LIGHT: Bgr = (245, 245, 245)
TINT = 0.3
FONT = cv2.FONT_HERSHEY_SIMPLEX
SHIFT = 4
"""OpenCV draws at 1/16 px when coordinates are shifted by this many bits."""
FARTHEST_PX = 50_000.0
"""Nothing is drawn farther out than this; OpenCV's coordinates would overflow."""


@dataclass(frozen=True)
class Pen:
    """Sizes that suit a picture: the width of lines in px and the scale of letters."""

    line_px: int
    letters: float

    @classmethod
    def for_width(cls, width_px: int) -> Pen:
        """Two pixels and readable letters for a picture 1000 px wide."""
        return cls(max(1, round(width_px / 500)), max(0.35, width_px / 1500))


def overlay(pixels: Pixels, sheets: Sequence[SheetReading]) -> Pixels:
    """The photograph (H, W, 3) with what was seen drawn on it, and a caption below it."""
    picture = pixels.copy()
    pen = Pen.for_width(picture.shape[1])
    for sheet in sheets:
        if sheet.observation is not None:
            view, hidden = sheet.observation.view, sheet.observation.look.hidden
            _outline(picture, view, sheet.reading, pen)
            if sheet.reading.scene is not None:
                _blocks(picture, view, sheet.reading.scene, pen)
            _hatch(picture, view.bundle.pixels_px[hidden], view.bundle.step_px, pen)
    words = [(_in_words(s.reading), STATUS_BGR[s.reading.status]) for s in sheets]
    return np.vstack([picture, caption(words, picture.shape[1], pen)])


def _outline(picture: Pixels, view: SheetView, reading: Reading, pen: Pen) -> None:
    """The sheet's rim in its status's colour, its number in the corner between A and L."""
    w, h = (side / 2 for side in view.sheet.paper_mm)
    rim_mm = np.array([[-w, h, 0], [w, h, 0], [w, -h, 0], [-w, -h, 0]])
    rim = project(rim_mm, view.pose, view.model)
    _lines(picture, rim, STATUS_BGR[reading.status], 2 * pen.line_px)
    _letters(picture, 0.94 * rim[0] + 0.06 * rim[2], str(reading.sheet), pen)


def _blocks(picture: Pixels, view: SheetView, scene: BlockScene, pen: Pen) -> None:
    """The faces in sight, tinted and outlined; from the farthest on, so nearer ones cover lines."""
    photograph = picture.copy()
    owner = np.zeros(picture.shape[:2], np.int64)
    names = [""]
    for face in Cubes.on(view.sheet, scene.blocks).faces(camera_centre_mm(view.pose)):
        corners = project(face.corners_mm, view.pose, view.model)
        colour = PAINT_BGR.get(face.colour, HATCH_BGR)
        inside = _mask(photograph, corners)
        tinted = (1 - TINT) * photograph[inside] + TINT * np.array(colour)
        picture[inside] = np.round(tinted).astype(np.uint8)
        _lines(picture, corners, DARK if sum(colour) > 300 else LIGHT, 2 * pen.line_px)
        _lines(picture, corners, colour, pen.line_px)
        owner[inside] = len(names)
        names.append(face.colour)
    _name_blocks(picture, owner, names, pen)


def _name_blocks(picture: Pixels, owner: NDArray[np.int64], names: Sequence[str], pen: Pen) -> None:
    """Each block's letters on the face that shows most; ``owner`` (H, W) indexes ``names``."""
    shows = np.bincount(owner.ravel(), minlength=len(names))
    for name, letters in initials(name for name in names if name).items():
        face = max((i for i in range(len(names)) if names[i] == name), key=lambda i: shows[i])
        if shows[face]:
            rows, columns = np.nonzero(owner == face)
            _letters(picture, np.array([columns.mean(), rows.mean()]), letters, pen)


def _mask(picture: Pixels, corners_px: Floats) -> NDArray[np.bool_]:
    mask = np.zeros(picture.shape[:2], np.uint8)
    cv2.fillConvexPoly(mask, _fixed(corners_px), 1, cv2.LINE_8, SHIFT)
    return mask > 0


def _hatch(picture: Pixels, pixels_px: Floats, step_px: float, pen: Pen) -> None:
    """Slanted lines over the rays (N, 2) that something hides, each a square of ``step_px``."""
    mask = np.zeros(picture.shape[:2], bool)
    half = step_px / 2
    for x, y in pixels_px:
        mask[
            max(0, round(y - half)) : round(y + half) + 1,
            max(0, round(x - half)) : round(x + half) + 1,
        ] = True
    rows, columns = np.nonzero(mask)
    line = (rows + columns) % (6 * pen.line_px) < pen.line_px
    picture[rows[line], columns[line]] = HATCH_BGR


def _lines(picture: Pixels, corners_px: Floats, colour: Bgr, width_px: int) -> None:
    cv2.polylines(picture, [_fixed(corners_px)], True, colour, width_px, cv2.LINE_AA, SHIFT)


def _fixed(points_px: Floats) -> NDArray[np.int32]:
    near = np.clip(points_px, -FARTHEST_PX, FARTHEST_PX)
    return np.asarray(np.round(near * 2**SHIFT), dtype=np.int32)


def _letters(picture: Pixels, middle_px: Floats, text: str, pen: Pen) -> None:
    """Light letters on a dark plate, centred."""
    thick = max(1, pen.line_px // 2)
    (width, height), _ = cv2.getTextSize(text, FONT, pen.letters, thick)
    x, y = np.clip(middle_px, -FARTHEST_PX, FARTHEST_PX)
    left, base = round(float(x) - width / 2), round(float(y) + height / 2)
    rim = 2 * pen.line_px
    corners = (left - rim, base - height - rim), (left + width + rim, base + rim)
    cv2.rectangle(picture, *corners, DARK, cv2.FILLED)
    cv2.putText(picture, text, (left, base), FONT, pen.letters, LIGHT, thick, cv2.LINE_AA)


def caption(paragraphs: Sequence[tuple[str, Bgr]], width_px: int, pen: Pen) -> Pixels:
    """Paragraphs in their colours on a dark strip (h, width_px, 3)."""
    thick = max(1, pen.line_px // 2)
    (letter_px, height_px), below_px = cv2.getTextSize("n" * 20, FONT, pen.letters, thick)
    columns = max(8, int((width_px - 2 * height_px) / (letter_px / 20)))
    lines = [
        (line, colour)
        for words, colour in paragraphs
        for line in textwrap.wrap(_ascii(words), columns, subsequent_indent="    ")
    ]
    step_px = round(1.2 * (height_px + below_px)) + 4
    strip = np.full((step_px * len(lines) + height_px, width_px, 3), DARK, np.uint8)
    for i, (line, colour) in enumerate(lines):
        at = (height_px, height_px // 2 + step_px * i + height_px)
        cv2.putText(strip, line, at, FONT, pen.letters, colour, thick, cv2.LINE_AA)
    return strip


def _in_words(reading: Reading) -> str:
    """What the caption says."""
    what = reading.board if reading.sheet is None else f"sheet {reading.sheet}"
    parts: list[str] = [reading.status]
    if reading.scene is not None:
        parts = [f"{reading.status} ({reading.probability:.2%})", reading.set_name or "empty"]
    return f"{what}: {', '.join(parts)}. {reading.reason}"


def _ascii(text: str) -> str:
    """OpenCV's letters are ASCII only."""
    return text.rstrip().replace("°", " degrees").encode("ascii", "replace").decode()
