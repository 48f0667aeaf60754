"""Moves and positions as one line of text, both ways."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Mapping

from pi_app.games.blocks.rules import options_of
from pi_app.games.blocks.scene import BlockScene
from pi_app.games.blocks.state import (
    Announce,
    Announced,
    Ask,
    Asked,
    Event,
    Hide,
    Move,
    Resign,
    State,
)
from pi_app.games.blocks.views import parse_what
from pi_app.games.game import GameError

FORMS = (
    "hide SEAT COLOUR:CELL.LEVEL,… …",
    "ask SEAT LETTER-OR-CELL",
    "announce SEAT COLOUR:CELL.LEVEL,… …",
    "resign SEAT",
)
SEPARATOR = "; "
BLOCK = r"[a-z][a-z0-9-]{0,30}:[0-9]{1,2}\.[0-9]{1,2}(,[0-9]{1,2}\.[0-9]{1,2})*"


def scene_text(scene: BlockScene) -> str:
    """Blocks as "red:1.1,1.2,2.1 black:…" (cell.level)."""
    return " ".join(
        f"{colour}:{','.join(f'{cell}.{level}' for cell, level in voxels)}"
        for colour, voxels in scene.blocks
    )


def parse_scene(text: str) -> BlockScene:
    """The inverse of ``scene_text``; raises GameError."""
    blocks: dict[str, list[tuple[int, int]]] = {}
    for part in text.split():
        if not re.fullmatch(BLOCK, part):
            raise GameError(f"{part!r:.60} is no block: expected COLOUR:CELL.LEVEL,CELL.LEVEL,…")
        colour, _, places = part.partition(":")
        if colour in blocks:
            raise GameError(f"The {colour} block is there twice.")
        blocks[colour] = [_voxel(place) for place in places.split(",")]
    return BlockScene.of(blocks)


def move_text(move: Move) -> str:
    """One move."""
    match move:
        case Hide(seat, scene):
            return f"hide {seat} {scene_text(scene)}".rstrip()
        case Ask(seat, what):
            return f"ask {seat} {what}"
        case Announce(seat, scene):
            return f"announce {seat} {scene_text(scene)}".rstrip()
        case Resign(seat):
            return f"resign {seat}"


def parse_move(text: str) -> Move:
    """The inverse of ``move_text``; raises GameError saying what was expected."""
    verb, seat, *rest = [*text.split(maxsplit=2), "", ""][:3]
    if verb not in VERBS or not re.fullmatch("[0-9]", seat):
        raise GameError(f"{text!r:.60} is no move: expected one of: {' | '.join(FORMS)}")
    return VERBS[verb](int(seat), rest[0])


def position_text(state: State) -> str:
    """The game, its options as JSON, and the moves that lead here."""
    options = json.dumps(options_of(state.rules), sort_keys=True, separators=(",", ":"))
    hidden = [Hide(seat, scene) for seat, scene in enumerate(state.hidden) if scene is not None]
    moves = [*hidden, *map(_move_of, state.events)]
    return f"{state.rules.game} {options} {SEPARATOR.join(map(move_text, moves))}".rstrip()


def split_position(text: str, game: str) -> tuple[Mapping[str, object], tuple[Move, ...]]:
    """Options and moves of a position of ``game``; raises GameError."""
    name, _, rest = text.strip().partition(" ")
    if name != game:
        raise GameError(f"{text!r:.40} is no position of {game}: expected {game} {{OPTIONS}} MOVES")
    try:
        options, end = json.JSONDecoder().raw_decode(rest)
    except (ValueError, RecursionError) as error:
        raise GameError(f"The options of the position are not JSON: {rest!r:.40}") from error
    if not isinstance(options, dict):
        raise GameError("The options of the position must be an object {…}.")
    moves = [part for part in rest[end:].split(SEPARATOR.strip()) if part.strip()]
    return options, tuple(map(parse_move, moves))


def _voxel(place: str) -> tuple[int, int]:
    cell, level = place.split(".")
    return int(cell), int(level)


def _resign(seat: int, rest: str) -> Move:
    if rest:
        raise GameError(f"resign takes a seat and nothing more, not {rest!r:.40}")
    return Resign(seat)


VERBS: Mapping[str, Callable[[int, str], Move]] = {
    "hide": lambda seat, rest: Hide(seat, parse_scene(rest)),
    "ask": lambda seat, rest: Ask(seat, parse_what(rest)),
    "announce": lambda seat, rest: Announce(seat, parse_scene(rest)),
    "resign": _resign,
}


def _move_of(event: Event) -> Move:
    match event:
        case Asked(seat, what, _):
            return Ask(seat, what)
        case Announced(seat, scene, _):
            return Announce(seat, scene)
        case _:
            return Resign(event.seat)
