"""Arrangements as text: drawn, typed, and typed wrongly."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pi_app.drawing import draw, initials, parse_stacks, stacks
from pi_app.games.blocks.scene import BlockScene
from pi_app.games.game import GameError

FIRST = ("red", "black", "yellow")
SCENE = BlockScene.of(
    {
        "red": [(1, 1), (1, 2), (4, 1), (7, 1)],
        "black": [(1, 3), (2, 3), (2, 2)],
        "yellow": [(3, 1), (6, 1)],
    }
)


@pytest.mark.parametrize(
    ("colours", "expected"),
    [
        (FIRST, {"red": "r", "black": "b", "yellow": "y"}),
        (("black", "blue"), {"black": "bla", "blue": "blu"}),
        (("red", "reddish"), {"red": "red-", "reddish": "redd"}),
        ((), {}),
    ],
)
def test_initials(colours: tuple[str, ...], expected: dict[str, str]) -> None:
    assert initials(colours) == expected


def test_drawn() -> None:
    assert draw(SCENE).splitlines() == [
        "lower    middle   upper",
        "r . y    r b .    b b .",
        "r . y    . . .    . . .",
        "r . .    . . .    . . .",
        "b black, r red, y yellow",
    ]


@pytest.mark.parametrize(
    ("scene", "shows"),
    [
        (BlockScene.of({}), "(empty)"),
        (BlockScene.of({"red": [(9, 4)]}), "level 4"),
        (BlockScene.of({"black": [(1, 1)], "blue": [(2, 1)]}), "bla blu ."),
    ],
)
def test_drawn_unusual(scene: BlockScene, shows: str) -> None:
    assert shows in draw(scene)


def test_typed() -> None:
    assert stacks(SCENE, FIRST) == "rrb .bb y / r . y / r . ."
    assert parse_stacks("RRB .bb y  r . y / r . .", FIRST) == SCENE


@given(
    st.dictionaries(
        st.tuples(st.integers(1, 9), st.integers(1, 4)),
        st.sampled_from(["black", "blue", "red"]),
        max_size=12,
    )
)
def test_typing_what_is_shown_gives_the_same(at: dict[tuple[int, int], str]) -> None:
    blocks = {colour: [v for v in at if at[v] == colour] for colour in set(at.values())}
    scene = BlockScene.of(blocks)
    colours = ("black", "blue", "red")
    assert parse_stacks(stacks(scene, colours), colours) == scene


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("", "Nine cells are needed, not 0"),
        ("r r r", "Nine cells are needed, not 3"),
        ("x . . . . . . . .", "Cell 1 has 'x'"),
        (". . . . . . . . rq", "Cell 9 has 'q'"),
    ],
)
def test_typed_wrongly(text: str, says: str) -> None:
    with pytest.raises(GameError, match=says):
        parse_stacks(text, FIRST)
