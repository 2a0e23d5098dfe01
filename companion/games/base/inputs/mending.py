"""What people enter that puts right what was flagged before: it is what was missing there, not something new.

Where the table knows that something was not told, and what is entered now can be just that but nothing new,
it takes its place in the turn that misses it, whoever is on turn by now. So the flag goes:

- the robber is moved when none is due: of the last seven, or knight, after which nobody moved it;
- a development card is bought by who played one that nobody saw bought, and whose cards don't pay for two: it
  was bought at the end of an own turn before.

All else finds its place in `companion.games.base.inputs.backdate`.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Final

from companion.games.base.belief.believed_replay import BelievedReplay, BelievedStep
from companion.games.base.inputs.breaking import broken, broken_with
from companion.games.base.rules.cards import DEVELOPMENT_COST, holds
from companion.games.base.rules.effects import apply
from companion.games.base.rules.events import (
    BuyDevelopmentCard,
    EndTurn,
    Event,
    MoveRobber,
    PlayDevelopmentCard,
)
from companion.games.base.rules.legality import RuleViolation, violations
from companion.games.base.rules.state import State
from companion.games.game_api import Insert, Interpretation

OWN_TURNS: Final = 3
"""In so many of the player's own turns before it was played a card may have been bought, and not told."""


def mended(believed: BelievedReplay, event: Event, *, named: bool) -> Interpretation[Event] | None:
    """What an event comes to that is what was missing before; None where it isn't.

    Args:
        believed: the story so far.
        event: what people entered.
        named: they said whose it is; else whoever is on turn is meant, or who was before.
    """
    if believed.state.phase not in ("play", "over"):
        return None
    if isinstance(event, MoveRobber):
        return _robber(believed, event, named=named)
    if isinstance(event, BuyDevelopmentCard):
        return _purchase(believed, event)
    return None


def _robber(believed: BelievedReplay, event: MoveRobber, *, named: bool) -> Interpretation[Event] | None:
    """The robber of the last turn that ended without it."""
    if not violations(believed.state, event) & RuleViolation.ROBBER_NOT_DUE:
        return None
    for n in _ends_of_turns(believed.steps):
        step = believed.steps[n]
        meant = event if named else replace(event, player=step.before.players[step.before.active].colour)
        due = step.violations & RuleViolation.ROBBER_DUE and not violations(step.before, meant)
        return _before(step, meant) if due else None
    return None


def _purchase(believed: BelievedReplay, event: BuyDevelopmentCard) -> Interpretation[Event] | None:
    """The purchase of a card that was played since, where the cards of the hand don't pay for another."""
    steps = believed.steps
    played = next((n for n in range(len(steps) - 1, -1, -1) if _not_held(steps[n], event)), None)
    if played is None:
        return None
    ends = [n for n in _ends_of_turns(steps[:played]) if _who_passed(steps[n]) == event.player]
    for n in ends[:OWN_TURNS]:
        if _mends(steps, n, event):
            now = _told_anew(steps, n, event)
            hand = now.players[now.seat(event.player)].hand
            return None if holds(hand, DEVELOPMENT_COST) else _before(steps[n], event)
    return None


def _not_held(step: BelievedStep, event: BuyDevelopmentCard) -> bool:
    """Whether a step plays a card that its player, who buys one now, was not known to have."""
    told = step.recorded.event
    return (
        isinstance(told, PlayDevelopmentCard)
        and told.player == event.player
        and event.card in (None, told.card)
        and bool(step.violations & RuleViolation.CARD_NOT_HELD)
    )


def _ends_of_turns(steps: tuple[BelievedStep, ...]) -> Iterator[int]:
    """The positions at which the dice were passed, the newest first."""
    return (n for n in range(len(steps) - 1, -1, -1) if isinstance(steps[n].recorded.event, EndTurn))


def _who_passed(step: BelievedStep) -> str:
    event = step.recorded.event
    assert isinstance(event, EndTurn)
    return event.player


def _mends(steps: tuple[BelievedStep, ...], n: int, event: Event) -> bool:
    """Whether an event could happen before a step, and then fewer rules are broken, and none more."""
    if violations(steps[n].before, event):
        return False
    usual, anew = broken(steps[n:]), broken_with(steps, n, n, event, n)
    return anew != usual and all(one <= other for one, other in zip(anew, usual, strict=True))


def _before(step: BelievedStep, event: Event) -> Interpretation[Event]:
    return Interpretation(corrections=(Insert(step.recorded.number, event),))


def _told_anew(steps: tuple[BelievedStep, ...], n: int, event: Event) -> State:
    """The state now, had an event happened before a step."""
    state = apply(steps[n].before, event)
    for step in steps[n:]:
        state = apply(state, step.recorded.event)
    return state
