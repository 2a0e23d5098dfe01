"""What the island gave, what it might have given by even dice, and what the robber kept back."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence

from companion.games.base.rules.cards import cards_to_json
from companion.games.base.rules.effects.production import THROWS, WAYS
from companion.games.base.rules.events import Roll, TakeInstead
from companion.games.base.rules.sites import indices
from companion.games.base.rules.state import State
from companion.games.base.summary.moments import Moment
from companion.games.base.wire import Production, RobberCost
from companion.island.geometry import HexId


def production(told: Sequence[Moment]) -> Production:
    """Cards taken for rolls.

    Returns:
        ``players``: by colour ``taken`` (by resource), ``starting`` (cards at the start) and
        ``expected``: the cards that rolls as even as dice are on average would have brought, with the
        buildings and the robber of each roll. ``hexes``: by hex, the cards that its buildings had a right
        to, by colour.
    """
    taken: dict[str, Counter[str]] = defaultdict(Counter)
    starting: Counter[str] = Counter()
    expected: Counter[str] = Counter()
    hexes: dict[HexId, Counter[str]] = defaultdict(Counter)
    for moment in told:
        # Who takes up a game that is on starts with whatever lies there.
        founding = moment.before.phase == "founding"
        for seat in indices(moment.after.started & ~moment.before.started) if founding else ():
            starting[moment.after.players[seat].colour] += sum(moment.after.players[seat].hand)
        if isinstance(moment.event, TakeInstead):
            seat = moment.after.seat(moment.event.player)
            taken[moment.event.player].update(cards_to_json(moment.after.takes[seat]))
            taken[moment.event.player].subtract(cards_to_json(moment.before.takes[seat]))
        if not isinstance(moment.event, Roll):
            continue
        for player, cards in zip(moment.after.players, moment.after.takes, strict=True):
            taken[player.colour].update(cards_to_json(cards))
        for h, colour, count in _free(moment.before, sum(moment.event.dice)):
            hexes[h][colour] += count
        for total, ways in WAYS.items():
            for _, colour, count in _free(moment.before, total):
                expected[colour] += count * ways
    colours = [player.colour for player in told[-1].after.players] if told else []
    return {
        "players": {
            colour: {
                "taken": dict(+taken[colour]),
                "starting": starting[colour],
                "expected": round(expected[colour] / THROWS, 1),
            }
            for colour in colours
        },
        "hexes": {h: dict(by) for h, by in hexes.items()},
    }


def robber_cost(told: Sequence[Moment]) -> RobberCost:
    """Cards that weren't taken because the robber stood there: by colour, and by hex."""
    players: Counter[str] = Counter()
    hexes: Counter[str] = Counter()
    for moment in told:
        if isinstance(moment.event, Roll):
            for h, colour, count, blocked in _rights(moment.before, sum(moment.event.dice)):
                if blocked:
                    players[colour] += count
                    hexes[h] += count
    return {"players": dict(players), "hexes": dict(hexes)}


def kept_back(state: State, total: int) -> int:
    """Cards that nobody takes for a sum because the robber stands there."""
    return sum(count for _, _, count, blocked in _rights(state, total) if blocked)


def _rights(state: State, total: int) -> Iterator[tuple[HexId, str, int, bool]]:
    """What buildings have a right to for a sum: hex, colour, cards, and whether the robber keeps them."""
    if state.land is None or total == 7:
        return
    for h, _, corners in state.land.yields[total]:
        for player in state.players:
            settlements, cities = player.settlements & corners, player.cities & corners
            if count := settlements.bit_count() + 2 * cities.bit_count():
                yield h, player.colour, count, h == state.robber


def _free(state: State, total: int) -> Iterator[tuple[HexId, str, int]]:
    """What buildings get for a sum, the bank willing: hex, colour, cards."""
    return ((h, colour, count) for h, colour, count, blocked in _rights(state, total) if not blocked)
