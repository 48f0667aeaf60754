"""A game on a board of nodes at one terminal: moves are typed, put on the virtual table, refereed.

What is typed only moves stones. What was played is what the live referee sees in the photographs.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any

from pi_app.board_drawing import draw_table
from pi_app.games.game import GameError
from pi_app.games.stones.moves import Pass, Resign, Swap
from pi_app.games.stones.supply import SupplyLine
from pi_app.live.events import LiveEvent
from pi_app.refereed_board import RefereedBoard
from pi_app.screen import Quit, Screen
from pi_app.solitaire import Solitaire
from pi_app.typed_moves import built, typed_move

Think = Callable[[Any], Any]
"""The device's choice: a position in, a legal move out."""

HELP = """\
d5               put a stone on d5
d5-d7            move the stone from d5 to d7; d5-d7-f1 by way of d7
swap, resign     take over the other colour (if the rules have it), give up
undo             take back your last move
moves [NODE]     all legal moves, or those that change a node
board            the board with the names of its nodes
log              the moves so far
quit             stop here; the game is kept and can be resumed"""
HINT_HELP = """\
hint             the next move of the best solution known"""

KEY_OF: Mapping[type, str] = {Swap: "swap", Resign: "resign", Pass: "pass"}
"""Moves that change nothing on the board are told by key."""
MOST_LISTED = 60
UNSEEN = "The referee could not see that; the stones are put back. Try again."


class TerminalBoard:
    """Plays one table to its end. Raises Quit, or EOFError at the end of input.

    ``think`` moves for the seat that the device plays, if it plays one.
    """

    def __init__(self, board: RefereedBoard, screen: Screen, think: Think) -> None:
        self._board, self._screen, self._think = board, screen, think
        self._table, self._game = board.table, board.game
        self._names = board.table.seating.names
        self._device = board.table.seating.device
        self._solitaire = (
            Solitaire(self._game, self._table.history[0])
            if isinstance(self._game, SupplyLine)
            else None
        )

    def run(self) -> None:
        """Set up, then move by turns until the game is over."""
        self._tell(self._board.set_up())
        if self._solitaire is not None:
            self._screen.say(self._solitaire.goal())
        self._draw(names=True)
        while self._table.outcome is None:
            seat = self._table.view(None)["turn"]
            if seat == self._device:
                self._device_turn(seat)
            else:
                self._turn(seat)

    # --- turns ----------------------------------------------------------------------------------

    def _turn(self, seat: int) -> None:
        """One line typed by whoever is to move."""
        verb, _, rest = self._screen.ask(f"{self._whose(seat)}> ").partition(" ")
        try:
            self._command(verb.lower(), rest.strip().lower(), f"{verb} {rest}".strip())
        except GameError as error:
            self._screen.say(f"{str(error).rstrip('.')}. Type help to see what you can do.")

    def _whose(self, seat: int) -> str:
        if self._solitaire is not None:
            return f"{self._names[seat]}, move {len(self._table.moves) + 1}"
        return f"{self._names[seat]} ({self._table.view(None)['colours'][seat]})"

    def _command(self, verb: str, rest: str, text: str) -> None:
        match verb, rest:
            case "", _:
                pass
            case "quit", "":
                raise Quit
            case "help", "":
                self._screen.say(HELP if self._solitaire is None else f"{HELP}\n{HINT_HELP}")
            case "board", "":
                self._draw(names=True)
            case "log", "":
                self._screen.say(", ".join(self._table.moves) or "Nothing is played yet.")
            case "moves", _:
                self._list_moves(rest)
            case "hint", "" if self._solitaire is not None:
                self._screen.say(self._solitaire.hint(self._table.history))
            case "undo", "":
                self._undo()
            case _:
                self._do(typed_move(self._game, self._table.state, text))

    def _device_turn(self, seat: int) -> None:
        name = self._names[seat]
        self._screen.say(f"{name} is thinking …")
        done = self._do(self._think(self._table.state))
        # If not, such as on a full disk, somebody must do something about it.
        if not done and self._screen.ask(f"{name} tries again: press Enter. ").lower() == "quit":
            raise Quit

    def _do(self, move: Any) -> bool:  # noqa: ANN401 - the game's own
        """Move stones as meant and have it refereed; put them back if it did not count."""
        state, before = self._table.state, len(self._table.moves)
        if type(move) in KEY_OF:
            self._game.play(state, move)  # whose it is, and whether it is open: a key cannot say
            events = self._board.press(KEY_OF[type(move)])
        else:
            events = self._board.show(built(self._game, state, move))
        self._tell(events)
        if len(self._table.moves) > before:
            return True
        if not events:
            self._screen.say(UNSEEN)
        self._tell(self._board.set_up())
        return False

    def _undo(self) -> None:
        """Back to before the last move of the one who types; the device's reply goes too."""
        positions = self._table.history[:-1]
        seats = [self._game.seat_to_act(state) for state in reversed(positions)]
        count = next((n for n, seat in enumerate(seats, 1) if seat != self._device), 0)
        if not count:
            raise GameError("There is nothing to take back.")
        for _ in range(count):
            self._tell(self._board.press("undo"))
            self._tell(self._board.set_up())
        self._draw()

    # --- telling --------------------------------------------------------------------------------

    def _tell(self, events: Iterable[LiveEvent]) -> None:
        for event in events:
            self._screen.say(event.text())
            if event.kind == "played":
                self._draw()

    def _list_moves(self, node: str) -> None:
        game, state = self._game, self._table.state
        moves = [m for m in game.legal_moves(state) if not node or node in game.touches(m)]
        texts = [game.move_text(state, move) for move in moves]
        more = f" and {len(texts) - MOST_LISTED} more" if len(texts) > MOST_LISTED else ""
        self._screen.say(f"{len(texts)}: {', '.join(texts[:MOST_LISTED])}{more}")

    def _draw(self, names: bool = False) -> None:
        """The board, the nodes of the last move in brackets."""
        self._screen.say(draw_table(self._board.board, self._game, self._table, names))
