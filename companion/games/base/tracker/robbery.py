"""How the robber comes to stand elsewhere: because of a seven, by a knight, put right by who moved it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final, TypeGuard

from companion.games.base.belief.believed_replay import BelievedStep
from companion.games.base.rules.cards import KNIGHT
from companion.games.base.rules.effects import fold
from companion.games.base.rules.events import (
    Discard,
    EndTurn,
    Event,
    MoveRobber,
    PlayDevelopmentCard,
    Roll,
    Steal,
)
from companion.games.base.rules.friendly_robber import spared_at
from companion.games.base.rules.legality import RuleViolation, violations
from companion.games.base.rules.retelling import reattributed, told_anew
from companion.games.base.rules.state import CORNERS_MASK, State
from companion.games.base.tracker import priors
from companion.games.base.tracker.building import whose_turn
from companion.games.base.tracker.context import TrackerContext
from companion.games.base.tracker.differences import Change, RobberMoved
from companion.games.base.tracker.dues import only_victim, overtaken, settled_dues
from companion.games.base.tracker.hypothesis import Correction, Hypothesis, just_before, retold
from companion.games.base.tracker.sides import moved_robber
from companion.games.game_api import Insert, Replace
from companion.island.geometry import HexId

_OF_A_SEVEN: Final = RuleViolation.DISCARD_NOT_OWED | RuleViolation.STEAL_NOT_DUE


def moved_because_due(
    context: TrackerContext, hypothesis: Hypothesis, change: Change
) -> Iterator[Hypothesis]:
    """A seven was rolled, or a knight told: the player on turn moves the robber."""
    if not _stands(change, context, hypothesis) or not hypothesis.state.robber_due:
        return
    state = hypothesis.state
    if overtaken(context.believed) is None:
        prior = priors.ROBBER_DUE_LOG_P + _where(state, state.active, change.after)
        prior += priors.MUST_MOVE_LOG_ODDS if context.seen.closing else 0.0
        yield _moved(hypothesis, change, prior, settled_dues(state))


def moved_before(context: TrackerContext, hypothesis: Hypothesis, change: Change) -> Iterator[Hypothesis]:
    """The robber was moved before something that is told already: who was robbed, say, or the next roll."""
    overtaking = overtaken(context.believed)
    if (
        overtaking is None
        or hypothesis.events
        or hypothesis.corrections
        or not _stands(change, context, hypothesis)
    ):
        return
    before, number = overtaking.before, overtaking.recorded.number
    seat = before.active
    victim = _said_victim(context, overtaking)
    move: list[Event] = [*settled_dues(before), MoveRobber(before.players[seat].colour, change.after)]
    if victim is None:
        move += only_victim(fold(move, before))
    prior = priors.ROBBER_DUE_LOG_P + priors.MUST_MOVE_LOG_ODDS + _where(before, seat, change.after, victim)
    yield retold(context.believed, hypothesis, change, prior, [Insert(number, event) for event in move])


def moved_by_knight(context: TrackerContext, hypothesis: Hypothesis, change: Change) -> Iterator[Hypothesis]:
    """Nobody rolled a seven: the player on turn played a knight, or the next one did before the roll."""
    state = hypothesis.state
    if not _stands(change, context, hypothesis) or state.robber_due or state.robber is None:
        return
    last = _last_move(context)
    # Seen there before its last move was told, it is misread.
    if not _unsaid(context, change) or (last is not None and change.since <= last.recorded.t):
        return
    too_soon = last is not None and change.since - last.recorded.t < priors.PUT_RIGHT_S
    rolled = next((s for s in context.this_turn if isinstance(s.recorded.event, Roll)), None)
    before_roll = rolled is not None and change.since < rolled.recorded.t
    for on_turn in whose_turn(hypothesis):
        untimely = too_soon or (before_roll and on_turn is not hypothesis)
        yield from _knight(context, on_turn, change, priors.OUT_OF_TIME_LOG_P if untimely else 0.0)
    if before_roll and rolled is not None and not hypothesis.events:
        yield from _knight_before(context, hypothesis, change, rolled)


def moved_by_unseen_seven(
    context: TrackerContext, hypothesis: Hypothesis, change: Change
) -> Iterator[Hypothesis]:
    """A seven moved the robber that nobody saw or said: the next player's, or, before the dice were thrown,
    of who has them.

    Who tells all would have told of a knight by then. Whoever was robbed, or gave up cards, as people said
    meanwhile, was so because of it: so it is told before that.
    """
    state = hypothesis.state
    if not _stands(change, context, hypothesis) or hypothesis.events or hypothesis.corrections:
        return
    if state.robber_due or state.robber is None or not change.since > context.rolled_at:
        return
    last = _last_move(context)
    said = _said_of_a_seven(context)
    if (last is not None and change.since <= last.recorded.t) or not (said or _unsaid(context, change)):
        return
    unread = sum(t > context.rolled_at for t in context.seen.unread)
    if not (state.options.all_told or unread or said):
        # Knights are played without a word there.
        return
    passed: list[Event] = [EndTurn(state.players[state.active].colour)] if state.rolled else []
    roller = state.players[state.following if state.rolled else state.active].colour
    prior = priors.missed(1, unread) + priors.SEVEN_LOG_P
    prior += priors.SEVEN_SAID_LOG_ODDS if said is not None else 0.0
    seven: list[Event] = [*passed, Roll(roller, (7,))]
    if said is None:
        then = hypothesis.then(None, prior, seven, inferred=range(len(seven)))
        yield _robbed_for_seven(context, then, change)
        return
    lines = [step.recorded for step in context.believed.steps]
    at = lines.index(said.recorded)
    fresh: dict[int, list[Event]] = {at: seven}
    # Cards are given up before the robber moves, all else that was said comes after that.
    later = next((n for n in range(at, len(lines)) if not isinstance(lines[n].event, Discard)), None)
    if later is not None:
        fresh.setdefault(later, []).append(MoveRobber(roller, change.after))
    corrections: list[Correction] = list(reattributed(told_anew(lines, fresh)))
    corrections += [Insert(lines[n].number, event) for n, events in fresh.items() for event in events]
    if later is None:
        yield _robbed_for_seven(
            context, retold(context.believed, hypothesis, None, prior, corrections), change
        )
        return
    seat = state.seat(roller)
    prior += _where(state, seat, change.after) + moved_robber(state, seat, context.seen)
    yield retold(context.believed, hypothesis, change, prior, corrections)


def _robbed_for_seven(context: TrackerContext, hypothesis: Hypothesis, change: RobberMoved) -> Hypothesis:
    """Who has rolled the seven moves the robber, once all have given up what they owe."""
    state = hypothesis.state
    prior = priors.ROBBER_DUE_LOG_P + _where(state, state.active, change.after)
    prior += moved_robber(state, state.active, context.seen)
    return _moved(hypothesis, change, prior, settled_dues(state))


def _said_of_a_seven(context: TrackerContext) -> BelievedStep | None:
    """The first thing that people said since the last roll which only a seven, or a knight, explains."""
    since = context.this_turn
    if context.rolled is not None:
        since = since[since.index(context.rolled) + 1 :]
    return next((s for s in since if s.recorded.certainty == 1 and s.violations & _OF_A_SEVEN), None)


def _knight_before(
    context: TrackerContext, hypothesis: Hypothesis, change: RobberMoved, rolled: BelievedStep
) -> Iterator[Hypothesis]:
    """The robber was moved before the roll: by the player on turn, or by the one before."""
    if hypothesis.hopeless(change, priors.KNIGHT_LOG_P):
        return
    for step in (rolled, context.passed):
        if step is None:
            continue
        then = just_before(context.believed, hypothesis, step)
        if then.state.phase != "play" or then.state.robber_due:
            continue
        for knight in _knight(context, then, change, 0.0):
            played = [Insert[Event](step.recorded.number, event) for event in knight.events]
            yield retold(context.believed, hypothesis, change, knight.score - change.gain, played)


def put_right(context: TrackerContext, hypothesis: Hypothesis, change: Change) -> Iterator[Hypothesis]:
    """Who moved the robber this turn puts it on another hex."""
    if not _stands(change, context, hypothesis) or hypothesis.events or hypothesis.state.robber_due:
        return
    told = next((s for s in reversed(context.this_turn) if isinstance(s.recorded.event, MoveRobber)), None)
    if told is None or told.recorded.certainty == 1 or change.after == told.before.robber:
        return
    event = told.recorded.event
    assert isinstance(event, MoveRobber)
    # Who was robbed where the robber did not come to stand was nobody's word.
    after = [
        Replace[Event](step.recorded.number, None)
        for step in context.this_turn
        if isinstance(step.recorded.event, Steal)
        and step.recorded.certainty < 1
        and step.recorded.number > told.recorded.number
    ]
    corrections = [Replace[Event](told.recorded.number, MoveRobber(event.player, change.after)), *after]
    at_once = change.since - told.recorded.t < priors.PUT_RIGHT_S and _nothing_since(context, told)
    prior = priors.PUT_RIGHT_LOG_P + (0.0 if at_once else priors.OUT_OF_TIME_LOG_P)
    victim = _said_victim(context, told)
    if victim is not None:
        prior += _where(told.before, told.before.active, change.after, victim)
        if not _stands_at(told.after, victim):
            prior += priors.NOT_THERE_LOG_ODDS
    hypothesis = retold(context.believed, hypothesis, change, prior, corrections)
    robbed = only_victim(hypothesis.state)
    yield hypothesis.then(None, 0.0, robbed, range(len(robbed)))


def _stands(change: Change, context: TrackerContext, hypothesis: Hypothesis) -> TypeGuard[RobberMoved]:
    return (
        isinstance(change, RobberMoved)
        and hypothesis.state.phase == "play"
        and context.rested(change, priors.ROBBER_SETTLED_S)
    )


def _knight(
    context: TrackerContext, hypothesis: Hypothesis, change: RobberMoved, prior: float
) -> Iterator[Hypothesis]:
    state, seat = hypothesis.state, hypothesis.state.active
    card = PlayDevelopmentCard(state.players[seat].colour, "knight")
    if violations(state, card) & RuleViolation.CARD_ALREADY_PLAYED:
        return
    held = priors.holds(hypothesis.belief.plays(seat, KNIGHT), state.options.all_told)
    prior += priors.KNIGHT_LOG_P + priors.log(held) + _where(state, seat, change.after)
    prior += moved_robber(state, seat, context.seen)
    prior += priors.UNTOLD_KNIGHT_LOG_P if state.options.all_told else 0.0
    if state.robber is not None and state.players[seat].buildings & CORNERS_MASK[state.robber]:
        prior += priors.FREES_OWN_LOG_ODDS
    yield _moved(hypothesis, change, prior, [*settled_dues(state), card])


def _moved(hypothesis: Hypothesis, change: RobberMoved, prior: float, before: list[Event]) -> Hypothesis:
    """The robber moved by the player on turn, who robs the one there who can be robbed."""
    move = MoveRobber(hypothesis.state.players[hypothesis.state.active].colour, change.after)
    moved = hypothesis.then(change, prior, [*before, move], range(len(before)))
    robbed = only_victim(moved.state)
    return moved.then(None, 0.0, robbed, range(len(robbed)))


def _where(state: State, seat: int, to: HexId, victim: int | None = None) -> float:
    """How usual it is that a seat puts the robber on a hex, to rob whom it is said to have robbed."""
    corners = CORNERS_MASK[to]
    spares = priors.SPARES_LOG_P if to in spared_at(state, seat) else 0.0
    if victim is not None and not state.players[victim].buildings & corners:
        return priors.ROBBED_ELSEWHERE_LOG_P
    if state.players[seat].buildings & corners:
        return priors.BLOCKS_OWN_LOG_P + spares
    return spares if state.opponents(seat) & corners else priors.ROBS_NOBODY_LOG_P


def _stands_at(state: State, victim: int) -> bool:
    return state.robber is not None and bool(state.players[victim].buildings & CORNERS_MASK[state.robber])


def _last_move(context: TrackerContext) -> BelievedStep | None:
    """Where the story last moved the robber."""
    steps = reversed(context.believed.steps)
    return next((step for step in steps if isinstance(step.recorded.event, MoveRobber)), None)


def _unsaid(context: TrackerContext, change: RobberMoved) -> bool:
    """Whether people who tell all they do would have told of a knight by now."""
    if not context.believed.state.options.all_told:
        return True
    return not context.seen.closing and context.waited(change, priors.UNSAID_S)


def _nothing_since(context: TrackerContext, told: BelievedStep) -> bool:
    """Whether nothing was told after the robber's move but who was robbed."""
    later = context.this_turn[context.this_turn.index(told) + 1 :]
    return all(isinstance(step.recorded.event, Steal) for step in later)


def _said_victim(context: TrackerContext, since: BelievedStep) -> int | None:
    """The seat that people said was robbed, in the turn of a step and from it on."""
    steps = context.believed.steps
    for step in steps[steps.index(since) :]:
        event = step.recorded.event
        if isinstance(event, EndTurn):
            return None
        if isinstance(event, Steal) and step.recorded.certainty == 1 and event.victim is not None:
            return step.before.seat(event.victim)
    return None
