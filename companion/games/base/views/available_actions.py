"""What can be entered now by the rules, as everybody at the table may know it.

The page offers this first. Nothing here rests on what a hand or a card face down is known to be: only on
how many there are, unless the table plays open hands. Nothing is forbidden by it either: what people did
all the same is recorded, flagged.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Set
from typing import Final

from companion.games.base.belief import Belief
from companion.games.base.rules.cards import (
    CITY_COST,
    DEVELOPMENT_CARDS,
    DEVELOPMENT_COST,
    DEVELOPMENT_DECK,
    DEVELOPMENT_INDEX,
    RESOURCES,
    ROAD_COST,
    SETTLEMENT_COST,
    UNIDENTIFIED,
    VICTORY_POINT,
    Cards,
    DevelopmentCard,
    cards_to_json,
    single,
)
from companion.games.base.rules.events import (
    BuyDevelopmentCard,
    DomesticTrade,
    EndTurn,
    PlaceCity,
    PlaceRoad,
    PlaceSettlement,
    PlayDevelopmentCard,
    RevealVictoryPoints,
    Roll,
)
from companion.games.base.rules.legality import violations
from companion.games.base.rules.options import Colour
from companion.games.base.rules.placement import road_sites, settlement_sites
from companion.games.base.rules.rule_violations import RuleViolation
from companion.games.base.rules.sites import indices
from companion.games.base.rules.state import State
from companion.games.base.wire import BaseActions, Builds, Gives
from companion.island.geometry import INTERSECTIONS, PATHS

_UNSEEN: Final = (
    RuleViolation.CANNOT_PAY
    | RuleViolation.PARTNER_CANNOT_PAY
    | RuleViolation.CARD_NOT_HELD
    | RuleViolation.CARD_BOUGHT_THIS_TURN
)
"""What rests on cards that not everybody sees: judged here by their number alone."""
_PLAYED: Final = tuple(kind for kind in DEVELOPMENT_CARDS if kind != "victory_point")
_ANY_DICE: Final = (3, 3)


def available_actions(state: State, belief: Belief, in_doubt: Set[str] = frozenset()) -> BaseActions:
    """What can be entered now.

    Args:
        state: as it was told.
        belief: what is believed of the hands in it.
        in_doubt: colours whose cards may be otherwise than told.

    Returns:
        JSON: ``acting`` (whose trade or purchase is meant unless somebody is named: before the roll that
        of the player who passed the dice), ``roll``, ``trade``, ``gifts`` (a trade may be one-sided),
        ``buy_card``, ``end_turn``, ``claim`` (each whether; a claim is open to who is on turn, whatever the
        points), ``build`` (the sites for each kind of piece), ``play`` (kinds of cards), ``reveal`` (the
        numbers of victory point cards that win), ``discard`` ({colour: how many}), ``rob`` (colours; null:
        nobody may be robbed too), ``maritime`` ({colour: {resource: its rate}}) and ``gives`` ({colour:
        {"cards": the most it can give, null where that isn't certain; "resources": the same by kind}}).
    """
    if state.phase != "play":
        return {}
    on_turn = state.players[state.active].colour
    gives: dict[str, Gives] = {
        player.colour: _gives(state, belief, seat, player.colour in in_doubt)
        for seat, player in enumerate(state.players)
    }
    return {
        "acting": _acting(state),
        "roll": not violations(state, Roll(on_turn, _ANY_DICE)),
        "trade": _trade(state, on_turn),
        "gifts": state.options.gifts,
        "buy_card": not violations(state, BuyDevelopmentCard(on_turn)) & ~_UNSEEN
        and _pays(gives[on_turn], DEVELOPMENT_COST),
        "build": builds(state, lambda cost: _pays(gives[on_turn], cost)),
        "play": [card for card in _PLAYED if _play(state, on_turn, card)],
        "reveal": _reveal(state, on_turn),
        "end_turn": not violations(state, EndTurn(on_turn)),
        "claim": state.options.claim_victory,
        "discard": {
            player.colour: count for player, count in zip(state.players, state.owed, strict=True) if count
        },
        "rob": _rob(state),
        "maritime": {player.colour: _rates(state, player.buildings) for player in state.players},
        "gives": gives,
    }


def _acting(state: State) -> Colour:
    before_the_roll = not state.rolled and state.turn > 1
    seat = state.beside(state.active, -1) if before_the_roll else state.active
    return state.players[seat].colour


def _trade(state: State, on_turn: Colour) -> bool:
    partner = state.players[state.following].colour
    card = single(UNIDENTIFIED)
    return not violations(state, DomesticTrade(on_turn, partner, card, card)) & ~_UNSEEN


def _gives(state: State, belief: Belief, seat: int, doubted: bool) -> Gives:
    hand = belief.hand(seat)
    shown = state.options.open_hands and hand.certain and not doubted
    return {
        "cards": sum(hand.cards) if hand.counted and not doubted else None,
        "resources": cards_to_json(hand.cards) if shown else None,
    }


def _pays(gives: Gives, cost: Cards) -> bool:
    """Whether what can be given may pay for something."""
    if gives["resources"] is not None:
        return all(gives["resources"].get(kind, 0) >= cost[n] for n, kind in enumerate(RESOURCES))
    return gives["cards"] is None or gives["cards"] >= sum(cost)


def builds(state: State, pays: Callable[[Cards], bool]) -> Builds:
    """Where whoever is on turn may build what that hand may pay for: `pays` says so of a cost."""
    seat = state.active
    player = state.players[seat]
    roads = road_sites(state, seat) if pays(ROAD_COST) else 0
    settlements = settlement_sites(state, seat) if pays(SETTLEMENT_COST) else 0
    cities = player.settlements if pays(CITY_COST) else 0
    own = player.colour
    return {
        "road": _allowed(state, (PlaceRoad(own, PATHS[n]) for n in indices(roads))),
        "settlement": _allowed(state, (PlaceSettlement(own, INTERSECTIONS[n]) for n in indices(settlements))),
        "city": _allowed(state, (PlaceCity(own, INTERSECTIONS[n]) for n in indices(cities))),
    }


def _allowed(state: State, placed: Iterable[PlaceRoad | PlaceSettlement | PlaceCity]) -> list[str]:
    """Where a piece may be put, of some places: whether the cards are held isn't asked."""
    return [event.at for event in placed if not violations(state, event) & ~_UNSEEN]


def _play(state: State, on_turn: Colour, card: DevelopmentCard) -> bool:
    player = state.players[state.active]
    kind = DEVELOPMENT_INDEX[card]
    left = DEVELOPMENT_DECK[kind] - sum(each.played[kind] for each in state.players)
    ripe = sum(player.development) - sum(player.fresh)
    return left > 0 and ripe > 0 and not violations(state, PlayDevelopmentCard(on_turn, card)) & ~_UNSEEN


def _reveal(state: State, on_turn: Colour) -> list[int]:
    player = state.players[state.active]
    left = DEVELOPMENT_DECK[VICTORY_POINT] - sum(each.played[VICTORY_POINT] for each in state.players)
    most = min(left, sum(player.development))
    return [
        count
        for count in range(1, most + 1)
        if not violations(state, RevealVictoryPoints(on_turn, count)) & ~_UNSEEN
    ]


def _rob(state: State) -> list[Colour | None]:
    if not state.steal_due:
        return []
    victims: list[Colour | None] = [state.players[seat].colour for seat in state.robbable(state.active)]
    return victims if state.options.must_rob and victims else [*victims, None]


def _rates(state: State, buildings: int) -> dict[str, int]:
    if state.land is None:
        return {}
    return dict(zip(RESOURCES, state.land.rates(buildings), strict=True))
