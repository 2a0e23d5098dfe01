"""The public view of the bank: what the box has left."""

from collections.abc import Callable

from companion.games.base.rules.cards import Cards
from companion.games.base.rules.effects import apply
from companion.games.base.rules.events import MaritimeTrade, PlaceRoad, Roll
from companion.games.base.rules.legality import RuleViolation, violations
from companion.games.base.rules.state import State
from companion.games.base.views.hands import bank_in_public
from companion.island.geometry import CORNERS, PATHS_AT, HexId

CORNER = CORNERS[HexId("h0,0")][0]


def public_count(state: State, kind: str) -> int:
    return bank_in_public(state)["bank"][kind]


def test_the_bank_has_the_cards_that_nobody_has(position: Callable[..., State]) -> None:
    state = position(red={"hand": {"brick": 2}}, blue={"hand": {"brick": 1, "ore": 4}})
    assert bank_in_public(state) == {
        "bank": {"lumber": 19, "brick": 16, "wool": 19, "grain": 19, "ore": 15},
        "bank_unidentified": 0,
    }


def test_the_bank_shows_no_more_than_the_box_leaves_it(
    position: Callable[..., State], cards: Callable[..., Cards]
) -> None:
    state = position(red={"hand": {"brick": 1, "ore": 2}}, blue={"hand": {"brick": 1}})
    trade = MaritimeTrade("red", cards(brick=4), cards(wool=1))
    for _ in range(3):
        assert RuleViolation.CANNOT_PAY in violations(state, trade)
        state = apply(state, trade)
        assert public_count(state, "brick") == 18
        assert sum(state.bank) + sum(sum(player.hand) for player in state.players) == 95
    assert public_count(state, "wool") == 16


def test_an_overspent_hand_counts_from_zero(
    position: Callable[..., State], cards: Callable[..., Cards]
) -> None:
    """So a later seven counts the hand correctly."""
    state = position(red={"hand": {"brick": 1}}, dice=None)
    for _ in range(4):
        state = apply(state, MaritimeTrade("red", cards(brick=4), cards(wool=1)))
    assert sum(state.players[0].hand) == 1
    for road in PATHS_AT[CORNER]:
        state = apply(state, PlaceRoad("red", road))
    for player in state.players:
        assert sum(player.hand) >= 0
    state = apply(state, MaritimeTrade("red", cards(), cards(ore=9)))
    assert apply(state, Roll("red", (3, 4))).discards_due[0] == 4


def test_the_number_of_unidentified_cards_is_never_negative(
    position: Callable[..., State], cards: Callable[..., Cards]
) -> None:
    state = apply(position(bank=cards(wool=1)), MaritimeTrade("red", cards(), cards(ore=2)))
    assert state.bank[5] < 0
    assert bank_in_public(state)["bank_unidentified"] == 0
