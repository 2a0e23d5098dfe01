"""Legality of events, checked before and independently of their effects.

Violations are a value, not an exception: the table records what players really did, and flags it.
"""

from __future__ import annotations

import enum
import math
from collections import Counter
from collections.abc import Callable, Mapping, Sequence, Set
from dataclasses import replace
from functools import lru_cache
from typing import Any, Final

from companion.games.base.rules import events
from companion.games.base.rules.cards import (
    BANK,
    CITY_COST,
    DECK_SIZE,
    DEVELOPMENT_COST,
    DEVELOPMENT_DECK,
    DEVELOPMENT_INDEX,
    NO_CARDS,
    RESOURCE_INDEX,
    ROAD_COST,
    SETTLEMENT_COST,
    SUPPLY,
    UNIDENTIFIED_KIND,
    VICTORY_POINT,
    Cards,
    add,
    cards_of_kind,
    holds,
)
from companion.games.base.rules.house_rules import is_sum_exhausted, spared_seats_by_hex
from companion.games.base.rules.sites import INTERSECTION_BIT, PATH_BIT, SITE_BIT, within_one_path
from companion.games.base.rules.state import (
    State,
    first_game_road_sites,
    founding_road_sites,
    reachable_sites,
    road_sites,
)
from companion.games.game_api import Interpretation
from companion.games.schema import require_object
from companion.i18n import sentence
from companion.island.geometry import HexId, Site, Standing
from companion.observations import BoardSeen

# The rules that an event can break, by name.


class RuleViolation(enum.Flag):
    """The rules that an event breaks; empty (falsy) for a legal event."""

    NOT_ON_TURN = enum.auto()
    WRONG_PHASE = enum.auto()
    GAME_OVER = enum.auto()
    PLAYER_COUNT = enum.auto()
    ALREADY_ROLLED = enum.auto()
    NOT_ROLLED = enum.auto()
    DISCARDS_DUE = enum.auto()
    ROBBER_DUE = enum.auto()
    STEAL_DUE = enum.auto()
    FREE_ROADS_DUE = enum.auto()
    CANNOT_PAY = enum.auto()
    SITE_TAKEN = enum.auto()
    DISTANCE_RULE = enum.auto()
    NOT_CONNECTED = enum.auto()
    NO_PIECE_LEFT = enum.auto()
    NO_SETTLEMENT_THERE = enum.auto()
    DISCARD_NOT_OWED = enum.auto()
    ROBBER_NOT_DUE = enum.auto()
    ROBBER_SAME_HEX = enum.auto()
    STEAL_NOT_DUE = enum.auto()
    NOT_AT_ROBBER = enum.auto()
    MUST_ROB = enum.auto()
    VICTIM_LACKS = enum.auto()
    GIFT = enum.auto()
    LIKE_FOR_LIKE = enum.auto()
    NO_PARTNER = enum.auto()
    PARTNER_CANNOT_PAY = enum.auto()
    TRADE_AFTER_BUILDING = enum.auto()
    WRONG_RATE = enum.auto()
    BANK_LACKS = enum.auto()
    DECK_EMPTY = enum.auto()
    NO_SUCH_CARD_LEFT = enum.auto()
    CARD_NOT_HELD = enum.auto()
    CARD_BOUGHT_THIS_TURN = enum.auto()
    CARD_ALREADY_PLAYED = enum.auto()
    WRONG_CARDS_TAKEN = enum.auto()
    NOT_ENOUGH_TO_WIN = enum.auto()
    ROBBER_SPARES = enum.auto()
    NOT_IN_DECK = enum.auto()
    HAS_LEFT = enum.auto()
    HAS_NOT_LEFT = enum.auto()

    def words(self) -> list[str]:
        """The names of the violations, in snake case."""
        return list(_words(self))


@lru_cache(1 << 8)
def _words(broken: RuleViolation) -> tuple[str, ...]:
    # Cached because most events break no rule and testing each member is slow.
    return tuple(
        violation.name.lower() for violation in RuleViolation if violation in broken and violation.name
    )


LEGAL: Final = RuleViolation(0)


# Joining a game in progress: parsing its description, completing it from the board, and its legality.


