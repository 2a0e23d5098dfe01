"""Effects of events on the state, legal or not: the table records what players really did.

`apply` is total: it returns a state for every event about a seated player. Callers check legality
before that, with `companion.games.base.rules.legality`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any, Final, cast

from companion.games.base.rules import building, events, production
from companion.games.base.rules.cards import (
    CARDS_PER_RESOURCE,
    NO_CARDS,
    UNIDENTIFIED_KIND,
    Cards,
    add,
    add_one,
    cards_of_kind,
    remove,
)
from companion.games.base.rules.house_rules import drawn_cards_after, is_rolled_again
from companion.games.base.rules.state import Land, State, evolve, seat_players, with_player
from companion.island.layout import EMPTY_DRAFT

# Victory: by points in one's own turn, by claim, or at an early end.


def decide_winner(state: State, *, declared: bool = False) -> State:
    """End the game if the active player has enough points, including points gained before the turn.

    By a house rule a victory must be `declared`; revealing victory points declares it. After an end by
    agreement or by time, cards revealed later still count.
    """
    if state.ended is not None:
        return _decide_by_points(state)
    if state.options.claim_victory and not declared:
        return state
    if state.phase == "play" and state.points(state.active) >= state.options.points_to_win:
        return evolve(state, phase="over", winner=state.active)
    return state


def claim_victory(state: State, event: events.ClaimVictory) -> State:
    """The active player wins if the public points and the possible face-down points suffice."""
    seat = state.seat(event.player)
    if state.phase != "play" or seat != state.active or not state.may_have_won(seat):
        return state
    return evolve(state, phase="over", winner=seat)


def end_game(state: State, event: events.EndGame) -> State:
    """End the game before a player has enough points."""
    return _decide_by_points(evolve(state, phase="over", ended=event.because, winner=None))


def _decide_by_points(state: State) -> State:
    """Set the winner by public points; None if several tie for the most."""
    first, *others = state.winners
    return evolve(state, winner=None if others else first)


# Effects on the course of a game: seating, island, rolls and turns.


def game_started(state: State, event: events.GameStarted) -> State:
    """Seat the players."""
    return seat_players(event.players, event.options)


def layout_entered(state: State, event: events.LayoutEntered) -> State:
    """Add the entered parts to the island draft."""
    return evolve(state, island_draft=state.island_draft.merge(event.layout))


def layout_set(state: State, event: events.LayoutSet) -> State:
    """Lay the island and place the robber on its desert."""
    robber = state.robber
    if robber is None or (state.land is not None and robber in state.land.layout.deserts()):
        robber = next(event.layout.deserts(), None)
    phase = "founding" if state.phase == "layout" else state.phase
    laid = evolve(state, land=Land(event.layout), island_draft=EMPTY_DRAFT, robber=robber, phase=phase)
    return laid if state.taking_up is None else building.take_up(laid, state.taking_up)


def first_player_chosen(state: State, event: events.FirstPlayerChosen) -> State:
    """Set the first player."""
    seat = state.seat(event.player)
    return evolve(state, first=seat, active=seat if not state.has_rolled else state.active)


def roll(state: State, event: events.Roll) -> State:
    """Apply a roll: the island produces, or a seven demands discards and the robber.

    The roller must have received the dice, so unrecorded turn ends are applied first.
    """
    seat, dice = state.seat(event.player), event.dice
    again = is_rolled_again(state, event)
    if (drawn := drawn_cards_after(state, dice)) != state.drawn_roll_cards:
        state = evolve(state, drawn_roll_cards=drawn)
    state = _advance_to_roller(state, seat)
    if again:
        return evolve(state, active=seat, rerolled_seven=dice)
    if sum(dice) == 7:
        return evolve(
            state,
            active=seat,
            dice=dice,
            rerolled_seven=None,
            has_unseen_roll=False,
            production=(NO_CARDS,) * len(state.players),
            shortage=0,
            discards_due=tuple(
                0 if player.resting else production.discard_count(sum(player.hand), state.options.hand_limit)
                for player in state.players
            ),
            robber_due=True,
        )
    takes, shortage = production.compute_production(state, sum(dice))
    players, bank = list(state.players), state.bank
    for n, take in enumerate(takes):
        if take is not NO_CARDS:
            players[n] = evolve(players[n], hand=add(players[n].hand, take))
            bank = remove(bank, take)
    return evolve(
        state,
        active=seat,
        dice=dice,
        rerolled_seven=None,
        has_unseen_roll=False,
        production=takes,
        shortage=shortage,
        players=tuple(players),
        bank=bank,
    )


def unseen_roll(state: State, event: events.UnseenRoll) -> State:
    """Apply a roll with an unknown result: no card moves, as far as is known."""
    seat = state.seat(event.player)
    return evolve(_advance_to_roller(state, seat), active=seat, has_unseen_roll=True)


def _advance_to_roller(state: State, seat: int) -> State:
    """Advance to the turn in which a seat rolls; the first roll ends the founding."""
    return evolve(state, phase="play", turn=1) if state.phase == "founding" else _pass_dice_to(state, seat)


def end_turn(state: State, event: events.EndTurn) -> State:
    """Pass the dice to the left, after unrecorded turn ends up to this player."""
    seat = state.seat(event.player)
    return pass_dice(evolve(_pass_dice_to(state, seat), active=seat))


def _pass_dice_to(state: State, seat: int) -> State:
    """Pass the dice until a seat has them, or until a player on the way wins at the start of the turn."""
    while state.phase == "play" and state.active != seat and not state.players[seat].resting:
        state = decide_winner(pass_dice(state))
    return state


def pass_dice(state: State) -> State:
    """Pass the dice to the left and reset everything that belongs to one turn."""
    players = state.players
    if any(player.bought_this_turn is not NO_CARDS for player in players):
        players = tuple(evolve(player, bought_this_turn=NO_CARDS) for player in players)
    return evolve(
        state,
        players=players,
        active=state.next_seat,
        turn=state.turn + 1,
        dice=None,
        rerolled_seven=None,
        has_unseen_roll=False,
        production=(NO_CARDS,) * len(players),
        shortage=0,
        discards_due=(0,) * len(players),
        robber_due=False,
        steal_due=False,
        free_roads=0,
        cards_played=0,
        has_built=False,
    )


# Players who leave or return: a resting seat takes no turn, but its pieces and cards remain.


def leave_table(state: State, event: events.LeaveTable) -> State:
    """Rest the seat: it gets no cards, owes none and can't be robbed. An active player passes the dice."""
    seat = state.seat(event.player)
    owed = tuple(0 if n == seat else count for n, count in enumerate(state.discards_due))
    left = evolve(state, players=with_player(state, seat, resting=True), discards_due=owed)
    return pass_dice(left) if state.phase == "play" and state.active == seat else left


