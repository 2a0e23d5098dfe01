"""Cards that move unseen leave every hand possible that they allow; later play narrows it."""

from collections.abc import Callable
from math import comb

import pytest

from companion.games.base.belief import Belief
from companion.games.base.rules.cards import Cards
from companion.games.base.rules.events import (
    BuyDevelopmentCard,
    Discard,
    DomesticTrade,
    EndTurn,
    MaritimeTrade,
    MoveRobber,
    PlaceRoad,
    PlayDevelopmentCard,
    Roll,
    ShowHand,
    Steal,
)
from companion.games.base.rules.options import Options
from companion.games.base.rules.state import State
from companion.island.geometry import CORNERS, ENDS, PATHS, HexId

FULL_REPORT_OPTIONS = Options(all_told=True)
CENTRE_CORNERS = CORNERS[HexId("h0,0")]
PATH = next(path for path in PATHS if CENTRE_CORNERS[0] in ENDS[path])
BLIND_STEAL = Steal("red", "blue")
AT_ROBBER = {"settlements": [CENTRE_CORNERS[0]]}
"""Somebody there may be robbed: in a `position` the robber stands in the middle."""


class TestBlindSteal:
    @pytest.fixture
    def steal_due_state(self, position: Callable[..., State]) -> State:
        blue = {"hand": {"wool": 3, "ore": 1}, **AT_ROBBER}
        return position(red={"hand": {}}, blue=blue, options=FULL_REPORT_OPTIONS, steal_due=True)

    def test_each_card_is_stolen_in_proportion_to_the_hand(
        self,
        steal_due_state: State,
        believe: Callable[..., Belief],
        hands_of: Callable[..., dict[tuple[int, ...], float]],
    ) -> None:
        belief = believe(steal_due_state, BLIND_STEAL)
        assert hands_of(belief, 0) == {(0, 0, 1, 0, 0): 0.75, (0, 0, 0, 0, 1): 0.25}
        assert hands_of(belief, 1) == {(0, 0, 2, 0, 1): 0.75, (0, 0, 3, 0, 0): 0.25}

    def test_hand_sizes_stay_certain_and_hands_do_not(
        self, steal_due_state: State, believe: Callable[..., Belief]
    ) -> None:
        hand = believe(steal_due_state, BLIND_STEAL).hand(0)
        assert (hand.cards, hand.probability, hand.certain) == ((0, 0, 1, 0, 0, 0), 0.75, False)
        assert (hand.sizes, hand.size_certain) == ({1: 1.0}, True)
        assert believe(steal_due_state, BLIND_STEAL).hand(2).certain

    def test_affordability_sums_the_hands_that_can_pay(
        self, steal_due_state: State, believe: Callable[..., Belief]
    ) -> None:
        belief = believe(steal_due_state, BLIND_STEAL)
        assert belief.p_can_afford(0, (0, 0, 0, 0, 1, 0)) == pytest.approx(0.25)
        assert belief.p_can_afford(1, (0, 0, 2, 0, 0, 0)) == pytest.approx(1.0)

    def test_a_later_payment_reveals_the_stolen_card(
        self, steal_due_state: State, believe: Callable[..., Belief], cards: Callable[..., Cards]
    ) -> None:
        paid = MaritimeTrade("blue", cards(wool=3), cards(brick=1))
        belief = believe(steal_due_state, BLIND_STEAL, EndTurn("red"), Roll("blue", (1, 1)), paid)
        assert belief.hand(0).cards == cards(ore=1)
        assert belief.hand(0).certain
        assert belief.hand(1).cards == cards(brick=1)

    def test_a_hand_of_one_kind_reveals_the_stolen_card(
        self, position: Callable[..., State], believe: Callable[..., Belief], cards: Callable[..., Cards]
    ) -> None:
        blue = {"hand": {"wool": 4}, **AT_ROBBER}
        state = position(red={"hand": {}}, blue=blue, options=FULL_REPORT_OPTIONS, steal_due=True)
        assert believe(state, BLIND_STEAL).hand(0).cards == cards(wool=1)
        assert believe(state, BLIND_STEAL).hand(0).certain

    def test_nothing_is_stolen_from_an_empty_hand(
        self, position: Callable[..., State], believe: Callable[..., Belief], cards: Callable[..., Cards]
    ) -> None:
        belief = believe(position(blue=AT_ROBBER, options=FULL_REPORT_OPTIONS, steal_due=True), BLIND_STEAL)
        assert belief.hand(0).cards == cards()
        assert belief.hand(0).certain

    @pytest.mark.parametrize(
        "robber_event", [BLIND_STEAL, Steal("blue", "red"), MoveRobber("red", HexId("h0,1"))]
    )
    def test_a_steal_without_a_reason_leaves_no_hand_certain(
        self, position: Callable[..., State], believe: Callable[..., Belief], robber_event: Steal | MoveRobber
    ) -> None:
        """Perhaps an unreported seven, for which anyone may have discarded, caused it."""
        belief = believe(position(blue=AT_ROBBER, options=FULL_REPORT_OPTIONS), robber_event)
        assert not any(belief.hand(seat).certain for seat in range(3))

    def test_any_event_while_the_robber_is_due_leaves_no_hand_certain(
        self, position: Callable[..., State], believe: Callable[..., Belief]
    ) -> None:
        due = position(options=FULL_REPORT_OPTIONS, robber_due=True)
        belief = believe(due, PlaceRoad("red", PATH))
        assert not any(belief.hand(seat).certain for seat in range(3))

    def test_with_an_unnamed_victim_the_larger_hand_is_likelier(
        self,
        position: Callable[..., State],
        believe: Callable[..., Belief],
        hands_of: Callable[..., dict[tuple[int, ...], float]],
    ) -> None:
        state = position(
            blue={"hand": {"wool": 3}, "settlements": [CENTRE_CORNERS[0]]},
            white={"hand": {"ore": 1}, "settlements": [CENTRE_CORNERS[2]]},
            steal_due=True,
            options=FULL_REPORT_OPTIONS,
        )
        belief = believe(state, EndTurn("red"))
        robbed = hands_of(belief, 0)
        assert robbed[(0, 0, 1, 0, 0)] == pytest.approx(3 * robbed[(0, 0, 0, 0, 1)], rel=0.02)
        assert not belief.hand(0).certain


