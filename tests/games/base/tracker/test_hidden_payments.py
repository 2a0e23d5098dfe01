"""Doubtful pieces, and what they say about their owner's cards."""

from __future__ import annotations

from collections.abc import Mapping

from companion.games.base.belief.believed_replay import BelievedReplay
from companion.games.base.rules.events import EndTurn, Event, GameStarted, Roll
from companion.games.base.rules.options import Options
from companion.island.geometry import Standing
from tests.games.base.histories import FIRST_ENTRY, FOUNDING, OPENING, SEATS, account_of, holds
from tests.games.base.tracker.looks import Shares, explain_look, free_paths, piece

ROLL = Roll("red", (1, 1))
A_ROAD = {"lumber": 1, "brick": 1}
A_CITY = {"grain": 2, "ore": 3}
HALF_A_ROAD: Mapping[Standing | None, float] = {None: 0.6, piece("road", "red"): 0.4}
HALF_A_CITY: Mapping[Standing | None, float] = {piece("settlement", "red"): 0.8, piece("city", "red"): 0.2}
ALL_REPORTED_EVENTS = (GameStarted(SEATS, Options(all_told=True)), *OPENING[1:], *FOUNDING)
LATER_S = FIRST_ENTRY + 50.0


def in_play(*events: Event) -> BelievedReplay:
    return account_of(*ALL_REPORTED_EVENTS, *events)


PATH = free_paths(in_play(ROLL))[0]


def in_doubt(believed: BelievedReplay, changed: Mapping[str, Shares], since: float) -> set[str]:
    return set(explain_look(believed, changed, t=LATER_S, rested=LATER_S - since).in_doubt or ())


def road_in_doubt(*events: Event, since: float = FIRST_ENTRY + 10.0) -> bool:
    return in_doubt(in_play(*events), {PATH: HALF_A_ROAD}, since) == {"red"}


def city_in_doubt(*events: Event, since: float = FIRST_ENTRY + 10.0) -> bool:
    return in_doubt(in_play(*events), {"i4,1": HALF_A_CITY}, since) == {"red"}


def test_an_affordable_doubtful_piece_may_have_been_paid() -> None:
    assert road_in_doubt(holds("red", **A_ROAD), ROLL)
    assert city_in_doubt(holds("red", **A_CITY), ROLL)


def test_a_piece_that_looked_doubtful_since_the_founding_was_not_bought() -> None:
    assert not road_in_doubt(holds("red", **A_ROAD), ROLL, since=FIRST_ENTRY - 1.0)
    assert not city_in_doubt(holds("red", **A_CITY), ROLL, since=FIRST_ENTRY - 1.0)


def test_an_unaffordable_piece_was_not_bought() -> None:
    assert not road_in_doubt(holds("red", lumber=5), ROLL)
    assert not city_in_doubt(holds("red", grain=2, ore=2), ROLL)


def test_a_piece_affordable_when_it_appeared_may_have_been_paid() -> None:
    spent = (holds("red", **A_ROAD), ROLL, EndTurn("red"), Roll("blue", (3, 4)))
    assert road_in_doubt(*spent)


def test_a_piece_visible_before_the_hand_was_shown_is_paid_already() -> None:
    assert not road_in_doubt(ROLL, holds("red", **A_ROAD), since=FIRST_ENTRY + 0.5)
    assert road_in_doubt(ROLL, holds("red", **A_ROAD), since=FIRST_ENTRY + 5.0)


def test_only_a_shown_hand_that_matches_rules_out_the_city() -> None:
    agreed = (holds("red", **A_CITY), ROLL, holds("red", **A_CITY))
    assert not city_in_doubt(*agreed, since=FIRST_ENTRY + 1.5)
    assert city_in_doubt(holds("red", **A_CITY), ROLL, holds("red", wool=1), since=FIRST_ENTRY + 1.5)


def test_a_player_without_a_turn_since_the_hand_was_shown_built_nothing() -> None:
    events = (holds("red", **A_ROAD), ROLL, EndTurn("red"), Roll("blue", (1, 1)), holds("red", **A_ROAD))
    assert not road_in_doubt(*events)


def test_an_unclear_building_says_nothing_about_its_production() -> None:
    gone = {"i4,1": {None: 0.6, piece("settlement", "red"): 0.4}}
    believed = in_play(ROLL, holds("red", **A_ROAD))
    assert in_doubt(believed, gone, FIRST_ENTRY) == {"red"}
