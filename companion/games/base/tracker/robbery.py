"""How the robber comes to stand elsewhere: because of a seven, by a knight, put right by who moved it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TypeGuard

from companion.games.base.cards import KNIGHT
from companion.games.base.events import Event, MoveRobber, PlayDevelopmentCard, Steal
from companion.games.base.legality import Fault, faults
from companion.games.base.state import CORNERS_MASK, State
from companion.games.base.tracker import priors
from companion.games.base.tracker.building import whose_turn
from companion.games.base.tracker.course import Course, retold
from companion.games.base.tracker.differences import Change, RobberMoved
from companion.games.base.tracker.dues import only_victim, settled_dues
from companion.games.base.tracker.scene import Scene
from companion.games.seam import Replace
from companion.island.geometry import HexId


def moved_because_due(scene: Scene, course: Course, change: Change) -> Iterator[Course]:
    """A seven was rolled, or a knight told: the player on turn moves the robber."""
    if not _stands(change, scene, course) or not course.state.robber_due:
        return
    state = course.state
    prior = priors.ROBBER_DUE + _where(state, state.active, change.after)
    yield _moved(course, change, prior, settled_dues(state))


def moved_by_knight(scene: Scene, course: Course, change: Change) -> Iterator[Course]:
    """Nobody rolled a seven: the player on turn played a knight, or the next one did before the roll."""
    state = course.state
    if not _stands(change, scene, course) or state.robber_due or state.robber is None:
        return
    for on_turn in whose_turn(course):
        yield from _knight(on_turn, change)


def put_right(scene: Scene, course: Course, change: Change) -> Iterator[Course]:
    """Who moved the robber this turn puts it on another hex."""
    if not _stands(change, scene, course) or course.events:
        return
    told = next(
        (step for step in reversed(scene.this_turn) if isinstance(step.chapter.event, MoveRobber)), None
    )
    if told is None or told.chapter.certainty == 1 or change.after == told.before.robber:
        return
    event = told.chapter.event
    assert isinstance(event, MoveRobber)
    # Who was robbed where the robber did not come to stand was nobody's word.
    after = [
        Replace[Event](step.chapter.number, None)
        for step in scene.this_turn
        if isinstance(step.chapter.event, Steal) and step.chapter.certainty < 1
        and step.chapter.number > told.chapter.number
    ]
    corrections = [Replace[Event](told.chapter.number, MoveRobber(event.player, change.after)), *after]
    course = retold(scene.account, course, change, priors.PUT_RIGHT, corrections)
    robbed = only_victim(course.state)
    yield course.then(None, 0.0, robbed, range(len(robbed)))


def _stands(change: Change, scene: Scene, course: Course) -> TypeGuard[RobberMoved]:
    return (
        isinstance(change, RobberMoved)
        and course.state.phase == "play"
        and scene.rested(change, priors.ROBBER_SETTLED_S)
    )


def _knight(course: Course, change: RobberMoved) -> Iterator[Course]:
    state, seat = course.state, course.state.active
    card = PlayDevelopmentCard(state.players[seat].colour, "knight")
    if faults(state, card) & Fault.CARD_ALREADY_PLAYED:
        return
    held = max(course.belief.plays(seat, KNIGHT), priors.CARD_LEAST)
    prior = priors.KNIGHT + priors.log(held) + _where(state, seat, change.after)
    if state.robber is not None and state.players[seat].buildings & CORNERS_MASK[state.robber]:
        prior += priors.FREES_OWN
    yield _moved(course, change, prior, [*settled_dues(state), card])


def _moved(course: Course, change: RobberMoved, prior: float, before: list[Event]) -> Course:
    """The robber moved by the player on turn, who robs the one there who can be robbed."""
    move = MoveRobber(course.state.players[course.state.active].colour, change.after)
    moved = course.then(change, prior, [*before, move], range(len(before)))
    robbed = only_victim(moved.state)
    return moved.then(None, 0.0, robbed, range(len(robbed)))


def _where(state: State, seat: int, to: HexId) -> float:
    """How usual it is that a seat puts the robber on a hex."""
    corners = CORNERS_MASK[to]
    if state.players[seat].buildings & corners:
        return priors.BLOCKS_OWN
    return 0.0 if state.opponents(seat) & corners else priors.ROBS_NOBODY
