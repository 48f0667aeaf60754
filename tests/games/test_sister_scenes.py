"""From what stands on the board to the move that people meant, in the six sister games of Y."""

from __future__ import annotations

import random
from typing import Any

import pytest
from hypothesis import HealthCheck, given, reject, settings
from hypothesis import strategies as st

from pi_app.games import registry
from pi_app.games.game import GameError
from pi_app.games.scene import Scene
from pi_app.games.stones.board import NAMES
from pi_app.games.stones.lines import MOST_CHAINS
from pi_app.games.stones.moves import BLACK

GAMES = ("aliens-and-amazons", "singularity", "leap-over", "tetra", "quinta", "sexta")
FAR = "a9,a10,a11,a12,a13,a14,a15,b12,b13,b11"
ALIENS = f"aliens-and-amazons hand=0 turn=white white=d5,a24,b15 black=d4,{FAR}"
AMAZONS = f"aliens-and-amazons hand=0 turn=black white=d5,a24,b15 black=d4,{FAR}"

SCENES = [
    # position, what was changed (colour and sign before the node), the move, the refusal if any
    ("tetra", "b+d5", "black d5", ""),
    ("tetra", "w+d5", "white d5", "black plays first"),
    ("tetra", "b+d5 b+d6", None, ""),
    ("tetra turn=white black=d5", "b-d5", None, ""),
    ("tetra turn=white black=d5", "b-d5 w+d5", None, ""),
    ("tetra turn=white black=d5 last=black_d5", "b-d5 b+d6", "black d5-d6", "black plays twice"),
    ("quinta", "b-a1 b+b1", "black a1-b1", ""),
    ("quinta", "w-a3 w+b3", "white a3-b3", "black plays first"),
    ("quinta", "b-a1 b+e1", "black a1-e1", ""),
    ("quinta", "b-a1 b+d2", "black a1-d2", "a stone moves along a line: a1 and d2 are not on one"),
    ("quinta", "b+d5", "black d5", "no stones are added in this game"),
    ("quinta", "b-a1 b-a2 b+b1", None, ""),
    ("quinta", "b-a1 w-a3 b+b1", None, ""),
    ("quinta", "b-a1 b-a2 b+b1 b+b2", None, ""),
    ("quinta", "b-a1 w-a3 w+a1 b+a3", None, ""),
    ("sexta", "b-a2 b+a5", "black a2-a5", "the line is blocked at a4"),
    # leaps: the shortest way that makes the scene
    ("leap-over turn=black black=d5 white=d4,c3,b4,c5", "b-d5 b+b5", "black d5-b5", ""),
    ("leap-over turn=black black=d5 white=d4,c3", "b-d5 b+b3", "black d5-d3-b3", ""),
    ("leap-over turn=black black=d5 white=d4,c3", "b-d5 b+e4", "black d5-e4", "must be a leap"),
    ("leap-over turn=black black=d5 white=d4,c3", "b-d5 b+a1", "black d5-a1", "no chain of leaps"),
    ("leap-over turn=black black=d5 white=d4,c3", "b-d5 w-d4 b+d3", None, ""),
    # captures by an Alien, and what is left undone or overdone
    (ALIENS, "w-d5 b-d4 w+d3", "white d5-d3xd4", ""),
    (ALIENS, "w-d5 w+d3", "white d5-d3", "the stones leapt over are captured, no others: d4"),
    (ALIENS, "w-d5 b-d4 b-a9 w+d3", "white d5-d3xa9xd4", "are captured, no others: d4"),
    (ALIENS, "w-d5 b-d4 w+e4", "white d5-e4xd4", "capture only by leaping"),
    (ALIENS, "w-d5 b-d4 w+d4", None, ""),
    (ALIENS, "b-d4", None, ""),
    (ALIENS, "b-d4 b+d3", "black d4-d3", "white plays first"),
    (AMAZONS, "b-d4 b+d3", "black d4-d3", ""),
    (AMAZONS, "b-d4 b+d2", "black d4-d2", "Amazons move one node"),
    (AMAZONS, "b-d4 w-d5 b+d3", "black d4-d3xd5", "Amazons capture nothing"),
    (AMAZONS, "w-d5", None, ""),
    (
        f"aliens-and-amazons hand=0 turn=white white=d5,a24,b15 black=d4,c3,b4,c5,{FAR}",
        "b-d4 b-c3 b-b4 b-c5",
        "white d5-b5-b3-d3-d5xb4xc3xc5xd4",
        "",
    ),
    # fusions: which of two stones moved cannot be seen and does not matter
    ("singularity turn=black black=d1,e2 white=a9", "b-d1 b-e2 b+e1", "black d1-e1xe2", ""),
    ("singularity turn=black black=d1,e2 white=a9", "b-d1 b+e1", "black d1-e1", "removes one"),
    ("singularity turn=black black=c1,a9 white=a3", "b-c1 b-a9 b+d1", "black c1-d1xa9", "a9 stays"),
    ("singularity turn=black black=a9,c1 white=a3", "b-c1 b-a9 b+d1", "black c1-d1xa9", "a9 stays"),
    ("singularity turn=black black=d1,e2 white=a9", "b-d1 w-a9 b+e1", None, ""),
    ("singularity turn=black black=d1,e2 white=a9", "b-d1 b-e2", None, ""),
]


