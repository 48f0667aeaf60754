"""The habits that a machine can check: imports, first lines, sizes, no paths of one machine."""

from __future__ import annotations

import ast
import re
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
TOP = ("vision", "hardware", "pi_app", "tests")
MODULES = sorted(file for top in TOP for file in (ROOT / top).rglob("*.py"))
CODE = [file for file in MODULES if file.relative_to(ROOT).parts[0] != "tests"]
STANDARD = sys.stdlib_module_names
MOST_LINES = 450

PLAIN_VISION = (
    "vision.types",
    "vision.board",
    "vision.errors",
    "vision.sheet_print",
    "vision.drawing",
    "vision.lattice_ink",
)
"""What hardware may take from vision: values, errors, the description of prints."""

ALLOWED = [
    # folder, the project's own modules that it may import, and whether other libraries are free
    ("vision", ("vision",), {"numpy", "cv2"}),
    ("hardware", ("hardware", *PLAIN_VISION), None),
    ("pi_app/games", ("pi_app.games",), {"numpy"}),
    ("pi_app", ("pi_app", "hardware", "vision"), None),
]


def name(file: Path) -> str:
    return file.relative_to(ROOT).as_posix()


def imports(file: Path) -> Iterator[str]:
    """Every imported module, by its full name."""
    for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{name(file)}: write imports in full"
            yield from from_import(node)


def from_import(node: ast.ImportFrom) -> Iterator[str]:
    """``from vision import rays`` imports vision.rays, ``from vision.rays import cast`` too."""
    module = node.module or ""
    for alias in node.names:
        inner = ROOT.joinpath(*module.split("."), alias.name)
        yield f"{module}.{alias.name}" if inner.with_suffix(".py").exists() else module


def rule_for(file: Path) -> tuple[tuple[str, ...], set[str] | None]:
    """The most specific folder's rule."""
    matching = [row for row in ALLOWED if name(file).startswith(row[0] + "/")]
    _, own, libraries = max(matching, key=lambda row: len(row[0]))
    return own, libraries


def forbidden(file: Path) -> list[str]:
    own, libraries = rule_for(file)
    wrong = []
    for module in imports(file):
        top = module.split(".")[0]
        if top in TOP:
            if not any(module == prefix or module.startswith(prefix + ".") for prefix in own):
                wrong.append(module)
        elif libraries is not None and top not in STANDARD and top not in libraries:
            wrong.append(module)
    return wrong


@pytest.mark.parametrize("file", CODE, ids=name)
def test_imports_only_what_its_folder_may(file: Path) -> None:
    assert forbidden(file) == []


@pytest.mark.parametrize("file", MODULES, ids=name)
def test_first_line_says_what_the_file_is_for(file: Path) -> None:
    first = file.read_text(encoding="utf-8").partition("\n")[0]
    assert re.fullmatch(r'"""\S.{10,}[.?…](""")?', first), first


@pytest.mark.parametrize("file", MODULES, ids=name)
def test_module_is_short_enough_to_read(file: Path) -> None:
    assert len(file.read_text(encoding="utf-8").splitlines()) <= MOST_LINES


# Spelled in pieces, so that this file does not name them itself.
LOCAL = re.compile("|".join(("/wo" + "rk/", "/tm" + "p/", "/ro" + "ot/")))
TEXTS = {".py", ".md", ".toml", ".json", ".sh", ".txt", ".yml", ".service", ".c", ".h", ""}


def project_texts() -> list[Path]:
    """Every text file of the project, generated folders left out."""
    tops = [file for file in ROOT.iterdir() if file.is_file()]
    folders = (*TOP, "firmware", "systemd", ".ci", "constraints")
    inner = [file for folder in folders for file in (ROOT / folder).rglob("*") if file.is_file()]
    return [
        file
        for file in (*tops, *inner)
        if file.suffix in TEXTS and "__pycache__" not in file.parts and file.name != ".git"
    ]


def test_no_paths_of_one_machine() -> None:
    named = [
        f"{name(file)}:{number}: {line.strip()}"
        for file in project_texts()
        for number, line in enumerate(file.read_text(encoding="utf-8").splitlines(), 1)
        if LOCAL.search(line)
    ]
    assert named == []
