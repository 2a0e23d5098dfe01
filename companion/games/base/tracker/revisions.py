"""What happened differently than was told: taken back, built by the player before, laid by a card."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from companion.games.base.belief.believed_replay import BelievedStep
from companion.games.base.rules.cards import DEVELOPMENT_INDEX, NONE, ROAD_COST, add
from companion.games.base.rules.costs import COSTS
from companion.games.base.rules.effects.development import FREE_ROADS
from companion.games.base.rules.events import (
    EndTurn,
    Event,
    MaritimeTrade,
    MoveRobber,
    PlaceCity,
    PlaceRoad,
    PlaceSettlement,
    PlayDevelopmentCard,
    Roll,
    Steal,
)
from companion.games.base.rules.legality import LEGAL, RuleViolation, violations
from companion.games.base.tracker import priors
from companion.games.base.tracker.building import (
    NOT_SAID,
    bought,
    comes,
    placement,
    seen_before_the_seven,
)
from companion.games.base.tracker.context import TrackerContext
from companion.games.base.tracker.differences import Came, Change, Gone
from companion.games.base.tracker.hypothesis import Correction, Hypothesis, just_before, retold
from companion.games.game_api import Insert, Replace
from companion.games.replay import INFERRED


def taken_back(context: TrackerContext, hypothesis: Hypothesis, change: Change) -> Iterator[Hypothesis]:
    """A piece that was put down this turn is gone again: it was no build."""
    if not isinstance(change, Gone) or hypothesis.events:
        return
    if not context.waited(change, priors.GONE_S) or change.place in context.seen.covered:
        return
    told = _placed(context.recent, change)
    # What looked like nothing when it was told was believed for other reasons.
    if told is None or isinstance(told.recorded.event, PlaceCity) or change.since <= told.recorded.t:
        return
    if not _founded_on(context, told):
        yield retold(context.believed, hypothesis, change, priors.TAKEN_BACK_LOG_P, _without(context, told))


def founded_elsewhere(
    context: TrackerContext, hypothesis: Hypothesis, change: Change
) -> Iterator[Hypothesis]:
    """A road of the founding was put on another path, and meanwhile the next player founded."""
    if not isinstance(change, Gone) or hypothesis.events or not context.waited(change, priors.GONE_S):
        return
    told = _placed(context.recent, change)
    if told is None or change.place in context.seen.covered or not _founded_on(context, told):
        return
    for other in (other for others in context.places.values() for other in others):
        if not isinstance(other, Came) or other.after != change.before:
            continue
        road = placement("road", other.after.colour, other.place)
        if context.rested(other, priors.SETTLED_S) and not violations(told.before, road):
            moved = Replace[Event](told.recorded.number, road)
            then = retold(context.believed, hypothesis, change, priors.TAKEN_BACK_LOG_P, [moved])
            explained = {**then.explained, other.place: other}
            yield replace(then, score=then.score + other.gain, explained=explained)


def _founded_on(context: TrackerContext, told: BelievedStep) -> bool:
    """Whether it is a road of the founding after which another player founded: there has to be one."""
    state, steps = context.believed.state, context.believed.steps
    on_path = isinstance(told.recorded.event, PlaceRoad)
    return state.phase == "founding" and on_path and steps.index(told) < len(steps) - 1


def city_taken_back(context: TrackerContext, hypothesis: Hypothesis, change: Change) -> Iterator[Hypothesis]:
    """A settlement stands where a city was told this turn: it had not been replaced, or is back."""
    if not isinstance(change, Came) or change.before is None or hypothesis.events:
        return
    kinds = (change.before.kind, change.after.kind)
    if kinds != ("city", "settlement") or change.before.colour != change.after.colour:
        return
    told = _placed(context.this_turn, change)
    if told is None or not isinstance(told.recorded.event, PlaceCity):
        return
    if context.waited(change, priors.GONE_S):
        yield retold(
            context.believed, hypothesis, change, priors.CITY_TAKEN_BACK_LOG_P, _without(context, told)
        )


def built_late(context: TrackerContext, hypothesis: Hypothesis, change: Change) -> Iterator[Hypothesis]:
    """A player whose turn is over put down a piece that is seen only after the dice were passed."""
    if not comes(change) or hypothesis.events or not context.rested(change, priors.LATE_SETTLED_S):
        return
    for turns, passed in enumerate(context.passings):
        assert isinstance(passed.recorded.event, EndTurn)
        if change.after.colour == passed.recorded.event.player:
            prior = _late(change, passed, turns)
            yield from _inserted_build(context, hypothesis, change, passed, prior)
            return


def _late(change: Came, passed: BelievedStep, turns: int) -> float:
    """Log probability of a piece's being seen only so many turns after the one in which it was put down."""
    if change.earliest < passed.recorded.t:
        return priors.LATE_LOG_P  # nobody could see it before
    late = change.since - passed.recorded.t > (priors.LATER_S if turns else priors.LATE_S)
    return (priors.VERY_LATE_LOG_P if late else priors.LATE_LOG_P) * (1 + turns)


