"""The belief cache returns the same belief for the same next event."""

from __future__ import annotations

from dataclasses import replace

from companion.games.base.belief.believed_replay import MAX_BELIEFS, BeliefCache, BelievedReplayCache
from companion.games.base.rules.effects import apply
from companion.games.base.rules.events import EndTurn, Roll
from tests.games.base.histories import FOUNDING, OPENING, holds, in_play, story_of

OPENING_EVENTS = holds("red", lumber=2), Roll("red", (1, 1))
PASS_DICE = EndTurn("red")


def test_a_cached_belief_equals_an_update() -> None:
    believed = in_play(*OPENING_EVENTS)
    state, after = believed.state, apply(believed.state, PASS_DICE)
    thought = believed.belief_cache.update(believed.belief, state, PASS_DICE, after)
    expected = believed.belief.update(state, PASS_DICE, after)
    assert [thought.hand(seat) for seat in range(3)] == [expected.hand(seat) for seat in range(3)]
    assert believed.belief_cache.update(believed.belief, state, PASS_DICE, after) is thought


def test_another_belief_is_computed_again() -> None:
    believed = in_play(*OPENING_EVENTS)
    belief_cache = BeliefCache()
    state, after = believed.state, apply(believed.state, PASS_DICE)
    beliefs = [step.belief for step in believed.steps[-2:]]
    one, other = (belief_cache.update(belief, state, PASS_DICE, after) for belief in beliefs)
    assert one is not other


def test_the_cache_keeps_a_limited_number_of_beliefs() -> None:
    believed = in_play(*OPENING_EVENTS)
    belief_cache = BeliefCache()
    state, after = believed.state, apply(believed.state, PASS_DICE)
    first = belief_cache.update(believed.belief, state, PASS_DICE, after)
    belief = believed.belief
    for _ in range(MAX_BELIEFS + 1):
        belief = belief_cache.update(belief, state, PASS_DICE, after)
    assert belief_cache.update(believed.belief, state, PASS_DICE, after) is not first


def test_the_same_history_returns_the_same_replay() -> None:
    believed_replays, history = BelievedReplayCache(), story_of(*OPENING, *FOUNDING, *OPENING_EVENTS)
    first = believed_replays.get(history)
    assert believed_replays.get(replace(history)) is first
    assert believed_replays.get(replace(history, in_doubt=frozenset({"red"}))) is not first


def test_cached_beliefs_last_until_an_event_is_recorded() -> None:
    believed_replays = BelievedReplayCache()
    first = believed_replays.get(story_of(*OPENING, *FOUNDING, *OPENING_EVENTS))
    assert (
        believed_replays.get(story_of(*OPENING, *FOUNDING, *OPENING_EVENTS)).belief_cache
        is first.belief_cache
    )
    assert (
        believed_replays.get(story_of(*OPENING, *FOUNDING, *OPENING_EVENTS, PASS_DICE)).belief_cache
        is not first.belief_cache
    )
