"""Evidence: the photograph behind each reading, kept beside the journal within a size limit."""

from __future__ import annotations

import hashlib
import os
import tempfile
from collections.abc import Iterator, Mapping
from pathlib import Path

import cv2

from pi_app.journal import Journal
from vision.errors import GyojiError
from vision.types import Pixels

LIMIT_BYTES = 1_000_000_000
JPEG_QUALITY = 92
ORPHAN_S = 86_400.0
PHOTO = "photo"
"""The field of an event's data that names its photograph."""


class EvidenceError(GyojiError):
    """A photograph could not be kept or found."""


class Evidence:
    """A folder of photographs named by their content (SHA-256), readable by its owner only.

    When it grows beyond ``limit_bytes``, photographs of the games that ended first go first.
    Those of a running game are never dropped, even if they alone exceed the limit.
    """

    def __init__(
        self, journal: Journal, folder: Path | None = None, limit_bytes: int = LIMIT_BYTES
    ) -> None:
        self.folder = folder or journal.path.with_name(f"{journal.path.name}-evidence")
        self._journal = journal
        self._limit_bytes = limit_bytes

    def keep(self, pixels: Pixels) -> str:
        """Store a picture (H, W, 3; B, G, R) and return its name; synced before it returns.

        Raises EvidenceError if the disk is full or cannot be written.
        """
        _, encoded = cv2.imencode(".jpg", pixels, [cv2.IMWRITE_JPEG_QUALITY, JPEG_QUALITY])
        data = encoded.tobytes()
        name = f"{hashlib.sha256(data).hexdigest()}.jpg"
        try:
            self.folder.mkdir(parents=True, exist_ok=True, mode=0o700)
            if not (self.folder / name).exists():
                self._make_room(len(data))
                _write(self.folder, name, data)
        except OSError as error:
            raise EvidenceError(
                f"the photograph cannot be kept in {self.folder} ({error.strerror}):"
                " free some space or check its permissions, then try again"
            ) from error
        return name

    def find(self, name: str) -> Path:
        """The file of a photograph; raises EvidenceError if it was dropped to make room."""
        path = self.folder / name
        if Path(name).name != name or not path.is_file():
            raise EvidenceError(f"the photograph {name} is no longer kept in {self.folder}")
        return path

    def _make_room(self, size: int) -> None:
        """If ``size`` more bytes exceed the limit, drop photographs down to nine tenths of it."""
        files = {path.name: path.stat() for path in self.folder.iterdir()}
        total = sum(stat.st_size for stat in files.values()) + size
        if total <= self._limit_bytes:
            return
        ages = {name: stat.st_mtime for name, stat in files.items()}
        for name in self._droppable(ages):
            if total <= 0.9 * self._limit_bytes:
                break
            (self.folder / name).unlink(missing_ok=True)
            total -= files[name].st_size

    def _droppable(self, ages: Mapping[str, float]) -> Iterator[str]:
        """Files that may go, the first to go first; ``ages`` has each file's time of writing."""
        games = self._journal.games()
        running: set[str] = set().union(
            *(self._photos(game.id) for game in games if not game.ended)
        )
        ended = sorted((game.ended, game.id) for game in games if game.ended)
        last_used: dict[str, int] = {}
        for place, (_, game) in enumerate(ended):
            last_used.update(dict.fromkeys(self._photos(game), place))
        # What a kill left without an event; a young one's event may be about to come.
        newest = max(ages.values(), default=0.0)
        unused = ages.keys() - running - last_used.keys()
        yield from sorted(name for name in unused if newest - ages[name] > ORPHAN_S)
        yield from sorted(
            (last_used.keys() - running) & ages.keys(), key=lambda name: (last_used[name], name)
        )

    def _photos(self, game: int) -> set[str]:
        events = self._journal.events(game)
        return {str(event.data[PHOTO]) for event in events if event.data.get(PHOTO)}


def _write(folder: Path, name: str, data: bytes) -> None:
    """All or nothing, also when the power fails: write aside, sync, rename, sync the folder."""
    handle, aside = tempfile.mkstemp(dir=folder, suffix=".part")  # mode 0600
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(data)
            file.flush()
            os.fsync(file.fileno())
        Path(aside).replace(folder / name)
    except BaseException:
        Path(aside).unlink(missing_ok=True)
        raise
    descriptor = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)
