"""Cards that change hands: trade with other players and with the bank, and hands that are shown."""

from __future__ import annotations

from companion.games.base.rules.cards import (
    UNIDENTIFIED,
    Cards,
    add,
    remove,
    single,
)
from companion.games.base.rules.effects.debts import settled
from companion.games.base.rules.effects.robbing import owed_by_who_shows
from companion.games.base.rules.events import (
    DomesticTrade,
    MaritimeTrade,
    ShowHand,
)
from companion.games.base.rules.state import (
    State,
    evolve,
    with_player,
)


def domestic_trade(state: State, event: DomesticTrade) -> State:
    """Cards change hands between two players."""
    seat, partner = state.seat(event.player), state.seat(event.partner)
    state = _took(_gave(state, seat, event.give), seat, event.take)
    return _took(_gave(state, partner, event.take), partner, event.give)


def maritime_trade(state: State, event: MaritimeTrade) -> State:
    """Cards change hands with the bank."""
    seat = state.seat(event.player)
    state = _took(_gave(state, seat, event.give), seat, event.take)
    return evolve(state, bank=remove(add(state.bank, event.give), event.take))


def _gave(state: State, seat: int, cards: Cards) -> State:
    """A hand without the cards; what it takes for them it holds, however few it was known to have before."""
    hand = remove(state.players[seat].hand, cards)
    return settled(evolve(state, players=with_player(state, seat, hand=hand)))


def _took(state: State, seat: int, cards: Cards) -> State:
    return evolve(state, players=with_player(state, seat, hand=add(state.players[seat].hand, cards)))


def show_hand(state: State, event: ShowHand) -> State:
    """The hand is what its owner says; what it was thought to be goes back to the bank."""
    seat = state.seat(event.player)
    held = state.players[seat].hand
    veiled = _unnamed(event.resources)
    shown = _counted(held, sum(event.resources)) if veiled else event.resources
    if shown == held and veiled == state.players[seat].veiled:
        return state
    return evolve(
        state,
        players=with_player(state, seat, hand=shown, veiled=veiled),
        bank=remove(add(state.bank, held), shown),
        owed=owed_by_who_shows(state, seat, sum(shown)),
    )


def _unnamed(cards: Cards) -> bool:
    return cards[UNIDENTIFIED] == sum(cards) > 0


def _counted(held: Cards, count: int) -> Cards:
    """A hand of which only the number of its cards is said: what was known of it still holds."""
    more = count - sum(held)
    return add(held, single(UNIDENTIFIED, more)) if more > 0 else remove(held, single(UNIDENTIFIED, -more))
