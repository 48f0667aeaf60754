"""The one interface of all games: pure functions on immutable states."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any, Protocol, TypeVar

from pi_app.games.scene import Scene

State = TypeVar("State")
Move = TypeVar("Move")

Options = Mapping[str, Any]


class GameError(ValueError):
    """A move, position or option that the rules refuse; the player sees the message as it is."""


@dataclass(frozen=True)
class Outcome:
    """How a game ended: the winners' seats (empty for a draw) and the named reason."""

    winners: tuple[int, ...]
    reason: str
    detail: str = ""


@dataclass(frozen=True)
class Fault:
    """One named reason why a scene is not legal, and where."""

    name: str
    where: str
    detail: str


class Game(Protocol[State, Move]):
    """What every game offers. States and moves are hashable values; seats count from 0."""

    name: str
    board: str

    def start(self, options: Options | None = None) -> State:
        """The first position under ``options``; raises GameError on an unknown option."""
        ...

    def seat_to_act(self, state: State) -> int | None:
        """Whose turn it is, or None when the game is over or several may act."""
        ...

    def legal_moves(self, state: State) -> Iterable[Move]:
        """Every legal move, lazily where there are many."""
        ...

    def play(self, state: State, move: Move) -> State:
        """The position after ``move``; raises GameError naming the rule that refuses it."""
        ...

    def outcome(self, state: State) -> Outcome | None:
        """How the game ended, or None while it goes on."""
        ...

    def view(self, state: State, seat: int | None) -> Mapping[str, Any]:
        """All that ``seat`` may see (None: a spectator). Secrets leave only through here."""
        ...

    def move_text(self, state: State, move: Move) -> str:
        """One line for the record."""
        ...

    def parse_move(self, state: State, text: str) -> Move:
        """The inverse of move_text; raises GameError saying what was expected."""
        ...

    def position_text(self, state: State) -> str:
        """The whole state, secrets included, in one line."""
        ...

    def parse_position(self, text: str) -> State:
        """The inverse of position_text."""
        ...


class BoardGame(Game[State, Move], Protocol[State, Move]):
    """A game whose whole position stands on one board of nodes, for everyone to see."""

    pieces: tuple[str, ...]
    """What can stand on a node, such as ``("black", "white")``."""

    def scene(self, state: State) -> Scene:
        """What stands on the board in this position."""
        ...

    def touches(self, move: Move) -> tuple[str, ...]:
        """The nodes that a move changes, told without playing it."""
        ...

    def intended(self, state: State, scene: Scene) -> Move | None:
        """The one move that somebody who made ``scene`` out of this position meant, legal or not.

        ``play`` then says which rule refuses it. None if no single move comes near: a stone is
        missing, several were moved.
        """
        ...
