"""Options: each difference between the rule texts is one; clarifications.md, Options."""

import json
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.errors import CompanionError
from companion.games.base.rules.options import DEFAULT_OPTIONS, EDITIONS, Options
from companion.games.schema import OptionsError

# The table of clarifications.md, row by row: base-game-2025, digest, Kosmos sheet. Where a text
# doesn't say, the 2025 text holds; it leaves out no colour where none is named.
TABLE = [
    ("left_out_with_three", "white", "red", None),
    ("first_player", "highest_roll", "eldest", "highest_roll"),
    ("first_game_tokens", "diagram", "letters", "diagram"),
    ("spiral", "counter_clockwise", "counter_clockwise", "random"),
    ("must_rob", True, False, True),
    ("trade_before_building", False, True, True),
    ("maritime_takes_another", True, False, False),
    ("cards_a_turn", 1, None, 1),
    ("settlement_needs_roads", 1, 1, 2),
    ("opponents_block_roads", True, True, True),
    ("frame", "any_order", "by_the_numerals", "any_order"),
]


@pytest.mark.parametrize(("option", "of_2025", "digest", "kosmos"), TABLE)
def test_every_edition_has_the_values_of_its_column_in_the_table(
    option: str, of_2025: Any, digest: Any, kosmos: Any
) -> None:
    assert getattr(EDITIONS["2025"], option) == of_2025
    assert getattr(EDITIONS["digest"], option) == digest
    assert getattr(EDITIONS["kosmos"], option) == kosmos


def test_all_editions_play_to_ten_points_with_seven_cards_unhurt_and_hidden_hands() -> None:
    for options in EDITIONS.values():
        assert (options.points_to_win, options.hand_limit, options.open_hands) == (10, 7, False)


def test_the_2025_text_is_the_default() -> None:
    assert Options() == DEFAULT_OPTIONS == EDITIONS["2025"] == Options.from_json({})


@pytest.mark.parametrize("edition", EDITIONS)
def test_an_edition_is_selected_by_name(edition: str) -> None:
    assert Options.from_json({"edition": edition}) == EDITIONS[edition]


def test_single_options_change_an_edition() -> None:
    options = Options.from_json({"edition": "digest", "must_rob": True, "points_to_win": 12})
    assert options.must_rob
    assert options.points_to_win == 12
    assert options.trade_before_building


@pytest.mark.parametrize("options", [*EDITIONS.values(), Options(setup="first_game", open_hands=True)])
def test_options_survive_a_json_round_trip(options: Options) -> None:
    assert Options.from_json(json.loads(json.dumps(options.to_json()))) == options


@pytest.mark.parametrize(
    "data",
    [
        None,
        [],
        "2025",
        {"edition": "1995"},
        {"edition": None},
        {"edition": []},
        {"edition": {}},
        {"house_rule": True},
        {"setup": "island"},
        {"setup": None},
        {"must_rob": 1},
        {"must_rob": "yes"},
        {"cards_a_turn": 0},
        {"cards_a_turn": True},
        {"cards_a_turn": 1.0},
        {"settlement_needs_roads": True},
        {"settlement_needs_roads": 3},
        {"points_to_win": 1},
        {"points_to_win": None},
        {"points_to_win": 10.0},
        {"hand_limit": 0},
        {"left_out_with_three": "pink"},
        {"first_player": ["eldest"]},
    ],
)
def test_an_invalid_option_is_refused_with_a_message(data: Any) -> None:
    with pytest.raises(OptionsError) as refused:
        Options.from_json(data)
    assert isinstance(refused.value, CompanionError)
    assert isinstance(refused.value, ValueError)
    assert str(refused.value)


NAMES = [*Options().to_json(), "edition", "other"]
VALUES = st.recursive(
    st.none()
    | st.booleans()
    | st.integers(-3, 40)
    | st.floats(allow_nan=False)
    | st.sampled_from(["", "white", "random", "variable", "digest", "kosmos", "eldest"]),
    lambda inner: st.lists(inner, max_size=2) | st.dictionaries(st.text(max_size=3), inner, max_size=2),
    max_leaves=4,
)


@pytest.mark.slow
@settings(max_examples=400, derandomize=True)
@given(st.dictionaries(st.sampled_from(NAMES), VALUES, max_size=4))
def test_any_json_is_options_or_refused(data: Any) -> None:
    try:
        options = Options.from_json(data)
    except OptionsError:
        return
    assert Options.from_json(options.to_json()) == options


HOUSE_RULES = {
    "friendly_robber": 2,
    "no_seven_rounds": 2,
    "gifts": True,
    "trade_before_roll": True,
    "roll_with": "marked_deck",
    "claim_victory": True,
    "turn_seconds": 90,
    "reserve_seconds": 600,
    "points_to_win": 8,
    "hand_limit": 9,
}
"""What many tables play and no text has, each as some table plays it."""


def test_house_rules_are_off_by_default() -> None:
    for options in EDITIONS.values():
        assert not {name for name, chosen in HOUSE_RULES.items() if getattr(options, name) == chosen}


def test_house_rules_are_stored_with_the_game() -> None:
    chosen = Options.from_json({"edition": "digest", **HOUSE_RULES})
    assert Options.from_json(json.loads(json.dumps(chosen.to_json()))) == chosen
    assert {name: getattr(chosen, name) for name in HOUSE_RULES} == HOUSE_RULES
    assert not chosen.must_rob


def test_a_game_without_house_rules_in_its_journal_has_none() -> None:
    kept = {name: value for name, value in DEFAULT_OPTIONS.to_json().items() if name not in HOUSE_RULES}
    assert Options.from_json(kept) == DEFAULT_OPTIONS
