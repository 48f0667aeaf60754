"""A reading and its JSON: the same thing, and bad JSON is refused in words."""

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pi_app.games.blocks.scene import BlockScene
from pi_app.games.game import Fault
from pi_app.readings import Reading

SCENES = st.dictionaries(
    st.sampled_from(["red", "black", "yellow", "blue"]),
    st.lists(st.tuples(st.integers(1, 9), st.integers(1, 4)), min_size=1, max_size=4),
).map(BlockScene.of)
FAULTS = st.builds(Fault, st.text(), st.text(), st.text())
READINGS = st.builds(
    Reading,
    status=st.sampled_from(["read", "unsure", "illegal", "unreadable"]),
    board=st.just("block-sheet"),
    sheet=st.none() | st.integers(1, 8),
    set_name=st.none() | st.text(),
    scene=st.none() | SCENES,
    probability=st.floats(0, 1),
    lookalikes=st.lists(SCENES, max_size=3).map(tuple),
    faults=st.lists(FAULTS, max_size=3).map(tuple),
    reason=st.text(),
)


@given(READINGS)
def test_json_is_one_line_and_comes_back(reading: Reading) -> None:
    line = reading.as_json()
    assert "\n" not in line
    assert Reading.from_json(line) == reading


def test_the_documented_form() -> None:
    scene = BlockScene.of({"red": [[1, 2], [1, 1]]})
    fault = Fault("gap", "red, cell 5, level 2", "The red block has a gap beneath it.")
    reading = Reading(
        "illegal", "block-sheet", 5, "yomen-first", scene, 0.5, (scene,), (fault,), "x"
    )
    assert json.loads(reading.as_json()) == {
        "status": "illegal",
        "board": "block-sheet",
        "sheet": 5,
        "set": "yomen-first",
        "blocks": {"red": [[1, 1], [1, 2]]},
        "probability": 0.5,
        "lookalikes": [{"red": [[1, 1], [1, 2]]}],
        "faults": [
            {
                "name": "gap",
                "where": "red, cell 5, level 2",
                "detail": "The red block has a gap beneath it.",
            }
        ],
        "reason": "x",
    }


@pytest.mark.parametrize(
    ("change", "says"),
    [
        ({"status": "certain"}, "status 'certain'"),
        ({"blocks": [1]}, "wrong kind"),
        ({"blocks": {"red": 5}}, "wrong kind"),
        ({"faults": [{"nom": "gap"}]}, "wrong kind"),
        ({"status": None, "board": "b"}, "status None"),
    ],
)
def test_bad_fields(change: dict[str, object], says: str) -> None:
    good = json.loads(Reading("read", "block-sheet", 1, None, None, 1.0).as_json())
    with pytest.raises(ValueError, match=says):
        Reading.from_json(json.dumps({**good, **change}))


@pytest.mark.parametrize(
    ("text", "says"),
    [("[]", "JSON object"), ("{", "Expecting"), ('{"status":"read"}', "field 'blocks'")],
)
def test_not_a_reading(text: str, says: str) -> None:
    with pytest.raises(ValueError, match=says):
        Reading.from_json(text)
