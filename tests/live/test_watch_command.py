"""gyoji watch: a folder of pictures in, lines out; resumed, interrupted, and used wrongly."""

from __future__ import annotations

import json
import signal
import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import cv2
import pytest
from click.testing import CliRunner, Result

from hardware.boards import load_lattice_board
from hardware.cameras.virtual_board import BOARD_CAMERA, BoardOnTable, VirtualBoard
from pi_app.cli import cli
from pi_app.journal import Journal
from pi_app.live.seats import resume_board_game
from pi_app.live.sight import OtherCamera
from tests.live.evidence import stones

GAME = [
    # what stands there, the node that a hand is over
    ("", None),
    ("d5", "d5"),
    ("d5", None),
    ("d5 / e3", None),
    ("d5 b7 / e3 e4", None),
    ("d5 b7 / e3 e4 e5", None),
    ("d5 b7 / e3 e4", "a1"),
    ("d5 b7 / e3 e4", None),
    ("d5 b7 / e3", None),
]
TOLD = [
    {"t": 0.0, "picture": "0.png", "event": "started", "game": 1},
    {"t": 2.4, "picture": "2.png", "event": "played", "moves": ["black d5"]},
    {"t": 3.4, "picture": "3.png", "event": "played", "moves": ["white e3"]},
    {"t": 4.4, "picture": "4.png", "event": "played", "moves": ["black b7", "white e4"]},
    {
        "t": 5.4,
        "picture": "5.png",
        "event": "illegal",
        "reason": "white plays twice",
        "restore": ["e5"],
    },
    {"t": 7.4, "picture": "7.png", "event": "restored"},
    {"t": 8.4, "picture": "8.png", "event": "take-back", "moves": ["white e4"]},
]