def _inserted_build(
    context: TrackerContext,
    hypothesis: Hypothesis,
    change: Came,
    passed: BelievedStep,
    prior: float,
    excused: RuleViolation = LEGAL,
) -> Iterator[Hypothesis]:
    """A build told at the end of the turn that it belongs to, or before another step; some rules excused."""
    if hypothesis.hopeless(change, prior):
        return
    then = just_before(context.believed, hypothesis, passed)
    event = placement(change.after.kind, change.after.colour, change.place)
    if violations(then.state, event) & ~(NOT_SAID | RuleViolation.CANNOT_PAY | excused):
        return
    free = change.after.kind == "road" and then.state.free_roads > 0
    cost = NONE if free else COSTS[type(event)]
    prior += priors.paid(then.belief.pays(then.state.active, cost), sum(cost), then.state.options.all_told)
    if context.gone_elsewhere(change, hypothesis.explained):
        prior += priors.MOVED_ABOUT_LOG_P
    yield retold(context.believed, hypothesis, change, prior, [Insert(passed.recorded.number, event)])


def built_before_the_seven(
    context: TrackerContext, hypothesis: Hypothesis, change: Change
) -> Iterator[Hypothesis]:
    """A piece was put down before the dice were thrown, and they came to a seven: what it cost was gone."""
    if not comes(change) or hypothesis.events or not context.rested(change, priors.SETTLED_S):
        return
    rolled = seen_before_the_seven(context, hypothesis, change)
    if rolled is not None:
        yield from _inserted_build(
            context,
            hypothesis,
            change,
            rolled,
            priors.BEFORE_THE_SEVEN_LOG_P,
            excused=RuleViolation.NOT_ROLLED,
        )


def founded_late(context: TrackerContext, hypothesis: Hypothesis, change: Change) -> Iterator[Hypothesis]:
    """The last piece of the founding is seen only after the first roll."""
    state = hypothesis.state
    if not comes(change) or hypothesis.events or state.phase != "play" or state.turn > 1:
        return
    first = next((step for step in context.believed.steps if isinstance(step.recorded.event, Roll)), None)
    if first is None or not context.rested(change, priors.SETTLED_S):
        return
    kind = "settlement" if change.after.kind == "city" else change.after.kind
    event = placement(kind, change.after.colour, change.place)
    then = just_before(context.believed, hypothesis, first)
    if then.state.phase == "founding" and not violations(then.state, event):
        corrections = [Insert(first.recorded.number, event)]
        yield retold(context.believed, hypothesis, change, priors.FOUNDED_LOG_P, corrections)


def turn_not_over(context: TrackerContext, hypothesis: Hypothesis, change: Change) -> Iterator[Hypothesis]:
    """The knight was played by the player before, who now builds: the dice had not been passed."""
    passed = context.passed
    if not comes(change) or passed is None or hypothesis.events or hypothesis.state.rolled:
        return
    if passed.recorded.source != INFERRED or not context.rested(change, priors.SETTLED_S):
        return
    assert isinstance(passed.recorded.event, EndTurn)
    colour = passed.recorded.event.player
    theirs = [step.recorded for step in context.this_turn]
    if change.after.colour != colour or any(recorded.certainty == 1 for recorded in theirs):
        return
    corrections: list[Correction] = [Replace[Event](passed.recorded.number, None)]
    for recorded in theirs:
        if not isinstance(recorded.event, PlayDevelopmentCard | MoveRobber | Steal):
            return
        corrections.append(Replace[Event](recorded.number, replace(recorded.event, player=colour)))
    yield from bought(
        context, retold(context.believed, hypothesis, None, priors.KNIGHT_LOG_P, corrections), change
    )


