"""Who sits where: the usual sheets, what is refused, and the journal's form."""

from __future__ import annotations

import json

import pytest

from pi_app.seating import Purpose, Seating, SeatingError, SheetUse, usual_sheets

NAMES = ("North", "East", "South", "West")


@pytest.mark.parametrize(
    ("seats", "seat", "purpose", "sheet"),
    [
        (2, 0, "hidden", 1),
        (2, 1, "hidden", 2),
        (2, 0, "deduction", 3),
        (2, 1, "deduction", 4),
        (3, 2, "hidden", 3),
        (3, 0, "deduction", 4),
        (4, 3, "hidden", 4),
        (4, 3, "deduction", 8),
    ],
)
def test_the_usual_sheets(seats: int, seat: int, purpose: Purpose, sheet: int) -> None:
    seating = Seating(NAMES[:seats], sheets=usual_sheets(seats))
    assert seating.sheet(seat, purpose) == sheet


@pytest.mark.parametrize(
    ("sheets", "says"),
    [
        ((SheetUse(1, 0, "hidden"), SheetUse(1, 1, "hidden")), "sheet 1 is given twice"),
        ((SheetUse(9, 0, "hidden"),), "no sheet 9"),
        ((SheetUse(0, 0, "hidden"),), "no sheet 0"),
        ((SheetUse(1, 2, "hidden"),), "given to player 3"),
    ],
)
def test_sheets_that_do_not_fit(sheets: tuple[SheetUse, ...], says: str) -> None:
    with pytest.raises(SeatingError, match=says):
        Seating(NAMES[:2], sheets=sheets)


def test_a_seat_without_a_sheet() -> None:
    with pytest.raises(SeatingError, match="East has no deduction sheet"):
        Seating(NAMES[:2], sheets=(SheetUse(1, 0, "hidden"),)).sheet(1, "deduction")


@pytest.mark.parametrize("voice", [True, False])
@pytest.mark.parametrize("device", [None, 1])
def test_the_journal_keeps_it_all(voice: bool, device: int | None) -> None:
    seating = Seating(NAMES, {"gaps": "none"}, usual_sheets(4), voice, device)
    assert Seating.from_dict(json.loads(json.dumps(seating.as_dict()))) == seating
