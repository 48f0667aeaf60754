"""Moves and positions of the block-deduction games: values, and what follows from them."""

from __future__ import annotations

from dataclasses import dataclass

from pi_app.games.blocks.rules import Rules
from pi_app.games.blocks.scene import BlockScene
from pi_app.games.blocks.views import Answer, What


@dataclass(frozen=True)
class Hide:
    """A seat arranges its blocks behind its screen."""

    seat: int
    scene: BlockScene


@dataclass(frozen=True)
class Ask:
    """A seat asks for a side view (letter) or a top view (cell)."""

    seat: int
    what: What


@dataclass(frozen=True)
class Announce:
    """A seat shows what it takes its target's arrangement to be."""

    seat: int
    scene: BlockScene


@dataclass(frozen=True)
class Resign:
    """A seat gives up; it goes on answering."""

    seat: int


Move = Hide | Ask | Announce | Resign


@dataclass(frozen=True)
class Asked:
    """A question and the true answers of those who answer it, by seat."""

    seat: int
    what: What
    answers: tuple[tuple[int, Answer], ...]


@dataclass(frozen=True)
class Announced:
    """An announcement and its verdict."""

    seat: int
    scene: BlockScene
    correct: bool


@dataclass(frozen=True)
class Resigned:
    """A seat gave up."""

    seat: int


Event = Asked | Announced | Resigned


@dataclass(frozen=True)
class State:
    """A position. ``hidden`` by seat (secret), ``events`` in order.

    ``turn``: who is to ask next; None once the round is over in which somebody was right.
    """

    rules: Rules
    hidden: tuple[BlockScene | None, ...]
    events: tuple[Event, ...]
    turn: int | None

    @property
    def all_hidden(self) -> bool:
        """Whether the questions may begin."""
        return None not in self.hidden

    def mistakes(self, seat: int) -> int:
        """How many wrong announcements a seat has made."""
        return sum(
            isinstance(e, Announced) and e.seat == seat and not e.correct for e in self.events
        )

    def resigned(self, seat: int) -> bool:
        """Whether a seat gave up."""
        return Resigned(seat) in self.events

    def is_out(self, seat: int) -> bool:
        """Whether a seat can no longer win; it still answers."""
        allowed = self.rules.mistakes_allowed[seat]
        too_many = allowed is not None and self.mistakes(seat) > allowed
        return too_many or self.resigned(seat)

    def is_right(self, seat: int) -> bool:
        """Whether a seat has announced correctly."""
        return any(isinstance(e, Announced) and e.seat == seat and e.correct for e in self.events)

    def right(self) -> tuple[int, ...]:
        """The seats that have announced correctly."""
        return tuple(filter(self.is_right, range(self.rules.seats)))

    def still_in(self) -> tuple[int, ...]:
        """The seats that are not out."""
        return tuple(seat for seat in range(self.rules.seats) if not self.is_out(seat))

    def is_active(self, seat: int) -> bool:
        """Whether a seat still seeks its target's arrangement."""
        return not self.is_out(seat) and not self.is_right(seat)
