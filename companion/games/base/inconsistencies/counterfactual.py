"""Counterfactual replay: checks whether one correction resolves an inconsistency."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from companion.games.base.belief import Belief
from companion.games.base.belief.believed_replay import BelievedStep
from companion.games.base.inconsistencies.detection import (
    SHORTFALL_VIOLATIONS,
    Inconsistency,
    has_contradiction,
)
from companion.games.base.rules.effects import apply
from companion.games.base.rules.events import Event
from companion.games.base.rules.legality import RuleViolation, violations
from companion.games.game_api import Insert, Replace
from companion.games.replay import INFERRED_SOURCE

Correction = Replace[Event] | Insert[Event]


def remaining_violations(
    steps: Sequence[BelievedStep], inconsistency: Inconsistency, correction: Correction, at: int
) -> RuleViolation | None:
    """The rules that the inconsistent event still breaks after a correction at a position.

    None if the correction doesn't resolve the inconsistency, or breaks a rule that was not broken before.
    """
    state, remaining = steps[at].state_before, RuleViolation(0)
    for event, known, _ in _corrected_events(steps, inconsistency, correction, at):
        remaining = violations(state, event)
        if remaining & ~known:
            return None
        state = apply(state, event)
    return None if remaining & inconsistency.violation else remaining


def is_believable(
    steps: Sequence[BelievedStep], inconsistency: Inconsistency, correction: Correction, at: int
) -> bool:
    """Return whether a correction reduces the contradictions in the belief about hands.

    Takes a hundred times as long as `remaining_violations`.
    """
    state = steps[at].state_before
    belief = steps[at - 1].belief if at else Belief()
    for event, _, inferred in _corrected_events(steps, inconsistency, correction, at):
        after = apply(state, event)
        belief = belief.update(state, event, after, inferred=inferred)
        state = after
    resolved = (
        1
        if inconsistency.violation & SHORTFALL_VIOLATIONS and has_contradiction(steps, inconsistency.at)
        else 0
    )
    return len(belief.contradictions) <= len(steps[inconsistency.at].belief.contradictions) - resolved


def _corrected_events(
    steps: Sequence[BelievedStep], inconsistency: Inconsistency, correction: Correction, at: int
) -> Iterator[tuple[Event, RuleViolation, bool]]:
    """The events from a position to the inconsistent one, after the correction.

    Yields:
        The event, the rules that it broke in the original record, and whether it was only inferred.
    """
    recorded = [
        (step.record.event, step.violations, step.record.source == INFERRED_SOURCE)
        for step in steps[at : inconsistency.at + 1]
    ]
    if correction.event is not None:
        yield correction.event, recorded[0][1] if isinstance(correction, Replace) else RuleViolation(0), False
    yield from recorded[1:] if isinstance(correction, Replace) else recorded
