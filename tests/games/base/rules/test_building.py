"""Building: base-game-2025, pages 8 to 10; clarifications.md, Building."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

import pytest

from companion.games.base.rules.cards import NO_CARDS
from companion.games.base.rules.events import Event, PlaceCity, PlaceRoad, PlaceSettlement
from companion.games.base.rules.legality import RuleViolation, violations
from companion.games.base.rules.options import Options
from companion.games.base.rules.state import State
from companion.island.geometry import (
    COAST,
    CORNERS,
    ENDS,
    NEIGHBOURS,
    PATHS,
    PATHS_AT,
    SIDES,
    HexId,
    IntersectionId,
    PathId,
)

CENTRE_CORNERS, CENTRE_SIDES = CORNERS[HexId("h0,0")], SIDES[HexId("h0,0")]
ROAD = {"lumber": 1, "brick": 1}
SETTLEMENT = {"lumber": 1, "brick": 1, "wool": 1, "grain": 1}
CITY = {"grain": 2, "ore": 3}


def outward(n: int) -> PathId:
    """The path that leads away from the middle hex at its n-th corner."""
    return next(p for p in PATHS_AT[CENTRE_CORNERS[n]] if p not in CENTRE_SIDES)


def legal_sites(state: State, piece: Callable[..., Event], sites: Iterable[Any]) -> set[Any]:
    return {at for at in sites if not violations(state, piece("red", at))}


class TestCosts:
    """Pages 8 to 10, Coûts de Construction: payments go back to the bank."""

    def test_a_road_costs_brick_and_lumber(
        self, position: Callable[..., State], play: Callable[..., State]
    ) -> None:
        state = play(
            position(red={"hand": ROAD, "settlements": [CENTRE_CORNERS[0]]}),
            PlaceRoad("red", CENTRE_SIDES[0]),
        )
        assert state.players[0].hand == NO_CARDS
        assert sum(state.bank) == 95
        assert state.players[0].roads_left == 14

    def test_a_settlement_costs_brick_lumber_wool_and_grain(
        self, position: Callable[..., State], play: Callable[..., State]
    ) -> None:
        state = play(
            position(red={"hand": SETTLEMENT, "roads": [CENTRE_SIDES[0]]}),
            PlaceSettlement("red", CENTRE_CORNERS[0]),
        )
        assert state.players[0].hand == NO_CARDS
        assert sum(state.bank) == 95
        assert state.players[0].settlements_left == 4
        assert state.points(0) == 1

    def test_a_city_costs_two_grain_and_three_ore(
        self, position: Callable[..., State], play: Callable[..., State]
    ) -> None:
        state = play(
            position(red={"hand": CITY, "settlements": [CENTRE_CORNERS[0]]}),
            PlaceCity("red", CENTRE_CORNERS[0]),
        )
        assert state.players[0].hand == NO_CARDS
        assert sum(state.bank) == 95
        assert state.points(0) == 2

    @pytest.mark.parametrize(
        ("event", "cost"),
        [
            (PlaceRoad("red", CENTRE_SIDES[5]), ROAD),
            (PlaceSettlement("red", CENTRE_CORNERS[1]), SETTLEMENT),
            (PlaceCity("red", CENTRE_CORNERS[3]), CITY),
        ],
    )
    def test_without_every_card_of_the_price_nothing_is_built(
        self, position: Callable[..., State], event: Event, cost: Mapping[str, int]
    ) -> None:
        def table(hand: Mapping[str, int]) -> State:
            return position(
                red={"hand": hand, "roads": [CENTRE_SIDES[0]], "settlements": [CENTRE_CORNERS[3]]}
            )

        assert not violations(table(cost), event)
        for kind in cost:
            assert violations(table({**cost, kind: cost[kind] - 1}), event) == RuleViolation.CANNOT_PAY

    def test_one_builds_after_the_roll_on_ones_own_turn(self, position: Callable[..., State]) -> None:
        side = {
            "hand": {**SETTLEMENT, "ore": 3, "grain": 2},
            "roads": [CENTRE_SIDES[0]],
            "settlements": [CENTRE_CORNERS[3]],
        }
        for event in (
            PlaceRoad("red", CENTRE_SIDES[5]),
            PlaceSettlement("red", CENTRE_CORNERS[1]),
            PlaceCity("red", CENTRE_CORNERS[3]),
        ):
            assert not violations(position(red=side), event)
            assert violations(position(red=side, dice=None), event) == RuleViolation.NOT_ROLLED
            assert violations(position(red=side, on_turn="white"), event) == RuleViolation.NOT_ON_TURN

    def test_as_much_as_one_can_pay(self, position: Callable[..., State], play: Callable[..., State]) -> None:
        """Page 8: « une ou plusieurs infrastructures »."""
        state = position(red={"hand": {"lumber": 3, "brick": 3}, "settlements": [CENTRE_CORNERS[0]]})
        play(state, *(PlaceRoad("red", CENTRE_SIDES[n]) for n in range(3)))


class TestRoads:
    """Pages 8 and 9, Route."""

    def test_at_an_own_settlement_or_city(self, position: Callable[..., State]) -> None:
        for kind in ("settlements", "cities"):
            state = position(red={"hand": ROAD, kind: [CENTRE_CORNERS[0]]})
            assert legal_sites(state, PlaceRoad, PATHS) == set(PATHS_AT[CENTRE_CORNERS[0]])

    def test_at_the_end_of_an_own_road(self, position: Callable[..., State]) -> None:
        state = position(red={"hand": ROAD, "roads": [CENTRE_SIDES[0]]})
        beside = {p for end in ENDS[CENTRE_SIDES[0]] for p in PATHS_AT[end]} - {CENTRE_SIDES[0]}
        assert legal_sites(state, PlaceRoad, PATHS) == beside

    def test_along_the_coast_too(self, position: Callable[..., State]) -> None:
        """Page 8: « entre une tuile Terrain et la mer »."""
        state = position(red={"hand": ROAD, "roads": [COAST[3]]})
        assert {COAST[2], COAST[4]} <= legal_sites(state, PlaceRoad, PATHS)

    def test_not_at_anothers_building_or_road(self, position: Callable[..., State]) -> None:
        state = position(
            red={"hand": ROAD}, blue={"settlements": [CENTRE_CORNERS[0]], "roads": [CENTRE_SIDES[2]]}
        )
        assert legal_sites(state, PlaceRoad, PATHS) == set()
        assert violations(state, PlaceRoad("red", CENTRE_SIDES[0])) == RuleViolation.NOT_CONNECTED

    @pytest.mark.parametrize("owner", ["red", "blue"])
    def test_one_road_a_path(self, position: Callable[..., State], owner: str) -> None:
        """Page 8: « 1 seule route sur chaque chemin »."""
        sides = {"red": {"hand": ROAD, "settlements": [CENTRE_CORNERS[0]]}, "blue": {}}
        sides[owner] = {**sides[owner], "roads": [CENTRE_SIDES[0]]}
        assert RuleViolation.SITE_TAKEN in violations(position(**sides), PlaceRoad("red", CENTRE_SIDES[0]))

    @pytest.mark.parametrize("kind", ["settlements", "cities"])
    def test_not_past_anothers_building(self, position: Callable[..., State], kind: str) -> None:
        """Page 9, Exemple: « mais pas sur les chemins marqués d'un X »."""
        state = position(red={"hand": ROAD, "roads": [CENTRE_SIDES[0]]}, blue={kind: [CENTRE_CORNERS[1]]})

        for beyond in (CENTRE_SIDES[1], outward(1)):
            assert violations(state, PlaceRoad("red", beyond)) == RuleViolation.NOT_CONNECTED
        for behind in (CENTRE_SIDES[5], outward(0)):
            assert not violations(state, PlaceRoad("red", behind))

    def test_past_ones_own_building_and_past_anothers_road(self, position: Callable[..., State]) -> None:
        state = position(
            red={"hand": ROAD, "roads": [CENTRE_SIDES[0]], "settlements": [CENTRE_CORNERS[1]]},
            blue={"roads": [outward(1)], "settlements": [NEIGHBOURS[CENTRE_CORNERS[1]][0]]},
        )
        assert not violations(state, PlaceRoad("red", CENTRE_SIDES[1]))

    def test_to_an_intersection_that_another_has_taken_from_elsewhere(
        self, position: Callable[..., State]
    ) -> None:
        """Only what lies beyond is blocked."""
        state = position(
            red={"hand": ROAD, "roads": [CENTRE_SIDES[0]]}, blue={"settlements": [CENTRE_CORNERS[2]]}
        )
        assert not violations(state, PlaceRoad("red", CENTRE_SIDES[1]))

    def test_as_an_option_anothers_building_blocks_nothing(self, position: Callable[..., State]) -> None:
        options = Options(opponents_block_roads=False)
        state = position(
            options=options,
            red={"hand": ROAD, "roads": [CENTRE_SIDES[0]]},
            blue={"settlements": [CENTRE_CORNERS[1]]},
        )
        assert not violations(state, PlaceRoad("red", CENTRE_SIDES[1]))

    def test_fifteen_and_no_more(self, position: Callable[..., State]) -> None:
        """Page 3, Matériel."""
        state = position(red={"hand": ROAD, "roads": list(COAST[:14])})
        assert not violations(state, PlaceRoad("red", COAST[14]))
        state = position(red={"hand": ROAD, "roads": list(COAST[:15])})
        assert violations(state, PlaceRoad("red", COAST[15])) == RuleViolation.NO_PIECE_LEFT


