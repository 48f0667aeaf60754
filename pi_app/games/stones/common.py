"""What all games of stones on the Y board share: state, turns, resigning, scenes, text, view.

A game subclasses ``StonesGame``: its options, what it starts with, its legal moves, what a move
does (``moved``) and how it ends (``result``). Positions are one line of ``KEY=VALUE``, such as
``y pie=true handicap=1 turn=white black=d5 last=black_d5``; what is left out is as at the start.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from typing import Any, ClassVar, Generic, TypeVar

from pi_app.games.game import GameError, Options, Outcome
from pi_app.games.scene import Scene
from pi_app.games.stones import moves
from pi_app.games.stones.board import BOARD, NAMES, NODES, node_named
from pi_app.games.stones.moves import (
    BLACK,
    COLOURS,
    EMPTY,
    WHITE,
    Move,
    Pass,
    Place,
    Resign,
    Shift,
    Swap,
    name_of,
)


@dataclass(frozen=True)
class Option:
    """A rule that can be chosen: its default, and all that it may be."""

    default: bool | int | str
    choices: tuple[bool | int | str, ...] | range


@dataclass(frozen=True)
class StonesState:
    """A position. A game that must remember more adds whole-number fields and names them in
    ``StonesGame.counters``.

    ``cells``: by node, EMPTY, BLACK or WHITE. ``turn``: the colour to move. ``colours``: by seat
    (a swap changes them). ``resigned``: the colour that gave up, or EMPTY. ``last``: the move that
    led here, None at the start. ``options``: every option of the game with its value.
    """

    cells: tuple[int, ...] = (EMPTY,) * len(NODES)
    turn: int = BLACK
    colours: tuple[int, ...] = (BLACK, WHITE)
    resigned: int = EMPTY
    last: Move | None = None
    options: tuple[tuple[str, bool | int | str], ...] = ()

    def option(self, name: str) -> Any:  # noqa: ANN401 - bool, int or str, as the option has it
        """An option's value."""
        return dict(self.options)[name]

    def stones(self, colour: int) -> tuple[int, ...]:
        """The nodes on which a colour stands."""
        return tuple(node for node in NODES if self.cells[node] == colour)


S = TypeVar("S", bound=StonesState)


