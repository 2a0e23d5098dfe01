"""The costs of a course of entries: broken rules, late entries, corrections, in nats."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Final

from companion.games.base.belief.believed_replay import BaseRecordedEvent
from companion.games.base.rules.events import (
    Discard,
    EndTurn,
    Event,
    PayingEvent,
    Roll,
    ShowHand,
    Steal,
    UnseenRoll,
    chosen_payment,
    missing_count,
)
from companion.games.base.rules.legality import LEGAL, RuleViolation
from companion.games.base.rules.state import State

DUTY_VIOLATIONS: Final = (
    RuleViolation.DISCARDS_DUE
    | RuleViolation.ROBBER_DUE
    | RuleViolation.STEAL_DUE
    | RuleViolation.FREE_ROADS_DUE
)
"""Violations that may only mean that a duty was done but not reported yet."""
SHORTAGE_VIOLATIONS: Final = (
    RuleViolation.CANNOT_PAY
    | RuleViolation.PARTNER_CANNOT_PAY
    | RuleViolation.VICTIM_LACKS
    | RuleViolation.BANK_LACKS
    | RuleViolation.CARD_NOT_HELD
)
"""Violations that may only mean that gained cards were not reported."""
_CARD_HABITS: Final = RuleViolation.CARD_BOUGHT_THIS_TURN | RuleViolation.CARD_ALREADY_PLAYED
_HABITS: Final = RuleViolation.TRADE_AFTER_BUILDING | _CARD_HABITS
"""Rules that players do break."""

POSSIBLE_VIOLATIONS: Final = (
    DUTY_VIOLATIONS | SHORTAGE_VIOLATIONS | _HABITS | RuleViolation.NOT_ON_TURN | RuleViolation.NOT_ROLLED
)
"""Violations by acts that can have happened; all others contradict the board or the record."""

TRADE_ORDER_COST: Final = 0.9
CARD_HABIT_COST: Final = 4.2
NOT_ROLLED_COST: Final = 2.6
NOT_ON_TURN_COST: Final = 6.0
IMPOSSIBLE_COST: Final = 6.0
CERTAIN_SHORTAGE_COST: Final = 4.0
FORBIDDEN_COST: Final = 100.0
SHORTAGE_COST: Final = 2.2
MISSING_CARD_COST: Final = 1.2
"""For each card that a player lacks, after the first."""
UNPAID_PURCHASE_COST: Final = 3.0
"""For a development card that was played, if its unreported purchase can't be paid for any more."""
DISCARD_COST: Final = 0.75
"""For each card that is still to be discarded, after the first."""
DUTY_COST: Final = 1.0
REPEATED_DUTY_COST: Final = 0.25
"""For a duty that was open at the line before already: one missing entry is one piece of evidence."""
LEFT_DUTY_COST: Final = 3.0
"""For a duty that nobody did in its turn."""
LEFT_DISCARD_COST: Final = 2.0
"""The same for discards that were open at the line before already."""
FLAGGED_THEFT_COST: Final = 0.4
"""For an act between the robber's move and the theft, besides its broken rule."""
EARLY_THEFT_COST: Final = 2.0
"""For a theft that was entered before its robber's move."""
WAITING_THEFT_COST: Final = 1.2
"""For an act between the robber's move and a theft that takes nothing."""
UNNAMED_THEFT_COST: Final = 4.0
"""For a theft without a card at a table with open hands: then the victim had none."""
LATE_COST: Final = 1.0
LATE_DISCARD_COST: Final = 0.25
"""The robber's mover doesn't wait until all others have counted, chosen and entered their cards."""
LATE_TURN_COST: Final = 0.5
LATE_LINE_COST: Final = 0.05
UNNAMED_COST: Final = 2.5
"""For an entry without a player that is not about the active player."""
DUTY_NOW_COST: Final = 5.0
"""For an entry in an earlier turn that could be about a duty of now."""
SHOWN_COST: Final = 5.5
"""For an act before a count of cards that it changes: the count would hide whether it was possible."""
MISCOUNT_COST: Final = 8.0
"""For a counted hand that has another number of cards than the record."""
MIRRORED_COST: Final = 3.0
"""For a trade of the active player that was late and its partner's."""
PARTNER_COST: Final = 0.7
"""For a trade of the active player that its partner entered."""
PASSED_COST: Final = 0.5
CORRECTION_COST: Final = 2.5
ROBBED_COST: Final = 3.75
"""For the correction of a robber after its theft: a knight that is not entered yet is more probable."""
CONFIRMATION_COST: Final = -2.0
"""For an entry that makes an uncertain line certain: a second such act is less probable."""
REPLACED_TRADE_COST: Final = -1.0
REATTRIBUTION_COST: Final = 3.5
"""For an act that was entered before its player's roll, and recorded as the player's before."""
CLOSE_COST: Final = 2.0
"""Courses that cost so much more than the cheapest one compete with it again."""
ASK_COST: Final = 0.7
"""People are asked if another player or turn costs at most this much more: it is half as probable."""


