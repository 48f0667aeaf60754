"""Random fills and their winners, against the second program and by counting."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from pi_app.games.stones.board import INDEX, NAMES
from pi_app.games.stones.moves import BLACK, EMPTY, WHITE
from pi_app.games.stones.playouts import black_wins, random_fills
from tests.games import y_by_hand


@given(st.integers(0, 2**32), st.integers(1, 130), st.floats(0.3, 0.7))
def test_winners_are_those_of_another_program(seed: int, boards: int, share: float) -> None:
    owned = np.random.default_rng(seed).random((boards, 93)) < share
    by_hand = [
        y_by_hand.connects(name for name, black in zip(NAMES, row, strict=True) if black)
        for row in owned.tolist()
    ]
    assert black_wins(owned).tolist() == by_hand
    assert black_wins(~owned).tolist() == [not black for black in by_hand]


PATHS = [
    # longer ways round than random boards have
    "a1 a2 a3 a4 a5 a6 a7 a8 a9 a10 a11 a12 a13 a14 a15 a16 a17 a18 a19 a20 a21 a22 a23 a24",
    "a3 b3 c3 d2 e1 e12 d14 c15 c14 d12 e9 e8 d9 c9 c8 d6 e5 e4 d5 c5 b6 a6",
]


@pytest.mark.parametrize("path", PATHS)
def test_a_long_chain_and_the_same_with_a_hole(path: str) -> None:
    names = path.split()
    rows = [names, *([n for n in names if n != hole] for hole in names)]
    owned = np.array([[name in row for name in NAMES] for row in rows])
    assert black_wins(owned).tolist() == [y_by_hand.connects(row) for row in rows]


@pytest.mark.parametrize(
    ("black", "white", "turn", "first", "ends_with"),
    [
        ("", "", BLACK, 1, 47),
        ("", "", BLACK, 3, 48),
        ("", "", BLACK, 46, 69),
        ("d5", "", WHITE, 1, 47),
        ("d5", "e3", BLACK, 1, 47),
        ("d5 d6 d7", "", WHITE, 1, 48),
    ],
)
def test_fills_alternate(black: str, white: str, turn: int, first: int, ends_with: int) -> None:
    cells = np.full(93, EMPTY, np.int8)
    for names, colour in ((black, BLACK), (white, WHITE)):
        cells[[INDEX[name] for name in names.split()]] = colour
    owned = random_fills(cells, turn, 4_000, np.random.default_rng(7), first)
    assert set(owned.sum(axis=1).tolist()) == {ends_with}
    assert owned[:, cells == BLACK].all()
    assert not owned[:, cells == WHITE].any()
    free = cells == EMPTY
    expected = (ends_with - len(black.split())) / free.sum()
    assert np.abs(owned[:, free].mean(axis=0) - expected).max() < 0.04  # 5 standard deviations


def test_of_a_pair_each_gets_one() -> None:
    cells = np.full(93, EMPTY, np.int8)
    cells[[INDEX["d5"], INDEX["f2"]]] = BLACK
    pair = INDEX["e3"], INDEX["e4"]
    owned = random_fills(cells, WHITE, 4_000, np.random.default_rng(7), 1, [pair])
    assert (owned[:, pair[0]] != owned[:, pair[1]]).all()
    assert 0.45 < owned[:, pair[0]].mean() < 0.55
    assert set(owned.sum(axis=1).tolist()) == {2 + 45}


def test_equal_seeds_fill_equally() -> None:
    cells = np.full(93, EMPTY, np.int8)
    one, same, other = (
        random_fills(cells, BLACK, 10, np.random.default_rng(seed)) for seed in (1, 1, 2)
    )
    assert (one == same).all()
    assert (one != other).any()
