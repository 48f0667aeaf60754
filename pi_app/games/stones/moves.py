"""Moves of stones as values and as text, both ways: ``black d5``, ``d5-d7-f1xd6``, ``swap``."""

from __future__ import annotations

import re
from dataclasses import dataclass

from pi_app.games.game import GameError
from pi_app.games.stones.board import NAMES, node_named

EMPTY, BLACK, WHITE = 0, 1, 2
COLOURS = ("black", "white")
"""The name of stone 1, of stone 2."""


@dataclass(frozen=True)
class Place:
    """A stone is put on a node."""

    colour: int
    node: int


@dataclass(frozen=True)
class Shift:
    """A stone goes along ``path``: where it stood, each node it touches down on, where it ends.

    ``taken``: the nodes whose stones are removed, in order of their numbers.
    """

    colour: int
    path: tuple[int, ...]
    taken: tuple[int, ...] = ()


@dataclass(frozen=True)
class Swap:
    """The pie rule: the players change colours."""


@dataclass(frozen=True)
class Pass:
    """Nothing is played."""

    colour: int


@dataclass(frozen=True)
class Resign:
    """A colour gives up."""

    colour: int


Move = Place | Shift | Swap | Pass | Resign

_FORMS = "expected a node (d5), a stone's way (d5-d7, d5-d7xd6), swap, passes or resigns"
_DEED = re.compile(r"(?P<path>{0}(-{0})*)(?P<taken>(x{0})*)".format("[a-z][0-9]{1,2}"), re.ASCII)


def opponent(colour: int) -> int:
    """The other colour."""
    return BLACK + WHITE - colour


def name_of(colour: int) -> str:
    """``black`` or ``white``; raises GameError if there is no such colour."""
    if colour not in (BLACK, WHITE):
        raise GameError(f"there is no colour {colour!r:.20}")
    return COLOURS[colour - 1]


def touched(move: Move) -> tuple[int, ...]:
    """The nodes that a move changes."""
    match move:
        case Place(_, node):
            return (node,)
        case Shift(_, path, taken):
            return (path[0], path[-1], *taken)
    return ()


def move_text(move: Move) -> str:
    """One move in one line."""
    match move:
        case Place(colour, node):
            return f"{name_of(colour)} {NAMES[node]}"
        case Shift(colour, path, taken):
            removed = "".join(f"x{NAMES[node]}" for node in taken)
            return f"{name_of(colour)} {'-'.join(NAMES[node] for node in path)}{removed}"
        case Swap():
            return "swap"
        case Pass(colour):
            return f"{name_of(colour)} passes"
        case Resign(colour):
            return f"{name_of(colour)} resigns"


def parse_move(text: str, turn: int) -> Move:
    """The inverse of ``move_text``; raises GameError saying what was expected.

    Upper case, a leading ``play`` and a missing colour (then it is that of ``turn``) are
    understood too.
    """
    words = text.lower().split()
    if words[:1] == ["play"]:
        words = words[1:]
    colour = turn
    if words and words[0] in COLOURS:
        colour = COLOURS.index(words.pop(0)) + 1
    if len(words) != 1:
        raise GameError(f"{text!r:.40} is no move: {_FORMS}")
    return _parse_deed(words[0], colour, text)


def _parse_deed(deed: str, colour: int, text: str) -> Move:
    if deed == "swap":
        return Swap()
    if deed in ("pass", "passes"):
        return Pass(colour)
    if deed in ("resign", "resigns"):
        return Resign(colour)
    parts = _DEED.fullmatch(deed)
    if not parts:
        raise GameError(f"{text!r:.40} is no move: {_FORMS}")
    path = tuple(map(node_named, parts["path"].split("-")))
    taken = tuple(sorted(set(map(node_named, parts["taken"].split("x")[1:]))))
    if len(path) == 1 and not taken:
        return Place(colour, path[0])
    return Shift(colour, path, taken)