@pytest.fixture(scope="module")
def pictures(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with a picture of each step of GAME."""
    folder = tmp_path_factory.mktemp("game")
    camera = VirtualBoard(BoardOnTable(load_lattice_board("y-board"), style="targets"))
    with camera:
        for number, (board, hand) in enumerate(GAME):
            camera.board_on_table = replace(camera.board_on_table, stones=stones(board))
            camera.hand = hand
            assert cv2.imwrite(str(folder / f"{number}.png"), camera.frame().pixels)
    return folder


def arguments(pictures: Path, folder: Path, *more: str) -> list[str]:
    camera = f"folder:{pictures}"
    return ["watch", "--game", "y", "--camera", camera, "--hold", "1", "--journal",
            str(folder / "journal.db"), *more]  # fmt: skip


def watch(pictures: Path, folder: Path, *more: str) -> Result:
    return CliRunner().invoke(cli, arguments(pictures, folder, *more))


def test_a_folder_of_pictures_is_refereed(pictures: Path, tmp_path: Path) -> None:
    result = watch(pictures, tmp_path, "--json", "--name", "Ada")
    assert result.exit_code == 0
    assert [json.loads(line) for line in result.stdout.splitlines()] == TOLD
    with Journal(tmp_path / "journal.db") as journal:
        table = resume_board_game(journal, 1)
        assert table.moves == ("black d5", "white e3", "black b7", "white e4")
        assert table.seating.names == ("Ada", "Player 2")
        photos = [event.data["photo"] for event in table.events if "photo" in event.data]
    kept = {path.name for path in (tmp_path / "journal.db-evidence").iterdir()}
    assert set(photos) == kept


def test_people_get_words(pictures: Path, tmp_path: Path) -> None:
    result = watch(pictures, tmp_path)
    assert result.stdout.splitlines() == [
        "Game 1: the board is seen, play on.",
        "Played: black d5.",
        "Played: white e3.",
        "Played: black b7, white e4.",
        "Not so: white plays twice. Put right: e5.",
        "The board is as recorded again.",
        "Taken back? white e4. Confirm it, or put it back.",
    ]
    assert "go on with gyoji watch --game y --camera folder:" in result.stderr


def test_a_game_is_resumed_where_the_board_shows_it(pictures: Path, tmp_path: Path) -> None:
    watch(pictures, tmp_path)
    result = watch(pictures, tmp_path, "--resume", "1", "--json")
    events = [json.loads(line) for line in result.stdout.splitlines()]
    # The pictures begin again with the empty board: nothing counts before the record's position.
    assert [(event["t"], event["event"]) for event in events] == [
        (4.4, "started"),
        (5.4, "illegal"),
        (7.4, "restored"),
        (8.4, "take-back"),
    ]


def test_points_place_the_board_as_well(pictures: Path, tmp_path: Path) -> None:
    camera = VirtualBoard(BoardOnTable(load_lattice_board("y-board"), style="targets"))
    named = [f"{node}={x:.1f},{y:.1f}" for node in ("a1", "a9", "a17", "f1")
             for x, y in [camera.seen_px(node)]]  # fmt: skip
    result = watch(pictures, tmp_path, "--json", *(f"--point={point}" for point in named))
    assert [json.loads(line) for line in result.stdout.splitlines()] == TOLD


def test_the_camera_may_be_known(pictures: Path, tmp_path: Path) -> None:
    model = BOARD_CAMERA
    file = tmp_path / "camera.json"
    names = ("width", "height", "focal_px", "cx", "cy")
    file.write_text(json.dumps({name: getattr(model, name) for name in names}))
    result = watch(pictures, tmp_path, "--json", "--camera-file", str(file))
    assert [json.loads(line) for line in result.stdout.splitlines()] == TOLD
    file.write_text(json.dumps({"width": 500, "height": 500, "focal_px": 1, "cx": 1, "cy": 1}))
    result = watch(pictures, tmp_path, "--camera-file", str(file))
    assert isinstance(result.exception, OtherCamera)
    assert "the pictures are 960×720" in str(result.exception)


WRONG = [
    # more arguments, exit code, what is said
    (["--resume", "7"], 1, "there is no game 7"),
    (["--resume", "1", "--name", "Ada"], 2, "names and rules are those of the game"),
    (["--name", "Ada", "--name", "Bo", "--name", "Cy"], 2, "there are 3 names for 2"),
    (["--rule", "colour=blue"], 1, "y has no option 'colour'"),
    (["--point", "z9=1,2"], 2, "has no node 'z9'"),
    (["--hold", "0"], 2, "cannot be held for 0"),
    (["--camera", "folder:nowhere"], 1, "cannot open the folder nowhere"),
    (["--camera", "nowhere"], 2, "no camera 'nowhere'"),
    (["--game", "yomen"], 2, "'yomen' is not one of"),
]


@pytest.mark.parametrize(("more", "code", "said"), WRONG)
def test_wrong_usage_is_one_line(
    pictures: Path, tmp_path: Path, more: list[str], code: int, said: str
) -> None:
    done = subprocess.run(
        [sys.executable, "-c", "from pi_app.cli import main; main()",
         *arguments(pictures, tmp_path, *more)],
        check=False, capture_output=True, text=True, stdin=subprocess.DEVNULL,
    )  # fmt: skip
    assert done.returncode == code
    assert said in done.stderr
    assert "Traceback" not in done.stderr


def test_ctrl_c_keeps_the_game(pictures: Path, tmp_path: Path) -> None:
    with subprocess.Popen(
        [sys.executable, "-c", "from pi_app.cli import main; main()",
         *arguments(pictures, tmp_path, "--hold", "3600", "--json")],
        stdout=subprocess.PIPE, stderr=subprocess.PIPE, stdin=subprocess.DEVNULL, text=True,
        env={"PYTHONUNBUFFERED": "1"},
    ) as process:  # fmt: skip
        assert process.stdout is not None
        assert json.loads(process.stdout.readline())["event"] == "started"
        process.send_signal(signal.SIGINT)
        _, said = process.communicate()
    assert process.returncode == 130
    assert said.startswith("Game 1 is kept: go on with gyoji watch --game y")
    assert "Traceback" not in said
