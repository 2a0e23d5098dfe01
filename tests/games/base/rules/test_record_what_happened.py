"""Any event is recorded, legal or not: flagged with its violations, never an exception."""

import random
from collections.abc import Callable
from typing import Any

import pytest

from companion.games.base.rules.cards import NO_CARDS, Cards, DevelopmentCard, Resource
from companion.games.base.rules.choices import legal_events
from companion.games.base.rules.effects import apply
from companion.games.base.rules.events import (
    BuyDevelopmentCard,
    Discard,
    DomesticTrade,
    EndTurn,
    Event,
    FirstPlayerChosen,
    GameStarted,
    LayoutEntered,
    LayoutSet,
    MaritimeTrade,
    MoveRobber,
    PlaceCity,
    PlacedPiece,
    PlaceRoad,
    PlaceSettlement,
    PlayDevelopmentCard,
    RevealVictoryPoints,
    Roll,
    Side,
    Steal,
    TakeStartingResources,
    TakeUp,
)
from companion.games.base.rules.legality import RuleViolation, is_legal, violations
from companion.games.base.rules.options import EDITIONS, Colour, Options
from companion.games.base.rules.sites import longest_road
from companion.games.base.rules.state import State
from companion.games.seats import Seat
from companion.island.geometry import CORNERS, HEXES, INTERSECTIONS, PATHS, PATHS_AT, SIDES, HexId
from companion.island.layout import Draft
from companion.island.setups import first_game_layout

CENTRE_CORNERS, CENTRE_SIDES = CORNERS[HexId("h0,0")], SIDES[HexId("h0,0")]
COLOURS: tuple[Colour, ...] = ("red", "blue", "white")
PIECES = (PlacedPiece(CENTRE_CORNERS[0], "city", "red"), PlacedPiece(CENTRE_SIDES[0], "road", "blue"))


def any_event(chance: random.Random) -> Event:
    """Any event of one of three players, legal or not."""
    one, other = chance.choice(COLOURS), chance.choice(COLOURS)

    def cards() -> Cards:
        lumber, brick, wool, grain, ore, unidentified = (chance.choice([0, 0, 0, 1, 2, 4]) for _ in range(6))
        return lumber, brick, wool, grain, ore, unidentified

    def resource() -> Resource | None:
        return chance.choice([None, "lumber", "brick", "wool", "grain", "ore"])

    kinds: list[DevelopmentCard] = ["knight", "road_building", "year_of_plenty", "monopoly", "victory_point"]
    happens: list[Callable[[], Event]] = [
        lambda: PlaceRoad(one, chance.choice(PATHS)),
        lambda: PlaceRoad(one, chance.choice(CENTRE_SIDES)),
        lambda: PlaceSettlement(one, chance.choice(INTERSECTIONS)),
        lambda: PlaceSettlement(one, chance.choice(CENTRE_CORNERS)),
        lambda: PlaceCity(one, chance.choice(INTERSECTIONS)),
        lambda: PlaceCity(one, chance.choice(CENTRE_CORNERS)),
        lambda: TakeStartingResources(one, chance.choice(INTERSECTIONS)),
        lambda: Roll(one, (chance.randint(1, 6), chance.randint(1, 6))),
        lambda: Discard(one, cards()),
        lambda: MoveRobber(one, chance.choice(HEXES)),
        lambda: Steal(one, chance.choice([None, *COLOURS]), resource()),
        lambda: DomesticTrade(one, other, cards(), cards()),
        lambda: MaritimeTrade(one, cards(), cards()),
        lambda: BuyDevelopmentCard(one, chance.choice([None, *kinds])),
        lambda: PlayDevelopmentCard(one, chance.choice(kinds), cards(), resource()),
        lambda: RevealVictoryPoints(one, chance.randint(0, 5)),
        lambda: EndTurn(one),
        lambda: FirstPlayerChosen(one),
        lambda: LayoutSet(first_game_layout()),
        lambda: LayoutEntered(Draft.from_layout(first_game_layout())),
        lambda: TakeUp(one, (Side(other, cards(), 3, cards()),), chance.choice([None, (), PIECES])),
    ]
    return chance.choice(happens)()


@pytest.mark.parametrize("edition", EDITIONS)
@pytest.mark.parametrize("setup", ["variable", "first_game"])
@pytest.mark.parametrize("seed", range(6))
def test_any_events_in_any_order_are_checked_and_applied(edition: str, setup: str, seed: int) -> None:
    chance = random.Random(seed)
    options = Options(**{**EDITIONS[edition].to_json(), "setup": setup, "points_to_win": 25})
    state = apply(State(), GameStarted(tuple(Seat(c, c) for c in COLOURS), options))
    state = apply(state, LayoutSet(first_game_layout()))
    for _ in range(400):
        event = any_event(chance)
        wrong = violations(state, event)
        assert isinstance(wrong, RuleViolation)
        assert is_legal(state, event) is not bool(wrong)
        state = apply(state, event)
        legal_events(state)
        _check_board(state)


