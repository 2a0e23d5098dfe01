"""Score the rule violations of a range of steps, with or without an additional event.

Violations differ in weight. Pending obligations and missing cards may only mean that an event was not
reported yet. Both are counted per card, so each of several events that are entered one by one (the discards
of a seven, the trades for a build) improves the score, and not only the last one.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, NamedTuple

from companion.games.base.belief.believed_replay import BelievedStep
from companion.games.base.rules.costs import PayingEvent, chosen_payment, missing_count
from companion.games.base.rules.effects import apply
from companion.games.base.rules.events import Event
from companion.games.base.rules.legality import violations
from companion.games.base.rules.rule_violations import RuleViolation
from companion.games.base.rules.state import State

OBLIGATION_VIOLATIONS: Final = (
    RuleViolation.DISCARDS_DUE
    | RuleViolation.ROBBER_DUE
    | RuleViolation.STEAL_DUE
    | RuleViolation.FREE_ROADS_DUE
)
"""Violations that may only mean that an obligation was met but not reported yet."""
SHORTAGE_VIOLATIONS: Final = (
    RuleViolation.CANNOT_PAY
    | RuleViolation.PARTNER_CANNOT_PAY
    | RuleViolation.VICTIM_LACKS
    | RuleViolation.BANK_LACKS
    | RuleViolation.CARD_NOT_HELD
)
"""Violations that may only mean that gained cards were not reported."""


class ViolationScore(NamedTuple):
    """The number of rule violations, fewer being better.

    Attributes:
        other: violations of all other rules.
        obligations: pending obligations; a discard counts once per card.
        missing_cards: cards that players or the bank lacked.
    """

    other: int = 0
    obligations: int = 0
    missing_cards: int = 0

    @property
    def penalty(self) -> tuple[int, int]:
        """The sort key: first real violations, then those that may only be unreported events."""
        return self.other, self.obligations + self.missing_cards

    def add_event(self, state: State, event: Event, found: RuleViolation) -> ViolationScore:
        """Return the score with the violations `found` of an event in a state added."""
        due, lacks = found & OBLIGATION_VIOLATIONS, found & SHORTAGE_VIOLATIONS
        dues = due.value.bit_count()
        if due & RuleViolation.DISCARDS_DUE:
            dues += sum(state.discards_due) - 1
        cards = lacks.value.bit_count()
        if lacks & RuleViolation.CANNOT_PAY and isinstance(event, PayingEvent):
            hand = state.players[state.seat(event.player)].hand
            cards += max(0, missing_count(hand, chosen_payment(event)) - 1)
        return ViolationScore(
            self.other + (found & ~(OBLIGATION_VIOLATIONS | SHORTAGE_VIOLATIONS)).value.bit_count(),
            self.obligations + dues,
            self.missing_cards + cards,
        )


def score_steps(steps: Sequence[BelievedStep]) -> ViolationScore:
    """Return the score of steps as recorded."""
    score = ViolationScore()
    for step in steps:
        score = score.add_event(step.state_before, step.record.event, step.violations)
    return score


def score_with_event(
    steps: Sequence[BelievedStep], first: int, place: int, event: Event, follows: int
) -> ViolationScore:
    """Return the score from a step on if an additional event happened.

    Args:
        steps: of the replay, at least one.
        first: the position of the first step that counts.
        place: the position before which the event happens.
        event: the event; obligations that were pending before it do not count.
        follows: the position of the first step after the event.
    """
    state = steps[place].state_before if place < len(steps) else steps[-1].state_after
    score = score_steps(steps[first:place]).add_event(
        state, event, violations(state, event) & ~OBLIGATION_VIOLATIONS
    )
    state = apply(state, event)
    for step in steps[follows:]:
        score = score.add_event(state, step.record.event, violations(state, step.record.event))
        state = apply(state, step.record.event)
    return score
