"""The rules of a game as a value, read from options; YOMEN and Break the Cube are defaults."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, Literal, get_args

from pi_app.games.blocks.arrangements import Gaps
from pi_app.games.blocks.faults import Building
from pi_app.games.blocks.sets import BlockSet, bundled_data, bundled_sets, own_sets
from pi_app.games.game import GameError, Options

Answerers = Literal["everybody", "neighbour"]
Announcing = Literal["any-time", "own-turn"]


@dataclass(frozen=True)
class Rules:
    """What was agreed before the first move. Tuples go by seat.

    ``side_answered_by``, ``top_answered_by``: everybody (the asker too), or only the left
    neighbour, whose arrangement the asker seeks. ``mistakes_allowed``: wrong announcements that a
    seat may make and stay in (None: any number). ``finish_round``: after a right announcement play
    goes on up to the player on the starting player's right. ``notebook``: whether a seat may look
    up earlier answers.
    """

    game: str
    sets: tuple[BlockSet, ...]
    building: Building
    side_answered_by: Answerers
    top_answered_by: Answerers
    top_tells_level: bool
    announcing: Announcing
    mistakes_allowed: tuple[int | None, ...]
    finish_round: bool
    notebook: tuple[bool, ...]
    starting: int

    @property
    def seats(self) -> int:
        """How many play."""
        return len(self.sets)

    def target(self, seat: int) -> int:
        """Whose arrangement ``seat`` seeks: the left neighbour's; with two, the opponent's."""
        return (seat + 1) % self.seats


MOST_SEATS = {"yomen": 2, "break-the-cube": 4}
USUAL_SETS = ("yomen-first", "yomen-second")
COMMON: Options = {
    "seats": None,  # as many as there are sets, else 2
    "sets": None,  # names of block sets by seat; else USUAL_SETS by turns
    "block_sets": {},  # own shapes and sets, in the form of block-sets.json
    "gaps": "none",
    "side_answered_by": "everybody",
    "sudden_death": False,  # true: a wrong announcement puts its player out
    "notebook": True,
    "starting": 0,
}
DEFAULTS: Mapping[str, Options] = {
    "yomen": {
        **COMMON,
        "needs_level_2": False,
        "top_answered_by": "everybody",
        "top_tells_level": True,
        "announcing": "any-time",
        "mistakes_allowed": 1,
        "finish_round": False,
    },
    "break-the-cube": {
        **COMMON,
        "needs_level_2": True,
        "top_answered_by": "neighbour",
        "top_tells_level": False,
        "announcing": "own-turn",
        "mistakes_allowed": None,
        "finish_round": None,  # with three or four; of two, whoever is right first wins
    },
}
"""Every option and its default; mistakes_allowed and notebook may be lists by seat (handicaps)."""


def rules_from(game: str, options: Options | None = None) -> Rules:
    """The rules of ``game`` (a key of DEFAULTS) under ``options``; raises GameError."""
    given = {**DEFAULTS[game], **(options or {})}
    for key in given:
        if key not in DEFAULTS[game]:
            known = ", ".join(DEFAULTS[game])
            raise GameError(f"{game} has no option {key!r:.40}; there are: {known}.")
    if _flag(given, "sudden_death"):
        if "mistakes_allowed" in (options or {}):
            raise GameError("sudden_death: leaves no choice of mistakes_allowed; give one of them.")
        given["mistakes_allowed"] = 0
    sets = _sets(given, MOST_SEATS[game])
    finish = given["finish_round"]
    return Rules(
        game=game,
        sets=sets,
        building=Building(_choice(given, "gaps", Gaps), _flag(given, "needs_level_2")),
        side_answered_by=_choice(given, "side_answered_by", Answerers),
        top_answered_by=_choice(given, "top_answered_by", Answerers),
        top_tells_level=_flag(given, "top_tells_level"),
        announcing=_choice(given, "announcing", Announcing),
        mistakes_allowed=_by_seat(given, "mistakes_allowed", len(sets), _is_count, "a number"),
        finish_round=len(sets) > 2 if finish is None else _flag(given, "finish_round"),
        notebook=_by_seat(given, "notebook", len(sets), _is_flag, "true or false"),
        starting=_number(given, "starting", 0, len(sets) - 1),
    )


def options_of(rules: Rules) -> dict[str, Any]:
    """The inverse of ``rules_from``: plain JSON that names every option."""
    own = {s.name: s for s in rules.sets if s.name not in bundled_sets()}
    blocks = [block for block_set in own.values() for block in block_set.blocks]
    bundled_shapes = bundled_data()["shapes"]
    return {
        "sets": [block_set.name for block_set in rules.sets],
        "block_sets": {
            "shapes": {
                block.shape: [list(cube) for cube in block.cubes]
                for block in blocks
                if block.shape not in bundled_shapes
            },
            "sets": {
                name: [{"colour": b.colour, "shape": b.shape} for b in block_set.blocks]
                for name, block_set in own.items()
            },
        },
        "gaps": rules.building.gaps,
        "needs_level_2": rules.building.needs_level_2,
        "side_answered_by": rules.side_answered_by,
        "top_answered_by": rules.top_answered_by,
        "top_tells_level": rules.top_tells_level,
        "announcing": rules.announcing,
        "mistakes_allowed": list(rules.mistakes_allowed),
        "finish_round": rules.finish_round,
        "notebook": list(rules.notebook),
        "starting": rules.starting,
    }


def _sets(options: Options, most_seats: int) -> tuple[BlockSet, ...]:
    known = bundled_sets()
    if options["block_sets"]:
        if not isinstance(options["block_sets"], dict):
            raise GameError("block_sets: must be an object in the form of block-sets.json.")
        known = own_sets(options["block_sets"], "block_sets")
    names = options["sets"]
    if names is None:
        seats = 2 if options["seats"] is None else _number(options, "seats", 2, most_seats)
        names = [USUAL_SETS[seat % len(USUAL_SETS)] for seat in range(seats)]
    if not (isinstance(names, list | tuple) and 2 <= len(names) <= most_seats):
        raise GameError(f"sets: must name a block set for each seat, 2 to {most_seats} of them.")
    if options["seats"] not in (None, len(names)):
        raise GameError(f"sets: names {len(names)} sets for {options['seats']!r:.20} seats.")
    for name in names:
        if not (isinstance(name, str) and name in known):
            raise GameError(f"sets: there is no set {name!r:.40}; there are: {', '.join(known)}.")
    return tuple(known[name] for name in names)


def _flag(options: Options, key: str) -> bool:
    if not _is_flag(options[key]):
        raise GameError(f"{key}: must be true or false.")
    return bool(options[key])


def _number(options: Options, key: str, low: int, high: int) -> int:
    value = options[key]
    if not (type(value) is int and low <= value <= high):
        raise GameError(f"{key}: must be a whole number from {low} to {high}.")
    return value


def _choice(options: Options, key: str, choices: Any) -> Any:  # noqa: ANN401 - a Literal's own type
    if options[key] not in get_args(choices):
        raise GameError(f"{key}: must be one of {', '.join(get_args(choices))}.")
    return options[key]


def _by_seat(
    options: Options, key: str, seats: int, valid: Callable[[object], bool], kind: str
) -> tuple[Any, ...]:
    """One value for all seats, or a list with one for each."""
    value = options[key]
    values = list(value) if isinstance(value, list | tuple) else [value] * seats
    if len(values) != seats or not all(map(valid, values)):
        raise GameError(f"{key}: must be {kind}, or a list of {seats} such, one for each seat.")
    return tuple(values)


def _is_flag(value: object) -> bool:
    return isinstance(value, bool)


def _is_count(value: object) -> bool:
    return value is None or (type(value) is int and 0 <= value < 100)