def _check_board(state: State) -> None:
    """Check that every site has at most one piece, and that road lengths fit the board."""
    buildings = [p.settlements for p in state.players] + [p.cities for p in state.players]
    assert sum(b.bit_count() for b in buildings) == state.buildings().bit_count()
    assert sum(p.roads.bit_count() for p in state.players) == state.roads().bit_count()
    for seat, player in enumerate(state.players):
        assert player.road_length == longest_road(player.roads, state.opponents(seat))
    assert 0 <= state.deck <= 25
    assert state.free_roads >= 0
    assert all(owed >= 0 for owed in state.discards_due)


class TestViolationsInWords:
    def test_every_fault_has_a_name_of_its_own(self) -> None:
        assert RuleViolation.DISTANCE_RULE.words() == ["distance_rule"]
        assert (RuleViolation.NOT_ON_TURN | RuleViolation.NOT_ROLLED).words() == ["not_on_turn", "not_rolled"]
        assert RuleViolation(0).words() == []


class TestRecordedViolations:
    """Examples from real tables."""

    def test_a_road_that_nobody_could_pay_leaves_a_hand_of_no_cards(
        self, position: Callable[..., State]
    ) -> None:
        state = position(red={"settlements": [CENTRE_CORNERS[0]]})
        road = PlaceRoad("red", CENTRE_SIDES[0])

        assert violations(state, road) == RuleViolation.CANNOT_PAY
        after = apply(state, road)
        assert after.players[0].roads.bit_count() == 1
        # Never fewer than none: two cards came to the hand untold, and no card is lost from the box.
        assert after.players[0].hand == NO_CARDS
        assert sum(after.bank) == sum(state.bank)

    def test_a_settlement_against_the_distance_rule_stands(self, position: Callable[..., State]) -> None:
        hand = {"lumber": 1, "brick": 1, "wool": 1, "grain": 1}
        state = position(
            red={"hand": hand, "roads": [CENTRE_SIDES[0]]}, blue={"settlements": [CENTRE_CORNERS[1]]}
        )
        event = PlaceSettlement("red", CENTRE_CORNERS[0])

        assert violations(state, event) == RuleViolation.DISTANCE_RULE
        assert apply(state, event).points(0) == 1

    def test_a_piece_on_an_occupied_site_replaces_the_other(self, position: Callable[..., State]) -> None:
        """One site holds one piece; the earlier one is assumed to be gone."""
        state = position(blue={"settlements": [CENTRE_CORNERS[0]], "roads": [CENTRE_SIDES[0]]})
        assert RuleViolation.SITE_TAKEN in violations(state, PlaceSettlement("red", CENTRE_CORNERS[0]))
        state = apply(
            apply(state, PlaceSettlement("red", CENTRE_CORNERS[0])), PlaceRoad("red", CENTRE_SIDES[0])
        )
        assert [(p.settlements.bit_count(), p.roads.bit_count()) for p in state.players] == [
            (1, 1),
            (0, 0),
            (0, 0),
        ]

    def test_a_sixth_settlement_and_a_fifth_city_are_counted(self, position: Callable[..., State]) -> None:
        spots = [CORNERS[HexId(h)][0] for h in ("h0,-2", "h2,-2", "h-2,0", "h2,0", "h-2,2")]
        state = position(red={"settlements": spots, "roads": [PATHS_AT[CENTRE_CORNERS[3]][0]]})
        event = PlaceSettlement("red", CENTRE_CORNERS[3])

        assert RuleViolation.NO_PIECE_LEFT in violations(state, event)
        assert apply(state, event).players[0].settlements_left == -1

    def test_an_unknown_card_can_be_played(self, position: Callable[..., State]) -> None:
        event = PlayDevelopmentCard("red", "knight")
        assert violations(position(), event) == RuleViolation.CARD_NOT_HELD
        state = apply(position(), event)
        assert state.players[0].knights == 1
        assert state.robber_due

    def test_a_turn_can_end_with_the_robber_unmoved(
        self, position: Callable[..., State], play: Callable[..., State]
    ) -> None:
        state = play(position(dice=None, blue={"hand": {"wool": 9}}), Roll("red", (3, 4)))
        assert violations(state, EndTurn("red")) == RuleViolation.DISCARDS_DUE | RuleViolation.ROBBER_DUE
        state = apply(state, EndTurn("red"))
        assert not violations(state, Roll("blue", (1, 1)))


class TestAbsentPlayer:
    """An event of an absent player cannot be recorded."""

    @pytest.mark.parametrize("event", [EndTurn("brown"), Roll("green", (1, 2)), FirstPlayerChosen("brown")])
    def test_an_absent_players_event_is_refused(self, position: Callable[..., State], event: Any) -> None:
        for ask in (violations, apply):
            with pytest.raises(ValueError, match="nobody plays"):
                ask(position(), event)

    def test_any_event_before_the_game_starts_is_refused(self) -> None:
        with pytest.raises(ValueError, match="nobody plays red"):
            apply(State(), EndTurn("red"))

    def test_a_roll_produces_only_where_an_island_lies(self) -> None:
        state = apply(State(), GameStarted(tuple(Seat(c, c) for c in COLOURS)))
        with pytest.raises(ValueError, match="island"):
            apply(state, Roll("red", (1, 2)))
