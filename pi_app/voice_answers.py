"""Answers as people type what was said: "black, yellow" for a side view, "red 2" for a top view."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence

from pi_app.games.blocks.views import Answer, SideView, TopView, What
from pi_app.games.game import GameError
from pi_app.words import Language

NONE = ("none", "nothing", "-", "empty")
SIDE_HELP = "the colours from the lower level up, like: black none yellow; or: none"


def parse_answer(
    text: str, what: What, colours: Sequence[str], words: Language, *, tells_level: bool
) -> Answer:
    """An answer to ``what`` about an arrangement of ``colours``.

    Understands English, the words of the language, and beginnings that are not ambiguous.
    ``tells_level``: whether a top view names the level too. Raises GameError saying what is
    expected.
    """
    parts = [part for part in re.split(r"[\s,、。.]+", text.strip().lower()) if part]
    if isinstance(what, str):
        return _side(parts, colours, words)
    return _top(parts, colours, words, tells_level)


def _side(parts: Sequence[str], colours: Sequence[str], words: Language) -> SideView:
    if not 1 <= len(parts) <= len(words.levels):
        raise GameError(f"Type {SIDE_HELP}")
    seen = [_colour(part, colours, words) for part in parts]
    return SideView((*seen, *[None] * (len(words.levels) - len(seen))))


def _top(
    parts: Sequence[str], colours: Sequence[str], words: Language, tells_level: bool
) -> TopView:
    help_ = "Type a colour and its level (1, 2, 3), like: red 2; or: none"
    if not tells_level:
        help_ = "Type a colour, like: red; or: none"
    if not parts:
        raise GameError(help_)
    colour = _colour(parts[0], colours, words)
    expected = 2 if tells_level and colour is not None else 1
    if len(parts) != expected:
        raise GameError(help_)
    return TopView(colour, _level(parts[1], words) if expected == 2 else None)


def _colour(part: str, colours: Sequence[str], words: Language) -> str | None:
    known: Mapping[str, str | None] = {
        **dict.fromkeys((*NONE, words.nothing)),
        **{name: name for name in colours},
        **{words.colours[name]: name for name in colours if name in words.colours},
    }
    if part in known:
        return known[part]
    meant = {value for name, value in known.items() if name.startswith(part)}
    if len(meant) != 1:
        raise GameError(f"{part!r:.20} is no colour here: use one of {', '.join(colours)}, none")
    return meant.pop()


def _level(part: str, words: Language) -> int:
    names = {"lower": 1, "middle": 2, "upper": 3}
    names |= {name: level for level, name in enumerate(words.levels, 1)}
    names |= {str(level): level for level in (1, 2, 3)}
    if part not in names:
        raise GameError(f"{part!r:.20} is no level: use 1, 2 or 3 (lower, middle, upper)")
    return names[part]
