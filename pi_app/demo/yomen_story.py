"""The demonstration: keys pressed, photographs looked at, verdicts told, lights shown."""

from __future__ import annotations

from collections.abc import Callable
from importlib import resources
from pathlib import Path

from rich.console import Console
from rich.text import Text

from pi_app.advice import advise
from pi_app.attendant import Attendant
from pi_app.drawing import draw
from pi_app.games.blocks.scene import BlockScene
from pi_app.panel_view import draw_panel
from pi_app.verdicts import Verdict
from vision.errors import GyojiError

PHOTOS = Path(str(resources.files("pi_app.demo") / "photos"))
PLAYERS = ("Player 1", "Player 2")


class Story:
    """Tells one game on ``console``; ``pause`` lets people read before it goes on.

    The attendant's camera shows, in this order: a fault on player 2's sheet; both sheets as they
    should be; player 2's wrong announcement; player 1's right one.
    """

    def __init__(self, console: Console, attendant: Attendant, pause: Callable[[], None]) -> None:
        self._console = console
        self._attendant = attendant
        self._table = attendant.referee.table
        self._pause = pause

    def tell(self) -> None:
        """The whole game; raises GyojiError if a photograph was not kept, or not read
        as it should be.
        """
        self._say("Both players build behind their screens. One camera above sees all sheets.")
        self._press("confirm")
        self._say("Player 2 puts it right.")
        self._press("confirm")
        self._say("Player 2 does not wait for a turn and builds a wild guess; once it is free.")
        self._press("announce", "2", "confirm")
        while advise(self._table.state, 0).remain > 1:
            self._question()
        self._say("Only one arrangement is left: player 1 builds it.")
        self._press("announce", "1", "confirm")
        self._reveal()

    def _question(self) -> None:
        seat = self._table.view(None)["turn"]
        if seat is None:
            raise GyojiError("the demonstration's photographs were not read: please report this")
        before = advise(self._table.state, seat)
        what, bits = before.questions[0]
        self._say(
            f"{PLAYERS[seat]} has {before.remain:,} arrangements left;"
            f" the best question is {what} ({bits:.2f} bits)."
        )
        self._press(str(what), "confirm")

    def _press(self, *keys: str) -> None:
        self._console.print(Text(f"keys: {' '.join(keys)}", style="cyan"))
        for key in keys:
            for verdict in self._attendant.handle(key):
                if verdict.kind == "fault":
                    raise GyojiError(verdict.text)
                self._console.print(self._in_colour(verdict))
        self._console.print(draw_panel(self._attendant.panel.lights()))
        self._console.print()
        self._pause()

    def _in_colour(self, verdict: Verdict) -> Text:
        style = {"played": "green", "won": "bold green", "unsure": "yellow"}.get(
            verdict.kind, "red"
        )
        whom = "" if verdict.seat is None else f"(to {PLAYERS[verdict.seat]} only) "
        return Text(f"{whom}{verdict.text}", style=style)

    def _reveal(self) -> None:
        revealed = self._table.view(None)["revealed"]
        if revealed is None:
            raise GyojiError("the demonstration did not end as it should: please report this")
        for name, blocks in zip(PLAYERS, revealed, strict=True):
            self._say(f"{name} had hidden:")
            self._console.print(Text(draw(BlockScene.of(blocks))))

    def _say(self, text: str) -> None:
        self._console.print(Text(text, style="bold"))
