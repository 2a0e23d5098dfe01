"""Unidentified cards: known facts stay known, unknown ones are never made up."""

from collections.abc import Callable, Mapping

from companion.games.base.rules.cards import (
    NO_CARDS,
    Cards,
    Resource,
    add,
    holds,
    is_fully_known,
    only_kind,
    remove,
)
from companion.games.base.rules.effects import apply
from companion.games.base.rules.events import (
    BuyDevelopmentCard,
    Discard,
    EndTurn,
    MaritimeTrade,
    MoveRobber,
    PlaceRoad,
    PlayDevelopmentCard,
    RevealVictoryPoints,
    Roll,
    Steal,
)
from companion.games.base.rules.legality import RuleViolation, violations
from companion.games.base.rules.state import State
from companion.island.geometry import CORNERS, PATHS_AT, HexId

CORNER = CORNERS[HexId("h2,-2")][0]
PRICE = {"wool": 1, "grain": 1, "ore": 1}


class TestHands:
    """The sum is always the number of cards."""

    def test_losing_an_unseen_card_leaves_one_fewer_of_the_listed_cards(
        self, cards: Callable[..., Cards]
    ) -> None:
        hand = remove(cards(wool=2, ore=1), cards(unidentified=1))
        assert sum(hand) == 2
        assert not is_fully_known(hand)
        assert holds(hand, cards(wool=2))
        assert holds(hand, cards(wool=1, ore=1))
        assert not holds(hand, cards(wool=2, ore=1))
        assert not holds(hand, cards(brick=1))

    def test_an_unseen_gain_may_be_any_card(self, cards: Callable[..., Cards]) -> None:
        hand = add(cards(wool=2), cards(unidentified=1))
        assert sum(hand) == 3
        assert not is_fully_known(hand)
        assert holds(hand, cards(brick=1, wool=2))
        assert not holds(hand, cards(brick=1, ore=1))
        assert not holds(hand, cards(wool=4))

    def test_an_unseen_loss_and_an_unseen_gain_leave_the_hand_unknown(
        self, cards: Callable[..., Cards]
    ) -> None:
        for hand in (
            add(remove(cards(wool=2, ore=1), cards(unidentified=1)), cards(unidentified=1)),
            remove(add(cards(wool=2, ore=1), cards(unidentified=1)), cards(unidentified=1)),
        ):
            assert sum(hand) == 3
            assert not is_fully_known(hand)
            # One of the two wool remains whatever was given; the other cards may be anything.
            assert holds(hand, cards(wool=1, brick=1))
            assert not holds(hand, cards(brick=3))

    def test_an_empty_hand_is_known(self, cards: Callable[..., Cards]) -> None:
        hand = remove(cards(wool=1, ore=1), cards(unidentified=1))
        assert remove(hand, cards(ore=1)) == NO_CARDS
        assert remove(hand, cards(wool=1)) == NO_CARDS

    def test_one_remaining_kind_reveals_the_lost_card(self, cards: Callable[..., Cards]) -> None:
        hand = remove(cards(wool=2, ore=1), cards(unidentified=1))
        assert remove(hand, cards(ore=1)) == cards(wool=1)

    def test_spending_an_unlisted_card_reveals_the_gained_one(self, cards: Callable[..., Cards]) -> None:
        hand = add(cards(wool=2), cards(unidentified=1))
        assert remove(hand, cards(ore=1)) == cards(wool=2)

    def test_an_overspent_hand_has_a_negative_sum(self, cards: Callable[..., Cards]) -> None:
        hand = remove(cards(wool=1), cards(wool=1, ore=2))
        assert sum(hand) == -2
        assert not is_fully_known(hand)

    def test_only_a_known_hand_can_be_of_one_kind(self, cards: Callable[..., Cards]) -> None:
        assert only_kind(cards(ore=3)) == 4
        assert only_kind(cards(ore=3, wool=1)) is None
        assert only_kind(cards(ore=3, unidentified=1)) is None
        assert only_kind(NO_CARDS) is None


