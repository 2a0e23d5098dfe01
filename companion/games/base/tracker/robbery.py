"""How the robber comes to stand elsewhere: because of a seven, by a knight, put right by who moved it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TypeGuard

from companion.games.base.believed_replay import BelievedStep
from companion.games.base.cards import KNIGHT
from companion.games.base.effects import fold
from companion.games.base.events import EndTurn, Event, MoveRobber, PlayDevelopmentCard, Roll, Steal
from companion.games.base.legality import RuleViolation, faults
from companion.games.base.state import CORNERS_MASK, State
from companion.games.base.tracker import priors
from companion.games.base.tracker.building import whose_turn
from companion.games.base.tracker.course import Course, just_before, retold
from companion.games.base.tracker.differences import Change, RobberMoved
from companion.games.base.tracker.dues import only_victim, overtaken, settled_dues
from companion.games.base.tracker.scene import Scene
from companion.games.base.tracker.sides import moved_robber
from companion.games.game_api import Insert, Replace
from companion.island.geometry import HexId


def moved_because_due(scene: Scene, course: Course, change: Change) -> Iterator[Course]:
    """A seven was rolled, or a knight told: the player on turn moves the robber."""
    if not _stands(change, scene, course) or not course.state.robber_due:
        return
    state = course.state
    if overtaken(scene.account) is None:
        prior = priors.ROBBER_DUE + _where(state, state.active, change.after)
        prior += priors.MUST_MOVE if scene.seen.closing else 0.0
        yield _moved(course, change, prior, settled_dues(state))


def moved_before(scene: Scene, course: Course, change: Change) -> Iterator[Course]:
    """The robber was moved before something that is told already: who was robbed, say, or the next roll."""
    overtaking = overtaken(scene.account)
    if overtaking is None or course.events or course.corrections or not _stands(change, scene, course):
        return
    before, number = overtaking.before, overtaking.chapter.number
    seat = before.active
    victim = _said_victim(scene, overtaking)
    move: list[Event] = [*settled_dues(before), MoveRobber(before.players[seat].colour, change.after)]
    if victim is None:
        move += only_victim(fold(move, before))
    prior = priors.ROBBER_DUE + priors.MUST_MOVE + _where(before, seat, change.after, victim)
    yield retold(scene.account, course, change, prior, [Insert(number, event) for event in move])


def moved_by_knight(scene: Scene, course: Course, change: Change) -> Iterator[Course]:
    """Nobody rolled a seven: the player on turn played a knight, or the next one did before the roll."""
    state = course.state
    if not _stands(change, scene, course) or state.robber_due or state.robber is None:
        return
    last = _last_move(scene)
    # Seen there before its last move was told, it is misread.
    if not _unsaid(scene, change) or (last is not None and change.since <= last.chapter.t):
        return
    too_soon = last is not None and change.since - last.chapter.t < priors.PUT_RIGHT_S
    rolled = next((s for s in scene.this_turn if isinstance(s.chapter.event, Roll)), None)
    before_roll = rolled is not None and change.since < rolled.chapter.t
    for on_turn in whose_turn(course):
        untimely = too_soon or (before_roll and on_turn is not course)
        yield from _knight(scene, on_turn, change, priors.OUT_OF_TIME if untimely else 0.0)
    if before_roll and rolled is not None and not course.events:
        yield from _knight_before(scene, course, change, rolled)


def _knight_before(
    scene: Scene, course: Course, change: RobberMoved, rolled: BelievedStep
) -> Iterator[Course]:
    """The robber was moved before the roll: by the player on turn, or by the one before."""
    if course.hopeless(change, priors.KNIGHT):
        return
    for step in (rolled, scene.passed):
        if step is None:
            continue
        then = just_before(scene.account, course, step)
        if then.state.phase != "play" or then.state.robber_due:
            continue
        for knight in _knight(scene, then, change, 0.0):
            played = [Insert[Event](step.chapter.number, event) for event in knight.events]
            yield retold(scene.account, course, change, knight.score - change.gain, played)


def put_right(scene: Scene, course: Course, change: Change) -> Iterator[Course]:
    """Who moved the robber this turn puts it on another hex."""
    if not _stands(change, scene, course) or course.events or course.state.robber_due:
        return
    told = next((s for s in reversed(scene.this_turn) if isinstance(s.chapter.event, MoveRobber)), None)
    if told is None or told.chapter.certainty == 1 or change.after == told.before.robber:
        return
    event = told.chapter.event
    assert isinstance(event, MoveRobber)
    # Who was robbed where the robber did not come to stand was nobody's word.
    after = [
        Replace[Event](step.chapter.number, None)
        for step in scene.this_turn
        if isinstance(step.chapter.event, Steal)
        and step.chapter.certainty < 1
        and step.chapter.number > told.chapter.number
    ]
    corrections = [Replace[Event](told.chapter.number, MoveRobber(event.player, change.after)), *after]
    at_once = change.since - told.chapter.t < priors.PUT_RIGHT_S and _nothing_since(scene, told)
    prior = priors.PUT_RIGHT + (0.0 if at_once else priors.OUT_OF_TIME)
    victim = _said_victim(scene, told)
    if victim is not None:
        prior += _where(told.before, told.before.active, change.after, victim)
        if not _stands_at(told.after, victim):
            prior += priors.NOT_THERE
    course = retold(scene.account, course, change, prior, corrections)
    robbed = only_victim(course.state)
    yield course.then(None, 0.0, robbed, range(len(robbed)))


def _stands(change: Change, scene: Scene, course: Course) -> TypeGuard[RobberMoved]:
    return (
        isinstance(change, RobberMoved)
        and course.state.phase == "play"
        and scene.rested(change, priors.ROBBER_SETTLED_S)
    )


def _knight(scene: Scene, course: Course, change: RobberMoved, prior: float) -> Iterator[Course]:
    state, seat = course.state, course.state.active
    card = PlayDevelopmentCard(state.players[seat].colour, "knight")
    if faults(state, card) & RuleViolation.CARD_ALREADY_PLAYED:
        return
    held = priors.holds(course.belief.plays(seat, KNIGHT), state.options.all_told)
    prior += priors.KNIGHT + priors.log(held) + _where(state, seat, change.after)
    prior += moved_robber(state, seat, scene.seen)
    if state.robber is not None and state.players[seat].buildings & CORNERS_MASK[state.robber]:
        prior += priors.FREES_OWN
    yield _moved(course, change, prior, [*settled_dues(state), card])


def _moved(course: Course, change: RobberMoved, prior: float, before: list[Event]) -> Course:
    """The robber moved by the player on turn, who robs the one there who can be robbed."""
    move = MoveRobber(course.state.players[course.state.active].colour, change.after)
    moved = course.then(change, prior, [*before, move], range(len(before)))
    robbed = only_victim(moved.state)
    return moved.then(None, 0.0, robbed, range(len(robbed)))


def _where(state: State, seat: int, to: HexId, victim: int | None = None) -> float:
    """How usual it is that a seat puts the robber on a hex, to rob whom it is said to have robbed."""
    corners = CORNERS_MASK[to]
    if victim is not None and not state.players[victim].buildings & corners:
        return priors.ROBBED_ELSEWHERE
    if state.players[seat].buildings & corners:
        return priors.BLOCKS_OWN
    return 0.0 if state.opponents(seat) & corners else priors.ROBS_NOBODY


def _stands_at(state: State, victim: int) -> bool:
    return state.robber is not None and bool(state.players[victim].buildings & CORNERS_MASK[state.robber])


def _last_move(scene: Scene) -> BelievedStep | None:
    """Where the story last moved the robber."""
    steps = reversed(scene.account.steps)
    return next((step for step in steps if isinstance(step.chapter.event, MoveRobber)), None)


def _unsaid(scene: Scene, change: RobberMoved) -> bool:
    """Whether people who tell all they do would have told of a knight by now."""
    if not scene.account.state.options.all_told:
        return True
    return not scene.seen.closing and scene.waited(change, priors.UNSAID_S)


def _nothing_since(scene: Scene, told: BelievedStep) -> bool:
    """Whether nothing was told after the robber's move but who was robbed."""
    later = scene.this_turn[scene.this_turn.index(told) + 1 :]
    return all(isinstance(step.chapter.event, Steal) for step in later)


def _said_victim(scene: Scene, since: BelievedStep) -> int | None:
    """The seat that people said was robbed, in the turn of a step and from it on."""
    steps = scene.account.steps
    for step in steps[steps.index(since) :]:
        event = step.chapter.event
        if isinstance(event, EndTurn):
            return None
        if isinstance(event, Steal) and step.chapter.certainty == 1 and event.victim is not None:
            return step.before.seat(event.victim)
    return None
