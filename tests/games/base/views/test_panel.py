"""The panel in the base game, from the public view."""

from __future__ import annotations

from typing import Any

import pytest

from companion.games.base.views import table_views

VIEW: dict[str, Any] = {"phase": "play", "on_turn": "red", "rolled": True, "to_do": [], "winner": None}
FOUNDS = {"kind": "found", "colour": "blue", "piece": "road"}


@pytest.mark.parametrize(
    ("differs", "shines"),
    [
        ({}, "red"),
        ({"phase": "layout", "to_do": [{"kind": "lay_island"}]}, None),
        ({"phase": "founding", "to_do": [{"kind": "confirm_island"}, FOUNDS]}, "blue"),
        ({"phase": "over", "winner": "white"}, "white"),
    ],
)
def test_the_light_shows_the_player_who_has_to_act(differs: dict[str, Any], shines: str | None) -> None:
    assert table_views.light_colour({**VIEW, **differs}) == shines


def test_the_button_ends_the_turn_after_the_roll() -> None:
    assert table_views.next_input(VIEW) == {"kind": "end_turn"}
    for other in ({"rolled": False}, {"phase": "founding"}, {"phase": "over"}):
        assert table_views.next_input({**VIEW, **other}) is None


def test_only_a_seven_makes_a_sound() -> None:
    assert table_views.is_seven({"kind": "roll", "player": "red", "dice": [3, 4]}) is True
    assert table_views.is_seven({"kind": "roll", "player": "red", "dice": [3, 5]}) is False
    assert table_views.is_seven({"kind": "end_turn", "player": "red"}) is None