class TestSettlements:
    """Page 9, Colonie."""

    def test_where_an_own_road_leads(self, position: Callable[..., State]) -> None:
        state = position(red={"hand": SETTLEMENT, "roads": [CENTRE_SIDES[0]]})
        assert legal_sites(state, PlaceSettlement, CENTRE_CORNERS) == {CENTRE_CORNERS[0], CENTRE_CORNERS[1]}
        assert violations(state, PlaceSettlement("red", CENTRE_CORNERS[3])) == RuleViolation.NOT_CONNECTED

    def test_anothers_road_does_not_do(self, position: Callable[..., State]) -> None:
        state = position(red={"hand": SETTLEMENT}, blue={"roads": [CENTRE_SIDES[0]]})
        assert violations(state, PlaceSettlement("red", CENTRE_CORNERS[0])) == RuleViolation.NOT_CONNECTED

    @pytest.mark.parametrize("owner", ["red", "blue"])
    @pytest.mark.parametrize("kind", ["settlements", "cities"])
    def test_the_distance_rule_the_next_intersections_are_free(
        self, position: Callable[..., State], owner: str, kind: str
    ) -> None:
        """Page 9, Règle de Distance, for own and other players' buildings."""
        sides = {"red": {"hand": SETTLEMENT, "roads": list(CENTRE_SIDES)}, "blue": {}}
        sides[owner] = {**sides[owner], kind: [CENTRE_CORNERS[0]]}
        state = position(**sides)

        assert legal_sites(state, PlaceSettlement, CENTRE_CORNERS) == {
            CENTRE_CORNERS[2],
            CENTRE_CORNERS[3],
            CENTRE_CORNERS[4],
        }
        assert violations(state, PlaceSettlement("red", CENTRE_CORNERS[1])) == RuleViolation.DISTANCE_RULE
        assert RuleViolation.SITE_TAKEN in violations(state, PlaceSettlement("red", CENTRE_CORNERS[0]))

    def test_the_distance_rule_holds_on_the_coast(self, position: Callable[..., State]) -> None:
        coast = [next(iter(set(ENDS[COAST[n]]) & set(ENDS[COAST[n + 1]]))) for n in range(4)]
        state = position(red={"hand": SETTLEMENT, "roads": list(COAST[:5])}, blue={"settlements": [coast[0]]})
        assert violations(state, PlaceSettlement("red", coast[1])) == RuleViolation.DISTANCE_RULE
        assert not violations(state, PlaceSettlement("red", coast[2]))

    def test_every_violation_is_reported(self, position: Callable[..., State]) -> None:
        state = position(blue={"settlements": [CENTRE_CORNERS[0]]}, dice=None, on_turn="white")
        assert violations(state, PlaceSettlement("red", CENTRE_CORNERS[1])) == (
            RuleViolation.NOT_ON_TURN
            | RuleViolation.NOT_ROLLED
            | RuleViolation.CANNOT_PAY
            | RuleViolation.DISTANCE_RULE
            | RuleViolation.NOT_CONNECTED
        )

    def test_five_and_no_more(self, position: Callable[..., State]) -> None:
        """clarifications.md, Building: no settlement without one in hand."""
        spots = [CORNERS[HexId(h)][0] for h in ("h0,-2", "h2,-2", "h-2,0", "h2,0", "h-2,2")]
        side = {"hand": SETTLEMENT, "roads": [CENTRE_SIDES[3]]}

        assert not violations(
            position(red={**side, "settlements": spots[:4]}), PlaceSettlement("red", CENTRE_CORNERS[3])
        )
        state = position(red={**side, "settlements": spots})
        assert violations(state, PlaceSettlement("red", CENTRE_CORNERS[3])) == RuleViolation.NO_PIECE_LEFT

    def test_on_the_kosmos_sheet_after_two_roads_in_a_row(self, position: Callable[..., State]) -> None:
        """base-game-summary-kosmos, Construction: « à la suite de 2 routes consécutives minimum »."""
        options = Options(settlement_needs_roads=2)

        def table(roads: Sequence[PathId], blue: Sequence[IntersectionId] = ()) -> State:
            return position(
                options=options, red={"hand": SETTLEMENT, "roads": roads}, blue={"settlements": list(blue)}
            )

        assert (
            violations(table([CENTRE_SIDES[0]]), PlaceSettlement("red", CENTRE_CORNERS[0]))
            == RuleViolation.NOT_CONNECTED
        )
        two_in_a_row = table([CENTRE_SIDES[0], CENTRE_SIDES[1]])
        assert legal_sites(two_in_a_row, PlaceSettlement, CENTRE_CORNERS) == {
            CENTRE_CORNERS[0],
            CENTRE_CORNERS[2],
        }
        apart = table([CENTRE_SIDES[0], CENTRE_SIDES[3]])
        assert legal_sites(apart, PlaceSettlement, CENTRE_CORNERS) == set()
        interrupted = table([CENTRE_SIDES[0], CENTRE_SIDES[1], outward(0)], blue=[CENTRE_CORNERS[1]])
        assert (
            violations(interrupted, PlaceSettlement("red", CENTRE_CORNERS[2])) & RuleViolation.NOT_CONNECTED
        )