BOARD_STABLE_S: Final = 3.0
"""Seconds without a change before the board is accepted as the start."""
MAX_CERTAINTY_P: Final = 0.99
"""Upper bound on the certainty of a camera's reading."""
CLEAR_SITE_P: Final = 0.8
"""Least probability of the reading of each site; below it, people enter the pieces."""


def parse_take_up(data: object) -> events.TakeUp:
    """Parse the `taken_up` object of a new game.

    Its fields are `on_turn`, `pieces` (null: the camera reads them), `robber`, `longest_road` and
    `largest_army`; and by colour `hands` (null: unknown; `{"unidentified": 5}`: five cards), `played` and
    `development_cards`.

    Raises:
        ValueError: invalid description; the message is for players.
    """
    rest = dict(require_object(data, sentence("a game joined in progress must be an object")))
    sides: dict[Any, dict[str, Any]] = {}
    for many, one in (("hands", "hand"), ("played", "played"), ("development_cards", "development_cards")):
        by_colour = require_object(rest.pop(many, {}), sentence("{what} must be listed by colour", what=many))
        for colour, what in by_colour.items():
            sides.setdefault(colour, {"colour": colour})[one] = what
    event = events.event_from_json({**rest, "kind": events.TakeUp.kind, "sides": list(sides.values())})
    assert isinstance(event, events.TakeUp)
    return event


def complete_take_up(state: State, pieces: Mapping[Site, Standing], robber: HexId | None) -> events.TakeUp:
    """Complete the pending event with the pieces on the board.

    Args:
        state: in the phase "taking_up".
        pieces: all pieces on the board.
        robber: its hex; None if unseen: then the entered hex counts, else the desert.
    """
    waiting = state.taking_up
    assert waiting is not None
    placed = tuple(events.PlacedPiece(at, piece.kind, piece.colour) for at, piece in sorted(pieces.items()))
    return replace(waiting, pieces=placed, robber=waiting.robber if robber is None else robber)


def taking_up_violations(state: State, event: events.TakeUp) -> RuleViolation:
    """The rules broken: play has begun already, or the cards and pieces exceed the box.

    Raises:
        ValueError: the event mentions a colour that nobody plays.
    """
    for colour in filter(None, (event.on_turn, event.longest_road, event.largest_army)):
        state.seat(colour)
    founded = state.phase == "founding" and (state.buildings() or state.roads())
    has_begun = founded or state.phase not in ("layout", "founding", "taking_up")
    found = RuleViolation.WRONG_PHASE if has_begun or not state.players else LEGAL
    hands, cards, played = NO_CARDS, 0, NO_CARDS
    for side in event.sides:
        state.seat(side.colour)
        hands = add(hands, side.hand or NO_CARDS)
        cards += side.development_cards + sum(side.played)
        played = add(played, side.played)
    if sum(hands) > sum(BANK) or any(count > most for count, most in zip(hands[:5], BANK[:5], strict=True)):
        found |= RuleViolation.BANK_LACKS
    if cards > DECK_SIZE:
        found |= RuleViolation.DECK_EMPTY
    if any(count > most for count, most in zip(played[:5], DEVELOPMENT_DECK[:5], strict=True)):
        found |= RuleViolation.NO_SUCH_CARD_LEFT
    return found | _piece_violations(state, event.pieces or ())


def _piece_violations(state: State, pieces: Sequence[events.PlacedPiece]) -> RuleViolation:
    """The rules that the pieces on the board break."""
    found = LEGAL
    supplies = Counter((state.seat(piece.colour), piece.kind) for piece in pieces)
    if any(count > SUPPLY[kind] for (_, kind), count in supplies.items()):
        found |= RuleViolation.NO_PIECE_LEFT
    if len({piece.at for piece in pieces}) < len(pieces):
        found |= RuleViolation.SITE_TAKEN
    taken = 0
    for bit in (SITE_BIT[piece.at] for piece in pieces if piece.kind != "road"):
        if within_one_path(taken) & bit & ~taken:
            found |= RuleViolation.DISTANCE_RULE
        taken |= bit
    return found


