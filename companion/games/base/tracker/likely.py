"""The courses that a board may have come by, weighed against each other."""

from __future__ import annotations

import math
from collections.abc import Sequence

from companion.games.base.tracker.course import Course


class Likely:
    """Courses with their probabilities: one of them is what happened.

    Attributes:
        courses: the likeliest first; that nothing happened is one of them.
    """

    def __init__(self, found: Sequence[Course]) -> None:
        """Weigh all that were found."""
        self.courses = sorted(found, key=lambda course: -course.score)
        highest = self.courses[0].score
        odds = [math.exp(course.score - highest) for course in self.courses]
        self._shares = [each / sum(odds) for each in odds]

    def support(self, course: Course, *, whichever_way: bool = False) -> float:
        """Probability that all of a course happened, whatever else did.

        Of two changes on the board one may be clear and the other not: what explains the clear one alone has
        the support of all courses that explain both.

        Args:
            course: one of them.
            whichever_way: it counts what a course explains, and not how.
        """
        return sum(
            share
            for other, share in zip(self.courses, self._shares, strict=True)
            if _has_all_of(other, course, whichever_way=whichever_way)
        )


def _has_all_of(other: Course, course: Course, *, whichever_way: bool) -> bool:
    if any(other.explained.get(place) != change for place, change in course.explained.items()):
        return False
    return whichever_way or (
        other.corrections == course.corrections and all(event in other.events for event in course.events)
    )
