"""The documents keep up with the code: commands, options, rules, examples, names, links."""

from __future__ import annotations

import importlib
import json
import re
import tomllib
from pathlib import Path
from typing import Any

import click
import pytest

from hardware.cameras.calibration import load_camera_model
from pi_app.cli import COMMANDS, cli
from pi_app.games.blocks.rules import DEFAULTS
from pi_app.games.blocks.sets import own_sets, read_sets_file
from pi_app.readings import Reading
from pi_app.truth import PhotoTruth, load_truths

ROOT = Path(__file__).parents[1]
README, ARCHITECTURE, CHANGELOG = (
    (ROOT / f"{document}.md").read_text(encoding="utf-8")
    for document in ("README", "ARCHITECTURE", "CHANGELOG")
)
SECTIONS: dict[str, str] = dict(
    re.findall(r"^### `gyoji ([\w-]+)`\n(.*?)(?=^##)", README, re.MULTILINE | re.DOTALL)
)
SHARED_OPTIONS = {"--help", "--journal", "--language"}
"""Told once, not in each command's section."""
JSON_BLOCKS = [json.loads(block) for block in re.findall(r"```json\n(.*?)```", README, re.DOTALL)]
PHOTOS = ROOT / "tests" / "photos" / "rendered"


def test_readme_has_a_section_for_each_command_and_no_other() -> None:
    assert list(SECTIONS) == list(COMMANDS)


def options_in(text: str) -> set[str]:
    return set(re.findall(r"--[a-z][a-z0-9-]*", text))


def options_of(name: str) -> set[str]:
    """The long names of a command's options."""
    command = cli.get_command(click.Context(cli), name)
    assert command is not None
    return {
        max(parameter.opts, key=len)
        for parameter in command.params
        if isinstance(parameter, click.Option)
    }


@pytest.mark.parametrize("name", COMMANDS)
def test_readme_names_each_option(name: str) -> None:
    assert options_of(name) - SHARED_OPTIONS <= options_in(SECTIONS[name])


def test_readme_names_no_other_option() -> None:
    known = SHARED_OPTIONS.union(*map(options_of, COMMANDS))
    assert options_in(README) <= known


@pytest.mark.parametrize("option", sorted(SHARED_OPTIONS - {"--help"}))
def test_readme_names_shared_options(option: str) -> None:
    assert option in README


def rows_of(heading: str) -> dict[str, list[str]]:
    """The table under a heading: first cell, without backticks, to the others."""
    section = README.partition(f"### {heading}\n")[2].partition("\n#")[0]
    rows = re.findall(r"^\| `(\w+)` \|(.*)\|$", section, re.MULTILINE)
    return {key: [cell.strip().strip("`") for cell in rest.split(" | ")] for key, rest in rows}


RULE_ROWS = rows_of("Rules as options")
TOLD_IN_WORDS = {"seats", "sets", "block_sets"}
"""Their defaults depend on others."""


def test_readme_names_each_rule() -> None:
    for options in DEFAULTS.values():
        assert set(RULE_ROWS) == set(options)


@pytest.mark.parametrize("key", sorted(set(RULE_ROWS) - TOLD_IN_WORDS))
@pytest.mark.parametrize("column, game", list(enumerate(DEFAULTS)))
def test_readme_has_each_rules_default(key: str, column: int, game: str) -> None:
    default = DEFAULTS[game][key]
    assert RULE_ROWS[key][column] == (default if isinstance(default, str) else json.dumps(default))


def example(field: str) -> Any:  # noqa: ANN401 - JSON
    (found,) = [block for block in JSON_BLOCKS if field in block]
    return found


def test_readme_reading_is_the_truth_of_its_photograph() -> None:
    reading = Reading.from_json(json.dumps(example("sheet")))
    (photo,) = [photo for photo in load_truths(PHOTOS) if photo.path.name == "illegal-026.jpg"]
    assert isinstance(photo, PhotoTruth)
    assert reading.scene == photo.sheets[0].scene
    assert reading.sheet == photo.sheets[0].sheet
    assert {fault.name for fault in reading.faults} == set(photo.sheets[0].faults)


def test_readme_block_sets_can_be_used(tmp_path: Path) -> None:
    file = tmp_path / "mine.json"
    file.write_text(json.dumps(example("sets")), encoding="utf-8")
    assert "mine" in own_sets(read_sets_file(file), file.name)


def test_readme_camera_can_be_used(tmp_path: Path) -> None:
    file = tmp_path / "camera.json"
    file.write_text(json.dumps(example("focal_px")), encoding="utf-8")
    assert load_camera_model(file).width == 2304


PATHS = sorted(
    set(
        re.findall(
            r"`((?:vision|hardware|pi_app|tests|bench)/[^`\s]*)`", README + ARCHITECTURE + CHANGELOG
        )
    )
)


@pytest.mark.parametrize("named", PATHS)
def test_what_the_documents_name_exists(named: str) -> None:
    path, _, member = named.partition("::")
    assert (ROOT / path).exists()
    if member:
        module = path.removesuffix("/__init__.py").removesuffix(".py").replace("/", ".")
        found: Any = importlib.import_module(module)
        for part in member.split("."):
            fields = getattr(found, "__dataclass_fields__", {})
            found = fields[part] if part in fields else getattr(found, part)


def test_architecture_names_functions() -> None:
    assert sum("::" in named for named in PATHS) > 40


LINKS = sorted(set(re.findall(r"\]\(([^)\s]+)\)", README + ARCHITECTURE + CHANGELOG)))
ANCHORS = {
    re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-")
    for heading in re.findall(r"^#+ (.*)$", README, re.MULTILINE)
}


@pytest.mark.parametrize("link", [link for link in LINKS if not link.startswith("https://")])
def test_links_lead_somewhere(link: str) -> None:
    path, _, anchor = link.partition("#")
    assert (ROOT / path).exists()
    assert not anchor or anchor in ANCHORS


def test_picture_is_small_enough_to_load() -> None:
    assert (ROOT / "docs" / "reading.png").stat().st_size <= 400_000


def test_changelog_has_this_version() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    assert f"## [{project['version']}]" in CHANGELOG
