"""The declared inputs match the games: each kind, and each of its fields."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from typing import Any, get_args

import pytest
import schemathesis
from hypothesis import HealthCheck, assume, given, settings
from schemathesis import GenerationMode

from companion.games.base import input_types
from companion.games.base.inputs import seat_inputs
from companion.games.dice_game import api_types as dice_game
from companion.games.game_api import Game, GameHistory
from companion.games.registry import GAMES
from companion.games.replay import RecordedEvent, replay_events
from companion.games.schema import is_shape_error
from companion.games.spot_it import api_types as spot_it
from companion.i18n import Message
from companion.island.setups import first_game_layout
from companion.observations import InputEntered, InputRefused
from web.openapi.schemas import SCHEMAS

RED_AND_BLUE = [{"name": "Ana", "colour": "red"}, {"name": "Ben", "colour": "blue"}]


def started_game(game: Game[Any, Any]) -> GameHistory[Any, Any]:
    """A game that has just begun; an island lies there."""
    chosen: dict[str, Any] = {"game": game.kind, "players": RED_AND_BLUE}
    if game.kind == "base":
        chosen["layout"] = first_game_layout().to_json()
    events = game.opening(chosen)
    numbered_events = enumerate(events, 1)
    recorded_events = tuple(
        RecordedEvent(n, event, float(n), "tablet", 1.0, False, n) for n, event in numbered_events
    )
    return GameHistory(replay_events(game, recorded_events), undoable=1)


def kinds(form: Any) -> Iterator[str]:
    """The kinds of a union of inputs."""
    for each in get_args(form):
        (kind,) = get_args(each.__annotations__["kind"])
        yield kind


def input_bodies(name: str) -> Any:
    """Bodies as a schema has them."""
    content = {"application/json": {"schema": {"$ref": f"#/components/schemas/{name}"}}}
    answers = {"200": {"description": ""}}
    operation = {"requestBody": {"required": True, "content": content}, "responses": answers}
    info = {"title": name, "version": "1"}
    document = {
        "openapi": "3.1.0",
        "info": info,
        "paths": {"/": {"post": operation}},
        "components": {"schemas": SCHEMAS},
    }
    return schemathesis.openapi.from_dict(document)["/"]["POST"].as_strategy(GenerationMode.POSITIVE)


def test_every_tablet_input_is_declared() -> None:
    with pytest.raises(InputRefused) as refused:
        GAMES["base"].interpret(started_game(GAMES["base"]), InputEntered(0.0, "tablet", {"kind": "?"}))
    assert set(str(refused.value).partition("known: ")[2].split(", ")) == set(
        kinds(input_types.API_TYPES.input)
    )
    with pytest.raises(InputRefused) as refused:
        GAMES["dice_game"].interpret(
            started_game(GAMES["dice_game"]), InputEntered(0.0, "tablet", {"kind": "?"})
        )
    assert set(str(refused.value).partition("known: ")[2].split(", ")) == set(
        kinds(dice_game.API_TYPES.input)
    )
    scored = {"game_scored", "round_scored", "undo", "redo", "correct", "confirm"}
    assert set(kinds(spot_it.API_TYPES.input)) == scored


def test_every_phone_input_is_declared() -> None:
    assert set(kinds(input_types.API_TYPES.seat_input)) == {*seat_inputs._BUILDERS_BY_KIND, "undo"}


def refusal(take: Callable[[], object]) -> InputRefused | None:
    """Return why an input is refused; None if it is accepted."""
    try:
        take()
    except InputRefused as error:
        return error
    return None


def is_judged(why: InputRefused | None) -> bool:
    """Check that an input is accepted, or refused for a reason other than its schema."""
    return why is None or (isinstance(why.args[0], Message) and not is_shape_error(why))


def body_to_send(case: Any) -> dict[str, Any]:
    """Return a body with whole numbers as integers; in a correction, the event determines its fields."""
    assume(case.body["kind"] != "correct")
    body: dict[str, Any] = json.loads(json.dumps(case.body), parse_float=lambda text: int(float(text)))
    return body


@pytest.mark.slow
@pytest.mark.parametrize("game", GAMES.values(), ids=GAMES)
def test_declared_tablet_inputs_are_accepted_or_refused_by_the_rules(game: Game[Any, Any]) -> None:
    history = started_game(game)

    @given(case=input_bodies(f"{game.api_types.prefix}Input"))
    @settings(max_examples=150, derandomize=True, deadline=None, suppress_health_check=list(HealthCheck))
    def check_body(case: Any) -> None:
        data = body_to_send(case)
        why = refusal(lambda: game.interpret(history, InputEntered(9.0, "tablet", data)))
        assert is_judged(why), f"{data}: {why}"

    check_body()


@pytest.mark.slow
def test_declared_phone_inputs_are_accepted_or_refused_by_the_rules() -> None:
    game = GAMES["base"]
    history = started_game(game)

    @given(case=input_bodies("BaseSeatInput"))
    @settings(max_examples=150, derandomize=True, deadline=None, suppress_health_check=list(HealthCheck))
    def check_body(case: Any) -> None:
        data = body_to_send(case)
        assume(data["kind"] != "undo")  # It is the table's to judge.
        why = refusal(lambda: game.seat_input(history, data.get("player", "red"), data))
        assert is_judged(why), f"{data}: {why}"

    check_body()
