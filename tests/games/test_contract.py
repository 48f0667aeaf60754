"""What every registered game keeps: random play that serialises, replays, refuses and hides."""

from __future__ import annotations

import random
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import fields, is_dataclass, replace
from itertools import islice
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pi_app.games import registry
from pi_app.games.game import Game, GameError

GAMES = sorted(registry.GAMES)
OPTIONS: Mapping[str, list[dict[str, Any]]] = {
    "yomen": [{}, {"gaps": "advanced", "starting": 1}, {"sudden_death": True}],
    "break-the-cube": [{}, {"seats": 3}, {"seats": 4, "sudden_death": True, "starting": 2}],
    "y": [{}, {"pie": False}, {"handicap": 3}, {"handicap": 2, "pie": True}],
    "aliens-and-amazons": [{}, {"amazons_needed": 25}],
    "singularity": [{}, {"corners": "white", "fusion": "moving"}, {"fusion": "resting"}],
    "leap-over": [{}, {"no_moves": "loses"}, {"starts": "white", "goal": "filled"}],
    "tetra": [{}, {"figures": "nodes-and-lines", "starts": "white"}],
    "quinta": [{}, {"forked_rows": False, "round_corners": True}],
    "sexta": [{}, {"setup": "alt", "ring": True, "repetition": "none"}],
    "supply-line": [{}, {"goal": "corner", "round_corners": True}],
    "grand-supply-line": [{}, {"goal": "one-corner"}, {"setup": "sections"}],
}
"""Option sets to play each game under."""
SEEDS = range(6)
LONGEST = 100
CASES = [(name, options, seed) for name in GAMES for options in OPTIONS[name] for seed in SEEDS]


def walk(game: Game[Any, Any], options: dict[str, Any], seed: int) -> Iterator[tuple[Any, Any]]:
    """A random game: each state with the move played there (None at the end)."""
    rng = random.Random(seed)
    state = game.start(options)
    for _ in range(LONGEST):
        moves = list(islice(game.legal_moves(state), rng.choice([3, 30, 300])))
        if not moves:
            break
        move = rng.choice(moves)
        yield state, move
        state = game.play(state, move)
    yield state, None


def test_every_game_has_option_sets_to_be_tried_under() -> None:
    assert set(OPTIONS) == set(registry.GAMES)
    assert all(registry.find(name).name == name for name in GAMES)


@pytest.mark.parametrize(("name", "options", "seed"), CASES)
def test_text_both_ways(name: str, options: dict[str, Any], seed: int) -> None:
    game = registry.find(name)
    for state, move in walk(game, options, seed):
        line = game.position_text(state)
        again = game.parse_position(line)
        assert again == state
        assert hash(again) == hash(state)
        assert line.splitlines() == [line]
        if move is not None:
            assert game.parse_move(state, game.move_text(state, move)) == move


@pytest.mark.parametrize(("name", "options", "seed"), CASES)
def test_a_record_replays_to_the_same_states(name: str, options: dict[str, Any], seed: int) -> None:
    game = registry.find(name)
    steps = list(walk(game, options, seed))
    state = game.start(options)
    for before, move in steps[:-1]:
        assert state == before
        state = game.play(state, game.parse_move(state, game.move_text(before, move)))
    assert state == steps[-1][0]


@pytest.mark.parametrize(("name", "options", "seed"), CASES)
def test_play_changes_nothing_and_an_end_is_an_end(
    name: str, options: dict[str, Any], seed: int
) -> None:
    game = registry.find(name)
    steps = list(walk(game, options, seed))
    for state, move in steps:
        before = game.position_text(state)
        over = game.outcome(state) is not None
        assert over == (next(iter(game.legal_moves(state)), None) is None)
        if over:
            assert game.seat_to_act(state) is None
            for _, played in steps[:-1]:
                with pytest.raises(GameError):
                    game.play(state, played)
        elif move is not None:
            game.play(state, move)
        assert game.position_text(state) == before


@pytest.mark.parametrize(("name", "options", "seed"), CASES)
def test_nobody_acts_for_a_seat_that_is_not_there(
    name: str, options: dict[str, Any], seed: int
) -> None:
    game = registry.find(name)
    for state, move in walk(game, options, seed):
        if move is not None:
            for other in by_others(move, (-1, 9)):
                with pytest.raises(GameError):
                    game.play(state, other)


def by_others(move: Any, whom: Iterable[int]) -> set[Any]:  # noqa: ANN401 - any game's move
    """The same move by other seats, or by other colours; nothing if it names neither."""
    named = {field.name for field in fields(move)} & {"seat", "colour"}
    return {replace(move, **{name: who}) for name in named for who in whom}