def return_to_table(state: State, event: events.ComeBack) -> State:
    """End the seat's rest; its pieces and cards are unchanged."""
    return evolve(state, players=with_player(state, state.seat(event.player), resting=False))


# Bounds on hands: no negative hand, and no more cards of a kind than the box has.


def floor_hands_at_zero(state: State) -> State:
    """The state with every negative hand raised to zero.

    A player who paid more cards than recorded must have received them unrecorded, from the bank or
    from other players. They are removed from the bank as unidentified cards.
    """
    # The common case after every payment; a loop takes half the time of a generator here and below.
    for player in state.players:
        if sum(player.hand) < 0:
            break
    else:
        return state
    unrecorded = sum(min(0, sum(player.hand)) for player in state.players)
    return evolve(
        state,
        players=tuple(
            evolve(player, hand=NO_CARDS) if sum(player.hand) < 0 else player for player in state.players
        ),
        bank=add_one(state.bank, UNIDENTIFIED_KIND, unrecorded),
    )


def cap_hands_at_supply(state: State) -> State:
    """The state with every hand limited to the cards of a kind that the box has.

    A recorded gain above that limit is impossible: the excess stays in the bank.
    """
    for player in state.players:
        if max(player.hand[:UNIDENTIFIED_KIND]) > CARDS_PER_RESOURCE:
            break
    else:
        return state
    players, bank = list(state.players), state.bank
    for seat, player in enumerate(players):
        excess = cast(
            Cards, (*(max(0, held - CARDS_PER_RESOURCE) for held in player.hand[:UNIDENTIFIED_KIND]), 0)
        )
        players[seat] = evolve(player, hand=remove(player.hand, excess))
        bank = add(bank, excess)
    return evolve(state, players=tuple(players), bank=bank)


