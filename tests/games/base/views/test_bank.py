"""The bank as it is shown: what is left of the box, never more than that."""

from collections.abc import Callable

from companion.games.base.rules.cards import Cards
from companion.games.base.rules.effects import apply
from companion.games.base.rules.events import MaritimeTrade, PlaceRoad, Roll
from companion.games.base.rules.legality import RuleViolation, violations
from companion.games.base.rules.state import State
from companion.games.base.views.bank import bank_in_public
from companion.island.geometry import CORNERS, PATHS_AT, HexId

AT = CORNERS[HexId("h0,0")][0]


def shown(state: State, kind: str) -> int:
    return bank_in_public(state)["bank"][kind]


def test_it_holds_what_nobody_has(position: Callable[..., State]) -> None:
    state = position(red={"hand": {"brick": 2}}, blue={"hand": {"brick": 1, "ore": 4}})
    assert bank_in_public(state) == {
        "bank": {"lumber": 19, "brick": 16, "wool": 19, "grain": 19, "ore": 15},
        "bank_unidentified": 0,
    }


def test_of_no_resource_it_holds_more_than_the_box_leaves_it(
    position: Callable[..., State], cards: Callable[..., Cards]
) -> None:
    state = position(red={"hand": {"brick": 1, "ore": 2}}, blue={"hand": {"brick": 1}})
    trade = MaritimeTrade("red", cards(brick=4), cards(wool=1))
    for _ in range(3):
        assert RuleViolation.CANNOT_PAY in violations(state, trade)
        state = apply(state, trade)
        assert shown(state, "brick") == 18
        assert sum(state.bank) + sum(sum(player.hand) for player in state.players) == 95
    assert shown(state, "wool") == 16


def test_a_hand_that_gave_more_than_it_had_counts_on_from_none(
    position: Callable[..., State], cards: Callable[..., Cards]
) -> None:
    """So a seven still asks who holds too many, however much was not told before."""
    state = position(red={"hand": {"brick": 1}}, dice=None)
    for _ in range(4):
        state = apply(state, MaritimeTrade("red", cards(brick=4), cards(wool=1)))
    assert sum(state.players[0].hand) == 1
    for road in PATHS_AT[AT]:
        state = apply(state, PlaceRoad("red", road))
    for player in state.players:
        assert sum(player.hand) >= 0
    state = apply(state, MaritimeTrade("red", cards(), cards(ore=9)))
    assert apply(state, Roll("red", (3, 4))).discards_due[0] == 4


def test_cards_that_nobody_named_are_never_fewer_than_none(
    position: Callable[..., State], cards: Callable[..., Cards]
) -> None:
    state = apply(position(bank=cards(wool=1)), MaritimeTrade("red", cards(), cards(ore=2)))
    assert state.bank[5] < 0
    assert bank_in_public(state)["bank_unidentified"] == 0
