"""Whether an event could have happened by the rules: asked before it is applied, and apart from it.

What is wrong is a value, not an exception: the table records what people really did, flagged.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence, Set
from functools import lru_cache
from typing import Any, Final

from companion.games.base.rules import taking_up
from companion.games.base.rules.cards import (
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
from companion.games.base.rules.events import (
    BuyDevelopmentCard,
    ClaimVictory,
    ComeBack,
    Discard,
    DomesticTrade,
    EndGame,
    EndTurn,
    Event,
    FirstPlayerChosen,
    GameStarted,
    LayoutEntered,
    LayoutSet,
    LeaveTable,
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
    TakeInstead,
    TakeStartingResources,
    TakeUp,
    UnseenRoll,
)
from companion.games.base.rules.friendly_robber import spared_at
from companion.games.base.rules.placement import (
    first_game_road_sites,
    founding_road_sites,
    road_sites,
    served_sites,
)
from companion.games.base.rules.roll_deck import lacks
from companion.games.base.rules.rule_violations import LEGAL as LEGAL
from companion.games.base.rules.rule_violations import RuleViolation as RuleViolation
from companion.games.base.rules.sites import INTERSECTION_BIT, PATH_BIT, within_one_path
from companion.games.base.rules.state import State


def violations(state: State, event: Event) -> RuleViolation:
    """What is wrong with an event in a state; falsy where it is legal.

    Raises:
        ValueError: the event is about a player who doesn't sit at the table.
    """
    return _QUESTIONS[type(event)](state, event)


def is_legal(state: State, event: Event) -> bool:
    """Whether an event could have happened in a state."""
    return not violations(state, event)


def _pending(state: State) -> RuleViolation:
    """What has to be done first."""
    found = LEGAL
    if any(state.owed):
        found |= RuleViolation.DISCARDS_DUE
    if state.robber_due:
        found |= RuleViolation.ROBBER_DUE
    if state.options.must_rob and state.robbery_due:
        found |= RuleViolation.STEAL_DUE
    if state.free_roads:
        found |= RuleViolation.FREE_ROADS_DUE
    return found


def _in_play(state: State) -> RuleViolation:
    if state.phase == "over":
        return RuleViolation.GAME_OVER
    return LEGAL if state.phase == "play" else RuleViolation.WRONG_PHASE


def _on_turn(state: State, seat: int) -> RuleViolation:
    found = _in_play(state) | _pending(state)
    return found if seat == state.active else found | RuleViolation.NOT_ON_TURN


def _in_action_phase(state: State, seat: int) -> RuleViolation:
    """After the roll, before the dice are passed: trade, build, buy."""
    found = _on_turn(state, seat)
    return found if state.rolled else found | RuleViolation.NOT_ROLLED


def _if(wrong: bool, violation: RuleViolation) -> RuleViolation:
    return violation if wrong else LEGAL


def _game_started(state: State, event: GameStarted) -> RuleViolation:
    return _if(bool(state.players), RuleViolation.WRONG_PHASE) | _if(
        not 3 <= len(event.players) <= 4, RuleViolation.PLAYER_COUNT
    )


def _layout_set(state: State, event: LayoutSet | LayoutEntered) -> RuleViolation:
    return _if(state.phase != "layout" or not state.players, RuleViolation.WRONG_PHASE)


def _first_player_chosen(state: State, event: FirstPlayerChosen) -> RuleViolation:
    state.seat(event.player)
    founded = bool(state.buildings()) and state.options.setup == "variable"
    return _if(founded or state.turn > 1 or state.rolled, RuleViolation.WRONG_PHASE)


def _founding(state: State, seat: int, settlement: bool) -> RuleViolation:
    if state.options.setup == "first_game":
        return LEGAL
    due = state.founder()
    if due is None:
        return RuleViolation.WRONG_PHASE
    return _if(seat != due, RuleViolation.NOT_ON_TURN) | _if(
        settlement != (state.last_founded is None), RuleViolation.WRONG_PHASE
    )


def _place_settlement(state: State, event: PlaceSettlement) -> RuleViolation:
    seat = state.seat(event.player)
    player = state.players[seat]
    bit = INTERSECTION_BIT[event.at]
    found = _if(bool(state.buildings() & bit), RuleViolation.SITE_TAKEN)
    found |= _if(bool(within_one_path(state.buildings()) & bit), RuleViolation.DISTANCE_RULE)
    if state.phase == "founding":
        enough = state.options.setup == "first_game" and player.buildings.bit_count() >= 2
        return found | _founding(state, seat, True) | _if(enough, RuleViolation.NO_PIECE_LEFT)
    if state.phase == "taking_up":
        return found | _if(player.settlements_left <= 0, RuleViolation.NO_PIECE_LEFT)
    found |= _in_action_phase(state, seat)
    found |= _if(not player.may_hold(SETTLEMENT_COST), RuleViolation.CANNOT_PAY)
    found |= _if(player.settlements_left <= 0, RuleViolation.NO_PIECE_LEFT)
    return found | _if(not served_sites(state, seat) & bit, RuleViolation.NOT_CONNECTED)


def _place_road(state: State, event: PlaceRoad) -> RuleViolation:
    seat = state.seat(event.player)
    player = state.players[seat]
    bit = PATH_BIT[event.at]
    found = _if(bool(state.roads() & bit), RuleViolation.SITE_TAKEN)
    if state.phase == "founding":
        return found | _founding_road(state, seat, bit)
    found |= _if(player.roads_left <= 0, RuleViolation.NO_PIECE_LEFT)
    if state.phase == "taking_up":
        return found
    if state.free_roads and seat == state.active:
        found |= _on_turn(state, seat) & ~RuleViolation.FREE_ROADS_DUE
    else:
        found |= _in_action_phase(state, seat)
        found |= _if(not player.may_hold(ROAD_COST), RuleViolation.CANNOT_PAY)
    if not found & RuleViolation.SITE_TAKEN and not road_sites(state, seat) & bit:
        found |= RuleViolation.NOT_CONNECTED
    return found


def _founding_road(state: State, seat: int, bit: int) -> RuleViolation:
    if state.options.setup == "first_game":
        enough = state.players[seat].roads.bit_count() >= 2
        return _if(enough, RuleViolation.NO_PIECE_LEFT) | _if(
            not first_game_road_sites(state, seat) & bit, RuleViolation.NOT_CONNECTED
        )
    found = _founding(state, seat, False)
    if state.last_founded is not None:
        found |= _if(not founding_road_sites(state, state.last_founded) & bit, RuleViolation.NOT_CONNECTED)
    return found


def _place_city(state: State, event: PlaceCity) -> RuleViolation:
    seat = state.seat(event.player)
    player = state.players[seat]
    bit = INTERSECTION_BIT[event.at]
    found = _if(not player.settlements & bit, RuleViolation.NO_SETTLEMENT_THERE)
    found |= _if(player.cities_left <= 0, RuleViolation.NO_PIECE_LEFT)
    if state.phase == "taking_up":
        return found
    found |= _if(not player.may_hold(CITY_COST), RuleViolation.CANNOT_PAY)
    return found | _in_action_phase(state, seat)


def _take_starting_resources(state: State, event: TakeStartingResources) -> RuleViolation:
    seat = state.seat(event.player)
    wrong = state.options.setup != "first_game" or state.phase != "founding"
    return _if(wrong or bool(state.started >> seat & 1), RuleViolation.WRONG_PHASE) | _if(
        not state.players[seat].settlements & INTERSECTION_BIT[event.at],
        RuleViolation.NO_SETTLEMENT_THERE,
    )


def _roll(state: State, event: Roll) -> RuleViolation:
    return _unseen_roll(state, event) | _if(lacks(state, event.dice), RuleViolation.NOT_IN_DECK)


def _unseen_roll(state: State, event: Roll | UnseenRoll) -> RuleViolation:
    rolled = _if(state.rolled, RuleViolation.ALREADY_ROLLED)
    return _on_turn(state, state.seat(event.player)) | rolled


def _take_instead(state: State, event: TakeInstead) -> RuleViolation:
    """Whoever took what: it is said of the roll of the turn that is on."""
    there = add(state.bank, state.takes[state.seat(event.player)])
    return (
        _in_play(state)
        | _if(not state.rolled, RuleViolation.NOT_ROLLED)
        | _if(not holds(there, event.resources), RuleViolation.BANK_LACKS)
    )


def _discard(state: State, event: Discard) -> RuleViolation:
    seat = state.seat(event.player)
    count = sum(event.resources)
    return (
        _in_play(state)
        | _if(not 0 < count <= state.owed[seat], RuleViolation.DISCARD_NOT_OWED)
        | _if(not state.players[seat].may_hold(event.resources), RuleViolation.CANNOT_PAY)
    )


def _move_robber(state: State, event: MoveRobber) -> RuleViolation:
    found = _on_turn(state, state.seat(event.player)) & ~RuleViolation.ROBBER_DUE
    found |= _if(not state.robber_due, RuleViolation.ROBBER_NOT_DUE)
    found |= _if(event.to in spared_at(state, state.seat(event.player)), RuleViolation.ROBBER_SPARES)
    return found | _if(event.to == state.robber, RuleViolation.ROBBER_SAME_HEX)


def _steal(state: State, event: Steal) -> RuleViolation:
    seat = state.seat(event.player)
    found = _on_turn(state, seat) & ~RuleViolation.STEAL_DUE
    found |= _if(not state.steal_due, RuleViolation.STEAL_NOT_DUE)
    victims = state.robbable(seat)
    if event.victim is None:
        with_cards = any(sum(state.players[n].hand) for n in victims)
        return found | _if(state.steal_due and state.options.must_rob and with_cards, RuleViolation.MUST_ROB)
    victim = state.seat(event.victim)
    spares, rests = victim in state.spared(seat), state.players[victim].resting
    found |= _if(spares, RuleViolation.ROBBER_SPARES) | _if(rests, RuleViolation.HAS_LEFT)
    found |= _if(not spares and not rests and victim not in victims, RuleViolation.NOT_AT_ROBBER)
    if event.resource is not None:
        wanted = single(RESOURCE_INDEX[event.resource])
        found |= _if(not state.players[victim].may_hold(wanted), RuleViolation.VICTIM_LACKS)
    return found


def _trade(state: State, seat: int, give: Cards, take: Cards) -> RuleViolation:
    before_roll = state.options.trade_before_roll
    found = _on_turn(state, seat) if before_roll else _in_action_phase(state, seat)
    found |= _if(not state.players[seat].may_hold(give), RuleViolation.CANNOT_PAY)
    return found | _if(
        state.options.trade_before_building and state.has_built, RuleViolation.TRADE_AFTER_BUILDING
    )


def _same_on_both_sides(give: Cards, take: Cards) -> bool:
    return any(given and taken for given, taken in zip(give[:5], take[:5], strict=True))


def _for_nothing(give: Cards, take: Cards) -> bool:
    return not sum(give) or not sum(take)


def _domestic_trade(state: State, event: DomesticTrade) -> RuleViolation:
    seat, partner = state.seat(event.player), state.seat(event.partner)
    neither = not sum(event.give) and not sum(event.take)
    gift = neither if state.options.gifts else _for_nothing(event.give, event.take)
    return (
        _trade(state, seat, event.give, event.take)
        | _if(gift, RuleViolation.GIFT)
        | _if(_same_on_both_sides(event.give, event.take), RuleViolation.LIKE_FOR_LIKE)
        | _if(not state.players[partner].may_hold(event.take), RuleViolation.PARTNER_CANNOT_PAY)
        | _if(partner == seat, RuleViolation.NO_PARTNER)
        | _if(state.players[partner].resting, RuleViolation.HAS_LEFT)
    )


def _maritime_trade(state: State, event: MaritimeTrade) -> RuleViolation:
    seat = state.seat(event.player)
    found = _trade(state, seat, event.give, event.take)
    found |= _if(_for_nothing(event.give, event.take), RuleViolation.GIFT)
    if state.options.maritime_takes_another:
        found |= _if(_same_on_both_sides(event.give, event.take), RuleViolation.LIKE_FOR_LIKE)
    if state.land is not None:
        rates = state.land.open_rates(state.players[seat].buildings)
        unnamed = event.give[UNIDENTIFIED] or event.take[UNIDENTIFIED]
        wrong = not unnamed and sum(event.take) not in _worth(event.give, rates)
        found |= _if(wrong, RuleViolation.WRONG_RATE)
    return found | _if(not holds(state.bank, event.take), RuleViolation.BANK_LACKS)


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


def _buy_development_card(state: State, event: BuyDevelopmentCard) -> RuleViolation:
    seat = state.seat(event.player)
    found = _in_action_phase(state, seat)
    found |= _if(not state.deck, RuleViolation.DECK_EMPTY)
    found |= _if(not state.players[seat].may_hold(DEVELOPMENT_COST), RuleViolation.CANNOT_PAY)
    if event.card is not None:
        found |= _if(_all_known(state, DEVELOPMENT_INDEX[event.card]), RuleViolation.NO_SUCH_CARD_LEFT)
    return found


def _all_known(state: State, kind: int) -> bool:
    """Whether it is known of every development card of a kind who has it or played it."""
    known = sum(player.development[kind] + player.played[kind] for player in state.players)
    return known >= DEVELOPMENT_DECK[kind]


def _used_up(state: State, kind: int, count: int = 1) -> bool:
    """Whether with so many development cards of a kind more would lie face up than the box holds."""
    return sum(player.played[kind] for player in state.players) + count > DEVELOPMENT_DECK[kind]


def _play_development_card(state: State, event: PlayDevelopmentCard) -> RuleViolation:
    seat = state.seat(event.player)
    found = _on_turn(state, seat)
    limit = state.options.cards_a_turn
    found |= _if(limit is not None and state.cards_played >= limit, RuleViolation.CARD_ALREADY_PLAYED)
    found |= _held(state, seat, DEVELOPMENT_INDEX[event.card])
    if event.card == "victory_point":
        found |= RuleViolation.NOT_ENOUGH_TO_WIN
    elif event.card == "year_of_plenty" and any(event.resources):
        wanted = min(2, sum(max(0, count) for count in state.bank))
        found |= _if(sum(event.resources) != wanted, RuleViolation.WRONG_CARDS_TAKEN)
        found |= _if(not holds(state.bank, event.resources), RuleViolation.BANK_LACKS)
    return found


def _held(state: State, seat: int, kind: int) -> RuleViolation:
    """Whether a card of the kind can be among those face down, and not bought only now."""
    if _used_up(state, kind):
        return RuleViolation.NO_SUCH_CARD_LEFT
    player = state.players[seat]
    may_be = (kind,) if _all_known(state, kind) else (kind, UNIDENTIFIED)
    if not any(player.development[n] for n in may_be):
        return RuleViolation.CARD_NOT_HELD
    ripe = any(player.development[n] > player.fresh[n] for n in may_be)
    return _if(not ripe, RuleViolation.CARD_BOUGHT_THIS_TURN)


def _reveal_victory_points(state: State, event: RevealVictoryPoints) -> RuleViolation:
    seat = state.seat(event.player)
    player = state.players[seat]
    may_be = player.development[VICTORY_POINT]
    if not _all_known(state, VICTORY_POINT):
        may_be += player.development[UNIDENTIFIED]
    if _used_up(state, VICTORY_POINT, event.count):
        found = RuleViolation.NO_SUCH_CARD_LEFT
    else:
        found = _if(event.count > may_be, RuleViolation.CARD_NOT_HELD)
    if state.winner == seat or state.ended is not None:
        # Known cards have won already; the winner now turns them face up. So do all where a game was ended.
        return found
    reached = state.public_points(seat) + event.count
    found |= _in_play(state) | _if(seat != state.active, RuleViolation.NOT_ON_TURN)
    return found | _if(reached < state.options.points_to_win, RuleViolation.NOT_ENOUGH_TO_WIN)


def _claim_victory(state: State, event: ClaimVictory) -> RuleViolation:
    """Cards face down may be what is missing: they are turned up then."""
    seat = state.seat(event.player)
    found = _in_play(state) | _if(seat != state.active, RuleViolation.NOT_ON_TURN)
    return found | _if(not state.may_have_won(seat), RuleViolation.NOT_ENOUGH_TO_WIN)


def _end_game(state: State, event: EndGame) -> RuleViolation:
    """Whenever all agree, once the game has begun."""
    if state.phase == "over":
        return RuleViolation.GAME_OVER
    return _if(not state.players, RuleViolation.WRONG_PHASE)


def _leave_table(state: State, event: LeaveTable) -> RuleViolation:
    return _in_play(state) | _if(state.players[state.seat(event.player)].resting, RuleViolation.HAS_LEFT)


def _come_back(state: State, event: ComeBack) -> RuleViolation:
    there = not state.players[state.seat(event.player)].resting
    return _in_play(state) | _if(there, RuleViolation.HAS_NOT_LEFT)


def _show_hand(state: State, event: ShowHand) -> RuleViolation:
    """Anybody may, at any time; the box holds no more than it holds."""
    have = state.players[state.seat(event.player)].hand
    return _in_play(state) | _if(not holds(add(state.bank, have), event.resources), RuleViolation.BANK_LACKS)


def _end_turn(state: State, event: EndTurn) -> RuleViolation:
    return _in_action_phase(state, state.seat(event.player))


# Each takes its own kind of event, which the type system can't say of a table.
_QUESTIONS: Final[Mapping[type, Callable[[State, Any], RuleViolation]]] = {
    GameStarted: _game_started,
    LayoutSet: _layout_set,
    LayoutEntered: _layout_set,
    FirstPlayerChosen: _first_player_chosen,
    PlaceRoad: _place_road,
    PlaceSettlement: _place_settlement,
    PlaceCity: _place_city,
    TakeStartingResources: _take_starting_resources,
    Roll: _roll,
    UnseenRoll: _unseen_roll,
    TakeInstead: _take_instead,
    Discard: _discard,
    MoveRobber: _move_robber,
    Steal: _steal,
    DomesticTrade: _domestic_trade,
    MaritimeTrade: _maritime_trade,
    BuyDevelopmentCard: _buy_development_card,
    PlayDevelopmentCard: _play_development_card,
    RevealVictoryPoints: _reveal_victory_points,
    ClaimVictory: _claim_victory,
    EndGame: _end_game,
    LeaveTable: _leave_table,
    ComeBack: _come_back,
    ShowHand: _show_hand,
    TakeUp: taking_up.violations,
    EndTurn: _end_turn,
}