@dataclass(frozen=True)
class CourseLine:
    """A line of a course.

    Attributes:
        event: what happened.
        order: the number of the entry that reported it; a later one was entered later.
        place: the position in the replay at which the belief tells whether hands are certain.
        record: its record; None for an event that is entered now.
        moved: the record moves to this place.
        inferred: nobody reported it, but a later line requires it.
    """

    event: Event
    order: int
    place: int
    record: BaseRecordedEvent | None = None
    moved: bool = False
    inferred: bool = False


Course = tuple[CourseLine, ...]


def violation_cost(
    state: State,
    event: Event,
    found: RuleViolation,
    certain: RuleViolation = LEGAL,
    found_before: RuleViolation = LEGAL,
    *,
    counts_cards: bool = True,
) -> float:
    """Return the cost of the rules that an event breaks, in nats.

    Args:
        state: the state before the event.
        event: the event.
        found: the rules that it breaks.
        certain: the shortages among them that no unreported event can explain.
        found_before: the rules that the line before breaks: a duty that was open then is no new evidence.
        counts_cards: each missing card counts, so each of several events that bring them improves the course.
    """
    if not found:
        return 0.0
    shortages, duties = found & SHORTAGE_VIOLATIONS, found & DUTY_VIOLATIONS
    if found & ~POSSIBLE_VIOLATIONS:
        # A wrong entry: what else is wrong with it is no evidence about other lines.
        return IMPOSSIBLE_COST * (found & ~POSSIBLE_VIOLATIONS).value.bit_count()
    total = CARD_HABIT_COST * (found & _CARD_HABITS).value.bit_count()
    total += TRADE_ORDER_COST * bool(found & RuleViolation.TRADE_AFTER_BUILDING)
    total += NOT_ON_TURN_COST * bool(found & RuleViolation.NOT_ON_TURN)
    total += NOT_ROLLED_COST * bool(found & RuleViolation.NOT_ROLLED)
    if duties:
        is_left = isinstance(event, EndTurn) or (
            isinstance(event, Roll | UnseenRoll) and state.seat(event.player) != state.active
        )
        repeated = duties & found_before & (RuleViolation.DISCARDS_DUE if is_left else DUTY_VIOLATIONS)
        total += (LEFT_DISCARD_COST if is_left else REPEATED_DUTY_COST) * repeated.value.bit_count()
        duties &= ~repeated
        total += (LEFT_DUTY_COST if is_left else DUTY_COST) * duties.value.bit_count()
        if duties & RuleViolation.DISCARDS_DUE:
            total += DISCARD_COST * (sum(state.discards_due) - 1)
    # An act of a player who is not active is probably another player's: its shortage is no evidence.
    if shortages and not found & RuleViolation.NOT_ON_TURN:
        impossible = (shortages & certain).value.bit_count()
        total += CERTAIN_SHORTAGE_COST * impossible
        total += SHORTAGE_COST * (shortages.value.bit_count() - impossible)
        if counts_cards and shortages & RuleViolation.CANNOT_PAY and isinstance(event, PayingEvent):
            hand = state.players[state.seat(event.player)].hand
            total += MISSING_CARD_COST * max(0, missing_count(hand, chosen_payment(event)) - 1)
    return total


def is_miscounted(state: State, event: Event) -> bool:
    """Return whether an event counts another number of cards in a hand than the record has."""
    return (
        isinstance(event, ShowHand)
        and bool(event.counted)
        and sum(event.resources) != sum(state.players[state.seat(event.player)].hand)
    )


def is_unnamed_theft(state: State, event: Event) -> bool:
    """Return whether a theft took a card that nobody named, though everybody saw it: with open hands."""
    return (
        isinstance(event, Steal)
        and state.options.open_hands
        and event.victim is not None
        and event.resource is None
        and sum(state.players[state.seat(event.victim)].hand) > 0
    )


def lateness_cost(course: Course) -> float:
    """Return the cost of the lines that were entered after others that happened later."""
    total, earliest, following = 0.0, math.inf, 0
    for n in range(len(course) - 1, -1, -1):
        order = course[n].order
        # A roll that ends the turn before it is one entry.
        ends_turn = isinstance(course[n].event, EndTurn) and order == following
        if order > earliest and not ends_turn:
            missed = [line for line in course[n + 1 :] if line.order < order]
            turns = sum(isinstance(line.event, EndTurn) for line in missed)
            late = LATE_DISCARD_COST if isinstance(course[n].event, Discard) else LATE_COST
            total += late + LATE_TURN_COST * turns + LATE_LINE_COST * len(missed)
        earliest, following = min(earliest, order), order
    return total
