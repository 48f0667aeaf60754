"""A virtual table with one board of nodes: stones, a hand, any light; no camera is needed."""

from __future__ import annotations

import math
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace

import numpy as np

from hardware.cameras import Camera, CameraError
from hardware.cameras.ground import Sheet, albedo, size_mm
from hardware.cameras.hand import limbs_over
from hardware.cameras.painting import painted
from hardware.cameras.scene import Light, camera_model, looking_at
from hardware.cameras.sensor import Sensor
from hardware.cameras.stones import Stone
from hardware.cameras.view import Singles, View
from vision.board import LatticeBoard
from vision.types import CameraModel, Floats, Frame, Pixels, Pose

BOARD_CAMERA = camera_model(960, 720, 720.0)
BOARD_POSE = looking_at((0.0, 0.0, 0.0), 72.0, 0.0, 560.0)
"""Above the near edge of a board, which fills most of the picture."""
LAMP = Light()
SENSOR = Sensor()

TONES: Mapping[str, tuple[float, float]] = {"black": (0.8, 1.3), "white": (0.93, 1.03)}
"""No two stones are quite alike: each one's paint is so much darker or lighter."""


@dataclass(frozen=True)
class BoardOnTable:
    """A printed board, what stands on it, and where its middle lies on the table.

    ``stones`` is colour by node; each stands up to ``jitter_mm`` off its node, by the seed and the
    node. ``loose`` are stones anywhere on the board, in its millimetres.
    """

    board: LatticeBoard
    stones: Mapping[str, str] = field(default_factory=dict)
    style: str = "plain"
    x_mm: float = 0.0
    y_mm: float = 0.0
    turn_deg: float = 0.0
    paper: str = "white"
    finish: str = "glass"
    jitter_mm: float = 1.0
    loose: tuple[Stone, ...] = ()
    seed: int = 0

    @property
    def sheet(self) -> Sheet:
        """The board without its stones."""
        return Sheet(self.board, self.style, self.paper, self.x_mm, self.y_mm, self.turn_deg)

    def place_mm(self, node: str) -> tuple[float, float]:
        """Where a node lies on the table; raises CameraError if there is no such node."""
        for known in self.board.nodes:
            if known.name == node:
                x, y = self.sheet.to_table(np.array([known.x_mm, known.y_mm]))
                return float(x), float(y)
        raise CameraError(f"no node {node!r} on the board {self.board.name}")

    def standing(self) -> tuple[Stone, ...]:
        """All its stones, in the table's millimetres; raises CameraError for an unknown node."""
        on_nodes = tuple(self._stone(node, colour) for node, colour in sorted(self.stones.items()))
        return on_nodes + tuple(self._on_table(stone) for stone in self.loose)

    def _stone(self, node: str, colour: str) -> Stone:
        x, y = self.place_mm(node)
        rng = np.random.default_rng([self.seed, *node.encode()])
        off, way = self.jitter_mm * math.sqrt(rng.random()), rng.uniform(0, 2 * math.pi)
        x, y = x + off * math.cos(way), y + off * math.sin(way)
        tone = float(rng.uniform(*TONES.get(colour, (1.0, 1.0))))
        return Stone(colour, x, y, self._stone_mm(), self.finish, tone)

    def _stone_mm(self) -> float:
        if self.board.stone_mm is None:
            raise CameraError(f"the board {self.board.name} is not played with stones")
        return self.board.stone_mm

    def _on_table(self, stone: Stone) -> Stone:
        x, y = self.sheet.to_table(np.array([stone.x_mm, stone.y_mm]))
        return replace(stone, x_mm=float(x), y_mm=float(y))


