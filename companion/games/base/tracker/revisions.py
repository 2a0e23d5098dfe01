"""Explain the board by corrections of recorded events: removals, late sightings and unseen cards."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from companion.games.base.belief.believed_replay import BelievedStep
from companion.games.base.rules import events
from companion.games.base.rules.building import FREE_ROADS
from companion.games.base.rules.cards import DEVELOPMENT_INDEX, NO_CARDS, ROAD_COST, add
from companion.games.base.rules.events import COSTS
from companion.games.base.rules.legality import LEGAL, RuleViolation, violations
from companion.games.base.rules.options import Colour
from companion.games.base.rules.reattribution import revision_corrections
from companion.games.base.tracker import board_diff, building, priors
from companion.games.base.tracker.board_diff import Change, PieceAdded, PieceRemoved
from companion.games.base.tracker.hypothesis import (
    Correction,
    Hypothesis,
    TrackerContext,
    revise_hypothesis,
    rewind_hypothesis,
)
from companion.games.game_api import Insert, Replace
from companion.games.replay import INFERRED_SOURCE


def explain_by_removal(
    context: TrackerContext, hypothesis: Hypothesis, change: Change
) -> Iterator[Hypothesis]:
    """Explain a removed piece that was placed this turn: it was no build."""
    if not isinstance(change, PieceRemoved) or hypothesis.events:
        return
    if not context.has_lasted(change, priors.GONE_S) or change.place in context.seen.covered:
        return
    placed = _find_placement(context.recent_steps, change)
    # A piece on a site that looked empty was recorded for other reasons.
    if placed is None or isinstance(placed.record.event, events.PlaceCity) or change.since <= placed.record.t:
        return
    if not _is_followed_founding_road(context, placed):
        yield revise_hypothesis(
            context.believed,
            hypothesis,
            change,
            priors.TAKEN_BACK_LOG_P,
            _removal_corrections(context, placed),
        )


def explain_by_moved_piece(
    context: TrackerContext, hypothesis: Hypothesis, change: Change
) -> Iterator[Hypothesis]:
    """Explain a removed piece by another place of it.

    It is a founding road after which the next player has founded, or a piece that was recorded in doubt on a
    site that has always looked empty, and clearly does.
    """
    lasted = context.has_lasted(change, priors.GONE_S)
    if not isinstance(change, PieceRemoved) or hypothesis.events or not lasted:
        return
    placed = _find_placement(context.recent_steps, change)
    if placed is None or change.place in context.seen.covered:
        return
    unseen = change.since <= placed.record.t and change.gain >= priors.CLEARLY_GONE_LOG_ODDS
    unseen &= placed.record.certainty < priors.COMMIT_THRESHOLD_P
    if not (unseen or _is_followed_founding_road(context, placed)):
        return
    for other in (other for others in context.places.values() for other in others):
        if not isinstance(other, PieceAdded) or other.after != change.before:
            continue
        piece = building.placement(other.after.kind, other.after.colour, other.place)
        if context.has_settled(other, priors.SETTLED_S) and not violations(placed.state_before, piece):
            moved = Replace[events.Event](placed.record.number, piece)
            then = revise_hypothesis(context.believed, hypothesis, change, priors.TAKEN_BACK_LOG_P, [moved])
            explained = {**then.explained, other.place: other}
            yield replace(then, score=then.score + other.gain, explained=explained)


def _is_followed_founding_road(context: TrackerContext, placed: BelievedStep) -> bool:
    """Return whether the step is a founding road after which another player founded: there must be one."""
    state, steps = context.believed.state, context.believed.steps
    on_path = isinstance(placed.record.event, events.PlaceRoad)
    return state.phase == "founding" and on_path and steps.index(placed) < len(steps) - 1


def explain_by_city_removal(
    context: TrackerContext, hypothesis: Hypothesis, change: Change
) -> Iterator[Hypothesis]:
    """Explain a settlement where a city was recorded this turn: it was not upgraded, or it is back."""
    if not isinstance(change, PieceAdded) or change.before is None or hypothesis.events:
        return
    kinds = (change.before.kind, change.after.kind)
    if kinds != ("city", "settlement") or change.before.colour != change.after.colour:
        return
    placed = _find_placement(context.this_turn, change)
    if placed is None or not isinstance(placed.record.event, events.PlaceCity):
        return
    if context.has_lasted(change, priors.GONE_S):
        # The hand that made it a city when it was recorded makes it one still.
        turns = board_diff.building_times(context.believed)
        hand = board_diff.hand_log_odds(context.seen, change.place, change.after.colour, turns)
        prior = min(priors.CITY_TAKEN_BACK_LOG_P, -hand)
        corrections = _removal_corrections(context, placed)
        yield revise_hypothesis(context.believed, hypothesis, change, prior, corrections)


def explain_by_late_sighting(
    context: TrackerContext, hypothesis: Hypothesis, change: Change
) -> Iterator[Hypothesis]:
    """Explain a piece by a player whose turn is over: it is seen only after the turn's end."""
    if (
        not building.is_new_piece(change)
        or hypothesis.events
        or not context.has_settled(change, priors.LATE_SETTLED_S)
    ):
        return
    for turns, passed in enumerate(context.turn_ends):
        assert isinstance(passed.record.event, events.EndTurn)
        if change.after.colour == passed.record.event.player:
            prior = _late_log_p(change, passed, turns)
            yield from _insert_build(context, hypothesis, change, passed, prior)
            return


