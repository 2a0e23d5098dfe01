"""Trades with players and with the bank, and hands that players show."""

from __future__ import annotations

from companion.games.base.rules.cards import (
    UNIDENTIFIED_KIND,
    Cards,
    add,
    cards_of_kind,
    remove,
)
from companion.games.base.rules.effects.hand_bounds import floor_hands_at_zero
from companion.games.base.rules.effects.robbing import discards_due_after_showing
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
    """Exchange cards between two players."""
    seat, partner = state.seat(event.player), state.seat(event.partner)
    state = _receive_cards(_give_cards(state, seat, event.give), seat, event.take)
    return _receive_cards(_give_cards(state, partner, event.take), partner, event.give)


def maritime_trade(state: State, event: MaritimeTrade) -> State:
    """Exchange cards with the bank."""
    seat = state.seat(event.player)
    state = _receive_cards(_give_cards(state, seat, event.give), seat, event.take)
    return evolve(state, bank=remove(add(state.bank, event.give), event.take))


def _give_cards(state: State, seat: int, cards: Cards) -> State:
    """Remove cards from a hand, raised to zero first so that the cards received in exchange count fully."""
    hand = remove(state.players[seat].hand, cards)
    return floor_hands_at_zero(evolve(state, players=with_player(state, seat, hand=hand)))


def _receive_cards(state: State, seat: int, cards: Cards) -> State:
    return evolve(state, players=with_player(state, seat, hand=add(state.players[seat].hand, cards)))


def show_hand(state: State, event: ShowHand) -> State:
    """Replace the recorded hand with the shown one; the bank balances the difference."""
    seat = state.seat(event.player)
    held = state.players[seat].hand
    fits = event.counted and sum(event.resources) == sum(held)
    undisclosed = state.players[seat].hand_undisclosed if fits else _has_only_unidentified(event.resources)
    named = not (event.counted or undisclosed)
    shown = event.resources if named else _resize_hand(held, sum(event.resources))
    if shown == held and undisclosed == state.players[seat].hand_undisclosed:
        return state
    return evolve(
        state,
        players=with_player(state, seat, hand=shown, hand_undisclosed=undisclosed),
        bank=remove(add(state.bank, held), shown),
        discards_due=discards_due_after_showing(state, seat, sum(shown)),
    )


def _has_only_unidentified(cards: Cards) -> bool:
    return cards[UNIDENTIFIED_KIND] == sum(cards) > 0


def _resize_hand(held: Cards, count: int) -> Cards:
    """A hand with a new number of cards; the known cards are retained as far as possible."""
    more = count - sum(held)
    return (
        add(held, cards_of_kind(UNIDENTIFIED_KIND, more))
        if more > 0
        else remove(held, cards_of_kind(UNIDENTIFIED_KIND, -more))
    )
