"""Find the players whose hands are in doubt because they may have paid for an unexplained change.

A piece costs cards, and a hand has to place it. So an unexplained road, or a city on its owner's settlement,
that has looked the same since the founding was not paid for. The same holds if it has looked the same since
its owner showed the hand: payments before that are already missing from the hand. A hand that could not pay
since then has not paid.
"""

from __future__ import annotations

import math

from companion.games.base.belief import Belief
from companion.games.base.belief.believed_replay import BelievedReplay, BelievedStep
from companion.games.base.rules.cards import CITY_COST, ROAD_COST, UNIDENTIFIED_KIND
from companion.games.base.rules.events import Roll, ShowHand, UnseenRoll
from companion.games.base.rules.options import Colour
from companion.games.base.tracker.board_diff import Change, PieceAdded, PieceRemoved, RobberMoved
from companion.island.pieces import Standing


def possible_payers(believed: BelievedReplay, change: Change) -> frozenset[Colour]:
    """Return the colours whose hands an unexplained change leaves in doubt.

    A robber move affects all hands: blocked production and a stolen card.
    """
    if isinstance(change, RobberMoved):
        return frozenset(player.colour for player in believed.state.players)
    after = None if isinstance(change, PieceRemoved) else change.after
    touched = {piece.colour for piece in (change.before, after) if piece is not None}
    return frozenset(colour for colour in touched if _may_have_paid(believed, change, colour))


def hand_shown_time_s(believed: BelievedReplay, colour: Colour) -> float:
    """Return the session seconds when a player last showed the complete hand; minus infinity: never."""
    return next((step.record.t for step in reversed(believed.steps) if _shows_hand(step, colour)), -math.inf)


def _may_have_paid(believed: BelievedReplay, change: PieceAdded | PieceRemoved, colour: Colour) -> bool:
    after = None if isinstance(change, PieceRemoved) else change.after
    if after == Standing("road", colour) and change.before is None:
        known = max(_founding_end_s(believed), hand_shown_time_s(believed, colour))
    elif after == Standing("city", colour) and change.before == Standing("settlement", colour):
        # A city would have doubled the production since then. Only a shown hand that agrees with the record
        # excludes it.
        known = max(_founding_end_s(believed), _hand_confirmed_s(believed, colour))
    elif all(piece is None or piece.kind == "road" for piece in (change.before, after)):
        # Roads produce nothing, so the hand is as shown wherever they are.
        return not change.since < hand_shown_time_s(believed, colour)
    else:
        return True
    return not change.since < known and _could_pay(believed, after, known)


def _could_pay(believed: BelievedReplay, piece: Standing, since: float) -> bool:
    """Return whether the owner of a piece has had a turn, and perhaps the cards, at any time since."""
    seat = believed.state.seat(piece.colour)
    cost = ROAD_COST if piece.kind == "road" else CITY_COST
    for step in reversed(believed.steps):
        state = step.state_after
        if state.phase == "play" and state.active == seat and state.has_rolled:
            free = piece.kind == "road" and state.free_roads > 0
            if free or not step.has_all_hands or step.belief.p_can_afford(seat, cost) > 0:
                return True
        if step.record.t < since:
            return False
    return False


def _founding_end_s(believed: BelievedReplay) -> float:
    """Return the session seconds of the first roll, which ends the founding."""
    thrown = (step for step in believed.steps if isinstance(step.record.event, Roll | UnseenRoll))
    return next((step.record.t for step in thrown), -math.inf)


def _hand_confirmed_s(believed: BelievedReplay, colour: Colour) -> float:
    """Return the session seconds when a player last showed exactly the recorded hand.

    Until then nothing was paid without a report.
    """
    belief = Belief()
    confirmed_s = -math.inf
    for step in believed.steps:
        if _shows_hand(step, colour):
            recorded = belief.hand(step.state_before.seat(colour))
            assert isinstance(step.record.event, ShowHand)
            if recorded.certain and recorded.cards == step.record.event.resources:
                confirmed_s = step.record.t
        belief = step.belief
    return confirmed_s


def _shows_hand(step: BelievedStep, colour: Colour) -> bool:
    event = step.record.event
    return isinstance(event, ShowHand) and event.player == colour and not event.resources[UNIDENTIFIED_KIND]
