"""Cards that change hands unseen leave every hand possible that they allow, and later play narrows it."""

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

PROMISED = Options(all_told=True)
MIDDLE = CORNERS[HexId("h0,0")]
PATH = next(path for path in PATHS if MIDDLE[0] in ENDS[path])
STOLEN = Steal("red", "blue")
AT_ROBBER = {"settlements": [MIDDLE[0]]}
"""Somebody there may be robbed: in a `position` the robber stands in the middle."""


class TestStolenUnseen:
    @pytest.fixture
    def robbed(self, position: Callable[..., State]) -> State:
        blue = {"hand": {"wool": 3, "ore": 1}, **AT_ROBBER}
        return position(red={"hand": {}}, blue=blue, options=PROMISED, steal_due=True)

    def test_it_is_each_card_as_often_as_it_was_in_the_hand(
        self,
        robbed: State,
        believed: Callable[..., Belief],
        hands_of: Callable[..., dict[tuple[int, ...], float]],
    ) -> None:
        belief = believed(robbed, STOLEN)
        assert hands_of(belief, 0) == {(0, 0, 1, 0, 0): 0.75, (0, 0, 0, 0, 1): 0.25}
        assert hands_of(belief, 1) == {(0, 0, 2, 0, 1): 0.75, (0, 0, 3, 0, 0): 0.25}

    def test_how_many_are_in_the_hands_stays_sure_and_which_does_not(
        self, robbed: State, believed: Callable[..., Belief]
    ) -> None:
        hand = believed(robbed, STOLEN).hand(0)
        assert (hand.cards, hand.probability, hand.certain) == ((0, 0, 1, 0, 0, 0), 0.75, False)
        assert (hand.sizes, hand.size_certain) == ({1: 1.0}, True)
        assert believed(robbed, STOLEN).hand(2).certain

    def test_what_can_be_paid_is_as_probable_as_the_hands_that_can(
        self, robbed: State, believed: Callable[..., Belief]
    ) -> None:
        belief = believed(robbed, STOLEN)
        assert belief.p_can_afford(0, (0, 0, 0, 0, 1, 0)) == pytest.approx(0.25)
        assert belief.p_can_afford(1, (0, 0, 2, 0, 0, 0)) == pytest.approx(1.0)

    def test_a_card_paid_later_tells_which_it_was(
        self, robbed: State, believed: Callable[..., Belief], cards: Callable[..., Cards]
    ) -> None:
        paid = MaritimeTrade("blue", cards(wool=3), cards(brick=1))
        belief = believed(robbed, STOLEN, EndTurn("red"), Roll("blue", (1, 1)), paid)
        assert belief.hand(0).cards == cards(ore=1)
        assert belief.hand(0).certain
        assert belief.hand(1).cards == cards(brick=1)

    def test_of_one_kind_alone_it_is_that_kind(
        self, position: Callable[..., State], believed: Callable[..., Belief], cards: Callable[..., Cards]
    ) -> None:
        blue = {"hand": {"wool": 4}, **AT_ROBBER}
        state = position(red={"hand": {}}, blue=blue, options=PROMISED, steal_due=True)
        assert believed(state, STOLEN).hand(0).cards == cards(wool=1)
        assert believed(state, STOLEN).hand(0).certain

    def test_of_an_empty_hand_nothing(
        self, position: Callable[..., State], believed: Callable[..., Belief], cards: Callable[..., Cards]
    ) -> None:
        belief = believed(position(blue=AT_ROBBER, options=PROMISED, steal_due=True), STOLEN)
        assert belief.hand(0).cards == cards()
        assert belief.hand(0).certain

    @pytest.mark.parametrize("told", [STOLEN, Steal("blue", "red"), MoveRobber("red", HexId("h0,1"))])
    def test_where_the_story_has_no_reason_for_it_no_hand_is_certain(
        self, position: Callable[..., State], believed: Callable[..., Belief], told: Steal | MoveRobber
    ) -> None:
        """A seven that nobody told, say, of which all may have discarded."""
        belief = believed(position(blue=AT_ROBBER, options=PROMISED), told)
        assert not any(belief.hand(seat).certain for seat in range(3))

    def test_while_the_robber_is_due_whatever_else_is_told_leaves_no_hand_certain(
        self, position: Callable[..., State], believed: Callable[..., Belief]
    ) -> None:
        due = position(options=PROMISED, robber_due=True)
        belief = believed(due, PlaceRoad("red", PATH))
        assert not any(belief.hand(seat).certain for seat in range(3))

    def test_where_nobody_said_of_whom_the_fuller_hand_is_the_likelier(
        self,
        position: Callable[..., State],
        believed: Callable[..., Belief],
        hands_of: Callable[..., dict[tuple[int, ...], float]],
    ) -> None:
        state = position(
            blue={"hand": {"wool": 3}, "settlements": [MIDDLE[0]]},
            white={"hand": {"ore": 1}, "settlements": [MIDDLE[2]]},
            steal_due=True,
            options=PROMISED,
        )
        belief = believed(state, EndTurn("red"))
        robbed = hands_of(belief, 0)
        assert robbed[(0, 0, 1, 0, 0)] == pytest.approx(3 * robbed[(0, 0, 0, 0, 1)], rel=0.02)
        assert not belief.hand(0).certain


