"""List the actions that the rules allow now, by public information.

The page offers these first. They depend on the number of hidden cards but not on their kinds, unless the
table plays with open hands. Other actions are not forbidden: they are recorded with their rule violations.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Set
from typing import Final

from companion.games.base.api_types import BaseActions, Builds, Gives
from companion.games.base.belief import Belief
from companion.games.base.rules import cards, events
from companion.games.base.rules.legality import RuleViolation, violations
from companion.games.base.rules.options import Colour
from companion.games.base.rules.sites import indices
from companion.games.base.rules.state import State, road_sites, settlement_sites
from companion.island.geometry import INTERSECTIONS, PATHS

_HIDDEN_CARD_VIOLATIONS: Final = (
    RuleViolation.CANNOT_PAY
    | RuleViolation.PARTNER_CANNOT_PAY
    | RuleViolation.CARD_NOT_HELD
    | RuleViolation.CARD_BOUGHT_THIS_TURN
)
"""Violations that depend on hidden cards; here only the number of cards is checked."""
_PLAYABLE_CARDS: Final = tuple(kind for kind in cards.DEVELOPMENT_CARDS if kind != "victory_point")
_ANY_DICE: Final = (3, 3)


def available_actions(state: State, belief: Belief, in_doubt: Set[str] = frozenset()) -> BaseActions:
    """Return the actions that the rules allow now.

    Args:
        state: the recorded state.
        belief: the belief about the hands.
        in_doubt: colours whose cards may differ from the record.

    Returns:
        JSON: ``acting`` (the player of a trade or purchase that names none: before the roll, the player who
            ended the turn), ``roll``, ``trade``, ``gifts`` (trades may be one-sided), ``buy_card``,
            ``end_turn``, ``claim`` (booleans; the active player may claim with any number of points),
            ``build`` (the sites for each kind of piece), ``play`` (kinds of cards), ``reveal`` (the numbers
            of victory point cards that win), ``discard`` ({colour: count}), ``rob`` (colours; null: robbing
            nobody is allowed), ``maritime`` ({colour: {resource: rate}}) and ``gives`` ({colour: {"cards":
            the most it can give, null if that is uncertain; "resources": the same by kind}}).
    """
    if state.phase != "play":
        return {}
    on_turn = state.players[state.active].colour
    gives: dict[str, Gives] = {
        player.colour: _giveable_cards(state, belief, seat, player.colour in in_doubt)
        for seat, player in enumerate(state.players)
    }
    return {
        "acting": _acting_colour(state),
        "roll": not violations(state, events.Roll(on_turn, _ANY_DICE)),
        "trade": _can_trade(state, on_turn),
        "gifts": state.options.gifts,
        "buy_card": not violations(state, events.BuyDevelopmentCard(on_turn)) & ~_HIDDEN_CARD_VIOLATIONS
        and _may_pay(gives[on_turn], cards.DEVELOPMENT_COST),
        "build": build_sites(state, lambda cost: _may_pay(gives[on_turn], cost)),
        "play": [card for card in _PLAYABLE_CARDS if _can_play(state, on_turn, card)],
        "reveal": _reveal_counts(state, on_turn),
        "end_turn": not violations(state, events.EndTurn(on_turn)),
        "claim": state.options.claim_victory,
        "discard": {
            player.colour: count
            for player, count in zip(state.players, state.discards_due, strict=True)
            if count
        },
        "rob": _robbable_colours(state),
        "maritime": {player.colour: _bank_rates(state, player.buildings) for player in state.players},
        "gives": gives,
    }


def _acting_colour(state: State) -> Colour:
    before_the_roll = not state.has_rolled and state.turn > 1
    seat = state.adjacent_seat(state.active, -1) if before_the_roll else state.active
    return state.players[seat].colour


def _can_trade(state: State, on_turn: Colour) -> bool:
    partner = state.players[state.next_seat].colour
    card = cards.cards_of_kind(cards.UNIDENTIFIED_KIND)
    return (
        not violations(state, events.DomesticTrade(on_turn, partner, card, card)) & ~_HIDDEN_CARD_VIOLATIONS
    )


def _giveable_cards(state: State, belief: Belief, seat: int, doubted: bool) -> Gives:
    hand = belief.hand(seat)
    shown = state.options.open_hands and hand.certain and not doubted
    return {
        "cards": sum(hand.cards) if hand.size_certain and not doubted else None,
        "resources": cards.cards_to_json(hand.cards) if shown else None,
    }


def _may_pay(gives: Gives, cost: cards.Cards) -> bool:
    """Return whether the giveable cards may pay for something."""
    if gives["resources"] is not None:
        return all(gives["resources"].get(kind, 0) >= cost[n] for n, kind in enumerate(cards.RESOURCES))
    return gives["cards"] is None or gives["cards"] >= sum(cost)


def build_sites(state: State, may_pay: Callable[[cards.Cards], bool]) -> Builds:
    """Return the sites where the active player may build; `may_pay` decides whether a cost may be paid."""
    seat = state.active
    player = state.players[seat]
    roads = road_sites(state, seat) if may_pay(cards.ROAD_COST) else 0
    settlements = settlement_sites(state, seat) if may_pay(cards.SETTLEMENT_COST) else 0
    cities = player.settlements if may_pay(cards.CITY_COST) else 0
    own = player.colour
    return {
        "road": _allowed_sites(state, (events.PlaceRoad(own, PATHS[n]) for n in indices(roads))),
        "settlement": _allowed_sites(
            state, (events.PlaceSettlement(own, INTERSECTIONS[n]) for n in indices(settlements))
        ),
        "city": _allowed_sites(state, (events.PlaceCity(own, INTERSECTIONS[n]) for n in indices(cities))),
    }


def _allowed_sites(
    state: State, placed: Iterable[events.PlaceRoad | events.PlaceSettlement | events.PlaceCity]
) -> list[str]:
    """Return the sites of the legal placements; whether the player has the cards is not checked."""
    return [event.at for event in placed if not violations(state, event) & ~_HIDDEN_CARD_VIOLATIONS]


def _can_play(state: State, on_turn: Colour, card: cards.DevelopmentCard) -> bool:
    player = state.players[state.active]
    kind = cards.DEVELOPMENT_INDEX[card]
    left = cards.DEVELOPMENT_DECK[kind] - sum(each.played[kind] for each in state.players)
    ripe = sum(player.development) - sum(player.bought_this_turn)
    return (
        left > 0
        and ripe > 0
        and not violations(state, events.PlayDevelopmentCard(on_turn, card)) & ~_HIDDEN_CARD_VIOLATIONS
    )


def _reveal_counts(state: State, on_turn: Colour) -> list[int]:
    player = state.players[state.active]
    left = cards.DEVELOPMENT_DECK[cards.VICTORY_POINT] - sum(
        each.played[cards.VICTORY_POINT] for each in state.players
    )
    most = min(left, sum(player.development))
    return [
        count
        for count in range(1, most + 1)
        if not violations(state, events.RevealVictoryPoints(on_turn, count)) & ~_HIDDEN_CARD_VIOLATIONS
    ]


def _robbable_colours(state: State) -> list[Colour | None]:
    if not state.steal_due:
        return []
    victims: list[Colour | None] = [state.players[seat].colour for seat in state.robbable_seats(state.active)]
    return victims if state.options.must_rob and victims else [*victims, None]


def _bank_rates(state: State, buildings: int) -> dict[str, int]:
    if state.land is None:
        return {}
    return dict(zip(cards.RESOURCES, state.land.rates(buildings), strict=True))
