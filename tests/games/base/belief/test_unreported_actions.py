"""Unreported actions: hypotheses in which they happened, short hands, and a table's reporting rate."""

from collections.abc import Callable
from typing import Any

import pytest

from companion.games.base.belief import Belief
from companion.games.base.belief.particle_update import ReportingRate
from companion.games.base.belief.uncertain_hands import hypergeometric, victory_point_distribution
from companion.games.base.rules.cards import KNIGHT, VICTORY_POINT, Cards
from companion.games.base.rules.events import (
    BuyDevelopmentCard,
    DomesticTrade,
    EndTurn,
    Event,
    MaritimeTrade,
    PlaceCity,
    PlaceRoad,
    PlayDevelopmentCard,
    RevealVictoryPoints,
)
from companion.games.base.rules.options import Options
from companion.games.base.rules.state import State
from companion.island.geometry import CORNERS, ENDS, PATHS, HexId

FULL_REPORT_OPTIONS = Options(all_told=True)
CENTRE_CORNERS = CORNERS[HexId("h0,0")]
PATH = next(path for path in PATHS if CENTRE_CORNERS[0] in ENDS[path])
ROAD = PlaceRoad("red", PATH)


class TestPromiseToReportAll:
    def test_with_the_promise_a_turn_without_reports_changes_no_hand(
        self, position: Callable[..., State], believe: Callable[..., Belief], cards: Callable[..., Cards]
    ) -> None:
        state = position(red={"hand": {"wool": 5, "grain": 1, "ore": 1}}, options=FULL_REPORT_OPTIONS)
        belief = believe(state, EndTurn("red"))
        assert belief.hand(0).cards == cards(wool=5, grain=1, ore=1)
        assert belief.hand(0).certain

    def test_without_the_promise_the_player_may_have_bought_or_traded(
        self, position: Callable[..., State], believe: Callable[..., Belief]
    ) -> None:
        state = position(red={"hand": {"wool": 3, "grain": 1, "ore": 1}}, blue={"hand": {"brick": 1}})
        belief = believe(state, EndTurn("red"))
        hand = belief.hand(0)
        assert not hand.certain
        assert hand.probability < 1
        assert hand.sizes[2] > 0.05
        assert belief.particles.secret_card_distribution(0)[1] == pytest.approx(hand.sizes[2])
        assert belief.p_can_afford(0, (0, 1, 0, 0, 0, 0)) > 0
        assert not belief.hand(1).certain

    def test_a_player_without_cards_can_have_traded_nothing(
        self, position: Callable[..., State], believe: Callable[..., Belief], cards: Callable[..., Cards]
    ) -> None:
        state = position(red={"hand": {"wool": 5}})
        belief = believe(state, EndTurn("red"))
        assert belief.hand(2).cards == cards()
        assert belief.hand(2).certain


class TestBrokenPromises:
    """An inferred event was not reported, or never happened."""

    UNREPORTED_EVENTS = (
        BuyDevelopmentCard("red"),
        DomesticTrade("red", "blue", (1, 0, 0, 0, 0, 0), (0, 1, 0, 0, 0, 0)),
        MaritimeTrade("red", (4, 0, 0, 0, 0, 0), (0, 1, 0, 0, 0, 0)),
        PlayDevelopmentCard("red", "road_building"),
    )

    @pytest.mark.parametrize("unreported", UNREPORTED_EVENTS, ids=[event.kind for event in UNREPORTED_EVENTS])
    def test_a_purchase_or_trade_that_was_only_inferred_leaves_no_hand_certain(
        self, position: Callable[..., State], believe: Callable[..., Belief], unreported: Event
    ) -> None:
        rich = {"hand": {"lumber": 4, "brick": 1, "wool": 1, "grain": 1, "ore": 1}}
        state = position(
            red={**rich, "development": {"road_building": 1}}, blue=rich, options=FULL_REPORT_OPTIONS
        )
        reported, inferred = (believe(state, unreported, inferred=inferred) for inferred in (False, True))
        assert all(reported.hand(seat).certain for seat in range(3))
        assert not any(inferred.hand(seat).certain for seat in range(3))

    def test_an_event_that_follows_from_reports_may_be_inferred(
        self, position: Callable[..., State], believe: Callable[..., Belief]
    ) -> None:
        belief = believe(
            position(red={"hand": {"wool": 5}}, options=FULL_REPORT_OPTIONS), EndTurn("red"), inferred=True
        )
        assert belief.hand(0).certain

    def test_a_robber_that_had_to_move_and_did_not_leaves_no_hand_certain(
        self, position: Callable[..., State], believe: Callable[..., Belief]
    ) -> None:
        state = position(red={"hand": {"wool": 5}}, options=FULL_REPORT_OPTIONS, robber_due=True)
        assert believe(state).hand(0).certain
        assert not any(believe(state, EndTurn("red")).hand(seat).certain for seat in range(3))