class TestStolenAndSaid:
    def test_a_card_that_is_one_of_many_makes_the_fuller_hand_less_likely(
        self,
        position: Callable[..., State],
        believed: Callable[..., Belief],
        hands_of: Callable[..., dict[tuple[int, ...], float]],
    ) -> None:
        state = position(red={"hand": {}}, blue={"hand": {"wool": 1, "ore": 1}}, options=PROMISED)
        # White took one of blue's two; then red is known to have taken the wool that is left, or wasn't.
        belief = believed(state, Steal("white", "blue"), Steal("red", "white", "ore"))
        assert hands_of(belief, 1) == {(0, 0, 1, 0, 0): 1.0}


class TestDiscardedUnseen:
    def test_half_of_the_cards_are_gone_and_any_may_be(
        self,
        position: Callable[..., State],
        believed: Callable[..., Belief],
        hands_of: Callable[..., dict[tuple[int, ...], float]],
    ) -> None:
        state = position(dice=None, blue={"hand": {"wool": 7, "ore": 1}}, options=PROMISED)
        belief = believed(state, Roll("red", (3, 4)), Discard("blue", (0, 0, 0, 0, 0, 4)))
        assert hands_of(belief, 1) == {(0, 0, 4, 0, 0): 0.5, (0, 0, 3, 0, 1): 0.5}

    def test_nobody_said_it_before_the_robber_moved_all_the_same(
        self, position: Callable[..., State], believed: Callable[..., Belief]
    ) -> None:
        state = position(dice=None, blue={"hand": {"wool": 9}}, options=PROMISED)
        belief = believed(state, Roll("red", (3, 4)), MoveRobber("red", HexId("h1,0")))
        assert belief.hand(1).sizes == {5: 1.0}

    def test_said_afterwards_it_is_not_discarded_twice(
        self, position: Callable[..., State], believed: Callable[..., Belief], cards: Callable[..., Cards]
    ) -> None:
        state = position(dice=None, blue={"hand": {"wool": 9}}, options=PROMISED)
        belief = believed(
            state, Roll("red", (3, 4)), MoveRobber("red", HexId("h1,0")), Discard("blue", cards(wool=4))
        )
        assert belief.hand(1).cards == cards(wool=5)

    def test_card_by_card_they_are_as_many_as_at_once(
        self, position: Callable[..., State], believed: Callable[..., Belief]
    ) -> None:
        state = position(dice=None, blue={"hand": {"wool": 16}}, options=PROMISED)
        one = Discard("blue", (0, 0, 0, 0, 0, 1))
        assert believed(state, Roll("red", (3, 4)), *[one] * 8).hand(1).sizes == {8: 1.0}

    def test_named_cards_are_gone(
        self, position: Callable[..., State], believed: Callable[..., Belief], cards: Callable[..., Cards]
    ) -> None:
        state = position(dice=None, blue={"hand": {"wool": 7, "ore": 1}}, options=PROMISED)
        belief = believed(state, Roll("red", (3, 4)), Discard("blue", cards(wool=3, ore=1)))
        assert belief.hand(1).cards == cards(wool=4)
        assert belief.hand(1).certain


class TestTradedUnseen:
    def test_two_cards_for_one_that_nobody_named(
        self,
        position: Callable[..., State],
        believed: Callable[..., Belief],
        hands_of: Callable[..., dict[tuple[int, ...], float]],
        cards: Callable[..., Cards],
    ) -> None:
        state = position(red={"hand": {"wool": 2, "ore": 1}}, blue={"hand": {"brick": 1}}, options=PROMISED)
        given = (0, 0, 0, 0, 0, 2)
        belief = believed(state, DomesticTrade("red", "blue", given, cards(brick=1)))
        assert hands_of(belief, 0) == {(0, 1, 1, 0, 0): 0.667, (0, 1, 0, 0, 1): 0.333}
        assert hands_of(belief, 1) == {(0, 0, 1, 0, 1): 0.667, (0, 0, 2, 0, 0): 0.333}

    def test_nobody_gives_what_comes_in_the_same_trade(
        self,
        position: Callable[..., State],
        believed: Callable[..., Belief],
        hands_of: Callable[..., dict[tuple[int, ...], float]],
    ) -> None:
        state = position(red={"hand": {"wool": 1}}, blue={"hand": {"brick": 1}}, options=PROMISED)
        any_one = (0, 0, 0, 0, 0, 1)
        belief = believed(state, DomesticTrade("red", "blue", any_one, any_one))
        assert hands_of(belief, 0) == {(0, 1, 0, 0, 0): 1.0}
        assert belief.hand(1).certain


