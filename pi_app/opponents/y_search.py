"""An opponent for Y: a tree grown by random games (MCTS with RAVE), 64 games from each leaf.

Sources: Kocsis and Szepesvári, *Bandit based Monte-Carlo planning* (2006), for growing the tree;
Gelly and Silver, *Monte-Carlo tree search and rapid action value estimation* (2011), for learning
from every stone of a game as if it had been played first. The random games let bridges hold
(y_bridges). A seed and a budget decide the choice; Ctrl-C ends the search at once.
"""

from __future__ import annotations

import random
from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

from pi_app.games.stones.board import CORNERS, NAMES, NODES
from pi_app.games.stones.common import StonesState, with_stones
from pi_app.games.stones.moves import BLACK, EMPTY, WHITE, Move, Place, Swap, opponent
from pi_app.games.stones.playouts import Owned, black_wins, random_fills
from pi_app.games.stones.y import GameOfY, may_swap, winning_chain
from pi_app.opponents.budget import Budget
from pi_app.opponents.y_bridges import bridges

GAMES_AT_A_LEAF = 64
TRUST_IN_RAVE = 1_000.0
"""After so many games through a move its own result counts as much as what others tell of it."""

RINGS = {"a": -0.15, "b": -0.05, "c": 0.02, "d": 0.05, "e": 0.05, "f": 0.05}
"""By ring, how much more a stone is worth than random games say: away from the rim."""
TRUST_IN_RINGS = 3_000.0
"""After so many random games with a stone there, half of that is believed."""
EVEN_STARTS = CORNERS
"""A first stone there gives neither side an advantage, so it is what the pie rule asks for.

In play against itself Black won 42 of 90 games that began on a corner and 20 of 30 from a3 (1,024
playouts, as this search grew), and 23 of 32 from f1 or d5 (4,096 playouts).
"""
Counts = NDArray[np.float64]
BIAS: Counts = np.array([RINGS[name[0]] for name in NAMES])


@dataclass(eq=False)
class Node:
    """A position of the tree. Counts are by node of the board, for the colour to move.

    ``games``, ``wins``: through that move; ``rave_games``, ``rave_wins``: in which this colour
    ended up there, whenever it played it.
    """

    cells: NDArray[np.int8]
    turn: int
    left: int
    """Stones that ``turn`` still places before the turns alternate."""
    games: Counts = field(default_factory=lambda: np.zeros(len(NODES)))
    wins: Counts = field(default_factory=lambda: np.zeros(len(NODES)))
    rave_games: Counts = field(default_factory=lambda: np.full(len(NODES), 1e-9))
    rave_wins: Counts = field(default_factory=lambda: np.zeros(len(NODES)))
    children: dict[int, Node] = field(default_factory=dict)

    def child(self, move: int) -> Node:
        """The position after a move."""
        cells = self.cells.copy()
        cells[move] = self.turn
        if self.left > 1:
            return Node(cells, self.turn, self.left - 1)
        return Node(cells, opponent(self.turn), 1)

    def values(self) -> Counts:
        """How good each move looks, from 0 to 1; taken nodes are -inf."""
        bias = BIAS * TRUST_IN_RINGS / (TRUST_IN_RINGS + self.rave_games)
        rave = self.rave_wins / self.rave_games + bias
        trust = TRUST_IN_RAVE / (TRUST_IN_RAVE + self.games)
        own = self.wins / np.maximum(self.games, 1.0)
        return np.where(self.cells == EMPTY, trust * rave + (1 - trust) * own, -np.inf)

    def most_promising(self) -> int:
        """The move to look at next: RAVE alone turns to others once this one disappoints."""
        return int(np.argmax(self.values()))

    def best(self) -> int:
        """The move that was looked at most; of equals, such as at first, the most promising."""
        values = np.where(self.games == self.games.max(), self.values(), -np.inf)
        return int(np.argmax(values))


def choose(_game: GameOfY, state: StonesState, rng: random.Random, budget: Budget) -> Move:
    """A move for the seat to act, the swap included."""
    if may_swap(state) and not is_even(state.stones(BLACK)):
        return Swap()
    if not any(state.cells) and state.option("pie") and state.option("handicap") == 1:
        return Place(state.turn, rng.choice(EVEN_STARTS))
    for node in state.stones(EMPTY):
        if winning_chain(with_stones(state.cells, {node: state.turn})):
            return Place(state.turn, node)
    return Place(state.turn, search(state, rng, budget).best())


def is_even(first: tuple[int, ...]) -> bool:
    """Whether the first move's stones are no reason to swap."""
    return len(first) == 1 and first[0] in EVEN_STARTS


def search(state: StonesState, rng: random.Random, budget: Budget) -> Node:
    """The root of a tree grown with ``budget``."""
    numbers = np.random.default_rng(rng.getrandbits(64))
    root = Node(np.array(state.cells, np.int8), state.turn, stones_left(state))
    for played in range(0, budget.playouts, GAMES_AT_A_LEAF):
        path, leaf = descend(root) if played else ([], root)
        owned = random_fills(
            leaf.cells, leaf.turn, GAMES_AT_A_LEAF, numbers, leaf.left, bridges(leaf.cells)
        )
        learn(path, leaf, owned)
    return root


def descend(root: Node) -> tuple[list[tuple[Node, int]], Node]:
    """Follow promising moves to a position that is new to the tree."""
    node, path = root, []
    while (node.cells == EMPTY).any():
        move = node.most_promising()
        path.append((node, move))
        if move not in node.children:
            node.children[move] = node.child(move)
            return path, node.children[move]
        node = node.children[move]
    return path, node


def learn(path: list[tuple[Node, int]], leaf: Node, owned: Owned) -> None:
    """Enter the outcomes of the leaf's random games into it and all that led to it."""
    black = black_wins(owned)
    wins = {BLACK: black.sum(), WHITE: (~black).sum()}
    held = {BLACK: owned.sum(axis=0), WHITE: (~owned).sum(axis=0)}
    won = {BLACK: owned[black].sum(axis=0), WHITE: (~owned[~black]).sum(axis=0)}
    for node in (*(node for node, _ in path), leaf):
        node.rave_games += held[node.turn]
        node.rave_wins += won[node.turn]
    for node, move in path:
        node.games[move] += len(owned)
        node.wins[move] += wins[node.turn]


def stones_left(state: StonesState) -> int:
    """How many stones the colour to move places before the turns alternate."""
    if state.turn == WHITE:
        return 1
    return max(1, int(state.option("handicap")) - len(state.stones(BLACK)))
