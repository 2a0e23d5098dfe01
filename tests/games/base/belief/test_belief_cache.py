"""What would be believed if more happened: asked again, it is the very belief that was found before."""

from __future__ import annotations

from dataclasses import replace

from companion.games.base.belief.belief_cache import MOST, BeliefCache
from companion.games.base.belief.believed_replay import BelievedReplayCache
from companion.games.base.rules.effects import apply
from companion.games.base.rules.events import EndTurn, Roll
from tests.games.base.stories import FOUNDING, OPENING, holds, in_play, story_of

HELD = holds("red", lumber=2), Roll("red", (1, 1))
PASSED = EndTurn("red")


def test_it_is_what_would_be_told():
    account = in_play(*HELD)
    state, after = account.state, apply(account.state, PASSED)
    thought = account.belief_cache.updated(account.belief, state, PASSED, after)
    told = account.belief.updated(state, PASSED, after)
    assert [thought.hand(seat) for seat in range(3)] == [told.hand(seat) for seat in range(3)]
    assert account.belief_cache.updated(account.belief, state, PASSED, after) is thought


def test_another_belief_is_thought_of_anew():
    account = in_play(*HELD)
    belief_cache = BeliefCache()
    state, after = account.state, apply(account.state, PASSED)
    beliefs = [step.belief for step in account.steps[-2:]]
    one, other = (belief_cache.updated(belief, state, PASSED, after) for belief in beliefs)
    assert one is not other


def test_not_more_is_remembered_than_is_said():
    account = in_play(*HELD)
    belief_cache = BeliefCache()
    state, after = account.state, apply(account.state, PASSED)
    first = belief_cache.updated(account.belief, state, PASSED, after)
    belief = account.belief
    for _ in range(MOST + 1):
        belief = belief_cache.updated(belief, state, PASSED, after)
    assert belief_cache.updated(account.belief, state, PASSED, after) is not first


def test_who_asks_for_the_same_story_again_gets_the_same_account():
    accounts, story = BelievedReplayCache(), story_of(*OPENING, *FOUNDING, *HELD)
    first = accounts.of(story)
    assert accounts.of(replace(story)) is first
    assert accounts.of(replace(story, in_doubt=frozenset({"red"}))) is not first


def test_they_last_as_long_as_nothing_is_told():
    accounts = BelievedReplayCache()
    first = accounts.of(story_of(*OPENING, *FOUNDING, *HELD))
    assert accounts.of(story_of(*OPENING, *FOUNDING, *HELD)).belief_cache is first.belief_cache
    assert accounts.of(story_of(*OPENING, *FOUNDING, *HELD, PASSED)).belief_cache is not first.belief_cache