def spare_stones(laid: BoardOnTable, count: int, seed: int = 0) -> tuple[Stone, ...]:
    """Stones of both colours on the table beside a board, none over another."""
    rng = np.random.default_rng(seed)
    width, height = size_mm(laid.board)
    size = laid.board.stone_mm or Stone.size_mm
    found: list[Stone] = []
    while len(found) < count:
        side, x = rng.choice([-1, 1]), rng.uniform(size, 5 * size + count * size / 4)
        at = np.array([side * (width / 2 + x), rng.uniform(-height / 2, height / 2)])
        x_mm, y_mm = (float(v) for v in laid.sheet.to_table(at))
        if all(math.hypot(s.x_mm - x_mm, s.y_mm - y_mm) > size for s in found):
            colour = ("black", "white")[len(found) % 2]
            tone = float(rng.uniform(*TONES[colour]))
            found.append(Stone(colour, x_mm, y_mm, size, laid.finish, tone))
    return tuple(found)


class VirtualBoard(Camera):
    """A camera above a board that exists only as its attributes; change them at will.

    ``hand`` names the node that a hand is over, its arm coming from ``hand_from_deg`` (0 is the
    table's +x, 90 its +y). ``spares`` are stones on the table, in its millimetres. While
    ``unplugged``, frame() raises CameraError.
    """

    def __init__(  # noqa: PLR0913 - all but the first are optional
        self,
        board_on_table: BoardOnTable,
        model: CameraModel = BOARD_CAMERA,
        pose: Pose = BOARD_POSE,
        *,
        table: str = "oak",
        light: Light = LAMP,
        sensor: Sensor = SENSOR,
        spares: Sequence[Stone] = (),
        clock: Callable[[], float] = time.monotonic,
        seed: int = 0,
    ) -> None:
        self.name = "virtual"
        self.board_on_table = board_on_table
        self.table, self.light, self.sensor, self.spares = table, light, sensor, tuple(spares)
        self.hand: str | None = None
        self.hand_from_deg = 270.0
        self.blackout = False
        self.unplugged = False
        self._view = View(model, pose)
        self._clock, self._seed = clock, seed
        self._opened = False
        self._ground: tuple[object, Singles] | None = None
        self._still: tuple[object, Pixels] | None = None

    def open(self) -> None:
        """Raises CameraError while unplugged."""
        self._check_plug()
        self._opened = True

    def close(self) -> None:
        """Nothing to let go of; what lies on the table stays."""
        self._opened = False

    def frame(self) -> Frame:
        """What lies there now; noise differs from frame to frame, by the seed."""
        if not self._opened:
            raise CameraError(f"the camera {self.name} is closed: open it first")
        self._check_plug()
        self._seed += 1
        pixels = self.sensor.taken(self._developed(), self._seed)
        return Frame(pixels, self._clock(), self.name, self._view.model)

    def _check_plug(self) -> None:
        if self.unplugged:
            raise CameraError(f"the camera {self.name} is lost: plug it in again")

    def _developed(self) -> Pixels:
        """The picture without noise; drawn anew only if something has changed."""
        laid = self.board_on_table
        stones = (*laid.standing(), *self.spares)
        hand = laid.place_mm(self.hand) if self.hand is not None else None
        seen = (laid.sheet, self.table, stones, hand, self.hand_from_deg)
        key = (seen, self.light, self.sensor, self.blackout)
        if self._still is None or self._still[0] != key:
            self._still = key, self.sensor.developed(self._light_seen(stones, hand))
        return self._still[1]

    def _light_seen(self, stones: Sequence[Stone], hand: tuple[float, float] | None) -> Singles:
        ground = self._bare_ground()
        if self.blackout:
            return np.zeros_like(ground)
        limbs = limbs_over(*hand, self.hand_from_deg) if hand is not None else ()
        return painted(self._view, ground, self.light, stones, limbs)

    def _bare_ground(self) -> Singles:
        key = (self.board_on_table.sheet, self.table)
        if self._ground is None or self._ground[0] != key:
            self._ground = key, albedo(self._view, *key)
        return self._ground[1]

    def seen_px(self, node: str, height_mm: float = 0.0) -> Floats:
        """Where a node, or what is so high above it, is in the picture: (2,) px."""
        return self._view.seen_px(np.array([*self.board_on_table.place_mm(node), height_mm]))
