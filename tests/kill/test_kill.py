"""Killed at any instant, a game loses nothing that was acknowledged and resumes exactly."""

from __future__ import annotations

import json
import os
import random
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest

from pi_app.evidence import PHOTO, Evidence
from pi_app.journal import Journal
from pi_app.referee import BlockTable
from tests.kill.kill_player import digest


@dataclass(frozen=True)
class Acknowledged:
    """A step that the player said was done: the game, how many events, the position's digest."""

    game: int
    events: int
    digest: str


@pytest.fixture(scope="module")
def player() -> Iterator[subprocess.Popen[str]]:
    with subprocess.Popen(
        [sys.executable, "-W", "error", str(Path(__file__).with_name("kill_player.py"))],
        stdin=subprocess.PIPE,
        text=True,
        env={**os.environ, "OPENBLAS_NUM_THREADS": "1"},
    ) as started:
        yield started
        assert started.stdin is not None
        started.stdin.close()


def kill_once(
    player: subprocess.Popen[str], folder: Path, rng: random.Random
) -> list[Acknowledged]:
    """Let it play on for some steps, kill it a moment later; what it had acknowledged."""
    pipe = folder / "pipe"
    pipe.unlink(missing_ok=True)
    os.mkfifo(pipe)
    assert player.stdin is not None
    player.stdin.write(json.dumps([str(folder / "j.db"), str(pipe), rng.randrange(10**9)]) + "\n")
    player.stdin.flush()
    with pipe.open() as lines:
        process = int(lines.readline())
        steps = [lines.readline() for _ in range(rng.choice([0, 1, 2, 8]))]
        time.sleep(rng.uniform(0, 0.015))  # the random moment itself
        os.kill(process, signal.SIGKILL)
        steps.extend(lines)
    words = [line.split() for line in steps if line.endswith("\n")]
    return [Acknowledged(int(game), int(events), digest) for game, events, digest in words]


def check(folder: Path, acknowledged: list[Acknowledged]) -> int:
    """Everything acknowledged is there, as it was; how many events there are."""
    with Journal(folder / "j.db") as journal:
        for step in acknowledged:
            events = journal.events(step.game)
            assert len(events) >= step.events
            then: BlockTable = BlockTable.at_start(journal, step.game)
            for event in events[: step.events]:
                then.follow(event)
            assert digest(then) == step.digest
        if not journal.games():
            return 0
        table: BlockTable = BlockTable.resume(journal, journal.games()[-1].id)
        evidence = Evidence(journal)
        for event in table.events:
            if event.data.get(PHOTO):
                assert evidence.find(event.data[PHOTO]).stat().st_size > 0
        return len(table.events)


def kill_often(player: subprocess.Popen[str], folder: Path, runs: int, seed: int) -> None:
    """``runs`` kills, some games going on over several; each leaves all that was acknowledged."""
    rng = random.Random(seed)
    place, before, steps = folder / "0", 0, 0
    place.mkdir()
    for run in range(runs):
        acknowledged = kill_once(player, place, rng)
        steps += len(acknowledged)
        after = check(place, acknowledged)
        assert after >= before
        before = after
        if run % 4 == 3:
            place, before = folder / str(run), 0
            place.mkdir()
    assert steps >= runs


def test_killed_at_random_moments(player: subprocess.Popen[str], tmp_path: Path) -> None:
    kill_often(player, tmp_path, runs=24, seed=1)


@pytest.mark.slow
def test_killed_at_many_random_moments(player: subprocess.Popen[str], tmp_path: Path) -> None:
    kill_often(player, tmp_path, runs=250, seed=2)
