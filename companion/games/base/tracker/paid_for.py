"""Whose cards may be otherwise for what is seen and not explained: who may have paid for it unseen.

A piece costs its owner cards, and stands where a hand put it. So a road, or a city where the story has the
own settlement, that has looked so since the founding was bought by nobody; nor was one that has looked so
since its owner said what the hand holds: what was paid by then is missing from that hand already. And what
the hand could not pay since, it has not paid.
"""

from __future__ import annotations

import math

from companion.games.base.belief import Belief
from companion.games.base.belief.believed_replay import BelievedReplay, BelievedStep
from companion.games.base.rules.cards import CITY_COST, ROAD_COST, UNIDENTIFIED
from companion.games.base.rules.events import Roll, ShowHand, UnseenRoll
from companion.games.base.rules.options import Colour
from companion.games.base.tracker.differences import Came, Change, Gone, RobberMoved
from companion.island.pieces import Standing


def who_may_have_paid(believed: BelievedReplay, change: Change) -> frozenset[Colour]:
    """The colours whose hands a change of the board, which nothing explains, leaves in doubt.

    The robber speaks of every hand: of what it kept from whom, and of a card stolen.
    """
    if isinstance(change, RobberMoved):
        return frozenset(player.colour for player in believed.state.players)
    after = None if isinstance(change, Gone) else change.after
    touched = {piece.colour for piece in (change.before, after) if piece is not None}
    return frozenset(colour for colour in touched if _may_have_paid(believed, change, colour))


def shown_at(believed: BelievedReplay, colour: Colour) -> float:
    """Session seconds at which a player last said all that the hand holds; minus infinity: never."""
    return next((step.recorded.t for step in reversed(believed.steps) if _shows(step, colour)), -math.inf)


def _may_have_paid(believed: BelievedReplay, change: Came | Gone, colour: Colour) -> bool:
    after = None if isinstance(change, Gone) else change.after
    if after == Standing("road", colour) and change.before is None:
        known = max(_founded_at(believed), shown_at(believed, colour))
    elif after == Standing("city", colour) and change.before == Standing("settlement", colour):
        # It would have brought twice as much since: only a hand that was just as told says that it didn't.
        known = max(_founded_at(believed), _agreed_at(believed, colour))
    elif all(piece is None or piece.kind == "road" for piece in (change.before, after)):
        # Roads bring nothing: wherever they lie, the hand is as it was said.
        return not change.since < shown_at(believed, colour)
    else:
        return True
    return not change.since < known and _could_pay(believed, after, known)


def _could_pay(believed: BelievedReplay, piece: Standing, since: float) -> bool:
    """Whether the owner of a piece has had the dice, and perhaps the cards for it, at any time since."""
    seat = believed.state.seat(piece.colour)
    cost = ROAD_COST if piece.kind == "road" else CITY_COST
    for step in reversed(believed.steps):
        state = step.after
        if state.phase == "play" and state.active == seat and state.rolled:
            free = piece.kind == "road" and state.free_roads > 0
            if free or not step.tells_all or step.belief.pays(seat, cost) > 0:
                return True
        if step.recorded.t < since:
            return False
    return False


def _founded_at(believed: BelievedReplay) -> float:
    """When the founding was over: with the first roll."""
    thrown = (step for step in believed.steps if isinstance(step.recorded.event, Roll | UnseenRoll))
    return next((step.recorded.t for step in thrown), -math.inf)


def _agreed_at(believed: BelievedReplay, colour: Colour) -> float:
    """When a player last said that the hand is as it was told to be: nothing was paid untold by then."""
    belief = Belief()
    agreed = -math.inf
    for step in believed.steps:
        if _shows(step, colour):
            told = belief.hand(step.before.seat(colour))
            assert isinstance(step.recorded.event, ShowHand)
            if told.certain and told.cards == step.recorded.event.resources:
                agreed = step.recorded.t
        belief = step.belief
    return agreed


def _shows(step: BelievedStep, colour: Colour) -> bool:
    event = step.recorded.event
    return isinstance(event, ShowHand) and event.player == colour and not event.resources[UNIDENTIFIED]
