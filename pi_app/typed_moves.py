"""Moves of stones as people type them, and what their hands then do on the board, legal or not."""

from __future__ import annotations

from typing import Any

from pi_app.games.game import BoardGame, GameError
from pi_app.games.scene import Scene
from pi_app.games.stones.board import NAMES
from pi_app.games.stones.moves import Move, Place, Shift, move_text, name_of

MOST_WAYS = 6
"""Ways that are named when a typed move may be any of them."""


def typed_move(game: BoardGame[Any, Any], state: Any, text: str) -> Move:  # noqa: ANN401 - any game
    """The move that a text means; of a chain of leaps its start and end will do.

    Raises GameError if it is none, or may be several. It need not be legal.
    """
    move: Move = game.parse_move(state, text)
    if not isinstance(move, Shift) or len(move.path) > 2 or is_legal(game, state, move):
        return move
    ways = [
        way
        for way in game.legal_moves(state)
        if isinstance(way, Shift) and not move.taken and _ends(way) == _ends(move)
    ]
    if len(ways) > 1:
        named = ", ".join(map(move_text, ways[:MOST_WAYS]))
        more = " …" if len(ways) > MOST_WAYS else ""
        raise GameError(f"there are {len(ways)} ways; say which: {named}{more}")
    return ways[0] if ways else move


def is_legal(game: BoardGame[Any, Any], state: Any, move: Move) -> bool:  # noqa: ANN401 - any game
    """Whether the rules let it be played."""
    try:
        game.play(state, move)
    except GameError:
        return False
    return True


def _ends(move: Shift) -> tuple[int, int]:
    return move.path[0], move.path[-1]


def built(game: BoardGame[Any, Any], state: Any, move: Move) -> Scene:  # noqa: ANN401 - any game
    """What stands on the board when a move's stones were put there, against the rules or not.

    Raises GameError, with the rule, if no hand can do that: a node is taken, a stone is not there.
    """
    try:
        return game.scene(game.play(state, move))
    except GameError:
        scene = by_hand(game.scene(state), move)
        if scene is None:
            raise
        return scene


def by_hand(scene: Scene, move: Move) -> Scene | None:
    """A stone put down, or one put elsewhere and others taken; None if that cannot be done."""
    pieces = scene.as_dict()
    match move:
        case Place(colour, node) if NAMES[node] not in pieces:
            return Scene.of({**pieces, NAMES[node]: name_of(colour)})
        case Shift(_, path, taken) if NAMES[path[0]] in pieces:
            piece = pieces[NAMES[path[0]]]
            for node in (path[0], *taken):
                pieces.pop(NAMES[node], None)
            after = Scene.of({**pieces, NAMES[path[-1]]: piece})
            return after if NAMES[path[-1]] not in pieces and after != scene else None
    return None