# Trades with players and with the bank, and hands that players show.


def domestic_trade(state: State, event: events.DomesticTrade) -> State:
    """Exchange cards between two players."""
    seat, partner = state.seat(event.player), state.seat(event.partner)
    state = _receive_cards(_give_cards(state, seat, event.give), seat, event.take)
    return _receive_cards(_give_cards(state, partner, event.take), partner, event.give)


def maritime_trade(state: State, event: events.MaritimeTrade) -> State:
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


def show_hand(state: State, event: events.ShowHand) -> State:
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
        discards_due=production.discards_due_after_showing(state, seat, sum(shown)),
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


def apply(state: State, event: events.Event) -> State:
    """The state after an event.

    Raises:
        ValueError: the event is about a player who isn't at the table, or needs an island
            before one is laid.
    """
    kind = type(event)
    after = _EFFECTS[kind](state, event)
    if kind in _PAYING_EVENTS:
        after = floor_hands_at_zero(after)
    if kind in _RECEIVING_EVENTS:
        after = cap_hands_at_supply(after)
    return (
        decide_winner(after, declared=kind is events.RevealVictoryPoints)
        if kind in _SCORING_EVENTS
        else after
    )


def fold(events: Iterable[events.Event], state: State | None = None) -> State:
    """The state after all events, starting from a state or from an empty table."""
    now = State() if state is None else state
    for event in events:
        now = apply(now, event)
    return now


# Each function takes its own kind of event, which the type of a mapping can't express.
_EFFECTS: Final[Mapping[type, Callable[[State, Any], State]]] = {
    events.GameStarted: game_started,
    events.LayoutSet: layout_set,
    events.LayoutEntered: layout_entered,
    events.FirstPlayerChosen: first_player_chosen,
    events.PlaceRoad: building.place_road,
    events.PlaceSettlement: building.place_settlement,
    events.PlaceCity: building.place_city,
    events.TakeStartingResources: building.take_starting_resources,
    events.Roll: roll,
    events.TakeInstead: production.take_instead,
    events.UnseenRoll: unseen_roll,
    events.Discard: production.discard,
    events.MoveRobber: production.move_robber,
    events.Steal: production.steal,
    events.DomesticTrade: domestic_trade,
    events.MaritimeTrade: maritime_trade,
    events.BuyDevelopmentCard: building.buy_development_card,
    events.PlayDevelopmentCard: building.play_development_card,
    events.RevealVictoryPoints: building.reveal_victory_points,
    events.ClaimVictory: claim_victory,
    events.EndGame: end_game,
    events.LeaveTable: leave_table,
    events.ComeBack: return_to_table,
    events.ShowHand: show_hand,
    events.TakeUp: building.take_up,
    events.EndTurn: end_turn,
}

_PAYING_EVENTS: Final = frozenset(
    {
        events.PlaceRoad,
        events.PlaceSettlement,
        events.PlaceCity,
        events.Discard,
        events.Steal,
        events.BuyDevelopmentCard,
        events.PlayDevelopmentCard,
        events.TakeInstead,
    }
)

_RECEIVING_EVENTS: Final = frozenset(
    {
        events.TakeStartingResources,
        events.Roll,
        events.UnseenRoll,
        events.TakeInstead,
        events.Steal,
        events.DomesticTrade,
        events.MaritimeTrade,
        events.PlayDevelopmentCard,
        events.ShowHand,
        events.TakeUp,
    }
)

_SCORING_EVENTS: Final = frozenset(
    {
        events.PlaceRoad,
        events.PlaceSettlement,
        events.PlaceCity,
        events.BuyDevelopmentCard,
        events.PlayDevelopmentCard,
        events.RevealVictoryPoints,
        events.EndTurn,
        events.LeaveTable,
        events.Roll,
        events.FirstPlayerChosen,
        events.TakeStartingResources,
        events.TakeUp,
        events.LayoutSet,
    }
)
"""Events that change points or the active player."""
