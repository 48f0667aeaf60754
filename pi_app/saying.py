"""What happened, in words: from a view's events, answers and outcomes to sentences with names."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from pi_app.drawing import draw
from pi_app.games.blocks.scene import BlockScene
from pi_app.games.blocks.views import Answer, SideView, TopView
from pi_app.words import Language, say_answer, say_question

Names = Sequence[str]


def answer_of(told: Mapping[str, Any]) -> Answer:
    """An answer from its JSON in a view or in the journal."""
    if "colours" in told:
        return SideView(tuple(told["colours"]))
    return TopView(told["colour"], told["level"])


def say_event(
    event: Mapping[str, Any], names: Names, words: Language, *, answers: bool = True
) -> Iterator[str]:
    """The lines of one event of a game's view; without ``answers`` people give them themselves."""
    who = names[event["seat"]]
    match event["kind"]:
        case "asked":
            yield f"{who} asks: {say_question(event['what'], words)}"
            for told in event["answers"] if answers else ():
                said = say_answer(event["what"], answer_of(told), words)
                yield f"{names[told['seat']]}: {said}."
        case "announced":
            yield f"{who} announces:"
            yield from draw(BlockScene.of(event["blocks"])).splitlines()
            yield "That is right." if event["correct"] else "That is wrong."
        case "played":
            yield f"{who} plays {event['move']}."
        case "swapped":
            yield f"{who} takes over the first move: the colours are swapped."
        case "resigned":
            yield f"{who} gives up."


def say_outcome(outcome: Mapping[str, Any], names: Names) -> str:
    """Who won and why."""
    winners = " and ".join(names[seat] for seat in outcome["winners"])
    verb = "win" if len(outcome["winners"]) > 1 else "wins"
    start = f"{winners} {verb}" if winners else "Nobody wins"
    return f"{start} ({outcome['reason']}). {outcome['detail']}".rstrip()


def printable(text: str) -> str:
    """One line without control characters: what a journal from elsewhere says is only text."""
    return "".join(
        letter if letter.isprintable() else "\N{REPLACEMENT CHARACTER}" for letter in text
    )


def with_names(text: str, names: Names) -> str:
    """The rules speak of seats 0, 1 …; people have names."""

    def name(match: re.Match[str]) -> str:
        seat = int(match[1])
        return names[seat] if seat < len(names) else match[0]

    return re.sub(r"\b[Ss]eat (\d+)", name, text)
