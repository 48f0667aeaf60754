"""The six sister games of Y once more, for the tests alone: slow, from the board's coordinates.

A position is (black, white, turn, Amazons in hand); a move is what it leaves on the board.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from functools import cache
from itertools import combinations, pairwise, permutations
from math import atan2
from pathlib import Path

FOLDER = Path(__file__).parents[2] / "hardware" / "boards"
BOARD = json.loads((FOLDER / "y-board.json").read_text(encoding="utf-8"))
SETUPS = json.loads((FOLDER / "y-setups.json").read_text(encoding="utf-8"))
PLACE = {row["node"]: (row["x"], row["y"]) for row in BOARD["nodes"]}
RIM = {node for node in PLACE if node[0] == "a"}
REGION = {node for node in PLACE if node[0] in "ef"}
CENTRE = {"f1", "f2", "f3"}

Stones = frozenset[str]
Position = tuple[Stones, Stones, str, int]


def angle(node: str, other: str) -> float:
    (x, y), (u, v) = PLACE[node], PLACE[other]
    return atan2(v - y, u - x)


AROUND: dict[str, list[str]] = {node: [] for node in PLACE}
for one, other in BOARD["edges"]:
    AROUND[one].append(other)
    AROUND[other].append(one)
for node, beside in AROUND.items():
    beside.sort(key=lambda other, node=node: angle(node, other))  # type: ignore[misc]


def beyond(before: str, node: str) -> set[str]:
    """Where the line goes on."""
    around = AROUND[node]
    if node in RIM:
        along = before in RIM and len(around) > 3
        return {n for n in around if n in RIM and n != before} if along else set()
    at = around.index(before)
    steps = (2, 3) if len(around) == 5 else (3,)
    return {around[(at + step) % len(around)] for step in steps}


def ray(before: str, node: str, taken: Stones, left: int) -> set[str]:
    """The empty nodes of a line, from ``node`` on."""
    if node in taken or not left:
        return set()
    return {node}.union(*(ray(node, n, taken, left - 1) for n in beyond(before, node)))


def slid(position: Position, most: int) -> Iterator[tuple[str, str]]:
    """(from, to) of every slide."""
    black, white, turn, _ = position
    for stone in black if turn == "black" else white:
        ends: set[str] = set()
        for node in AROUND[stone]:
            ends |= ray(stone, node, black | white, most)
        yield from ((stone, end) for end in ends)


def with_own(position: Position, own: Stones, lost: Stones = frozenset()) -> Position:
    """The mover's stones replaced, some of the opponent's lost."""
    black, white, turn, hand = position
    if turn == "black":
        return own, white - lost, "white", hand
    return black - lost, own, "black", hand


def own_of(position: Position) -> Stones:
    return position[0] if position[2] == "black" else position[1]


def placed(position: Position) -> set[Position]:
    empty = PLACE.keys() - position[0] - position[1]
    return {with_own(position, own_of(position) | {node}) for node in empty}


def slide_results(position: Position, most: int) -> set[Position]:
    own = own_of(position)
    return {with_own(position, own - {a} | {b}) for a, b in slid(position, most)}


def fusion_results(position: Position) -> set[Position]:
    found = set()
    for start, end in slid(position, 3):
        rest = own_of(position) - {start}
        beside = {n for n in AROUND[end] if n in rest & REGION} if end in REGION else set()
        for own in [rest - {n} for n in beside] or [rest]:
            if len((own | {end}) & CENTRE) <= 1:
                found.add(with_own(position, own | {end}))
    return found


def leap_results(position: Position, captures: bool) -> set[Position]:
    """All that chains of leaps leave, explored stone by stone without any cleverness."""
    found: set[Position] = set()

    def explore(here: str, now: Position) -> None:
        black, white, turn, _ = now
        for over in (black | white) & set(AROUND[here]):
            for there in beyond(here, over) - black - white:
                own = own_of(now) - {here} | {there}
                lost = frozenset({over} & (black if captures and turn == "white" else frozenset()))
                after = with_own(now, own, lost)
                same_turn = (after[0], after[1], turn, after[3])
                if after not in found:
                    found.add(after)
                    explore(there, same_turn)

    for stone in own_of(position):
        before = found.copy()
        found.clear()
        explore(stone, position)
        found |= before
    return {after for after in found if after[:2] != position[:2]}


def results(game: str, position: Position) -> set[Position]:
    """Every position that a legal move leads to, but for skipped turns."""
    if game == "aliens-and-amazons":
        return alien_results(position) if position[2] == "white" else amazon_results(position)
    if game == "tetra" and len(own_of(position)) < 10:
        return placed(position)
    if game == "singularity":
        return fusion_results(position)
    if game == "leap-over":
        return leap_results(position, captures=False)
    return slide_results(position, 2 if game == "tetra" else 99)


def alien_results(position: Position) -> set[Position]:
    if len(position[1]) < 3:
        return placed(position)
    return slide_results(position, 1) | leap_results(position, captures=True)


def amazon_results(position: Position) -> set[Position]:
    if not position[3]:
        return slide_results(position, 1)
    return {(black, white, turn, hand - 1) for black, white, turn, hand in placed(position)}


def over(game: str, position: Position) -> bool:
    """Whether somebody has reached the goal."""
    black, white, _, hand = position
    if game == "aliens-and-amazons":
        aliens_turn = (black, white, "white", hand)
        return hand + len(black) < 10 or not results(game, aliens_turn)
    if game == "leap-over":
        homes = (frozenset(SETUPS["leap_over"][colour]) for colour in ("white", "black"))
        return any(own == home for own, home in zip((black, white), homes, strict=True))
    goal = {
        "singularity": lambda own: len(own) == 1 and own <= CENTRE,
        "tetra": lambda own: any(map(is_figure, combinations(sorted(own), 4))),
        "quinta": has_five,
        "sexta": is_line_of_six,
    }[game]
    return goal(black) or goal(white)


def straight(path: tuple[str, ...]) -> bool:
    """Whether nodes follow one another along a line."""
    steps = all(b in AROUND[a] for a, b in pairwise(path))
    return steps and all(
        c in beyond(a, b) for a, b, c in zip(path, path[1:], path[2:], strict=False)
    )


def has_five(own: Stones) -> bool:
    def grow(path: tuple[str, ...]) -> bool:
        if len(path) == 5:
            return True
        return any(grow((*path, n)) for n in beyond(path[-2], path[-1]) & own - {*path})

    return any(grow((a, b)) for a in own for b in AROUND[a] if b in own)


def middle(a: str, b: str) -> str | None:
    """The node between two that are two apart on a line."""
    return next((m for m in AROUND[a] if m in AROUND[b] and straight((a, m, b))), None)


@cache
def is_figure(stones: tuple[str, ...]) -> bool:
    """A stretched line of four, or a diamond around a node beside all its middles."""
    for a, b, c, d in permutations(stones):
        ab, bc, cd = middle(a, b), middle(b, c), middle(c, d)
        if ab is None or bc is None or cd is None:
            continue
        if straight((a, ab, b, bc, c, cd, d)):
            return True
        da, bd = middle(d, a), middle(b, d)
        if da is not None and bd is not None:
            middles = {ab, bc, cd, da}
            if len(middles) == 4 and middles <= set(AROUND[bd]):
                return True
    return False


def is_line_of_six(own: Stones) -> bool:
    return len(own) == 6 and any(
        all((b in AROUND[a]) == (j - i == 1) for (i, a), (j, b) in combinations(enumerate(way), 2))
        for way in permutations(own)
    )


def leaves(game: str, position: Position, depth: int) -> int:
    """Sequences of ``depth`` moves; a player who cannot move is passed over."""
    if over(game, position):
        return 0
    after = results(game, position)
    if depth == 1:
        return len(after)
    return sum(leaves(game, in_turn(game, each), depth - 1) for each in after)


def in_turn(game: str, position: Position) -> Position:
    """The position with the other to move if nobody else can."""
    if over(game, position) or results(game, position):
        return position
    black, white, turn, hand = position
    return black, white, "white" if turn == "black" else "black", hand
