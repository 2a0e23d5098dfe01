"""Beam search for the event sequences that explain the board, each step by one of the `GENERATORS`."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import Final

from companion.games.base.tracker import building, missed_turns, priors, revisions, robbery
from companion.games.base.tracker.board_diff import Change
from companion.games.base.tracker.context import TrackerContext
from companion.games.base.tracker.hypothesis import Hypothesis

BEAM_WIDTH: Final = 24
"""Number of hypotheses that are extended at once, the likeliest first."""

GENERATORS: Final[tuple[Callable[[TrackerContext, Hypothesis, Change], Iterator[Hypothesis]], ...]] = (
    revisions.explain_by_removal,
    revisions.explain_by_moved_founding_road,
    revisions.explain_by_city_removal,
    revisions.explain_by_late_founding,
    revisions.explain_by_late_sighting,
    revisions.explain_by_build_before_seven,
    revisions.explain_by_unfinished_turn,
    revisions.explain_by_earlier_road_building,
    building.explain_by_founding,
    building.explain_by_build,
    building.explain_by_road_building,
    building.explain_by_unseen_roll,
    missed_turns.explain_by_missed_turn,
    robbery.explain_by_due_move,
    robbery.explain_by_earlier_move,
    robbery.explain_by_knight,
    robbery.explain_by_unseen_seven,
    robbery.explain_by_robber_correction,
)
"""All generators of explanations; corrections of recorded events come first."""


def beam_search(context: TrackerContext) -> list[Hypothesis]:
    """Return all hypotheses that were found, the empty one first; each explains some of the changes.

    Their meanings are distinct: readings that lead to the same events are summed up.
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
                        for then in _extend(context, hypothesis, change):
                            _add_or_combine(readings, then, _sum_probabilities)
                    for then in readings.values():
                        # The same events in another order are the same hypothesis.
                        _add_or_combine(further, then, _max_score)
        followed = sorted(further.values(), key=lambda hypothesis: -hypothesis.score)[:BEAM_WIDTH]
        found += followed
    return found


def _extend(context: TrackerContext, hypothesis: Hypothesis, change: Change) -> Iterator[Hypothesis]:
    """Yield the hypotheses that also explain a change; less likely if it was seen before explained ones."""
    early = any(change.since < other.earliest_s for other in hypothesis.explained.values())
    for way in GENERATORS:
        for then in way(context, hypothesis, change):
            yield replace(then, score=then.score + priors.OUT_OF_ORDER_LOG_P) if early else then


def _add_or_combine(
    found: dict[object, Hypothesis],
    hypothesis: Hypothesis,
    both: Callable[[Hypothesis, Hypothesis], Hypothesis],
) -> None:
    meaning = frozenset(hypothesis.events), hypothesis.corrections
    found[meaning] = both(found[meaning], hypothesis) if meaning in found else hypothesis


def _sum_probabilities(one: Hypothesis, other: Hypothesis) -> Hypothesis:
    """Combine two readings of one place with the same events: their probabilities add up."""
    likelier, lesser = (one, other) if one.score >= other.score else (other, one)
    return replace(likelier, score=likelier.score + math.log1p(math.exp(lesser.score - likelier.score)))


def _max_score(one: Hypothesis, other: Hypothesis) -> Hypothesis:
    return one if one.score >= other.score else other