def changed(scene: Scene, changes: str) -> Scene:
    """A scene after changes such as "b-d5 b+d6"."""
    pieces, colours = scene.as_dict(), {"b": "black", "w": "white"}
    for word in changes.split():
        if word[1] == "-":
            assert pieces.pop(word[2:]) == colours[word[0]]
    for word in changes.split():
        if word[1] == "+":
            pieces[word[2:]] = colours[word[0]]
    return Scene.of(pieces)


@pytest.mark.parametrize(("position", "changes", "move", "refusal"), SCENES)
def test_what_was_meant(position: str, changes: str, move: str | None, refusal: str) -> None:
    game: Any = registry.find(position.split(maxsplit=1)[0])
    state = game.parse_position(position)
    scene = changed(game.scene(state), changes)
    meant = game.intended(state, scene)
    assert (None if meant is None else game.move_text(state, meant)) == move
    if refusal:
        with pytest.raises(GameError, match=refusal):
            game.play(state, meant)
    elif meant is not None:
        assert game.scene(game.play(state, meant)) == scene


@st.composite
def positions(draw: st.DrawFn) -> tuple[Any, Any]:
    """A game and a position some way into it."""
    game: Any = registry.find(draw(st.sampled_from(GAMES)))
    rng = random.Random(draw(st.integers(0, 10_000)))
    state = game.start()
    for _ in range(draw(st.integers(0, 90))):
        moves = list(game.legal_moves(state))
        if not moves:
            break
        state = game.play(state, rng.choice(moves))
    return game, state


@given(positions())
@settings(max_examples=40, deadline=None)
def test_every_legal_move_has_a_scene_and_a_text_of_its_own(position: tuple[Any, Any]) -> None:
    game, state = position
    moves = list(game.legal_moves(state))
    after = [game.scene(game.play(state, move)) for move in moves]
    assert len(set(after)) == len(moves)
    assert len({game.move_text(state, move) for move in moves}) == len(moves)
    assert [game.intended(state, scene) for scene in after] == moves
    assert [game.parse_move(state, game.move_text(state, move)) for move in moves] == moves


