"""The JSON form of events: round trips are exact; invalid data is refused with a plain message."""

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.games.dice_game.events import (
    VERSION,
    Build,
    DiceGameStarted,
    Event,
    PassDice,
    Throw,
    UseKnight,
    event_from_json,
    event_to_json,
)
from companion.games.dice_game.options import DiceGameSettings, seats_from_json
from companion.games.dice_game.sheet import FACES, PIECES, RESOURCES
from companion.games.schema import EventError, OptionsError
from companion.island.geometry import COLOURS
from companion.observations import InputRefused

COLOUR = st.sampled_from(COLOURS)
SEATS = st.lists(COLOUR, min_size=2, max_size=4, unique=True).map(
    lambda colours: seats_from_json([{"name": colour, "colour": colour} for colour in colours])
)
EVENTS = st.one_of(
    st.builds(
        DiceGameStarted,
        SEATS,
        st.builds(
            DiceGameSettings, st.sampled_from(["advanced", "base"]), st.sampled_from([None, True, False])
        ),
    ),
    st.builds(Throw, COLOUR, st.lists(st.sampled_from(FACES), min_size=1, max_size=6).map(tuple)),
    st.builds(
        UseKnight,
        COLOUR,
        st.sampled_from("123"),
        st.sampled_from(RESOURCES),
        st.sampled_from([None, *FACES]),
    ),
    st.builds(Build, COLOUR, st.sampled_from(PIECES), st.sampled_from(["1", "R1"])),
    st.builds(PassDice, COLOUR),
)


@given(EVENTS)
def test_an_event_survives_a_json_round_trip(event: Event) -> None:
    assert event_from_json(json.loads(json.dumps(event_to_json(event)))) == event


def test_the_json_form_of_version_1() -> None:
    """Journals contain this form; readers of later versions still read it."""
    assert VERSION == 1
    data = [
        {
            "kind": "game_started",
            "players": [
                {"name": "Ana", "colour": "red"},
                {"name": "Ben", "colour": "blue", "at_first": "white"},
            ],
            "options": {"sheet": "base", "start_road_counts": True},
        },
        {"kind": "throw", "player": "red", "dice": ["brick", "lumber", "gold"]},
        {"kind": "use_knight", "player": "red", "knight": "1", "resource": "ore", "die": "gold"},
        {"kind": "build", "player": "red", "piece": "road", "at": "R2"},
        {"kind": "end_turn", "player": "red"},
    ]
    assert [event_to_json(event_from_json(each)) for each in data] == data


def test_omitted_fields_have_their_defaults() -> None:
    started = event_from_json({"kind": "game_started", "players": [{"colour": "red"}, {"colour": "blue"}]})
    assert isinstance(started, DiceGameStarted)
    assert started.options == DiceGameSettings("two_jokers", None)
    assert [seat.name for seat in started.players] == ["red", "blue"]
    knight = event_from_json({"kind": "use_knight", "player": "red", "knight": "1", "resource": "ore"})
    assert isinstance(knight, UseKnight)
    assert knight.die is None


@pytest.mark.parametrize(
    ("data", "why"),
    [
        (None, "an event must be an object"),
        ({"kind": "roll"}, "no such event: roll"),
        ({"kind": "end_turn"}, "end_turn needs player"),
        ({"kind": "end_turn", "player": "red", "dice": []}, "end_turn has no dice"),
        ({"kind": "end_turn", "player": "gold"}, "no such colour: gold"),
        ({"kind": "throw", "player": "red", "dice": []}, "one to 6 faces"),
        ({"kind": "throw", "player": "red", "dice": ["ore"] * 7}, "one to 6 faces"),
        ({"kind": "throw", "player": "red", "dice": ["silver"]}, "no such face of a die: silver"),
        ({"kind": "build", "player": "red", "piece": "ship", "at": "1"}, "no such piece: ship"),
        ({"kind": "build", "player": "red", "piece": "road", "at": 1}, "by its id"),
        (
            {"kind": "use_knight", "player": "red", "knight": "1", "resource": "gold", "die": "ore"},
            "no such resource: gold",
        ),
        ({"kind": "game_started", "players": "Ana"}, "players must be a list"),
        ({"kind": "game_started", "players": ["Ana", "Ben"]}, "write a player"),
        ({"kind": "game_started", "players": [{"colour": "red"}] * 2}, "can't have the same colour"),
        (
            {"kind": "game_started", "players": [{"name": "", "colour": "red"}, {"colour": "blue"}]},
            "a player's name has 1 to 40 letters",
        ),
        (
            {
                "kind": "game_started",
                "players": [{"name": "Ana", "colour": "red"}, {"name": "ana ", "colour": "blue"}],
            },
            "Two players are called ana",
        ),
        (
            {
                "kind": "game_started",
                "players": [{"colour": "red", "at_first": "white"}, {"colour": "blue", "at_first": "white"}],
            },
            "two seats can't have started as the same one",
        ),
    ],
)
def test_an_invalid_event_is_refused_with_a_plain_message(data: Any, why: str) -> None:
    with pytest.raises((EventError, InputRefused), match=why):
        event_from_json(data)


@pytest.mark.parametrize(
    ("options", "why"),
    [
        ([], "must be an object"),
        ({"sheet": "small"}, "no such sheet: small; known: advanced, base"),
        ({"sheet": ["base"]}, "no such sheet"),
        ({"start_road_counts": 1}, "true, false or null"),
        ({"points_to_win": 12}, "no such option: points_to_win"),
        ({"edition": "2025"}, "no such edition: 2025; known: advanced"),
    ],
)
def test_invalid_options_are_refused(options: Any, why: str) -> None:
    with pytest.raises(OptionsError, match=why):
        DiceGameSettings.from_json(options)


def test_the_one_edition_may_be_named() -> None:
    assert DiceGameSettings.from_json({"edition": "advanced"}) == DiceGameSettings()