class TestShortHands:
    def state(self, position: Callable[..., State], **options: Any) -> State:
        return position(
            red={"hand": {"lumber": 1, "wool": 5}, "settlements": [CENTRE_CORNERS[0]]},
            blue={"hand": {"brick": 1}},
            options=Options(**options),
        )

    def test_the_game_continues_with_the_trade_that_must_have_happened(
        self,
        position: Callable[..., State],
        believe: Callable[..., Belief],
        hands_of: Callable[..., dict[tuple[int, ...], float]],
    ) -> None:
        belief = believe(self.state(position), ROAD)
        # Four wool to the bank, or one to blue, for the brick.
        hands = hands_of(belief, 0)
        assert set(hands) >= {(0, 0, 1, 0, 0), (0, 0, 4, 0, 0)}
        assert hands[(0, 0, 1, 0, 0)] > hands[(0, 0, 4, 0, 0)] > 0.1
        assert belief.p_can_afford(1, (0, 0, 1, 0, 0, 0)) == pytest.approx(
            1 - belief.p_can_afford(1, (0, 1, 0, 0, 0, 0))
        )

    @pytest.mark.parametrize("promised", [True, False])
    def test_the_contradiction_names_the_missing_cards(
        self,
        position: Callable[..., State],
        believe: Callable[..., Belief],
        cards: Callable[..., Cards],
        promised: bool,
    ) -> None:
        (found,) = believe(self.state(position, all_told=promised), ROAD).contradictions
        assert (found.seat, found.missing, found.event, found.turn) == (0, cards(brick=1), ROAD, 5)

    def test_no_hand_is_certain_after_a_contradiction(
        self, position: Callable[..., State], believe: Callable[..., Belief]
    ) -> None:
        belief = believe(self.state(position, all_told=True), ROAD)
        assert not any(belief.hand(seat).certain for seat in range(3))

    def test_further_missing_cards_of_the_same_hand_and_turn_are_one_contradiction(
        self, position: Callable[..., State], believe: Callable[..., Belief]
    ) -> None:
        other = next(path for path in PATHS if CENTRE_CORNERS[0] in ENDS[path] and path != PATH)
        belief = believe(self.state(position, all_told=True), ROAD, PlaceRoad("red", other))
        assert len(belief.contradictions) == 1

    def test_hypotheses_that_can_pay_are_preferred(
        self, position: Callable[..., State], believe: Callable[..., Belief], cards: Callable[..., Cards]
    ) -> None:
        state = position(
            red={"hand": {"lumber": 1}, "settlements": [CENTRE_CORNERS[0]]},
            blue={"hand": {"brick": 1, "wool": 1}},
        )
        taken = DomesticTrade("red", "blue", cards(lumber=1), (0, 0, 0, 0, 0, 1))
        back = DomesticTrade("red", "blue", (0, 0, 0, 0, 0, 1), cards(lumber=1))
        belief = believe(state, taken, back)
        assert not belief.contradictions
        assert belief.hand(0).cards == cards(lumber=1)

    def test_with_nothing_to_trade_the_cards_count_as_held(
        self, position: Callable[..., State], believe: Callable[..., Belief], cards: Callable[..., Cards]
    ) -> None:
        state = position(red={"settlements": [CENTRE_CORNERS[0]]})
        belief = believe(state, PlaceCity("red", CENTRE_CORNERS[0]))
        assert belief.hand(0).cards == cards()
        assert belief.contradictions[0].missing == cards(grain=2, ore=3)


