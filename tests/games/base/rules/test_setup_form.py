"""What can be chosen for a new game: only what changes how it is played, by edition."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

import pytest

from companion.games.base.game import BaseGame
from companion.games.base.rules.options import EDITIONS, Options, OptionsError


@pytest.fixture
def offer() -> Mapping[str, Any]:
    return BaseGame().setup_options()


def test_every_value_offered_is_one_that_the_option_takes(offer: dict[str, Any]) -> None:
    for option in offer["options"]:
        values_of: dict[str, Callable[[Any], list[Any]]] = {
            "tick": lambda _: [True, False],
            "number": lambda told: [told["least"], told["most"]],
            "choice": lambda told: [value for value, _ in told["values"]],
        }
        values = values_of[option["kind"]](option)
        for value in values:
            assert Options.from_json({option["name"]: value}).to_json()[option["name"]] == value


def test_the_bounds_of_a_number_are_the_options_own(offer: dict[str, Any]) -> None:
    (points,) = [option for option in offer["options"] if option["name"] == "points_to_win"]
    with pytest.raises(OptionsError, match="points_to_win"):
        Options.from_json({"points_to_win": points["most"] + 1})


def test_each_edition_says_what_it_chooses(offer: dict[str, Any]) -> None:
    assert [edition["name"] for edition in offer["editions"]] == list(EDITIONS)
    for edition in offer["editions"]:
        chosen = Options.from_json({"edition": edition["name"]}).to_json()
        assert edition["options"].items() <= chosen.items()
    assert offer["editions"][0]["name"] == "2025"


def test_that_all_is_entered_is_usual_and_no_matter_of_an_edition(offer: dict[str, Any]) -> None:
    assert {option["name"]: option["usual"] for option in offer["options"] if "usual" in option} == {
        "all_told": True,
        "explained": False,
    }
    assert all("all_told" not in edition["options"] for edition in offer["editions"])
    # Programs and games that were begun before promised nothing.
    assert not Options.from_json({}).all_told


def test_each_step_is_explained_where_nobody_has_played_before(offer: dict[str, Any]) -> None:
    assert [option["name"] for option in offer["options"] if option.get("for_newcomers")] == ["explained"]
    assert not Options.from_json({}).explained


def test_every_option_that_an_edition_differs_in_can_be_chosen_but_how_the_island_is_laid(
    offer: dict[str, Any],
) -> None:
    offered = {option["name"] for option in offer["options"]}
    usual = Options().to_json()
    differing = {
        name for each in EDITIONS.values() for name, value in each.to_json().items() if value != usual[name]
    }
    laying = {"first_game_tokens", "spiral", "frame", "first_player", "left_out_with_three"}
    assert differing - offered == laying


def test_a_game_as_it_is_offered_can_be_started(offer: dict[str, Any]) -> None:
    players = [{"name": colour, "colour": colour} for colour in offer["colours"][: max(offer["players"])]]
    for edition in offer["editions"]:
        options = {"edition": edition["name"], **edition["options"]}
        assert BaseGame().opening({"players": players, "options": options})