@pytest.mark.parametrize(("name", "options", "seed"), CASES)
def test_a_view_leaks_no_hidden_arrangement(name: str, options: dict[str, Any], seed: int) -> None:
    game = registry.find(name)
    states = [state for state, _ in walk(game, options, seed) if game.outcome(state) is None]
    for state in (*states[:6], states[-1]):
        for seat in (None, *range(game.view(state, None)["seats"])):
            seen = list(crawl(game.view(state, seat)))
            for secret in secrets_from(state, seat):
                assert secret not in seen
                assert secret.as_dict() not in seen


def secrets_from(state: Any, seat: int | None) -> list[Any]:  # noqa: ANN401 - any game's state
    """The arrangements that ``seat`` must not know: not its own, not laid open on the table."""
    if not hasattr(state, "hidden"):  # a game of open boards
        return []
    known = {event.scene for event in state.events if hasattr(event, "scene")}
    if seat is not None:
        known.add(state.hidden[seat])
    return [scene for scene in state.hidden if scene is not None and scene not in known]


def crawl(value: object) -> Iterator[object]:
    """A value and everything inside it, whatever it is made of."""
    yield value
    if isinstance(value, Mapping):
        value = [*value.keys(), *value.values()]
    elif is_dataclass(value):
        value = [getattr(value, field.name) for field in fields(value)]
    if isinstance(value, list | tuple | set | frozenset):
        for item in value:
            yield from crawl(item)


@pytest.mark.parametrize("name", GAMES)
def test_legal_moves_are_those_that_play_accepts(name: str) -> None:
    game = registry.find(name)
    steps = [step for seed in (1, 2) for step in walk(game, OPTIONS[name][0], seed)][:40]
    moves = {move for _, move in steps if move is not None}
    moves |= {other for move in moves for other in by_others(move, range(4))}
    for state, _ in steps[1:8:3]:
        legal = {move for move in game.legal_moves(state) if move in moves}
        assert {move for move in moves if accepts(game, state, move)} == legal


def accepts(game: Game[Any, Any], state: object, move: object) -> bool:
    """Whether the rules allow the move."""
    try:
        game.play(state, move)
    except GameError:
        return False
    return True


@pytest.mark.parametrize("name", GAMES)
def test_unknown_options_are_refused(name: str) -> None:
    with pytest.raises(GameError, match="no option 'colour-of-the-sky'"):
        registry.find(name).start({"colour-of-the-sky": "blue"})


@pytest.mark.parametrize("name", GAMES)
@given(
    text=st.text()
    | st.from_regex(r"\A(hide|ask|announce|resign) [0-3]( [a-z1-9:.,]*)?\Z")
    | st.from_regex(r"\A(play )?(black |white )?([a-g][0-9]{1,2}(-[a-g][0-9])*|[a-z]*)\Z")
)
def test_any_text_is_a_move_or_a_game_error(name: str, text: str) -> None:
    game = registry.find(name)
    state = game.start()
    try:
        move = game.parse_move(state, text)
    except GameError as error:
        assert "\n" not in str(error)
        return
    assert game.parse_move(state, game.move_text(state, move)) == move


@pytest.mark.parametrize("name", GAMES)
@given(data=st.data())
def test_any_text_is_a_position_or_a_game_error(name: str, data: st.DataObject) -> None:
    game = registry.find(name)
    line = game.position_text(game.start())
    cut = data.draw(st.integers(0, len(line)))
    text = data.draw(st.sampled_from([line[:cut], line[cut:]])) + data.draw(st.text(max_size=5))
    text += line[data.draw(st.integers(0, len(line))) :]
    try:
        state = game.parse_position(text)
    except GameError as error:
        assert "\n" not in str(error)
        return
    assert game.parse_position(game.position_text(state)) == state


BOARD_CASES = [case for case in CASES if hasattr(registry.find(case[0]), "intended")]


@pytest.mark.parametrize(("name", "options", "seed"), BOARD_CASES)
def test_what_stands_on_the_board_tells_the_move(
    name: str, options: dict[str, Any], seed: int
) -> None:
    game: Any = registry.find(name)
    for state, move in walk(game, options, seed):
        scene = game.scene(state)
        assert {piece for _, piece in scene.pieces} <= set(game.pieces)
        assert game.intended(state, scene) is None
        if move is None:
            continue
        after = game.play(state, move)
        seen = game.intended(state, game.scene(after))
        if game.scene(after) == scene:
            assert seen is None
        else:
            assert game.scene(game.play(state, seen)) == game.scene(after)
