"""Pictures far outside good light: whatever is said firmly must be true."""

from __future__ import annotations

from pathlib import Path

import pytest

from hardware.cameras.folder import load_frame
from pi_app.reading import Reader

ODD = Path(__file__).parents[1] / "photos" / "odd"


@pytest.mark.parametrize("name", ["dark.jpg"])
def test_blocks_in_bad_light_are_never_called_an_empty_sheet(name: str) -> None:
    (reading,) = Reader().read(load_frame(ODD / name))
    assert reading.status == "unsure"
    assert reading.probability < 1.0
