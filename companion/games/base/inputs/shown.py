"""A hand that is said again: whoever said a wrong one by mistake, and puts it right, has said one hand."""

from __future__ import annotations

from companion.games.base.belief import Belief
from companion.games.base.belief.believed_replay import BaseRecordedEvent, BelievedReplay
from companion.games.base.rules.cards import Cards
from companion.games.base.rules.events import ShowHand


def slip(believed: BelievedReplay, event: ShowHand) -> BaseRecordedEvent | None:
    """What was said of the same hand before, and was a slip, now that this is said; None: nothing was.

    So is what was said just before; and what contradicted in this round all that was told, where this fits
    once that is left out. Else the one slip would leave every hand in doubt, as if anything had happened
    untold.
    """
    position = len(believed.steps)
    for step in reversed(believed.last_turns(len(believed.state.players))):
        position -= 1
        if isinstance(step.recorded.event, ShowHand) and step.recorded.event.player == event.player:
            break
    else:
        return None
    if position == len(believed.steps) - 1:
        return step.recorded
    before = believed.steps[position - 1]
    surprised = len(step.belief.contradictions) > len(before.belief.contradictions)
    seat = believed.state.seat(event.player)
    if not surprised or not before.whole or _fits(believed.belief, seat, event.resources):
        return None
    return step.recorded if _fits(believed.without(position).belief, seat, event.resources) else None


def _fits(belief: Belief, seat: int, cards: Cards) -> bool:
    """Whether a hand is one of those that are possible."""
    worlds = belief.worlds
    return bool((worlds.holding(seat, cards) & (worlds.size(seat) == sum(cards))).any())
