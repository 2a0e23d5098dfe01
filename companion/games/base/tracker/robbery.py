"""Explain a robber move: by a seven, by a knight, or as a correction of the last move."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final, TypeGuard

from companion.games.base.belief.believed_replay import BelievedStep
from companion.games.base.rules import events
from companion.games.base.rules.cards import KNIGHT
from companion.games.base.rules.effects import fold
from companion.games.base.rules.house_rules import spared_seats_by_hex
from companion.games.base.rules.legality import RuleViolation, violations
from companion.games.base.rules.reattribution import revision_corrections
from companion.games.base.rules.state import CORNERS_MASK, State
from companion.games.base.tracker import board_diff, priors
from companion.games.base.tracker.building import roll_before_act_hypotheses, turn_alternatives
from companion.games.base.tracker.hypothesis import (
    Hypothesis,
    TrackerContext,
    revise_hypothesis,
    rewind_hypothesis,
)
from companion.games.base.tracker.priors import robber_side_log_odds
from companion.games.game_api import Insert, Replace
from companion.island.geometry import HexId

_SEVEN_VIOLATIONS: Final = RuleViolation.DISCARD_NOT_OWED | RuleViolation.STEAL_NOT_DUE


def explain_by_due_move(
    context: TrackerContext, hypothesis: Hypothesis, change: board_diff.Change
) -> Iterator[Hypothesis]:
    """Explain the move by a recorded seven or knight: the active player moves the robber."""
    if not _is_settled_move(change, context, hypothesis) or not hypothesis.state.robber_due:
        return
    state = hypothesis.state
    if board_diff.find_step_after_missed_robber(context.believed) is None:
        prior = priors.ROBBER_DUE_LOG_P + _hex_log_p(state, state.active, change.after)
        prior += priors.MUST_MOVE_LOG_ODDS if context.seen.closing else 0.0
        yield _move_and_rob(hypothesis, change, prior, board_diff.due_discards(state))


def explain_by_earlier_move(
    context: TrackerContext, hypothesis: Hypothesis, change: board_diff.Change
) -> Iterator[Hypothesis]:
    """Explain the move as one before a recorded event, such as a theft or the next roll."""
    overtaking = board_diff.find_step_after_missed_robber(context.believed)
    if (
        overtaking is None
        or hypothesis.events
        or hypothesis.corrections
        or not _is_settled_move(change, context, hypothesis)
    ):
        return
    before, number = overtaking.state_before, overtaking.record.number
    seat = before.active
    victim = _reported_victim(context, overtaking)
    move: list[events.Event] = [
        *board_diff.due_discards(before),
        events.MoveRobber(before.players[seat].colour, change.after),
    ]
    if victim is None:
        move += board_diff.certain_robbery(fold(move, before))
    prior = (
        priors.ROBBER_DUE_LOG_P + priors.MUST_MOVE_LOG_ODDS + _hex_log_p(before, seat, change.after, victim)
    )
    yield revise_hypothesis(
        context.believed, hypothesis, change, prior, [Insert(number, event) for event in move]
    )


def explain_by_knight(
    context: TrackerContext, hypothesis: Hypothesis, change: board_diff.Change
) -> Iterator[Hypothesis]:
    """Explain the move by a knight of the active player, or of the next one before the roll."""
    state = hypothesis.state
    if not _is_settled_move(change, context, hypothesis) or state.robber_due or state.robber is None:
        return
    last = _last_move(context)
    # A robber that was seen there before its last recorded move is misread.
    if not _is_report_overdue(context, change) or (last is not None and change.since <= last.record.t):
        return
    too_soon = last is not None and change.since - last.record.t < priors.ROBBER_CORRECTION_S
    rolled = next((s for s in context.this_turn if isinstance(s.record.event, events.Roll)), None)
    before_roll = rolled is not None and change.since < rolled.record.t
    for on_turn in turn_alternatives(hypothesis):
        untimely = too_soon or (before_roll and on_turn is not hypothesis)
        yield from _knight_hypotheses(context, on_turn, change, priors.OUT_OF_TIME_LOG_P if untimely else 0.0)
    if before_roll and rolled is not None and not hypothesis.events:
        yield from _earlier_knight(context, hypothesis, change, rolled)


def explain_by_unseen_seven(
    context: TrackerContext, hypothesis: Hypothesis, change: board_diff.Change
) -> Iterator[Hypothesis]:
    """Explain the move by a seven that nobody saw or reported.

    It is the next player's, or the active player's before the roll. A player who promised to report
    everything would have reported a knight by then. Reported thefts and discards are effects of the seven, so
    it is inserted before them.
    """
    state = hypothesis.state
    if not _is_settled_move(change, context, hypothesis) or hypothesis.events or hypothesis.corrections:
        return
    if state.robber_due or state.robber is None or not change.since > context.roll_time_s:
        return
    last = _last_move(context)
    reported = _reported_seven_effect(context)
    if (last is not None and change.since <= last.record.t) or not (
        reported or _is_report_overdue(context, change)
    ):
        return
    unread = any(t > context.roll_time_s for t in context.seen.unread)
    if not (state.options.all_told or unread or reported):
        # Without the promise, players do not report knights.
        return
    passed: list[events.Event] = (
        [events.EndTurn(state.players[state.active].colour)] if state.has_rolled else []
    )
    roller = state.players[state.next_seat if state.has_rolled else state.active].colour
    prior = context.missed_rolls_log_p(1, context.roll_time_s) + priors.SEVEN_LOG_P
    prior += priors.SEVEN_REPORTED_LOG_ODDS if reported is not None else 0.0
    seven: list[events.Event] = [*passed, events.Roll(roller, (7,))]
    if reported is None:
        then = hypothesis.extend(None, prior, seven, inferred=range(len(seven)))
        yield _move_for_seven(context, then, change)
        seat = state.seat(roller)
        prior += _hex_log_p(state, seat, change.after) + robber_side_log_odds(state, seat, context.seen)
        for then in roll_before_act_hypotheses(
            context, hypothesis, prior, context.this_turn, lambda before: _seven_turn(before, seven, change)
        ):
            yield then.extend(change, priors.ROBBER_DUE_LOG_P, ())
        return
    lines = [step.record for step in context.believed.steps]
    at = lines.index(reported.record)
    inserted: dict[int, list[events.Event]] = {at: seven}
    # Discards come before the robber move, all other reported events after it.
    later = next((n for n in range(at, len(lines)) if not isinstance(lines[n].event, events.Discard)), None)
    if later is not None:
        inserted.setdefault(later, []).append(events.MoveRobber(roller, change.after))
    corrections = revision_corrections(context.believed.replay.steps, inserted)
    if later is None:
        yield _move_for_seven(
            context, revise_hypothesis(context.believed, hypothesis, None, prior, corrections), change
        )
        return
    seat = state.seat(roller)
    prior += _hex_log_p(state, seat, change.after) + robber_side_log_odds(state, seat, context.seen)
    yield revise_hypothesis(context.believed, hypothesis, change, prior, corrections)


def _seven_turn(
    state: State, seven: Sequence[events.Event], change: board_diff.RobberMoved
) -> Sequence[events.Event]:
    """Return a seven with the discards, the robber's move and the only possible theft, from a state on."""
    turn = [*seven, *board_diff.due_discards(fold(seven, state))]
    roll = seven[-1]
    assert isinstance(roll, events.Roll)
    turn.append(events.MoveRobber(roll.player, change.after))
    return (*turn, *board_diff.certain_robbery(fold(turn, state)))


