"""Evidence: photographs come back, are private, and the right ones go when room is short."""

from __future__ import annotations

import os
import resource
import stat
from collections.abc import Iterator
from pathlib import Path

import cv2
import numpy as np
import pytest

from pi_app.evidence import PHOTO, Evidence, EvidenceError
from pi_app.journal import Journal
from vision.types import Pixels


@pytest.fixture
def journal(tmp_path: Path) -> Iterator[Journal]:
    ticks = iter(range(10_000))
    with Journal(tmp_path / "journal.db", lambda: float(next(ticks))) as opened:
        yield opened


def picture(number: int) -> Pixels:
    """Noise, so that each picture takes about as many bytes as the next."""
    return np.random.default_rng(number).integers(0, 256, (64, 64, 3), dtype=np.uint8)


def play(journal: Journal, evidence: Evidence, numbers: list[int], *, ended: bool) -> list[str]:
    """A game with a photograph for each number; the photographs' names."""
    game = journal.start_game("yomen", {})
    names = []
    for seq, number in enumerate(numbers, 1):
        names.append(evidence.keep(picture(number)))
        journal.append(game, seq, [("reading", {PHOTO: names[-1]})])
    if ended:
        journal.append(game, len(numbers) + 1, [("result", {})])
    return names


def kept(evidence: Evidence, names: list[str]) -> list[bool]:
    return [(evidence.folder / name).exists() for name in names]


def test_a_photograph_comes_back(journal: Journal) -> None:
    evidence = Evidence(journal)
    smooth = np.asarray(cv2.GaussianBlur(picture(1), (0, 0), 5), dtype=np.uint8)
    back = cv2.imread(str(evidence.find(evidence.keep(smooth))))
    assert back is not None
    assert back.shape == smooth.shape
    assert np.abs(back.astype(int) - smooth).mean() < 3


def test_the_same_picture_is_kept_once(journal: Journal) -> None:
    evidence = Evidence(journal)
    assert evidence.keep(picture(1)) == evidence.keep(picture(1))
    assert len(list(evidence.folder.iterdir())) == 1


def test_only_its_owner_can_look(journal: Journal) -> None:
    evidence = Evidence(journal)
    path = evidence.find(evidence.keep(picture(1)))
    assert stat.S_IMODE(path.stat().st_mode) == 0o600
    assert stat.S_IMODE(evidence.folder.stat().st_mode) == 0o700


@pytest.mark.parametrize("name", ["gone.jpg", "../journal.db", "/etc/hostname", "", "."])
def test_no_such_photograph(journal: Journal, name: str) -> None:
    evidence = Evidence(journal)
    evidence.keep(picture(1))
    with pytest.raises(EvidenceError, match="no longer kept"):
        evidence.find(name)


def size_of(number: int) -> int:
    _, data = cv2.imencode(".jpg", picture(number), [cv2.IMWRITE_JPEG_QUALITY, 92])
    return len(data)


def test_the_oldest_ended_games_go_first(journal: Journal) -> None:
    evidence = Evidence(journal, limit_bytes=int(6.5 * size_of(0)))
    running = play(journal, evidence, [0, 1], ended=False)
    first = play(journal, evidence, [2, 3], ended=True)
    second = play(journal, evidence, [4, 5], ended=True)
    assert all(kept(evidence, running + first + second))
    third = play(journal, evidence, [6, 7], ended=True)
    assert kept(evidence, running) == [True, True]
    assert kept(evidence, first) == [False, False]
    assert all(kept(evidence, second + third))


def test_those_of_running_games_stay_beyond_the_limit(journal: Journal) -> None:
    evidence = Evidence(journal, limit_bytes=int(2.5 * size_of(0)))
    ended = play(journal, evidence, [0, 1], ended=True)
    running = play(journal, evidence, [2, 3, 4, 5], ended=False)
    assert kept(evidence, ended) == [False, False]
    assert all(kept(evidence, running))


def test_a_photograph_that_a_running_game_shares_stays(journal: Journal) -> None:
    evidence = Evidence(journal, limit_bytes=int(2.5 * size_of(0)))
    ended = play(journal, evidence, [0, 1], ended=True)
    play(journal, evidence, [0, 2, 3], ended=False)
    assert kept(evidence, ended) == [True, False]


def test_a_photograph_that_a_later_game_shares_goes_with_it(journal: Journal) -> None:
    evidence = Evidence(journal, limit_bytes=int(4.5 * size_of(0)))
    first = play(journal, evidence, [0, 1], ended=True)
    play(journal, evidence, [0, 2], ended=True)
    play(journal, evidence, [3, 4], ended=False)
    assert kept(evidence, first) == [True, False]


def test_old_files_that_no_game_knows_go_before_all(journal: Journal) -> None:
    evidence = Evidence(journal, limit_bytes=int(3.5 * size_of(0)))
    lost = [evidence.keep(picture(8)), evidence.keep(picture(9))]
    os.utime(evidence.find(lost[0]), (0, 0))
    ended = play(journal, evidence, [0, 1], ended=True)
    assert kept(evidence, lost + ended) == [False, True, True, True]


def test_a_full_disk_is_told_and_leaves_no_half_file(journal: Journal) -> None:
    evidence = Evidence(journal)
    evidence.keep(picture(0))
    soft, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (1000, hard))
    try:
        with pytest.raises(EvidenceError, match="cannot be kept"):
            evidence.keep(picture(1))
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, (soft, hard))
    assert len(list(evidence.folder.iterdir())) == 1


def test_a_folder_that_cannot_be_made_is_told(journal: Journal, tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    with pytest.raises(EvidenceError, match="cannot be kept"):
        Evidence(journal, tmp_path / "file" / "evidence").keep(picture(0))