class TestStolenCards:
    def steal(
        self,
        position: Callable[..., State],
        play: Callable[..., State],
        hand: Mapping[str, int],
        resource: Resource | None = None,
    ) -> State:
        state = position(dice=None, blue={"settlements": [CORNER], "hand": hand})
        state = play(state, Roll("red", (3, 4)), MoveRobber("red", HexId("h2,-2")))
        return play(state, Steal("red", "blue", resource))

    def test_a_known_card_moves_between_hands(
        self, position: Callable[..., State], play: Callable[..., State], cards: Callable[..., Cards]
    ) -> None:
        state = self.steal(position, play, {"wool": 2, "ore": 1}, "ore")
        assert [player.hand for player in state.players] == [cards(ore=1), cards(wool=2), NO_CARDS]

    def test_an_unknown_card_leaves_both_hands_unknown(
        self, position: Callable[..., State], play: Callable[..., State], cards: Callable[..., Cards]
    ) -> None:
        state = self.steal(position, play, {"wool": 2, "ore": 1})
        assert [sum(player.hand) for player in state.players] == [1, 2, 0]
        assert not is_fully_known(state.players[0].hand)
        assert not is_fully_known(state.players[1].hand)
        assert sum(state.bank) == 92

    def test_an_unknown_card_of_a_one_kind_hand_is_known(
        self, position: Callable[..., State], play: Callable[..., State], cards: Callable[..., Cards]
    ) -> None:
        state = self.steal(position, play, {"wool": 3})
        assert [player.hand for player in state.players] == [cards(wool=1), cards(wool=2), NO_CARDS]

    def test_an_unknown_last_card_is_known(
        self, position: Callable[..., State], play: Callable[..., State], cards: Callable[..., Cards]
    ) -> None:
        state = self.steal(position, play, {"ore": 1})
        assert [player.hand for player in state.players] == [cards(ore=1), NO_CARDS, NO_CARDS]

    def test_nothing_is_stolen_from_an_empty_hand(
        self, position: Callable[..., State], play: Callable[..., State]
    ) -> None:
        state = self.steal(position, play, {})
        assert [player.hand for player in state.players] == [NO_CARDS, NO_CARDS, NO_CARDS]

    def test_the_thief_may_spend_an_unknown_card_as_any_kind(
        self, position: Callable[..., State], play: Callable[..., State], cards: Callable[..., Cards]
    ) -> None:
        state = self.steal(position, play, {"brick": 1, "wool": 1})
        road = PATHS_AT[CORNER][0]
        state = apply(apply(state, EndTurn("red")), Roll("blue", (1, 1)))
        assert not violations(state, PlaceRoad("blue", road)) & ~RuleViolation.CANNOT_PAY
        thief = state.players[0].hand
        assert holds(thief, cards(brick=1))
        assert holds(thief, cards(wool=1))

    def test_a_monopoly_takes_no_more_cards_than_a_hand_has(
        self, position: Callable[..., State], play: Callable[..., State], cards: Callable[..., Cards]
    ) -> None:
        """Two of blue's three cards went unseen, so the two wool that are listed are one at most."""
        state = position(red={"development": {"monopoly": 1}}, blue={"hand": {"wool": 2, "ore": 1}})
        for _ in range(2):
            state = apply(state, Steal("white", "blue"))
        state = play(state, PlayDevelopmentCard("red", "monopoly", resource="wool"))

        assert [sum(player.hand) for player in state.players] == [1, 0, 2]
        assert sum(state.bank) == 92


class TestUnnamedDiscards:
    def test_unnamed_discards_count(
        self, position: Callable[..., State], play: Callable[..., State], cards: Callable[..., Cards]
    ) -> None:
        state = play(position(dice=None, blue={"hand": {"wool": 5, "ore": 4}}), Roll("red", (6, 1)))
        state = play(state, Discard("blue", cards(unidentified=4)))

        assert state.discards_due == (0, 0, 0)
        assert sum(state.players[1].hand) == 5
        assert not is_fully_known(state.players[1].hand)
        assert sum(state.bank) == 90

    def test_unnamed_discards_from_a_one_kind_hand_are_known(
        self, position: Callable[..., State], play: Callable[..., State], cards: Callable[..., Cards]
    ) -> None:
        state = play(position(dice=None, blue={"hand": {"wool": 8}}), Roll("red", (6, 1)))
        state = play(state, Discard("blue", cards(unidentified=4)))
        assert state.players[1].hand == cards(wool=4)

    def test_the_bank_may_hold_unnamed_discards(
        self, position: Callable[..., State], play: Callable[..., State], cards: Callable[..., Cards]
    ) -> None:
        """A pile that seems empty may have some of the returned cards."""
        state = position(
            bank=(0, 0, 0, 0, 0, 4), red={"hand": {"wool": 4}, "development": {"year_of_plenty": 1}}
        )
        assert not violations(state, MaritimeTrade("red", cards(wool=4), cards(ore=1)))
        both = PlayDevelopmentCard("red", "year_of_plenty", resources=cards(ore=2))
        assert not violations(state, both)
        assert play(state, both).players[0].hand == cards(wool=4, ore=2)


