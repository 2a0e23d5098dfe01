"""Explain new pieces: founded, bought, placed with a road building card, or built after an unseen roll."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Final, TypeGuard

from companion.games.base.belief import Belief
from companion.games.base.belief.believed_replay import BelievedReplay, BelievedStep
from companion.games.base.rules import cards
from companion.games.base.rules.building import FREE_ROADS
from companion.games.base.rules.effects import apply
from companion.games.base.rules.events import (
    COSTS,
    EndTurn,
    Event,
    FirstPlayerChosen,
    MaritimeTrade,
    PlaceCity,
    PlaceRoad,
    PlaceSettlement,
    PlayDevelopmentCard,
    Roll,
    ShowHand,
    UnseenRoll,
)
from companion.games.base.rules.legality import LEGAL, RuleViolation, violations
from companion.games.base.rules.options import Colour
from companion.games.base.rules.reattribution import revise_events, revision_corrections
from companion.games.base.rules.sites import INTERSECTION_BIT, PATH_BIT, SITE_BIT, indices
from companion.games.base.rules.state import State, road_sites, settlement_sites
from companion.games.base.tracker import board_diff, priors
from companion.games.base.tracker.hypothesis import Hypothesis, TrackerContext, revise_hypothesis
from companion.island.geometry import (
    ENDS,
    INTERSECTIONS,
    PATHS,
    IntersectionId,
    PathId,
    PieceKind,
    Site,
    Standing,
)
from companion.observations import BoardSeen

Placement = PlaceRoad | PlaceSettlement | PlaceCity

PENDING_VIOLATIONS: Final = (
    RuleViolation.ROBBER_DUE
    | RuleViolation.STEAL_DUE
    | RuleViolation.DISCARDS_DUE
    | RuleViolation.FREE_ROADS_DUE
)
"""Violations by obligations that may have been met without being seen or reported."""


def placement(kind: PieceKind, colour: Colour, at: str) -> Placement:
    """Return the event that places a piece on a site."""
    if kind == "road":
        return PlaceRoad(colour, PathId(at))
    return (PlaceSettlement if kind == "settlement" else PlaceCity)(colour, IntersectionId(at))


def explain_by_founding(
    context: TrackerContext, hypothesis: Hypothesis, change: board_diff.Change
) -> Iterator[Hypothesis]:
    """Explain a piece by the founding: the next player places a settlement, then a road beside it."""
    if (
        not is_new_piece(change)
        or hypothesis.state.phase != "founding"
        or not context.has_settled(change, priors.SETTLED_S)
    ):
        return
    for kind, prior in _piece_kinds(change):
        if kind == "city":
            continue  # nobody founds with a city
        event = placement(kind, change.after.colour, change.place)
        if not violations(hypothesis.state, event):
            yield hypothesis.extend(change, priors.FOUNDED_LOG_P + prior, [event])
        elif not hypothesis.state.buildings() and kind == "settlement":
            if not context.has_lasted(
                change, priors.BEGAN_COVERED_S if context.seen.covered else priors.BEGAN_S
            ):
                continue  # the first player's piece may be hidden, or only just visible
            begins = FirstPlayerChosen(change.after.colour)
            yield hypothesis.extend(change, priors.BEGAN_LOG_P + prior, [begins, event], inferred=[0])
        elif context.has_lasted(change, priors.UNEXPLAINED_S):
            unseen = _unseen_founding_piece(context, hypothesis.state, event)
            if unseen is not None:
                log_p = priors.UNSEEN_FOUNDING_LOG_P + prior
                yield hypothesis.extend(change, log_p, [unseen, event], inferred=[0])


def _unseen_founding_piece(context: TrackerContext, state: State, event: Placement) -> Placement | None:
    """Return the likeliest founding piece without which an event is illegal, or None.

    Glare may hide a piece for the whole founding, and the founding goes on.
    """
    seat = state.founder()
    if seat is None:
        return None
    colour, beside = state.players[seat].colour, ENDS.get(PathId(event.at), ())
    pieces = [placement("road", colour, PATHS[n]) for n in indices(road_sites(state, seat))]
    pieces += [placement("settlement", colour, at) for at in beside]
    possible = (
        piece
        for piece in pieces
        if not violations(state, piece) and not violations(apply(state, piece), event)
    )
    visible = context.seen.pieces.sites
    return min(possible, key=lambda piece: visible.get(piece.at, {}).get(None, 0.0), default=None)


def explain_by_build(
    context: TrackerContext, hypothesis: Hypothesis, change: board_diff.Change
) -> Iterator[Hypothesis]:
    """Explain a piece as built by the active player.

    It was paid from the hand, after a bank trade, or with unreported cards.
    """
    if (
        is_new_piece(change)
        and _is_by_active_player(hypothesis, change)
        and context.has_settled(change, priors.SETTLED_S)
    ):
        for then in purchase_hypotheses(context, hypothesis, change):
            early = then.events and seven_after_sighting(context, hypothesis, change) is not None
            yield replace(then, score=then.score + priors.OUT_OF_ORDER_LOG_P) if early else then


def seven_after_sighting(
    context: TrackerContext, hypothesis: Hypothesis, change: board_diff.PieceAdded
) -> BelievedStep | None:
    """Return this turn's seven if the piece was seen before it and its builder has not discarded yet."""
    rolled = next((s for s in reversed(context.this_turn) if isinstance(s.record.event, Roll)), None)
    if rolled is None or change.since >= rolled.record.t:
        return None
    state = hypothesis.state
    seven = isinstance(rolled.record.event, Roll) and sum(rolled.record.event.dice) == 7
    return rolled if seven and state.discards_due[state.seat(change.after.colour)] else None


