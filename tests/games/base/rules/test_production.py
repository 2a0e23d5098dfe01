"""The resource phase: base-game-2025, page 6; the bank that runs out: clarifications.md, Bank shortage."""

from collections.abc import Callable
from typing import Any

import pytest

from companion.games.base.rules.cards import NO_CARDS, Cards
from companion.games.base.rules.effects import apply
from companion.games.base.rules.events import EndTurn, Roll
from companion.games.base.rules.legality import RuleViolation, violations
from companion.games.base.rules.production import compute_production
from companion.games.base.rules.state import State
from companion.island.geometry import CORNERS, HexId
from companion.island.layout import Layout

CENTRE_CORNERS = CORNERS[HexId("h0,0")]
# The middle hex is a forest with a 4, no other hex near by has one, and the desert lies in the west.
FOREST = {
    "h0,0": ("forest", 4),
    "h1,-1": ("pasture", 12),
    "h0,1": ("fields", 12),
    "h-2,0": ("desert", None),
}


@pytest.fixture
def forest(position: Callable[..., State], island: Callable[..., Layout]) -> Callable[..., State]:
    def make(**sides: Any) -> State:
        return position(layout=island(FOREST), **{"dice": None, "robber": "h-2,0", **sides})

    return make


def takes(state: State, total: int) -> tuple[Cards, ...]:
    return compute_production(state, total)[0]


def test_everybody_gets_production_not_only_the_active_player(
    forest: Callable[..., State], cards: Callable[..., Cards], play: Callable[..., State]
) -> None:
    """Page 6: « le résultat s'applique à tous les joueurs »."""
    state = play(
        forest(blue={"settlements": [CENTRE_CORNERS[0]]}, white={"cities": [CENTRE_CORNERS[2]]}),
        Roll("red", (1, 3)),
    )

    assert [player.hand for player in state.players] == [NO_CARDS, cards(lumber=1), cards(lumber=2)]
    assert state.production == (NO_CARDS, cards(lumber=1), cards(lumber=2))
    assert state.bank == cards(lumber=16, brick=19, wool=19, grain=19, ore=19)


def test_a_settlement_brings_one_card_and_a_city_two(
    forest: Callable[..., State], cards: Callable[..., Cards]
) -> None:
    """Page 6."""
    assert takes(forest(red={"settlements": [CENTRE_CORNERS[0]]}), 4)[0] == cards(lumber=1)
    assert takes(forest(red={"cities": [CENTRE_CORNERS[0]]}), 4)[0] == cards(lumber=2)


def test_two_or_three_buildings_on_one_hex_each_bring_theirs(
    forest: Callable[..., State], cards: Callable[..., Cards]
) -> None:
    """Page 6: « pour chacune de ses colonies … pour chacune de ses villes »."""
    state = forest(red={"settlements": [CENTRE_CORNERS[0], CENTRE_CORNERS[2]], "cities": [CENTRE_CORNERS[4]]})
    assert takes(state, 4)[0] == cards(lumber=4)


def test_the_rulebooks_example_of_a_four_and_an_eight(
    position: Callable[..., State], island: Callable[..., Layout], cards: Callable[..., Cards]
) -> None:
    """Page 6: a 4 brings Orange 2 lumber for two settlements, Red 1; an 8 Red 1 grain, 2 for a city."""
    layout = island({**FOREST, "h0,-1": ("fields", 8)})
    orange = {"settlements": [CENTRE_CORNERS[2], CENTRE_CORNERS[4]]}

    def table(**red: Any) -> State:
        colours = ("orange", "red", "blue")
        return position(colours, "blue", layout=layout, robber="h-2,0", orange=orange, red=red)

    with_settlement, with_city = table(settlements=[CENTRE_CORNERS[0]]), table(cities=[CENTRE_CORNERS[0]])
    assert takes(with_settlement, 4) == (cards(lumber=2), cards(lumber=1), NO_CARDS)
    assert takes(with_settlement, 8) == (NO_CARDS, cards(grain=1), NO_CARDS)
    assert takes(with_city, 8) == (NO_CARDS, cards(grain=2), NO_CARDS)


# On the first-game island fields with a 9 lie in the west, a forest with a 9 in the north-east.
NINES = {"settlements": [CORNERS[HexId("h-2,0")][5]], "cities": [CORNERS[HexId("h2,-2")][0]]}


def test_two_hexes_of_a_number_both_produce(
    position: Callable[..., State], cards: Callable[..., Cards]
) -> None:
    assert takes(position(red=NINES), 9)[0] == cards(grain=1, lumber=2)


def test_the_desert_produces_nothing(position: Callable[..., State], island: Callable[..., Layout]) -> None:
    """Page 4: « Le Désert ne produit aucune ressource », not even under a token that lies there."""
    layout = island({"h-2,0": ("desert", 9), "h0,0": ("fields", None)})
    state = position(layout=layout, robber="h2,0", red={"cities": [CORNERS[HexId("h-2,0")][5]]})
    assert takes(state, 9)[0] == NO_CARDS


def test_the_robbers_hex_produces_nothing_for_anybody(forest: Callable[..., State]) -> None:
    """Page 7, Important: « ne reçoivent AUCUNE ressource »."""
    state = forest(
        red={"settlements": [CENTRE_CORNERS[0]]}, blue={"cities": [CENTRE_CORNERS[2]]}, robber=HexId("h0,0")
    )
    assert takes(state, 4) == (NO_CARDS, NO_CARDS, NO_CARDS)


