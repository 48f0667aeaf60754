"""Block sets: which colour has which shape, from the bundled block-sets.json or a user's file."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from importlib import resources
from pathlib import Path
from typing import Any

from pi_app.games.blocks.shapes import LEVELS, SIDE, Shape, is_connected, normalised, placements
from pi_app.games.game import GameError

BUNDLED = "block-sets.json"
MAX_BLOCKS = 5
MAX_CUBES = 9
MAX_FILE_BYTES = 1_000_000
RESERVED = frozenset({"none", "nothing", "empty"})


@dataclass(frozen=True)
class Block:
    """One block: its colour, the name of its shape, and its unit cubes."""

    colour: str
    shape: str
    cubes: Shape


@dataclass(frozen=True)
class BlockSet:
    """The blocks of one arrangement, in the order of the file."""

    name: str
    blocks: tuple[Block, ...]

    @property
    def colours(self) -> tuple[str, ...]:
        """The colours in order."""
        return tuple(block.colour for block in self.blocks)

    def shape_of(self, colour: str) -> Shape | None:
        """The cubes of the block of this colour, None if the set has none."""
        return next((block.cubes for block in self.blocks if block.colour == colour), None)


@lru_cache(maxsize=1)
def bundled_data() -> Mapping[str, Any]:
    """The content of the bundled block-sets.json."""
    return read_json(bundled_text(BUNDLED), BUNDLED)


@lru_cache(maxsize=1)
def bundled_sets() -> Mapping[str, BlockSet]:
    """The bundled sets by name."""
    return parse_sets(bundled_data(), BUNDLED)


def bundled_text(name: str) -> str:
    """A file of hardware/boards, read as data."""
    return (resources.files("hardware") / "boards" / name).read_text(encoding="utf-8")


def read_sets_file(path: Path) -> Mapping[str, Any]:
    """A user's own file in the form of block-sets.json, checked; it may use the bundled shapes.

    Returns the parsed JSON, which is what the option ``block_sets`` takes. Raises GameError naming
    the file, the field and the reason.
    """
    try:
        raw = path.read_bytes()[: MAX_FILE_BYTES + 1]
        text = raw.decode("utf-8")
    except OSError as error:
        raise GameError(f"{path}: cannot be read: {error.strerror}") from error
    except UnicodeDecodeError as error:
        raise GameError(f"{path}: is not UTF-8 text") from error
    if len(raw) > MAX_FILE_BYTES:
        raise GameError(f"{path}: is larger than {MAX_FILE_BYTES // 1_000_000} MB")
    data = read_json(text, str(path))
    own_sets(data, str(path))
    return data


def read_json(text: str, source: str) -> Mapping[str, Any]:
    """A JSON object; raises GameError."""
    try:
        data = json.loads(text)
    except json.JSONDecodeError as error:
        raise GameError(f"{source}: line {error.lineno} is not JSON: {error.msg}") from error
    except (RecursionError, ValueError) as error:
        raise GameError(f"{source}: is not JSON that can be read") from error
    return _mapping(data, source, "the whole")


def own_sets(data: Mapping[str, Any], source: str) -> Mapping[str, BlockSet]:
    """The bundled sets and those of ``data``, which may use the bundled shapes.

    Raises GameError naming ``source``, the field and the reason.
    """
    unknown = sorted(str(key) for key in data if key not in ("shapes", "sets"))
    if unknown:
        raise GameError(f"{source}: {unknown[0]}: unknown field; known are shapes and sets")
    bundled = bundled_data()
    for part in ("shapes", "sets"):
        for name in _mapping(data.get(part, {}), source, part):
            _check_name(name, source, f"a name in {part}")
            if name in bundled[part]:
                raise GameError(f"{source}: {part}.{name}: this name is taken; choose another")
    both = {part: {**bundled[part], **data.get(part, {})} for part in ("shapes", "sets")}
    return parse_sets(both, source)


def parse_sets(data: Mapping[str, Any], source: str) -> Mapping[str, BlockSet]:
    """The sets of a mapping {"shapes": …, "sets": …}; raises GameError naming source and field."""
    shapes = {
        name: _shape(cubes, source, f"shapes.{name}")
        for name, cubes in _mapping(data.get("shapes"), source, "shapes").items()
    }
    return {
        name: _block_set(name, blocks, shapes, source)
        for name, blocks in _mapping(data.get("sets"), source, "sets").items()
    }


def _shape(cubes: object, source: str, field: str) -> Shape:
    if not (isinstance(cubes, list) and 0 < len(cubes) <= MAX_CUBES):
        raise GameError(f"{source}: {field}: must list 1 to {MAX_CUBES} cubes, each [x, y, z]")
    for i, cube in enumerate(cubes):
        whole = isinstance(cube, list) and len(cube) == 3 and all(type(c) is int for c in cube)
        if not (whole and all(-MAX_CUBES <= c <= MAX_CUBES for c in cube)):
            raise GameError(f"{source}: {field}[{i}]: must be three small whole numbers [x, y, z]")
    shape = normalised(cubes)
    if len(set(shape)) < len(shape):
        raise GameError(f"{source}: {field}: lists a cube twice")
    if not is_connected(shape):
        raise GameError(f"{source}: {field}: the cubes do not hang together face to face")
    if not placements(shape):
        raise GameError(f"{source}: {field}: does not fit into {SIDE}×{SIDE}×{LEVELS}")
    return shape


def _block_set(name: str, blocks: object, shapes: Mapping[str, Shape], source: str) -> BlockSet:
    field = f"sets.{name}"
    if not (isinstance(blocks, list) and 0 < len(blocks) <= MAX_BLOCKS):
        raise GameError(f"{source}: {field}: must list 1 to {MAX_BLOCKS} blocks")
    parsed = tuple(_block(b, shapes, source, f"{field}[{i}]") for i, b in enumerate(blocks))
    colours = [block.colour for block in parsed]
    for i, colour in enumerate(colours):
        if colour in colours[:i]:
            raise GameError(f"{source}: {field}[{i}].colour: {colour} is there twice")
    if sum(len(block.cubes) for block in parsed) > SIDE * SIDE * LEVELS:
        raise GameError(f"{source}: {field}: has more cubes than {SIDE}×{SIDE}×{LEVELS} can hold")
    return BlockSet(name, parsed)


def _block(data: object, shapes: Mapping[str, Shape], source: str, field: str) -> Block:
    block = _mapping(data, source, field)
    for key in block:
        if key not in ("colour", "shape"):
            raise GameError(f"{source}: {field}.{key}: unknown field; known are colour and shape")
    colour, shape = block.get("colour"), block.get("shape")
    if not (isinstance(shape, str) and shape in shapes):
        raise GameError(f"{source}: {field}.shape: must be one of {', '.join(shapes)}")
    _check_name(colour, source, f"{field}.colour")
    return Block(str(colour), shape, shapes[shape])


def _check_name(name: object, source: str, field: str) -> None:
    if not (isinstance(name, str) and re.fullmatch(r"[a-z][a-z0-9-]{0,30}", name)):
        raise GameError(f"{source}: {field}: a name is lower-case letters, digits and hyphens")
    if name in RESERVED:
        raise GameError(f"{source}: {field}: {name} is an answer, not a name")


def _mapping(data: object, source: str, field: str) -> Mapping[str, Any]:
    if not isinstance(data, dict):
        raise GameError(f"{source}: {field}: must be an object {{…}}")
    return data
