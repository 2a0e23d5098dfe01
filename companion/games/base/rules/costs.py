"""Cards that each event costs its player: printed prices, cards given in a trade, cards discarded."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from companion.games.base.rules.cards import (
    CITY_COST,
    DEVELOPMENT_COST,
    NO_CARDS,
    ROAD_COST,
    SETTLEMENT_COST,
    UNIDENTIFIED_KIND,
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

PayingEvent = (
    PlaceRoad | PlaceSettlement | PlaceCity | BuyDevelopmentCard | DomesticTrade | MaritimeTrade | Discard
)
"""The events by which players pay cards of their choice."""

COSTS: Final[Mapping[type[Event], Cards]] = {
    PlaceRoad: ROAD_COST,
    PlaceSettlement: SETTLEMENT_COST,
    PlaceCity: CITY_COST,
    BuyDevelopmentCard: DEVELOPMENT_COST,
}
"""The printed prices."""


def chosen_payment(event: Event) -> Cards:
    """The cards that an event's player chose to pay; none for other events."""
    match event:
        case DomesticTrade(give=give) | MaritimeTrade(give=give):
            return give
        case Discard(resources=resources):
            return resources
    return COSTS.get(type(event), NO_CARDS)


def missing_count(hand: Cards, cost: Cards) -> int:
    """The number of cards of a cost that a hand lacks, given its known cards.

    Zero or negative: the hand can pay.
    """
    known = sum(max(0, asked - held) for asked, held in zip(cost[:5], hand[:5], strict=True))
    return max(known - max(0, hand[UNIDENTIFIED_KIND]), sum(cost) - sum(hand))
