"""Detect that a shown hand corrects an earlier, wrong one of the same player."""

from __future__ import annotations

from companion.games.base.belief import Belief
from companion.games.base.belief.believed_replay import BaseRecordedEvent, BelievedReplay
from companion.games.base.rules.cards import Cards
from companion.games.base.rules.events import ShowHand


def find_superseded_hand(believed: BelievedReplay, event: ShowHand) -> BaseRecordedEvent | None:
    """Return the record of a shown hand that this one corrects; None: it corrects none.

    A hand that was shown just before is corrected. So is one that contradicted the belief in this round, if
    the new hand is possible without it. Otherwise one mistake would make every hand uncertain.
    """
    position = len(believed.steps)
    for step in reversed(believed.last_turns(len(believed.state.players))):
        position -= 1
        if isinstance(step.record.event, ShowHand) and step.record.event.player == event.player:
            break
    else:
        return None
    if position == len(believed.steps) - 1:
        return step.record
    before = believed.steps[position - 1]
    surprised = len(step.belief.contradictions) > len(before.belief.contradictions)
    seat = believed.state.seat(event.player)
    if not surprised or not before.whole or _is_possible_hand(believed.belief, seat, event.resources):
        return None
    return (
        step.record
        if _is_possible_hand(believed.without_step(position).belief, seat, event.resources)
        else None
    )


def _is_possible_hand(belief: Belief, seat: int, cards: Cards) -> bool:
    """Return whether a hand is possible."""
    particles = belief.particles
    return bool((particles.holds_mask(seat, cards) & (particles.hand_sizes(seat) == sum(cards))).any())