class TestNamedSteal:
    def test_a_named_card_makes_a_hand_with_more_of_that_kind_likelier(
        self,
        position: Callable[..., State],
        believe: Callable[..., Belief],
        hands_of: Callable[..., dict[tuple[int, ...], float]],
    ) -> None:
        state = position(red={"hand": {}}, blue={"hand": {"wool": 1, "ore": 1}}, options=FULL_REPORT_OPTIONS)
        # White took one of blue's two; then red is known to have taken the wool that is left, or wasn't.
        belief = believe(state, Steal("white", "blue"), Steal("red", "white", "ore"))
        assert hands_of(belief, 1) == {(0, 0, 1, 0, 0): 1.0}


class TestBlindDiscard:
    def test_half_of_the_hand_is_discarded_in_any_combination(
        self,
        position: Callable[..., State],
        believe: Callable[..., Belief],
        hands_of: Callable[..., dict[tuple[int, ...], float]],
    ) -> None:
        state = position(dice=None, blue={"hand": {"wool": 7, "ore": 1}}, options=FULL_REPORT_OPTIONS)
        belief = believe(state, Roll("red", (3, 4)), Discard("blue", (0, 0, 0, 0, 0, 4)))
        assert hands_of(belief, 1) == {(0, 0, 4, 0, 0): 0.5, (0, 0, 3, 0, 1): 0.5}

    def test_an_unreported_discard_is_assumed_when_the_robber_moves(
        self, position: Callable[..., State], believe: Callable[..., Belief]
    ) -> None:
        state = position(dice=None, blue={"hand": {"wool": 9}}, options=FULL_REPORT_OPTIONS)
        belief = believe(state, Roll("red", (3, 4)), MoveRobber("red", HexId("h1,0")))
        assert belief.hand(1).sizes == {5: 1.0}

    def test_an_assumed_discard_leaves_that_hand_uncertain_and_the_others_certain(
        self, position: Callable[..., State], believe: Callable[..., Belief], cards: Callable[..., Cards]
    ) -> None:
        state = position(
            dice=None,
            red={"hand": {"ore": 2}},
            blue={"hand": {"wool": 9}},
            white={"hand": {"brick": 7}},
            options=FULL_REPORT_OPTIONS,
        )
        seven, robber = Roll("red", (3, 4)), MoveRobber("red", HexId("h1,0"))
        belief = believe(state, seven, robber)
        assert [belief.hand(seat).certain for seat in range(3)] == [True, False, True]
        assert not belief.hand(1).size_certain
        assert believe(state, seven, Discard("blue", cards(wool=4)), robber).hand(1).certain
        assert believe(state, seven, robber, ShowHand("blue", cards(wool=5))).hand(1).certain

    def test_a_discard_reported_after_the_robber_move_counts_once(
        self, position: Callable[..., State], believe: Callable[..., Belief], cards: Callable[..., Cards]
    ) -> None:
        state = position(dice=None, blue={"hand": {"wool": 9}}, options=FULL_REPORT_OPTIONS)
        belief = believe(
            state, Roll("red", (3, 4)), MoveRobber("red", HexId("h1,0")), Discard("blue", cards(wool=4))
        )
        assert belief.hand(1).cards == cards(wool=5)

    def test_discards_card_by_card_equal_one_discard(
        self, position: Callable[..., State], believe: Callable[..., Belief]
    ) -> None:
        state = position(dice=None, blue={"hand": {"wool": 16}}, options=FULL_REPORT_OPTIONS)
        one = Discard("blue", (0, 0, 0, 0, 0, 1))
        assert believe(state, Roll("red", (3, 4)), *[one] * 8).hand(1).sizes == {8: 1.0}

    def test_named_discards_leave_the_hand_certain(
        self, position: Callable[..., State], believe: Callable[..., Belief], cards: Callable[..., Cards]
    ) -> None:
        state = position(dice=None, blue={"hand": {"wool": 7, "ore": 1}}, options=FULL_REPORT_OPTIONS)
        belief = believe(state, Roll("red", (3, 4)), Discard("blue", cards(wool=3, ore=1)))
        assert belief.hand(1).cards == cards(wool=4)
        assert belief.hand(1).certain