def interpret_board(state: State, board: BoardSeen) -> Interpretation[events.Event]:
    """Interpret a board reading as the start of the pending game, once it is clear and stable."""
    changed = max((*board.since.values(), board.robber_since), default=-math.inf)
    if board.covered or (board.t - changed < BOARD_STABLE_S and not board.closing):
        return Interpretation()
    likeliest = {
        site: max(shares.items(), key=lambda item: item[1]) for site, shares in board.pieces.sites.items()
    }
    least = min((share for _, share in likeliest.values()), default=0.0)
    pieces = {site: piece for site, (piece, _) in likeliest.items() if piece is not None}
    event = complete_take_up(state, pieces, max(board.robber, key=lambda h: board.robber[h], default=None))
    if least < CLEAR_SITE_P or taking_up_violations(state, event):
        return Interpretation()
    return Interpretation((event,), certainty=min(least, MAX_CERTAINTY_P))


def violations(state: State, event: events.Event) -> RuleViolation:
    """The rules that an event breaks in a state; falsy if it is legal.

    Raises:
        ValueError: the event is about a player who isn't at the table.
    """
    return _CHECKS[type(event)](state, event)


def is_legal(state: State, event: events.Event) -> bool:
    """Return whether an event is legal in a state."""
    return not violations(state, event)


def _pending_duties(state: State) -> RuleViolation:
    """The duties that precede any other action, as violations."""
    found = LEGAL
    if any(state.discards_due):
        found |= RuleViolation.DISCARDS_DUE
    if state.robber_due:
        found |= RuleViolation.ROBBER_DUE
    if state.options.must_rob and state.robbery_due:
        found |= RuleViolation.STEAL_DUE
    if state.free_roads:
        found |= RuleViolation.FREE_ROADS_DUE
    return found


def _phase_violations(state: State) -> RuleViolation:
    if state.phase == "over":
        return RuleViolation.GAME_OVER
    return LEGAL if state.phase == "play" else RuleViolation.WRONG_PHASE


def _turn_violations(state: State, seat: int) -> RuleViolation:
    found = _phase_violations(state) | _pending_duties(state)
    return found if seat == state.active else found | RuleViolation.NOT_ON_TURN


def _action_violations(state: State, seat: int) -> RuleViolation:
    """Violations of the phase for trading, building and buying, between the roll and the end of turn."""
    found = _turn_violations(state, seat)
    return found if state.has_rolled else found | RuleViolation.NOT_ROLLED


def _violation_if(wrong: bool, violation: RuleViolation) -> RuleViolation:
    return violation if wrong else LEGAL


def _game_started(state: State, event: events.GameStarted) -> RuleViolation:
    return _violation_if(bool(state.players), RuleViolation.WRONG_PHASE) | _violation_if(
        not 3 <= len(event.players) <= 4, RuleViolation.PLAYER_COUNT
    )


def _layout_set(state: State, event: events.LayoutSet | events.LayoutEntered) -> RuleViolation:
    return _violation_if(state.phase != "layout" or not state.players, RuleViolation.WRONG_PHASE)


def _first_player_chosen(state: State, event: events.FirstPlayerChosen) -> RuleViolation:
    state.seat(event.player)
    founded = bool(state.buildings()) and state.options.setup == "variable"
    return _violation_if(founded or state.turn > 1 or state.has_rolled, RuleViolation.WRONG_PHASE)


def _founding_violations(state: State, seat: int, settlement: bool) -> RuleViolation:
    if state.options.setup == "first_game":
        return LEGAL
    due = state.founder()
    if due is None:
        return RuleViolation.WRONG_PHASE
    return _violation_if(seat != due, RuleViolation.NOT_ON_TURN) | _violation_if(
        settlement != (state.last_founded is None), RuleViolation.WRONG_PHASE
    )


