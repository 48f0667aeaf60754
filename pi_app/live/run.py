"""The loop of the live referee: camera and keys in, events out, through unplugged cameras."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

from hardware.cameras import Camera, CameraError, NoMorePictures
from pi_app.live.events import LiveEvent
from pi_app.live.watcher import Watcher
from vision.errors import PictureError

RETRY_S = 1.0
"""A camera that was lost is looked for again so often."""

Keys = Callable[[float], str | None]
"""The next key or ``quit``, or None if none comes within so many seconds."""
Tell = Callable[[Iterable[LiveEvent]], None]


class Quit(Exception):
    """Somebody has had enough."""


def run(camera: Camera, watcher: Watcher[Any, Any], keys: Keys, tell: Tell) -> None:
    """Referee until the game is over or the pictures end; raises Quit.

    The camera is open. A lost one is waited for; CameraError comes out only of files, which would
    begin again.
    """
    time_s = 0.0
    while not watcher.over:
        _serve_keys(watcher, keys, tell, time_s)
        try:
            frame = camera.frame()
        except NoMorePictures:
            return
        except PictureError as error:
            tell(watcher.lost(error, time_s))
        except CameraError as error:
            tell(watcher.lost(error, time_s))
            if camera.recorded:
                raise
            _reopen(camera, watcher, keys, tell, time_s)
        else:
            time_s = frame.time_s
            tell(watcher.see(frame))


def _serve_keys(
    watcher: Watcher[Any, Any], keys: Keys, tell: Tell, time_s: float, wait_s: float = 0.0
) -> None:
    while (key := keys(wait_s)) is not None and not watcher.over:
        if key == "quit":
            raise Quit
        tell(watcher.press(key, time_s))
        wait_s = 0.0


def _reopen(
    camera: Camera, watcher: Watcher[Any, Any], keys: Keys, tell: Tell, time_s: float
) -> None:
    """Try until the camera opens; keys are served meanwhile."""
    while not watcher.over:
        camera.close()
        _serve_keys(watcher, keys, tell, time_s, RETRY_S)
        try:
            camera.open()
        except CameraError as error:
            tell(watcher.lost(error, time_s))
        else:
            return
