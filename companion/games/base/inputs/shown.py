"""A hand that is said again: whoever said a wrong one by mistake, and puts it right, has said one hand."""

from __future__ import annotations

from companion.games.base.belief import Belief
from companion.games.base.belief.believed_replay import BaseRecordedEvent, BelievedReplay
from companion.games.base.rules.cards import Cards
from companion.games.base.rules.events import ShowHand


def slip(account: BelievedReplay, event: ShowHand) -> BaseRecordedEvent | None:
    """What was said of the same hand before, and was a slip, now that this is said; None: nothing was.

    So is what was said just before; and what contradicted in this round all that was told, where this fits
    once that is left out. Else the one slip would leave every hand in doubt, as if anything had happened
    untold.
    """
    position = len(account.steps)
    for step in reversed(account.last_turns(len(account.state.players))):
        position -= 1
        if isinstance(step.chapter.event, ShowHand) and step.chapter.event.player == event.player:
            break
    else:
        return None
    if position == len(account.steps) - 1:
        return step.chapter
    before = account.steps[position - 1]
    surprised = len(step.belief.contradictions) > len(before.belief.contradictions)
    seat = account.state.seat(event.player)
    if not surprised or not before.whole or _fits(account.belief, seat, event.resources):
        return None
    return step.chapter if _fits(account.without(position).belief, seat, event.resources) else None


def _fits(belief: Belief, seat: int, cards: Cards) -> bool:
    """Whether a hand is one of those that are possible."""
    worlds = belief.worlds
    return bool((worlds.holding(seat, cards) & (worlds.size(seat) == sum(cards))).any())