def _move_for_seven(
    context: TrackerContext, hypothesis: Hypothesis, change: board_diff.RobberMoved
) -> Hypothesis:
    """Move the robber for a seven, after all due discards."""
    state = hypothesis.state
    prior = priors.ROBBER_DUE_LOG_P + _hex_log_p(state, state.active, change.after)
    prior += robber_side_log_odds(state, state.active, context.seen)
    return _move_and_rob(hypothesis, change, prior, board_diff.due_discards(state))


def _reported_seven_effect(context: TrackerContext) -> BelievedStep | None:
    """Return the first reported event since the last roll that only a seven or a knight explains."""
    since = context.this_turn
    if context.roll_step is not None:
        since = since[since.index(context.roll_step) + 1 :]
    return next((s for s in since if s.record.certainty == 1 and s.violations & _SEVEN_VIOLATIONS), None)


def _earlier_knight(
    context: TrackerContext, hypothesis: Hypothesis, change: board_diff.RobberMoved, rolled: BelievedStep
) -> Iterator[Hypothesis]:
    """Explain the move by a knight before the roll, of the active player or of the previous one."""
    if hypothesis.is_hopeless(change, priors.KNIGHT_LOG_P):
        return
    for step in (rolled, context.last_turn_end):
        if step is None:
            continue
        then = rewind_hypothesis(context.believed, hypothesis, step)
        if then.state.phase != "play" or then.state.robber_due:
            continue
        for knight in _knight_hypotheses(context, then, change, 0.0):
            played = [Insert[events.Event](step.record.number, event) for event in knight.events]
            yield revise_hypothesis(context.believed, hypothesis, change, knight.score - change.gain, played)


