"""Find, read and validate one JSON file; every fault becomes one line: file, field, reason."""

from __future__ import annotations

from importlib import resources
from importlib.resources.abc import Traversable
from pathlib import Path
from typing import Annotated, TypeVar

import cv2
from pydantic import AfterValidator, BaseModel, ConfigDict, Field, ValidationError
from pydantic_core import ErrorDetails

from vision.errors import GyojiError

MOST_BYTES = 1_000_000
"""Far above any real board; a larger file is a mistake or an attack."""


class BoardFileError(GyojiError):
    """A board file that cannot be used: names the file, the field and the reason."""


class Strict(BaseModel):
    """A model that takes no unknown fields, no strings for numbers, no infinities."""

    model_config = ConfigDict(extra="forbid", strict=True, allow_inf_nan=False, frozen=True)


def _known_dictionary(name: str) -> str:
    if not name.startswith("DICT_") or not hasattr(cv2.aruco, name):
        raise ValueError("is not a marker dictionary of OpenCV, such as DICT_4X4_100")
    return name


Name = Annotated[str, Field(min_length=1, max_length=40, pattern=r"^[\w.-]+$")]
Positive = Annotated[float, Field(gt=0, le=2000)]
Place = Annotated[float, Field(ge=-2000, le=2000)]
Dictionary = Annotated[str, AfterValidator(_known_dictionary)]

Model = TypeVar("Model", bound=BaseModel)


def board_names() -> tuple[str, ...]:
    """The names of the boards that come with the project."""
    return tuple(
        sorted(
            file.name.removesuffix(".json")
            for file in _bundled().iterdir()
            if file.name.endswith(".json") and file.name not in NOT_BOARDS
        )
    )


NOT_BOARDS = ("block-sets.json", "y-setups.json", "yokai-tiles.json")
"""Files that describe what stands on boards, not boards."""


def load(name_or_path: str | Path, model: type[Model]) -> Model:
    """Read a bundled board by name (``y-board``) or any file by path; raises BoardFileError."""
    label, text = read_text(name_or_path)
    try:
        return model.model_validate_json(text)
    except ValidationError as error:
        raise BoardFileError(printable(f"{label}: {_reason(error)}")) from None


def read_text(name_or_path: str | Path) -> tuple[str, str]:
    """The file's name for messages, and its text; raises BoardFileError."""
    label, file = _locate(name_or_path)
    try:
        with file.open("rb") as stream:
            data = stream.read(MOST_BYTES + 1)
        if len(data) > MOST_BYTES:
            raise BoardFileError(f"{label}: larger than {MOST_BYTES} bytes, so not a board file")
        return label, data.decode("utf-8")
    except OSError as error:
        raise BoardFileError(f"{label}: cannot be read: {error.strerror}") from error
    except UnicodeDecodeError as error:
        raise BoardFileError(
            f"{label}: byte {error.start} is not UTF-8; save it as UTF-8"
        ) from error


def _locate(name_or_path: str | Path) -> tuple[str, Path | Traversable]:
    text = str(name_or_path)
    if isinstance(name_or_path, Path) or "/" in text or text.endswith(".json"):
        return printable(text), Path(text)
    if f"{text}.json" in {file.name for file in _bundled().iterdir()}:
        return f"{text}.json", _bundled() / f"{text}.json"
    known = ", ".join(board_names())
    raise BoardFileError(printable(f"{text}: no such board; known are {known}, or give a file"))


def _bundled() -> Traversable:
    return resources.files("hardware") / "boards"


def _reason(error: ValidationError) -> str:
    """The first fault as ``field: reason``, and how many more there are."""
    faults = error.errors(include_url=False, include_context=False)
    first = faults[0]
    more = f" (and {len(faults) - 1} more)" if len(faults) > 1 else ""
    field = _field(first)
    return f"{field}: {_words(first)}{more}" if field else f"{_words(first)}{more}"


def _field(fault: ErrorDetails) -> str:
    parts = (f"[{part}]" if isinstance(part, int) else f".{part}" for part in fault["loc"])
    return "".join(parts).lstrip(".")


def _words(fault: ErrorDetails) -> str:
    message = fault["msg"].removeprefix("Value error, ")
    plain = {"missing": "is missing", "extra_forbidden": "is not a known field"}
    return plain.get(fault["type"], message[:1].lower() + message[1:])


def printable(text: str) -> str:
    """One line that is safe on a terminal, whatever a file or its name contains."""
    return "".join(c if c.isprintable() else "?" for c in text)