def _place_settlement(state: State, event: events.PlaceSettlement) -> RuleViolation:
    seat = state.seat(event.player)
    player = state.players[seat]
    bit = INTERSECTION_BIT[event.at]
    found = _violation_if(bool(state.buildings() & bit), RuleViolation.SITE_TAKEN)
    found |= _violation_if(bool(within_one_path(state.buildings()) & bit), RuleViolation.DISTANCE_RULE)
    if state.phase == "founding":
        enough = state.options.setup == "first_game" and player.buildings.bit_count() >= 2
        return (
            found
            | _founding_violations(state, seat, True)
            | _violation_if(enough, RuleViolation.NO_PIECE_LEFT)
        )
    if state.phase == "taking_up":
        return found | _violation_if(player.settlements_left <= 0, RuleViolation.NO_PIECE_LEFT)
    found |= _action_violations(state, seat)
    found |= _violation_if(not player.may_hold(SETTLEMENT_COST), RuleViolation.CANNOT_PAY)
    found |= _violation_if(player.settlements_left <= 0, RuleViolation.NO_PIECE_LEFT)
    return found | _violation_if(not reachable_sites(state, seat) & bit, RuleViolation.NOT_CONNECTED)


def _place_road(state: State, event: events.PlaceRoad) -> RuleViolation:
    seat = state.seat(event.player)
    player = state.players[seat]
    bit = PATH_BIT[event.at]
    found = _violation_if(bool(state.roads() & bit), RuleViolation.SITE_TAKEN)
    if state.phase == "founding":
        return found | _founding_road(state, seat, bit)
    found |= _violation_if(player.roads_left <= 0, RuleViolation.NO_PIECE_LEFT)
    if state.phase == "taking_up":
        return found
    if state.free_roads and seat == state.active:
        found |= _turn_violations(state, seat) & ~RuleViolation.FREE_ROADS_DUE
    else:
        found |= _action_violations(state, seat)
        found |= _violation_if(not player.may_hold(ROAD_COST), RuleViolation.CANNOT_PAY)
    if not found & RuleViolation.SITE_TAKEN and not road_sites(state, seat) & bit:
        found |= RuleViolation.NOT_CONNECTED
    return found


def _founding_road(state: State, seat: int, bit: int) -> RuleViolation:
    if state.options.setup == "first_game":
        enough = state.players[seat].roads.bit_count() >= 2
        return _violation_if(enough, RuleViolation.NO_PIECE_LEFT) | _violation_if(
            not first_game_road_sites(state, seat) & bit, RuleViolation.NOT_CONNECTED
        )
    found = _founding_violations(state, seat, False)
    if state.last_founded is not None:
        found |= _violation_if(
            not founding_road_sites(state, state.last_founded) & bit, RuleViolation.NOT_CONNECTED
        )
    return found


def _place_city(state: State, event: events.PlaceCity) -> RuleViolation:
    seat = state.seat(event.player)
    player = state.players[seat]
    bit = INTERSECTION_BIT[event.at]
    found = _violation_if(not player.settlements & bit, RuleViolation.NO_SETTLEMENT_THERE)
    found |= _violation_if(player.cities_left <= 0, RuleViolation.NO_PIECE_LEFT)
    if state.phase == "taking_up":
        return found
    found |= _violation_if(not player.may_hold(CITY_COST), RuleViolation.CANNOT_PAY)
    return found | _action_violations(state, seat)


def _take_starting_resources(state: State, event: events.TakeStartingResources) -> RuleViolation:
    seat = state.seat(event.player)
    wrong = state.options.setup != "first_game" or state.phase != "founding"
    return _violation_if(wrong or bool(state.started >> seat & 1), RuleViolation.WRONG_PHASE) | _violation_if(
        not state.players[seat].settlements & INTERSECTION_BIT[event.at],
        RuleViolation.NO_SETTLEMENT_THERE,
    )


def _roll(state: State, event: events.Roll) -> RuleViolation:
    return _unseen_roll(state, event) | _violation_if(
        is_sum_exhausted(state, event.dice), RuleViolation.NOT_IN_DECK
    )


def _unseen_roll(state: State, event: events.Roll | events.UnseenRoll) -> RuleViolation:
    rolled = _violation_if(state.has_rolled, RuleViolation.ALREADY_ROLLED)
    return _turn_violations(state, state.seat(event.player)) | rolled


