"""What would be believed if more happened: asked again, it is the very belief that was found before."""

from __future__ import annotations

from dataclasses import replace

from companion.games.base.belief.belief_cache import MAX_BELIEFS, BeliefCache
from companion.games.base.belief.believed_replay import BelievedReplayCache
from companion.games.base.rules.effects import apply
from companion.games.base.rules.events import EndTurn, Roll
from tests.games.base.stories import FOUNDING, OPENING, holds, in_play, story_of

HELD = holds("red", lumber=2), Roll("red", (1, 1))
PASSED = EndTurn("red")


def test_it_is_what_would_be_told() -> None:
    believed = in_play(*HELD)
    state, after = believed.state, apply(believed.state, PASSED)
    thought = believed.belief_cache.update(believed.belief, state, PASSED, after)
    told = believed.belief.update(state, PASSED, after)
    assert [thought.hand(seat) for seat in range(3)] == [told.hand(seat) for seat in range(3)]
    assert believed.belief_cache.update(believed.belief, state, PASSED, after) is thought


def test_another_belief_is_thought_of_anew() -> None:
    believed = in_play(*HELD)
    belief_cache = BeliefCache()
    state, after = believed.state, apply(believed.state, PASSED)
    beliefs = [step.belief for step in believed.steps[-2:]]
    one, other = (belief_cache.update(belief, state, PASSED, after) for belief in beliefs)
    assert one is not other


def test_not_more_is_remembered_than_is_said() -> None:
    believed = in_play(*HELD)
    belief_cache = BeliefCache()
    state, after = believed.state, apply(believed.state, PASSED)
    first = belief_cache.update(believed.belief, state, PASSED, after)
    belief = believed.belief
    for _ in range(MAX_BELIEFS + 1):
        belief = belief_cache.update(belief, state, PASSED, after)
    assert belief_cache.update(believed.belief, state, PASSED, after) is not first


def test_who_asks_for_the_same_story_again_gets_the_same_account() -> None:
    believed_replays, history = BelievedReplayCache(), story_of(*OPENING, *FOUNDING, *HELD)
    first = believed_replays.get(history)
    assert believed_replays.get(replace(history)) is first
    assert believed_replays.get(replace(history, in_doubt=frozenset({"red"}))) is not first


def test_they_last_as_long_as_nothing_is_told() -> None:
    believed_replays = BelievedReplayCache()
    first = believed_replays.get(story_of(*OPENING, *FOUNDING, *HELD))
    assert believed_replays.get(story_of(*OPENING, *FOUNDING, *HELD)).belief_cache is first.belief_cache
    assert (
        believed_replays.get(story_of(*OPENING, *FOUNDING, *HELD, PASSED)).belief_cache
        is not first.belief_cache
    )
