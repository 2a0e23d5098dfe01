"""Whether an event could have happened by the rules: asked before it is applied, and apart from it.

What is wrong is a value, not an exception: the table records what people really did, flagged.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence, Set
from functools import lru_cache
from typing import Any, Final

from companion.games.base import taking_up
from companion.games.base.cards import (
    CITY_COST,
    DEVELOPMENT_COST,
    DEVELOPMENT_DECK,
    DEVELOPMENT_INDEX,
    RESOURCE_INDEX,
    ROAD_COST,
    SETTLEMENT_COST,
    UNIDENTIFIED,
    VICTORY_POINT,
    Cards,
    add,
    holds,
    single,
)
from companion.games.base.events import (
    BuyDevelopmentCard,
    Discard,
    DomesticTrade,
    EndTurn,
    Event,
    FirstPlayerChosen,
    GameStarted,
    LayoutEntered,
    LayoutSet,
    MaritimeTrade,
    MoveRobber,
    PlaceCity,
    PlaceRoad,
    PlaceSettlement,
    PlayDevelopmentCard,
    RevealVictoryPoints,
    Roll,
    ShowHand,
    Steal,
    TakeStartingResources,
    TakeUp,
)
from companion.games.base.faults import LEGAL as LEGAL
from companion.games.base.faults import Fault as Fault
from companion.games.base.placement import (
    first_game_road_sites,
    founding_road_sites,
    road_sites,
    served_sites,
)
from companion.games.base.sites import INTERSECTION_BIT, PATH_BIT, within_one_path
from companion.games.base.state import State


def faults(state: State, event: Event) -> Fault:
    """What is wrong with an event in a state; falsy where it is legal.

    Raises:
        ValueError: the event is about a player who doesn't sit at the table.
    """
    return _QUESTIONS[type(event)](state, event)


def is_legal(state: State, event: Event) -> bool:
    """Whether an event could have happened in a state."""
    return not faults(state, event)


def _pending(state: State) -> Fault:
    """What has to be done first."""
    found = LEGAL
    if any(state.owed):
        found |= Fault.DISCARDS_DUE
    if state.robber_due:
        found |= Fault.ROBBER_DUE
    if state.options.must_rob and state.robbery_due:
        found |= Fault.STEAL_DUE
    if state.free_roads:
        found |= Fault.FREE_ROADS_DUE
    return found


def _in_play(state: State) -> Fault:
    if state.phase == "over":
        return Fault.GAME_OVER
    return LEGAL if state.phase == "play" else Fault.WRONG_PHASE


def _on_turn(state: State, seat: int) -> Fault:
    found = _in_play(state) | _pending(state)
    return found if seat == state.active else found | Fault.NOT_ON_TURN


def _in_action_phase(state: State, seat: int) -> Fault:
    """After the roll, before the dice are passed: trade, build, buy."""
    found = _on_turn(state, seat)
    return found if state.dice else found | Fault.NOT_ROLLED


def _if(wrong: bool, fault: Fault) -> Fault:
    return fault if wrong else LEGAL


def _game_started(state: State, event: GameStarted) -> Fault:
    return _if(bool(state.players), Fault.WRONG_PHASE) | _if(
        not 3 <= len(event.players) <= 4, Fault.PLAYER_COUNT
    )


def _layout_set(state: State, event: LayoutSet | LayoutEntered) -> Fault:
    return _if(state.phase != "layout" or not state.players, Fault.WRONG_PHASE)


def _first_player_chosen(state: State, event: FirstPlayerChosen) -> Fault:
    state.seat(event.player)
    founded = bool(state.buildings()) and state.options.setup == "variable"
    return _if(founded or state.turn > 1 or state.dice is not None, Fault.WRONG_PHASE)


def _founding(state: State, seat: int, settlement: bool) -> Fault:
    if state.options.setup == "first_game":
        return LEGAL
    due = state.founder()
    if due is None:
        return Fault.WRONG_PHASE
    return _if(seat != due, Fault.NOT_ON_TURN) | _if(
        settlement != (state.last_founded is None), Fault.WRONG_PHASE
    )


def _place_settlement(state: State, event: PlaceSettlement) -> Fault:
    seat = state.seat(event.player)
    player = state.players[seat]
    bit = INTERSECTION_BIT[event.at]
    found = _if(bool(state.buildings() & bit), Fault.SITE_TAKEN)
    found |= _if(bool(within_one_path(state.buildings()) & bit), Fault.DISTANCE_RULE)
    if state.phase == "founding":
        enough = state.options.setup == "first_game" and player.buildings.bit_count() >= 2
        return found | _founding(state, seat, True) | _if(enough, Fault.NO_PIECE_LEFT)
    if state.phase == "taking_up":
        return found | _if(player.settlements_left <= 0, Fault.NO_PIECE_LEFT)
    found |= _in_action_phase(state, seat)
    found |= _if(not player.may_hold(SETTLEMENT_COST), Fault.CANNOT_PAY)
    found |= _if(player.settlements_left <= 0, Fault.NO_PIECE_LEFT)
    return found | _if(not served_sites(state, seat) & bit, Fault.NOT_CONNECTED)


def _place_road(state: State, event: PlaceRoad) -> Fault:
    seat = state.seat(event.player)
    player = state.players[seat]
    bit = PATH_BIT[event.at]
    found = _if(bool(state.roads() & bit), Fault.SITE_TAKEN)
    if state.phase == "founding":
        return found | _founding_road(state, seat, bit)
    found |= _if(player.roads_left <= 0, Fault.NO_PIECE_LEFT)
    if state.phase == "taking_up":
        return found
    if state.free_roads and seat == state.active:
        found |= _on_turn(state, seat) & ~Fault.FREE_ROADS_DUE
    else:
        found |= _in_action_phase(state, seat)
        found |= _if(not player.may_hold(ROAD_COST), Fault.CANNOT_PAY)
    if not found & Fault.SITE_TAKEN and not road_sites(state, seat) & bit:
        found |= Fault.NOT_CONNECTED
    return found


def _founding_road(state: State, seat: int, bit: int) -> Fault:
    if state.options.setup == "first_game":
        enough = state.players[seat].roads.bit_count() >= 2
        return _if(enough, Fault.NO_PIECE_LEFT) | _if(
            not first_game_road_sites(state, seat) & bit, Fault.NOT_CONNECTED
        )
    found = _founding(state, seat, False)
    if state.last_founded is not None:
        found |= _if(not founding_road_sites(state, state.last_founded) & bit, Fault.NOT_CONNECTED)
    return found


def _place_city(state: State, event: PlaceCity) -> Fault:
    seat = state.seat(event.player)
    player = state.players[seat]
    bit = INTERSECTION_BIT[event.at]
    found = _if(not player.settlements & bit, Fault.NO_SETTLEMENT_THERE)
    found |= _if(player.cities_left <= 0, Fault.NO_PIECE_LEFT)
    if state.phase == "taking_up":
        return found
    return found | _in_action_phase(state, seat) | _if(not player.may_hold(CITY_COST), Fault.CANNOT_PAY)


def _take_starting_resources(state: State, event: TakeStartingResources) -> Fault:
    seat = state.seat(event.player)
    wrong = state.options.setup != "first_game" or state.phase != "founding"
    return (
        _if(wrong or bool(state.started >> seat & 1), Fault.WRONG_PHASE)
        | _if(not state.players[seat].settlements & INTERSECTION_BIT[event.at], Fault.NO_SETTLEMENT_THERE)
    )


def _roll(state: State, event: Roll) -> Fault:
    return _on_turn(state, state.seat(event.player)) | _if(state.dice is not None, Fault.ALREADY_ROLLED)


def _discard(state: State, event: Discard) -> Fault:
    seat = state.seat(event.player)
    count = sum(event.resources)
    return (
        _in_play(state)
        | _if(not 0 < count <= state.owed[seat], Fault.DISCARD_NOT_OWED)
        | _if(not state.players[seat].may_hold(event.resources), Fault.CANNOT_PAY)
    )


def _move_robber(state: State, event: MoveRobber) -> Fault:
    found = _on_turn(state, state.seat(event.player)) & ~Fault.ROBBER_DUE
    found |= _if(not state.robber_due, Fault.ROBBER_NOT_DUE)
    return found | _if(event.to == state.robber, Fault.ROBBER_SAME_HEX)


def _steal(state: State, event: Steal) -> Fault:
    seat = state.seat(event.player)
    found = _on_turn(state, seat) & ~Fault.STEAL_DUE
    found |= _if(not state.steal_due, Fault.STEAL_NOT_DUE)
    victims = state.robbable(seat)
    if event.victim is None:
        with_cards = any(sum(state.players[n].hand) for n in victims)
        return found | _if(state.steal_due and state.options.must_rob and with_cards, Fault.MUST_ROB)
    victim = state.seat(event.victim)
    found |= _if(victim not in victims, Fault.NOT_AT_ROBBER)
    if event.resource is not None:
        wanted = single(RESOURCE_INDEX[event.resource])
        found |= _if(not state.players[victim].may_hold(wanted), Fault.VICTIM_LACKS)
    return found


def _trade(state: State, seat: int, give: Cards, take: Cards) -> Fault:
    found = _in_action_phase(state, seat)
    found |= _if(not sum(give) or not sum(take), Fault.GIFT)
    found |= _if(not state.players[seat].may_hold(give), Fault.CANNOT_PAY)
    return found | _if(
        state.options.trade_before_building and state.has_built, Fault.TRADE_AFTER_BUILDING
    )


def _same_on_both_sides(give: Cards, take: Cards) -> bool:
    return any(given and taken for given, taken in zip(give[:5], take[:5], strict=True))


def _domestic_trade(state: State, event: DomesticTrade) -> Fault:
    seat, partner = state.seat(event.player), state.seat(event.partner)
    return (
        _trade(state, seat, event.give, event.take)
        | _if(_same_on_both_sides(event.give, event.take), Fault.LIKE_FOR_LIKE)
        | _if(not state.players[partner].may_hold(event.take), Fault.PARTNER_CANNOT_PAY)
        | _if(partner == seat, Fault.NO_PARTNER)
    )


def _maritime_trade(state: State, event: MaritimeTrade) -> Fault:
    seat = state.seat(event.player)
    found = _trade(state, seat, event.give, event.take)
    if state.options.maritime_takes_another:
        found |= _if(_same_on_both_sides(event.give, event.take), Fault.LIKE_FOR_LIKE)
    if state.land is not None:
        rates = state.land.open_rates(state.players[seat].buildings)
        unnamed = event.give[UNIDENTIFIED] or event.take[UNIDENTIFIED]
        found |= _if(not unnamed and sum(event.take) not in _worth(event.give, rates), Fault.WRONG_RATE)
    return found | _if(not holds(state.bank, event.take), Fault.BANK_LACKS)


def _worth(give: Cards, rates: Sequence[tuple[int, ...]]) -> Set[int]:
    """For how many other cards the bank may take these, in one trade or in several at once."""
    found: Set[int] = {0}
    for count, open_rates in zip(give[:5], rates, strict=True):
        found = {one + other for one in found for other in _lots(count, open_rates)}
    return found


@lru_cache(1 << 10)
def _lots(count: int, rates: tuple[int, ...]) -> frozenset[int]:
    """In how many lots, each of one of the sizes, so many cards of a kind may be given."""
    if count == 0:
        return frozenset({0})
    return frozenset(1 + lots for rate in rates if rate <= count for lots in _lots(count - rate, rates))


def _buy_development_card(state: State, event: BuyDevelopmentCard) -> Fault:
    seat = state.seat(event.player)
    found = _in_action_phase(state, seat)
    found |= _if(not state.deck, Fault.DECK_EMPTY)
    found |= _if(not state.players[seat].may_hold(DEVELOPMENT_COST), Fault.CANNOT_PAY)
    if event.card is not None:
        found |= _if(_all_known(state, DEVELOPMENT_INDEX[event.card]), Fault.NO_SUCH_CARD_LEFT)
    return found


def _all_known(state: State, kind: int) -> bool:
    """Whether it is known of every development card of a kind who has it or played it."""
    known = sum(player.development[kind] + player.played[kind] for player in state.players)
    return known >= DEVELOPMENT_DECK[kind]


def _used_up(state: State, kind: int, count: int = 1) -> bool:
    """Whether with so many development cards of a kind more would lie face up than the box holds."""
    return sum(player.played[kind] for player in state.players) + count > DEVELOPMENT_DECK[kind]


def _play_development_card(state: State, event: PlayDevelopmentCard) -> Fault:
    seat = state.seat(event.player)
    found = _on_turn(state, seat)
    limit = state.options.cards_a_turn
    found |= _if(limit is not None and state.cards_played >= limit, Fault.CARD_ALREADY_PLAYED)
    found |= _held(state, seat, DEVELOPMENT_INDEX[event.card])
    if event.card == "victory_point":
        found |= Fault.NOT_ENOUGH_TO_WIN
    elif event.card == "year_of_plenty" and any(event.resources):
        wanted = min(2, sum(max(0, count) for count in state.bank))
        found |= _if(sum(event.resources) != wanted, Fault.WRONG_CARDS_TAKEN)
        found |= _if(not holds(state.bank, event.resources), Fault.BANK_LACKS)
    return found


def _held(state: State, seat: int, kind: int) -> Fault:
    """Whether a card of the kind can be among those face down, and not bought only now."""
    if _used_up(state, kind):
        return Fault.NO_SUCH_CARD_LEFT
    player = state.players[seat]
    may_be = (kind,) if _all_known(state, kind) else (kind, UNIDENTIFIED)
    if not any(player.development[n] for n in may_be):
        return Fault.CARD_NOT_HELD
    ripe = any(player.development[n] > player.fresh[n] for n in may_be)
    return _if(not ripe, Fault.CARD_BOUGHT_THIS_TURN)


def _reveal_victory_points(state: State, event: RevealVictoryPoints) -> Fault:
    seat = state.seat(event.player)
    player = state.players[seat]
    may_be = player.development[VICTORY_POINT]
    if not _all_known(state, VICTORY_POINT):
        may_be += player.development[UNIDENTIFIED]
    if _used_up(state, VICTORY_POINT, event.count):
        found = Fault.NO_SUCH_CARD_LEFT
    else:
        found = _if(event.count > may_be, Fault.CARD_NOT_HELD)
    if state.winner == seat:
        # Known cards have won already; the winner now turns them face up.
        return found
    reached = state.public_points(seat) + event.count
    found |= _in_play(state) | _if(seat != state.active, Fault.NOT_ON_TURN)
    return found | _if(reached < state.options.points_to_win, Fault.NOT_ENOUGH_TO_WIN)


def _show_hand(state: State, event: ShowHand) -> Fault:
    """Anybody may, at any time; the box holds no more than it holds."""
    have = state.players[state.seat(event.player)].hand
    return _in_play(state) | _if(not holds(add(state.bank, have), event.resources), Fault.BANK_LACKS)


def _end_turn(state: State, event: EndTurn) -> Fault:
    return _in_action_phase(state, state.seat(event.player))


# Each takes its own kind of event, which the type system can't say of a table.
_QUESTIONS: Final[Mapping[type, Callable[[State, Any], Fault]]] = {
    GameStarted: _game_started,
    LayoutSet: _layout_set,
    LayoutEntered: _layout_set,
    FirstPlayerChosen: _first_player_chosen,
    PlaceRoad: _place_road,
    PlaceSettlement: _place_settlement,
    PlaceCity: _place_city,
    TakeStartingResources: _take_starting_resources,
    Roll: _roll,
    Discard: _discard,
    MoveRobber: _move_robber,
    Steal: _steal,
    DomesticTrade: _domestic_trade,
    MaritimeTrade: _maritime_trade,
    BuyDevelopmentCard: _buy_development_card,
    PlayDevelopmentCard: _play_development_card,
    RevealVictoryPoints: _reveal_victory_points,
    ShowHand: _show_hand,
    TakeUp: taking_up.faults,
    EndTurn: _end_turn,
}
