"""What is wrong on a board that no legal move explains, in words."""

from __future__ import annotations

from collections.abc import Iterator

from pi_app.games.game import BoardGame, GameError, Move, State
from pi_app.games.scene import Scene

STONES = frozenset({"black", "white"})
MOST_NAMED = 6
"""Faults named one by one; more are only counted."""


def moved(before: Scene, after: Scene) -> tuple[tuple[str, str], ...]:
    """Pieces that vanished here and appeared, alike, there: (here, there), each node once."""
    old, new = before.as_dict(), after.as_dict()
    changed = before.changed(after)
    there = [node for node in changed if node in new and node not in old]
    pairs = []
    for here in changed:
        if here in old and here not in new:
            found = next((node for node in there if new[node] == old[here]), None)
            if found is not None:
                there.remove(found)
                pairs.append((here, found))
    return tuple(pairs)


def reason(game: BoardGame[State, Move], state: State, seen: Scene) -> str:
    """Why ``seen`` cannot follow ``state``: the rule that refuses it, or what lies amiss."""
    rule = _rule(game, state, seen)
    scene = game.scene(state)
    amiss = list(_amiss(scene, seen))
    if rule is None or len(amiss) > 1:
        return "; ".join(amiss[:MOST_NAMED]) + _more(len(amiss) - MOST_NAMED)
    if not moved(scene, seen) or rule.endswith("plays twice"):
        return rule
    return f"{amiss[0]}: {rule}"


def _rule(game: BoardGame[State, Move], state: State, seen: Scene) -> str | None:
    """What the rules say of the one move that was meant, if one was."""
    move = game.intended(state, seen)
    if move is None:
        return None
    try:
        game.play(state, move)
    except GameError as error:
        return str(error)
    return None


def _amiss(before: Scene, after: Scene) -> Iterator[str]:
    old, new = before.as_dict(), after.as_dict()
    pairs = moved(before, after)
    for here, there in pairs:
        yield f"a {_noun(old[here])} was moved from {here} to {there}"
    for node in before.changed(after):
        if any(node in pair for pair in pairs):
            continue
        if node not in new:
            yield f"a {_noun(old[node])} is missing: {node}"
        elif node not in old:
            yield f"a {_named(new[node])} is not in the record: {node}"
        else:
            yield f"{node} changed {'colour' if new[node] in STONES else 'its piece'}"


def _more(number: int) -> str:
    return f"; and {number} more" if number > 0 else ""


def _noun(piece: str) -> str:
    return "stone" if piece in STONES else "piece"


def _named(piece: str) -> str:
    return f"{piece} stone" if piece in STONES else piece