def _late_log_p(change: PieceAdded, passed: BelievedStep, turns: int) -> float:
    """Return the log probability that a piece is seen only so many turns after it was built."""
    if change.earliest_s < passed.record.t:
        return priors.LATE_LOG_P  # it was not visible before
    late = change.since - passed.record.t > (priors.LATER_S if turns else priors.LATE_S)
    return (priors.VERY_LATE_LOG_P if late else priors.LATE_LOG_P) * (1 + turns)


def _insert_build(
    context: TrackerContext,
    hypothesis: Hypothesis,
    change: PieceAdded,
    passed: BelievedStep,
    prior: float,
    excused: RuleViolation = LEGAL,
) -> Iterator[Hypothesis]:
    """Insert a build at the end of its turn, or before another step; `excused` violations are ignored."""
    prior += building.upgrade_log_p(context, change)
    if hypothesis.is_hopeless(change, prior):
        return
    then = rewind_hypothesis(context.believed, hypothesis, passed)
    event = building.placement(change.after.kind, change.after.colour, change.place)
    if violations(then.state, event) & ~(building.PENDING_VIOLATIONS | RuleViolation.CANNOT_PAY | excused):
        return
    free = change.after.kind == "road" and then.state.free_roads > 0
    cost = NO_CARDS if free else COSTS[type(event)]
    prior += priors.payment_log_p(
        then.belief.p_can_afford(then.state.active, cost), sum(cost), then.state.options.all_told
    )
    if context.is_moved_piece(change, hypothesis.explained):
        prior += priors.MOVED_ABOUT_LOG_P
    yield revise_hypothesis(
        context.believed, hypothesis, change, prior, [Insert(passed.record.number, event)]
    )


def explain_by_build_before_seven(
    context: TrackerContext, hypothesis: Hypothesis, change: Change
) -> Iterator[Hypothesis]:
    """Explain a piece by a build before the roll of a seven: its cost was paid before the discards."""
    if (
        not building.is_new_piece(change)
        or hypothesis.events
        or not context.has_settled(change, priors.SETTLED_S)
    ):
        return
    rolled = building.seven_after_sighting(context, hypothesis, change)
    if rolled is not None:
        yield from _insert_build(
            context,
            hypothesis,
            change,
            rolled,
            priors.BEFORE_THE_SEVEN_LOG_P,
            excused=RuleViolation.NOT_ROLLED,
        )


def explain_by_late_founding(
    context: TrackerContext, hypothesis: Hypothesis, change: Change
) -> Iterator[Hypothesis]:
    """Explain the last founding piece if it is seen only after the first roll."""
    state = hypothesis.state
    if not building.is_new_piece(change) or hypothesis.events or state.phase != "play" or state.turn > 1:
        return
    first = next(
        (step for step in context.believed.steps if isinstance(step.record.event, events.Roll)), None
    )
    if first is None or not context.has_settled(change, priors.SETTLED_S):
        return
    kind = "settlement" if change.after.kind == "city" else change.after.kind
    event = building.placement(kind, change.after.colour, change.place)
    then = rewind_hypothesis(context.believed, hypothesis, first)
    if then.state.phase == "founding" and not violations(then.state, event):
        corrections = [Insert(first.record.number, event)]
        yield revise_hypothesis(context.believed, hypothesis, change, priors.FOUNDED_LOG_P, corrections)


def explain_by_unfinished_turn(
    context: TrackerContext, hypothesis: Hypothesis, change: Change
) -> Iterator[Hypothesis]:
    """Explain a piece of the previous player, who played the recorded knight: the turn had not ended."""
    passed = context.last_turn_end
    if (
        not building.is_new_piece(change)
        or passed is None
        or hypothesis.events
        or hypothesis.state.has_rolled
    ):
        return
    if passed.record.source != INFERRED_SOURCE or not context.has_settled(change, priors.SETTLED_S):
        return
    assert isinstance(passed.record.event, events.EndTurn)
    colour = passed.record.event.player
    theirs = [step.record for step in context.this_turn]
    if change.after.colour != colour or any(recorded.certainty == 1 for recorded in theirs):
        return
    corrections: list[Correction] = [Replace[events.Event](passed.record.number, None)]
    for recorded in theirs:
        if not isinstance(recorded.event, events.PlayDevelopmentCard | events.MoveRobber | events.Steal):
            return
        corrections.append(Replace[events.Event](recorded.number, replace(recorded.event, player=colour)))
    yield from building.purchase_hypotheses(
        context,
        revise_hypothesis(context.believed, hypothesis, None, priors.KNIGHT_LOG_P, corrections),
        change,
    )


