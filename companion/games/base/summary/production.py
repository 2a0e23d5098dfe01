"""Production statistics: actual and expected cards, and cards blocked by the robber."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence

from companion.games.base.api_types import Production, RobberCost
from companion.games.base.rules.cards import cards_to_json
from companion.games.base.rules.effects.production import COMBINATION_COUNT, COMBINATIONS_BY_SUM
from companion.games.base.rules.events import Roll, TakeInstead
from companion.games.base.rules.sites import indices
from companion.games.base.rules.state import State
from companion.games.base.summary.moments import Moment
from companion.island.geometry import HexId


def production_statistics(moments: Sequence[Moment]) -> Production:
    """Cards produced by rolls.

    Args:
        moments: of the game, in order.

    Returns:
        ``players``: by colour ``taken`` (by resource), ``starting`` (number of starting cards) and
        ``expected``: the expected number of cards for the number of rolls, given buildings and robber
        at each roll. ``hexes``: by hex and colour, the number of cards earned there.
    """
    taken: dict[str, Counter[str]] = defaultdict(Counter)
    starting: Counter[str] = Counter()
    expected: Counter[str] = Counter()
    hexes: dict[HexId, Counter[str]] = defaultdict(Counter)
    for moment in moments:
        # Hands of a game joined in progress aren't starting resources.
        founding = moment.before.phase == "founding"
        for seat in indices(moment.after.started & ~moment.before.started) if founding else ():
            starting[moment.after.players[seat].colour] += sum(moment.after.players[seat].hand)
        if isinstance(moment.event, TakeInstead):
            seat = moment.after.seat(moment.event.player)
            taken[moment.event.player].update(cards_to_json(moment.after.production[seat]))
            taken[moment.event.player].subtract(cards_to_json(moment.before.production[seat]))
        if not isinstance(moment.event, Roll):
            continue
        for player, cards in zip(moment.after.players, moment.after.production, strict=True):
            taken[player.colour].update(cards_to_json(cards))
        for h, colour, count in _unblocked_entitlements(moment.before, sum(moment.event.dice)):
            hexes[h][colour] += count
        for total, ways in COMBINATIONS_BY_SUM.items():
            for _, colour, count in _unblocked_entitlements(moment.before, total):
                expected[colour] += count * ways
    colours = [player.colour for player in moments[-1].after.players] if moments else []
    return {
        "players": {
            colour: {
                "taken": dict(+taken[colour]),
                "starting": starting[colour],
                "expected": round(expected[colour] / COMBINATION_COUNT, 1),
            }
            for colour in colours
        },
        "hexes": {h: dict(by) for h, by in hexes.items()},
    }


def robber_cost(moments: Sequence[Moment]) -> RobberCost:
    """Number of cards blocked by the robber, by colour and by hex."""
    players: Counter[str] = Counter()
    hexes: Counter[str] = Counter()
    for moment in moments:
        if isinstance(moment.event, Roll):
            for h, colour, count, blocked in _entitlements(moment.before, sum(moment.event.dice)):
                if blocked:
                    players[colour] += count
                    hexes[h] += count
    return {"players": dict(players), "hexes": dict(hexes)}


def blocked_cards(state: State, total: int) -> int:
    """Number of cards that the robber blocks for a sum."""
    return sum(count for _, _, count, blocked in _entitlements(state, total) if blocked)


def _entitlements(state: State, total: int) -> Iterator[tuple[HexId, str, int, bool]]:
    """Cards that buildings earn for a sum, as (hex, colour, count, whether the robber blocks them)."""
    if state.land is None or total == 7:
        return
    for h, _, corners in state.land.yields[total]:
        for player in state.players:
            settlements, cities = player.settlements & corners, player.cities & corners
            if count := settlements.bit_count() + 2 * cities.bit_count():
                yield h, player.colour, count, h == state.robber


def _unblocked_entitlements(state: State, total: int) -> Iterator[tuple[HexId, str, int]]:
    """Unblocked cards for a sum, as (hex, colour, count), regardless of the bank."""
    return ((h, colour, count) for h, colour, count, blocked in _entitlements(state, total) if not blocked)
