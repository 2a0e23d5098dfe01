"""Founding in the variable set-up: base-game-2025, page 12; clarifications.md, Founding."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace

import pytest

from companion.games.base.rules.cards import Cards
from companion.games.base.rules.effects import apply
from companion.games.base.rules.events import (
    EndTurn,
    Event,
    FirstPlayerChosen,
    GameStarted,
    PlaceCity,
    PlaceRoad,
    PlaceSettlement,
    Roll,
    TakeStartingResources,
)
from companion.games.base.rules.legality import RuleViolation, violations
from companion.games.base.rules.options import Colour, Options
from companion.games.base.rules.state import State
from companion.games.base.views.table_views import dealt_starting_resources
from companion.island.geometry import (
    CORNERS,
    ENDS,
    INTERSECTIONS,
    NEIGHBOURS,
    PATHS,
    PATHS_AT,
    HexId,
    IntersectionId,
)
from tests.games.base.histories import FOUNDING, OPENING, SEATS, account_of

COLOURS: tuple[Colour, ...] = ("red", "blue", "white", "orange")
CENTRE_CORNERS = CORNERS[HexId("h0,0")]


def distant_sites(count: int) -> list[IntersectionId]:
    """Intersections that keep the distance rule among each other."""
    found: list[IntersectionId] = []
    for at in INTERSECTIONS:
        if not {at, *NEIGHBOURS[at]} & set(found):
            found.append(at)
    return found[:count]


def founding(order: Sequence[Colour]) -> Iterator[PlaceSettlement | PlaceRoad]:
    """Yield settlement and road for each colour in order."""
    for colour, at in zip(order, distant_sites(len(order)), strict=True):
        yield PlaceSettlement(colour, at)
        yield PlaceRoad(colour, PATHS_AT[at][0])


@pytest.mark.parametrize("count", [3, 4])
@pytest.mark.parametrize("first", [0, 1, 2])
def test_round_one_goes_clockwise_from_the_first_player_and_round_two_back_from_the_last(
    seated_state: Callable[..., State], play: Callable[..., State], count: int, first: int
) -> None:
    colours = COLOURS[:count]
    clockwise = colours[first:] + colours[:first]
    state = play(seated_state(*colours), FirstPlayerChosen(colours[first]))

    for event in founding([*clockwise, *reversed(clockwise)]):
        assert state.players[state.active].colour == event.player
        for other in set(colours) - {event.player}:
            assert RuleViolation.NOT_ON_TURN in violations(state, replace(event, player=other))
        state = play(state, event)

    assert state.phase == "play"
    assert state.turn == 1
    assert state.players[state.active].colour == clockwise[0]
    for player in state.players:
        assert (player.settlements_left, player.roads_left, player.cities_left) == (3, 13, 4)


def test_a_settlement_comes_first_then_its_road(
    seated_state: Callable[..., State], play: Callable[..., State]
) -> None:
    state = seated_state("red", "blue", "white")
    assert RuleViolation.WRONG_PHASE in violations(state, PlaceRoad("red", PATHS[0]))

    state = play(state, PlaceSettlement("red", CENTRE_CORNERS[0]))
    assert RuleViolation.WRONG_PHASE in violations(state, PlaceSettlement("red", CENTRE_CORNERS[2]))


def test_the_road_lies_beside_the_settlement_just_placed(
    seated_state: Callable[..., State], play: Callable[..., State]
) -> None:
    """Page 12: « sur l'un des 3 chemins adjacents à cette colonie »."""
    events = list(founding(["red", "blue", "white", "white", "blue", "red"]))
    state = play(seated_state("red", "blue", "white"), *events[:7])
    earlier, now = IntersectionId(events[4].at), events[6].at

    for path in PATHS:
        beside = now in ENDS[path]
        taken = path in {e.at for e in events[1:6:2]}
        assert bool(violations(state, PlaceRoad("white", path))) == (not beside or taken)
    beside_the_first = next(p for p in PATHS_AT[earlier] if p != events[5].at)
    assert violations(state, PlaceRoad("white", beside_the_first)) == RuleViolation.NOT_CONNECTED


def test_founding_settlements_keep_the_distance_rule(
    seated_state: Callable[..., State], play: Callable[..., State]
) -> None:
    """Page 12: « N'oubliez pas de respecter la Règle de Distance »."""
    at = CENTRE_CORNERS[0]
    state = seated_state("red", "blue", "white")
    state = play(state, PlaceSettlement("red", at), PlaceRoad("red", PATHS_AT[at][0]))

    for near in NEIGHBOURS[at]:
        assert violations(state, PlaceSettlement("blue", near)) == RuleViolation.DISTANCE_RULE
    assert RuleViolation.SITE_TAKEN in violations(state, PlaceSettlement("blue", at))
    for near in NEIGHBOURS[at]:
        for further in set(NEIGHBOURS[near]) - {at}:
            assert not violations(state, PlaceSettlement("blue", further))


