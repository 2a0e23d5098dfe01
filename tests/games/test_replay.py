"""Replays: continued from the common prefix, each event folded once, each rule checked once."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.games.replay import MAX_CACHED_REPLAYS, RecordedEvent, ReplayCache, replay_events
from tests.games.tally import Seated, State, Tally, Thrown


class CountingTally(Tally):
    """A tally that counts the calls of its rules."""

    def __init__(self) -> None:
        self.asked: Counter[str] = Counter()

    def apply(self, state: Any, event: Any) -> State:
        self.asked["apply"] += 1
        return super().apply(state, event)

    def violations(self, state: Any, event: Any) -> list[str]:
        self.asked["violations"] += 1
        return super().violations(state, event)


@pytest.fixture
def rules() -> CountingTally:
    return CountingTally()


def recorded_events(*totals: int) -> tuple[RecordedEvent[Any], ...]:
    events = [Seated(("Ana", "Ben")), *map(Thrown, totals)]
    return tuple(
        RecordedEvent(number, event, float(number), "tablet") for number, event in enumerate(events, 1)
    )


def test_each_step_has_the_states_before_and_after_it(rules: CountingTally) -> None:
    replay = replay_events(rules, recorded_events(3, 5))
    assert [step.after.totals for step in replay.steps] == [(0, 0), (3, 0), (3, 5)]
    assert [step.before for step in replay.steps] == [State(), *(step.after for step in replay.steps[:-1])]
    assert replay.state == replay.steps[-1].after
    assert replay.recorded_events == recorded_events(3, 5)


def test_an_empty_replay_has_the_initial_state(rules: CountingTally) -> None:
    assert replay_events(rules, ()).state == State()


def test_only_new_events_are_folded(rules: CountingTally) -> None:
    first = replay_events(rules, recorded_events(3, 5))
    rules.asked.clear()
    assert replay_events(rules, recorded_events(3, 5, 8), first).steps[:3] == first.steps
    assert rules.asked["apply"] == 1


def test_only_events_after_a_correction_are_folded_again(rules: CountingTally) -> None:
    first = replay_events(rules, recorded_events(3, 5, 8, 9))
    rules.asked.clear()
    second = replay_events(rules, recorded_events(3, 5, 2, 9), first)
    assert rules.asked["apply"] == 2
    assert all(one is other for one, other in zip(first.steps[:3], second.steps[:3], strict=True))


def test_a_changed_source_folds_nothing_again(rules: CountingTally) -> None:
    first = replay_events(rules, recorded_events(20, 1, 2))
    assert first.violations == {3: ("game_over",), 4: ("game_over",)}
    rules.asked.clear()
    surer = (
        *recorded_events(20, 1)[:2],
        replace(recorded_events(20, 1)[2], source="tower"),
        recorded_events(20, 1, 2)[3],
    )
    second = replay_events(rules, surer, first)
    assert second.steps[2].recorded.source == "tower"
    assert second.violations == first.violations
    assert not rules.asked


def test_rules_are_checked_lazily_and_once(rules: CountingTally) -> None:
    replay = replay_events(rules, recorded_events(20, 1))
    assert "violations" not in rules.asked
    assert [replay.violations, replay.steps[2].violations] == [{3: ("game_over",)}, ("game_over",)]
    assert rules.asked["violations"] == 3


class TestReplayCache:
    def test_the_cache_returns_the_same_replay_for_the_same_events(self, rules: CountingTally) -> None:
        cache = ReplayCache(rules)
        assert cache.replay(recorded_events(3, 5)) is cache.replay(recorded_events(3, 5))

    def test_previews_do_not_evict_the_current_replay(self, rules: CountingTally) -> None:
        cache = ReplayCache(rules)
        history = cache.replay(recorded_events(3, 5, 8))
        for total in range(MAX_CACHED_REPLAYS - 1):
            cache.replay(recorded_events(3, total, 8))
        rules.asked.clear()
        assert cache.replay(recorded_events(3, 5, 8)) is history
        assert not rules.asked

    @given(stories=st.lists(st.lists(st.integers(0, 3), max_size=6), min_size=1, max_size=8))
    def test_the_cache_equals_a_new_replay(self, stories: list[list[int]]) -> None:
        cache = ReplayCache(Tally())
        for totals in stories:
            assert cache.replay(recorded_events(*totals)) == replay_events(Tally(), recorded_events(*totals))