def explain_by_robber_correction(
    context: TrackerContext, hypothesis: Hypothesis, change: board_diff.Change
) -> Iterator[Hypothesis]:
    """Explain the move as a correction by the player who moved the robber this turn."""
    if not _is_settled_move(change, context, hypothesis) or hypothesis.events or hypothesis.state.robber_due:
        return
    moved = next(
        (s for s in reversed(context.this_turn) if isinstance(s.record.event, events.MoveRobber)), None
    )
    if moved is None or moved.record.certainty == 1 or change.after == moved.state_before.robber:
        return
    event = moved.record.event
    assert isinstance(event, events.MoveRobber)
    # A theft at a hex where the robber did not stay was only inferred.
    after = [
        Replace[events.Event](step.record.number, None)
        for step in context.this_turn
        if isinstance(step.record.event, events.Steal)
        and step.record.certainty < 1
        and step.record.number > moved.record.number
    ]
    corrections = [
        Replace[events.Event](moved.record.number, events.MoveRobber(event.player, change.after)),
        *after,
    ]
    is_prompt = change.since - moved.record.t < priors.ROBBER_CORRECTION_S and _is_followed_only_by_theft(
        context, moved
    )
    prior = priors.ROBBER_CORRECTED_LOG_P + (0.0 if is_prompt else priors.OUT_OF_TIME_LOG_P)
    victim = _reported_victim(context, moved)
    if victim is not None:
        prior += _hex_log_p(moved.state_before, moved.state_before.active, change.after, victim)
        if not _is_at_robber(moved.state_after, victim):
            prior += priors.VICTIM_NOT_AT_HEX_LOG_ODDS
    hypothesis = revise_hypothesis(context.believed, hypothesis, change, prior, corrections)
    robbed = board_diff.certain_robbery(hypothesis.state)
    yield hypothesis.extend(None, 0.0, robbed, range(len(robbed)))


def _is_settled_move(
    change: board_diff.Change, context: TrackerContext, hypothesis: Hypothesis
) -> TypeGuard[board_diff.RobberMoved]:
    return (
        isinstance(change, board_diff.RobberMoved)
        and hypothesis.state.phase == "play"
        and context.has_settled(change, priors.ROBBER_SETTLED_S)
    )


def _knight_hypotheses(
    context: TrackerContext, hypothesis: Hypothesis, change: board_diff.RobberMoved, prior: float
) -> Iterator[Hypothesis]:
    state, seat = hypothesis.state, hypothesis.state.active
    card = events.PlayDevelopmentCard(state.players[seat].colour, "knight")
    if violations(state, card) & RuleViolation.CARD_ALREADY_PLAYED:
        return
    held = priors.p_card_held(hypothesis.belief.p_can_play(seat, KNIGHT), state.options.all_told)
    prior += priors.KNIGHT_LOG_P + priors.log_p(held) + _hex_log_p(state, seat, change.after)
    prior += robber_side_log_odds(state, seat, context.seen)
    prior += priors.UNREPORTED_KNIGHT_LOG_P if state.options.all_told else 0.0
    if state.robber is not None and state.players[seat].buildings & CORNERS_MASK[state.robber]:
        prior += priors.FREES_OWN_LOG_ODDS
    yield _move_and_rob(hypothesis, change, prior, [*board_diff.due_discards(state), card])


def _move_and_rob(
    hypothesis: Hypothesis, change: board_diff.RobberMoved, prior: float, before: list[events.Event]
) -> Hypothesis:
    """Move the robber as the active player, and rob the only possible victim, if there is one."""
    move = events.MoveRobber(hypothesis.state.players[hypothesis.state.active].colour, change.after)
    moved = hypothesis.extend(change, prior, [*before, move], range(len(before)))
    robbed = board_diff.certain_robbery(moved.state)
    return moved.extend(None, 0.0, robbed, range(len(robbed)))


def _hex_log_p(state: State, seat: int, to: HexId, victim: int | None = None) -> float:
    """Return the log probability that a seat places the robber on a hex, given the reported victim."""
    corners = CORNERS_MASK[to]
    spares = priors.SPARES_LOG_P if to in spared_seats_by_hex(state, seat) else 0.0
    if victim is not None and not state.players[victim].buildings & corners:
        return priors.ROBBED_ELSEWHERE_LOG_P
    if state.players[seat].buildings & corners:
        return priors.BLOCKS_OWN_LOG_P + spares
    return spares if state.opponents(seat) & corners else priors.ROBS_NOBODY_LOG_P


def _is_at_robber(state: State, victim: int) -> bool:
    return state.robber is not None and bool(state.players[victim].buildings & CORNERS_MASK[state.robber])


def _last_move(context: TrackerContext) -> BelievedStep | None:
    """Return the step of the last recorded robber move; None: there is none."""
    steps = reversed(context.believed.steps)
    return next((step for step in steps if isinstance(step.record.event, events.MoveRobber)), None)


def _is_report_overdue(context: TrackerContext, change: board_diff.RobberMoved) -> bool:
    """Return whether players who report everything would have reported a knight by now."""
    if not context.believed.state.options.all_told:
        return True
    return not context.seen.closing and context.has_lasted(change, priors.REPORT_DELAY_S)


def _is_followed_only_by_theft(context: TrackerContext, moved: BelievedStep) -> bool:
    """Return whether only a theft was recorded since the robber move."""
    later = context.this_turn[context.this_turn.index(moved) + 1 :]
    return all(isinstance(step.record.event, events.Steal) for step in later)


def _reported_victim(context: TrackerContext, since: BelievedStep) -> int | None:
    """Return the seat of the reported victim in the turn of a step, from that step on."""
    steps = context.believed.steps
    for step in steps[steps.index(since) :]:
        event = step.record.event
        if isinstance(event, events.EndTurn):
            return None
        if isinstance(event, events.Steal) and step.record.certainty == 1 and event.victim is not None:
            return step.state_before.seat(event.victim)
    return None
