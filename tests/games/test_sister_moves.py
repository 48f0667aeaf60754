"""Moves of the six sister games of Y: position and move in, the stones left or the refusal out."""

from __future__ import annotations

from typing import Any

import pytest

from pi_app.games import registry
from pi_app.games.game import GameError
from pi_app.games.stones.board import INDEX
from pi_app.games.stones.moves import BLACK, Shift

BLACK_ON_RING_D = "tetra turn=black black=d5,a1,a2,a5,a8,a11,a14,a17,a20,a23"
TEN_WHITE = "white=b2,b4,b7,b10,b13,b16,b19,c1,c7,c14"
TETRA = f"{BLACK_ON_RING_D} {TEN_WHITE}"
ALIENS = "aliens-and-amazons hand=0 turn=white white=d5,a24,b15"
PAIR = "aliens-and-amazons hand=0 turn=white white=d5,d4,b15"
INSIDE = "aliens-and-amazons hand=0 turn=white white=e6,a24,b15"
RIM = "aliens-and-amazons hand=0 turn=white white=a4,a24,b15"
AMAZONS = "aliens-and-amazons hand=0 turn=black white=d5,a24,b15"
FAR = "a9,a10,a11,a12,a13,a14,a15,b12,b13,b11"
"""Ten Amazons out of the way."""
ROUND = f"d4,c3,b4,c5,{FAR}"
ROUND_TRIP = "d5-b5-b3-d3-d5xb4xc3xc5xd4"

