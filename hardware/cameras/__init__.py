"""The Camera interface: whatever takes the pictures, it is opened, asked for frames and closed."""

from __future__ import annotations

from abc import ABC, abstractmethod
from types import TracebackType
from typing import Self

from vision.errors import GyojiError
from vision.types import Frame


class CameraError(GyojiError):
    """The camera cannot give a picture: not there, closed, lost or at its end."""


class NoMorePictures(CameraError):
    """A folder or a film has been shown to its end; waiting brings nothing."""


class Camera(ABC):
    """What every camera offers. Open it with ``with``."""

    name: str
    """Names the camera in frames, readings and the journal."""

    recorded = False
    """Whether it shows files: opened again it would begin again."""

    @abstractmethod
    def open(self) -> None:
        """Start up; raises CameraError if the camera is not there. Opening twice is once."""

    @abstractmethod
    def close(self) -> None:
        """Let the camera go. Closing twice is once."""

    @abstractmethod
    def frame(self) -> Frame:
        """The next picture; the times of one camera's frames rise strictly.

        Raises CameraError when the camera is closed or lost (a lost one may come back),
        NoMorePictures after its last picture, PictureError when this one picture cannot be
        used (the next may).
        """

    def __enter__(self) -> Self:
        self.open()
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.close()