class StonesGame(Generic[S]):
    """The half of ``BoardGame`` that is alike for all; see the module's docstring for the rest."""

    board = BOARD
    pieces: tuple[str, ...] = COLOURS
    name: str
    options: ClassVar[Mapping[str, Option]] = {}
    kinds: ClassVar[tuple[type, ...]] = (Place,)
    """The kinds of moves that the game has, resigning apart."""
    counters: ClassVar[tuple[str, ...]] = ()
    """The whole-number fields that the game's state adds."""

    # --- what each game defines -----------------------------------------------------------------

    def first(self, options: tuple[tuple[str, Any], ...]) -> S:
        """The first position under options that are complete and checked."""
        raise NotImplementedError

    def legal_moves(self, state: S) -> Iterable[Move]:
        """Every legal move but resigning; none when the game is over."""
        raise NotImplementedError

    def moved(self, state: S, move: Move) -> S:
        """The position after a move of the game's ``kinds`` by the colour whose turn it is.

        ``last`` need not be set. Raises GameError naming the rule that refuses the move.
        """
        raise NotImplementedError

    def result(self, state: S) -> Outcome | None:
        """How the game ended other than by resigning, or None while it goes on."""
        raise NotImplementedError

    def check(self, state: S) -> None:
        """Raise GameError if a position that was read from text cannot be."""

    # --- what is alike --------------------------------------------------------------------------

    def start(self, options: Options | None = None) -> S:
        """The first position; raises GameError on an option that is unknown or wrong."""
        return self.first(checked_options(self.name, self.options, options or {}))

    def seat_to_act(self, state: S) -> int | None:
        """The seat whose colour's turn it is, or None when the game is over."""
        return None if self.outcome(state) else state.colours.index(state.turn)

    def play(self, state: S, move: Move) -> S:
        """The position after ``move``; raises GameError naming the rule that refuses it."""
        if self.outcome(state) is not None:
            raise GameError("the game is over")
        if not isinstance(move, (*self.kinds, Resign)):
            raise GameError(_NOT_HERE[type(move)])
        if not isinstance(move, Swap) and move.colour != state.turn:
            raise GameError(_not_your_turn(state, move.colour))
        if isinstance(move, Resign):
            return replace(state, resigned=move.colour, last=move)
        return replace(self.moved(state, move), last=move)

    def outcome(self, state: S) -> Outcome | None:
        """How the game ended, or None while it goes on."""
        if state.resigned == EMPTY:
            return self.result(state)
        others = tuple(
            seat for seat, colour in enumerate(state.colours) if colour != state.resigned
        )
        return Outcome(others, "resigned", f"{name_of(state.resigned).capitalize()} has given up.")

    def scene(self, state: S) -> Scene:
        """What stands on the board."""
        return Scene.of({NAMES[node]: COLOURS[c - 1] for node, c in enumerate(state.cells) if c})

    def touches(self, move: Move) -> tuple[str, ...]:
        """Where a stone is placed; where one leaves, arrives and is removed."""
        return tuple(NAMES[node] for node in moves.touched(move))

    def intended(self, state: S, scene: Scene) -> Move | None:
        """A stone that was added, or one that stands elsewhere; None if more has changed."""
        appeared, vanished = changes(state, scene)
        match appeared, vanished:
            case [(node, colour)], []:
                return Place(colour, node)
            case [(there, colour)], [(here, before)] if colour == before and here != there:
                return Shift(colour, (here, there))
        return None

    def view(self, state: S, seat: int | None) -> Mapping[str, Any]:  # noqa: ARG002
        """Everything: nothing is hidden in these games. ``events`` holds the latest one only."""
        outcome = self.outcome(state)
        return {
            "game": self.name,
            "seats": len(state.colours),
            "options": dict(state.options),
            "turn": self.seat_to_act(state),
            "colours": [name_of(colour) for colour in state.colours],
            "stones": self.scene(state).as_dict(),
            "events": [] if state.last is None else [_event(state, state.last)],
            "outcome": None
            if outcome is None
            else {
                "winners": list(outcome.winners),
                "reason": outcome.reason,
                "detail": outcome.detail,
            },
        }

    def move_text(self, state: S, move: Move) -> str:  # noqa: ARG002
        """One line, such as ``black d5``."""
        return moves.move_text(move)

    def parse_move(self, state: S, text: str) -> Move:
        """The inverse of ``move_text``; also without the colour, with ``play``, in upper case."""
        return moves.parse_move(text, state.turn)

    def position_text(self, state: S) -> str:
        """The whole position in one line; see the module's docstring."""
        fields = {name: json.dumps(value).strip('"') for name, value in state.options}
        fields["turn"] = name_of(state.turn)
        fields |= {
            COLOURS[colour - 1]: ",".join(NAMES[node] for node in state.stones(colour))
            for colour in (BLACK, WHITE)
        }
        fields["colours"] = ",".join(map(name_of, state.colours))
        fields |= {name: str(getattr(state, name)) for name in self.counters}
        if state.resigned:
            fields["resigned"] = name_of(state.resigned)
        if state.last is not None:
            fields["last"] = moves.move_text(state.last).replace(" ", "_")
        return " ".join([self.name, *(f"{key}={value}" for key, value in fields.items())])

    def parse_position(self, text: str) -> S:
        """The inverse of ``position_text``; raises GameError."""
        fields = _fields(self.name, text)
        given = {key: _option_value(fields.pop(key)) for key in self.options if key in fields}
        state = self.start(given)
        if "black" in fields or "white" in fields:
            state = replace(state, cells=_cells(fields.pop("black", ""), fields.pop("white", "")))
        for key, value in fields.items():
            state = replace(state, **{key: self._field(state, key, value)})
        named = (state.turn, state.resigned, getattr(state.last, "colour", EMPTY))
        if not {*named, *state.cells} <= {EMPTY, *state.colours}:
            raise GameError(f"{text!r:.60}: a colour that nobody plays in {self.name}")
        self.check(state)
        return state

    def _field(self, state: S, key: str, value: str) -> Any:  # noqa: ANN401 - each key has its type
        if key in ("turn", "resigned"):
            return _colour(value)
        if key == "colours":
            colours = tuple(map(_colour, value.split(",")))
            if sorted(colours) != sorted(state.colours):
                raise GameError(f"colours={value:.20}: each colour belongs to one seat")
            return colours
        if key == "last":
            return moves.parse_move(value.replace("_", " "), state.turn)
        if key in self.counters:
            return _number(key, value)
        raise GameError(f"a position of {self.name} has no {key!r:.20}")


