"""From a frame to readings: find the sheets, weigh the explanations, say what stands or why not."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache

import numpy as np

from hardware.boards import load_block_sheet
from pi_app.block_search import Candidates, Found, Guess, search
from pi_app.games.blocks.faults import Building, faults
from pi_app.games.blocks.scene import BlockScene
from pi_app.games.blocks.sets import BlockSet, bundled_sets
from pi_app.readings import Reading, Status
from vision.blocks import BlockObservation
from vision.board import BlockSheet
from vision.register import PlacedSheet, Registration, register
from vision.sheet_print import raster
from vision.types import CameraModel, Frame, Pixels
from vision.view import SheetView, view_sheet

PX_PER_MM = 4.0
SURE = 8.0
"""The best explanation must beat the next by this (natural log). On 210 rendered photographs,
where no hand was in the way, all right ones but one did so by 10, the wrong ones by less than 8."""
SURE_ILLEGAL = 9.0
"""To accuse somebody of a fault takes more."""
HIDDEN_FREE = 0.05
HIDDEN_COST = 40.0
"""Each further part of the grid that a hand hides asks for that much more certainty."""
NEVER_SURER = 0.99
"""What a reading that is unsure says of itself at the most."""
LEAST_FIT = 0.0
FIT_TO_BE_FIRM = 0.4
MOST_REGRET = 80.0
"""If so much stays unexplained by an illegal scene or by bare paper, something else is there."""
LEAST_CONTRAST = 2.0
KEPT = 16
"""Readings of so many latest views are kept, for frames in which nothing changes."""
NO_COLOUR = 1.0
"""Mean difference of a pixel's channels, of 255: a grey picture with JPEG's rounding."""


@dataclass(frozen=True, eq=False)
class SheetReading:
    """A reading with what it was made from, for drawing and for tests."""

    reading: Reading
    observation: BlockObservation | None = None
    found: Found | None = None


@dataclass(eq=False)
class Reader:
    """Reads frames of one table; remembers poses, so that a still camera costs little.

    ``sets`` are the block sets that may be in play, all bundled ones by default; ``camera`` is the
    calibrated camera, if there is one.
    """

    sets: Sequence[BlockSet] = field(default_factory=lambda: tuple(bundled_sets().values()))
    building: Building = field(default_factory=Building)
    camera: CameraModel | None = None
    _views: dict[int, tuple[int, SheetView]] = field(default_factory=dict)
    _styles: dict[int, str] = field(default_factory=dict)
    _last: dict[int, SheetReading] = field(default_factory=dict)
    _before: Registration | None = None
    _made: int = 0

    def __post_init__(self) -> None:
        self._candidates = Candidates(tuple(self.sets), self.building.gaps)

    def read(self, frame: Frame) -> list[Reading]:
        """One reading for each sheet in view, by number; one without a number if there is none."""
        return [sheet.reading for sheet in self.look(frame)]

    def forget(self) -> None:
        """Read the next frame afresh, even if nothing has changed; poses are kept."""
        self._last.clear()

    def look(self, frame: Frame) -> list[SheetReading]:
        """Like ``read``, with the observation behind each reading."""
        board = load_block_sheet()
        found = register(
            frame.pixels,
            board,
            self.camera or frame.model,
            exact=self.camera is not None,
            before=self._before,
        )
        self._before = found
        readings = {
            number: SheetReading(_unreadable(board, number, reason))
            for number, reason in found.problems.items()
        }
        for sheet in found.sheets:
            readings[sheet.number] = self._sheet(frame.pixels, board, found, sheet)
        if not readings:
            return [SheetReading(_unreadable(board, None, _why_nothing(found)))]
        return [readings[number] for number in sorted(readings)]

    def _sheet(
        self, pixels: Pixels, board: BlockSheet, found: Registration, sheet: PlacedSheet
    ) -> SheetReading:
        if _is_grey(pixels):
            reason = "the picture has no colours: set the camera to colour"
            return SheetReading(_unreadable(board, sheet.number, reason))
        number, view = self._view(board, found, sheet)
        observation = BlockObservation(view, pixels, self._styles.get(number))
        before = self._last.get(number)
        if before and before.observation and observation.same_as(before.observation):
            return before
        if observation.look.contrast < LEAST_CONTRAST:
            reason = "paper and print look alike: more light, or less glare"
            return SheetReading(_unreadable(board, sheet.number, reason), observation)
        explained = search(observation, self._candidates, number)
        reading = decide(explained, observation, self.sets, self.building, board, sheet.number)
        if reading.status == "read":
            self._styles[number] = observation.look.style
        self._last = {n: seen for n, seen in self._last.items() if n > number - KEPT}
        self._last[number] = SheetReading(reading, observation, explained)
        return self._last[number]

    def _view(
        self, board: BlockSheet, found: Registration, sheet: PlacedSheet
    ) -> tuple[int, SheetView]:
        """The prepared view of a sheet and its number, made anew only when something has moved."""
        number, view = self._views.get(sheet.number, (0, None))
        if view is None or view.pose is not sheet.pose or view.model is not found.model:
            view = view_sheet(board, _prints(sheet.number), PX_PER_MM, sheet.pose, found.model)
            self._made += 1
            number = self._made
            self._views[sheet.number] = number, view
        return number, view


@lru_cache(maxsize=8)
def _prints(number: int) -> Mapping[str, Pixels]:
    board = load_block_sheet()
    return {style: raster(board, number, style, PX_PER_MM) for style in board.styles}


def decide(
    found: Found,
    observation: BlockObservation,
    sets: Sequence[BlockSet],
    building: Building,
    board: BlockSheet,
    number: int,
) -> Reading:
    """The reading that the explanations of one sheet allow: right, or unsure and why."""
    best = found.best
    block_set = _set_of(best, sets)
    wrong = faults(best.scene, building, block_set) if best.scene.blocks and block_set else ()
    reason = _doubt(found, observation)
    status: Status = "unsure" if reason else "illegal" if wrong else "read"
    return Reading(
        status=status,
        board=board.name,
        sheet=number,
        set_name=block_set.name if block_set and best.scene.blocks else None,
        scene=best.scene,
        probability=round(min(found.probability, NEVER_SURER if reason else 1.0), 4),
        lookalikes=tuple(guess.scene for guess in found.lookalikes),
        faults=wrong,
        reason=reason or " ".join(fault.detail for fault in wrong),
    )


def _set_of(guess: Guess, sets: Sequence[BlockSet]) -> BlockSet | None:
    """The set a scene is legal for, else the one that shares most of its blocks."""
    for block_set in sets:
        if block_set.name == guess.legal_for:
            return block_set
    blocks = dict(guess.scene.blocks)

    def shared(block_set: BlockSet) -> int:
        return sum(
            2 if len(blocks[b.colour]) == len(b.cubes) else 1
            for b in block_set.blocks
            if b.colour in blocks
        )

    return max(sets, key=shared) if blocks else None


def _doubt(found: Found, observation: BlockObservation) -> str:
    """Why the best explanation cannot be trusted; empty if it can."""
    hidden = observation.hidden_share
    accused = bool(found.best.scene.blocks) and not found.best.legal_for
    needed = (SURE_ILLEGAL if accused else SURE) + HIDDEN_COST * max(0.0, hidden - HIDDEN_FREE)
    margin = found.margin
    # "Nothing stands here" is as firm a word as an accusation: the bare sheet must be seen.
    firm = accused or not found.best.scene.blocks
    poor = found.fit < (FIT_TO_BE_FIRM if firm else LEAST_FIT)
    if poor or (firm and found.regret > MOST_REGRET):
        return "much of the grid looks like nothing known: a hand, a deep shadow, or other pieces?"
    if found.lookalikes:
        count = len(found.lookalikes)
        return (
            f"{count} other arrangement{'s' if count > 1 else ''} would look the same from here: "
            "move the camera higher or turn the sheet by about 20°"
        )
    if margin >= needed:
        return ""
    if hidden > HIDDEN_FREE:
        return f"something, a hand perhaps, hides {hidden:.0%} of the grid: clear the view"
    return f"it may also be that {_difference(found.best.scene, found.guesses[1].scene)}"


def _difference(best: BlockScene, other: BlockScene) -> str:
    """What the second explanation has otherwise, in words."""
    mine, theirs = dict(best.blocks), dict(other.blocks)
    parts = []
    for colour in sorted(mine.keys() | theirs.keys()):
        if mine.get(colour) == theirs.get(colour):
            continue
        if colour not in theirs:
            parts.append(f"there is no {colour} block")
        elif colour not in mine:
            parts.append(f"a {colour} block is there too")
        else:
            cells = ", ".join(f"{cell} (level {level})" for cell, level in theirs[colour])
            parts.append(f"the {colour} block stands on {cells}")
    return " and ".join(parts)


def _is_grey(pixels: Pixels) -> bool:
    """Whether blue, green and red are the same throughout, as in a black-and-white picture."""
    some = pixels[::7, ::7].astype(np.int16)
    return bool((some.max(axis=2) - some.min(axis=2)).mean() < NO_COLOUR)


def _unreadable(board: BlockSheet, number: int | None, reason: str) -> Reading:
    return Reading("unreadable", board.name, number, None, None, 0.0, (), (), reason)


def _why_nothing(found: Registration) -> str:
    if found.mirrored:
        return "the picture is mirrored: switch off the camera's mirror setting"
    return "no sheet found: at least two of a sheet's printed markers must be in view and sharp"