LEGAL = [
    # position, move as people write it, as the record has it, what it changes
    # placing
    ("aliens-and-amazons", "d5", "white d5", "+d5"),
    ("aliens-and-amazons turn=black white=d5", "d6", "black d6", "+d6"),
    ("tetra", "black f1", "black f1", "+f1"),
    # an Alien steps and leaps over Amazons and Aliens, also while Amazons are placed
    (f"{ALIENS} black=d6,{FAR}", "d5-c5", "white d5-c5", "-d5 +c5"),
    (f"{ALIENS} black=d4,{FAR}", "d5-d3", "white d5-d3xd4", "-d5 -d4 +d3"),
    (f"{ALIENS} black=d4,{FAR}", "d5-d3xd4", "white d5-d3xd4", "-d5 -d4 +d3"),
    (
        "aliens-and-amazons hand=29 turn=white white=d5,a1,b3 black=d4",
        "d5-d3",
        "white d5-d3xd4",
        "",
    ),
    (f"{PAIR} black={FAR}", "d5-d3", "white d5-d3", ""),
    # a chain that turns, over Amazons, and over an Alien and an Amazon
    (f"{ALIENS} black=d4,c3,{FAR}", "d5-d3-b3", "white d5-d3-b3xc3xd4", "-d5 -d4 -c3 +b3"),
    (f"{PAIR} black=c3,a1,{FAR}", "d5-d3-b3", "white d5-d3-b3xc3", "-d5 -c3 +b3"),
    # all the way round and back, either way: one move, written by the lower nodes
    (f"{ALIENS} black={ROUND}", "d5-d3-b3-b5-d5", f"white {ROUND_TRIP}", "-d4 -c3 -b4 -c5"),
    (f"{ALIENS} black={ROUND}", "d5-b5-b3-d3-d5", f"white {ROUND_TRIP}", "-d4 -c3 -b4 -c5"),
    # either fork of a pentad, from outside and from inside
    (f"{ALIENS} black=e5,{FAR}", "d5-d7", "white d5-d7xe5", "-d5 -e5 +d7"),
    (f"{ALIENS} black=e5,{FAR}", "d5-e6", "white d5-e6xe5", "-d5 -e5 +e6"),
    (f"{INSIDE} black=e5,{FAR}", "e6-d5", "white e6-d5xe5", "-e6 -e5 +d5"),
    (f"{INSIDE} black=e5,{FAR}", "e6-d6", "white e6-d6xe5", "-e6 -e5 +d6"),
    # along the rim; from the rim inwards
    (f"{RIM} black=a5,{FAR}", "a4-a6", "white a4-a6xa5", ""),
    (f"{RIM} black=b4,{FAR}", "a4-c4", "white a4-c4xb4", ""),
    # Amazons step
    (f"{AMAZONS} black=d6,{FAR}", "d6-d7", "black d6-d7", "-d6 +d7"),
    # Singularity: 1 to 3 nodes, through either fork
    ("singularity turn=black black=a1,a5 white=a9", "a1-b1", "black a1-b1", "-a1 +b1"),
    ("singularity turn=black black=a1,a5 white=a9", "a1-d1", "black a1-d1", ""),
    ("singularity turn=black black=c1,a9 white=a10", "c1-e1", "black c1-e1", ""),
    ("singularity turn=black black=d1,a9 white=a10", "d1-e2", "black d1-e2", ""),
    ("singularity turn=black black=d1,a9 white=a10", "d1-e12", "black d1-e12", ""),
    # … fusing with the one stone next to it, with either of two
    ("singularity turn=black black=d1,e2 white=a9", "d1-e1xe2", "black d1-e1xe2", "-d1 -e2 +e1"),
    ("singularity turn=black black=d1,e2,e12 white=a9", "d1-e1xe2", "black d1-e1xe2", ""),
    ("singularity turn=black black=d1,e2,e12 white=a9", "d1-e1xe12", "black d1-e1xe12", ""),
    # … two moves that leave the same stones are one
    ("singularity turn=black black=d2,e12 white=a9", "e12-e1", "black e12-e1", ""),
    ("singularity turn=black black=e3,e11 white=a9", "e11-f1xe3", "black e3-f1xe11", ""),
    # … outside the region nothing fuses, nor with a stone outside it; an option has it otherwise
    ("singularity turn=black black=c1,d2 white=a9", "c1-d1", "black c1-d1", "-c1 +d1"),
    ("singularity turn=black black=d1,d2 white=a9", "d1-e1", "black d1-e1", "-d1 +e1"),
    ("singularity fusion=moving turn=black black=d1,d2 white=a9", "d1-e1xd2", "black d1-e1xd2", ""),
    (
        "singularity fusion=resting turn=black black=c1,e1 white=a9",
        "c1-d1xe1",
        "black c1-d1xe1",
        "",
    ),
    # … a second stone may pass the centre, and may enter it by fusing with the first
    ("singularity turn=black black=e2,f2 white=a9", "e2-f1xf2", "black e2-f1xf2", "-e2 -f2 +f1"),
    # Leap Over: over either colour, in chains, over pentads, along the rim; written short too
    ("leap-over turn=black black=a5,b5 white=d4", "a5-c5", "black a5-c5", "-a5 +c5"),
    ("leap-over turn=black black=a5 white=b5,d5", "a5-c5-e5", "black a5-c5-e5", "-a5 +e5"),
    ("leap-over turn=black black=a5 white=b5,d5", "a5-e5", "black a5-c5-e5", "-a5 +e5"),
    ("leap-over turn=black black=d5 white=e5", "d5-d7", "black d5-d7", ""),
    ("leap-over turn=black black=d5 white=e5", "d5-e6", "black d5-e6", ""),
    ("leap-over turn=black black=a4 white=a5", "a4-a6", "black a4-a6", ""),
    ("leap-over turn=black round_corners=true black=a2 white=a1", "a2-a24", "black a2-a24", ""),
    # … a longer way to the same node is the same move
    ("leap-over turn=black black=d5 white=d4,c3,b4,c5", "d5-d3-b3-b5", "black d5-b5", ""),
    # Tetra: one or two nodes, through either fork
    (TETRA, "d5-d4", "black d5-d4", "-d5 +d4"),
    (TETRA, "d5-d3", "black d5-d3", "-d5 +d3"),
    (TETRA, "d5-d7", "black d5-d7", ""),
    (TETRA, "d5-e6", "black d5-e6", ""),
    # Quinta, Sexta: any distance
    ("quinta turn=black black=a13 white=a1", "a13-b1", "black a13-b1", ""),
    ("quinta turn=black black=a5 white=a1", "a5-e6", "black a5-e6", ""),
    ("quinta turn=black black=a5 white=a1", "a5-b11", "black a5-b11", ""),
    ("sexta turn=black black=a2 white=a4", "a2-a3", "black a2-a3", ""),
    ("sexta turn=black black=a1 white=a17", "a1-a9", "black a1-a9", ""),
    ("sexta turn=black round_corners=true black=a1 white=a16", "a1-a15", "black a1-a15", ""),
    ("sexta turn=black black=b1 white=a4", "b1-e12", "black b1-e12", ""),
]

