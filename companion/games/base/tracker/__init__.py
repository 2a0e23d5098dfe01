"""The tracker: tells the legal story that explains what is seen on the board.

`watch` is the door. It looks at what differs from the state, looks for the likeliest legal course of
events that leads there, and tells it, asks, or waits.
"""

from __future__ import annotations

import math

from companion.games.base.account import Account
from companion.games.base.events import Event
from companion.games.base.tracker import priors
from companion.games.base.tracker.course import Course
from companion.games.base.tracker.differences import differences
from companion.games.base.tracker.questions import unexplained
from companion.games.base.tracker.scene import Scene
from companion.games.base.tracker.search import courses
from companion.games.seam import Telling
from companion.observations import BoardSeen


def watch(account: Account, seen: BoardSeen) -> Telling[Event]:
    """What the board, as it is believed to stand, tells that the story doesn't know yet."""
    if account.state.phase not in ("founding", "play"):
        return Telling()
    places = differences(account.state, seen)
    if not places:
        return Telling()
    scene = Scene(account, seen, places)
    found = courses(scene)
    best = max(found, key=lambda course: course.score)
    certainty = _share(best, found)
    if best.explained and _ripe(scene, best, certainty):
        return Telling(best.events, best.corrections, min(certainty, priors.SUREST), best.inferred)
    return Telling(question=unexplained(scene, found))


def _share(best: Course, found: list[Course]) -> float:
    """Probability of the best course among all that were found."""
    return 1 / sum(math.exp(course.score - best.score) for course in found)


def _ripe(scene: Scene, course: Course, certainty: float) -> bool:
    """Whether a course is to be told now: clear ones at once, others once they had time to become clear."""
    if certainty >= priors.CLEAR:
        return True
    waited = all(scene.rested(change, priors.DOUBTFUL_S) for change in course.explained.values())
    return certainty >= priors.LIKELY and waited
