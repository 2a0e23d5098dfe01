"""The courses of events that may have led to what is seen, each by steps that people do take."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import Final

from companion.games.base.tracker import building, past, priors, robbery
from companion.games.base.tracker.course import Course
from companion.games.base.tracker.differences import Change
from companion.games.base.tracker.scene import Scene

WIDTH: Final = 24
"""Courses that are followed on at once, the likeliest first."""

WAYS: Final[tuple[Callable[[Scene, Course, Change], Iterator[Course]], ...]] = (
    past.taken_back,
    past.founded_elsewhere,
    past.city_taken_back,
    past.founded_late,
    past.built_late,
    past.built_before_the_seven,
    past.turn_not_over,
    past.laid_by_card_before,
    building.founded,
    building.built,
    building.laid_by_card,
    building.built_without_a_roll,
    robbery.moved_because_due,
    robbery.moved_before,
    robbery.moved_by_knight,
    robbery.put_right,
)
"""All that people do which changes the board. What was told wrongly is put right first."""


def courses(scene: Scene) -> list[Course]:
    """All courses found, that on which nothing happened first; each explains some of what differs.

    What would be told is different on each: readings that come to the same event count together.
    """
    account = scene.account
    nothing = Course(account.state, account.belief_cache, _beliefs=(account.belief, ()))
    found = [nothing]
    followed = [nothing]
    while followed:
        further: dict[object, Course] = {}
        for course in followed:
            for place, changes in scene.places.items():
                if place not in course.explained:
                    readings: dict[object, Course] = {}
                    for change in changes:
                        for then in _explained(scene, course, change):
                            _count(readings, then, _either)
                    for then in readings.values():
                        # The same events in another order are no other course.
                        _count(further, then, _likelier)
        followed = sorted(further.values(), key=lambda course: -course.score)[:WIDTH]
        found += followed
    return found


def _explained(scene: Scene, course: Course, change: Change) -> Iterator[Course]:
    """The courses on which a change is explained as well: less likely if it was seen to come earlier."""
    early = any(change.since < other.earliest for other in course.explained.values())
    for way in WAYS:
        for then in way(scene, course, change):
            yield replace(then, score=then.score + priors.OUT_OF_ORDER) if early else then


def _count(found: dict[object, Course], course: Course, both: Callable[[Course, Course], Course]) -> None:
    meaning = frozenset(course.events), course.corrections
    found[meaning] = both(found[meaning], course) if meaning in found else course


def _either(one: Course, other: Course) -> Course:
    """Two readings of one place that come to the same: as likely as both together."""
    likelier, lesser = (one, other) if one.score >= other.score else (other, one)
    return replace(likelier, score=likelier.score + math.log1p(math.exp(lesser.score - likelier.score)))


def _likelier(one: Course, other: Course) -> Course:
    return one if one.score >= other.score else other
