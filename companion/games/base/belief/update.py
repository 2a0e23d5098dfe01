"""What each event does to the worlds: those that allow it go on, with all that it leaves open."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final

import numpy as np

from companion.games.base.belief.draws import drawn, gained
from companion.games.base.belief.event_context import UNBELIEVABLE_P, EventContext, Shortfall, WorldsUpdate
from companion.games.base.belief.packing import COLUMNS
from companion.games.base.belief.payments import bought_before, missing, paid
from companion.games.base.belief.taking_up import begins, taken_up
from companion.games.base.belief.untold import due, end_of_turn, robbed_unsaid, stolen
from companion.games.base.belief.worlds import Worlds, together
from companion.games.base.rules.cards import (
    DEVELOPMENT_COST,
    NONE,
    RESOURCE_INDEX,
    UNIDENTIFIED,
    Cards,
    single,
)
from companion.games.base.rules.costs import COSTS
from companion.games.base.rules.effects.production import THROWS, WAYS, owed_for
from companion.games.base.rules.events import (
    BuyDevelopmentCard,
    Discard,
    DomesticTrade,
    EndTurn,
    MaritimeTrade,
    MoveRobber,
    PlaceCity,
    PlaceRoad,
    PlaceSettlement,
    PlayDevelopmentCard,
    RevealVictoryPoints,
    Roll,
    ShowHand,
    Steal,
    TakeInstead,
    TakeStartingResources,
    UnseenRoll,
)
from companion.games.base.rules.state import State

_LIMIT_UNKNOWN_P: Final = 0.05
"""How likely somebody discards in a world in which the hand is within the limit."""
_NEEDED_P: Final = 0.8
"""How likely a trade that was only inferred happened, where the hand allows it."""


def update_worlds(worlds: Worlds, told: EventContext) -> WorldsUpdate:
    """The worlds after an event that the story tells."""
    if begins(told.before, told.event, told.after):
        worlds, cut = taken_up(told.before, told.event, told.after)
        return WorldsUpdate(worlds, cut=cut)
    if told.before.phase in ("layout", "founding") and not isinstance(told.event, Roll | UnseenRoll):
        return WorldsUpdate(_founded(worlds, told))
    happening = _HAPPENINGS.get(type(told.event))
    return WorldsUpdate(worlds) if happening is None else happening(worlds, told, told.event)


def _founded(worlds: Worlds, told: EventContext) -> Worlds:
    """Starting resources: everybody sees them."""
    change = {
        seat: [now - was for was, now in zip(old.hand[:5], new.hand[:5], strict=True)]
        for seat, (old, new) in enumerate(zip(told.before.players, told.after.players, strict=True))
        if new.hand[:5] != old.hand[:5]
    }
    return worlds.moved(change) if change else worlds


def _gain(worlds: Worlds, seat: int, cards: Cards) -> Worlds:
    return worlds.moved({seat: cards[:5]}) if any(cards[:5]) else worlds


def _pay(worlds: Worlds, told: EventContext, seat: int, cost: Cards) -> WorldsUpdate:
    after, thought = paid(worlds, seat, cost, told.means(seat))
    lacked = missing(worlds, seat, cost) if thought < UNBELIEVABLE_P else NONE
    return WorldsUpdate(after, (Shortfall(seat, thought, lacked),))


def _roll(worlds: Worlds, told: EventContext, event: Roll) -> WorldsUpdate:
    """What each world's bank can pay of what the dice produce."""
    if sum(event.dice) == 7:
        return WorldsUpdate(worlds)
    takes, _ = owed_for(told.before, sum(event.dice))
    given = {seat: take[:5] for seat, take in enumerate(takes) if any(take[:5])}
    if not given:
        return WorldsUpdate(worlds)
    if worlds.bank_pays([sum(kind) for kind in zip(*given.values(), strict=True)]):
        return WorldsUpdate(worlds.moved(given))
    asked = np.array([take[:5] for take in takes], np.int64)
    bank = worlds.bank()
    takers = (asked > 0).sum(0)
    enough = bank >= asked.sum(0)
    left = np.where(takers == 1, np.maximum(bank, 0), 0)
    change = np.zeros((len(bank), worlds.seats, COLUMNS), np.int64)
    change[:, :, :5] = np.where(enough[:, None, :], asked, np.minimum(asked, left[:, None, :]))
    return WorldsUpdate(worlds.each_moved(change))