def explain_by_earlier_road_building(
    context: TrackerContext, hypothesis: Hypothesis, change: Change
) -> Iterator[Hypothesis]:
    """Explain a road by an unseen road building card that also paid for the road recorded before it."""
    if (
        not building.is_new_piece(change)
        or hypothesis.events
        or not context.has_settled(change, priors.SETTLED_S)
    ):
        return
    state = hypothesis.state
    if state.phase != "play" or change.after.kind != "road" or state.free_roads:
        return
    colour = state.players[state.active].colour
    undone = {c.number for c in hypothesis.corrections if isinstance(c, Replace) and c.event is None}
    roads = [step for step in context.this_turn if isinstance(step.record.event, events.PlaceRoad)]
    first = next((step for step in reversed(roads) if step.record.number not in undone), None)
    if first is None or first.record.certainty == 1 or change.after.colour != colour:
        return
    then = rewind_hypothesis(context.believed, hypothesis, first)
    card = events.PlayDevelopmentCard(colour, "road_building")
    possible = building.unseen_road_building_log_p(context, then.state, card)
    if possible is None:
        return
    share = then.belief.p_can_play(state.active, DEVELOPMENT_INDEX["road_building"])
    held = priors.p_card_held(share, state.options.all_told)
    pays = then.belief.p_can_afford(state.active, add(ROAD_COST, ROAD_COST))
    # The payment of the first road is not needed any more.
    paid = priors.payment_log_p(
        then.belief.p_can_afford(state.active, ROAD_COST), sum(ROAD_COST), state.options.all_told
    )
    prior = possible + priors.road_building_log_p(held, pays) - paid
    laid = revise_hypothesis(
        context.believed, hypothesis, None, prior, [Insert[events.Event](first.record.number, card)]
    )
    road = building.placement("road", colour, change.place)
    if laid.state.free_roads and not violations(laid.state, road) & ~(
        building.PENDING_VIOLATIONS | RuleViolation.CANNOT_PAY
    ):
        yield laid.extend(change, 0.0, [road])


def explain_by_card_of_next_player(
    context: TrackerContext, hypothesis: Hypothesis, change: Change
) -> Iterator[Hypothesis]:
    """Explain a road by a road building card that was entered before anybody passed the dice.

    Its player is the next one, and has not rolled yet.
    """
    state = hypothesis.state
    if (
        not building.is_new_piece(change)
        or hypothesis.events
        or hypothesis.corrections
        or not context.has_settled(change, priors.SETTLED_S)
    ):
        return
    if state.phase != "play" or not (state.has_rolled and state.free_roads) or change.after.kind != "road":
        return
    played = context.this_turn[-1].record.event
    following = state.players[state.next_seat].colour
    if not isinstance(played, events.PlayDevelopmentCard) or change.after.colour != following:
        return
    passed = {len(context.believed.steps) - 1: [events.EndTurn(played.player)]}
    corrections = revision_corrections(context.believed.replay.steps, passed)
    then = revise_hypothesis(context.believed, hypothesis, None, priors.CARD_BEFORE_ROLL_LOG_P, corrections)
    road = building.placement("road", change.after.colour, change.place)
    if then.state.free_roads and not violations(then.state, road):
        yield then.extend(change, 0.0, [road])


def _find_placement(steps: Sequence[BelievedStep], change: PieceAdded | PieceRemoved) -> BelievedStep | None:
    """Return the step that placed the removed piece; None: people have confirmed it, or there is none."""
    for step in reversed(steps):
        event = step.record.event
        if (
            isinstance(event, events.PlaceRoad | events.PlaceSettlement | events.PlaceCity)
            and event.at == change.place
        ):
            return step if step.record.certainty < 1 else None
    return None


def _removal_corrections(context: TrackerContext, placed: BelievedStep) -> list[Correction]:
    """Return the corrections that delete a build and everything that was inferred only for it."""
    steps = context.believed.steps
    n = steps.index(placed)
    deleted = [placed]
    while n and _is_inferred_for(steps[n - 1], placed):
        n -= 1
        deleted.append(steps[n])
    card = _card_without_roads(context, deleted)
    if card is not None:
        deleted.append(card)
    deleted += _adjacent_founding_road(context, placed)
    return [Replace[events.Event](step.record.number, None) for step in sorted(deleted, key=steps.index)]


