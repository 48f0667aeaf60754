"""The record of a game for people and programs: while it runs only what is public, then all."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from pi_app.drawing import draw
from pi_app.evidence import PHOTO
from pi_app.games.blocks.scene import BlockScene
from pi_app.games.registry import board_games
from pi_app.journal import Event, GameRecord, Journal, JournalError
from pi_app.referee import BlockTable
from pi_app.saying import answer_of, printable, say_event, say_outcome
from pi_app.words import LANGUAGES, Language, say_answer


@dataclass(frozen=True)
class Entry:
    """One event of a record: its number, when it happened (s since 1970), and what, in lines."""

    seq: int
    time: float
    lines: tuple[str, ...]


def entries(journal: Journal, game: int, words: Language = LANGUAGES["en"]) -> Iterator[Entry]:
    """A game's record in words; raises JournalError."""
    table: BlockTable = BlockTable.at_start(journal, game)
    ended = _all_may_be_told(table.record)
    for event in table.catch_up():
        with damage(game, event.seq):
            lines = tuple(map(printable, _lines(event, table, ended, words)))
        yield Entry(event.seq, event.time, lines)


def as_jsonl(journal: Journal, game: int) -> Iterator[str]:
    """The game, then its events, each one line of JSON."""
    record = journal.game(game)
    ended = _all_may_be_told(record)
    yield _json(
        {
            "game": record.id,
            "name": record.name,
            "options": record.options,
            "started": record.started,
            "ended": record.ended,
            "result": record.result,
        }
    )
    for event in journal.events(game):
        with damage(game, event.seq):
            data = event.data if ended else public_data(event)
        yield _json({"seq": event.seq, "kind": event.kind, "time": event.time, "data": data})


def as_markdown(journal: Journal, game: int, words: Language = LANGUAGES["en"]) -> Iterator[str]:
    """The record as a page of Markdown, line by line."""
    table: BlockTable = BlockTable.at_start(journal, game)
    yield f"# Game {game}: {_plain(table.record.name)}"
    yield ""
    yield f"Players: {', '.join(map(_plain, table.seating.names))}"
    yield f"Started: {datetime.fromtimestamp(table.record.started).astimezone():%Y-%m-%d %H:%M}"
    for entry in entries(journal, game, words):
        number = f"{entry.seq}. "
        yield ""
        yield f"{number}{_plain(entry.lines[0])}"
        if len(entry.lines) > 1:
            yield ""
        for line in entry.lines[1:]:
            # Four more blanks than the item's text: shown as it is, drawings keep their columns.
            yield f"{' ' * (len(number) + 4)}{line}"


@contextmanager
def damage(game: int, seq: int) -> Iterator[None]:
    """An event that lacks what its kind needs is told as damage, by JournalError."""
    try:
        yield
    except (LookupError, TypeError, ValueError, AttributeError) as error:
        raise JournalError(f"event {seq} of game {game} is damaged: {error!r:.100}") from error


def public_data(event: Event) -> Mapping[str, Any]:
    """What of an event everyone may know while the game runs; nothing of an unknown kind.

    The digest of a position is secret too: trying all arrangements would find the one behind it.
    """
    match event.kind:
        case "reading":
            return {key: event.data[key] for key in ("seat", "purpose", "kind")}
        case "move":
            move = str(event.data["move"])
            public = move.startswith(("ask ", "announce ", "resign "))
            return {"move": move if public else " ".join(move.split()[:2])}
        case "voice" | "result":
            return event.data
    return {}


def _lines(event: Event, table: BlockTable, ended: bool, words: Language) -> Iterator[str]:
    names, data = table.seating.names, event.data
    match event.kind:
        case "move" if str(data["move"]).startswith("hide "):
            seat = int(str(data["move"]).split()[1])
            yield f"{names[seat]} hides an arrangement."
            if ended:
                hidden = table.view(seat)["own"]
                yield from draw(BlockScene.of(hidden)).splitlines()
        case "move":
            answers = ended or not table.seating.voice
            yield from say_event(table.view(None)["events"][-1], names, words, answers=answers)
        case "undo":
            yield "The last move is taken back."
        case "reading":
            sheet = f"{names[data['seat']]}'s {data['purpose']} sheet"
            yield f"The camera looks at {sheet}: {data['kind']}."
            if ended:
                yield str(data["text"])
                yield f"photograph {data[PHOTO]}" if data[PHOTO] else "no photograph kept"
        case "voice":
            yield f"{names[data['seat']]} says: {say_answer(data['what'], answer_of(data), words)}."
        case "result":
            yield say_outcome(data, names)
        case "seen" | "illegal" | "restored" | "take-back" | "correction":
            yield from _board_lines(event)
        case _:
            yield f"({event.kind})"


def _all_may_be_told(record: GameRecord) -> bool:
    """Once a game is over, or where nothing is ever hidden."""
    return record.ended is not None or record.name in board_games()


def _board_lines(event: Event) -> Iterator[str]:
    """What the live referee noted beside the moves."""
    data = event.data
    match event.kind:
        case "seen":
            yield "The camera sees:"
        case "correction":
            yield f"The record is put right by hand: {', '.join(data['steps'])}."
        case "illegal":
            yield f"Not so: {data['reason']}. To be put right: {', '.join(data['restore'])}."
        case "restored":
            yield "The board is as recorded again."
        case "take-back":
            yield f"Taken back? {', '.join(data['moves'])}. Not yet confirmed."
    if data.get(PHOTO):
        yield f"photograph {data[PHOTO]}"


def _plain(text: str) -> str:
    """Text that Markdown shows as it is."""
    return re.sub(r"([\\`*_{}\[\]<>()#+!|&~-])", r"\\\1", printable(text))


def _json(data: Mapping[str, Any]) -> str:
    return json.dumps(data, ensure_ascii=False, separators=(",", ":"))