def test_the_robber_blocks_its_own_hex_only(
    position: Callable[..., State], cards: Callable[..., Cards]
) -> None:
    assert takes(position(red=NINES, robber="h-2,0"), 9)[0] == cards(lumber=2)


def test_a_roll_where_nobody_stands_brings_nobody_anything(forest: Callable[..., State]) -> None:
    assert takes(forest(red={"settlements": [CENTRE_CORNERS[0]]}), 9) == (NO_CARDS, NO_CARDS, NO_CARDS)


class TestBankShortage:
    """clarifications.md, Bank shortage: by resource, at a roll."""

    def table(self, forest: Callable[..., State], lumber: int, **sides: Any) -> State:
        return forest(bank=(lumber, 19, 19, 19, 19, 0), **sides)

    def test_one_player_owed_takes_what_is_left(
        self, forest: Callable[..., State], cards: Callable[..., Cards]
    ) -> None:
        state = self.table(forest, 1, red={"cities": [CENTRE_CORNERS[0]]})
        assert compute_production(state, 4) == ((cards(lumber=1), NO_CARDS, NO_CARDS), 1)

    def test_one_player_owed_for_several_buildings_takes_what_is_left(
        self, forest: Callable[..., State], cards: Callable[..., Cards]
    ) -> None:
        state = self.table(
            forest,
            3,
            red={"cities": [CENTRE_CORNERS[0], CENTRE_CORNERS[2]], "settlements": [CENTRE_CORNERS[4]]},
        )
        assert compute_production(state, 4) == ((cards(lumber=3), NO_CARDS, NO_CARDS), 1)

    def test_several_players_owed_get_none_of_it(self, forest: Callable[..., State]) -> None:
        state = self.table(
            forest, 2, red={"cities": [CENTRE_CORNERS[0]]}, blue={"settlements": [CENTRE_CORNERS[2]]}
        )
        assert compute_production(state, 4) == ((NO_CARDS, NO_CARDS, NO_CARDS), 1)

    def test_a_bank_that_just_suffices_pays_everybody(
        self, forest: Callable[..., State], cards: Callable[..., Cards]
    ) -> None:
        state = self.table(
            forest, 3, red={"cities": [CENTRE_CORNERS[0]]}, blue={"settlements": [CENTRE_CORNERS[2]]}
        )
        assert compute_production(state, 4) == ((cards(lumber=2), cards(lumber=1), NO_CARDS), 0)

    def test_an_empty_pile_pays_nobody(self, forest: Callable[..., State]) -> None:
        state = self.table(forest, 0, red={"settlements": [CENTRE_CORNERS[0]]})
        assert compute_production(state, 4) == ((NO_CARDS, NO_CARDS, NO_CARDS), 1)

    def test_other_resources_are_not_touched(
        self,
        position: Callable[..., State],
        island: Callable[..., Layout],
        cards: Callable[..., Cards],
        play: Callable[..., State],
    ) -> None:
        layout = island({**FOREST, "h0,-1": ("hills", 4)})
        state = position(
            layout=layout,
            robber="h-2,0",
            dice=None,
            bank=(2, 19, 19, 19, 19, 0),
            red={"cities": [CENTRE_CORNERS[0]]},
            blue={"settlements": [CENTRE_CORNERS[2], CENTRE_CORNERS[4]]},
        )
        state = play(state, Roll("red", (2, 2)))

        assert state.production == (cards(brick=2), NO_CARDS, NO_CARDS)
        assert state.bank == cards(lumber=2, brick=17, wool=19, grain=19, ore=19)
        assert state.shortage == 1

    def test_the_shortage_is_forgotten_with_the_next_turn(
        self, forest: Callable[..., State], play: Callable[..., State]
    ) -> None:
        state = self.table(forest, 0, red={"settlements": [CENTRE_CORNERS[0]]})
        state = play(state, Roll("red", (2, 2)), EndTurn("red"))
        assert state.shortage == 0
        assert state.production == (NO_CARDS, NO_CARDS, NO_CARDS)


def test_the_dice_are_thrown_once_a_turn_by_the_player_on_turn(
    forest: Callable[..., State], play: Callable[..., State]
) -> None:
    """Page 6, Aperçu."""
    state = forest()
    assert violations(state, Roll("blue", (1, 2))) == RuleViolation.NOT_ON_TURN
    state = play(state, Roll("red", (1, 2)))
    assert violations(state, Roll("red", (1, 2))) == RuleViolation.ALREADY_ROLLED
    assert violations(state, Roll("blue", (1, 2))) == RuleViolation.NOT_ON_TURN | RuleViolation.ALREADY_ROLLED


def test_the_roll_is_compulsory(forest: Callable[..., State]) -> None:
    """base-game-digest: « Vous DEVEZ lancer les dés »."""
    assert violations(forest(), EndTurn("red")) == RuleViolation.NOT_ROLLED


def test_the_dice_go_to_the_left(forest: Callable[..., State], play: Callable[..., State]) -> None:
    """Page 6: « passez les dés à votre voisin de gauche »."""
    state = forest()
    for colour in ("red", "blue", "white", "red"):
        state = play(state, Roll(colour, (1, 1)), EndTurn(colour))
    assert state.turn == 9


def test_a_second_roll_of_a_turn_is_recorded_and_pays_again(
    forest: Callable[..., State], cards: Callable[..., Cards]
) -> None:
    state = forest(red={"settlements": [CENTRE_CORNERS[0]]})
    state = apply(apply(state, Roll("red", (2, 2))), Roll("red", (1, 3)))
    assert state.players[0].hand == cards(lumber=2)
