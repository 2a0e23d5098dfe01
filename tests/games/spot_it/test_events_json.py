"""The JSON form of events: round trips are exact; invalid data raises ValueError."""

from __future__ import annotations

import contextlib
import json
from collections.abc import Mapping
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.games.schema import EventError, OptionsError
from companion.games.spot_it.events import (
    Event,
    GameScored,
    MatchStarted,
    SeatedTeam,
    event_from_json,
    event_to_json,
)
from companion.games.spot_it.state import MatchOptions
from tests.games.spot_it.matches import EVENTS

FIELDS = ["kind", "players", "options", "game", "first_out", "counts", "captured", "blue"]


@settings(derandomize=True)
@given(EVENTS)
def test_every_event_survives_a_json_round_trip(event: Event) -> None:
    assert event_from_json(json.loads(json.dumps(event_to_json(event)))) == event


@settings(derandomize=True)
@given(
    st.recursive(
        st.none() | st.booleans() | st.integers() | st.text(max_size=5),
        lambda inner: (
            st.lists(inner, max_size=3)
            | st.dictionaries(
                st.sampled_from(FIELDS),
                inner | st.sampled_from(["game_started", "game_scored", "round_scored"]),
                max_size=4,
            )
        ),
    )
)
def test_arbitrary_json_is_an_event_or_refused(data: Any) -> None:
    with contextlib.suppress(EventError, OptionsError):
        event_to_json(event_from_json(data))


class TestInvalidJson:
    started_json = event_to_json(MatchStarted((SeatedTeam("A", "blue"), SeatedTeam("B", "red"))))
    scored_json = event_to_json(GameScored(1, ("blue",), (("blue", 3), ("red", 2))))

    @pytest.mark.parametrize(
        ("changed", "why"),
        [
            ({"players": [{"name": "A", "colour": "blue"}]}, "2 or 3 teams"),
            ({"players": [{"name": n, "colour": "blue"} for n in "AB"]}, "same colour"),
            ({"players": [{"name": " ", "colour": "blue"}, {"name": "B", "colour": "red"}]}, "1 to 40"),
            ({"players": [{"name": "A", "colour": "white"}, {"name": "B", "colour": "red"}]}, "white"),
            ({"options": {**MatchOptions().to_json(), "alone": "orange"}}, "isn't at the table"),
        ],
    )
    def test_invalid_teams_are_refused(self, changed: Mapping[str, Any], why: str) -> None:
        with pytest.raises(EventError, match=why):
            event_from_json({**self.started_json, **changed})

    @pytest.mark.parametrize(
        ("changed", "why"),
        [
            ({"game": 5}, "games 1 to 4"),
            ({"game": True}, "games 1 to 4"),
            ({"first_out": ["blue", "blue"]}, "once"),
            ({"counts": {"blue": -1}}, "0 to 99"),
            ({"counts": {"blue": 100}}, "0 to 99"),
            ({"counts": {"blue": True}}, "0 to 99"),
            ({"counts": {"green": 1}}, "green"),
            ({"extra": 1}, "game_scored has no extra"),
        ],
    )
    def test_invalid_counts_are_refused(self, changed: Mapping[str, Any], why: str) -> None:
        with pytest.raises(EventError, match=why):
            event_from_json({**self.scored_json, **changed})

    @pytest.mark.parametrize("options", [{"mode": "endless"}, {"game": 6}, {"game": True}, {"speed": 1}, []])
    def test_invalid_options_are_refused(self, options: Any) -> None:
        with pytest.raises(OptionsError):
            event_from_json({**self.started_json, "options": options})


def test_omitted_options_have_their_defaults() -> None:
    teams = [{"name": "A", "colour": "blue"}, {"name": "B", "colour": "red"}]
    data = {"kind": "game_started", "players": teams}
    assert event_from_json(data) == MatchStarted(
        (SeatedTeam("A", "blue"), SeatedTeam("B", "red")), MatchOptions()
    )