@given(positions(), st.data())
@settings(max_examples=60, deadline=None)
def test_a_stone_put_anywhere_is_legal_or_refused_with_a_reason(
    position: tuple[Any, Any], data: st.DataObject
) -> None:
    game, state = position
    pieces = game.scene(state).as_dict()
    empty = sorted({*NAMES} - {*pieces})
    here = data.draw(st.sampled_from([None, *pieces]))
    colour = data.draw(st.sampled_from(game.pieces)) if here is None else pieces.pop(here)
    there = data.draw(st.sampled_from(empty))
    meant = game.intended(state, Scene.of({**pieces, there: colour}))
    assert meant is not None
    if meant in set(game.legal_moves(state)):
        assert game.scene(game.play(state, meant)) == Scene.of({**pieces, there: colour})
    else:
        with pytest.raises(GameError) as refused:
            game.play(state, meant)
        assert len(str(refused.value)) > 10


@st.composite
def any_positions(draw: st.DrawFn) -> tuple[Any, Any]:
    """A game and any position that it accepts, far from every game that is played."""
    game: Any = registry.find(draw(st.sampled_from(GAMES)))
    nodes = draw(st.permutations(NAMES))
    black, white = draw(st.integers(0, 12)), draw(st.integers(0, 12))
    white = min(white, MOST[game.name][1])
    hand = "hand=0" if game.name == "aliens-and-amazons" else ""
    line = f"{game.name} {hand} turn={draw(st.sampled_from(game.pieces))} black="
    line += f"{','.join(nodes[:black])} white={','.join(nodes[black : black + white])}"
    try:
        return game, game.parse_position(line)
    except GameError:
        reject()


WAYS = st.lists(st.sampled_from(NAMES), min_size=1, max_size=4).map("-".join)
TAKEN = st.lists(st.sampled_from(NAMES), max_size=2).map(
    lambda names: "".join(f"x{n}" for n in names)
)


@given(any_positions(), st.lists(st.tuples(WAYS, TAKEN), min_size=20, max_size=20))
@settings(max_examples=60, deadline=None, suppress_health_check=[HealthCheck.filter_too_much])
def test_any_move_is_legal_or_refused(
    position: tuple[Any, Any], texts: list[tuple[str, str]]
) -> None:
    game, state = position
    legal = set(game.legal_moves(state))
    assert (game.outcome(state) is None) == bool(legal)
    for way, taken in texts:
        move = game.parse_move(state, way + taken)
        assert game.parse_move(state, game.move_text(state, move)) == move
        if move in legal:
            game.play(state, move)
        else:
            with pytest.raises(GameError):
                game.play(state, move)


def test_a_position_set_up_for_endless_chains_has_an_end() -> None:
    game: Any = registry.find("aliens-and-amazons")
    amazons = "e4,d4,c5,c6,d6,e5,f1,e3,e7,f3,d2,c3,c4,e2,b4,b6,b8,c7,b9,b10,c9,d8,d14,d15,e1,e11"
    state = game.parse_position(
        f"aliens-and-amazons hand=0 turn=white white=d5,a1,a17 black={amazons},d10,c11,d13,e9"
    )
    moves = list(game.legal_moves(state))
    assert MOST_CHAINS <= len(moves) < MOST_CHAINS + 100
    longest = max(moves, key=lambda move: len(move.taken))
    assert len(longest.taken) > 9
    assert game.play(state, longest).cells.count(BLACK) == 30 - len(longest.taken)


MOST = {
    # black and white stones
    "aliens-and-amazons": (30, 3),
    "singularity": (12, 12),
    "leap-over": (10, 10),
    "tetra": (10, 10),
    "quinta": (12, 12),
    "sexta": (6, 6),
}


@given(positions())
@settings(max_examples=30, deadline=None)
def test_stones_are_neither_made_nor_lost(position: tuple[Any, Any]) -> None:
    """Only Aliens and fusions remove one."""
    game, state = position
    pieces = list(game.scene(state).as_dict().values())
    black, white = pieces.count("black"), pieces.count("white")
    assert black <= MOST[game.name][0]
    assert white <= MOST[game.name][1]
    if game.name in ("leap-over", "quinta", "sexta"):
        assert (black, white) == MOST[game.name]
