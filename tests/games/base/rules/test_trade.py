"""Trade: base-game-2025, pages 7 and 8; clarifications.md, Trade."""

from collections.abc import Callable

import pytest

from companion.games.base.rules.cards import NO_CARDS, Cards, Resource
from companion.games.base.rules.choices import legal_events
from companion.games.base.rules.events import (
    BuyDevelopmentCard,
    DomesticTrade,
    Event,
    MaritimeTrade,
    PlaceCity,
    PlaceRoad,
    PlaceSettlement,
    PlayDevelopmentCard,
)
from companion.games.base.rules.legality import RuleViolation, violations
from companion.games.base.rules.options import Options
from companion.games.base.rules.state import State
from companion.island.geometry import CORNERS, ENDS, NEIGHBOURS, PATHS_AT, HexId, IntersectionId
from companion.island.layout import HarborKind
from companion.island.setups import frame_harbors

CENTRE_CORNERS = CORNERS[HexId("h0,0")]
HARBORS = {kind: ENDS[path] for path, kind in frame_harbors()}


class TestDomesticTrade:
    """Page 7: Commerce avec les autres joueurs."""

    @pytest.fixture
    def state(self, position: Callable[..., State]) -> State:
        return position(
            red={"hand": {"wool": 2, "ore": 1}}, blue={"hand": {"grain": 2}}, white={"hand": {"brick": 1}}
        )

    def test_the_rulebooks_example_one_grain_for_one_wool(
        self, state: State, cards: Callable[..., Cards], play: Callable[..., State]
    ) -> None:
        """Page 7, Exemple: Orange offers Blue, on turn, 1 grain for 1 wool."""
        state = play(state, DomesticTrade("red", "blue", cards(wool=1), cards(grain=1)))

        assert state.players[0].hand == cards(wool=1, ore=1, grain=1)
        assert state.players[1].hand == cards(grain=1, wool=1)

    def test_any_counts_of_cards_change_hands(
        self, state: State, cards: Callable[..., Cards], play: Callable[..., State]
    ) -> None:
        state = play(state, DomesticTrade("red", "blue", cards(wool=2, ore=1), cards(grain=1)))
        assert [sum(player.hand) for player in state.players] == [1, 4, 1]

    def test_as_many_trades_as_one_likes(
        self, state: State, cards: Callable[..., Cards], play: Callable[..., State]
    ) -> None:
        """Page 7: « autant d'échanges que vous souhaitez »."""
        play(
            state,
            DomesticTrade("red", "blue", cards(wool=1), cards(grain=1)),
            DomesticTrade("red", "white", cards(grain=1), cards(brick=1)),
            DomesticTrade("red", "blue", cards(brick=1), cards(wool=1)),
        )

    def test_the_bank_is_not_touched(
        self, state: State, cards: Callable[..., Cards], play: Callable[..., State]
    ) -> None:
        assert play(state, DomesticTrade("red", "blue", cards(wool=1), cards(grain=1))).bank == state.bank

    def test_the_others_do_not_trade_among_themselves(
        self, state: State, cards: Callable[..., Cards]
    ) -> None:
        """Page 7, Important."""
        trade = DomesticTrade("blue", "white", cards(grain=1), cards(brick=1))
        assert violations(state, trade) == RuleViolation.NOT_ON_TURN

    def test_not_before_the_roll(self, position: Callable[..., State], cards: Callable[..., Cards]) -> None:
        state = position(dice=None, red={"hand": {"wool": 1}}, blue={"hand": {"grain": 1}})
        assert (
            violations(state, DomesticTrade("red", "blue", cards(wool=1), cards(grain=1)))
            == RuleViolation.NOT_ROLLED
        )

    def test_nothing_is_given_for_nothing(self, state: State, cards: Callable[..., Cards]) -> None:
        """clarifications.md, Trade."""
        assert violations(state, DomesticTrade("red", "blue", cards(wool=1), NO_CARDS)) == RuleViolation.GIFT
        assert violations(state, DomesticTrade("red", "blue", NO_CARDS, cards(grain=1))) == RuleViolation.GIFT

    def test_the_same_resource_does_not_stand_on_both_sides(
        self, position: Callable[..., State], cards: Callable[..., Cards]
    ) -> None:
        """clarifications.md, Trade."""
        state = position(red={"hand": {"wool": 2}}, blue={"hand": {"wool": 1, "ore": 1}})
        trade = DomesticTrade("red", "blue", cards(wool=2), cards(wool=1, ore=1))
        assert violations(state, trade) == RuleViolation.LIKE_FOR_LIKE

    def test_one_gives_what_one_has(self, state: State, cards: Callable[..., Cards]) -> None:
        assert (
            violations(state, DomesticTrade("red", "blue", cards(lumber=1), cards(grain=1)))
            == RuleViolation.CANNOT_PAY
        )

    def test_the_partner_gives_what_it_has(self, state: State, cards: Callable[..., Cards]) -> None:
        trade = DomesticTrade("red", "blue", cards(wool=1), cards(grain=3))
        assert violations(state, trade) == RuleViolation.PARTNER_CANNOT_PAY

    def test_nobody_trades_alone(self, state: State, cards: Callable[..., Cards]) -> None:
        assert (
            violations(state, DomesticTrade("red", "red", cards(wool=1), cards(ore=1)))
            == RuleViolation.NO_PARTNER
        )


