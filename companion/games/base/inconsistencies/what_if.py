"""A stretch of the story told again with one correction in it: does it mend what is in doubt?"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from companion.games.base.belief import Belief
from companion.games.base.belief.believed_replay import BelievedStep
from companion.games.base.inconsistencies.finding import SHORT, Inconsistency, contradicted
from companion.games.base.rules.effects import apply
from companion.games.base.rules.events import Event
from companion.games.base.rules.legality import RuleViolation, violations
from companion.games.game_api import Insert, Replace
from companion.games.replay import INFERRED

Correction = Replace[Event] | Insert[Event]


def left_broken(
    steps: Sequence[BelievedStep], inconsistency: Inconsistency, correction: Correction, at: int
) -> RuleViolation | None:
    """The rules that the event in doubt breaks once a correction is made at a position.

    None where the correction does not mend it, or breaks a rule that nothing broke before.
    """
    state, left = steps[at].before, RuleViolation(0)
    for event, known, _ in _corrected(steps, inconsistency, correction, at):
        left = violations(state, event)
        if left & ~known:
            return None
        state = apply(state, event)
    return None if left & inconsistency.violation else left


def believable(
    steps: Sequence[BelievedStep], inconsistency: Inconsistency, correction: Correction, at: int
) -> bool:
    """Whether what is believed of the hands finds less amiss with a correction than without.

    This takes a hundred times as long as asking the rules.
    """
    state = steps[at].before
    belief = steps[at - 1].belief if at else Belief()
    for event, _, inferred in _corrected(steps, inconsistency, correction, at):
        after = apply(state, event)
        belief = belief.updated(state, event, after, inferred=inferred)
        state = after
    mended = 1 if inconsistency.violation & SHORT and contradicted(steps, inconsistency.at) else 0
    return len(belief.contradictions) <= len(steps[inconsistency.at].belief.contradictions) - mended


def _corrected(
    steps: Sequence[BelievedStep], inconsistency: Inconsistency, correction: Correction, at: int
) -> Iterator[tuple[Event, RuleViolation, bool]]:
    """The events from a position to the one in doubt: the rules that each breaks as it was told, and
    whether nobody saw or said it.
    """
    told = [
        (step.recorded.event, step.violations, step.recorded.source == INFERRED)
        for step in steps[at : inconsistency.at + 1]
    ]
    if correction.event is not None:
        yield correction.event, told[0][1] if isinstance(correction, Replace) else RuleViolation(0), False
    yield from told[1:] if isinstance(correction, Replace) else told
