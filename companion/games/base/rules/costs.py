"""What is paid, by what is done: the printed prices, and what is given in a trade or given up for a seven."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from companion.games.base.rules.cards import (
    CITY_COST,
    DEVELOPMENT_COST,
    NONE,
    ROAD_COST,
    SETTLEMENT_COST,
    UNIDENTIFIED,
    Cards,
)
from companion.games.base.rules.events import (
    BuyDevelopmentCard,
    Discard,
    DomesticTrade,
    Event,
    MaritimeTrade,
    PlaceCity,
    PlaceRoad,
    PlaceSettlement,
)

Paying = (
    PlaceRoad | PlaceSettlement | PlaceCity | BuyDevelopmentCard | DomesticTrade | MaritimeTrade | Discard
)
"""What takes cards out of a hand that its owner chooses."""

COSTS: Final[Mapping[type[Event], Cards]] = {
    PlaceRoad: ROAD_COST,
    PlaceSettlement: SETTLEMENT_COST,
    PlaceCity: CITY_COST,
    BuyDevelopmentCard: DEVELOPMENT_COST,
}
"""The printed prices."""


def given(event: Event) -> Cards:
    """What an event takes out of the hand of who did it, where its owner chose to give it."""
    match event:
        case DomesticTrade(give=give) | MaritimeTrade(give=give):
            return give
        case Discard(resources=resources):
            return resources
    return COSTS.get(type(event), NONE)


def lacking(hand: Cards, cost: Cards) -> int:
    """How many cards of a cost a hand lacks, as far as its cards are known: below zero where none."""
    known = sum(max(0, asked - held) for asked, held in zip(cost[:5], hand[:5], strict=True))
    return max(known - max(0, hand[UNIDENTIFIED]), sum(cost) - sum(hand))
