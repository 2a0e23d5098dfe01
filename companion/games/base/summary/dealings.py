"""Statistics of trades, discards and thefts."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Sequence

from companion.games.base.api_types import TradeCounts
from companion.games.base.rules.events import Discard, DomesticTrade, MaritimeTrade, Steal
from companion.games.base.summary.moments import Moment


def trades(moments: Sequence[Moment]) -> TradeCounts:
    """Numbers of recorded trades: by pair of players, and by player with the bank."""
    domestic: dict[str, Counter[str]] = defaultdict(Counter)
    maritime: Counter[str] = Counter()
    for moment in moments:
        match moment.event:
            case DomesticTrade(player, partner):
                domestic[player][partner] += 1
                domestic[partner][player] += 1
            case MaritimeTrade(player):
                maritime[player] += 1
            case _:
                pass
    return {
        "domestic": {colour: dict(partners) for colour, partners in domestic.items()},
        "maritime": dict(maritime),
    }


def cards_lost(moments: Sequence[Moment]) -> dict[str, dict[str, int]]:
    """Cards ``discarded`` on sevens, ``stolen`` from the player, and ``robbed`` by the player, by colour."""
    lost: dict[str, Counter[str]] = defaultdict(Counter)
    for moment in moments:
        match moment.event:
            case Discard(player, resources):
                lost[player]["discarded"] += sum(resources)
            case Steal(player, str(victim)):
                lost[victim]["stolen"] += 1
                lost[player]["robbed"] += 1
            case _:
                pass
    return {colour: dict(counts) for colour, counts in lost.items()}