class TestCities:
    """Page 10, Ville."""

    def test_in_place_of_an_own_settlement_that_goes_back_to_the_supply(
        self, position: Callable[..., State], play: Callable[..., State]
    ) -> None:
        state = play(
            position(red={"hand": CITY, "settlements": [CENTRE_CORNERS[0]]}),
            PlaceCity("red", CENTRE_CORNERS[0]),
        )
        red = state.players[0]

        assert (red.settlements_left, red.cities_left) == (5, 3)
        assert red.settlements == 0
        assert red.cities.bit_count() == 1

    def test_not_on_an_empty_intersection_nor_on_a_city_nor_on_anothers_settlement(
        self, position: Callable[..., State]
    ) -> None:
        side = {"hand": CITY, "roads": [CENTRE_SIDES[0]]}
        assert (
            violations(position(red=side), PlaceCity("red", CENTRE_CORNERS[0]))
            == RuleViolation.NO_SETTLEMENT_THERE
        )
        state = position(
            red={**side, "cities": [CENTRE_CORNERS[0]]}, blue={"settlements": [CENTRE_CORNERS[2]]}
        )
        assert violations(state, PlaceCity("red", CENTRE_CORNERS[0])) == RuleViolation.NO_SETTLEMENT_THERE
        assert violations(state, PlaceCity("red", CENTRE_CORNERS[2])) == RuleViolation.NO_SETTLEMENT_THERE

    def test_four_and_no_more(self, position: Callable[..., State]) -> None:
        """Page 3, Matériel."""
        cities = [CORNERS[HexId(h)][0] for h in ("h0,-2", "h2,-2", "h-2,0", "h2,0")]
        side = {"hand": CITY, "settlements": [CENTRE_CORNERS[0]]}

        assert not violations(
            position(red={**side, "cities": cities[:3]}), PlaceCity("red", CENTRE_CORNERS[0])
        )
        state = position(red={**side, "cities": cities})
        assert violations(state, PlaceCity("red", CENTRE_CORNERS[0])) == RuleViolation.NO_PIECE_LEFT

    def test_a_settlement_that_came_back_can_be_built_again(
        self, position: Callable[..., State], play: Callable[..., State]
    ) -> None:
        """clarifications.md, Building: a city returns its settlement."""
        spots = [CORNERS[HexId(h)][0] for h in ("h0,-2", "h2,-2", "h-2,0", "h2,0", "h-2,2")]
        hand = {"lumber": 1, "brick": 1, "wool": 1, "grain": 3, "ore": 3}
        state = position(red={"hand": hand, "settlements": spots, "roads": [CENTRE_SIDES[3]]})

        assert violations(state, PlaceSettlement("red", CENTRE_CORNERS[3])) == RuleViolation.NO_PIECE_LEFT
        play(state, PlaceCity("red", spots[0]), PlaceSettlement("red", CENTRE_CORNERS[3]))

    def test_a_settlement_may_become_a_city_in_the_turn_it_was_built(
        self, position: Callable[..., State], play: Callable[..., State]
    ) -> None:
        hand = {"lumber": 1, "brick": 1, "wool": 1, "grain": 3, "ore": 3}
        state = position(red={"hand": hand, "roads": [CENTRE_SIDES[0]]})
        play(state, PlaceSettlement("red", CENTRE_CORNERS[0]), PlaceCity("red", CENTRE_CORNERS[0]))
