"""Detection of events in the last turns that can't have happened as recorded."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final, cast

from companion.games.base.belief import Belief
from companion.games.base.belief.believed_replay import BelievedStep
from companion.games.base.rules import events
from companion.games.base.rules.cards import NO_CARDS, Cards
from companion.games.base.rules.effects import apply
from companion.games.base.rules.events import PayingEvent, chosen_payment
from companion.games.base.rules.legality import RuleViolation, violations
from companion.games.game_api import Insert, Replace
from companion.games.replay import INFERRED_SOURCE

TURNS_SEARCHED: Final = 4
"""Number of turns searched for inconsistencies: this one and three before."""
ROLL_TURNS_SEARCHED: Final = 8
"""Number of turns up to an inconsistency whose rolls can be its cause."""

SPENDING_EVENTS: Final[tuple[type[events.Event], ...]] = (*PayingEvent.__args__, events.Steal)
"""The events that take cards out of a hand."""

SHORTFALL_VIOLATIONS: Final = RuleViolation.CANNOT_PAY | RuleViolation.PARTNER_CANNOT_PAY

NOT_HELD_VIOLATIONS: Final = RuleViolation.CARD_NOT_HELD | RuleViolation.CARD_BOUGHT_THIS_TURN


@dataclass(frozen=True)
class Inconsistency:
    """An event that can't have happened as recorded.

    Attributes:
        at: its position in the history.
        violation: the broken rules; an explanation has to resolve all of them.
        seat: the seat that could not do it.
        missing: the cards that the seat lacked, as far as their kinds are known.
    """

    at: int
    violation: RuleViolation
    seat: int
    missing: Cards = NO_CARDS


def find_inconsistencies(
    steps: Sequence[BelievedStep], turns: int = TURNS_SEARCHED
) -> Iterator[Inconsistency]:
    """The inconsistencies in the last turns, the newest first, without mere consequences of others."""
    for at in range(len(steps) - 1, turn_start(steps, len(steps) - 1, turns) - 1, -1):
        if inconsistency := _inconsistency_at(steps, at):
            yield inconsistency


def turn_start(steps: Sequence[BelievedStep], at: int, turns: int) -> int:
    """The position of the first step of the last `turns` turns up to a step."""
    ended_turns = 0
    for position in range(at - 1, -1, -1):
        if isinstance(steps[position].record.event, events.EndTurn):
            ended_turns += 1
            if ended_turns == turns:
                return position + 1
    return 0


def _inconsistency_at(steps: Sequence[BelievedStep], at: int) -> Inconsistency | None:
    step = steps[at]
    if step.state_before.phase != "play":
        return None
    event, violations = step.record.event, step.violations
    if isinstance(event, events.EndTurn):
        seven = (
            step.state_before.robber_due
            and step.state_before.dice is not None
            and sum(step.state_before.dice) == 7
        )
        return Inconsistency(at, RuleViolation.ROBBER_DUE, step.state_before.active) if seven else None
    if isinstance(event, events.UnseenRoll):
        return Inconsistency(at, RuleViolation.NOT_ROLLED, step.state_before.seat(event.player))
    if violations & RuleViolation.NOT_ROLLED:
        # The missing roll may have paid for this turn's builds, so the question is about the roll.
        is_first = not any(
            other.violations & RuleViolation.NOT_ROLLED for other in _same_turn_before(steps, at)
        )
        is_rolled_later = any(
            isinstance(other.record.event, events.Roll) for other in _same_turn_after(steps, at)
        )
        if is_first and not is_rolled_later:
            return Inconsistency(at, RuleViolation.NOT_ROLLED, step.state_before.active)
        return None
    if _is_by_next_player(steps, at):
        return Inconsistency(at, RuleViolation.NOT_ON_TURN, step.state_before.next_seat)
    if violations & NOT_HELD_VIOLATIONS and isinstance(
        event, events.PlayDevelopmentCard | events.RevealVictoryPoints
    ):
        return Inconsistency(at, NOT_HELD_VIOLATIONS, step.state_before.seat(event.player))
    return _shortfall(steps, at)


def _is_by_next_player(steps: Sequence[BelievedStep], at: int) -> bool:
    """Return whether the next player, whose roll may be missing, did something in the turn in progress."""
    step, state = steps[at], steps[at].state_before
    return (
        bool(step.violations & RuleViolation.NOT_ON_TURN)
        and state.has_rolled
        and getattr(step.record.event, "player", None) == state.players[state.next_seat].colour
        and not any(isinstance(other.record.event, events.EndTurn) for other in steps[at:])
    )


def _same_turn_before(steps: Sequence[BelievedStep], at: int) -> Iterator[BelievedStep]:
    for position in range(at - 1, -1, -1):
        if isinstance(steps[position].record.event, events.EndTurn):
            return
        yield steps[position]


def _same_turn_after(steps: Sequence[BelievedStep], at: int) -> Iterator[BelievedStep]:
    for position in range(at + 1, len(steps)):
        if isinstance(steps[position].record.event, events.EndTurn):
            return
        yield steps[position]


def _shortfall(steps: Sequence[BelievedStep], at: int) -> Inconsistency | None:
    step = steps[at]
    if has_contradiction(steps, at) and any(step.belief.contradictions[-1].missing):
        found = step.belief.contradictions[-1]
        if step.state_before.players[found.seat].hand_undisclosed:
            # The owner declared the hand, though not to everyone.
            return None
        return Inconsistency(at, SHORTFALL_VIOLATIONS, found.seat, found.missing)
    seat = _short_seat(step)
    if seat is None or any(
        _short_seat(steps[before]) == seat for before in range(_hand_known_since(steps, at, seat), at)
    ):
        # After one shortfall the recorded hand is unreliable; the belief decides.
        return None
    return Inconsistency(at, SHORTFALL_VIOLATIONS, seat, _missing_cards(step, seat))


def has_contradiction(steps: Sequence[BelievedStep], at: int) -> bool:
    """Return whether a step contradicts every hand that was believed possible before it."""
    before = steps[at - 1].belief.contradictions if at else ()
    return len(steps[at].belief.contradictions) > len(before)


def _short_seat(step: BelievedStep) -> int | None:
    event = step.record.event
    if step.violations & RuleViolation.PARTNER_CANNOT_PAY and isinstance(event, events.DomesticTrade):
        return step.state_before.seat(event.partner)
    if step.violations & RuleViolation.CANNOT_PAY and isinstance(event, PayingEvent):
        return step.state_before.seat(event.player)
    return None


def _hand_known_since(steps: Sequence[BelievedStep], at: int, seat: int) -> int:
    """The position after the seat's last shown hand, else 0."""
    for position in range(at - 1, -1, -1):
        event = steps[position].record.event
        if isinstance(event, events.ShowHand) and steps[position].state_before.seat(event.player) == seat:
            return position + 1
    return 0


def _missing_cards(step: BelievedStep, seat: int) -> Cards:
    hand = step.state_before.players[seat].hand
    lacking = [max(0, asked - held) for asked, held in zip(spent_cards(step, seat), hand, strict=True)]
    return cast(Cards, (*lacking[:5], 0))


def spent_cards(step: BelievedStep, seat: int) -> Cards:
    """The cards that an event takes out of a seat's hand."""
    event = step.record.event
    if isinstance(event, events.DomesticTrade) and step.state_before.seat(event.player) != seat:
        return event.take
    return chosen_payment(event)


# Counterfactual replay: checks whether one correction resolves an inconsistency.


Correction = Replace[events.Event] | Insert[events.Event]


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
) -> Iterator[tuple[events.Event, RuleViolation, bool]]:
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
