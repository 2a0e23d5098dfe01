"""What can be chosen for a new match."""

from __future__ import annotations

import pytest

from companion.games.api_types import SetupOptions
from companion.games.spot_it.events import MatchStarted
from companion.games.spot_it.game import SpotItGame
from companion.games.spot_it.options import MatchOptions


@pytest.fixture
def offer() -> SetupOptions:
    return SpotItGame().setup_options()


def test_teams_are_formed_not_players(offer: SetupOptions) -> None:
    assert (offer["seats"], offer["players"]) == ("teams", [2, 3])
    assert offer["colours"] == ["blue", "orange", "red"]


def test_every_option_can_be_chosen_with_every_value_that_it_takes(offer: SetupOptions) -> None:
    assert [option["name"] for option in offer["options"]] == list(MatchOptions().to_json())
    for option in offer["options"]:
        for value, _ in option["values"]:
            assert dict(MatchOptions.from_json({option["name"]: value}).to_json())[option["name"]] == value


def test_the_usual_values_are_the_first_ones(offer: SetupOptions) -> None:
    for option in offer["options"]:
        assert dict(MatchOptions().to_json())[option["name"]] == option["values"][0][0]


def test_a_match_as_it_is_offered_can_be_started(offer: SetupOptions) -> None:
    players = [{"name": colour, "colour": colour} for colour in offer["colours"]]
    options = {option["name"]: option["values"][-1][0] for option in offer["options"]}
    (started,) = SpotItGame().opening({"game": "spot_it", "players": players, "options": options})
    assert isinstance(started, MatchStarted)
    assert started.options.to_json() == options
