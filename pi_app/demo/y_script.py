"""What happens at the table in the demonstration of Y, act by act."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field


@dataclass(frozen=True)
class Act:
    """What a hand does at once: by node, the stone that it puts there (None: takes away).

    Then a ``key`` is pressed. ``bump``: the board is shifted (mm) and turned (degrees).
    ``rests_s``: so long the hand stays over the board.
    """

    hands: Mapping[str, str | None] = field(default_factory=dict)
    key: str | None = None
    bump: tuple[float, float, float] | None = None
    rests_s: float = 0.0


@dataclass(frozen=True)
class Scene:
    """A few acts and what is said before them."""

    says: str
    acts: tuple[Act, ...]


def put(*stones: str, rests_s: float = 0.0) -> Act:
    """``put("black d5", "white e6")``: stones put down without a pause between them."""
    pairs = (stone.split() for stone in stones)
    return Act({node: colour for colour, node in pairs}, rests_s=rests_s)


def take(node: str) -> Act:
    """A stone is taken off."""
    return Act({node: None})


SCRIPT = (
    Scene("A camera looks at an empty board. Game of Y: join all three sides.", (Act(),)),
    Scene(
        "Black begins in a corner. The rules would let White swap; White plays on.",
        (put("black a17"), put("white e6"), put("black d3"), put("white e12")),
    ),
    Scene("Black puts down two stones at once.", (put("black f1", "black e11"),)),
    Scene("The second one comes off again.", (take("e11"),)),
    Scene("By turns again.", (put("white d5"), put("black e10"))),
    Scene("White plays d9, and thinks better of it.", (put("white d9"), take("d9"))),
    Scene("White presses confirm and plays elsewhere.", (Act(key="confirm"), put("white f3"))),
    Scene("Two quick moves: all is still only after both.", (put("black e11", "white e7"),)),
    Scene("Somebody bumps the table: the board shifts and turns.", (Act(bump=(9.0, -6.0, 5.0)),)),
    Scene("Black's hand rests over the board for a while.", (put("black d12", rests_s=3.0),)),
    Scene(
        "By turns: Black runs for the near side.",
        (put("white c4"), put("black c3"), put("white b4"), put("black b3"), put("white e4")),
    ),
    Scene(
        "And for the far one, where White cannot stop both ways.",
        (put("black c13"), put("white e9"), put("black b15"), put("white d13")),
    ),
    Scene(
        "Black joins the two halves.",
        (put("black e2"), put("white f2"), put("black d11"), put("white d1"), put("black a3")),
    ),
)
RECORD = (
    "black a17, white e6, black d3, white e12, black f1, white d5, black e10, white f3, black e11, "
    "white e7, black d12, white c4, black c3, white b4, black b3, white e4, black c13, white e9, "
    "black b15, white d13, black e2, white f2, black d11, white d1, black a3"
)
"""What must be in the journal in the end."""