class TestUnnamedTrade:
    def test_two_unnamed_cards_for_one_are_drawn_blindly(
        self,
        position: Callable[..., State],
        believe: Callable[..., Belief],
        hands_of: Callable[..., dict[tuple[int, ...], float]],
        cards: Callable[..., Cards],
    ) -> None:
        state = position(
            red={"hand": {"wool": 2, "ore": 1}}, blue={"hand": {"brick": 1}}, options=FULL_REPORT_OPTIONS
        )
        given = (0, 0, 0, 0, 0, 2)
        belief = believe(state, DomesticTrade("red", "blue", given, cards(brick=1)))
        assert hands_of(belief, 0) == {(0, 1, 1, 0, 0): 0.667, (0, 1, 0, 0, 1): 0.333}
        assert hands_of(belief, 1) == {(0, 0, 1, 0, 1): 0.667, (0, 0, 2, 0, 0): 0.333}

    def test_no_player_gives_the_card_received_in_the_same_trade(
        self,
        position: Callable[..., State],
        believe: Callable[..., Belief],
        hands_of: Callable[..., dict[tuple[int, ...], float]],
    ) -> None:
        state = position(red={"hand": {"wool": 1}}, blue={"hand": {"brick": 1}}, options=FULL_REPORT_OPTIONS)
        any_one = (0, 0, 0, 0, 0, 1)
        belief = believe(state, DomesticTrade("red", "blue", any_one, any_one))
        assert hands_of(belief, 0) == {(0, 1, 0, 0, 0): 1.0}
        assert belief.hand(1).certain

    def test_a_hand_that_gave_an_unnamed_card_was_not_empty(
        self, position: Callable[..., State], believe: Callable[..., Belief]
    ) -> None:
        """White took one of two cards: blue's one, or none of an empty hand's."""
        state = position(
            blue={"hand": {"wool": 1, "ore": 1}, **AT_ROBBER},
            red={"hand": {"brick": 1}},
            options=FULL_REPORT_OPTIONS,
            steal_due=True,
        )
        unnamed = (0, 0, 0, 0, 0, 1)
        gift = DomesticTrade("red", "blue", (0, 1, 0, 0, 0, 0), unnamed)
        belief = believe(state, BLIND_STEAL, gift)
        assert belief.hand(1).sizes == {1: 1.0}


class TestUnnamedProgressCards:
    def test_year_of_plenty_takes_any_two_cards_of_the_bank(
        self, position: Callable[..., State], believe: Callable[..., Belief]
    ) -> None:
        state = position(red={"development": {"year_of_plenty": 1}}, options=FULL_REPORT_OPTIONS)
        belief = believe(state, PlayDevelopmentCard("red", "year_of_plenty"))
        assert len(belief.particles.hand_distribution(0)) == 15
        assert belief.hand(0).sizes == pytest.approx({2: 1.0})

    def test_a_monopoly_takes_what_each_hypothesis_has(
        self, position: Callable[..., State], believe: Callable[..., Belief], cards: Callable[..., Cards]
    ) -> None:
        state = position(
            red={"development": {"monopoly": 1}},
            blue={"hand": {"wool": 2, "ore": 1}, **AT_ROBBER},
            on_turn="white",
            options=FULL_REPORT_OPTIONS,
            steal_due=True,
        )
        asked = PlayDevelopmentCard("red", "monopoly", resource="wool")
        belief = believe(state, Steal("white", "blue"), EndTurn("white"), asked)
        assert belief.hand(0).cards == cards(wool=2)
        assert belief.hand(0).certain
        # White took one of the two wool, or the ore.
        assert belief.hand(2).sizes == pytest.approx({0: 2 / 3, 1: 1 / 3})