def changes(
    state: StonesState, scene: Scene
) -> tuple[list[tuple[int, int]], list[tuple[int, int]]]:
    """What ``scene`` has that the position has not, and the reverse: (node, colour) pairs."""
    now = {node_named(name): COLOURS.index(piece) + 1 for name, piece in scene.pieces}
    before = {node: colour for node, colour in enumerate(state.cells) if colour}
    return (
        sorted(now.items() - before.items()),
        sorted(before.items() - now.items()),
    )


def with_stones(cells: tuple[int, ...], stones: Mapping[int, int]) -> tuple[int, ...]:
    """The cells with colours (or EMPTY) put on some nodes."""
    changed = list(cells)
    for node, colour in stones.items():
        changed[node] = colour
    return tuple(changed)


def checked_options(
    game: str, table: Mapping[str, Option], given: Options
) -> tuple[tuple[str, Any], ...]:
    """Every option with its value, in the table's order; raises GameError."""
    for key in given:
        if key not in table:
            known = ", ".join(table) or "none"
            raise GameError(f"{game} has no option {key!r:.40}; there are: {known}.")
    for key, value in given.items():
        choices = table[key].choices
        if not any(type(value) is type(choice) and value == choice for choice in choices):
            raise GameError(f"{key}: must be {_in_words(choices)}, not {value!r:.40}.")
    return tuple((key, given.get(key, option.default)) for key, option in table.items())


def _in_words(choices: tuple[bool | int | str, ...] | range) -> str:
    if isinstance(choices, range):
        return f"a whole number from {choices[0]} to {choices[-1]}"
    return " or ".join(json.dumps(choice).strip('"') for choice in choices)


_NOT_HERE: Mapping[type, str] = {
    Place: "no stones are added in this game",
    Shift: "stones stay where they are",
    Swap: "colours are not swapped in this game",
    Pass: "nobody passes in this game",
}


def _not_your_turn(state: StonesState, colour: int) -> str:
    turn = name_of(state.turn)
    if state.last is None:
        return f"{turn} plays first"
    if getattr(state.last, "colour", None) == state.turn:
        return f"it is {turn}'s turn"
    return f"{name_of(colour)} plays twice"


def _event(state: StonesState, move: Move) -> dict[str, Any]:
    """What happened: ``played`` (with its move's text), ``swapped`` or ``resigned``."""
    colour = BLACK if isinstance(move, Swap) else move.colour
    kind = {Swap: "swapped", Resign: "resigned"}.get(type(move), "played")
    return {"kind": kind, "seat": state.colours.index(colour), "move": moves.move_text(move)}


def _fields(game: str, text: str) -> dict[str, str]:
    name, *parts = text.split() or [""]
    if name != game:
        raise GameError(f"{text!r:.40} is no position of {game}: expected {game} KEY=VALUE …")
    fields: dict[str, str] = {}
    for part in parts:
        key, equals, value = part.partition("=")
        if not equals or key in fields:
            raise GameError(f"{part!r:.40} cannot stand in a position: expected KEY=VALUE, once")
        fields[key] = value
    return fields


def _option_value(text: str) -> bool | int | str:
    if text in ("true", "false"):
        return text == "true"
    return int(text) if text.isascii() and text.isdigit() and len(text) < 10 else text


def _number(key: str, text: str) -> int:
    value = _option_value(text)
    if type(value) is not int:
        raise GameError(f"{key}={text!r:.20}: must be a whole number")
    return value


def _colour(text: str) -> int:
    if text not in COLOURS:
        raise GameError(f"{text!r:.20} is no colour: there are black and white")
    return COLOURS.index(text) + 1


def _cells(black: str, white: str) -> tuple[int, ...]:
    stones: dict[int, int] = {}
    for colour, names in ((BLACK, black), (WHITE, white)):
        for name in filter(None, names.split(",")):
            node = node_named(name)
            if node in stones:
                raise GameError(f"{NAMES[node]} has two stones: one stone stands on a node")
            stones[node] = colour
    return with_stones((EMPTY,) * len(NODES), stones)
