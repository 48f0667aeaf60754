"""What the referee says: the kind of verdict, whom it is for, and the words."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Literal

from hardware.panels.meanings import Meaning

Kind = Literal[
    "played",  # seen, legal, and in the journal
    "unchanged",  # as it was
    "illegal",  # seen clearly, against the rules; not played
    "unsure",  # several explanations; not played
    "unreadable",  # no explanation; not played
    "refused",  # not now: not your turn, not that key; not played
    "restore",  # what must stay as it was has been changed
    "wrong",  # an announcement judged and found wrong; played
    "won",  # the game is over
    "fault",  # camera, disk or panel fail; nothing was played
]

MEANING_OF: Mapping[Kind, Meaning] = {
    # in the order of urgency: of several verdicts the panel shows the first
    "fault": "fault",
    "won": "won",
    "restore": "restore",
    "illegal": "illegal",
    "wrong": "illegal",
    "refused": "illegal",
    "unreadable": "unsure",
    "unsure": "unsure",
    "played": "legal",
    "unchanged": "ready",
}


@dataclass(frozen=True)
class Verdict:
    """One verdict. ``seat`` is whose eyes ``text`` is for (None: everyone's)."""

    kind: Kind
    text: str
    seat: int | None = None


def for_eyes(verdicts: Iterable[Verdict], seat: int | None) -> tuple[Verdict, ...]:
    """The verdicts that a seat (None: a spectator) may read: everyone's and its own."""
    return tuple(verdict for verdict in verdicts if verdict.seat in (None, seat))


def meaning(verdicts: Iterable[Verdict]) -> Meaning:
    """What the panel shows for these verdicts together: the most urgent."""
    kinds = {verdict.kind for verdict in verdicts}
    return next((sign for kind, sign in MEANING_OF.items() if kind in kinds), "ready")
