"""Cards that changed hands, or were lost."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Sequence

from companion.games.base.rules.events import Discard, DomesticTrade, MaritimeTrade, Steal
from companion.games.base.summary.moments import Moment
from companion.games.base.wire import TradesTold


def trades(told: Sequence[Moment]) -> TradesTold:
    """Trades that were told: with whom each player traded and how often, and with the bank."""
    domestic: dict[str, Counter[str]] = defaultdict(Counter)
    maritime: Counter[str] = Counter()
    for moment in told:
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


def cards_lost(told: Sequence[Moment]) -> dict[str, dict[str, int]]:
    """By colour: cards ``discarded`` because of sevens, ``stolen`` from the player, and ``robbed`` by it."""
    lost: dict[str, Counter[str]] = defaultdict(Counter)
    for moment in told:
        match moment.event:
            case Discard(player, resources):
                lost[player]["discarded"] += sum(resources)
            case Steal(player, str(victim)):
                lost[victim]["stolen"] += 1
                lost[player]["robbed"] += 1
            case _:
                pass
    return {colour: dict(counts) for colour, counts in lost.items()}