ILLEGAL = [
    # position, move, reason
    ("tetra", "white f1", "black plays first"),
    ("tetra turn=white black=f1 last=black_f1", "black f2", "black plays twice"),
    ("tetra turn=white black=f1", "white f1", "f1 is taken: stones go on empty nodes"),
    (
        "tetra turn=white black=f1",
        "white f1-f2",
        "stones move when all are placed: white has 10 in hand",
    ),
    (TETRA, "f1", "all stones of black are placed: now they move"),
    ("quinta", "f1", "no stones are added in this game"),
    ("leap-over", "pass", "nobody passes in this game"),
    ("sexta", "swap", "colours are not swapped in this game"),
    (TETRA, "d6-d7", "there is no black stone on d6"),
    (TETRA, "b2-c2", "there is no black stone on b2"),
    (TETRA, "a1-a2", "a2 is taken: stones go to empty nodes"),
    (TETRA, "a1-a1", "the stone has not moved"),
    # lines
    (TETRA, "d5-d2", "a stone moves 1 to 2 nodes along a line: d5 and d2 are 3 apart"),
    (TETRA, "d5-c3", "a stone moves along a line: d5 and c3 are not on one"),
    (TETRA, "d5-d4-d3", "this move is written black d5-d3"),
    (TETRA, "d5-d3-c3", "a stone moves along one line in a turn: write START-END"),
    (TETRA, "a1-a3", "the line is blocked at a2"),
    (f"{BLACK_ON_RING_D} {TEN_WHITE.replace('c7', 'e5')}", "d5-d7", "the line is blocked at e5"),
    ("quinta turn=black black=a5 white=c5", "a5-e6", "the line is blocked at c5"),
    (
        "quinta turn=black black=a8 white=a1",
        "a8-a10",
        "a stone moves along a line: a8 and a10 are not on one",
    ),
    (
        "quinta turn=black black=b5 white=a1",
        "b5-a7",
        "a stone moves along a line: b5 and a7 are not on one",
    ),
    (TETRA, "d5-d4xa1", "no stone is removed in this game"),
    ("quinta turn=black black=a5 white=b4", "a5-b5xb4", "no stone is removed in this game"),
    ("leap-over turn=black black=d5 white=d4", "d5-d3xd4", "no stone is removed in this game"),
    # Singularity
    (
        "singularity turn=black black=a1,a5 white=a9",
        "a1-e1",
        "a stone moves 1 to 3 nodes along a line: a1 and e1 are 4 apart",
    ),
    ("singularity turn=black black=a1,a5 white=c1", "a1-d1", "the line is blocked at c1"),
    (
        "singularity turn=black black=a1,a5 white=a9",
        "a1-b1xa5",
        "a5 stays: only an own stone that the landing one touches in the centre goes",
    ),
    (
        "singularity turn=black black=d1,e2,e12 white=a9",
        "d1-e1",
        "a stone that lands next to its own removes one of them: e2 or e12",
    ),
    (
        "singularity turn=black black=d1,e2,e12 white=a9",
        "d1-e1xe2xe12",
        "only one stone may be removed on a turn",
    ),
    (
        "singularity turn=black black=d1,e2 white=e12",
        "d1-e1xe12",
        "e12 stays: only an own stone that the landing one touches in the centre goes",
    ),
    (
        "singularity turn=black black=d1,d2 white=a9",
        "d1-e1xd2",
        "d2 stays: only an own stone that the landing one touches in the centre goes",
    ),
    (
        "singularity turn=black black=e2,e3,f2 white=a9",
        "e2-f1xe3",
        "f1 and f2: only one of the 3 central nodes may be held at the end of a turn",
    ),
    (
        "singularity turn=black black=e1,e3,d9 white=a9",
        "e1-e2xd9",
        "d9 stays: only an own stone that the landing one touches in the centre goes",
    ),
    # leaps
    (
        "leap-over turn=black black=d5 white=e5",
        "d5-d4",
        "every move must be a leap over an adjacent stone",
    ),
    (
        "leap-over turn=black black=d5 white=e5",
        "d5-d3",
        "d5-d3: there is no stone on d4 to leap over",
    ),
    (
        "leap-over turn=black black=d5,f1 white=d4,d3,f2",
        "d5-d3",
        "d3 is taken: stones go to empty nodes",
    ),
    (
        "leap-over turn=black black=d5 white=d4,c3,b3",
        "d5-d3-b3",
        "b3 is taken: stones go to empty nodes",
    ),
    (
        "leap-over turn=black black=d5 white=d4,c3",
        "d5-d3-b3-b5",
        "b3-b5: there is no stone on b4 to leap over",
    ),
    (
        "leap-over turn=black black=d5 white=d4,c3,b4,b5",
        "d5-d3-b3-b5-d5",
        "b3-b5: b5 is taken, a leap ends on an empty node",
    ),
    ("leap-over turn=black black=d5 white=d4", "d5-a1", "no chain of leaps leads from d5 to a1"),
    ("leap-over turn=black black=d5 white=d4,c4", "d5-c3", "no chain of leaps leads from d5 to c3"),
    (
        "leap-over turn=black black=b4,f1 white=a5,f2",
        "b4-a6",
        "b4-a6: a stone on the rim can be leapt over only by stones on the rim, along it",
    ),
    (
        "leap-over turn=black black=a4 white=a5",
        "a4-b5",
        "a4-b5: a stone on the rim can be leapt over only by stones on the rim, along it",
    ),
    (
        "leap-over turn=black black=a2,f1 white=a1,f2",
        "a2-a24",
        "a2-a24: a stone on the rim can be leapt over only by stones on the rim, along it",
    ),
    (
        "leap-over turn=black black=d5 white=d4,c3,b4,c5",
        "d5-d3-b3-b5-d5",
        "the stone has not moved",
    ),
    # Aliens and Amazons
    ("aliens-and-amazons", "black d5", "white plays first"),
    (
        "aliens-and-amazons turn=white white=d5 black=a1 hand=29",
        "d5-d6",
        "stones move when all are placed: white has 2 in hand",
    ),
    (
        "aliens-and-amazons turn=white white=d5,a4,b4 black=a1 hand=29",
        "d6",
        "all stones of white are placed: now they move",
    ),
    (
        f"aliens-and-amazons turn=black white=d5,a4,b4 black={FAR} hand=20",
        "a9-b8",
        "stones move when all are placed: black has 20 in hand",
    ),
    (f"{AMAZONS} black=d6,{FAR}", "d6-d8", "Amazons move one node, no leaps"),
    (f"{AMAZONS} black=d6,{FAR}", "d6-d4", "Amazons move one node, no leaps"),
    (f"{AMAZONS} black=d6,{FAR}", "d6-d7xd5", "Amazons capture nothing"),
    (f"{ALIENS} black=d6,{FAR}", "d5-d4xd6", "Aliens capture only by leaping over an Amazon"),
    (f"{ALIENS} black=d6,{FAR}", "d5-d3", "d5-d3: there is no stone on d4 to leap over"),
    (f"{ALIENS} black=d4,{FAR}", "d5-d3xa9", "the stones leapt over are captured, no others: d4"),
    (f"{ALIENS} black=d4,{FAR}", "d5xd4", "where does the stone on d5 go? Write START-END"),
    (f"{ALIENS} black=d4,{FAR}", "d5-d5xd4", "no chain of leaps leads from d5 to d5"),
    (f"{ALIENS} black=d4,{FAR}", "d5-d3-d1", "d3-d1: there is no stone on d2 to leap over"),
    (
        f"{ALIENS} black=d4,{FAR}",
        "d5-d3xd4xa9",
        "the stones leapt over are captured, no others: d4",
    ),
    (f"{ALIENS} black=d4,d3,{FAR}", "d5-d3", "d3 is taken: stones go to empty nodes"),
    (f"{ALIENS} black=d4,d3,{FAR}", "d5-d2", "no chain of leaps leads from d5 to d2"),
    (f"{ALIENS} black=c5,{FAR}", "d5-c5", "c5 is taken: stones go to empty nodes"),
]


