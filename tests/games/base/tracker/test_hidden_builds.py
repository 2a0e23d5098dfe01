"""Builds that a hand may hide, and whose cards they make uncertain."""

from __future__ import annotations

from dataclasses import replace

import pytest

from companion.games.base.belief.believed_replay import BelievedReplay
from companion.games.base.rules.events import EndTurn, PlaceRoad, PlayDevelopmentCard, Roll
from companion.island.geometry import PATHS_AT, IntersectionId
from tests.games.base.histories import FIRST_ENTRY, FOUNDING, OPENING, account_of, by_camera, holds, in_play
from tests.games.base.tracker.looks import explain_look, free_intersections, free_paths

ROLL = Roll("red", (1, 1))
A_ROAD = {"lumber": 1, "brick": 1}
PATH = free_paths(in_play(ROLL))[0]
DISTANT_PATH = "p-1,-5"
"""Where red can build nothing."""
POOR = [holds(colour) for colour in ("red", "blue", "white")]


def in_doubt(
    believed: BelievedReplay, *covered: str, t: float = FIRST_ENTRY + 20.0, hidden: float = 10.0
) -> set[str]:
    return set(explain_look(believed, covered=covered, t=t, hidden=hidden).in_doubt or ())


def test_a_player_who_could_pay_may_have_built_under_a_hand() -> None:
    assert in_doubt(in_play(*POOR, holds("red", **A_ROAD), ROLL), PATH) == {"red"}


def test_a_player_who_could_not_pay_has_built_nothing() -> None:
    assert in_doubt(in_play(*POOR, holds("red", lumber=5), ROLL), PATH) == set()


def test_a_site_where_nothing_can_be_built_raises_no_doubt() -> None:
    assert in_doubt(in_play(*POOR, holds("red", **A_ROAD), ROLL), DISTANT_PATH) == set()


def test_a_visible_site_raises_no_doubt() -> None:
    assert in_doubt(in_play(*POOR, holds("red", **A_ROAD), ROLL)) == set()


def test_a_settlement_under_a_hand_may_be_a_city_by_now() -> None:
    rich = in_play(*POOR, holds("red", grain=2, ore=3), ROLL)
    assert in_doubt(rich, "i4,1") == {"red"}
    assert in_doubt(rich, PATH) == set()


def test_a_free_site_under_a_hand_may_be_settled() -> None:
    ends = [PlaceRoad("red", path) for path in free_paths(in_play(ROLL))]
    believed = in_play(*POOR, ROLL, *ends[:2])
    site = next(iter(free_intersections(believed)))
    settler = in_play(*POOR, ROLL, *ends[:2], holds("red", lumber=1, brick=1, wool=1, grain=1))
    assert in_doubt(settler, site) == {"red"}


def test_a_road_building_card_pays_too() -> None:
    card = PlayDevelopmentCard("red", "road_building")
    assert in_doubt(in_play(*POOR, ROLL, card), PATH) == {"red"}


def test_a_player_without_a_turn_since_the_last_look_built_nothing() -> None:
    blues = free_paths(in_play(), 1)[0]
    believed = in_play(*POOR, holds("blue", **A_ROAD), ROLL)
    assert in_doubt(believed, blues) == set()


def test_the_previous_player_may_have_built_before_passing_the_dice() -> None:
    believed = in_play(*POOR, holds("red", **A_ROAD), ROLL, EndTurn("red"), Roll("blue", (1, 1)))
    passed = believed.steps[-2].record.t
    assert in_doubt(believed, PATH, t=passed + 20, hidden=22) == {"red"}
    assert in_doubt(believed, PATH, t=passed + 40, hidden=20) == set()


def test_a_doubt_lasts_until_the_site_is_seen() -> None:
    doubted = replace(in_play(*POOR, ROLL), in_doubt=frozenset({"red"}))
    assert in_doubt(doubted, PATH) == {"red"}
    assert in_doubt(doubted, DISTANT_PATH) == set()


def test_a_build_of_this_turn_may_have_been_undone_under_a_hand() -> None:
    believed = in_play(*POOR, ROLL, by_camera(PlaceRoad("red", PATH)))
    assert in_doubt(believed, PATH) == {"red"}
    later = in_play(*POOR, ROLL, by_camera(PlaceRoad("red", PATH)), EndTurn("red"), Roll("blue", (1, 1)))
    assert in_doubt(later, PATH) == set()


@pytest.mark.parametrize(("founded", "who"), [(0, "red"), (1, "red"), (2, "blue")])
def test_a_player_due_to_found_may_have_founded_under_a_hand(founded: int, who: str) -> None:
    believed = account_of(*OPENING, *FOUNDING[:founded])
    road = next(path for path in PATHS_AT[IntersectionId("i4,1")])
    assert in_doubt(believed, "i-5,4" if founded != 1 else road) == {who}


def test_where_nobody_can_found_there_is_no_doubt() -> None:
    believed = account_of(*OPENING, *FOUNDING[:2])
    assert in_doubt(believed, "i4,1", *PATHS_AT[IntersectionId("i4,1")]) == set()
