"""How questions and answers are said: one table per language."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from pi_app.games.blocks.views import Answer, SideView, What
from pi_app.games.game import GameError


@dataclass(frozen=True)
class Language:
    """The words of one language; a colour that has none is said by its own name."""

    levels: tuple[str, str, str]
    colours: Mapping[str, str]
    nothing: str
    side: str
    side_level: str
    comma: str
    last_comma: str
    top: str
    top_level: str
    ask_side: str
    ask_top: str


LANGUAGES: Mapping[str, Language] = {
    "en": Language(
        levels=("lower", "middle", "upper"),
        colours={},
        nothing="nothing",
        side="From {where}, {seen}",
        side_level="the {level} level is {colour}",
        comma=", ",
        last_comma=" and ",
        top="On cell {where}, {seen}",
        top_level="{colour} on the {level} level",
        ask_side="What is seen from {where}?",
        ask_top="What is on top of cell {where}?",
    ),
    "ja": Language(
        levels=("下段", "中段", "上段"),
        colours={
            "red": "赤",
            "black": "黒",
            "yellow": "黄",
            "blue": "青",
            "white": "白",
            "green": "緑",
        },
        nothing="なし",
        side="{where}からは、{seen}",
        side_level="{level}は{colour}",
        comma="、",
        last_comma="、",
        top="{where}番の上は、{seen}",
        top_level="{level}の{colour}",
        ask_side="{where}からは何が見えますか？",
        ask_top="{where}番の上は何ですか？",
    ),
}


def language(name: str) -> Language:
    """The table called ``name``; raises GameError naming those that there are."""
    if name not in LANGUAGES:
        raise GameError(f"There is no language {name!r}: choose one of {', '.join(LANGUAGES)}.")
    return LANGUAGES[name]


def say_question(what: What, words: Language) -> str:
    """A question as people ask it."""
    return (words.ask_side if isinstance(what, str) else words.ask_top).format(where=what)


def say_answer(what: What, seen: Answer, words: Language) -> str:
    """An answer as people give it; levels above the topmost cube are left out."""
    if isinstance(seen, SideView):
        return words.side.format(where=what, seen=_levels(seen, words))
    colour = _colour(seen.colour, words)
    if seen.level is not None:
        colour = words.top_level.format(level=words.levels[seen.level - 1], colour=colour)
    return words.top.format(where=what, seen=colour)


def _levels(seen: SideView, words: Language) -> str:
    height = max((i + 1 for i, colour in enumerate(seen.colours) if colour is not None), default=0)
    parts = [
        words.side_level.format(level=level, colour=_colour(colour, words))
        for level, colour in zip(words.levels[:height], seen.colours[:height], strict=True)
    ]
    if len(parts) < 2:
        return parts[0] if parts else words.nothing
    return words.comma.join(parts[:-1]) + words.last_comma + parts[-1]


def _colour(colour: str | None, words: Language) -> str:
    return words.nothing if colour is None else words.colours.get(colour, colour)
