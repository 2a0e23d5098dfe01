"""What a panel does in the base game, of what everybody sees."""

from __future__ import annotations

from typing import Any

import pytest

from companion.games.base.views import panel

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
def test_the_light_is_theirs_who_have_something_to_do(differs: dict[str, Any], shines: str | None) -> None:
    assert panel.light_colour({**VIEW, **differs}) == shines


def test_the_dice_are_passed_on_once_they_were_thrown() -> None:
    assert panel.next_input(VIEW) == {"kind": "end_turn"}
    for other in ({"rolled": False}, {"phase": "founding"}, {"phase": "over"}):
        assert panel.next_input({**VIEW, **other}) is None


def test_of_rolls_a_seven_is_heard_and_of_other_things_none_ever_is() -> None:
    assert panel.is_seven({"kind": "roll", "player": "red", "dice": [3, 4]}) is True
    assert panel.is_seven({"kind": "roll", "player": "red", "dice": [3, 5]}) is False
    assert panel.is_seven({"kind": "end_turn", "player": "red"}) is None
