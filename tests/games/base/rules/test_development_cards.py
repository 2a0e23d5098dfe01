"""Development cards: base-game-2025, pages 6, 10 and 11; clarifications.md, Development cards."""

from collections.abc import Callable
from typing import Any

import pytest

from companion.games.base.rules.cards import (
    DEVELOPMENT_CARDS,
    DEVELOPMENT_DECK,
    NO_CARDS,
    ROAD_BUILDING,
    Cards,
    DevelopmentCard,
)
from companion.games.base.rules.choices import legal_events
from companion.games.base.rules.effects import apply
from companion.games.base.rules.events import (
    BuyDevelopmentCard,
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
from companion.games.base.rules.options import Options
from companion.games.base.rules.state import State
from companion.island.geometry import COAST, CORNERS, ENDS, PATHS_AT, SIDES, HexId

CENTRE_CORNERS, CENTRE_SIDES = CORNERS[HexId("h0,0")], SIDES[HexId("h0,0")]
PRICE = {"wool": 1, "grain": 1, "ore": 1}
DECK = list(zip(DEVELOPMENT_CARDS, DEVELOPMENT_DECK, strict=False))
KNIGHT = PlayDevelopmentCard("red", "knight")
# Four cities: eight points.
EIGHT = {"cities": [CORNERS[HexId(h)][0] for h in ("h0,-2", "h2,-2", "h-2,0", "h2,0")]}


class TestBuying:
    """Page 10, Carte Développement."""

    def test_a_card_costs_wool_grain_and_ore_and_comes_off_the_deck(
        self, position: Callable[..., State], play: Callable[..., State]
    ) -> None:
        state = play(position(red={"hand": PRICE}), BuyDevelopmentCard("red", "monopoly"))

        assert state.players[0].hand == NO_CARDS
        assert state.players[0].development == (0, 0, 0, 1, 0, 0)
        assert sum(state.bank) == 95
        assert state.deck == 24

    @pytest.mark.parametrize("kind", PRICE)
    def test_without_every_card_of_the_price_there_is_none(
        self, position: Callable[..., State], kind: str
    ) -> None:
        state = position(red={"hand": {**PRICE, kind: 0}})
        assert violations(state, BuyDevelopmentCard("red")) == RuleViolation.CANNOT_PAY

    def test_after_the_roll_on_ones_own_turn(self, position: Callable[..., State]) -> None:
        """Page 10: « Pendant la phase Commerce et Construction »."""
        red = {"hand": PRICE}
        assert violations(position(red=red, dice=None), BuyDevelopmentCard("red")) == RuleViolation.NOT_ROLLED
        assert (
            violations(position(red=red, on_turn="blue"), BuyDevelopmentCard("red"))
            == RuleViolation.NOT_ON_TURN
        )

    def test_as_many_as_one_can_pay(self, position: Callable[..., State], play: Callable[..., State]) -> None:
        state = position(red={"hand": {"wool": 3, "grain": 3, "ore": 3}})
        assert play(state, *[BuyDevelopmentCard("red")] * 3).deck == 22

    def test_nothing_is_bought_from_an_empty_deck(self, position: Callable[..., State]) -> None:
        """clarifications.md, Development cards."""
        state = position(red={"hand": PRICE}, deck=0)
        assert violations(state, BuyDevelopmentCard("red")) == RuleViolation.DECK_EMPTY
        assert BuyDevelopmentCard("red") not in legal_events(state)

    def test_played_cards_never_return_to_the_deck(
        self, position: Callable[..., State], play: Callable[..., State]
    ) -> None:
        """clarifications.md, Development cards: after two played monopolies none is left to buy."""
        state = position(
            red={"hand": PRICE}, blue={"played": {"monopoly": 1}}, white={"played": {"monopoly": 1}}
        )
        assert state.deck == 23
        assert violations(state, BuyDevelopmentCard("red", "monopoly")) == RuleViolation.NO_SUCH_CARD_LEFT
        assert not violations(state, BuyDevelopmentCard("red", "knight"))

    @pytest.mark.parametrize(("kind", "count"), DECK)
    def test_no_kind_has_more_cards_than_the_box(
        self, position: Callable[..., State], kind: DevelopmentCard, count: int
    ) -> None:
        """The kind is at fault: the deck has other cards."""
        red = {"hand": PRICE, "development": {"unidentified": 1}, **EIGHT}
        points = kind == "victory_point"
        turned_up = RevealVictoryPoints("red", 1) if points else PlayDevelopmentCard("red", kind)
        last, too_many = (position(red=red, blue={"played": {kind: n}}) for n in (count - 1, count))

        for event in (BuyDevelopmentCard("red", kind), turned_up):
            assert RuleViolation.NO_SUCH_CARD_LEFT not in violations(last, event)
            assert RuleViolation.NO_SUCH_CARD_LEFT in violations(too_many, event)
            assert not violations(too_many, event) & (RuleViolation.DECK_EMPTY | RuleViolation.CARD_NOT_HELD)

    def test_of_an_empty_deck_nothing_else_is_wrong(self, position: Callable[..., State]) -> None:
        state = position(red={"hand": PRICE}, deck=0)
        assert violations(state, BuyDevelopmentCard("red", "knight")) == RuleViolation.DECK_EMPTY


class TestPlaying:
    """Pages 6 and 10: one a turn, at any time of one's turn, not in the turn it was bought."""

    @pytest.mark.parametrize("dice", [None, (3, 3)])
    def test_before_or_after_the_roll(
        self, position: Callable[..., State], dice: tuple[int, int] | None
    ) -> None:
        """Page 6: « même avant de lancer les dés »."""
        assert not violations(position(dice=dice, red={"development": {"knight": 1}}), KNIGHT)

    def test_on_ones_own_turn_only(self, position: Callable[..., State]) -> None:
        state = position(on_turn="blue", red={"development": {"knight": 1}})
        assert violations(state, KNIGHT) == RuleViolation.NOT_ON_TURN

    def test_one_a_turn(self, position: Callable[..., State], play: Callable[..., State]) -> None:
        """Page 10: « 1 seule carte Développement »."""
        state = position(dice=None, red={"development": {"knight": 1, "monopoly": 1}})
        state = play(state, KNIGHT, MoveRobber("red", HexId("h1,0")), Roll("red", (1, 1)))

        assert (
            violations(state, PlayDevelopmentCard("red", "monopoly", resource="wool"))
            == RuleViolation.CARD_ALREADY_PLAYED
        )

    def test_the_next_turn_another(self, position: Callable[..., State], play: Callable[..., State]) -> None:
        state = position(red={"development": {"knight": 2}})
        state = play(state, KNIGHT, MoveRobber("red", HexId("h1,0")))
        for colour in ("red", "blue", "white"):
            state = play(state, EndTurn(colour))
            state = play(state, Roll(state.players[state.active].colour, (1, 1)))
        assert not violations(state, KNIGHT)

    def test_in_the_digest_any_number(
        self, position: Callable[..., State], play: Callable[..., State]
    ) -> None:
        """base-game-digest names no limit (clarifications.md, Options)."""
        state = position(options=Options(cards_a_turn=None), red={"development": {"knight": 2}})
        play(state, KNIGHT, MoveRobber("red", HexId("h1,0")), KNIGHT)

    @pytest.mark.parametrize("card", ["knight", "road_building", "year_of_plenty", "monopoly"])
    def test_not_in_the_turn_it_was_bought(
        self, position: Callable[..., State], play: Callable[..., State], card: DevelopmentCard
    ) -> None:
        """Page 10: « il vous faudra attendre un prochain tour »."""
        state = position(red={"hand": PRICE, "settlements": [CENTRE_CORNERS[0]]})
        state = play(state, BuyDevelopmentCard("red", card))

        assert violations(state, PlayDevelopmentCard("red", card)) == RuleViolation.CARD_BOUGHT_THIS_TURN
        assert not [e for e in legal_events(state) if isinstance(e, PlayDevelopmentCard)]

    def test_an_older_card_of_the_same_kind_may_be_played(
        self, position: Callable[..., State], play: Callable[..., State]
    ) -> None:
        state = position(red={"hand": PRICE, "development": {"knight": 1}})
        play(state, BuyDevelopmentCard("red", "knight"), KNIGHT)

    def test_one_needs_to_hold_it(self, position: Callable[..., State]) -> None:
        assert (
            violations(position(red={"development": {"monopoly": 1}}), KNIGHT) == RuleViolation.CARD_NOT_HELD
        )

    def test_each_card_once(self, position: Callable[..., State], play: Callable[..., State]) -> None:
        """Page 10: « Chaque carte ne peut être jouée qu'une seule fois »."""
        state = play(position(red={"development": {"knight": 1}}), KNIGHT, MoveRobber("red", HexId("h1,0")))
        assert RuleViolation.CARD_NOT_HELD in violations(state, KNIGHT)
        assert state.players[0].played == (1, 0, 0, 0, 0, 0)


class TestKnight:
    """Page 11, Chevalier: moves the robber and robs as after a seven."""

    def test_moves_the_robber_and_robs(
        self, position: Callable[..., State], play: Callable[..., State], cards: Callable[..., Cards]
    ) -> None:
        at = CORNERS[HexId("h2,-2")][0]
        state = position(red={"development": {"knight": 1}}, blue={"settlements": [at], "hand": {"ore": 1}})
        state = play(state, KNIGHT, MoveRobber("red", HexId("h2,-2")), Steal("red", "blue", "ore"))

        assert state.robber == "h2,-2"
        assert state.players[0].hand == cards(ore=1)
        assert state.players[0].knights == 1

    def test_to_another_hex(self, position: Callable[..., State], play: Callable[..., State]) -> None:
        state = play(position(red={"development": {"knight": 1}}), KNIGHT)
        assert violations(state, MoveRobber("red", HexId("h0,0"))) == RuleViolation.ROBBER_SAME_HEX
        assert violations(state, EndTurn("red")) == RuleViolation.ROBBER_DUE

    def test_production_follows_the_robber_at_once(
        self, position: Callable[..., State], play: Callable[..., State]
    ) -> None:
        """A knight before the roll frees one's own hex."""
        at = CORNERS[HexId("h0,-1")][0]
        state = position(dice=None, robber="h0,-1", red={"development": {"knight": 1}, "settlements": [at]})
        state = play(state, KNIGHT, MoveRobber("red", HexId("h0,2")), Roll("red", (3, 3)))
        assert sum(state.players[0].hand) == 1


class TestRoadBuilding:
    """Page 10; with fewer than two roads or places: what is possible (clarifications.md)."""

    CARD = PlayDevelopmentCard("red", "road_building")

    def test_two_roads_for_nothing(self, position: Callable[..., State], play: Callable[..., State]) -> None:
        state = position(
            red={"development": {"road_building": 1}, "settlements": [CENTRE_CORNERS[0]], "hand": {"wool": 1}}
        )
        state = play(state, self.CARD, PlaceRoad("red", CENTRE_SIDES[0]), PlaceRoad("red", CENTRE_SIDES[1]))

        assert sum(state.players[0].hand) == 1
        assert state.players[0].roads_left == 13
        assert state.free_roads == 0
        assert not violations(state, EndTurn("red"))

    def test_before_the_roll_too(self, position: Callable[..., State], play: Callable[..., State]) -> None:
        state = position(
            dice=None, red={"development": {"road_building": 1}, "settlements": [CENTRE_CORNERS[0]]}
        )
        play(
            state,
            self.CARD,
            PlaceRoad("red", CENTRE_SIDES[0]),
            PlaceRoad("red", CENTRE_SIDES[1]),
            Roll("red", (1, 1)),
        )

    def test_the_roads_come_before_anything_else(
        self, position: Callable[..., State], play: Callable[..., State], cards: Callable[..., Cards]
    ) -> None:
        state = position(
            red={"development": {"road_building": 1}, "settlements": [CENTRE_CORNERS[0]], "hand": {"wool": 4}}
        )
        state = play(state, self.CARD, PlaceRoad("red", CENTRE_SIDES[0]))

        assert violations(state, EndTurn("red")) == RuleViolation.FREE_ROADS_DUE
        assert (
            violations(state, MaritimeTrade("red", cards(wool=4), cards(ore=1)))
            == RuleViolation.FREE_ROADS_DUE
        )

    def test_they_connect_as_any_road(
        self, position: Callable[..., State], play: Callable[..., State]
    ) -> None:
        state = position(red={"development": {"road_building": 1}, "settlements": [CENTRE_CORNERS[0]]})
        state = play(state, self.CARD)
        assert violations(state, PlaceRoad("red", CENTRE_SIDES[2])) == RuleViolation.NOT_CONNECTED

    def test_with_one_road_left_one(self, position: Callable[..., State], play: Callable[..., State]) -> None:
        state = position(red={"development": {"road_building": 1}, "roads": list(COAST[:14])})
        state = play(state, self.CARD, PlaceRoad("red", COAST[14]))
        assert state.free_roads == 0
        assert not violations(state, EndTurn("red"))

    def test_with_one_place_left_one(
        self, position: Callable[..., State], play: Callable[..., State]
    ) -> None:
        """A settlement in a corner, its other path walled in by another's roads and settlement."""
        at = CENTRE_CORNERS[0]
        one, other, third = PATHS_AT[at]
        far = next(end for end in ENDS[third] if end != at)
        state = position(
            red={"development": {"road_building": 1}, "settlements": [at]},
            blue={"roads": [one, other], "settlements": [far]},
        )
        state = play(state, self.CARD)
        assert state.free_roads == 2
        state = play(state, PlaceRoad("red", third))
        assert state.free_roads == 0

    def test_with_no_road_or_no_place_it_is_played_for_nothing(
        self, position: Callable[..., State], play: Callable[..., State]
    ) -> None:
        """Nothing forbids it: what is possible is none."""
        no_road = position(red={"development": {"road_building": 1}, "roads": list(COAST[:15])})
        no_place = position(
            red={"development": {"road_building": 1}, "settlements": [CENTRE_CORNERS[0]]},
            blue={"roads": list(PATHS_AT[CENTRE_CORNERS[0]])},
        )
        for state in (no_road, no_place):
            assert self.CARD in legal_events(state)
            played = play(state, self.CARD)
            assert played.free_roads == 0
            assert played.players[0].played[ROAD_BUILDING] == 1
            assert not violations(played, EndTurn("red"))

    def test_a_road_beyond_what_is_possible_is_paid_for(
        self, position: Callable[..., State], play: Callable[..., State]
    ) -> None:
        state = position(red={"development": {"road_building": 1}, "roads": list(COAST[:14])})
        state = play(state, self.CARD, PlaceRoad("red", COAST[14]))
        assert RuleViolation.CANNOT_PAY | RuleViolation.NO_PIECE_LEFT in violations(
            state, PlaceRoad("red", COAST[15])
        )

    def test_only_the_player_on_turn_builds_for_nothing(
        self, position: Callable[..., State], play: Callable[..., State]
    ) -> None:
        state = position(
            red={"development": {"road_building": 1}, "settlements": [CENTRE_CORNERS[0]]},
            blue={"settlements": [CENTRE_CORNERS[3]], "hand": {"lumber": 1, "brick": 1}},
        )
        state = apply(play(state, self.CARD), PlaceRoad("blue", CENTRE_SIDES[3]))

        assert state.free_roads == 2
        assert sum(state.players[1].hand) == 0

    def test_what_was_not_built_is_lost_with_the_turn(
        self, position: Callable[..., State], play: Callable[..., State]
    ) -> None:
        state = position(red={"development": {"road_building": 1}, "settlements": [CENTRE_CORNERS[0]]})
        state = apply(play(state, self.CARD), EndTurn("red"))
        assert state.free_roads == 0


class TestYearOfPlenty:
    """Two cards of one's choice from the bank; from a thin bank what it has (clarifications.md)."""

    def play_for(self, cards: Callable[..., Cards], **counts: int) -> PlayDevelopmentCard:
        return PlayDevelopmentCard("red", "year_of_plenty", resources=cards(**counts))

    @pytest.mark.parametrize("counts", [{"wool": 2}, {"wool": 1, "ore": 1}])
    def test_any_two_cards(
        self,
        position: Callable[..., State],
        play: Callable[..., State],
        cards: Callable[..., Cards],
        counts: dict[str, int],
    ) -> None:
        state = play(position(red={"development": {"year_of_plenty": 1}}), self.play_for(cards, **counts))
        assert state.players[0].hand == cards(**counts)
        assert sum(state.bank) == 93

    @pytest.mark.parametrize("counts", [{"wool": 1}, {"wool": 3}, {"wool": 2, "ore": 1}])
    def test_neither_more_nor_fewer(
        self, position: Callable[..., State], cards: Callable[..., Cards], counts: dict[str, int]
    ) -> None:
        state = position(red={"development": {"year_of_plenty": 1}})
        assert violations(state, self.play_for(cards, **counts)) == RuleViolation.WRONG_CARDS_TAKEN

    def test_not_what_the_bank_lacks(
        self, position: Callable[..., State], cards: Callable[..., Cards]
    ) -> None:
        state = position(red={"development": {"year_of_plenty": 1}}, bank=(19, 19, 1, 19, 0, 0))
        assert violations(state, self.play_for(cards, wool=2)) == RuleViolation.BANK_LACKS
        assert violations(state, self.play_for(cards, wool=1, ore=1)) == RuleViolation.BANK_LACKS
        assert not violations(state, self.play_for(cards, wool=1, lumber=1))

    def test_from_a_thin_bank_what_it_has(
        self, position: Callable[..., State], play: Callable[..., State], cards: Callable[..., Cards]
    ) -> None:
        state = position(red={"development": {"year_of_plenty": 1}}, bank=(0, 0, 1, 0, 0, 0))

        assert not violations(state, self.play_for(cards, wool=1))
        assert [e for e in legal_events(state) if isinstance(e, PlayDevelopmentCard)] == [
            self.play_for(cards, wool=1)
        ]
        # Who takes more than there is gets what there is.
        state = apply(state, self.play_for(cards, wool=2))
        assert state.players[0].hand == cards(wool=1)
        assert state.bank == NO_CARDS

    def test_listed_are_all_fifteen_pairs_that_the_bank_has(self, position: Callable[..., State]) -> None:
        red = {"development": {"year_of_plenty": 1}}

        def pairs(**fields: Any) -> list[PlayDevelopmentCard]:
            listed = legal_events(position(red=red, **fields))
            return [e for e in listed if isinstance(e, PlayDevelopmentCard)]

        assert len(pairs()) == 15
        assert len(pairs(bank=(19, 19, 1, 19, 0, 0))) == 9


class TestMonopoly:
    """One resource, all of it, from everybody."""

    CARD = PlayDevelopmentCard("red", "monopoly", resource="wool")

    def test_everybody_gives_all_of_it(
        self, position: Callable[..., State], play: Callable[..., State], cards: Callable[..., Cards]
    ) -> None:
        state = position(
            red={"development": {"monopoly": 1}, "hand": {"wool": 1}},
            blue={"hand": {"wool": 3, "ore": 1}},
            white={"hand": {"wool": 2}},
        )
        state = play(state, self.CARD)

        assert [player.hand for player in state.players] == [cards(wool=6), cards(ore=1), NO_CARDS]
        assert sum(state.bank) == 88

    def test_who_has_none_gives_none(
        self, position: Callable[..., State], play: Callable[..., State], cards: Callable[..., Cards]
    ) -> None:
        state = play(position(red={"development": {"monopoly": 1}}, blue={"hand": {"ore": 2}}), self.CARD)
        assert [player.hand for player in state.players] == [NO_CARDS, cards(ore=2), NO_CARDS]

    def test_the_bank_gives_nothing(self, position: Callable[..., State], play: Callable[..., State]) -> None:
        state = position(red={"development": {"monopoly": 1}}, blue={"hand": {"wool": 2}})
        assert play(state, self.CARD).bank == state.bank


class TestVictoryPointCards:
    """Page 11, Point de Victoire: face down until they win; exempt from the other limits."""

    def test_hidden_they_count_for_nobody_else(self, position: Callable[..., State]) -> None:
        state = position(red={"development": {"victory_point": 2}, "settlements": [CENTRE_CORNERS[0]]})
        assert state.public_points(0) == 1
        assert state.points(0) == 3

    def test_they_are_revealed_only_where_they_win(self, position: Callable[..., State]) -> None:
        """Page 11: « que si lors de votre tour elles vous permettent d'atteindre le minimum »."""
        state = position(red={**EIGHT, "development": {"unidentified": 2}})

        assert state.public_points(0) == 8
        assert violations(state, RevealVictoryPoints("red", 1)) == RuleViolation.NOT_ENOUGH_TO_WIN
        assert not violations(state, RevealVictoryPoints("red", 2))
        assert violations(state, RevealVictoryPoints("red", 3)) == RuleViolation.CARD_NOT_HELD

    def test_several_at_once_and_they_win(
        self, position: Callable[..., State], play: Callable[..., State]
    ) -> None:
        """Page 11: « Vous pouvez révéler plusieurs cartes »."""
        state = play(
            position(red={**EIGHT, "development": {"unidentified": 2}}), RevealVictoryPoints("red", 2)
        )
        assert state.winner == 0
        assert state.public_points(0) == 10

    def test_in_the_turn_they_were_bought(
        self, position: Callable[..., State], play: Callable[..., State]
    ) -> None:
        """Page 11: « que vous venez d'acheter à ce tour »."""
        state = position(red={**EIGHT, "hand": PRICE, "development": {"unidentified": 1}})
        state = play(state, BuyDevelopmentCard("red"), RevealVictoryPoints("red", 2))
        assert state.winner == 0

    def test_after_another_card_was_played(
        self, position: Callable[..., State], play: Callable[..., State]
    ) -> None:
        """clarifications.md: exempt from one a turn."""
        state = position(
            red={**EIGHT, "settlements": [CENTRE_CORNERS[0]], "development": {"knight": 1, "unidentified": 1}}
        )
        state = play(state, KNIGHT, MoveRobber("red", HexId("h0,2")))
        assert play(state, RevealVictoryPoints("red", 1)).winner == 0

    def test_on_ones_own_turn_only(self, position: Callable[..., State]) -> None:
        state = position(on_turn="blue", red={**EIGHT, "development": {"unidentified": 2}})
        assert violations(state, RevealVictoryPoints("red", 2)) == RuleViolation.NOT_ON_TURN

    def test_the_winner_turns_up_cards_that_were_known(
        self, position: Callable[..., State], play: Callable[..., State]
    ) -> None:
        state = position(
            red={
                **EIGHT,
                "hand": PRICE,
                "settlements": [CENTRE_CORNERS[0]],
            }
        )
        state = play(state, BuyDevelopmentCard("red", "victory_point"))
        assert state.winner == 0
        assert not violations(state, RevealVictoryPoints("red", 1))
        assert play(state, RevealVictoryPoints("red", 1)).public_points(0) == 10

    def test_they_are_never_played(self, position: Callable[..., State]) -> None:
        state = position(red={"development": {"victory_point": 1}})
        assert RuleViolation.NOT_ENOUGH_TO_WIN in violations(
            state, PlayDevelopmentCard("red", "victory_point")
        )

    def test_there_are_five(self, position: Callable[..., State]) -> None:
        """Page 3, Matériel: five known or revealed cards leave none for other players."""
        state = position(
            red={**EIGHT, "development": {"unidentified": 2}},
            blue={"development": {"victory_point": 3}},
            white={"played": {"victory_point": 2}},
        )
        assert violations(state, RevealVictoryPoints("red", 2)) == RuleViolation.CARD_NOT_HELD
