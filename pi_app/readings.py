"""What was read from one sheet of a photograph: a value, and its one line of JSON."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Literal, get_args

from pi_app.games.blocks.scene import BlockScene
from pi_app.games.game import Fault

Status = Literal["read", "unsure", "illegal", "unreadable"]


@dataclass(frozen=True)
class Reading:
    """One sheet as read.

    ``read``: ``scene`` is what stands there and the rules allow it. ``illegal``: it stands there
    but breaks the rules named in ``faults``. ``unsure``: ``scene`` is the best guess, ``reason``
    says why it is only that. ``unreadable``: no scene at all.
    """

    status: Status
    board: str
    sheet: int | None
    set_name: str | None
    scene: BlockScene | None
    probability: float
    lookalikes: tuple[BlockScene, ...] = ()
    faults: tuple[Fault, ...] = ()
    reason: str = ""

    def as_json(self) -> str:
        """One line of JSON, the form that ``gyoji read --json`` prints and the journal keeps."""
        return json.dumps(
            {
                "status": self.status,
                "board": self.board,
                "sheet": self.sheet,
                "set": self.set_name,
                "blocks": None if self.scene is None else self.scene.as_dict(),
                "probability": self.probability,
                "lookalikes": [scene.as_dict() for scene in self.lookalikes],
                "faults": [
                    {"name": fault.name, "where": fault.where, "detail": fault.detail}
                    for fault in self.faults
                ],
                "reason": self.reason,
            },
            ensure_ascii=False,
            separators=(",", ":"),
        )

    @classmethod
    def from_json(cls, text: str) -> Reading:
        """The inverse of ``as_json``; raises ValueError saying which field is wrong."""
        data = json.loads(text)
        if not isinstance(data, dict):
            raise ValueError("a reading is a JSON object")
        try:
            return cls._from_mapping(data)
        except KeyError as error:
            raise ValueError(f"a reading needs the field {error}") from error
        except (TypeError, AttributeError) as error:
            raise ValueError(f"a reading has a field of the wrong kind: {error}") from error

    @classmethod
    def _from_mapping(cls, data: Mapping[str, Any]) -> Reading:
        if data["status"] not in get_args(Status):
            raise ValueError(f"status {data['status']!r} is none of {', '.join(get_args(Status))}")
        blocks = data["blocks"]
        return cls(
            status=data["status"],
            board=str(data["board"]),
            sheet=None if data["sheet"] is None else int(data["sheet"]),
            set_name=None if data["set"] is None else str(data["set"]),
            scene=None if blocks is None else BlockScene.of(blocks),
            probability=float(data["probability"]),
            lookalikes=tuple(BlockScene.of(scene) for scene in data["lookalikes"]),
            faults=tuple(Fault(**fault) for fault in data["faults"]),
            reason=str(data["reason"]),
        )