class TestSecretDevelopmentCards:
    def test_a_secret_card_comes_from_the_deck(
        self, position: Callable[..., State], play: Callable[..., State]
    ) -> None:
        state = play(position(red={"hand": PRICE}), BuyDevelopmentCard("red"))
        assert state.players[0].development == (0, 0, 0, 0, 0, 1)
        assert state.deck == 24
        assert state.points(0) == 0

    def test_a_secret_card_may_be_played_as_any_kind_next_turn(
        self, position: Callable[..., State], play: Callable[..., State]
    ) -> None:
        state = play(position(red={"hand": PRICE, "settlements": [CORNER]}), BuyDevelopmentCard("red"))
        knight = PlayDevelopmentCard("red", "knight")

        assert violations(state, knight) == RuleViolation.CARD_BOUGHT_THIS_TURN
        for colour in ("red", "blue", "white"):
            state = play(state, EndTurn(colour))
            state = play(state, Roll(state.players[state.active].colour, (1, 1)))
        assert not violations(state, knight)
        assert not violations(state, PlayDevelopmentCard("red", "road_building"))
        state = apply(state, knight)
        assert state.players[0].development == NO_CARDS
        assert state.players[0].knights == 1

    def test_an_older_secret_card_is_played_before_the_one_just_bought(
        self, position: Callable[..., State]
    ) -> None:
        """Red holds one secret card from before and a knight bought just now: the secret one was it."""
        state = position(
            red={"development": {"unidentified": 1, "knight": 1}, "bought_this_turn": {"knight": 1}}
        )
        knight = PlayDevelopmentCard("red", "knight")

        assert not violations(state, knight)
        assert apply(state, knight).players[0].development == (1, 0, 0, 0, 0, 0)

    def test_a_known_card_is_played_before_a_secret_one(
        self, position: Callable[..., State], play: Callable[..., State]
    ) -> None:
        state = position(red={"development": {"unidentified": 1, "knight": 1}})
        state = play(state, PlayDevelopmentCard("red", "knight"))
        assert state.players[0].development == (0, 0, 0, 0, 0, 1)

    def test_a_secret_card_is_no_kind_of_which_all_cards_are_known_elsewhere(
        self, position: Callable[..., State]
    ) -> None:
        """Two monopolies in all: one played by blue, one known in white's hand."""
        state = position(
            red={"development": {"unidentified": 1}},
            blue={"played": {"monopoly": 1}},
            white={"development": {"monopoly": 1}},
        )
        monopoly = PlayDevelopmentCard("red", "monopoly", resource="ore")
        assert violations(state, monopoly) == RuleViolation.CARD_NOT_HELD
        assert not violations(state, PlayDevelopmentCard("red", "knight"))

    def test_victory_points_may_be_secret_cards(
        self, position: Callable[..., State], play: Callable[..., State]
    ) -> None:
        cities = [CORNERS[HexId(h)][0] for h in ("h0,-2", "h2,-2", "h-2,0", "h2,0")]
        state = position(red={"cities": cities, "development": {"victory_point": 1, "unidentified": 3}})
        state = play(state, RevealVictoryPoints("red", 3))

        assert state.players[0].development == (0, 0, 0, 0, 0, 1)
        assert state.players[0].played == (0, 0, 0, 0, 3, 0)
        assert state.winner == 0


class TestUnnamedYearOfPlenty:
    CARD = PlayDevelopmentCard("red", "year_of_plenty")

    def test_two_unnamed_cards_come_from_the_bank(
        self, position: Callable[..., State], play: Callable[..., State]
    ) -> None:
        state = play(position(red={"development": {"year_of_plenty": 1}}), self.CARD)
        assert sum(state.players[0].hand) == 2
        assert not is_fully_known(state.players[0].hand)
        assert sum(state.bank) == 93

    def test_no_more_cards_come_than_the_bank_has(
        self, position: Callable[..., State], play: Callable[..., State]
    ) -> None:
        state = play(position(red={"development": {"year_of_plenty": 1}}, bank=(0, 0, 1, 0, 0, 0)), self.CARD)
        assert sum(state.players[0].hand) == 1
        assert state.bank == NO_CARDS


def test_a_monopoly_without_a_named_resource_moves_nothing(
    position: Callable[..., State], play: Callable[..., State]
) -> None:
    state = position(red={"development": {"monopoly": 1}}, blue={"hand": {"wool": 2}})
    state = play(state, PlayDevelopmentCard("red", "monopoly"))
    assert [sum(player.hand) for player in state.players] == [0, 2, 0]
    assert state.players[0].played == (0, 0, 0, 1, 0, 0)
