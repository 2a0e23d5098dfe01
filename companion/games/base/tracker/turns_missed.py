"""A roll that nobody saw, found out only after the next one was told: that was the next player's, then."""

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
from companion.games.base.rules.retelling import turns_apart
from companion.games.base.tracker import priors
from companion.games.base.tracker.building import bought, comes, turns_between
from companion.games.base.tracker.context import TrackerContext
from companion.games.base.tracker.differences import Change
from companion.games.base.tracker.hypothesis import Correction, Hypothesis, retold
from companion.games.game_api import Insert

_BUILT = (PlaceRoad, PlaceSettlement, PlaceCity)


def built_after_a_missed_turn(
    context: TrackerContext, hypothesis: Hypothesis, change: Change
) -> Iterator[Hypothesis]:
    """Somebody builds who has thrown the last dice: they were told of a player whose own roll nobody saw.

    What was told since as done by the player on turn was done by the builder.
    """
    rolled = context.rolled
    if not comes(change) or hypothesis.events or hypothesis.corrections or rolled is None:
        return
    state = hypothesis.state
    if state.phase != "play" or not change.since > rolled.recorded.t:
        return
    wait = priors.MISSED_TURN_CLOSING_S if context.seen.closing else priors.MISSED_TURN_S
    passed = _passed_unseen(context, rolled, change.after.colour)
    if not passed or not context.waited(change, wait):
        return
    prior = _missed_before(context, rolled, len(passed) // 2) + _taken_time(context, rolled, change.since)
    prior += priors.SAID_LOG_P if rolled.recorded.certainty == 1 else 0.0
    if hypothesis.hopeless(change, prior):
        return
    recorded_events = [step.recorded for step in context.believed.steps]
    at = recorded_events.index(rolled.recorded)
    corrections: list[Correction] = [Insert[Event](rolled.recorded.number, event) for event in passed]
    corrections += turns_apart(recorded_events, at, passed, frozenset())
    yield from bought(context, retold(context.believed, hypothesis, None, prior, corrections), change)


def _passed_unseen(context: TrackerContext, rolled: BelievedStep, builder: Colour) -> Sequence[Event]:
    """The turns, each with a roll that nobody saw, from the one told to have rolled to the builder.

    None where who was told to have rolled has built since: so that player did.
    """
    assert isinstance(rolled.recorded.event, Roll)
    told = rolled.recorded.event.player
    since = context.this_turn[context.this_turn.index(rolled) + 1 :]
    if any(isinstance(s.recorded.event, _BUILT) and s.recorded.event.player == told for s in since):
        return ()
    between = turns_between(rolled.after, rolled.after.seat(told), builder)
    return [event for colour, _ in between for event in (UnseenRoll(colour), EndTurn(colour))]


def _missed_before(context: TrackerContext, rolled: BelievedStep, turns: int) -> float:
    """Log probability that the rolls of so many turns were missed since the roll before this one."""
    before = _roll_before(context, rolled)
    return priors.missed(turns, sum(before < t < rolled.recorded.t for t in context.seen.unread))


def _taken_time(context: TrackerContext, rolled: BelievedStep, built: float) -> float:
    """What the times say: a turn that was missed took time before the roll that was told, not after it."""
    before = rolled.recorded.t - _roll_before(context, rolled)
    return 0.0 if before > built - rolled.recorded.t else priors.LONG_SINCE_LOG_P


def _roll_before(context: TrackerContext, rolled: BelievedStep) -> float:
    """When the dice were thrown before a roll, as far as that is told; else when the game began."""
    steps = context.believed.steps
    earlier = reversed(steps[: steps.index(rolled)])
    thrown = (s.recorded.t for s in earlier if isinstance(s.recorded.event, Roll | UnseenRoll))
    return next((t for t in thrown if t < rolled.recorded.t), steps[0].recorded.t)
