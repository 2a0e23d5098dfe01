"""Find entries that repair an earlier rule violation instead of being new events.

If the log lacks an event and the entry can be that event but no new one, it is inserted in the turn that
lacks it, even if another player is active now. So the violation disappears:

- A robber move when none is due belongs to the last seven or knight without a robber move.
- A development card may be bought by a player who played one without a recorded purchase and can't pay for
  two. It was bought at the end of an earlier own turn.

All other entries are placed by `companion.games.base.inputs.backdate`.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Final

from companion.games.base.belief.believed_replay import BelievedReplay, BelievedStep
from companion.games.base.inputs.violation_score import score_steps, score_with_event
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

MAX_OWN_TURNS_BACK: Final = 3
"""Number of own turns before a card was played in which it may have been bought without a report."""


def find_repair(believed: BelievedReplay, event: Event, *, named: bool) -> Interpretation[Event] | None:
    """Return the interpretation of an entry that is a missing earlier event; None: it is not.

    Args:
        believed: the replay so far.
        event: the entered event.
        named: the entry names the player; otherwise it means the active player, or the one who was active
            before.
    """
    if believed.state.phase not in ("play", "over"):
        return None
    if isinstance(event, MoveRobber):
        return _repair_robber(believed, event, named=named)
    if isinstance(event, BuyDevelopmentCard):
        return _repair_purchase(believed, event)
    return None


def _repair_robber(
    believed: BelievedReplay, event: MoveRobber, *, named: bool
) -> Interpretation[Event] | None:
    """Return the repair of the last turn that ended without the due robber move."""
    if not violations(believed.state, event) & RuleViolation.ROBBER_NOT_DUE:
        return None
    for n in _turn_end_positions(believed.steps):
        step = believed.steps[n]
        event_then = (
            event
            if named
            else replace(event, player=step.state_before.players[step.state_before.active].colour)
        )
        due = step.violations & RuleViolation.ROBBER_DUE and not violations(step.state_before, event_then)
        return _insert_before(step, event_then) if due else None
    return None


def _repair_purchase(believed: BelievedReplay, event: BuyDevelopmentCard) -> Interpretation[Event] | None:
    """Return the purchase of a card played since, if the player's cards can't pay for another one."""
    steps = believed.steps
    played = next((n for n in range(len(steps) - 1, -1, -1) if _plays_unheld_card(steps[n], event)), None)
    if played is None:
        return None
    ends = [n for n in _turn_end_positions(steps[:played]) if _passing_player(steps[n]) == event.player]
    for n in ends[:MAX_OWN_TURNS_BACK]:
        if _reduces_violations(steps, n, event):
            now = _replay_with(steps, n, event)
            hand = now.players[now.seat(event.player)].hand
            return None if holds(hand, DEVELOPMENT_COST) else _insert_before(steps[n], event)
    return None


def _plays_unheld_card(step: BelievedStep, event: BuyDevelopmentCard) -> bool:
    """Return whether the buyer played a card in this step that the player was not known to have."""
    played = step.record.event
    return (
        isinstance(played, PlayDevelopmentCard)
        and played.player == event.player
        and event.card in (None, played.card)
        and bool(step.violations & RuleViolation.CARD_NOT_HELD)
    )


def _turn_end_positions(steps: tuple[BelievedStep, ...]) -> Iterator[int]:
    """Return the positions of the turn ends, the newest first."""
    return (n for n in range(len(steps) - 1, -1, -1) if isinstance(steps[n].record.event, EndTurn))


def _passing_player(step: BelievedStep) -> str:
    event = step.record.event
    assert isinstance(event, EndTurn)
    return event.player


def _reduces_violations(steps: tuple[BelievedStep, ...], n: int, event: Event) -> bool:
    """Return whether an event is legal before a step and leaves fewer violations of every sort."""
    if violations(steps[n].state_before, event):
        return False
    baseline, repaired = score_steps(steps[n:]), score_with_event(steps, n, n, event, n)
    return repaired != baseline and all(one <= other for one, other in zip(repaired, baseline, strict=True))


def _insert_before(step: BelievedStep, event: Event) -> Interpretation[Event]:
    return Interpretation(corrections=(Insert(step.record.number, event),))


def _replay_with(steps: tuple[BelievedStep, ...], n: int, event: Event) -> State:
    """Return the current state if an event had happened before a step."""
    state = apply(steps[n].state_before, event)
    for step in steps[n:]:
        state = apply(state, step.record.event)
    return state
