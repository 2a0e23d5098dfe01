"""The courses of events that may have led to what is seen, each by steps that people do take."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import Final

from companion.games.base.tracker import building, priors, revisions, robbery, turns_missed
from companion.games.base.tracker.context import TrackerContext
from companion.games.base.tracker.differences import Change
from companion.games.base.tracker.hypothesis import Hypothesis

BEAM_WIDTH: Final = 24
"""Hypotheses that are followed on at once, the likeliest first."""

GENERATORS: Final[tuple[Callable[[TrackerContext, Hypothesis, Change], Iterator[Hypothesis]], ...]] = (
    revisions.taken_back,
    revisions.founded_elsewhere,
    revisions.city_taken_back,
    revisions.founded_late,
    revisions.built_late,
    revisions.built_before_the_seven,
    revisions.turn_not_over,
    revisions.laid_by_card_before,
    building.founded,
    building.built,
    building.laid_by_card,
    building.built_without_a_roll,
    turns_missed.built_after_a_missed_turn,
    robbery.moved_because_due,
    robbery.moved_before,
    robbery.moved_by_knight,
    robbery.moved_by_unseen_seven,
    robbery.put_right,
)
"""All that people do which changes the board. What was told wrongly is put right first."""


def beam_search(context: TrackerContext) -> list[Hypothesis]:
    """All hypotheses found, that on which nothing happened first; each explains some of what differs.

    What would be told is different on each: readings that come to the same event count together.
    """
    believed = context.believed
    nothing = Hypothesis(believed.state, believed.belief_cache, _beliefs=(believed.belief, ()))
    found = [nothing]
    followed = [nothing]
    while followed:
        further: dict[object, Hypothesis] = {}
        for hypothesis in followed:
            for place, changes in context.places.items():
                if place not in hypothesis.explained:
                    readings: dict[object, Hypothesis] = {}
                    for change in changes:
                        for then in _explained(context, hypothesis, change):
                            _count(readings, then, _either)
                    for then in readings.values():
                        # The same events in another order are no other hypothesis.
                        _count(further, then, _likelier)
        followed = sorted(further.values(), key=lambda hypothesis: -hypothesis.score)[:BEAM_WIDTH]
        found += followed
    return found


def _explained(context: TrackerContext, hypothesis: Hypothesis, change: Change) -> Iterator[Hypothesis]:
    """The hypotheses on which a change is explained as well: less likely if it was seen to come earlier."""
    early = any(change.since < other.earliest for other in hypothesis.explained.values())
    for way in GENERATORS:
        for then in way(context, hypothesis, change):
            yield replace(then, score=then.score + priors.OUT_OF_ORDER_LOG_P) if early else then


def _count(
    found: dict[object, Hypothesis],
    hypothesis: Hypothesis,
    both: Callable[[Hypothesis, Hypothesis], Hypothesis],
) -> None:
    meaning = frozenset(hypothesis.events), hypothesis.corrections
    found[meaning] = both(found[meaning], hypothesis) if meaning in found else hypothesis


def _either(one: Hypothesis, other: Hypothesis) -> Hypothesis:
    """Two readings of one place that come to the same: as likely as both together."""
    likelier, lesser = (one, other) if one.score >= other.score else (other, one)
    return replace(likelier, score=likelier.score + math.log1p(math.exp(lesser.score - likelier.score)))


def _likelier(one: Hypothesis, other: Hypothesis) -> Hypothesis:
    return one if one.score >= other.score else other
