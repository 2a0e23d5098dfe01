"""Cards that each event costs its player: printed prices, cards given in a trade, cards discarded."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from companion.games.base.rules import cards, events

PayingEvent = (
    events.PlaceRoad
    | events.PlaceSettlement
    | events.PlaceCity
    | events.BuyDevelopmentCard
    | events.DomesticTrade
    | events.MaritimeTrade
    | events.Discard
)
"""The events by which players pay cards of their choice."""

COSTS: Final[Mapping[type[events.Event], cards.Cards]] = {
    events.PlaceRoad: cards.ROAD_COST,
    events.PlaceSettlement: cards.SETTLEMENT_COST,
    events.PlaceCity: cards.CITY_COST,
    events.BuyDevelopmentCard: cards.DEVELOPMENT_COST,
}
"""The printed prices."""


def chosen_payment(event: events.Event) -> cards.Cards:
    """The cards that an event's player chose to pay; none for other events."""
    match event:
        case events.DomesticTrade(give=give) | events.MaritimeTrade(give=give):
            return give
        case events.Discard(resources=resources):
            return resources
    return COSTS.get(type(event), cards.NO_CARDS)


def missing_count(hand: cards.Cards, cost: cards.Cards) -> int:
    """The number of cards of a cost that a hand lacks, given its known cards.

    Zero or negative: the hand can pay.
    """
    known = sum(max(0, asked - held) for asked, held in zip(cost[:5], hand[:5], strict=True))
    return max(known - max(0, hand[cards.UNIDENTIFIED_KIND]), sum(cost) - sum(hand))