class TestMaritimeTrade:
    """Page 8: Commerce avec la Réserve, Commerce avec les ports."""

    def test_four_alike_for_another_from_the_bank(
        self, position: Callable[..., State], cards: Callable[..., Cards], play: Callable[..., State]
    ) -> None:
        state = play(position(red={"hand": {"wool": 5}}), MaritimeTrade("red", cards(wool=4), cards(ore=1)))

        assert state.players[0].hand == cards(wool=1, ore=1)
        assert state.bank == cards(lumber=19, brick=19, wool=18, grain=19, ore=18)

    @pytest.mark.parametrize("kind", ["settlements", "cities"])
    @pytest.mark.parametrize("end", [0, 1])
    def test_three_alike_at_a_generic_harbor(
        self, position: Callable[..., State], cards: Callable[..., Cards], kind: str, end: int
    ) -> None:
        """Page 8: « une colonie ou une ville sur un emplacement portuaire »."""
        at_harbor = {"hand": {"wool": 3}, kind: [HARBORS["generic"][end]]}
        trade = MaritimeTrade("red", cards(wool=3), cards(ore=1))

        assert violations(position(red={"hand": {"wool": 3}}), trade) == RuleViolation.WRONG_RATE
        assert not violations(position(red=at_harbor), trade)

    def test_two_of_its_kind_at_a_special_harbor_and_four_of_any_other(
        self, position: Callable[..., State], cards: Callable[..., Cards]
    ) -> None:
        """Page 8: « uniquement au type de ressource illustré »."""
        state = position(red={"hand": {"wool": 2, "ore": 4}, "settlements": [HARBORS["wool"][0]]})

        assert not violations(state, MaritimeTrade("red", cards(wool=2), cards(grain=1)))
        assert (
            violations(state, MaritimeTrade("red", cards(ore=2), cards(grain=1))) == RuleViolation.WRONG_RATE
        )
        assert (
            violations(state, MaritimeTrade("red", cards(ore=3), cards(grain=1))) == RuleViolation.WRONG_RATE
        )
        assert not violations(state, MaritimeTrade("red", cards(ore=4), cards(grain=1)))

    @pytest.mark.parametrize("kind", ["lumber", "brick", "wool", "grain", "ore"])
    def test_every_special_harbor_is_for_its_own_resource(
        self, position: Callable[..., State], cards: Callable[..., Cards], kind: Resource
    ) -> None:
        other = "ore" if kind != "ore" else "wool"
        state = position(red={"hand": {kind: 2}, "settlements": [HARBORS[kind][1]]})
        assert not violations(state, MaritimeTrade("red", cards(**{kind: 2}), cards(**{other: 1})))

    @pytest.mark.parametrize("harbor", ["wool", "generic"])
    def test_four_for_one_is_open_to_everybody_with_or_without_a_harbor(
        self, position: Callable[..., State], cards: Callable[..., Cards], harbor: HarborKind
    ) -> None:
        """Page 8, Commerce avec la Réserve: the harbors' rates stand beside it, and take nothing away."""
        state = position(red={"hand": {"wool": 5}, "settlements": [HARBORS[harbor][0]]})

        trade = MaritimeTrade("red", cards(wool=4), cards(grain=1))
        assert not violations(state, trade)
        assert trade in legal_events(state)
        assert (
            violations(state, MaritimeTrade("red", cards(wool=5), cards(grain=1))) == RuleViolation.WRONG_RATE
        )

    def test_with_two_harbors_each_ones_rate_is_open(
        self, position: Callable[..., State], cards: Callable[..., Cards]
    ) -> None:
        at = [HARBORS["wool"][0], HARBORS["generic"][0]]
        state = position(red={"hand": {"wool": 9}, "settlements": at})

        for count in (2, 3, 4):
            assert not violations(state, MaritimeTrade("red", cards(wool=count), cards(grain=1)))
        for count in (1, 5, 6):
            trade = MaritimeTrade("red", cards(wool=count), cards(grain=1))
            assert violations(state, trade) == RuleViolation.WRONG_RATE

    def test_several_trades_in_one_entry_may_have_several_rates(
        self, position: Callable[..., State], cards: Callable[..., Cards]
    ) -> None:
        state = position(red={"hand": {"wool": 6, "ore": 8}, "settlements": [HARBORS["wool"][0]]})

        assert not violations(state, MaritimeTrade("red", cards(wool=6), cards(grain=2)))
        assert not violations(state, MaritimeTrade("red", cards(wool=6), cards(grain=3)))
        assert not violations(state, MaritimeTrade("red", cards(wool=4, ore=4), cards(grain=3)))
        assert (
            violations(state, MaritimeTrade("red", cards(wool=6), cards(grain=1))) == RuleViolation.WRONG_RATE
        )
        assert (
            violations(state, MaritimeTrade("red", cards(wool=6), cards(grain=4))) == RuleViolation.WRONG_RATE
        )
        assert (
            violations(state, MaritimeTrade("red", cards(wool=6, ore=2), cards(grain=3)))
            == RuleViolation.WRONG_RATE
        )

    def test_anothers_harbor_is_of_no_use(
        self, position: Callable[..., State], cards: Callable[..., Cards]
    ) -> None:
        state = position(red={"hand": {"wool": 3}}, blue={"settlements": [HARBORS["generic"][0]]})
        assert (
            violations(state, MaritimeTrade("red", cards(wool=3), cards(ore=1))) == RuleViolation.WRONG_RATE
        )

    def test_a_harbor_is_of_use_from_the_moment_the_settlement_stands(
        self, position: Callable[..., State], cards: Callable[..., Cards], play: Callable[..., State]
    ) -> None:
        """clarifications.md, Trade."""
        at = HARBORS["wool"][0]
        hand = {"lumber": 1, "brick": 1, "wool": 3, "grain": 1}
        state = position(red={"hand": hand, "roads": [PATHS_AT[at][0]]})
        trade = MaritimeTrade("red", cards(wool=2), cards(ore=1))

        assert violations(state, trade) == RuleViolation.WRONG_RATE
        play(state, PlaceSettlement("red", at), trade)

    def test_another_resource_than_was_given(
        self, position: Callable[..., State], cards: Callable[..., Cards]
    ) -> None:
        """Page 8: « d'un autre type »."""
        state = position(red={"hand": {"wool": 4}})
        assert (
            violations(state, MaritimeTrade("red", cards(wool=4), cards(wool=1)))
            == RuleViolation.LIKE_FOR_LIKE
        )

    @pytest.mark.parametrize("edition", ["digest", "kosmos"])
    def test_any_resource_in_the_digest_and_on_the_kosmos_sheet(
        self, position: Callable[..., State], cards: Callable[..., Cards], edition: str
    ) -> None:
        state = position(options=Options.from_json({"edition": edition}), red={"hand": {"wool": 4}})
        trade = MaritimeTrade("red", cards(wool=4), cards(wool=1))
        assert not violations(state, trade)
        assert trade in legal_events(state)

    def test_from_a_pile_that_has_it(
        self, position: Callable[..., State], cards: Callable[..., Cards]
    ) -> None:
        """clarifications.md, Trade."""
        state = position(red={"hand": {"wool": 4}}, bank=(19, 19, 15, 19, 0, 0))
        assert (
            violations(state, MaritimeTrade("red", cards(wool=4), cards(ore=1))) == RuleViolation.BANK_LACKS
        )
        assert {e.take for e in legal_events(state) if isinstance(e, MaritimeTrade)} == {
            cards(lumber=1),
            cards(brick=1),
            cards(grain=1),
        }

    def test_four_different_cards_are_no_offer(
        self, position: Callable[..., State], cards: Callable[..., Cards]
    ) -> None:
        """Page 8: « 4 cartes Ressource identiques »."""
        state = position(red={"hand": {"wool": 2, "ore": 2}})
        assert (
            violations(state, MaritimeTrade("red", cards(wool=2, ore=2), cards(grain=1)))
            == RuleViolation.WRONG_RATE
        )

    def test_several_trades_may_be_one_entry(
        self, position: Callable[..., State], cards: Callable[..., Cards], play: Callable[..., State]
    ) -> None:
        state = position(red={"hand": {"wool": 4, "ore": 8}})
        state = play(state, MaritimeTrade("red", cards(wool=4, ore=8), cards(grain=2, brick=1)))
        assert state.players[0].hand == cards(grain=2, brick=1)

    def test_only_the_player_on_turn_after_the_roll_with_cards_in_hand(
        self, position: Callable[..., State], cards: Callable[..., Cards]
    ) -> None:
        trade = MaritimeTrade("red", cards(wool=4), cards(ore=1))
        hand = {"hand": {"wool": 4}}

        assert violations(position(red=hand, on_turn="blue"), trade) == RuleViolation.NOT_ON_TURN
        assert violations(position(red=hand, dice=None), trade) == RuleViolation.NOT_ROLLED
        assert violations(position(), trade) == RuleViolation.CANNOT_PAY

    def test_nothing_for_nothing(self, position: Callable[..., State], cards: Callable[..., Cards]) -> None:
        state = position(red={"hand": {"wool": 4}})
        assert RuleViolation.GIFT in violations(state, MaritimeTrade("red", cards(wool=4), NO_CARDS))
        assert RuleViolation.GIFT in violations(state, MaritimeTrade("red", NO_CARDS, cards(ore=1)))
        assert violations(state, MaritimeTrade("red", NO_CARDS, NO_CARDS)) == RuleViolation.GIFT