def _take_instead(state: State, event: events.TakeInstead) -> RuleViolation:
    """Any player can correct the cards taken for this turn's roll."""
    available = add(state.bank, state.production[state.seat(event.player)])
    return (
        _phase_violations(state)
        | _violation_if(not state.has_rolled, RuleViolation.NOT_ROLLED)
        | _violation_if(not holds(available, event.resources), RuleViolation.BANK_LACKS)
    )


def _discard(state: State, event: events.Discard) -> RuleViolation:
    seat = state.seat(event.player)
    count = sum(event.resources)
    return (
        _phase_violations(state)
        | _violation_if(not 0 < count <= state.discards_due[seat], RuleViolation.DISCARD_NOT_OWED)
        | _violation_if(not state.players[seat].may_hold(event.resources), RuleViolation.CANNOT_PAY)
    )


def _move_robber(state: State, event: events.MoveRobber) -> RuleViolation:
    found = _turn_violations(state, state.seat(event.player)) & ~RuleViolation.ROBBER_DUE
    found |= _violation_if(not state.robber_due, RuleViolation.ROBBER_NOT_DUE)
    found |= _violation_if(
        event.to in spared_seats_by_hex(state, state.seat(event.player)), RuleViolation.ROBBER_SPARES
    )
    return found | _violation_if(event.to == state.robber, RuleViolation.ROBBER_SAME_HEX)


def _steal(state: State, event: events.Steal) -> RuleViolation:
    seat = state.seat(event.player)
    found = _turn_violations(state, seat) & ~RuleViolation.STEAL_DUE
    found |= _violation_if(not state.steal_due, RuleViolation.STEAL_NOT_DUE)
    victims = state.robbable_seats(seat)
    if event.victim is None:
        with_cards = any(sum(state.players[n].hand) for n in victims)
        return found | _violation_if(
            state.steal_due and state.options.must_rob and with_cards, RuleViolation.MUST_ROB
        )
    victim = state.seat(event.victim)
    spares, rests = victim in state.spared_seats(seat), state.players[victim].resting
    found |= _violation_if(spares, RuleViolation.ROBBER_SPARES) | _violation_if(rests, RuleViolation.HAS_LEFT)
    found |= _violation_if(not spares and not rests and victim not in victims, RuleViolation.NOT_AT_ROBBER)
    if event.resource is not None:
        wanted = cards_of_kind(RESOURCE_INDEX[event.resource])
        found |= _violation_if(not state.players[victim].may_hold(wanted), RuleViolation.VICTIM_LACKS)
    return found


def _trade(state: State, seat: int, give: Cards, take: Cards) -> RuleViolation:
    before_roll = state.options.trade_before_roll
    found = _turn_violations(state, seat) if before_roll else _action_violations(state, seat)
    found |= _violation_if(not state.players[seat].may_hold(give), RuleViolation.CANNOT_PAY)
    return found | _violation_if(
        state.options.trade_before_building and state.has_built, RuleViolation.TRADE_AFTER_BUILDING
    )


def _has_common_kind(give: Cards, take: Cards) -> bool:
    return any(given and taken for given, taken in zip(give[:5], take[:5], strict=True))


def _is_one_sided(give: Cards, take: Cards) -> bool:
    return not sum(give) or not sum(take)


def _domestic_trade(state: State, event: events.DomesticTrade) -> RuleViolation:
    seat, partner = state.seat(event.player), state.seat(event.partner)
    is_empty = not sum(event.give) and not sum(event.take)
    is_gift = is_empty if state.options.gifts else _is_one_sided(event.give, event.take)
    return (
        _trade(state, seat, event.give, event.take)
        | _violation_if(is_gift, RuleViolation.GIFT)
        | _violation_if(_has_common_kind(event.give, event.take), RuleViolation.LIKE_FOR_LIKE)
        | _violation_if(not state.players[partner].may_hold(event.take), RuleViolation.PARTNER_CANNOT_PAY)
        | _violation_if(partner == seat, RuleViolation.NO_PARTNER)
        | _violation_if(state.players[partner].resting, RuleViolation.HAS_LEFT)
    )


