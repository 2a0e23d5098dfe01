"""How many rules a stretch of a story breaks, and how many if something happened in it besides.

Not each flag counts alike. What has to be done first, and cards that are lacking, may only not have been told
yet; and both are counted by the card, so that of several things that are told one by one (the discards of one
seven, the trades for one build) each makes it better, not only the last.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, NamedTuple

from companion.games.base.belief.believed_replay import BelievedStep
from companion.games.base.rules.costs import Paying, given, lacking
from companion.games.base.rules.effects import apply
from companion.games.base.rules.events import Event
from companion.games.base.rules.legality import violations
from companion.games.base.rules.rule_violations import RuleViolation
from companion.games.base.rules.state import State

DUE: Final = (
    RuleViolation.DISCARDS_DUE
    | RuleViolation.ROBBER_DUE
    | RuleViolation.STEAL_DUE
    | RuleViolation.FREE_ROADS_DUE
)
"""What may be wrong only because nobody told yet what had to come first."""
LACKS: Final = (
    RuleViolation.CANNOT_PAY
    | RuleViolation.PARTNER_CANNOT_PAY
    | RuleViolation.VICTIM_LACKS
    | RuleViolation.BANK_LACKS
    | RuleViolation.CARD_NOT_HELD
)
"""What may be wrong only because cards came untold."""


class Broken(NamedTuple):
    """What is broken.

    Attributes:
        other: rules, beside these:
        due: what had to come first, a discard by the card.
        lacks: cards that were lacking.
    """

    other: int = 0
    due: int = 0
    lacks: int = 0

    @property
    def weight(self) -> tuple[int, int]:
        """Less is better: what can't be right, then what may only be untold."""
        return self.other, self.due + self.lacks

    def and_by(self, state: State, event: Event, found: RuleViolation) -> Broken:
        """The same, and what an event breaks that met a state, of its violations those that were found."""
        due, lacks = found & DUE, found & LACKS
        dues = due.value.bit_count()
        if due & RuleViolation.DISCARDS_DUE:
            dues += sum(state.owed) - 1
        cards = lacks.value.bit_count()
        if lacks & RuleViolation.CANNOT_PAY and isinstance(event, Paying):
            hand = state.players[state.seat(event.player)].hand
            cards += max(0, lacking(hand, given(event)) - 1)
        return Broken(
            self.other + (found & ~(DUE | LACKS)).value.bit_count(), self.due + dues, self.lacks + cards
        )


def broken(steps: Sequence[BelievedStep]) -> Broken:
    """What steps break as they were told."""
    found = Broken()
    for step in steps:
        found = found.and_by(step.before, step.recorded.event, step.violations)
    return found


def broken_with(steps: Sequence[BelievedStep], first: int, place: int, event: Event, follows: int) -> Broken:
    """What is broken from a step on if an event happens besides.

    Args:
        steps: of the story, at least one.
        first: the position from which on it is counted.
        place: the position before which the event happens.
        event: so. What is due before it and not told yet is not counted.
        follows: the position of the first step that comes after it.
    """
    state = steps[place].before if place < len(steps) else steps[-1].after
    found = broken(steps[first:place]).and_by(state, event, violations(state, event) & ~DUE)
    state = apply(state, event)
    for step in steps[follows:]:
        found = found.and_by(state, step.recorded.event, violations(state, step.recorded.event))
        state = apply(state, step.recorded.event)
    return found
