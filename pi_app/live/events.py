"""What the live referee tells: events as lines for people and as JSON, and their lights."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Literal

from hardware.panels.meanings import Meaning

Kind = Literal[
    "started",  # the board shows the position of the record
    "played",  # moves seen, legal, and in the journal
    "take-back",  # seen; still in the record until confirmed
    "undone",  # moves taken back, in the journal
    "illegal",  # seen, against the rules; not in the record
    "restored",  # the board is as recorded again
    "unsure",  # too little to decide on
    "corrected",  # the record was put right by hand
    "refused",  # a key that means nothing now
    "result",  # the game is over
    "fault",  # no camera, no disk
]

MEANING_OF: Mapping[Kind, Meaning] = {
    "started": "ready",
    "played": "legal",
    "take-back": "unsure",
    "undone": "legal",
    "illegal": "restore",
    "restored": "ready",
    "unsure": "unsure",
    "corrected": "ready",
    "refused": "illegal",
    "result": "won",
    "fault": "fault",
}

SAID: Mapping[Kind, str] = {
    "started": "Game {game}: the board is seen, play on.",
    "played": "Played: {moves}.",
    "take-back": "Taken back? {moves}. Confirm it, or put it back.",
    "undone": "Taken back: {moves}.",
    "illegal": "Not so: {reason}.",
    "restored": "The board is as recorded again.",
    "unsure": "Unsure: {reason}.",
    "corrected": "The record was put right: {steps}.",
    "refused": "No: {reason}.",
    "result": "{text}",
    "fault": "Fault: {reason}",
}


@dataclass(frozen=True)
class LiveEvent:
    """One event: when (the camera's clock), in which picture (if it was a file), and what."""

    kind: Kind
    time_s: float
    picture: str | None = None
    data: Mapping[str, Any] = field(default_factory=dict)

    def as_json(self) -> str:
        """One line."""
        picture = {} if self.picture is None else {"picture": self.picture}
        line = {"t": round(self.time_s, 2), **picture, "event": self.kind, **self.data}
        return json.dumps(line, ensure_ascii=False)

    def text(self) -> str:
        """One line for people."""
        said = {name: _words(value) for name, value in self.data.items()}
        put_back = f" Put right: {said['restore']}." if said.get("restore") else ""
        return SAID[self.kind].format(**said) + put_back


def _words(value: object) -> str:
    return ", ".join(map(str, value)) if isinstance(value, list) else str(value)