class TestInferredTrades:
    def test_a_hand_without_the_cards_made_no_inferred_trade(
        self, position: Callable[..., State], believe: Callable[..., Belief], cards: Callable[..., Cards]
    ) -> None:
        trade = MaritimeTrade("red", cards(wool=4), cards(brick=1))
        belief = believe(position(red={"hand": {"wool": 3}}), trade, inferred=True)
        assert belief.hand(0).cards == cards(wool=3)
        assert not belief.contradictions

    def test_a_hand_with_the_cards_most_likely_made_the_inferred_trade(
        self, position: Callable[..., State], believe: Callable[..., Belief], cards: Callable[..., Cards]
    ) -> None:
        trade = MaritimeTrade("red", cards(wool=4), cards(brick=1))
        belief = believe(position(red={"hand": {"wool": 4}}), trade, inferred=True)
        assert belief.hand(0).cards == cards(brick=1)
        assert 0.5 < belief.hand(0).probability < 0.95


class TestUnreportedPurchases:
    KNIGHT = PlayDevelopmentCard("red", "knight")

    def test_a_knight_without_a_reported_purchase_was_bought_before(
        self, position: Callable[..., State], believe: Callable[..., Belief], cards: Callable[..., Cards]
    ) -> None:
        state = position(red={"hand": {"wool": 1, "grain": 1, "ore": 1}}, dice=None)
        belief = believe(state, EndTurn("red"), EndTurn("blue"), EndTurn("white"), self.KNIGHT)
        assert belief.hand(0).cards == cards()

    def test_a_knight_is_a_contradiction_only_if_it_cannot_have_been_bought(
        self, position: Callable[..., State], believe: Callable[..., Belief]
    ) -> None:
        rich = position(red={"hand": {"wool": 1, "grain": 1, "ore": 1}})
        bought = believe(rich, EndTurn("red"), self.KNIGHT)
        assert not bought.contradictions
        (found,) = believe(position(), self.KNIGHT).contradictions
        assert (found.seat, found.missing) == (0, (0, 0, 0, 0, 0, 0))

    def test_revealed_points_without_a_reported_purchase_were_bought(
        self, position: Callable[..., State], believe: Callable[..., Belief]
    ) -> None:
        state = position(red={"hand": {"wool": 1, "grain": 1, "ore": 1}}, options=FULL_REPORT_OPTIONS)
        belief = believe(state, RevealVictoryPoints("red", 1))
        assert len(belief.contradictions) == 1
        assert belief.hand(0).sizes == {0: 1.0}

    def test_a_player_who_may_have_bought_a_card_may_play_it(
        self, position: Callable[..., State], believe: Callable[..., Belief]
    ) -> None:
        state = position(red={"hand": {"wool": 1, "grain": 1, "ore": 1}})
        belief = believe(state, EndTurn("red"))
        secret = belief.particles.secret_card_distribution(0)[1]
        assert belief.p_can_play(0, KNIGHT) == pytest.approx(secret * 14 / 25)
        assert believe(state).p_can_play(0, KNIGHT) == 0


