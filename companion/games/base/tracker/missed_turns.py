"""Explain a build by a missed roll that is found after the next one was recorded for the wrong player."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from companion.games.base.belief.believed_replay import BelievedStep
from companion.games.base.rules.events import (
    EndTurn,
    Event,
    PlaceCity,
    PlaceRoad,
    PlaceSettlement,
    Roll,
    UnseenRoll,
)
from companion.games.base.rules.options import Colour
from companion.games.base.rules.reattribution import reattribute_after_roll_change
from companion.games.base.tracker import priors
from companion.games.base.tracker.board_diff import Change
from companion.games.base.tracker.building import is_new_piece, purchase_hypotheses, turns_between
from companion.games.base.tracker.context import TrackerContext
from companion.games.base.tracker.hypothesis import Correction, Hypothesis, revise_hypothesis
from companion.games.game_api import Insert

_BUILD_EVENTS = (PlaceRoad, PlaceSettlement, PlaceCity)


def explain_by_missed_turn(
    context: TrackerContext, hypothesis: Hypothesis, change: Change
) -> Iterator[Hypothesis]:
    """Explain a piece of a player who rolled the last dice after a missed turn.

    The dice were recorded for a player whose own roll was missed. Events of the active player since then were
    the builder's.
    """
    rolled = context.roll_step
    if not is_new_piece(change) or hypothesis.events or hypothesis.corrections or rolled is None:
        return
    state = hypothesis.state
    if state.phase != "play" or not change.since > rolled.record.t:
        return
    wait = priors.MISSED_TURN_CLOSING_S if context.seen.closing else priors.MISSED_TURN_S
    passed = _unseen_turns(context, rolled, change.after.colour)
    if not passed or not context.has_lasted(change, wait):
        return
    prior = _missed_rolls_log_p(context, rolled, len(passed) // 2) + _timing_log_p(
        context, rolled, change.since
    )
    prior += priors.CONTRADICTS_PEOPLE_LOG_P if rolled.record.certainty == 1 else 0.0
    if hypothesis.is_hopeless(change, prior):
        return
    recorded_events = [step.record for step in context.believed.steps]
    at = recorded_events.index(rolled.record)
    corrections: list[Correction] = [Insert[Event](rolled.record.number, event) for event in passed]
    corrections += reattribute_after_roll_change(recorded_events, at, passed, frozenset())
    yield from purchase_hypotheses(
        context, revise_hypothesis(context.believed, hypothesis, None, prior, corrections), change
    )


def _unseen_turns(context: TrackerContext, rolled: BelievedStep, builder: Colour) -> Sequence[Event]:
    """Return the turns with unseen rolls from the recorded roller to the builder.

    There are none if the recorded roller has built since: then that player did roll.
    """
    assert isinstance(rolled.record.event, Roll)
    roller = rolled.record.event.player
    since = context.this_turn[context.this_turn.index(rolled) + 1 :]
    if any(isinstance(s.record.event, _BUILD_EVENTS) and s.record.event.player == roller for s in since):
        return ()
    between = turns_between(rolled.state_after, rolled.state_after.seat(roller), builder)
    return [event for colour, _ in between for event in (UnseenRoll(colour), EndTurn(colour))]


def _missed_rolls_log_p(context: TrackerContext, rolled: BelievedStep, turns: int) -> float:
    """Return the log probability of the missed rolls of so many turns since the roll before this one."""
    before = _previous_roll_s(context, rolled)
    return priors.missed_rolls_log_p(turns, sum(before < t < rolled.record.t for t in context.seen.unread))


def _timing_log_p(context: TrackerContext, rolled: BelievedStep, built: float) -> float:
    """Return the log probability of the roll times.

    A missed turn took time before the recorded roll, not after it.
    """
    before = rolled.record.t - _previous_roll_s(context, rolled)
    return 0.0 if before > built - rolled.record.t else priors.LONG_SINCE_LOG_P


def _previous_roll_s(context: TrackerContext, rolled: BelievedStep) -> float:
    """Return the session seconds of the recorded roll before a roll; otherwise of the game's start."""
    steps = context.believed.steps
    earlier = reversed(steps[: steps.index(rolled)])
    thrown = (s.record.t for s in earlier if isinstance(s.record.event, Roll | UnseenRoll))
    return next((t for t in thrown if t < rolled.record.t), steps[0].record.t)
