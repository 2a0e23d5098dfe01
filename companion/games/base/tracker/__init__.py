"""The tracker: tells the legal story that explains what is seen on the board.

`watch` is the door. It looks at what differs from the state, looks for the likeliest legal course of
events that leads there, and tells it, asks, or waits.
"""

from __future__ import annotations

from companion.games.base.believed_replay import BelievedReplay
from companion.games.base.events import Event
from companion.games.base.tracker import priors
from companion.games.base.tracker.course import Course
from companion.games.base.tracker.denials import undenied
from companion.games.base.tracker.differences import differences
from companion.games.base.tracker.hidden import founded_in_either_order, may_have_built
from companion.games.base.tracker.likely import Likely
from companion.games.base.tracker.paid_for import who_may_have_paid
from companion.games.base.tracker.questions import unexplained
from companion.games.base.tracker.scene import Scene
from companion.games.base.tracker.search import courses
from companion.games.game_api import Interpretation
from companion.observations import BoardSeen


def watch(account: BelievedReplay, seen: BoardSeen) -> Interpretation[Event]:
    """What the board, as it is believed to stand, tells that the story doesn't know yet."""
    if account.state.phase not in ("founding", "play"):
        return Interpretation()
    places = undenied(account, differences(account, seen))
    hidden = may_have_built(account, seen)
    if not places:
        return Interpretation(in_doubt=hidden)
    scene = Scene(account, seen, places)
    likely = Likely(courses(scene))
    told = next(
        (course for course in likely.courses if course.explained and _ripe(scene, course, likely)), None
    )
    if told is not None:
        either = founded_in_either_order(scene, told)
        certainty = min(likely.support(told), priors.EITHER_ORDER if either else priors.SUREST)
        open_ = _in_doubt(scene, told) | hidden
        return Interpretation(told.events, told.corrections, certainty, told.inferred, in_doubt=open_)
    return Interpretation(
        question=unexplained(scene, likely.courses), in_doubt=_in_doubt(scene, None) | hidden
    )


def _in_doubt(scene: Scene, told: Course | None) -> frozenset[str]:
    """The colours whose pieces or cards may be otherwise than told, by what stays unexplained.

    In the founding every piece says whose turn it is next.
    """
    unexplained = [
        change
        for place, changes in scene.places.items()
        if told is None or place not in told.explained
        for change in changes
    ]
    if unexplained and scene.account.state.phase == "founding":
        return frozenset(player.colour for player in scene.account.state.players)
    return frozenset().union(*(who_may_have_paid(scene.account, change) for change in unexplained))


def _ripe(scene: Scene, course: Course, likely: Likely) -> bool:
    """Whether a course is to be told now.

    A clear one is, at once; another once it had time to become clear, or has none left. Where only the
    way is in doubt in which all of it came about, and not that it did, the likeliest is told: it can be
    corrected.
    """
    if likely.support(course) >= priors.CLEAR:
        return True
    wait = priors.DOUBTFUL_CLOSING_S if scene.seen.closing else priors.DOUBTFUL_S
    if not all(scene.waited(change, wait) for change in course.explained.values()):
        return False
    return likely.support(course, whichever_way=True) >= priors.LIKELY