def _unseen_roll(worlds: Worlds, told: EventContext, event: UnseenRoll) -> WorldsUpdate:
    """Any sum may have been rolled, each as often as two dice come to it."""
    rolled = [
        (_roll(worlds, told, Roll(event.player, (total // 2, total - total // 2))).worlds, ways / THROWS)
        for total, ways in WAYS.items()
    ]
    few, cut = _few(together(rolled))
    return WorldsUpdate(few, cut=cut)


def _take_instead(worlds: Worlds, told: EventContext, event: TakeInstead) -> WorldsUpdate:
    """What was due and not taken is no more in the hand, what was taken besides is."""
    seat = told.before.seat(event.player)
    more = [now - due for now, due in zip(event.resources[:5], told.before.takes[seat][:5], strict=True)]
    lost, got = ([max(0, sign * count) for count in more] for sign in (-1, 1))
    outcome = _pay(worlds, told, seat, (lost[0], lost[1], lost[2], lost[3], lost[4], 0))
    gained_now = _gain(outcome.worlds, seat, (got[0], got[1], got[2], got[3], got[4], 0))
    return WorldsUpdate(gained_now.merged(), outcome.lacks, outcome.cut)


def _discard(worlds: Worlds, told: EventContext, event: Discard) -> WorldsUpdate:
    seat = told.before.seat(event.player)
    if seat in told.seven.settled:
        return WorldsUpdate(worlds)
    half = due(worlds, seat, told.before.options.hand_limit)
    unnamed, owed = event.resources[UNIDENTIFIED], told.before.owed[seat]
    first = seat in told.seven.silent
    if first and unnamed == sum(event.resources) == owed and half.any():
        # So many are owed as far as was told; the people discarded half of what they really had.
        worlds, cut = drawn(worlds, seat, half)
        return WorldsUpdate(worlds.merged(), cut=cut)
    if told.reporting_rates and first:
        worlds = worlds.weighed(np.where(half > 0, 1.0, _LIMIT_UNKNOWN_P)) or worlds
    outcome = _pay(worlds, told, seat, event.resources)
    worlds, cut = drawn(outcome.worlds, seat, unnamed)
    return WorldsUpdate(worlds.merged(), outcome.lacks, cut)


def _few(worlds: Worlds) -> tuple[Worlds, bool]:
    """Not too many worlds, and whether some had to go."""
    merged = worlds.merged()
    fewer = merged.fewer()
    return fewer, fewer is not merged


def _move_robber(worlds: Worlds, told: EventContext, event: MoveRobber) -> WorldsUpdate:
    """Who held too many cards has discarded by now, though nobody told."""
    cut = False
    for seat in sorted(told.seven.silent):
        worlds, short = drawn(worlds, seat, due(worlds, seat, told.before.options.hand_limit))
        worlds, fewer = _few(worlds)
        cut |= short or fewer
    return WorldsUpdate(worlds, cut=cut)


def _steal(worlds: Worlds, told: EventContext, event: Steal) -> WorldsUpdate:
    if event.victim is None:
        return WorldsUpdate(worlds)
    thief, victim = told.before.seat(event.player), told.before.seat(event.victim)
    if event.resource is None:
        return WorldsUpdate(stolen(worlds, thief, victim))
    kind = RESOURCE_INDEX[event.resource]
    # A card that is one of many is drawn less often; where there is none of it, one of them was another.
    drawn_as = np.maximum(worlds.hand(victim)[:, kind], 1) / np.maximum(worlds.size(victim), 1)
    outcome = _pay(worlds.weighed(drawn_as) or worlds, told, victim, single(kind))
    return WorldsUpdate(_gain(outcome.worlds, thief, single(kind)), outcome.lacks)


def _domestic_trade(worlds: Worlds, told: EventContext, event: DomesticTrade) -> WorldsUpdate:
    seat, partner = told.before.seat(event.player), told.before.seat(event.partner)
    gave = _pay(worlds, told, seat, event.give)
    took = _pay(gave.worlds, told, partner, event.take)
    worlds = took.worlds
    cut = False
    if event.give[UNIDENTIFIED] or event.take[UNIDENTIFIED]:
        # What nobody named lies on the table in between: nobody gives what he has just got.
        worlds = worlds.with_seats(2)
        worlds, one = drawn(worlds, seat, event.give[UNIDENTIFIED], worlds.seats - 2)
        worlds, cut = _few(worlds)
        worlds, other = drawn(worlds, partner, event.take[UNIDENTIFIED], worlds.seats - 1)
        cards = worlds.cards[:, :-2].copy()
        cards[:, partner] += worlds.cards[:, -2]
        cards[:, seat] += worlds.cards[:, -1]
        worlds, cut = Worlds(cards, worlds.weights).merged(), cut or one or other
    worlds = _gain(_gain(worlds, seat, event.take), partner, event.give)
    return WorldsUpdate(worlds, gave.lacks + took.lacks, cut)


def _maritime_trade(worlds: Worlds, told: EventContext, event: MaritimeTrade) -> WorldsUpdate:
    seat = told.before.seat(event.player)
    if told.inferred and told.reporting_rates:
        can = worlds.holding(seat, event.give)
        traded = worlds.weighed(np.where(can, _NEEDED_P, 0.0))
        if traded is None:
            return WorldsUpdate(worlds)
        share = _NEEDED_P * float(worlds.weights[can].sum())
        outcome = _exchange(traded, told, seat, event)
        without = worlds.weighed(np.where(can, 1 - _NEEDED_P, 1.0))
        if without is None:
            return outcome
        worlds = together([(outcome.worlds, share), (without, 1 - share)]).merged()
        return WorldsUpdate(worlds, cut=outcome.cut)
    return _exchange(worlds, told, seat, event)


def _exchange(worlds: Worlds, told: EventContext, seat: int, event: MaritimeTrade) -> WorldsUpdate:
    outcome = _pay(worlds, told, seat, event.give)
    worlds, cut = drawn(outcome.worlds, seat, event.give[UNIDENTIFIED])
    worlds = _gain(worlds, seat, event.take)
    return WorldsUpdate(gained(worlds, seat, event.take[UNIDENTIFIED]).merged(), outcome.lacks, cut)


def _build(
    worlds: Worlds, told: EventContext, event: PlaceRoad | PlaceSettlement | PlaceCity
) -> WorldsUpdate:
    """A piece is paid for unless it was free: then no card went to the bank."""
    if told.after.bank[:UNIDENTIFIED] == told.before.bank[:UNIDENTIFIED]:
        return WorldsUpdate(worlds)
    return _pay(worlds, told, told.before.seat(event.player), COSTS[type(event)])


def _buy(worlds: Worlds, told: EventContext, event: BuyDevelopmentCard) -> WorldsUpdate:
    return _pay(worlds, told, told.before.seat(event.player), DEVELOPMENT_COST)


def _play(worlds: Worlds, told: EventContext, event: PlayDevelopmentCard) -> WorldsUpdate:
    seat = told.before.seat(event.player)
    lacks: tuple[Shortfall, ...] = ()
    if sum(told.after.players[seat].development) == sum(told.before.players[seat].development):
        untold = told.reporting_rates.purchases.untold if told.reporting_rates else 0.0
        worlds, thought = bought_before(worlds, seat, untold)
        lacks = (Shortfall(seat, thought),)
    if event.card == "year_of_plenty":
        named = np.minimum(np.maximum(worlds.bank(), 0), event.resources[:5])
        change = np.zeros((len(named), worlds.seats, COLUMNS), np.int64)
        change[:, seat, :5] = named
        worlds = worlds.each_moved(change)
        if not any(event.resources):
            worlds = gained(worlds, seat, 2).merged()
    elif event.card == "monopoly":
        worlds = _monopoly(_counted(worlds, told.before, event), told.before, seat, event)
    return WorldsUpdate(worlds, lacks)


def _reveal(worlds: Worlds, told: EventContext, event: RevealVictoryPoints) -> WorldsUpdate:
    """Cards that are turned up beyond those of which one knew were bought untold."""
    seat = told.before.seat(event.player)
    known = sum(told.before.players[seat].development) - sum(told.after.players[seat].development)
    lacks: tuple[Shortfall, ...] = ()
    for _ in range(event.count - known if told.before.winner != seat else 0):
        untold = told.reporting_rates.purchases.untold if told.reporting_rates else 0.0
        worlds, thought = bought_before(worlds, seat, untold)
        lacks += (Shortfall(seat, thought),)
    return WorldsUpdate(worlds, lacks)


def _counted(worlds: Worlds, before: State, event: PlayDevelopmentCard) -> Worlds:
    """The worlds in which everybody held as many of what was asked for as they were seen to give."""
    if event.resource is None or not event.given:
        return worlds
    kind = RESOURCE_INDEX[event.resource]
    counted = dict(event.given)
    gave = [
        (seat, counted[player.colour])
        for seat, player in enumerate(before.players)
        if player.colour in counted and player.colour != event.player
    ]
    fits = np.all([worlds.cards[:, n, kind] == count for n, count in gave], axis=0)
    if (left := worlds.weighed(fits)) is not None:
        return left
    cards = worlds.cards.copy()
    for n, count in gave:
        cards[:, n, kind] = count
    return Worlds(cards, worlds.weights)


def _monopoly(worlds: Worlds, before: State, seat: int, event: PlayDevelopmentCard) -> Worlds:
    kinds = range(5) if event.resource is None else (RESOURCE_INDEX[event.resource],)
    parts: list[tuple[Worlds, float]] = []
    for kind in kinds:
        others = worlds.cards[:, :, kind].copy()
        others[:, [seat, *(n for n, player in enumerate(before.players) if player.resting)]] = 0
        gained = others.sum(1, dtype=np.int64)
        change = np.zeros((len(gained), worlds.seats, COLUMNS), np.int64)
        change[:, :, kind] = -others
        change[:, seat, kind] = gained
        # Who doesn't say which asked for what brings something.
        asked_for = worlds.weights * (gained + 0.5)
        share = float(asked_for.sum()) if event.resource is None else 1.0
        these = worlds.weighing(asked_for / asked_for.sum()) if event.resource is None else worlds
        parts.append((these.each_moved(change), share))
    return together(parts).merged()


def _show_hand(worlds: Worlds, told: EventContext, event: ShowHand) -> WorldsUpdate:
    seat = told.before.seat(event.player)
    named = event.resources
    held = worlds.holding(seat, named) & (worlds.size(seat) == sum(named))
    thought = float(worlds.weights[held].sum())
    lack = Shortfall(seat, thought, missing(worlds, seat, named))
    if (left := worlds.weighed(held)) is not None:
        return WorldsUpdate(left.merged(), (lack,))
    cards = worlds.cards.copy()
    cards[:, seat, :5] = named[:5]
    return WorldsUpdate(gained(Worlds(cards, worlds.weights), seat, named[UNIDENTIFIED]).merged(), (lack,))


def _end_turn(worlds: Worlds, told: EventContext, event: EndTurn) -> WorldsUpdate:
    before = told.before
    cut = False
    if before.steal_due:
        worlds, cut = _few(robbed_unsaid(worlds, before))
    if told.reporting_rates and before.phase == "play" and before.rolled:
        trades, purchases = told.reporting_rates.trades.unheard, told.reporting_rates.purchases.untold
        worlds = end_of_turn(worlds, before, trades, purchases)
    return WorldsUpdate(worlds, cut=cut)


# Each takes its own kind of event, which the type system can't say of a table.
_HAPPENINGS: Final[Mapping[type, Callable[[Worlds, EventContext, Any], WorldsUpdate]]] = {
    PlaceRoad: _build,
    PlaceSettlement: _build,
    PlaceCity: _build,
    TakeStartingResources: lambda worlds, told, event: WorldsUpdate(_founded(worlds, told)),
    Roll: _roll,
    TakeInstead: _take_instead,
    UnseenRoll: _unseen_roll,
    Discard: _discard,
    MoveRobber: _move_robber,
    Steal: _steal,
    DomesticTrade: _domestic_trade,
    MaritimeTrade: _maritime_trade,
    BuyDevelopmentCard: _buy,
    PlayDevelopmentCard: _play,
    RevealVictoryPoints: _reveal,
    ShowHand: _show_hand,
    EndTurn: _end_turn,
}