class TestUnnamedDevelopmentCards:
    def test_an_unnamed_card_is_any_of_those_left(
        self, position: Callable[..., State], believe: Callable[..., Belief]
    ) -> None:
        state = position(
            red={"hand": {"wool": 1, "grain": 1, "ore": 1}},
            blue={"played": {"knight": 4}, "development": {"monopoly": 1}},
            options=FULL_REPORT_OPTIONS,
        )
        belief = believe(state, BuyDevelopmentCard("red"))
        assert belief.hidden_points(0) == pytest.approx({0: 15 / 20, 1: 5 / 20})

    def test_an_unnamed_card_cannot_be_played_in_the_turn_of_its_purchase(
        self, position: Callable[..., State], believe: Callable[..., Belief]
    ) -> None:
        state = position(red={"hand": {"wool": 1, "grain": 1, "ore": 1}}, options=FULL_REPORT_OPTIONS)
        assert believe(state, BuyDevelopmentCard("red")).p_can_play(0, KNIGHT) == 0
        later = believe(state, BuyDevelopmentCard("red"), EndTurn("red"))
        assert later.p_can_play(0, KNIGHT) == pytest.approx(14 / 25)

    def test_a_named_card_is_known(
        self, position: Callable[..., State], believe: Callable[..., Belief]
    ) -> None:
        state = position(red={"development": {"victory_point": 2}}, options=FULL_REPORT_OPTIONS)
        assert believe(state).hidden_points(0) == {2: 1.0}

    def test_a_named_card_is_unknown_to_the_other_players(
        self, position: Callable[..., State], believe: Callable[..., Belief]
    ) -> None:
        state = position(red={"development": {"victory_point": 1}}, options=FULL_REPORT_OPTIONS)
        assert believe(state).hidden_points(0, public=True) == pytest.approx({0: 20 / 25, 1: 5 / 25})

    def test_several_cards_are_drawn_without_replacement(self) -> None:
        assert hypergeometric((14, 2, 2, 2, 5), VICTORY_POINT, 2) == pytest.approx(
            {0: 20 * 19 / 600, 1: 2 * 20 * 5 / 600, 2: 5 * 4 / 600}
        )
        assert hypergeometric((0, 0, 0, 0, 3), VICTORY_POINT, 2) == {2: 1.0}

    def test_cards_from_unreported_purchases_may_be_victory_points(
        self, position: Callable[..., State]
    ) -> None:
        players = position().players
        points = victory_point_distribution(players, 0, {0: 0.5, 1: 0.5})
        assert points == pytest.approx({0: 0.5 + 0.5 * 20 / 25, 1: 0.5 * 5 / 25})


class TestReportingRate:
    def test_each_report_makes_unreported_actions_rarer(self) -> None:
        habit = ReportingRate()
        assert habit.observe_report().unreported_share < habit.unreported_share
        assert (
            habit.observe_report()
            .observe_report()
            .observe_report()
            .observe_report()
            .observe_report()
            .unreported_share
            < 0.1
        )

    def test_each_discovered_omission_makes_unreported_actions_commoner(self) -> None:
        habit = ReportingRate()
        assert habit.observe_omission().unreported_share > habit.unreported_share
        assert habit.observe_omission().observe_omission().observe_omission().unreported_share > 0.6

    def test_quiet_turns_mean_few_actions_or_few_reports(self) -> None:
        habit = ReportingRate()
        for _ in range(40):
            habit = habit.observe_quiet_turn()
        assert habit.unreported_share > 1.2 * ReportingRate().unreported_share
        assert habit.unreported_per_turn < ReportingRate().unreported_per_turn

    def test_a_hand_is_more_certain_where_much_was_reported(
        self, position: Callable[..., State], believe: Callable[..., Belief], cards: Callable[..., Cards]
    ) -> None:
        state = position(red={"hand": {"wool": 4, "ore": 4}}, blue={"hand": {"brick": 4}})
        trade = DomesticTrade("red", "blue", cards(wool=1), cards(brick=1))
        back = DomesticTrade("red", "blue", cards(brick=1), cards(wool=1))
        telling = believe(state, *[trade, back] * 6, EndTurn("red"))
        silent = believe(state, EndTurn("red"))
        assert telling.hand(0).cards == silent.hand(0).cards == cards(wool=4, ore=4)
        assert telling.hand(0).probability > silent.hand(0).probability
