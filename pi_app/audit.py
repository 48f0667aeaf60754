"""After the game: were the answers that people gave by voice true?"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from pi_app.games.blocks.state import State
from pi_app.games.blocks.views import Answer, What, answer, parse_what
from pi_app.journal import Event, Journal, JournalError
from pi_app.record import damage
from pi_app.referee import BlockTable
from pi_app.saying import answer_of


@dataclass(frozen=True)
class Audited:
    """One answer given by voice and the true one; ``seq`` is its event's number."""

    seq: int
    seat: int
    what: What
    said: Answer
    true: Answer

    @property
    def is_true(self) -> bool:
        """Whether the answer was right."""
        return self.said == self.true


def audit(journal: Journal, game: int) -> Iterator[Audited]:
    """Every answer given by voice, compared with what the camera had read of the arrangement.

    Raises JournalError while the game runs: the comparison would tell secrets.
    """
    table: BlockTable = BlockTable.resume(journal, game)
    if table.outcome is None:
        raise JournalError(f"game {game} is still running: audit it when it is over")
    for event in table.events:
        if event.kind == "voice":
            with damage(game, event.seq):
                audited = _compare(table.state, event)
            yield audited


def _compare(state: State, event: Event) -> Audited:
    seat, what = event.data["seat"], parse_what(str(event.data["what"]))
    scene = state.hidden[seat]
    if scene is None:
        raise ValueError("nothing was hidden")
    true = answer(scene, what, top_tells_level=state.rules.top_tells_level)
    return Audited(event.seq, seat, what, answer_of(event.data), true)
