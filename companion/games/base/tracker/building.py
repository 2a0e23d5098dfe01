"""How pieces come to stand on the board: founded, bought, laid by a card, built unseen by a roll."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Final, TypeGuard

from companion.games.base.belief.believed_replay import BelievedStep
from companion.games.base.rules.cards import (
    DEVELOPMENT_INDEX,
    NONE,
    ROAD_COST,
    Cards,
    add,
    single,
)
from companion.games.base.rules.costs import COSTS
from companion.games.base.rules.effects import apply
from companion.games.base.rules.events import (
    EndTurn,
    Event,
    FirstPlayerChosen,
    MaritimeTrade,
    PlaceCity,
    PlaceRoad,
    PlaceSettlement,
    PlayDevelopmentCard,
    Roll,
    UnseenRoll,
)
from companion.games.base.rules.legality import LEGAL, RuleViolation, violations
from companion.games.base.rules.options import Colour
from companion.games.base.rules.state import State
from companion.games.base.tracker import priors
from companion.games.base.tracker.context import TrackerContext
from companion.games.base.tracker.differences import Came, Change
from companion.games.base.tracker.dues import settled_dues
from companion.games.base.tracker.hypothesis import Hypothesis
from companion.island.geometry import IntersectionId, PathId
from companion.island.pieces import PieceKind

Placement = PlaceRoad | PlaceSettlement | PlaceCity

NOT_SAID: Final = (
    RuleViolation.ROBBER_DUE
    | RuleViolation.STEAL_DUE
    | RuleViolation.DISCARDS_DUE
    | RuleViolation.FREE_ROADS_DUE
)
"""What has to be done first, but may have been done without being seen or said."""


def placement(kind: PieceKind, colour: Colour, at: str) -> Placement:
    """The event of a piece put on a site."""
    if kind == "road":
        return PlaceRoad(colour, PathId(at))
    return (PlaceSettlement if kind == "settlement" else PlaceCity)(colour, IntersectionId(at))


def founded(context: TrackerContext, hypothesis: Hypothesis, change: Change) -> Iterator[Hypothesis]:
    """Founding: who is due puts down a settlement, then a road beside it; somebody begins."""
    if (
        not comes(change)
        or hypothesis.state.phase != "founding"
        or not context.rested(change, priors.SETTLED_S)
    ):
        return
    for kind, prior in _kinds(change):
        if kind == "city":
            continue  # nobody founds with one
        event = placement(kind, change.after.colour, change.place)
        if not violations(hypothesis.state, event):
            yield hypothesis.then(change, priors.FOUNDED_LOG_P + prior, [event])
        elif not hypothesis.state.buildings() and kind == "settlement":
            if not context.waited(change, priors.BEGAN_COVERED_S if context.seen.covered else priors.BEGAN_S):
                continue  # the first player's piece may be under a hand, or only just out from under it
            begins = FirstPlayerChosen(change.after.colour)
            yield hypothesis.then(change, priors.BEGAN_LOG_P + prior, [begins, event], inferred=[0])


def built(context: TrackerContext, hypothesis: Hypothesis, change: Change) -> Iterator[Hypothesis]:
    """The player on turn built: paid from the hand, after a trade with the bank, or by what nobody told."""
    if comes(change) and _on_turn(hypothesis, change) and context.rested(change, priors.SETTLED_S):
        for then in bought(context, hypothesis, change):
            early = then.events and seen_before_the_seven(context, hypothesis, change) is not None
            yield replace(then, score=then.score + priors.OUT_OF_ORDER_LOG_P) if early else then


def seen_before_the_seven(
    context: TrackerContext, hypothesis: Hypothesis, change: Came
) -> BelievedStep | None:
    """The seven of this turn, where a piece was seen before it whose builder has not discarded for it yet."""
    rolled = next((s for s in reversed(context.this_turn) if isinstance(s.recorded.event, Roll)), None)
    if rolled is None or change.since >= rolled.recorded.t:
        return None
    state = hypothesis.state
    seven = isinstance(rolled.recorded.event, Roll) and sum(rolled.recorded.event.dice) == 7
    return rolled if seven and state.owed[state.seat(change.after.colour)] else None


def bought(context: TrackerContext, hypothesis: Hypothesis, change: Came) -> Iterator[Hypothesis]:
    """What the player on turn may have bought, in every way of paying for it."""
    if not hypothesis.state.rolled and not (hypothesis.state.free_roads and change.after.kind == "road"):
        if _roll_overdue(context, change):
            unseen = [UnseenRoll(hypothesis.state.players[hypothesis.state.active].colour)]
            then = hypothesis.then(None, _missed_since(context, 1), unseen, inferred=[0])
            yield from _ways_to_buy(context, then, change, 0.0, LEGAL)
        return
    yield from _ways_to_buy(context, hypothesis, change, 0.0, LEGAL)


def built_without_a_roll(
    context: TrackerContext, hypothesis: Hypothesis, change: Change
) -> Iterator[Hypothesis]:
    """Somebody builds whose turn it isn't yet: the dice were passed, and nobody saw the roll after that.

    Who comes between passed them too, after a roll that nobody saw either.
    """
    state = hypothesis.state
    if not comes(change) or hypothesis.events or state.phase != "play" or not state.rolled:
        return
    if not _roll_overdue(context, change) or not change.since > context.rolled_at:
        return
    passed: list[Event] = []
    for one, following in turns_between(state, state.active, change.after.colour):
        passed += [EndTurn(one), UnseenRoll(following)]
    if passed:
        prior = _missed_since(context, len(passed) // 2)
        then = hypothesis.then(None, prior, passed, inferred=range(len(passed)))
        if _on_turn(then, change):
            yield from _ways_to_buy(context, then, change, 0.0, LEGAL)


def turns_between(state: State, first: int, last: Colour) -> Sequence[tuple[Colour, Colour]]:
    """How the dice come from a seat to a player: who passes them to whom; nobody to who has no turn."""
    passed: list[tuple[Colour, Colour]] = []
    seat = first
    while state.players[seat].colour != last and len(passed) < len(state.players):
        following = state.beside(seat, 1)
        passed.append((state.players[seat].colour, state.players[following].colour))
        seat = following
    return passed if state.players[seat].colour == last else ()


def _roll_overdue(context: TrackerContext, change: Came) -> bool:
    """Whether a roll before a build would have been told by now: it may be told a little later than that."""
    closing = context.seen.closing and context.waited(change, priors.UNROLLED_CLOSING_S)
    return closing or context.waited(change, priors.UNROLLED_S)


def _missed_since(context: TrackerContext, rolls: int) -> float:
    """Log probability that so many rolls were missed since the last one that was told."""
    return priors.missed(rolls, sum(t > context.rolled_at for t in context.seen.unread))


def laid_by_card(context: TrackerContext, hypothesis: Hypothesis, change: Change) -> Iterator[Hypothesis]:
    """Road building was played, and nobody could see the card: by the player on turn, or by the next one
    before the roll.
    """
    if not comes(change) or hypothesis.state.phase != "play" or not context.rested(change, priors.SETTLED_S):
        return
    if change.after.kind != "road" or hypothesis.state.free_roads:
        return
    colour = change.after.colour
    for on_turn in whose_turn(hypothesis):
        if on_turn.state.players[on_turn.state.active].colour != colour:
            continue
        if on_turn is not hypothesis and not context.rested(change, priors.LATE_SETTLED_S):
            continue  # nor is it told yet that it was built in an earlier turn
        card = PlayDevelopmentCard(colour, "road_building")
        if violations(on_turn.state, card) & ~(
            NOT_SAID | RuleViolation.CARD_NOT_HELD | RuleViolation.CARD_BOUGHT_THIS_TURN
        ):
            continue
        share = on_turn.belief.plays(on_turn.state.active, DEVELOPMENT_INDEX["road_building"])
        held = priors.holds(share, on_turn.state.options.all_told)
        # Before the roll nothing can be bought.
        pays = on_turn.belief.pays(on_turn.state.active, ROAD_COST) if on_turn.state.rolled else 0.0
        prior = priors.by_road_building(held, pays) + (
            0.0 if _another_road(context, change) else priors.ALONE_LOG_P
        )
        laid = on_turn.then(None, prior, [card], inferred=[0])
        road = placement("road", colour, change.place)
        if not violations(laid.state, road) & ~NOT_SAID:
            yield laid.then(change, 0.0, [road])


def _another_road(context: TrackerContext, change: Came) -> bool:
    """Whether one more road of the colour has come: the card is for two."""
    return any(
        isinstance(other, Came) and other.place != change.place and other.after == change.after
        for others in context.places.values()
        for other in others
    )


def whose_turn(hypothesis: Hypothesis) -> Iterator[Hypothesis]:
    """The hypothesis as it stands, and the same with the dice passed, where they were thrown."""
    yield hypothesis
    state = hypothesis.state
    if state.phase == "play" and state.rolled and not hypothesis.events:
        yield hypothesis.then(None, 0.0, [EndTurn(state.players[state.active].colour)], inferred=[0])


def comes(change: Change) -> TypeGuard[Came]:
    """Whether a piece came, or a settlement became a city."""
    if not isinstance(change, Came):
        return False
    if change.before is None:
        return True
    return (change.before.kind, change.after.kind) == ("settlement", "city") and (
        change.before.colour == change.after.colour
    )


def _on_turn(hypothesis: Hypothesis, change: Came) -> bool:
    state = hypothesis.state
    return state.phase == "play" and change.after.colour == state.players[state.active].colour


def _kinds(change: Came) -> Iterator[tuple[PieceKind, float]]:
    """What the piece may be, with the log probability of its being taken for what it looks like."""
    yield change.after.kind, 0.0
    if change.after.kind == "city" and change.before is None:
        yield "settlement", priors.MISREAD_KIND_LOG_P


def _ways_to_buy(
    context: TrackerContext, hypothesis: Hypothesis, change: Came, prior: float, excused: RuleViolation
) -> Iterator[Hypothesis]:
    """The same, known to be less usual than other builds, or to break a rule."""
    if change.before is not None:
        prior += _unlike_when_told(context, change)
    if hypothesis.hopeless(change, prior):
        return
    if context.gone_elsewhere(change, hypothesis.explained):
        prior += priors.MOVED_ABOUT_LOG_P
    dues = settled_dues(hypothesis.state)
    for kind, misread in _kinds(change):
        pieces: list[PieceKind] = [kind]
        if kind == "city" and change.before is None:
            pieces, misread = ["settlement", "city"], priors.BUILT_TWICE_LOG_P
        events = [placement(piece, change.after.colour, change.place) for piece in pieces]
        wrong, cost = _account(hypothesis.state, [*dues, *events])
        wrong &= ~(excused | RuleViolation.CANNOT_PAY)
        if wrong & ~NOT_SAID:
            continue
        undone = (
            priors.UNDONE_LOG_P if wrong & (RuleViolation.ROBBER_DUE | RuleViolation.FREE_ROADS_DUE) else 0.0
        )
        yield from _paid(hypothesis, change, prior + misread + undone, dues, events, cost)


def _account(state: State, events: Sequence[Event]) -> tuple[RuleViolation, Cards]:
    """The rules that events would break, and what those of them that are builds cost."""
    wrong, cost = LEGAL, NONE
    for event in events:
        wrong |= violations(state, event)
        if isinstance(event, PlaceRoad | PlaceSettlement | PlaceCity) and not (
            isinstance(event, PlaceRoad) and state.free_roads
        ):
            cost = add(cost, COSTS[type(event)])
        state = apply(state, event)
    return wrong, cost


def _paid(
    hypothesis: Hypothesis,
    change: Came,
    prior: float,
    dues: Sequence[Event],
    events: Sequence[Event],
    cost: Cards,
) -> Iterator[Hypothesis]:
    """The ways in which a cost may have been paid."""
    state, seat = hypothesis.state, hypothesis.state.active
    owed = range(len(dues))
    if not any(cost):
        yield hypothesis.then(change, priors.BUILT_LOG_P + prior, [*dues, *events], owed)
        return
    pays = hypothesis.belief.pays(seat, cost)
    paid = priors.paid(pays, sum(cost), state.options.all_told)
    yield hypothesis.then(change, priors.BUILT_LOG_P + prior + paid, [*dues, *events], owed)
    trade = _bank_trade(hypothesis, cost)
    if trade is not None and pays < 1:
        prior += priors.BUILT_LOG_P + priors.log((1 - pays) * priors.BANK_TRADE_P)
        yield hypothesis.then(change, prior, [*dues, *trade, *events], range(len(dues) + len(trade)))


def _bank_trade(hypothesis: Hypothesis, cost: Cards) -> list[Event] | None:
    """The fewest trades with the bank that make a cost payable from the likeliest hand; None: none do."""
    state, seat = hypothesis.state, hypothesis.state.active
    if state.land is None or not state.rolled:
        return None
    player = state.players[seat]
    hand, rates = list(hypothesis.belief.hand(seat).cards), state.land.rates(player.buildings)
    trades: list[Event] = []
    for kind in range(5):
        while hand[kind] < cost[kind]:
            spare = [n for n in range(5) if n != kind and hand[n] - cost[n] >= rates[n]]
            if not spare:
                return None
            given = max(spare, key=lambda n: (hand[n] - cost[n]) / rates[n])
            hand[given] -= rates[given]
            hand[kind] += 1
            trades.append(MaritimeTrade(player.colour, single(given, rates[given]), single(kind)))
    return trades or None


def _unlike_when_told(context: TrackerContext, change: Came) -> float:
    """Log probability that a settlement became a city, by whether its site looks otherwise than when it was
    told: if not, it is misread.
    """
    for step in reversed(context.believed.steps):
        event = step.recorded.event
        if isinstance(event, PlaceSettlement | PlaceCity) and event.at == change.place:
            told = step.recorded.t
            if context.seen.handled.get(change.place, -math.inf) > told + priors.HANDLED_S:
                return 0.0
            return priors.UNTOUCHED_LOG_P if change.since > told else -math.inf
    return 0.0
