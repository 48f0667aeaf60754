"""Who sits at the table and which sheet is whose: what is agreed before the first move."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Literal, get_args

from vision.errors import GyojiError

LONGEST_NAME = 30

Purpose = Literal["hidden", "deduction"]


class SeatingError(GyojiError):
    """What was agreed does not fit together: names, seats or sheets."""

    exit_code = 2


@dataclass(frozen=True)
class SheetUse:
    """A sheet's number (1–8), whose it is (seats count from 0) and what for."""

    sheet: int
    seat: int
    purpose: Purpose


def usual_sheets(seats: int) -> tuple[SheetUse, ...]:
    """Sheets 1 … n hide, sheets n+1 … 2n are for deduction, both in the order of the seats."""
    return tuple(
        SheetUse(seat + 1 + seats * place, seat, purpose)
        for place, purpose in enumerate(get_args(Purpose))
        for seat in range(seats)
    )


@dataclass(frozen=True)
class Seating:
    """Names by seat, the rules' options, and the sheets.

    ``voice``: people answer the questions themselves; the device keeps what they said and
    compares it with their arrangements after the game (``gyoji audit``). ``device``: the seat that
    the device itself plays, if any.
    """

    names: tuple[str, ...]
    rules: Mapping[str, Any] = field(default_factory=dict)
    sheets: tuple[SheetUse, ...] = ()
    voice: bool = False
    device: int | None = None

    def __post_init__(self) -> None:
        for name in self.names:
            if not (name.strip() and name.isprintable() and len(name) <= LONGEST_NAME):
                raise SeatingError(
                    f"a player's name has 1 to {LONGEST_NAME} printable letters, not {name!r:.60}"
                )
        if len(set(self.names)) < len(self.names):
            raise SeatingError("two players have the same name: give each another")
        numbers = [use.sheet for use in self.sheets]
        for use in self.sheets:
            if numbers.count(use.sheet) > 1:
                raise SeatingError(f"sheet {use.sheet} is given twice: each sheet has one use")
            if not 1 <= use.sheet <= 8:
                raise SeatingError(f"there is no sheet {use.sheet}: sheets are numbered 1 to 8")
            if not 0 <= use.seat < len(self.names):
                raise SeatingError(f"sheet {use.sheet} is given to player {use.seat + 1}: no such")

    def sheet(self, seat: int, purpose: Purpose) -> int:
        """The number of a seat's sheet; raises SeatingError if it has none."""
        for use in self.sheets:
            if (use.seat, use.purpose) == (seat, purpose):
                return use.sheet
        raise SeatingError(f"{self.names[seat]} has no {purpose} sheet: name one in the settings")

    def as_dict(self) -> dict[str, Any]:
        """Plain JSON, as the journal keeps it."""
        return {
            "names": list(self.names),
            "rules": dict(self.rules),
            "sheets": [[use.sheet, use.seat, use.purpose] for use in self.sheets],
            "voice": self.voice,
            "device": self.device,
        }

    @classmethod
    def from_dict(cls, data: Mapping[str, Any]) -> Seating:
        """The inverse of ``as_dict``."""
        return cls(
            tuple(data["names"]),
            data["rules"],
            tuple(SheetUse(*use) for use in data["sheets"]),
            data["voice"],
            data["device"],
        )