def _maritime_trade(state: State, event: events.MaritimeTrade) -> RuleViolation:
    seat = state.seat(event.player)
    found = _trade(state, seat, event.give, event.take)
    found |= _violation_if(_is_one_sided(event.give, event.take), RuleViolation.GIFT)
    if state.options.maritime_takes_another:
        found |= _violation_if(_has_common_kind(event.give, event.take), RuleViolation.LIKE_FOR_LIKE)
    if state.land is not None:
        rates = state.land.open_rates(state.players[seat].buildings)
        unnamed = event.give[UNIDENTIFIED_KIND] or event.take[UNIDENTIFIED_KIND]
        wrong = not unnamed and sum(event.take) not in _tradable_counts(event.give, rates)
        found |= _violation_if(wrong, RuleViolation.WRONG_RATE)
    return found | _violation_if(not holds(state.bank, event.take), RuleViolation.BANK_LACKS)


def _tradable_counts(give: Cards, rates: Sequence[tuple[int, ...]]) -> Set[int]:
    """The possible numbers of cards that the bank gives for these, in one or several trades."""
    found: Set[int] = {0}
    for count, open_rates in zip(give[:5], rates, strict=True):
        found = {one + other for one in found for other in _lot_counts(count, open_rates)}
    return found


@lru_cache(1 << 10)
def _lot_counts(count: int, rates: tuple[int, ...]) -> frozenset[int]:
    """The possible numbers of lots, each sized by one of the rates, that add up to a count."""
    if count == 0:
        return frozenset({0})
    return frozenset(1 + lots for rate in rates if rate <= count for lots in _lot_counts(count - rate, rates))


def _buy_development_card(state: State, event: events.BuyDevelopmentCard) -> RuleViolation:
    seat = state.seat(event.player)
    found = _action_violations(state, seat)
    found |= _violation_if(not state.deck, RuleViolation.DECK_EMPTY)
    found |= _violation_if(not state.players[seat].may_hold(DEVELOPMENT_COST), RuleViolation.CANNOT_PAY)
    if event.card is not None:
        found |= _violation_if(
            _is_kind_accounted_for(state, DEVELOPMENT_INDEX[event.card]), RuleViolation.NO_SUCH_CARD_LEFT
        )
    return found


def _is_kind_accounted_for(state: State, kind: int) -> bool:
    """Return whether every development card of a kind has a known holder or was played."""
    known = sum(player.development[kind] + player.played[kind] for player in state.players)
    return known >= DEVELOPMENT_DECK[kind]


def _is_kind_used_up(state: State, kind: int, count: int = 1) -> bool:
    """Return whether `count` more face-up cards of a kind would exceed the deck."""
    return sum(player.played[kind] for player in state.players) + count > DEVELOPMENT_DECK[kind]


def _play_development_card(state: State, event: events.PlayDevelopmentCard) -> RuleViolation:
    seat = state.seat(event.player)
    found = _turn_violations(state, seat)
    limit = state.options.cards_a_turn
    found |= _violation_if(
        limit is not None and state.cards_played >= limit, RuleViolation.CARD_ALREADY_PLAYED
    )
    found |= _card_holding_violations(state, seat, DEVELOPMENT_INDEX[event.card])
    if event.card == "victory_point":
        found |= RuleViolation.NOT_ENOUGH_TO_WIN
    elif event.card == "year_of_plenty" and any(event.resources):
        wanted = min(2, sum(max(0, count) for count in state.bank))
        found |= _violation_if(sum(event.resources) != wanted, RuleViolation.WRONG_CARDS_TAKEN)
        found |= _violation_if(not holds(state.bank, event.resources), RuleViolation.BANK_LACKS)
    return found


def _card_holding_violations(state: State, seat: int, kind: int) -> RuleViolation:
    """Violations if no face-down card of an earlier turn can be of the kind."""
    if _is_kind_used_up(state, kind):
        return RuleViolation.NO_SUCH_CARD_LEFT
    player = state.players[seat]
    possible_kinds = (kind,) if _is_kind_accounted_for(state, kind) else (kind, UNIDENTIFIED_KIND)
    if not any(player.development[n] for n in possible_kinds):
        return RuleViolation.CARD_NOT_HELD
    is_playable = any(player.development[n] > player.bought_this_turn[n] for n in possible_kinds)
    return _violation_if(not is_playable, RuleViolation.CARD_BOUGHT_THIS_TURN)