class TestProgressCardsUnsaid:
    def test_two_cards_of_the_bank_may_be_any(
        self, position: Callable[..., State], believed: Callable[..., Belief]
    ) -> None:
        state = position(red={"development": {"year_of_plenty": 1}}, options=PROMISED)
        belief = believed(state, PlayDevelopmentCard("red", "year_of_plenty"))
        assert len(belief.particles.hand_distribution(0)) == 15
        assert belief.hand(0).sizes == pytest.approx({2: 1.0})

    def test_a_monopoly_brings_what_each_world_has(
        self, position: Callable[..., State], believed: Callable[..., Belief], cards: Callable[..., Cards]
    ) -> None:
        state = position(
            red={"development": {"monopoly": 1}},
            blue={"hand": {"wool": 2, "ore": 1}, **AT_ROBBER},
            on_turn="white",
            options=PROMISED,
            steal_due=True,
        )
        asked = PlayDevelopmentCard("red", "monopoly", resource="wool")
        belief = believed(state, Steal("white", "blue"), EndTurn("white"), asked)
        assert belief.hand(0).cards == cards(wool=2)
        assert belief.hand(0).certain
        # White took one of the two wool, or the ore.
        assert belief.hand(2).sizes == pytest.approx({0: 2 / 3, 1: 1 / 3})


class TestAHandShown:
    def test_it_tells_what_was_stolen(
        self, position: Callable[..., State], believed: Callable[..., Belief], cards: Callable[..., Cards]
    ) -> None:
        blue = {"hand": {"wool": 3, "ore": 1}, **AT_ROBBER}
        state = position(red={"hand": {}}, blue=blue, options=PROMISED, steal_due=True)
        belief = believed(state, STOLEN, ShowHand("blue", cards(wool=3)))
        assert belief.hand(0).cards == cards(ore=1)
        assert belief.hand(0).certain
        assert not belief.contradictions

    def test_it_counts_whatever_was_thought(
        self, position: Callable[..., State], believed: Callable[..., Belief], cards: Callable[..., Cards]
    ) -> None:
        state = position(red={"hand": {"ore": 1}})
        belief = believed(state, ShowHand("red", cards(grain=2)))
        assert belief.hand(0).cards == cards(grain=2)
        assert belief.hand(0).certain

    def test_where_all_was_promised_and_it_cannot_be_that_is_a_contradiction(
        self, position: Callable[..., State], believed: Callable[..., Belief], cards: Callable[..., Cards]
    ) -> None:
        state = position(red={"hand": {"ore": 1}}, options=PROMISED)
        belief = believed(state, ShowHand("red", cards(grain=2)))
        assert [found.seat for found in belief.contradictions] == [0]
        assert belief.contradictions[0].missing == cards(grain=2)


class TestProduction:
    def test_a_bank_that_may_be_short_pays_in_each_world_what_it_has(
        self,
        position: Callable[..., State],
        believed: Callable[..., Belief],
        hands_of: Callable[..., dict[tuple[int, ...], float]],
    ) -> None:
        # Mountains with a ten: red and blue are owed an ore each, all of which were white's.
        corners = CORNERS[HexId("h0,-2")]
        state = position(
            on_turn="white",
            red={"settlements": [corners[0]]},
            blue={"settlements": [corners[3]]},
            white={"hand": {"ore": 19, "wool": 4}},
            options=PROMISED,
        )
        any_four = (0, 0, 0, 0, 0, 4)
        traded = MaritimeTrade("white", any_four, (0, 1, 0, 0, 0, 0))
        belief = believed(state, traded, EndTurn("white"), Roll("red", (4, 6)))
        # Of white's 23 cards four went to the bank: with one ore among them, or none, nobody gets any.
        ways = {ores: comb(19, ores) * comb(4, 4 - ores) / comb(23, 4) for ores in range(5)}
        short = round(ways[0] + ways[1], 3)
        assert hands_of(belief, 0) == hands_of(belief, 1)
        assert hands_of(belief, 0)[(0, 0, 0, 0, 0)] == short


class TestPieces:
    def test_a_free_road_costs_nothing(
        self, position: Callable[..., State], believed: Callable[..., Belief], cards: Callable[..., Cards]
    ) -> None:
        state = position(
            red={"hand": {"lumber": 1, "brick": 1}, "settlements": [MIDDLE[0]]},
            free_roads=2,
            options=PROMISED,
        )
        belief = believed(state, PlaceRoad("red", PATH))
        assert belief.hand(0).cards == cards(lumber=1, brick=1)

    def test_a_bought_one_does(
        self, position: Callable[..., State], believed: Callable[..., Belief], cards: Callable[..., Cards]
    ) -> None:
        state = position(
            red={"hand": {"lumber": 1, "brick": 2}, "settlements": [MIDDLE[0]]}, options=PROMISED
        )
        belief = believed(state, PlaceRoad("red", PATH))
        assert belief.hand(0).cards == cards(brick=1)

    def test_so_does_a_development_card(
        self, position: Callable[..., State], believed: Callable[..., Belief], cards: Callable[..., Cards]
    ) -> None:
        state = position(red={"hand": {"wool": 1, "grain": 1, "ore": 2}}, options=PROMISED)
        assert believed(state, BuyDevelopmentCard("red")).hand(0).cards == cards(ore=1)