def _adjacent_founding_road(context: TrackerContext, placed: BelievedStep) -> list[BelievedStep]:
    """Return the recorded founding road beside a settlement; it belongs to another settlement."""
    founding, event = context.believed.state.phase == "founding", placed.record.event
    if not founding or not isinstance(event, events.PlaceSettlement):
        return []
    later = context.believed.steps[context.believed.steps.index(placed) + 1 :]
    return [
        step
        for step in later[:1]
        if isinstance(step.record.event, events.PlaceRoad) and step.record.certainty < 1
    ]


def _card_without_roads(context: TrackerContext, deleted: Sequence[BelievedStep]) -> BelievedStep | None:
    """Return an inferred road building card of this turn if fewer than two roads are left for it."""
    left = [step for step in context.this_turn if step not in deleted]
    card = next((step for step in left if building.is_inferred_road_building(step)), None)
    if card is None:
        return None
    laid = sum(isinstance(step.record.event, events.PlaceRoad) for step in left[left.index(card) :])
    return card if laid < FREE_ROADS else None


def _is_inferred_for(step: BelievedStep, placed: BelievedStep) -> bool:
    return (
        step.record.source == INFERRED_SOURCE
        and step.record.t == placed.record.t
        and isinstance(step.record.event, events.MaritimeTrade | events.PlayDevelopmentCard)
    )


# Explain a build by a missed roll that is found after the next one was recorded for the wrong player.


_BUILD_EVENTS = (events.PlaceRoad, events.PlaceSettlement, events.PlaceCity)


def explain_by_missed_turn(
    context: TrackerContext, hypothesis: Hypothesis, change: Change
) -> Iterator[Hypothesis]:
    """Explain a piece of a player who rolled the last dice after a missed turn.

    The dice were recorded for a player whose own roll was missed. Events of the active player since then were
    the builder's.
    """
    rolled = context.roll_step
    if not building.is_new_piece(change) or hypothesis.events or hypothesis.corrections or rolled is None:
        return
    state = hypothesis.state
    if state.phase != "play" or not change.since > rolled.record.t:
        return
    wait = priors.MISSED_TURN_CLOSING_S if context.seen.closing else priors.MISSED_TURN_S
    passed = _unseen_turns(context, rolled, change.after.colour)
    if not passed or not context.has_lasted(change, wait):
        return
    previous_s = _previous_roll_s(context, rolled)
    prior = context.missed_rolls_log_p(len(passed) // 2, previous_s, rolled.record.t)
    # A missed turn took time before the recorded roll, not after it.
    prior += 0.0 if rolled.record.t - previous_s > change.since - rolled.record.t else priors.LONG_SINCE_LOG_P
    prior += priors.CONTRADICTS_PEOPLE_LOG_P if rolled.record.certainty == 1 else 0.0
    if hypothesis.is_hopeless(change, prior):
        return
    steps = context.believed.steps
    at = [step.record for step in steps].index(rolled.record)
    corrections = revision_corrections(context.believed.replay.steps, {at: passed})
    ways = [revise_hypothesis(context.believed, hypothesis, None, prior, corrections)]
    # Acts of the missed turn were recorded as those of the player before.
    ended = steps[at - 1].record.event
    if isinstance(ended, events.EndTurn):
        before = [step for step in context.believed.last_turns(2) if step not in context.this_turn]
        ways += building.roll_before_act_hypotheses(
            context, hypothesis, prior, before, lambda _: (ended, passed[0]), {at: passed[2:]}
        )
    for then in ways:
        yield from building.purchase_hypotheses(context, then, change)


def _unseen_turns(context: TrackerContext, rolled: BelievedStep, builder: Colour) -> Sequence[events.Event]:
    """Return the turns with unseen rolls from the recorded roller to the builder.

    There are none if the recorded roller has built since: then that player did roll.
    """
    assert isinstance(rolled.record.event, events.Roll)
    roller = rolled.record.event.player
    since = context.this_turn[context.this_turn.index(rolled) + 1 :]
    if any(isinstance(s.record.event, _BUILD_EVENTS) and s.record.event.player == roller for s in since):
        return ()
    between = building.turns_between(rolled.state_after, rolled.state_after.seat(roller), builder)
    return [event for colour, _ in between for event in (events.UnseenRoll(colour), events.EndTurn(colour))]


def _previous_roll_s(context: TrackerContext, rolled: BelievedStep) -> float:
    """Return the session seconds of the recorded roll before a roll; otherwise of the game's start."""
    steps = context.believed.steps
    earlier = reversed(steps[: steps.index(rolled)])
    thrown = (s.record.t for s in earlier if isinstance(s.record.event, events.Roll | events.UnseenRoll))
    return next((t for t in thrown if t < rolled.record.t), steps[0].record.t)