class TestTradeAndBuild:
    """Page 7: « construire, puis faire du commerce, puis construire encore »; an option."""

    def builds(self, at: IntersectionId) -> list[Event]:
        return [
            PlaceRoad("red", PATHS_AT[at][1]),
            PlaceCity("red", at),
            BuyDevelopmentCard("red"),
        ]

    def table(self, position: Callable[..., State], options: Options) -> tuple[IntersectionId, State]:
        at = CENTRE_CORNERS[0]
        return at, position(
            options=options,
            red={
                "hand": {"lumber": 1, "brick": 1, "wool": 5, "grain": 3, "ore": 4},
                "settlements": [at],
                "roads": [PATHS_AT[at][0]],
            },
            blue={"hand": {"brick": 1}},
        )

    def trades(self, cards: Callable[..., Cards]) -> list[Event]:
        return [
            MaritimeTrade("red", cards(wool=4), cards(brick=1)),
            DomesticTrade("red", "blue", cards(wool=1), cards(brick=1)),
        ]

    def test_interleaved_freely_in_the_2025_text(
        self, position: Callable[..., State], cards: Callable[..., Cards], play: Callable[..., State]
    ) -> None:
        at, state = self.table(position, Options())
        for build in self.builds(at):
            for trade in self.trades(cards):
                play(state, build, trade)

    @pytest.mark.parametrize("edition", ["digest", "kosmos"])
    def test_trade_first_then_build_elsewhere(
        self,
        position: Callable[..., State],
        cards: Callable[..., Cards],
        play: Callable[..., State],
        edition: str,
    ) -> None:
        """base-game-digest, phases 2 and 3; base-game-summary-kosmos, in sections."""
        at, state = self.table(position, Options.from_json({"edition": edition}))
        for build in self.builds(at):
            for trade in self.trades(cards):
                assert not violations(state, trade)
                assert violations(play(state, build), trade) == RuleViolation.TRADE_AFTER_BUILDING
            assert not [e for e in legal_events(play(state, build)) if isinstance(e, MaritimeTrade)]

    def test_roads_of_a_card_do_not_end_trade(
        self, position: Callable[..., State], cards: Callable[..., Cards], play: Callable[..., State]
    ) -> None:
        """A development card is played « à tout moment », before the roll too."""
        at = CENTRE_CORNERS[0]
        state = position(
            options=Options(trade_before_building=True),
            red={"hand": {"wool": 4}, "settlements": [at], "development": {"road_building": 1}},
        )
        one, other, _ = PATHS_AT[at]
        state = play(
            state, PlayDevelopmentCard("red", "road_building"), PlaceRoad("red", one), PlaceRoad("red", other)
        )
        play(state, MaritimeTrade("red", cards(wool=4), cards(ore=1)))


def test_intersections_beside_a_harbors_are_no_harbor(
    position: Callable[..., State], cards: Callable[..., Cards]
) -> None:
    """Page 8: « les intersections … près desquelles est dessiné un ponton »."""
    ends = set(HARBORS["wool"])
    for at in {n for end in ends for n in NEIGHBOURS[end]} - ends:
        state = position(red={"hand": {"wool": 2}, "settlements": [at]})
        assert RuleViolation.WRONG_RATE in violations(
            state, MaritimeTrade("red", cards(wool=2), cards(ore=1))
        )
