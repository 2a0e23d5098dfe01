"""The set-up form of a new game: the options that change play, by edition."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

import pytest

from companion.games.base.game import BaseGame
from companion.games.base.rules.options import EDITIONS, Options
from companion.games.schema import OptionsError


@pytest.fixture
def setup_form() -> Mapping[str, Any]:
    return BaseGame().setup_options()


def test_every_offered_value_is_valid(setup_form: dict[str, Any]) -> None:
    for option in setup_form["options"]:
        values_of: dict[str, Callable[[Any], list[Any]]] = {
            "tick": lambda _: [True, False],
            "number": lambda option: [option["least"], option["most"]],
            "choice": lambda option: [value for value, _ in option["values"]],
        }
        values = values_of[option["kind"]](option)
        for value in values:
            assert Options.from_json({option["name"]: value}).to_json()[option["name"]] == value


def test_the_bounds_of_a_number_are_the_options_own(setup_form: dict[str, Any]) -> None:
    (points,) = [option for option in setup_form["options"] if option["name"] == "points_to_win"]
    with pytest.raises(OptionsError, match="points_to_win"):
        Options.from_json({"points_to_win": points["most"] + 1})


def test_each_edition_lists_its_options(setup_form: dict[str, Any]) -> None:
    assert [edition["name"] for edition in setup_form["editions"]] == list(EDITIONS)
    for edition in setup_form["editions"]:
        chosen = Options.from_json({"edition": edition["name"]}).to_json()
        assert edition["options"].items() <= chosen.items()
    assert setup_form["editions"][0]["name"] == "2025"


def test_the_promise_to_enter_everything_is_a_default_in_every_edition(setup_form: dict[str, Any]) -> None:
    assert {option["name"]: option["usual"] for option in setup_form["options"] if "usual" in option} == {
        "all_told": True,
        "explained": False,
    }
    assert all("all_told" not in edition["options"] for edition in setup_form["editions"])
    # Programs and games that were begun before promised nothing.
    assert not Options.from_json({}).all_told


def test_explanations_are_offered_to_newcomers(setup_form: dict[str, Any]) -> None:
    assert [option["name"] for option in setup_form["options"] if option.get("for_newcomers")] == [
        "explained"
    ]
    assert not Options.from_json({}).explained


def test_every_option_in_which_editions_differ_can_be_chosen_except_the_set_up(
    setup_form: dict[str, Any],
) -> None:
    offered = {option["name"] for option in setup_form["options"]}
    usual = Options().to_json()
    differing = {
        name for each in EDITIONS.values() for name, value in each.to_json().items() if value != usual[name]
    }
    laying = {"first_game_tokens", "spiral", "frame", "first_player", "left_out_with_three"}
    assert differing - offered == laying


def test_a_game_from_the_form_can_be_started(setup_form: dict[str, Any]) -> None:
    players = [
        {"name": colour, "colour": colour} for colour in setup_form["colours"][: max(setup_form["players"])]
    ]
    for edition in setup_form["editions"]:
        options = {"edition": edition["name"], **edition["options"]}
        assert BaseGame().opening({"players": players, "options": options})
