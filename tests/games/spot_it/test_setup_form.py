"""The set-up form of a new match."""

from __future__ import annotations

import pytest

from companion.games.api_types import SetupOptions
from companion.games.spot_it.events import MatchStarted
from companion.games.spot_it.game import SpotItGame
from companion.games.spot_it.state import MatchOptions


@pytest.fixture
def setup_form() -> SetupOptions:
    return SpotItGame().setup_options()


def test_the_form_asks_for_teams_not_players(setup_form: SetupOptions) -> None:
    assert (setup_form["seats"], setup_form["players"]) == ("teams", [2, 3])
    assert setup_form["colours"] == ["blue", "orange", "red"]


def test_every_option_accepts_every_value_of_the_form(setup_form: SetupOptions) -> None:
    assert [option["name"] for option in setup_form["options"]] == list(MatchOptions().to_json())
    for option in setup_form["options"]:
        for value, _ in option["values"]:
            assert dict(MatchOptions.from_json({option["name"]: value}).to_json())[option["name"]] == value


def test_defaults_come_first(setup_form: SetupOptions) -> None:
    for option in setup_form["options"]:
        assert dict(MatchOptions().to_json())[option["name"]] == option["values"][0][0]


def test_a_match_from_the_form_can_be_started(setup_form: SetupOptions) -> None:
    players = [{"name": colour, "colour": colour} for colour in setup_form["colours"]]
    options = {option["name"]: option["values"][-1][0] for option in setup_form["options"]}
    (started,) = SpotItGame().opening({"game": "spot_it", "players": players, "options": options})
    assert isinstance(started, MatchStarted)
    assert started.options.to_json() == options
