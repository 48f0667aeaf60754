"""What answers tell: published entropies, greedy play, what remains, and the tables on the disk."""

from __future__ import annotations

import logging
from functools import cache
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from pi_app.games.blocks import table_cache
from pi_app.games.blocks.arrangements import Gaps
from pi_app.games.blocks.deduction import (
    AnswerTable,
    Knowledge,
    best_questions,
    build_table,
    misfits,
    remaining,
)
from pi_app.games.blocks.faults import Building
from pi_app.games.blocks.sets import bundled_sets
from pi_app.games.blocks.table_cache import load_table
from pi_app.games.blocks.views import SideView, TopView, What, answer, questions

FIRST = bundled_sets()["yomen-first"]
TALL = Building("none", needs_level_2=True)


@cache
def table(gaps: Gaps = "none", name: str = "yomen-first", told: bool = True) -> AnswerTable:
    return build_table(bundled_sets()[name], Building(gaps, True), top_tells_level=told)


@pytest.mark.parametrize(
    ("what", "bits"),
    [
        *[(letter, 4.30) for letter in "BEHK"],
        *[(letter, 4.11) for letter in "ACDFGIJL"],
        (5, 2.90),
    ],
)
def test_information_of_a_first_question(what: What, bits: float) -> None:
    first = dict(best_questions(table(), remaining(table(), Knowledge())))
    assert first[what] == pytest.approx(bits, abs=0.005)


def test_the_best_first_question_is_a_middle_letter() -> None:
    ranked = best_questions(table(), remaining(table(), Knowledge()))
    assert {what for what, _ in ranked[:4]} == set("BEHK")
    assert {what for what, _ in ranked} == set(questions())
    assert [bits for _, bits in ranked] == sorted((bits for _, bits in ranked), reverse=True)


@pytest.mark.parametrize("letter", "BEHK")
def test_a_middle_letter_has_33_answers(letter: str) -> None:
    assert len(np.unique(table().codes[questions().index(letter)])) == 33


@pytest.mark.parametrize("name", ["yomen-first", "straight-second"])
@pytest.mark.parametrize("told", [True, False])
def test_21_answers_tell_every_arrangement(name: str, told: bool) -> None:
    codes = table("none", name, told).codes
    assert len(np.unique(codes.T, axis=0)) == codes.shape[1]


def test_a_greedy_solver_needs_five_questions_on_average_and_nine_at_most() -> None:
    needed = []
    open_ = [(remaining(table(), Knowledge()), 0)]
    while open_:
        left, asked = open_.pop()
        if len(left) == 1:
            needed.append(asked)
            continue
        what, bits = best_questions(table(), left)[0]
        assert bits > 0
        seen = table().codes[questions().index(what)][left]
        open_ += [(left[seen == number], asked + 1) for number in np.unique(seen)]
    assert len(needed) == 19_272
    assert np.mean(needed) == pytest.approx(5.04, abs=0.005)
    assert max(needed) == 9


asked_of = st.lists(st.sampled_from(questions()), max_size=8)


@given(st.integers(0, 19_271), asked_of, st.booleans())
def test_what_remains_is_what_a_slow_filter_leaves(i: int, asked: list[What], told: bool) -> None:
    answers = table("none", "yomen-first", told)
    scene = answers.arrangements.scene(i)
    known = Knowledge(tuple((w, answer(scene, w, top_tells_level=told)) for w in asked))
    left = remaining(answers, known)
    assert i in left
    some = {*left[:5].tolist(), *range(i % 19, 19_272, 997)}
    for j in some:
        other = answers.arrangements.scene(j)
        assert (j in left) == (not misfits(other, known))


def test_wrong_announcements_do_not_remain() -> None:
    wrong = tuple(table().arrangements.scene(i) for i in (3, 700))
    left = remaining(table(), Knowledge((), wrong))
    assert len(left) == 19_270
    assert not {3, 700} & set(left.tolist())


@pytest.mark.parametrize(
    ("what", "seen"),
    [
        ("A", SideView(("pink", None, None))),
        ("A", SideView((None, "red", None))),
        (1, TopView("x")),
    ],
)
def test_impossible_answers_leave_nothing(what: What, seen: SideView | TopView) -> None:
    left = remaining(table(), Knowledge(((what, seen),)))
    assert left.size == 0
    assert {bits for _, bits in best_questions(table(), left)} == {0.0}


def test_misfits_names_the_answers_that_contradict() -> None:
    scene, other = table().arrangements.scene(0), table().arrangements.scene(19_000)
    known = Knowledge(tuple((what, answer(scene, what)) for what in questions()))
    assert misfits(scene, known) == ()
    wrong = [what for what, _ in misfits(other, known)]
    assert wrong == [w for w in questions() if answer(scene, w) != answer(other, w)] != []


def same(one: AnswerTable, other: AnswerTable) -> bool:
    return (
        one.arrangements.colours == other.arrangements.colours
        and np.array_equal(one.arrangements.labels, other.arrangements.labels)
        and np.array_equal(one.codes, other.codes)
    )


def test_a_kept_table_is_used(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    built = load_table(FIRST, TALL, tmp_path / "new", top_tells_level=True)
    assert [path.suffix for path in (tmp_path / "new").iterdir()] == [".table"]
    monkeypatch.setattr(table_cache, "build_table", None)
    assert same(load_table(FIRST, TALL, tmp_path / "new", top_tells_level=True), built)
    # the other player's blocks have the same shapes, only other colours
    theirs = load_table(
        bundled_sets()["yomen-second"], TALL, tmp_path / "new", top_tells_level=True
    )
    assert theirs.arrangements.colours == ("blue", "white", "green")


@pytest.mark.parametrize(
    "damage",
    [
        lambda kept: b"",
        lambda kept: kept[:31],
        lambda kept: kept[: len(kept) // 2],
        lambda kept: kept + b"\0" * 48,
        lambda kept: kept[:500_000] + bytes([kept[500_000] ^ 1]) + kept[500_001:],
        lambda kept: bytes([kept[0] ^ 1]) + kept[1:],
    ],
)
def test_a_damaged_table_is_built_anew(
    damage: object, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    built = load_table(FIRST, TALL, tmp_path, top_tells_level=True)
    (path,) = tmp_path.iterdir()
    whole = path.read_bytes()
    assert callable(damage)
    path.write_bytes(damage(whole))
    with caplog.at_level(logging.WARNING):
        assert same(load_table(FIRST, TALL, tmp_path, top_tells_level=True), built)
    assert "is damaged: the table is built anew" in caplog.text
    assert path.read_bytes() == whole
    assert list(tmp_path.iterdir()) == [path]


def test_each_set_and_rule_has_its_own_table(tmp_path: Path) -> None:
    for name in ("yomen-first", "straight-first"):
        for gaps in ("none", "advanced"):
            for told in (True, False):
                load_table(bundled_sets()[name], Building(gaps), tmp_path, top_tells_level=told)
    load_table(FIRST, TALL, tmp_path, top_tells_level=True)
    assert len(list(tmp_path.iterdir())) == 9


def test_a_folder_that_cannot_be_made_costs_time_only(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    (tmp_path / "file").write_text("in the way")
    built = load_table(FIRST, TALL, tmp_path / "file" / "tables", top_tells_level=True)
    assert len(built.arrangements) == 19_272
    assert "it will be built again" in caplog.text
