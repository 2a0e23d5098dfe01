"""Detection of events in the last turns that can't have happened as recorded."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final, cast

from companion.games.base.belief.believed_replay import BelievedStep
from companion.games.base.rules.cards import NO_CARDS, Cards
from companion.games.base.rules.costs import PayingEvent, chosen_payment
from companion.games.base.rules.events import (
    DomesticTrade,
    EndTurn,
    Event,
    PlayDevelopmentCard,
    RevealVictoryPoints,
    Roll,
    ShowHand,
    Steal,
    UnseenRoll,
)
from companion.games.base.rules.legality import RuleViolation

TURNS_SEARCHED: Final = 4
"""Number of turns searched for inconsistencies: this one and three before."""
ROLL_TURNS_SEARCHED: Final = 8
"""Number of turns up to an inconsistency whose rolls can be its cause."""

SPENDING_EVENTS: Final[tuple[type[Event], ...]] = (*PayingEvent.__args__, Steal)
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
        if isinstance(steps[position].record.event, EndTurn):
            ended_turns += 1
            if ended_turns == turns:
                return position + 1
    return 0


def _inconsistency_at(steps: Sequence[BelievedStep], at: int) -> Inconsistency | None:
    step = steps[at]
    if step.state_before.phase != "play":
        return None
    event, violations = step.record.event, step.violations
    if isinstance(event, EndTurn):
        seven = (
            step.state_before.robber_due
            and step.state_before.dice is not None
            and sum(step.state_before.dice) == 7
        )
        return Inconsistency(at, RuleViolation.ROBBER_DUE, step.state_before.active) if seven else None
    if isinstance(event, UnseenRoll):
        return Inconsistency(at, RuleViolation.NOT_ROLLED, step.state_before.seat(event.player))
    if violations & RuleViolation.NOT_ROLLED:
        # The missing roll may have paid for this turn's builds, so the question is about the roll.
        is_first = not any(
            other.violations & RuleViolation.NOT_ROLLED for other in _same_turn_before(steps, at)
        )
        is_rolled_later = any(isinstance(other.record.event, Roll) for other in _same_turn_after(steps, at))
        if is_first and not is_rolled_later:
            return Inconsistency(at, RuleViolation.NOT_ROLLED, step.state_before.active)
        return None
    if violations & NOT_HELD_VIOLATIONS and isinstance(event, PlayDevelopmentCard | RevealVictoryPoints):
        return Inconsistency(at, NOT_HELD_VIOLATIONS, step.state_before.seat(event.player))
    return _shortfall(steps, at)


def _same_turn_before(steps: Sequence[BelievedStep], at: int) -> Iterator[BelievedStep]:
    for position in range(at - 1, -1, -1):
        if isinstance(steps[position].record.event, EndTurn):
            return
        yield steps[position]


def _same_turn_after(steps: Sequence[BelievedStep], at: int) -> Iterator[BelievedStep]:
    for position in range(at + 1, len(steps)):
        if isinstance(steps[position].record.event, EndTurn):
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
    if step.violations & RuleViolation.PARTNER_CANNOT_PAY and isinstance(event, DomesticTrade):
        return step.state_before.seat(event.partner)
    if step.violations & RuleViolation.CANNOT_PAY and isinstance(event, PayingEvent):
        return step.state_before.seat(event.player)
    return None


def _hand_known_since(steps: Sequence[BelievedStep], at: int, seat: int) -> int:
    """The position after the seat's last shown hand, else 0."""
    for position in range(at - 1, -1, -1):
        event = steps[position].record.event
        if isinstance(event, ShowHand) and steps[position].state_before.seat(event.player) == seat:
            return position + 1
    return 0


def _missing_cards(step: BelievedStep, seat: int) -> Cards:
    hand = step.state_before.players[seat].hand
    lacking = [max(0, asked - held) for asked, held in zip(spent_cards(step, seat), hand, strict=True)]
    return cast(Cards, (*lacking[:5], 0))


def spent_cards(step: BelievedStep, seat: int) -> Cards:
    """The cards that an event takes out of a seat's hand."""
    event = step.record.event
    if isinstance(event, DomesticTrade) and step.state_before.seat(event.player) != seat:
        return event.take
    return chosen_payment(event)
