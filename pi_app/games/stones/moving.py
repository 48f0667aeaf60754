"""Games in which stones move: turns, lines, being unable to move, repetition, what people meant.

A game subclasses ``MovingGame``: where each stone can go (``ways``), why it can go nowhere else
(``refusal``) and its goal (``goal``). Where the rulebook is silent an option decides; see OPTIONS.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Any, ClassVar, TypeVar

from pi_app.games.game import GameError, Outcome
from pi_app.games.scene import Scene
from pi_app.games.stones.board import NAMES
from pi_app.games.stones.common import (
    Option,
    StonesGame,
    StonesState,
    changes,
    with_stones,
)
from pi_app.games.stones.lines import Lines, lines, slides, way
from pi_app.games.stones.moves import (
    BLACK,
    COLOURS,
    EMPTY,
    Move,
    Place,
    Shift,
    move_text,
    name_of,
    opponent,
    parse_move,
)

OPTIONS: Mapping[str, Option] = {
    "starts": Option("black", COLOURS),
    "no_moves": Option("skip", ("skip", "loses")),
    "repetition": Option("draw", ("draw", "none")),
    "round_corners": Option(False, (False, True)),
}
"""Open points of the rulebook that these games share.

``starts``: who plays first. ``no_moves``: a player who has no legal move is passed over, and when
neither has one the game is drawn; or that player has lost. ``repetition``: a position that comes
for the third time with the same player to move is a draw; or play goes on. ``round_corners``:
whether the line along the rim goes on round the board's corners.
"""
THIRD = 3
NOTHING_REMOVED = "no stone is removed in this game"


@dataclass(frozen=True)
class MovingState(StonesState):
    """``trail``: the moves, as (start, end), since stones were last placed or removed.

    From them the earlier positions of the same stones follow, for repetition.
    """

    trail: tuple[tuple[int, int], ...] = ()


M = TypeVar("M", bound=MovingState)


class MovingGame(StonesGame[M]):
    """What the six games have in common. Each legal move has a result of its own.

    Of several moves that leave the same stones on the board, such as two ways of leaping to one
    node, ``legal_moves`` has the first alone, and ``parse_move`` understands the others as that.
    """

    kinds: ClassVar[tuple[type, ...]] = (Shift,)

    # --- what each game defines -----------------------------------------------------------------

    def ways(self, state: M, start: int) -> Iterator[Shift]:
        """Every legal move of the stone on ``start``; some may leave the same stones."""
        raise NotImplementedError

    def toward(self, state: M, start: int, move: Shift) -> Iterator[Shift]:  # noqa: ARG002
        """Those of ``ways`` that may leave the same stones as ``move``; all, unless too many."""
        return self.ways(state, start)

    def refusal(self, state: M, move: Shift) -> str:
        """The rule against a move that is none of ``ways``, its start and end being in order."""
        raise NotImplementedError

    def goal(self, state: M, colour: int) -> tuple[str, str] | None:
        """The named reason and the detail if ``colour`` has reached its goal."""
        raise NotImplementedError

    def in_hand(self, state: M, colour: int) -> int:  # noqa: ARG002
        """How many stones ``colour`` has yet to place before it may move."""
        return 0

    def changed(self, state: M, move: Place | Shift) -> M:
        """The position after a legal move, but for the turn."""
        if isinstance(move, Place):
            return replace(
                state, cells=with_stones(state.cells, {move.node: move.colour}), trail=()
            )
        start, end = move.path[0], move.path[-1]
        stones = {**dict.fromkeys((start, *move.taken), EMPTY), end: move.colour}
        kept = not move.taken and state.option("repetition") == "draw"
        trail = (*state.trail, (start, end)) if kept else ()
        return replace(state, cells=with_stones(state.cells, stones), trail=trail)

    # --- moves ----------------------------------------------------------------------------------

    def legal_moves(self, state: M) -> Iterator[Move]:
        """Every empty node while stones are in hand; then every move of every stone."""
        if self.outcome(state) is not None:
            return
        if self.in_hand(state, state.turn):
            yield from (Place(state.turn, node) for node in state.stones(EMPTY))
            return
        found = set()
        for start in state.stones(state.turn):
            for move in self.ways(state, start):
                if effect(move) not in found:
                    found.add(effect(move))
                    yield move

    def as_legal(self, state: M, move: Shift) -> Shift | None:
        """The legal move that leaves the same stones as ``move``, or None."""
        gone, wanted = sorted({move.path[0], *move.taken}), effect(move)
        own = [node for node in gone if state.cells[node] == move.colour]
        ways = (legal for start in own for legal in self.toward(state, start, move))
        return next((legal for legal in ways if effect(legal) == wanted), None)

    def parse_move(self, state: M, text: str) -> Move:
        """The inverse of ``move_text``; another move that leaves the same stones is that one."""
        move = parse_move(text, state.turn)
        return self.understood(state, move) if isinstance(move, Shift) else move

    def understood(self, state: M, move: Shift) -> Shift:
        """The legal move that a text means; the move as it stands if it means none."""
        return (self.as_legal(state, move) or move) if len(move.path) == 2 else move

    def moved(self, state: M, move: Move) -> M:
        """The position after a stone that was placed or moved."""
        match move:
            case Place():
                self._check_place(state, move)
            case Shift():
                self._check_shift(state, move)
            case _:
                raise GameError("stones are placed or moved")
        after = self.changed(state, move)
        return replace(after, turn=self._turn_after(after, move.colour))

    def _check_place(self, state: M, move: Place) -> None:
        if not self.in_hand(state, move.colour):
            raise GameError(f"all stones of {name_of(move.colour)} are placed: now they move")
        if state.cells[move.node] != EMPTY:
            raise GameError(f"{NAMES[move.node]} is taken: stones go on empty nodes")

    def _check_shift(self, state: M, move: Shift) -> None:
        start, end, colour = move.path[0], move.path[-1], name_of(move.colour)
        left = self.in_hand(state, move.colour)
        if left:
            raise GameError(f"stones move when all are placed: {colour} has {left} in hand")
        if len(move.path) < 2:
            raise GameError(f"where does the stone on {NAMES[start]} go? Write START-END")
        if state.cells[start] != move.colour:
            raise GameError(f"there is no {colour} stone on {NAMES[start]}")
        legal = self.as_legal(state, move)
        if legal == move:
            return
        if legal is not None:
            raise GameError(f"this move is written {move_text(legal)}")
        if state.cells[end] != EMPTY and end != start:
            raise GameError(f"{NAMES[end]} is taken: stones go to empty nodes")
        raise GameError(self.refusal(state, move))

    def can_act(self, state: M, colour: int) -> bool:
        """Whether ``colour`` could place or move a stone if it were its turn."""
        if self.in_hand(state, colour):
            return True
        return any(True for start in state.stones(colour) for _ in self.ways(state, start))

    def _turn_after(self, state: M, colour: int) -> int:
        other = opponent(colour)
        skips = state.option("no_moves") == "skip" and not self.can_act(state, other)
        return colour if skips and self.can_act(state, colour) else other

    # --- the end --------------------------------------------------------------------------------

    def result(self, state: M) -> Outcome | None:
        """A goal reached, else a player who cannot move, else a repeated position."""
        for colour in (opponent(state.turn), state.turn):
            reached = self.goal(state, colour)
            if reached:
                return self._won(state, colour, *reached)
        if not self.can_act(state, state.turn):
            return self.stuck(state)
        if state.option("repetition") == "draw" and times(state) >= THIRD:
            return Outcome((), "repetition", "The same position came for the third time.")
        return None

    def stuck(self, state: M) -> Outcome:
        """How the game ends when the player whose turn it is can neither place nor move."""
        name = name_of(state.turn).capitalize()
        if state.option("no_moves") == "loses":
            return self._won(state, opponent(state.turn), "no-moves", f"{name} cannot move.")
        return Outcome((), "no-moves", "Neither player can move.")

    def _won(self, state: M, colour: int, reason: str, detail: str) -> Outcome:
        return Outcome((state.colours.index(colour),), reason, detail)

    # --- scenes ---------------------------------------------------------------------------------

    def intended(self, state: M, scene: Scene) -> Move | None:
        """The legal move that makes ``scene``, else the one that people meant, if one comes near.

        Meant is a stone that was added, or one that stands elsewhere, alone or with stones of the
        colour that this game removes missing; see ``meant``.
        """
        appeared, vanished = changes(state, scene)
        candidates = list(self.meant(state, appeared, vanished))
        for move in candidates:
            legal = self.as_legal(state, move) if isinstance(move, Shift) else None
            if legal is not None and legal.colour == state.turn:
                return legal
        return candidates[0] if candidates else None

    def meant(
        self,
        state: M,  # noqa: ARG002
        appeared: list[tuple[int, int]],
        vanished: list[tuple[int, int]],
    ) -> Iterator[Move]:
        """What people may have meant who changed these (node, colour) pairs, likeliest first."""
        match appeared, vanished:
            case [(node, colour)], []:
                yield Place(colour, node)
            case [(there, colour)], [(here, before)] if colour == before and here != there:
                yield Shift(colour, (here, there))

    # --- text -----------------------------------------------------------------------------------

    def position_text(self, state: M) -> str:
        """The whole position in one line, ``trail`` included."""
        text = super().position_text(state)
        trail = ",".join(f"{NAMES[start]}-{NAMES[end]}" for start, end in state.trail)
        return f"{text} trail={trail}" if trail else text

    def _field(self, state: M, key: str, value: str) -> Any:  # noqa: ANN401 - each key has its type
        if key != "trail":
            return super()._field(state, key, value)
        moves = [parse_move(part, BLACK) for part in value.split(",")]
        trail = tuple(move.path for move in moves if isinstance(move, Shift) and not move.taken)
        if len(trail) != len(moves) or any(len(path) != 2 for path in trail):
            raise GameError(f"trail={value:.40}: expected START-END,START-END,…")
        return trail

    def check(self, state: M) -> None:
        """The trail must lead here, and who cannot move is passed over."""
        cells = list(state.cells)
        for start, end in reversed(state.trail):
            cells[start], cells[end] = cells[end], cells[start]
            if cells[start] == EMPTY or cells[end] != EMPTY:
                raise GameError(f"trail: no stone can have gone {NAMES[start]}-{NAMES[end]}")
        ended, other = self.result(state), opponent(state.turn)
        if ended is None or ended.reason != "no-moves" or ended.winners:
            return
        if self.can_act(state, other):
            raise GameError(f"{name_of(state.turn)} cannot move: {name_of(other)} is to move")


def effect(move: Shift) -> tuple[frozenset[int], int]:
    """The nodes that a move empties and the one that it fills: what can be seen of it."""
    return frozenset((move.path[0], *move.taken)) - {move.path[-1]}, move.path[-1]


def times(state: MovingState) -> int:
    """How often the position has come with the same colour to move, this time included."""
    count, differ, now = 1, 0, state.cells
    cells = list(now)
    for start, end in reversed(state.trail):
        differ -= (cells[start] != now[start]) + (cells[end] != now[end])
        cells[start], cells[end] = cells[end], cells[start]
        differ += (cells[start] != now[start]) + (cells[end] != now[end])
        count += differ == 0 and cells[start] == state.turn
    return count


# --- slides -------------------------------------------------------------------------------------


def along(state: MovingState) -> Lines:
    """The lines that stones move along under the state's options."""
    return lines(round_corners=state.option("round_corners"))


def slides_of(state: MovingState, start: int, most: int | None = None) -> Iterator[Shift]:
    """The slides of the stone on ``start``, as moves."""
    limit = len(state.cells) if most is None else most
    for end in slides(state.cells, start, along(state), limit):
        yield Shift(state.cells[start], (start, end))


def why_no_slide(state: MovingState, move: Shift, most: int | None = None) -> str:
    """The rule against a slide of up to ``most`` nodes."""
    if len(move.path) != 2:
        return "a stone moves along one line in a turn: write START-END"
    if move.path[0] == move.path[1]:
        return "the stone has not moved"
    path = way(*move.path, along(state))
    names = f"{NAMES[move.path[0]]} and {NAMES[move.path[1]]}"
    if not path:
        return f"a stone moves along a line: {names} are not on one"
    if most is not None and len(path) - 1 > most:
        return f"a stone moves 1 to {most} nodes along a line: {names} are {len(path) - 1} apart"
    blocked = next((node for node in path[1:] if state.cells[node] != EMPTY), None)
    return NOTHING_REMOVED if blocked is None else f"the line is blocked at {NAMES[blocked]}"