def laid_by_card_before(
    context: TrackerContext, hypothesis: Hypothesis, change: Change
) -> Iterator[Hypothesis]:
    """The road told before this one was the first of a road building card, which nobody could see."""
    if not comes(change) or hypothesis.events or not context.rested(change, priors.SETTLED_S):
        return
    state = hypothesis.state
    if state.phase != "play" or change.after.kind != "road" or state.free_roads:
        return
    colour = state.players[state.active].colour
    undone = {c.number for c in hypothesis.corrections if isinstance(c, Replace) and c.event is None}
    roads = [step for step in context.this_turn if isinstance(step.recorded.event, PlaceRoad)]
    first = next((step for step in reversed(roads) if step.recorded.number not in undone), None)
    if first is None or first.recorded.certainty == 1 or change.after.colour != colour:
        return
    then = just_before(context.believed, hypothesis, first)
    card = PlayDevelopmentCard(colour, "road_building")
    if violations(then.state, card) & ~(
        NOT_SAID | RuleViolation.CARD_NOT_HELD | RuleViolation.CARD_BOUGHT_THIS_TURN
    ):
        return
    share = then.belief.plays(state.active, DEVELOPMENT_INDEX["road_building"])
    held = priors.holds(share, state.options.all_told)
    pays = then.belief.pays(state.active, add(ROAD_COST, ROAD_COST))
    # That the first was paid somehow need not be believed any more.
    paid = priors.paid(then.belief.pays(state.active, ROAD_COST), sum(ROAD_COST), state.options.all_told)
    prior = priors.by_road_building(held, pays) - paid
    laid = retold(context.believed, hypothesis, None, prior, [Insert[Event](first.recorded.number, card)])
    road = placement("road", colour, change.place)
    if laid.state.free_roads and not violations(laid.state, road) & ~(NOT_SAID | RuleViolation.CANNOT_PAY):
        yield laid.then(change, 0.0, [road])


def _placed(steps: Sequence[BelievedStep], change: Came | Gone) -> BelievedStep | None:
    """The step that put down what a change finds gone, if people have not confirmed it."""
    for step in reversed(steps):
        event = step.recorded.event
        if isinstance(event, PlaceRoad | PlaceSettlement | PlaceCity) and event.at == change.place:
            return step if step.recorded.certainty < 1 else None
    return None


def _without(context: TrackerContext, told: BelievedStep) -> list[Correction]:
    """What takes a build back, with what was inferred only because of it."""
    steps = context.believed.steps
    n = steps.index(told)
    gone = [told]
    while n and _inferred_for(steps[n - 1], told):
        n -= 1
        gone.append(steps[n])
    card = _card_without_roads(context, gone)
    if card is not None:
        gone.append(card)
    gone += _founded_beside(context, told)
    return [Replace[Event](step.recorded.number, None) for step in sorted(gone, key=steps.index)]


def _founded_beside(context: TrackerContext, told: BelievedStep) -> list[BelievedStep]:
    """The road of the founding that was told to lie beside a settlement: it lies beside another."""
    founding, event = context.believed.state.phase == "founding", told.recorded.event
    if not founding or not isinstance(event, PlaceSettlement):
        return []
    later = context.believed.steps[context.believed.steps.index(told) + 1 :]
    return [
        step
        for step in later[:1]
        if isinstance(step.recorded.event, PlaceRoad) and step.recorded.certainty < 1
    ]


def _card_without_roads(context: TrackerContext, gone: Sequence[BelievedStep]) -> BelievedStep | None:
    """A road building card of this turn that nobody told of, where not two roads are left for it."""
    left = [step for step in context.this_turn if step not in gone]
    card = next((step for step in left if _unsaid_road_building(step)), None)
    if card is None:
        return None
    laid = sum(isinstance(step.recorded.event, PlaceRoad) for step in left[left.index(card) :])
    return card if laid < FREE_ROADS else None


def _unsaid_road_building(step: BelievedStep) -> bool:
    event, certainty = step.recorded.event, step.recorded.certainty
    return isinstance(event, PlayDevelopmentCard) and event.card == "road_building" and certainty < 1


def _inferred_for(step: BelievedStep, told: BelievedStep) -> bool:
    return (
        step.recorded.source == INFERRED
        and step.recorded.t == told.recorded.t
        and isinstance(step.recorded.event, MaritimeTrade | PlayDevelopmentCard)
    )
