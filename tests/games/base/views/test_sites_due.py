"""The sites of the piece that the table waits for: exactly those that the rules allow."""

from collections.abc import Mapping
from typing import Any

import pytest

from companion.games.base.game import BaseGame
from companion.games.base.rules.events import PlaceRoad, PlaceSettlement, PlayDevelopmentCard, Roll
from companion.games.base.rules.legality import LEGAL, violations
from companion.island.geometry import INTERSECTIONS, PATHS
from tests.games.base.histories import FOUNDING, OPENING, story_of

GAME = BaseGame()


def find_due_sites(history: Any) -> Mapping[str, Any]:
    """Return the sites and pieces that the table waits for after the events of a story."""
    (item,) = GAME.view(history)["to_do"]
    return item


@pytest.mark.parametrize("placements", range(len(FOUNDING)))
def test_in_the_founding(placements: int) -> None:
    history = story_of(*OPENING, *FOUNDING[:placements])
    item = find_due_sites(history)
    events: list[PlaceSettlement | PlaceRoad] = (
        [PlaceSettlement(item["colour"], at) for at in INTERSECTIONS]
        if item["piece"] == "settlement"
        else [PlaceRoad(item["colour"], at) for at in PATHS]
    )
    assert item["sites"] == [event.at for event in events if violations(history.state, event) == LEGAL]
    assert 0 < len(item["sites"]) < len(events) or not placements


def test_free_roads() -> None:
    played = PlayDevelopmentCard("red", "road_building")
    history = story_of(*OPENING, *FOUNDING, Roll("red", (1, 1)), played)
    item = find_due_sites(history)
    assert item["kind"] == "free_roads"
    assert item["sites"] == [at for at in PATHS if violations(history.state, PlaceRoad("red", at)) == LEGAL]
    assert 0 < len(item["sites"]) < 12