def test_founding_costs_nothing(seated_state: Callable[..., State], play: Callable[..., State]) -> None:
    state = play(seated_state("red", "blue", "white"), *founding(["red", "blue", "white"]))

    assert all(sum(player.hand) == 0 for player in state.players)
    assert sum(state.bank) == 95


def test_starting_resources_come_with_the_second_settlement_one_card_for_each_hex_around(
    seated_state: Callable[..., State], play: Callable[..., State], cards: Callable[..., Cards]
) -> None:
    """Page 12, Ressources de départ."""
    state = play(seated_state("red", "blue", "white"), *founding(["red", "blue", "white"]))
    # Hills, pasture and the desert: h0,-1, h1,-1 and h0,0 meet at the north of the middle.
    state = play(state, PlaceSettlement("white", CENTRE_CORNERS[0]))

    assert state.players[2].hand == cards(brick=1, wool=1)
    assert sum(state.bank) == 93
    assert [sum(player.hand) for player in state.players] == [0, 0, 2]


def test_a_second_settlement_on_the_coast_brings_as_many_cards_as_it_has_hexes(
    seated_state: Callable[..., State], play: Callable[..., State], cards: Callable[..., Cards]
) -> None:
    state = play(seated_state("red", "blue", "white"), *founding(["red", "blue", "white"]))
    state = play(state, PlaceSettlement("white", CORNERS[HexId("h-2,2")][4]))

    assert state.players[2].hand == cards(brick=1)


def test_nobody_takes_starting_resources_twice(
    seated_state: Callable[..., State], play: Callable[..., State]
) -> None:
    events = list(founding(["red", "blue", "white", "white"]))
    state = play(seated_state("red", "blue", "white"), *events)

    again = TakeStartingResources("white", IntersectionId(events[6].at))
    assert RuleViolation.WRONG_PHASE in violations(state, again)


def test_nothing_else_happens_while_founding(
    seated_state: Callable[..., State], play: Callable[..., State]
) -> None:
    state = play(seated_state("red", "blue", "white"), *founding(["red", "blue"]))

    assert RuleViolation.WRONG_PHASE in violations(state, Roll("white", (1, 2)))
    assert RuleViolation.WRONG_PHASE in violations(state, EndTurn("white"))
    assert RuleViolation.WRONG_PHASE in violations(state, PlaceCity("red", distant_sites(1)[0]))


def test_a_roll_during_the_founding_is_recorded_and_begins_the_game(
    seated_state: Callable[..., State], play: Callable[..., State]
) -> None:
    """Players may found more quickly than anyone enters; their roll stands."""
    state = play(seated_state("red", "blue", "white"), *founding(["red", "blue"]))
    state = apply(state, Roll("red", (1, 2)))

    assert state.phase == "play"
    assert state.dice == (1, 2)


class TestDealtStartingResources:
    """Each player's starting resources as everyone sees them, while they are to be taken."""

    def test_the_second_settlement_gives_a_card_for_each_hex_around_it(self) -> None:
        # White's second settlement lies between the forest (8), the mountains (3) and the hills (5).
        cards = {"lumber": 1, "brick": 1, "ore": 1}
        assert dealt_starting_resources(account_of(*OPENING, *FOUNDING[:7])) == [
            {"colour": "white", "cards": cards}
        ]

    def test_dealt_resources_are_shown_until_another_player_acts(self) -> None:
        def receivers(*events: Event) -> list[str]:
            return [each["colour"] for each in dealt_starting_resources(account_of(*OPENING, *events))]

        assert receivers(*FOUNDING[:8]) == ["white"]
        assert receivers(*FOUNDING[:9]) == ["blue"]
        assert receivers(*FOUNDING, Roll("red", (1, 1))) == []

    def test_in_the_first_game_all_starting_resources_are_dealt_together(self) -> None:
        opening = (GameStarted(SEATS, Options(setup="first_game")), OPENING[1], *FOUNDING)
        events = [
            TakeStartingResources("red", IntersectionId("i-2,-2")),
            TakeStartingResources("blue", IntersectionId("i-2,4")),
            TakeStartingResources("white", IntersectionId("i-5,4")),
        ]
        assert [each["colour"] for each in dealt_starting_resources(account_of(*opening, *events))] == [
            "red",
            "blue",
            "white",
        ]
        assert dealt_starting_resources(account_of(*opening, *events[:1]))[0]["cards"] == {
            "grain": 1,
            "brick": 1,
            "lumber": 1,
        }
        assert dealt_starting_resources(account_of(*opening, *events, Roll("red", (1, 1)))) == []

    def test_the_first_settlement_gives_nothing(self) -> None:
        assert dealt_starting_resources(account_of(*OPENING, *FOUNDING[:6])) == []
