"""What `gyoji play` was asked for on the command line, and what both kinds of games make of it."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from pi_app.seating import SeatingError

DEVICE = "Gyoji"


@dataclass(frozen=True)
class Asked:
    """The command line of `gyoji play`, field by field an option; None where not given."""

    game: str
    players: int | None
    names: tuple[str, ...]
    against: str | None
    seat: int | None
    level: int | None
    voice: bool
    rules: tuple[str, ...]
    block_sets: Path | None
    new: bool
    seed: int | None
    journal_path: Path
    language_name: str

    def __post_init__(self) -> None:
        for option, given in (("--level", self.level), ("--seat", self.seat)):
            if given is not None and self.against is None:
                raise SeatingError(f"{option} is for a game with the device: add --against device")

    @property
    def device(self) -> int | None:
        """The seat that the device plays, counted from 0: the one of two that is left."""
        return None if self.against is None else 2 - (self.seat or 1)

    def names_of(self, seats: int) -> tuple[str, ...]:
        """A name for each seat; raises SeatingError if more are given than there are people."""
        people = seats if self.device is None else seats - 1
        if len(self.names) > people:
            given = len(self.names)
            raise SeatingError(f"there are {given} names for {people} people: give fewer --name")
        unnamed = (f"Player {number + 1}" for number in range(len(self.names), people))
        names = [*self.names, *unnamed]
        if self.device is not None:
            names.insert(self.device, DEVICE)
        return tuple(names)
