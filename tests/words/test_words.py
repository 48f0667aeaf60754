"""Questions and answers as they are said."""

from __future__ import annotations

import pytest

from pi_app.games.blocks.views import Answer, SideView, TopView, What
from pi_app.games.game import GameError
from pi_app.words import LANGUAGES, language, say_answer, say_question

BLACK_YELLOW = SideView(("black", "yellow", None))


@pytest.mark.parametrize(
    ("what", "seen", "english", "japanese"),
    [
        (
            "H",
            BLACK_YELLOW,
            "From H, the lower level is black and the middle level is yellow",
            "Hからは、下段は黒、中段は黄",
        ),
        (
            "A",
            SideView(("red", "red", "white")),
            "From A, the lower level is red, the middle level is red and the upper level is white",
            "Aからは、下段は赤、中段は赤、上段は白",
        ),
        (
            "C",
            SideView(("blue", None, None)),
            "From C, the lower level is blue",
            "Cからは、下段は青",
        ),
        ("L", SideView((None, None, None)), "From L, nothing", "Lからは、なし"),
        (
            "G",
            SideView((None, "green", None)),
            "From G, the lower level is nothing and the middle level is green",
            "Gからは、下段はなし、中段は緑",
        ),
        (4, TopView("red", 2), "On cell 4, red on the middle level", "4番の上は、中段の赤"),
        (4, TopView("red"), "On cell 4, red", "4番の上は、赤"),
        (9, TopView(None), "On cell 9, nothing", "9番の上は、なし"),
        (1, TopView("light-green", 1), "On cell 1, light-green on the lower level", None),
    ],
)
def test_answers(what: What, seen: Answer, english: str, japanese: str | None) -> None:
    assert say_answer(what, seen, language("en")) == english
    if japanese is not None:
        assert say_answer(what, seen, language("ja")) == japanese


def test_questions() -> None:
    assert say_question("H", language("en")) == "What is seen from H?"
    assert say_question(5, language("en")) == "What is on top of cell 5?"
    assert say_question("H", language("ja")) == "Hからは何が見えますか？"
    assert say_question(5, language("ja")) == "5番の上は何ですか？"


@pytest.mark.parametrize("name", LANGUAGES)
def test_different_answers_are_said_differently(name: str) -> None:
    colours = (None, "red", "black", "yellow", "blue", "white", "green")
    sides = [SideView((a, b, c)) for a in colours for b in colours for c in colours]
    tops = [TopView(None), *(TopView(c, level) for c in colours[1:] for level in (None, 1, 2, 3))]
    said = [say_answer("A", seen, language(name)) for seen in sides]
    said += [say_answer(1, seen, language(name)) for seen in tops]
    assert len(set(said)) == len(said)


def test_unknown_language() -> None:
    with pytest.raises(GameError, match="no language 'de': choose one of en, ja"):
        language("de")
