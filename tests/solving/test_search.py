"""Positions, jumps, bounds and searches, against plain programs and against the rules."""

from __future__ import annotations

import random
from collections.abc import Iterator

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pi_app.games.stones.board import NAMES, NEIGHBOURS, NODES, onward
from pi_app.games.stones.lines import lines
from pi_app.games.stones.moves import BLACK
from pi_app.solving.beam import Beam
from pi_app.solving.exhaustive import Exhaustive
from pi_app.solving.jumping import Chains, jumps_along
from pi_app.solving.positions import (
    canonical,
    distinct,
    mapped,
    mask_of,
    masks_in,
    positions_of,
    stones_in,
    symmetries,
    weighed,
)
from pi_app.solving.puzzle import Puzzle, puzzle
from pi_app.solving.solutions import bundled, solution_of, states_of
from pi_app.solving.trace import trace
from pi_app.workers import Workers

PUZZLES = [
    ("supply-line", "border"),
    ("supply-line", "corner"),
    ("grand-supply-line", "three-corners"),
    ("grand-supply-line", "one-corner"),
]
GRAND = PUZZLES[2:]
MASKS = st.integers(0, (1 << len(NODES)) - 1)


def after_by_hand(mask: int) -> set[int]:
    """What one move leads to, by following each chain jump by jump."""
    found = set()

    def jump(at: int, now: int) -> None:
        for over in NEIGHBOURS[at]:
            for end in onward(at, over):
                if now >> over & 1 and not now >> end & 1:
                    after = now & ~(1 << at | 1 << over) | 1 << end
                    if (end, after) not in done:
                        done.add((end, after))
                        found.add(after)
                        jump(end, after)

    for node in NODES:
        done: set[tuple[int, int]] = set()
        if mask >> node & 1:
            jump(node, mask)
    return found


@given(st.lists(MASKS, max_size=20))
def test_positions_there_and_back(masks: list[int]) -> None:
    positions = positions_of(masks)
    assert list(masks_in(positions)) == masks
    assert sorted(masks_in(distinct(positions))) == sorted(set(masks))
    assert stones_in(positions).tolist() == [mask.bit_count() for mask in masks]
    weights = np.arange(len(NODES), dtype=np.float32)
    sums = [sum(node for node in NODES if mask >> node & 1) for mask in masks]
    assert weighed(positions, weights).tolist() == sums


@given(MASKS)
def test_canonical_is_the_same_for_all_images(mask: int) -> None:
    images = {mapped(mask, symmetry) for symmetry in symmetries()}
    least = canonical(positions_of(images), symmetries())
    assert set(masks_in(least)) == {min(images)}


def test_symmetries_keep_the_jumps() -> None:
    jumps = set(jumps_along(lines()))
    assert len(set(symmetries())) == 6
    assert symmetries()[0] == tuple(NODES)
    for symmetry in symmetries():
        assert {tuple(symmetry[node] for node in jump) for jump in jumps} == jumps


@settings(max_examples=30)
@given(st.lists(st.sets(st.sampled_from(list(NODES)), max_size=40), min_size=1, max_size=4))
def test_moves_are_those_found_by_hand(sets: list[set[int]]) -> None:
    masks = [mask_of(nodes) for nodes in sets]
    after = Chains(jumps_along(lines())).after_one_move(positions_of(masks))
    assert set(masks_in(after)) == set().union(*map(after_by_hand, masks))


@pytest.mark.parametrize(("name", "goal"), PUZZLES)
def test_ladders_are_apart_and_above_the_start(name: str, goal: str) -> None:
    game = puzzle(name, goal)
    for ladders in game.ladders:
        rungs = [rung for ladder in ladders for rung in ladder]
        assert sum(rung.bit_count() for rung in rungs) == mask_of_all(rungs).bit_count()
        assert not mask_of_all(rungs) & game.start


def mask_of_all(masks: list[int]) -> int:
    together = 0
    for mask in masks:
        together |= mask
    return together


def test_a_ladder_by_name() -> None:
    ladder = puzzle("grand-supply-line", "one-corner").ladders[0][0]
    names = [{NAMES[node] for node in NODES if rung >> node & 1} for rung in ladder]
    assert names == [{"a1"}, {"b1", "a2", "a24"}, {"c1", "b2", "b21", "a3", "a23"}]


@pytest.mark.parametrize(("name", "goal"), GRAND)
def test_the_bound_never_exceeds_what_a_solution_needs(name: str, goal: str) -> None:
    game = puzzle(name, goal)
    masks = [mask_of(state.stones(BLACK)) for state in states_of(bundled(game))]
    left = game.fewest_left(positions_of(masks)).tolist()
    assert left[-1] == 0
    assert all(bound <= len(masks) - 1 - number for number, bound in enumerate(left))