def purchase_hypotheses(
    context: TrackerContext, hypothesis: Hypothesis, change: board_diff.PieceAdded
) -> Iterator[Hypothesis]:
    """Yield the purchases of a piece by the active player, in every way of paying."""
    if not hypothesis.state.has_rolled and not (hypothesis.state.free_roads and change.after.kind == "road"):
        if _is_roll_overdue(context, change):
            unseen = [UnseenRoll(hypothesis.state.players[hypothesis.state.active].colour)]
            then = hypothesis.extend(
                None, context.missed_rolls_log_p(1, context.roll_time_s), unseen, inferred=[0]
            )
            yield from _ways_to_buy(context, then, change, 0.0, LEGAL)
        return
    yield from _ways_to_buy(context, hypothesis, change, 0.0, LEGAL)


def explain_by_unseen_roll(
    context: TrackerContext, hypothesis: Hypothesis, change: board_diff.Change
) -> Iterator[Hypothesis]:
    """Explain a piece of a player who is not active yet: the turn ended, and the roll after it was not seen.

    Players in between had a turn each, with an unseen roll.
    """
    state = hypothesis.state
    if not is_new_piece(change) or hypothesis.events or state.phase != "play" or not state.has_rolled:
        return
    if not _is_roll_overdue(context, change) or not change.since > context.roll_time_s:
        return
    turns: list[Event] = []
    for one, following in turns_between(state, state.active, change.after.colour):
        turns += [EndTurn(one), UnseenRoll(following)]
    if turns:
        prior = context.missed_rolls_log_p(len(turns) // 2, context.roll_time_s)
        ways = [hypothesis.extend(None, prior, turns, inferred=range(len(turns)))]
        ways += roll_before_act_hypotheses(context, hypothesis, prior, context.this_turn, lambda _: turns)
        for then in ways:
            if _is_by_active_player(then, change):
                yield from _ways_to_buy(context, then, change, 0.0, LEGAL)


def roll_before_act_hypotheses(
    context: TrackerContext,
    hypothesis: Hypothesis,
    prior: float,
    turn: Sequence[BelievedStep],
    inserted: Callable[[State], Sequence[Event]],
    later: Mapping[int, Sequence[Event]] | None = None,
) -> Iterator[Hypothesis]:
    """Yield the hypotheses in which an unseen roll precedes an act that the recorded player can't have done.

    That act and all later ones of the active player belong to the players who rolled. Each broken rule that
    this resolves is evidence.

    Args:
        context: the board and the replay.
        hypothesis: a hypothesis without events and corrections.
        prior: the log probability of the unseen rolls.
        turn: the steps before one of which the first roll may have happened.
        inserted: returns the turn end, the roll and what follows them before that step, by the state there.
        later: further events before later steps, by their positions.
    """
    if hypothesis.corrections:
        return
    steps = context.believed.steps
    all_told = hypothesis.state.options.all_told
    for step in turn:
        if not step.violations or isinstance(step.record.event, Roll | UnseenRoll | EndTurn):
            continue
        at = [each.record for each in steps].index(step.record)
        places = {at: inserted(step.state_before), **(later or {})}
        revised = revise_events(context.believed.replay.steps, places)
        broken = sum(violations(each.before, each.event).value.bit_count() for each in revised)
        resolved = sum(each.violations.value.bit_count() for each in steps[at:]) - broken
        if resolved > 0:
            corrections = revision_corrections(context.believed.replay.steps, places)
            evidence = -resolved * priors.payment_log_p(0.0, 2, all_told)
            yield revise_hypothesis(context.believed, hypothesis, None, prior + evidence, corrections)


def turns_between(state: State, first: int, last: Colour) -> Sequence[tuple[Colour, Colour]]:
    """Return who passes the dice to whom from a seat to a player; resting players are skipped."""
    passed: list[tuple[Colour, Colour]] = []
    seat = first
    while state.players[seat].colour != last and len(passed) < len(state.players):
        following = state.adjacent_seat(seat, 1)
        passed.append((state.players[seat].colour, state.players[following].colour))
        seat = following
    return passed if state.players[seat].colour == last else ()


def _is_roll_overdue(context: TrackerContext, change: board_diff.PieceAdded) -> bool:
    """Return whether a roll before a build would be recorded by now; it may be recorded a little later."""
    closing = context.seen.closing and context.has_lasted(change, priors.UNROLLED_CLOSING_S)
    return closing or context.has_lasted(change, priors.UNROLLED_S)


def explain_by_road_building(
    context: TrackerContext, hypothesis: Hypothesis, change: board_diff.Change
) -> Iterator[Hypothesis]:
    """Explain a road by an unseen road building card.

    It belongs to the active player, or to the next one before the roll.
    """
    if (
        not is_new_piece(change)
        or hypothesis.state.phase != "play"
        or not context.has_settled(change, priors.SETTLED_S)
    ):
        return
    if change.after.kind != "road" or hypothesis.state.free_roads:
        return
    colour = change.after.colour
    for on_turn in turn_alternatives(hypothesis):
        if on_turn.state.players[on_turn.state.active].colour != colour:
            continue
        if on_turn is not hypothesis and not context.has_settled(change, priors.LATE_SETTLED_S):
            continue  # it may still turn out to be a build of an earlier turn
        card = PlayDevelopmentCard(colour, "road_building")
        possible = unseen_road_building_log_p(context, on_turn.state, card)
        if possible is None:
            continue
        share = on_turn.belief.p_can_play(on_turn.state.active, cards.DEVELOPMENT_INDEX["road_building"])
        held = priors.p_card_held(share, on_turn.state.options.all_told)
        # Before the roll nothing can be bought.
        pays = (
            on_turn.belief.p_can_afford(on_turn.state.active, cards.ROAD_COST)
            if on_turn.state.has_rolled
            else 0.0
        )
        prior = possible + priors.road_building_log_p(held, pays)
        prior += 0.0 if _has_second_road(context, change) else priors.SINGLE_ROAD_LOG_P
        laid = on_turn.extend(None, prior, [card], inferred=[0])
        road = placement("road", colour, change.place)
        if not violations(laid.state, road) & ~PENDING_VIOLATIONS:
            yield laid.extend(change, 0.0, [road])


def unseen_road_building_log_p(
    context: TrackerContext, state: State, card: PlayDevelopmentCard
) -> float | None:
    """Return the log probability that the rules allow an unseen road building card; None: they don't.

    If the deck has no more of them, one that was inferred before was none: its roads were paid by unreported
    cards.
    """
    broken = violations(state, card) & ~(
        PENDING_VIOLATIONS | RuleViolation.CARD_NOT_HELD | RuleViolation.CARD_BOUGHT_THIS_TURN
    )
    if not broken:
        return 0.0
    inferred = any(is_inferred_road_building(step) for step in context.believed.steps)
    if broken != RuleViolation.NO_SUCH_CARD_LEFT or not inferred:
        return None
    return priors.payment_log_p(0.0, FREE_ROADS * sum(cards.ROAD_COST), state.options.all_told)


def is_inferred_road_building(step: BelievedStep) -> bool:
    """Return whether a step plays a road building card that nobody entered."""
    event, certainty = step.record.event, step.record.certainty
    return isinstance(event, PlayDevelopmentCard) and event.card == "road_building" and certainty < 1


def _has_second_road(context: TrackerContext, change: board_diff.PieceAdded) -> bool:
    """Return whether another road of the colour is new; the card is for two."""
    return any(
        isinstance(other, board_diff.PieceAdded)
        and other.place != change.place
        and other.after == change.after
        for others in context.places.values()
        for other in others
    )


def turn_alternatives(hypothesis: Hypothesis) -> Iterator[Hypothesis]:
    """Yield the hypothesis, and after the roll also the one in which the turn has ended."""
    yield hypothesis
    state = hypothesis.state
    if state.phase == "play" and state.has_rolled and not hypothesis.events:
        yield hypothesis.extend(None, 0.0, [EndTurn(state.players[state.active].colour)], inferred=[0])


def is_new_piece(change: board_diff.Change) -> TypeGuard[board_diff.PieceAdded]:
    """Return whether a piece is new, or a settlement became a city."""
    if not isinstance(change, board_diff.PieceAdded):
        return False
    if change.before is None:
        return True
    return (change.before.kind, change.after.kind) == ("settlement", "city") and (
        change.before.colour == change.after.colour
    )


def _is_by_active_player(hypothesis: Hypothesis, change: board_diff.PieceAdded) -> bool:
    state = hypothesis.state
    return state.phase == "play" and change.after.colour == state.players[state.active].colour


def _piece_kinds(change: board_diff.PieceAdded) -> Iterator[tuple[PieceKind, float]]:
    """Yield the possible kinds of the piece, each with the log probability of its misreading."""
    yield change.after.kind, 0.0
    if change.after.kind == "city" and change.before is None:
        yield "settlement", priors.MISREAD_KIND_LOG_P


def _ways_to_buy(
    context: TrackerContext,
    hypothesis: Hypothesis,
    change: board_diff.PieceAdded,
    prior: float,
    excused: RuleViolation,
) -> Iterator[Hypothesis]:
    """Yield the ways to buy the piece.

    `prior` is the log probability of a purchase; `excused` violations are ignored.
    """
    prior += upgrade_log_p(context, change)
    if hypothesis.is_hopeless(change, prior):
        return
    if context.is_moved_piece(change, hypothesis.explained):
        prior += priors.MOVED_ABOUT_LOG_P
    dues = board_diff.due_discards(hypothesis.state)
    for kind, misread in _piece_kinds(change):
        pieces: list[PieceKind] = [kind]
        if kind == "city" and change.before is None:
            pieces, misread = ["settlement", "city"], priors.BUILT_TWICE_LOG_P
        events = [placement(piece, change.after.colour, change.place) for piece in pieces]
        broken, cost = _violations_and_cost(hypothesis.state, [*dues, *events])
        broken &= ~(excused | RuleViolation.CANNOT_PAY)
        if broken & ~PENDING_VIOLATIONS:
            continue
        pending = (
            priors.PENDING_DUTY_LOG_P
            if broken & (RuleViolation.ROBBER_DUE | RuleViolation.FREE_ROADS_DUE)
            else 0.0
        )
        yield from _payment_hypotheses(hypothesis, change, prior + misread + pending, dues, events, cost)


def _violations_and_cost(state: State, events: Sequence[Event]) -> tuple[RuleViolation, cards.Cards]:
    """Return the violations of a sequence of events, and the cost of its builds."""
    broken, cost = LEGAL, cards.NO_CARDS
    for event in events:
        broken |= violations(state, event)
        if isinstance(event, PlaceRoad | PlaceSettlement | PlaceCity) and not (
            isinstance(event, PlaceRoad) and state.free_roads
        ):
            cost = cards.add(cost, COSTS[type(event)])
        state = apply(state, event)
    return broken, cost


def _payment_hypotheses(
    hypothesis: Hypothesis,
    change: board_diff.PieceAdded,
    prior: float,
    dues: Sequence[Event],
    events: Sequence[Event],
    cost: cards.Cards,
) -> Iterator[Hypothesis]:
    """Yield the ways in which the cost may have been paid."""
    state, seat = hypothesis.state, hypothesis.state.active
    owed = range(len(dues))
    if not any(cost):
        yield hypothesis.extend(change, priors.BUILT_LOG_P + prior, [*dues, *events], owed)
        return
    pays = hypothesis.belief.p_can_afford(seat, cost)
    paid = priors.payment_log_p(pays, sum(cost), state.options.all_told)
    yield hypothesis.extend(change, priors.BUILT_LOG_P + prior + paid, [*dues, *events], owed)
    trade = _bank_trade(hypothesis, cost)
    if trade is not None and pays < 1:
        prior += priors.BUILT_LOG_P + priors.log_p((1 - pays) * priors.BANK_TRADE_P)
        yield hypothesis.extend(change, prior, [*dues, *trade, *events], range(len(dues) + len(trade)))


def _bank_trade(hypothesis: Hypothesis, cost: cards.Cards) -> list[Event] | None:
    """Return the fewest bank trades that let the likeliest hand pay the cost; None: no trades do."""
    state, seat = hypothesis.state, hypothesis.state.active
    if state.land is None or not state.has_rolled:
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
            trades.append(
                MaritimeTrade(
                    player.colour, cards.cards_of_kind(given, rates[given]), cards.cards_of_kind(kind)
                )
            )
    return trades or None


def upgrade_log_p(context: TrackerContext, change: board_diff.PieceAdded) -> float:
    """Return the log probability that a settlement became a city; zero for other pieces.

    A site that looks the same as when the settlement was recorded is a misreading. So is one whose look began
    while its owner could not build: during the founding, or in another player's turn.
    """
    if change.before is None:
        return 0.0
    for step in reversed(context.believed.steps):
        event = step.record.event
        if isinstance(event, PlaceSettlement | PlaceCity) and event.at == change.place:
            recorded_t = step.record.t
            untouched = priors.UNTOUCHED_LOG_P if change.since > recorded_t else -math.inf
            if _began_in_other_turn(context, change):
                return untouched + min(0.0, priors.HANDLED_AS_BEFORE_LOG_ODDS - change.gain)
            handled_t = context.seen.handled.get(change.place, -math.inf)
            return 0.0 if handled_t > recorded_t + priors.HANDLED_S else untouched
    return 0.0


def _began_in_other_turn(context: TrackerContext, change: board_diff.PieceAdded) -> bool:
    """Return whether a look began before this turn (a roll may be missing since), in none of its owner's."""
    late_s, rolled = priors.HAND_LATE_S, math.inf
    if change.since > context.roll_time_s:
        return False
    for step in context.believed.steps:
        event, t = step.record.event, step.record.t
        if isinstance(event, Roll | UnseenRoll | EndTurn) and event.player == change.after.colour:
            ended = isinstance(event, EndTurn)
            if ended and rolled - late_s < change.since and change.earliest_s <= t + late_s:
                return False
            rolled = math.inf if ended else t
    return change.since <= rolled - late_s


# Find the players whose hands are in doubt because they may have paid for an unexplained change.
#
# A piece costs cards, and a hand has to place it. So an unexplained road, or a city on its owner's
# settlement,
# that has looked the same since the founding was not paid for. The same holds if it has looked the same since
# its owner showed the hand: payments before that are already missing from the hand. A hand that could not pay
# since then has not paid.


def possible_payers(believed: BelievedReplay, change: board_diff.Change) -> frozenset[Colour]:
    """Return the colours whose hands an unexplained change leaves in doubt.

    A robber move affects all hands: blocked production and a stolen card.
    """
    if isinstance(change, board_diff.RobberMoved):
        return frozenset(player.colour for player in believed.state.players)
    after = None if isinstance(change, board_diff.PieceRemoved) else change.after
    touched = {piece.colour for piece in (change.before, after) if piece is not None}
    return frozenset(colour for colour in touched if _may_have_paid(believed, change, colour))


def hand_shown_time_s(believed: BelievedReplay, colour: Colour) -> float:
    """Return the session seconds when a player last showed the complete hand; minus infinity: never."""
    return next((step.record.t for step in reversed(believed.steps) if _shows_hand(step, colour)), -math.inf)


def _may_have_paid(
    believed: BelievedReplay, change: board_diff.PieceAdded | board_diff.PieceRemoved, colour: Colour
) -> bool:
    after = None if isinstance(change, board_diff.PieceRemoved) else change.after
    if after == Standing("road", colour) and change.before is None:
        known = max(_founding_end_s(believed), hand_shown_time_s(believed, colour))
    elif after == Standing("city", colour) and change.before == Standing("settlement", colour):
        # A city would have doubled the production since then. Only a shown hand that agrees with the record
        # excludes it.
        known = max(_founding_end_s(believed), _hand_confirmed_s(believed, colour))
    elif all(piece is None or piece.kind == "road" for piece in (change.before, after)):
        # Roads produce nothing, so the hand is as shown wherever they are.
        return not change.since < hand_shown_time_s(believed, colour)
    else:
        return True
    return not change.since < known and _could_pay(believed, after, known)


def _could_pay(believed: BelievedReplay, piece: Standing, since: float) -> bool:
    """Return whether the owner of a piece has had a turn, and perhaps the cards, at any time since."""
    seat = believed.state.seat(piece.colour)
    cost = cards.ROAD_COST if piece.kind == "road" else cards.CITY_COST
    for step in reversed(believed.steps):
        state = step.state_after
        if state.phase == "play" and state.active == seat and state.has_rolled:
            free = piece.kind == "road" and state.free_roads > 0
            if free or not step.has_all_hands or step.belief.p_can_afford(seat, cost) > 0:
                return True
        if step.record.t < since:
            return False
    return False


def _founding_end_s(believed: BelievedReplay) -> float:
    """Return the session seconds of the first roll, which ends the founding."""
    thrown = (step for step in believed.steps if isinstance(step.record.event, Roll | UnseenRoll))
    return next((step.record.t for step in thrown), -math.inf)


def _hand_confirmed_s(believed: BelievedReplay, colour: Colour) -> float:
    """Return the session seconds when a player last showed exactly the recorded hand.

    Until then nothing was paid without a report.
    """
    belief = Belief()
    confirmed_s = -math.inf
    for step in believed.steps:
        if _shows_hand(step, colour):
            recorded = belief.hand(step.state_before.seat(colour))
            assert isinstance(step.record.event, ShowHand)
            if recorded.certain and recorded.cards == step.record.event.resources:
                confirmed_s = step.record.t
        belief = step.belief
    return confirmed_s


def _shows_hand(step: BelievedStep, colour: Colour) -> bool:
    event = step.record.event
    return (
        isinstance(event, ShowHand)
        and event.player == colour
        and not event.resources[cards.UNIDENTIFIED_KIND]
    )


# Find players who may have built or removed pieces under a hand or while no board was found.


def hidden_builders(believed: BelievedReplay, seen: BoardSeen) -> frozenset[Colour]:
    """Return the colours whose pieces may differ from the record, because sites were not visible.

    These players had a turn meanwhile and could pay. A player who was in doubt already and has lost the cards
    since stays in doubt: the cards may have been paid before.
    """
    if not seen.covered:
        return frozenset()
    state = believed.state
    if state.phase == "founding":
        return _hidden_founders(state, seen)
    found = _hidden_removers(believed, seen)
    times = board_diff.building_times(believed)
    for seat, player in enumerate(state.players):
        _, until = times[player.colour]
        if until <= hand_shown_time_s(believed, player.colour):
            # Payments before that are already missing from the shown hand.
            continue
        hidden = [site for site, since in seen.covered.items() if since < until]
        costs = list(_possible_costs(state, seat, hidden))
        if costs and (player.colour in believed.in_doubt or _can_pay(believed.belief, state, seat, costs)):
            found |= {player.colour}
    return found


def is_founding_order_unknown(context: TrackerContext, hypothesis: Hypothesis) -> bool:
    """Return whether a founded settlement may as well have been its player's other one.

    The second settlement brings cards, and a hand covered one of them while the other was placed.
    """
    founding = context.believed.state.phase == "founding" or context.believed.state.turn <= 1
    came = [
        change.place
        for change in hypothesis.explained.values()
        if isinstance(change, board_diff.PieceAdded) and founding
    ]
    return any(
        _is_order_unknown(context.seen, site, INTERSECTIONS[other])
        for site in came
        if site in INTERSECTION_BIT
        for player in hypothesis.state.players
        if player.settlements & SITE_BIT[site]
        for other in indices(player.settlements & ~SITE_BIT[site])
    )


def _is_order_unknown(seen: BoardSeen, one: Site, other: Site) -> bool:
    """Return whether either of two pieces may have been placed before the other."""
    since = {site: seen.since.get(site, -math.inf) for site in (one, other)}
    earliest = {site: seen.earliest.get(site, since[site]) for site in since}
    return earliest[one] < since[other] and earliest[other] < since[one]


def _possible_costs(state: State, seat: int, sites: list[Site]) -> Iterator[cards.Cards]:
    """Yield the cost of each kind of piece that the seat may have built on one of the sites."""
    player = state.players[seat]
    paths = sum(SITE_BIT[site] for site in sites if site in PATH_BIT)
    intersections = sum(SITE_BIT[site] for site in sites if site in INTERSECTION_BIT)
    if paths & road_sites(state, seat) and player.roads_left:
        yield cards.ROAD_COST
    if intersections & settlement_sites(state, seat) and player.settlements_left:
        yield cards.SETTLEMENT_COST
    if intersections & player.settlements and player.cities_left:
        yield cards.CITY_COST


def _can_pay(belief: Belief, state: State, seat: int, costs: list[cards.Cards]) -> bool:
    free = state.free_roads > 0 and seat == state.active and cards.ROAD_COST in costs
    return free or any(belief.p_can_afford(seat, cost) > 0 for cost in costs)


def _hidden_founders(state: State, seen: BoardSeen) -> frozenset[Colour]:
    """Return the founding player's colour, if a legal site is not visible."""
    seat = state.founder()
    if seat is None:
        return frozenset()
    colour = state.players[seat].colour
    pieces = (placement("road" if site in PATH_BIT else "settlement", colour, site) for site in seen.covered)
    return frozenset({colour}) if any(not violations(state, piece) for piece in pieces) else frozenset()


def _hidden_removers(believed: BelievedReplay, seen: BoardSeen) -> frozenset[Colour]:
    """Return the colours that built this turn on a site that is not visible any more."""
    this_turn = (step.record.event for step in believed.last_turns(1))
    return frozenset(
        event.player
        for event in this_turn
        if isinstance(event, PlaceRoad | PlaceSettlement | PlaceCity) and event.at in seen.covered
    )
