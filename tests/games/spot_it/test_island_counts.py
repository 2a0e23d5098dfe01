"""The counts of a final island's visible cards in games 1 to 3."""

from __future__ import annotations

import pytest

from companion.games.spot_it.island_counts import (
    HARBOR_PLACES,
    ISLAND_PLACES,
    MIRRORED_HARBOR_PLACES,
    Place,
    count_cards,
    neighbours,
)
from companion.games.spot_it.state import Colour

OWNERS: dict[Place, Colour] = {
    (0, 0): "blue",
    (1, 0): "blue",
    (0, -2): "blue",
    (1, -2): "red",
    (-2, 0): "red",
    (-1, 0): "red",
    (-1, 1): "red",
}


def test_an_island_has_19_places_and_six_harbors_that_touch_two_each() -> None:
    assert len(set(ISLAND_PLACES)) == 19
    for harbors in (HARBOR_PLACES, MIRRORED_HARBOR_PLACES):
        assert not set(harbors) & set(ISLAND_PLACES)
        assert [len(set(neighbours(each)) & set(ISLAND_PLACES)) for each in harbors] == [2] * 6
    assert not set(HARBOR_PLACES) & set(MIRRORED_HARBOR_PLACES)


@pytest.mark.parametrize(("game", "blue", "red"), [(1, 3, 4), (3, 2, 3)])
def test_visible_cards_and_the_largest_group_are_counted(game: int, blue: int, red: int) -> None:
    assert [count_cards(game, OWNERS, colour) for colour in ("blue", "red", "orange")] == [blue, red, 0]


def test_a_harbor_between_two_cards_of_a_team_counts_once() -> None:
    harbor = HARBOR_PLACES[0]
    beside = [place for place in ISLAND_PLACES if place in neighbours(harbor)]
    owners: dict[Place, Colour] = dict.fromkeys(beside, "orange")
    assert count_cards(2, owners, "orange") == 1
    assert count_cards(2, {beside[0]: "orange", beside[1]: "red"}, "red") == 1
    assert count_cards(2, owners, "blue") == 0


def test_cards_that_border_no_harbor_count_none() -> None:
    assert count_cards(2, {(0, 0): "blue", (1, 0): "blue"}, "blue") == 0
