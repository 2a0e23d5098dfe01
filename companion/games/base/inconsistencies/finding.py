"""What can't have happened as it was told, found in the last turns of a story."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final, cast

from companion.games.base.belief.believed_replay import BelievedStep
from companion.games.base.rules.cards import NONE, Cards
from companion.games.base.rules.costs import Paying, given
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

TURNS: Final = 4
"""How many turns are looked at for what can't be: this one and three before."""
ROLLS: Final = 8
"""How many turns before an inconsistency, its own among them, had rolls that are thought of."""

TAKING: Final[tuple[type[Event], ...]] = (*Paying.__args__, Steal)
"""What takes cards out of a hand."""

SHORT: Final = RuleViolation.CANNOT_PAY | RuleViolation.PARTNER_CANNOT_PAY

NOT_HELD: Final = RuleViolation.CARD_NOT_HELD | RuleViolation.CARD_BOUGHT_THIS_TURN


@dataclass(frozen=True)
class Inconsistency:
    """An event that can't have happened as the story has it.

    Attributes:
        at: its position in the story.
        violation: the rules that it breaks, any of which an explanation has to mend.
        seat: who did what could not be done.
        missing: the cards that were not there, as far as they can be named.
    """

    at: int
    violation: RuleViolation
    seat: int
    missing: Cards = NONE


def inconsistencies(steps: Sequence[BelievedStep], turns: int = TURNS) -> Iterator[Inconsistency]:
    """What is in doubt in the last turns, the newest first; what only follows from another is left out."""
    for at in range(len(steps) - 1, from_turn(steps, len(steps) - 1, turns) - 1, -1):
        if inconsistency := _doubt(steps, at):
            yield inconsistency


def from_turn(steps: Sequence[BelievedStep], at: int, turns: int) -> int:
    """The position from which on the turn of a step and those before it are told, `turns` in all."""
    passed = 0
    for position in range(at - 1, -1, -1):
        if isinstance(steps[position].recorded.event, EndTurn):
            passed += 1
            if passed == turns:
                return position + 1
    return 0


def _doubt(steps: Sequence[BelievedStep], at: int) -> Inconsistency | None:
    step = steps[at]
    if step.before.phase != "play":
        return None
    event, violations = step.recorded.event, step.violations
    if isinstance(event, EndTurn):
        seven = step.before.robber_due and step.before.dice is not None and sum(step.before.dice) == 7
        return Inconsistency(at, RuleViolation.ROBBER_DUE, step.before.active) if seven else None
    if isinstance(event, UnseenRoll):
        return Inconsistency(at, RuleViolation.NOT_ROLLED, step.before.seat(event.player))
    if violations & RuleViolation.NOT_ROLLED:
        # What such a turn can't pay may be what the roll brought: the roll is asked for.
        first = not any(other.violations & RuleViolation.NOT_ROLLED for other in _same_turn_before(steps, at))
        rolled = any(isinstance(other.recorded.event, Roll) for other in _same_turn_after(steps, at))
        if first and not rolled:
            return Inconsistency(at, RuleViolation.NOT_ROLLED, step.before.active)
        return None
    if violations & NOT_HELD and isinstance(event, PlayDevelopmentCard | RevealVictoryPoints):
        return Inconsistency(at, NOT_HELD, step.before.seat(event.player))
    return _shortfall(steps, at)


def _same_turn_before(steps: Sequence[BelievedStep], at: int) -> Iterator[BelievedStep]:
    for position in range(at - 1, -1, -1):
        if isinstance(steps[position].recorded.event, EndTurn):
            return
        yield steps[position]


def _same_turn_after(steps: Sequence[BelievedStep], at: int) -> Iterator[BelievedStep]:
    for position in range(at + 1, len(steps)):
        if isinstance(steps[position].recorded.event, EndTurn):
            return
        yield steps[position]


def _shortfall(steps: Sequence[BelievedStep], at: int) -> Inconsistency | None:
    step = steps[at]
    if contradicted(steps, at) and any(step.belief.contradictions[-1].missing):
        found = step.belief.contradictions[-1]
        if step.before.players[found.seat].veiled:
            # What it holds was said, if not to everybody.
            return None
        return Inconsistency(at, SHORT, found.seat, found.missing)
    seat = _who_is_short(step)
    if seat is None or any(
        _who_is_short(steps[before]) == seat for before in range(_hand_known_from(steps, at, seat), at)
    ):
        # A hand that once came short is no measure of what it can pay: the belief knows better.
        return None
    return Inconsistency(at, SHORT, seat, _missing(step, seat))


def contradicted(steps: Sequence[BelievedStep], at: int) -> bool:
    """Whether a step can't be, whatever the hands were that were thought possible before it."""
    before = steps[at - 1].belief.contradictions if at else ()
    return len(steps[at].belief.contradictions) > len(before)


def _who_is_short(step: BelievedStep) -> int | None:
    event = step.recorded.event
    if step.violations & RuleViolation.PARTNER_CANNOT_PAY and isinstance(event, DomesticTrade):
        return step.before.seat(event.partner)
    if step.violations & RuleViolation.CANNOT_PAY and isinstance(event, Paying):
        return step.before.seat(event.player)
    return None


def _hand_known_from(steps: Sequence[BelievedStep], at: int, seat: int) -> int:
    """The position from which on nothing but the story says what is in a hand."""
    for position in range(at - 1, -1, -1):
        event = steps[position].recorded.event
        if isinstance(event, ShowHand) and steps[position].before.seat(event.player) == seat:
            return position + 1
    return 0


def _missing(step: BelievedStep, seat: int) -> Cards:
    hand = step.before.players[seat].hand
    lacking = [max(0, asked - held) for asked, held in zip(spent(step, seat), hand, strict=True)]
    return cast(Cards, (*lacking[:5], 0))


def spent(step: BelievedStep, seat: int) -> Cards:
    """What an event takes out of a hand."""
    event = step.recorded.event
    if isinstance(event, DomesticTrade) and step.before.seat(event.player) != seat:
        return event.take
    return given(event)