class TestShownHand:
    def test_a_shown_hand_reveals_the_stolen_card(
        self, position: Callable[..., State], believe: Callable[..., Belief], cards: Callable[..., Cards]
    ) -> None:
        blue = {"hand": {"wool": 3, "ore": 1}, **AT_ROBBER}
        state = position(red={"hand": {}}, blue=blue, options=FULL_REPORT_OPTIONS, steal_due=True)
        belief = believe(state, BLIND_STEAL, ShowHand("blue", cards(wool=3)))
        assert belief.hand(0).cards == cards(ore=1)
        assert belief.hand(0).certain
        assert not belief.contradictions

    def test_a_shown_hand_overrides_the_belief(
        self, position: Callable[..., State], believe: Callable[..., Belief], cards: Callable[..., Cards]
    ) -> None:
        state = position(red={"hand": {"ore": 1}})
        belief = believe(state, ShowHand("red", cards(grain=2)))
        assert belief.hand(0).cards == cards(grain=2)
        assert belief.hand(0).certain

    def test_a_shown_hand_that_contradicts_the_promise_is_a_contradiction(
        self, position: Callable[..., State], believe: Callable[..., Belief], cards: Callable[..., Cards]
    ) -> None:
        state = position(red={"hand": {"ore": 1}}, options=FULL_REPORT_OPTIONS)
        belief = believe(state, ShowHand("red", cards(grain=2)))
        assert [found.seat for found in belief.contradictions] == [0]
        assert belief.contradictions[0].missing == cards(grain=2)


class TestProduction:
    def test_a_bank_that_may_be_short_pays_what_each_hypothesis_has(
        self,
        position: Callable[..., State],
        believe: Callable[..., Belief],
        hands_of: Callable[..., dict[tuple[int, ...], float]],
    ) -> None:
        # Mountains with a ten: red and blue are owed an ore each, all of which were white's.
        corners = CORNERS[HexId("h0,-2")]
        state = position(
            on_turn="white",
            red={"settlements": [corners[0]]},
            blue={"settlements": [corners[3]]},
            white={"hand": {"ore": 19, "wool": 4}},
            options=FULL_REPORT_OPTIONS,
        )
        any_four = (0, 0, 0, 0, 0, 4)
        traded = MaritimeTrade("white", any_four, (0, 1, 0, 0, 0, 0))
        belief = believe(state, traded, EndTurn("white"), Roll("red", (4, 6)))
        # Of white's 23 cards four went to the bank: with one ore among them, or none, nobody gets any.
        ways = {ores: comb(19, ores) * comb(4, 4 - ores) / comb(23, 4) for ores in range(5)}
        short = round(ways[0] + ways[1], 3)
        assert hands_of(belief, 0) == hands_of(belief, 1)
        assert hands_of(belief, 0)[(0, 0, 0, 0, 0)] == short


class TestPieces:
    def test_a_free_road_costs_nothing(
        self, position: Callable[..., State], believe: Callable[..., Belief], cards: Callable[..., Cards]
    ) -> None:
        state = position(
            red={"hand": {"lumber": 1, "brick": 1}, "settlements": [CENTRE_CORNERS[0]]},
            free_roads=2,
            options=FULL_REPORT_OPTIONS,
        )
        belief = believe(state, PlaceRoad("red", PATH))
        assert belief.hand(0).cards == cards(lumber=1, brick=1)

    def test_a_bought_road_costs_its_price(
        self, position: Callable[..., State], believe: Callable[..., Belief], cards: Callable[..., Cards]
    ) -> None:
        state = position(
            red={"hand": {"lumber": 1, "brick": 2}, "settlements": [CENTRE_CORNERS[0]]},
            options=FULL_REPORT_OPTIONS,
        )
        belief = believe(state, PlaceRoad("red", PATH))
        assert belief.hand(0).cards == cards(brick=1)

    def test_a_development_card_costs_its_price(
        self, position: Callable[..., State], believe: Callable[..., Belief], cards: Callable[..., Cards]
    ) -> None:
        state = position(red={"hand": {"wool": 1, "grain": 1, "ore": 2}}, options=FULL_REPORT_OPTIONS)
        assert believe(state, BuyDevelopmentCard("red")).hand(0).cards == cards(ore=1)
