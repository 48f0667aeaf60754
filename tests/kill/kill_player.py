"""Plays at random and acknowledges each step on a pipe until killed; run by test_kill.py.

Each line of stdin is JSON: [journal, pipe, seed]. A fork plays it, so that Python and its
libraries start only once. On the pipe: its process id, then one line for each step acknowledged.
"""

from __future__ import annotations

import hashlib
import json
import os
import random
import sys
from pathlib import Path

import numpy as np

from pi_app.evidence import Evidence
from pi_app.games.blocks.engine import arrangements
from pi_app.games.blocks.views import questions
from pi_app.journal import Journal
from pi_app.readings import Reading, Status
from pi_app.referee import BlockTable, Look, Referee, start_table


def digest(table: BlockTable) -> str:
    """The whole position in a few letters."""
    return hashlib.sha256(table.game.position_text(table.state).encode()).hexdigest()


def play(journal_path: Path, pipe: str, seed: int) -> None:
    """Play on until killed."""
    out = os.open(pipe, os.O_WRONLY)
    os.write(out, f"{os.getpid()}\n".encode())
    rng = random.Random(seed)
    with Journal(journal_path) as journal:
        games = journal.games()
        table: BlockTable = (
            BlockTable.resume(journal, games[-1].id)
            if games
            else start_table(journal, "yomen", ("North", "East"), {"mistakes_allowed": None})
        )
        while True:
            step(Referee(table), Evidence(journal), rng)
            os.write(out, f"{table.id} {len(table.events)} {digest(table)}\n".encode())


def step(referee: Referee, evidence: Evidence, rng: random.Random) -> None:
    """Hide, ask, take back, or announce wrongly."""
    state = referee.table.state
    if not state.all_hidden:
        referee.see_hidden(random_look(referee, evidence, rng))
    elif rng.random() < 0.2:
        referee.undo()
    elif rng.random() < 0.2:
        referee.announce(rng.randrange(2), random_look(referee, evidence, rng))
    else:
        assert state.turn is not None
        referee.ask(state.turn, rng.choice(questions()))


def random_look(referee: Referee, evidence: Evidence, rng: random.Random) -> Look:
    """A photograph of random arrangements on all four sheets, some of them not clear."""
    rules = referee.table.state.rules
    readings = []
    for sheet, block_set in zip((1, 2, 3, 4), (*rules.sets, *reversed(rules.sets)), strict=True):
        found = arrangements(block_set, rules.building)
        status: Status = "read" if rng.random() < 0.8 else "unsure"
        scene = found.scene(rng.randrange(len(found)))
        readings.append(Reading(status, "block-sheet", sheet, None, scene, 0.9))
    pixels = np.full((32, 32, 3), rng.randrange(256), dtype=np.uint8)
    return Look(tuple(readings), evidence.keep(pixels))


def main() -> None:
    """Play whatever stdin names, one after the other."""
    for line in sys.stdin:
        journal_path, pipe, seed = json.loads(line)
        if os.fork() == 0:
            play(Path(journal_path), pipe, seed)
        os.wait()


if __name__ == "__main__":
    main()