@pytest.mark.parametrize(("position", "move", "recorded", "change"), LEGAL)
def test_legal(position: str, move: str, recorded: str, change: str) -> None:
    game, state = at(position)
    played = game.parse_move(state, move)
    assert played in set(game.legal_moves(state))
    assert game.move_text(state, played) == recorded
    if change:
        before, after = stones(game, state), stones(game, game.play(state, played))
        wanted = {(word[0], word[1:]) for word in change.split()}
        assert {("-", node) for node in before - after} | {
            ("+", n) for n in after - before
        } == wanted


@pytest.mark.parametrize(("position", "move", "reason"), ILLEGAL)
def test_illegal(position: str, move: str, reason: str) -> None:
    game, state = at(position)
    with pytest.raises(GameError) as refused:
        game.play(state, game.parse_move(state, move))
    assert str(refused.value) == reason


def test_a_way_that_is_not_the_recorded_one_is_told_so() -> None:
    game, state = at("leap-over turn=black black=d5 white=d4,c3,b4,c5")
    nodes = [INDEX[name] for name in ("d5", "d3", "b3", "b5")]
    with pytest.raises(GameError, match="this move is written black d5-b5"):
        game.play(state, Shift(BLACK, tuple(nodes)))


@pytest.mark.parametrize(
    "text", ["d5-", "d5xx", "xd5", "d5-d6x", "d5 d6", "d5-z9", "d5-d6-", "", "-"]
)
def test_text_that_is_no_move(text: str) -> None:
    game, state = at(TETRA)
    with pytest.raises(GameError):
        game.parse_move(state, text)


def at(position: str) -> tuple[Any, Any]:
    game: Any = registry.find(position.split(maxsplit=1)[0])
    return game, game.parse_position(position)


def stones(game: Any, state: Any) -> set[str]:  # noqa: ANN401 - any game's state
    return set(game.scene(state).as_dict())