def _reveal_victory_points(state: State, event: events.RevealVictoryPoints) -> RuleViolation:
    seat = state.seat(event.player)
    player = state.players[seat]
    possible_count = player.development[VICTORY_POINT]
    if not _is_kind_accounted_for(state, VICTORY_POINT):
        possible_count += player.development[UNIDENTIFIED_KIND]
    if _is_kind_used_up(state, VICTORY_POINT, event.count):
        found = RuleViolation.NO_SUCH_CARD_LEFT
    else:
        found = _violation_if(event.count > possible_count, RuleViolation.CARD_NOT_HELD)
    if state.winner == seat or state.ended is not None:
        # The winner reveals known cards after the victory. After an early end, every player may reveal cards.
        return found
    reached = state.public_points(seat) + event.count
    found |= _phase_violations(state) | _violation_if(seat != state.active, RuleViolation.NOT_ON_TURN)
    return found | _violation_if(reached < state.options.points_to_win, RuleViolation.NOT_ENOUGH_TO_WIN)


def _claim_victory(state: State, event: events.ClaimVictory) -> RuleViolation:
    """Unidentified face-down cards count as possible points; the claimant then reveals them."""
    seat = state.seat(event.player)
    found = _phase_violations(state) | _violation_if(seat != state.active, RuleViolation.NOT_ON_TURN)
    return found | _violation_if(not state.may_have_won(seat), RuleViolation.NOT_ENOUGH_TO_WIN)


def _end_game(state: State, event: events.EndGame) -> RuleViolation:
    """Players can end a game early at any time after it has begun."""
    if state.phase == "over":
        return RuleViolation.GAME_OVER
    return _violation_if(not state.players, RuleViolation.WRONG_PHASE)


def _leave_table(state: State, event: events.LeaveTable) -> RuleViolation:
    return _phase_violations(state) | _violation_if(
        state.players[state.seat(event.player)].resting, RuleViolation.HAS_LEFT
    )


def _return_to_table(state: State, event: events.ComeBack) -> RuleViolation:
    is_present = not state.players[state.seat(event.player)].resting
    return _phase_violations(state) | _violation_if(is_present, RuleViolation.HAS_NOT_LEFT)


def _show_hand(state: State, event: events.ShowHand) -> RuleViolation:
    """Any player may show a hand at any time, limited by the cards of the box."""
    hand = state.players[state.seat(event.player)].hand
    return _phase_violations(state) | _violation_if(
        not holds(add(state.bank, hand), event.resources), RuleViolation.BANK_LACKS
    )


def _end_turn(state: State, event: events.EndTurn) -> RuleViolation:
    return _action_violations(state, state.seat(event.player))


# Each function takes its own kind of event, which the type of a mapping can't express.
_CHECKS: Final[Mapping[type, Callable[[State, Any], RuleViolation]]] = {
    events.GameStarted: _game_started,
    events.LayoutSet: _layout_set,
    events.LayoutEntered: _layout_set,
    events.FirstPlayerChosen: _first_player_chosen,
    events.PlaceRoad: _place_road,
    events.PlaceSettlement: _place_settlement,
    events.PlaceCity: _place_city,
    events.TakeStartingResources: _take_starting_resources,
    events.Roll: _roll,
    events.UnseenRoll: _unseen_roll,
    events.TakeInstead: _take_instead,
    events.Discard: _discard,
    events.MoveRobber: _move_robber,
    events.Steal: _steal,
    events.DomesticTrade: _domestic_trade,
    events.MaritimeTrade: _maritime_trade,
    events.BuyDevelopmentCard: _buy_development_card,
    events.PlayDevelopmentCard: _play_development_card,
    events.RevealVictoryPoints: _reveal_victory_points,
    events.ClaimVictory: _claim_victory,
    events.EndGame: _end_game,
    events.LeaveTable: _leave_table,
    events.ComeBack: _return_to_table,
    events.ShowHand: _show_hand,
    events.TakeUp: taking_up_violations,
    events.EndTurn: _end_turn,
}