def backwards(game: Puzzle, rng: random.Random) -> Iterator[tuple[int, int]]:
    """Positions from which a goal is known to be near: (moves to it, position)."""
    mask = rng.choice(game.goals)
    yield 0, mask
    at, moves = -1, 0
    for _ in range(12):
        undone = [
            (start, mask ^ (1 << start | 1 << over | 1 << end), end)
            for start, over, end in game.jumps
            if mask >> end & 1 and not mask >> start & 1 and not mask >> over & 1
        ]
        if not undone:
            return
        start, mask, end = rng.choice(undone)
        moves += end != at  # else the jump before belongs to the same chain
        at = start
        yield moves, mask


@pytest.mark.parametrize("seed", range(40))
@pytest.mark.parametrize(("name", "goal"), PUZZLES)
def test_the_bound_holds_on_the_way_back_from_the_goal(name: str, goal: str, seed: int) -> None:
    game = puzzle(name, goal)
    for moves, mask in backwards(game, random.Random(seed)):
        assert game.fewest_left(positions_of([mask]))[0] <= moves


def run(search: Exhaustive | Beam, workers: Workers) -> None:
    for _ in search.steps(workers):
        pass


@pytest.mark.parametrize("goal", ["border", "corner"])
def test_supply_line_takes_six_moves(goal: str) -> None:
    game = puzzle("supply-line", goal)
    with Workers(1) as workers:
        for moves in range(1, 6):
            refuted = Exhaustive(game, moves)
            run(refuted, workers)
            assert refuted.finished
            assert not refuted.solved
        search = Exhaustive(game, 6)
        run(search, workers)
    assert search.solved
    solution = solution_of(game, trace(game, search.levels))
    assert len(solution.moves) == len(states_of(solution)) - 1 == 6


def test_without_the_bound_no_position_of_the_first_moves_is_missed() -> None:
    """All positions after 3 moves, up to symmetry, by hand; the search has those it must have."""
    game = puzzle("supply-line", "border")
    levels = [{game.start}]
    for _ in range(3):
        after = set().union(*map(after_by_hand, levels[-1]))
        levels.append(set(masks_in(canonical(positions_of(after), game.symmetries))))
    assert [len(level) for level in levels] == [1, 8, 299, 11161]
    search = Exhaustive(game, 6)
    steps = search.steps(Workers(1))
    while search.depth < 3:
        next(steps)
    for depth, level in enumerate(levels):
        bounds = game.fewest_left(positions_of(level))
        near = {mask for mask, bound in zip(level, bounds, strict=True) if bound <= 6 - depth}
        found = set(masks_in(search.levels[depth]))
        assert found <= near
        if depth < 2:
            assert found == near


@pytest.mark.parametrize("goal", ["border", "corner"])
def test_supply_line_takes_six_moves_by_all_positions(goal: str) -> None:
    """The same with no bound at all: every position after 4 moves, then every fifth move."""
    game = puzzle("supply-line", goal)
    level = positions_of([game.start])
    for _ in range(4):
        level = distinct(canonical(game.chains.after_one_move(level), game.symmetries))
        assert not game.has_goal(level)
    assert level.shape[1] == 118_652
    for start in range(0, level.shape[1], 10_000):
        assert not game.has_goal(game.chains.after_one_move(level[:, start : start + 10_000]))


@pytest.mark.parametrize(("goal", "most"), [("one-corner", 5), ("three-corners", 10)])
def test_grand_supply_line_takes_more_moves(goal: str, most: int) -> None:
    search = Exhaustive(puzzle("grand-supply-line", goal), most)
    with Workers(1) as workers:
        run(search, workers)
    assert search.finished
    assert not search.solved


@pytest.mark.slow
@pytest.mark.parametrize(("goal", "most"), [("one-corner", 7), ("three-corners", 12)])
def test_grand_supply_line_takes_as_many_moves_as_the_bundled(goal: str, most: int) -> None:
    game = puzzle("grand-supply-line", goal)
    search = Exhaustive(game, most)
    with Workers(2) as workers:
        run(search, workers)
    assert search.finished
    assert not search.solved
    assert len(bundled(game).moves) == most + 1


def test_a_beam_solves_supply_line() -> None:
    game = puzzle("supply-line", "corner")
    beam = Beam(game, 0)
    with Workers(1) as workers:
        run(beam, workers)
    assert beam.solved
    assert len(states_of(solution_of(game, trace(game, beam.levels)))) == len(beam.levels)


def test_several_processes_find_the_same() -> None:
    game = puzzle("grand-supply-line", "three-corners")
    searches = [Exhaustive(game, 11) for _ in range(2)]
    for search, jobs in zip(searches, (1, 2), strict=True):
        with Workers(jobs) as workers:
            steps = search.steps(workers)
            while search.depth < 6:
                next(steps)
            steps.close()  # type: ignore[attr-defined]
    assert searches[0].looked == searches[1].looked
    for one, other in zip(searches[0].levels, searches[1].levels, strict=True):
        assert (one == other).all()


def test_a_search_goes_on_where_it_was_left() -> None:
    game = puzzle("supply-line", "corner")
    whole, parts = Exhaustive(game, 5), Exhaustive(game, 5)
    with Workers(1) as workers:
        run(whole, workers)
        while not parts.finished:
            next(parts.steps(workers), None)
    assert whole.looked == parts.looked
