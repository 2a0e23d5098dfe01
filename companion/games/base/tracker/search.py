"""The courses of events that may have led to what is seen, each by steps that people do take."""

from __future__ import annotations

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
    past.city_taken_back,
    past.founded_late,
    past.built_late,
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
    """All courses found, that on which nothing happened first; each explains some of what differs."""
    nothing = Course(scene.account.state, _beliefs=(scene.account.belief, ()))
    found = [nothing]
    followed = [nothing]
    while followed:
        further: dict[object, Course] = {}
        for course in followed:
            for place, changes in scene.places.items():
                if place in course.explained:
                    continue
                for change in changes:
                    for way in WAYS:
                        for then in way(scene, course, change):
                            # The same, told in another order or less likely, is no other course.
                            then = _in_order(course, change, then)
                            key = (frozenset(then.explained.items()), _sets(then))
                            if key not in further or then.score > further[key].score:
                                further[key] = then
        followed = sorted(further.values(), key=lambda course: -course.score)[:WIDTH]
        found += followed
    return found


def _in_order(course: Course, change: Change, then: Course) -> Course:
    """The longer course, less likely if what it adds was seen before what it explained so far."""
    if any(change.since < earlier.since for earlier in course.explained.values()):
        return replace(then, score=then.score + priors.OUT_OF_ORDER)
    return then


def _sets(course: Course) -> object:
    return frozenset(map(repr, course.events)), course.corrections
