"""Place an entered event: now, at an earlier moment, or instead of a less certain record.

People enter events late, and they enter events that the table has already inferred: a trade that replaces an
inferred one, or the card that was stolen a turn ago. The search for a placement starts in the current turn
and goes back one round. Within each turn it tries, in this order:

1. Replace a record of the same event that is less certain or less exact.
2. Replace an inferred trade that only made a payment possible and that the event makes needless.
3. Insert the event where it was possible and leaves the fewest broken rules; of several such places, the
   latest.

People also break rules: they play a card that they have just bought, or build when it is not their turn. An
event that would be possible now except for such a *slip* happened now; it is not moved to a place where it
breaks no rule. A player who is not active acted in the own last turn only if the event breaks no rule there.
Where the cards are certain, no event is placed that they do not allow.

A trade may be entered from either side; it belongs to the active player. An event without a placement is
recorded now, with its rule violations.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Final

from companion.games.base.belief.believed_replay import BelievedReplay, BelievedStep
from companion.games.base.inputs.turns import insert_turn_ends
from companion.games.base.inputs.violation_score import (
    OBLIGATION_VIOLATIONS,
    SHORTAGE_VIOLATIONS,
    ViolationScore,
    score_steps,
    score_with_event,
)
from companion.games.base.rules.cards import UNIDENTIFIED_KIND, add, cards_of_kind
from companion.games.base.rules.events import (
    BuyDevelopmentCard,
    Discard,
    DomesticTrade,
    Event,
    MaritimeTrade,
    MoveRobber,
    PlaceCity,
    PlaceRoad,
    PlaceSettlement,
    PlayDevelopmentCard,
    Roll,
    Steal,
)
from companion.games.base.rules.legality import RuleViolation, violations
from companion.games.base.rules.rule_violations import LEGAL
from companion.games.base.rules.state import State
from companion.games.game_api import Insert, Interpretation, Replace

MAX_TURNS_BACK: Final = 4
"""Number of turns before the current one (a round) in which an entry is placed if it names no place."""

_UNSEEN_EVENTS: Final = (Steal, DomesticTrade, MaritimeTrade, BuyDevelopmentCard)
"""Events that no camera can see; without a named player they may also belong to the previous turns."""
_SEEN_EVENTS: Final = (Roll, MoveRobber, PlaceRoad, PlaceSettlement, PlaceCity)
_BACKDATABLE_EVENTS: Final = (*_UNSEEN_EVENTS, *_SEEN_EVENTS, Discard, PlayDevelopmentCard)
_DUE_EVENTS: Final = (Discard, MoveRobber, Steal)
"""If one of these is due, the entry is a new event and not one that is recorded already."""
_VOLUNTARY_EVENTS: Final = (
    DomesticTrade,
    MaritimeTrade,
    BuyDevelopmentCard,
    PlayDevelopmentCard,
    PlaceRoad,
    PlaceSettlement,
    PlaceCity,
)
"""Events that players choose, and therefore also do when the rules forbid them."""
_SLIP_VIOLATIONS: Final = (
    RuleViolation.NOT_ON_TURN
    | RuleViolation.NOT_ROLLED
    | RuleViolation.TRADE_AFTER_BUILDING
    | RuleViolation.CARD_BOUGHT_THIS_TURN
    | RuleViolation.CARD_ALREADY_PLAYED
)
"""Violations of events that were physically possible all the same."""
_OMISSION_VIOLATIONS: Final = OBLIGATION_VIOLATIONS | SHORTAGE_VIOLATIONS
"""Violations that may only mean that an earlier event was not reported."""


def backdate_event(believed: BelievedReplay, event: Event, *, named: bool) -> Interpretation[Event]:
    """Find the placement of an entered event.

    Args:
        believed: the replay so far.
        event: the entered event.
        named: the entry names the player; otherwise it means the active player, or the one who was active
            before.
    """
    state = believed.state
    if state.phase not in ("play", "over") or not isinstance(event, _BACKDATABLE_EVENTS):
        return Interpretation((event,))
    as_active = _as_active_players_trade(state, event)
    now = Interpretation((as_active,))
    slips = _slip_violations(state, as_active)
    # A player who is not active acted in an own earlier turn. An entry without a player that needs a roll
    # belongs to the turn before.
    elsewhere = as_active is not event or bool(slips & RuleViolation.NOT_ON_TURN)
    elsewhere |= not named and bool(slips & RuleViolation.NOT_ROLLED)
    for back, (first, last) in enumerate(_recent_turns(believed.steps)):
        if not back:
            interpretation = _place_in_turn(
                believed,
                first,
                last,
                as_active,
                LEGAL if elsewhere else slips | OBLIGATION_VIOLATIONS if slips else _OMISSION_VIOLATIONS,
            )
        elif slips and not elsewhere:
            break
        elif isinstance(event, PlayDevelopmentCard) and insert_turn_ends(state, now) is not now:
            # The card begins the next player's turn.
            break
        else:
            before = believed.steps[first].state_before
            interpretation = _place_in_earlier_turn(
                believed, first, last, event, named=named, exact=bool(slips) or elsewhere
            )
            if (
                interpretation is None
                and slips
                and named
                and before.players[before.active].colour == _player_of(event)
            ):
                # If that turn does not allow it, no earlier one does: it happened now.
                break
        if interpretation is not None:
            return interpretation
    return now


def _as_active_players_trade(state: State, event: Event) -> Event:
    """Return a trade that the partner entered as a trade of the active player; other events unchanged."""
    on_turn = state.players[state.active].colour
    if isinstance(event, DomesticTrade) and event.player != on_turn == event.partner:
        return DomesticTrade(on_turn, event.player, event.take, event.give)
    return event


def _slip_violations(state: State, event: Event) -> RuleViolation:
    """Return the slips of an event that happened now; none if it breaks any other rule."""
    wrong = violations(state, event)
    if not isinstance(event, _VOLUNTARY_EVENTS) or wrong & ~(_SLIP_VIOLATIONS | OBLIGATION_VIOLATIONS):
        return LEGAL
    return wrong & _SLIP_VIOLATIONS


def _recent_turns(steps: tuple[BelievedStep, ...]) -> Iterator[tuple[int, int]]:
    """Yield the last turns, the newest first, each as its first step and its insertion limit.

    The limit is the end of the log in the current turn, and the turn's end in the others.
    """
    last = len(steps)
    now = steps[-1].state_after.turn
    for back in range(MAX_TURNS_BACK + 1):
        first = last
        while first and _is_in_turn(steps[first - 1].state_before, now - back):
            first -= 1
        # Right after a turn's end the current turn has no steps yet.
        if first < last or not back:
            yield (first, last) if not back else (first, last - 1)
        last = first


def _is_in_turn(state: State, turn: int) -> bool:
    return state.phase == "play" and state.turn == turn


def _place_in_earlier_turn(
    believed: BelievedReplay, first: int, last: int, event: Event, *, named: bool, exact: bool
) -> Interpretation[Event] | None:
    """Place an event in a turn that is over; None if it has no place there.

    Args:
        believed: the replay so far.
        first, last: the turn.
        event: the entered event.
        named: the entry names the player.
        exact: place it only if it breaks no rule.
    """
    before = believed.steps[first].state_before
    if not named:
        if not isinstance(event, _UNSEEN_EVENTS):
            return None
        # The entry does not say that it belongs to an earlier turn.
        event_then = replace(event, player=before.players[before.active].colour)
        return _place_in_turn(believed, first, last, event_then, LEGAL)
    if exact:
        return _place_in_turn(believed, first, last, _as_active_players_trade(before, event), LEGAL)
    return _place_in_turn(believed, first, last, event, _OMISSION_VIOLATIONS)


def _place_in_turn(
    believed: BelievedReplay, first: int, last: int, event: Event, tolerated: RuleViolation
) -> Interpretation[Event] | None:
    """Place an event in one turn; None if it has no place there."""
    steps = believed.steps
    is_current = last == len(steps)
    due = is_current and isinstance(event, _DUE_EVENTS) and not violations(believed.state, event)
    if not due:
        for step in reversed(steps[first:last]):
            if _is_superseded(step, event, is_current):
                return _replace_step(step, _complete_discard(event, step.record.event))
    baseline = score_steps(steps[first:]).penalty
    for n in range(first, last):
        is_replaceable = _is_replaceable_trade(steps[n], event) and not violations(
            steps[n].state_before, event
        )
        if is_replaceable and score_with_event(steps, first, n, event, n + 1).penalty <= baseline:
            return _replace_step(steps[n], event)
    place = _best_placement(believed, first, last, event, tolerated)
    if place is None:
        return None
    if place == len(steps):
        return Interpretation((event,))
    return Interpretation(corrections=(Insert(steps[place].record.number, event),))


def _replace_step(step: BelievedStep, event: Event) -> Interpretation[Event]:
    return Interpretation(corrections=(Replace(step.record.number, event),))


def _is_superseded(step: BelievedStep, event: Event, is_current: bool) -> bool:
    """Return whether the step records the same event less certainly or less exactly.

    `on` says whether the step belongs to the current turn.
    """
    recorded = step.record.event
    if type(recorded) is not type(event) or _player_of(recorded) != _player_of(event):
        return False
    is_uncertain = step.is_uncertain
    match recorded, event:
        case Discard(resources=given), Discard(resources=named):
            unidentified = given[UNIDENTIFIED_KIND] > 0 and not named[UNIDENTIFIED_KIND]
            return (is_uncertain or unidentified) and sum(named) <= sum(given)
        case Steal(victim=victim, resource=None), Steal(victim=robbed, resource=str()) if victim == robbed:
            return True
        case Roll() | MoveRobber(), _ if is_current:
            return is_uncertain
        case Steal() | BuyDevelopmentCard(), _:
            return is_uncertain
        case PlayDevelopmentCard(card=card), PlayDevelopmentCard(card=played):
            return is_uncertain and card == played
    return is_uncertain and recorded == event


def _player_of(event: Event) -> str:
    return getattr(event, "player", "")


def _complete_discard(event: Event, recorded: Event) -> Event:
    """Return the event; if it names only some of the discarded cards, the others stay unidentified."""
    if isinstance(event, Discard) and isinstance(recorded, Discard):
        rest = sum(recorded.resources) - sum(event.resources)
        return replace(event, resources=add(event.resources, cards_of_kind(UNIDENTIFIED_KIND, rest)))
    return event


def _is_replaceable_trade(step: BelievedStep, event: Event) -> bool:
    """Return whether the step is an inferred trade, and the event brings cards as well."""
    recorded = step.record.event
    brings = isinstance(event, MaritimeTrade | DomesticTrade) or (
        isinstance(event, PlayDevelopmentCard) and event.card in ("year_of_plenty", "monopoly")
    )
    return (
        brings
        and step.is_uncertain
        and isinstance(recorded, MaritimeTrade)
        and _player_of(recorded) == _player_of(event)
    )


def _best_placement(
    believed: BelievedReplay, first: int, last: int, event: Event, tolerated: RuleViolation
) -> int | None:
    """Return the place in a turn where an event leaves the fewest broken rules; None if it was impossible."""
    steps = believed.steps
    best, fewest = None, ViolationScore()
    baseline = score_steps(steps[first:])
    for n in range(last, first - 1, -1):
        earlier = n < len(steps)
        wrong = violations(steps[n].state_before if earlier else believed.state, event)
        if wrong & ~tolerated or (earlier and wrong & _certain_violations(believed, n, event)):
            continue
        with_it = score_with_event(steps, first, n, event, n)
        # The later steps must stay as possible as they were; some events may not be reported.
        slips = (wrong & _SLIP_VIOLATIONS).value.bit_count()
        fits = with_it.other <= baseline.other + slips
        fits &= bool(tolerated & SHORTAGE_VIOLATIONS) or with_it.missing_cards <= baseline.missing_cards
        # Dice and pieces are recorded when they are seen, so they do not wait for unreported events.
        is_visible = isinstance(event, _SEEN_EVENTS)
        better = with_it.other < fewest.other if is_visible else with_it.penalty < fewest.penalty
        if fits and (best is None or better):
            best, fewest = n, with_it
        if best is not None and not any(fewest):
            break
    return best


def _certain_violations(believed: BelievedReplay, place: int, event: Event) -> RuleViolation:
    """Return the violations that no unreported event can explain, because the cards are certain."""
    # A robber that moves before a discard was entered opens that hand: this discard closes it again.
    robber = isinstance(event, Discard) and isinstance(believed.steps[place - 1].record.event, MoveRobber)
    state, belief = believed.steps[place].state_before, believed.steps[place - 1 - robber].belief
    certain, seat = LEGAL, state.seat(_player_of(event))
    if belief.hand(seat).certain:
        certain |= RuleViolation.CANNOT_PAY
    if belief.has_no_secret_cards(seat):
        certain |= RuleViolation.CARD_NOT_HELD
    match event:
        case DomesticTrade(partner=other) if belief.hand(state.seat(other)).certain:
            certain |= RuleViolation.PARTNER_CANNOT_PAY
        case Steal(victim=str(other)) if belief.hand(state.seat(other)).certain:
            certain |= RuleViolation.VICTIM_LACKS
    return certain
