"""Where what people enter belongs: now, to an earlier moment, or in the place of what was told less surely.

People enter late, and what the table has already told by itself: the trade that an inferred one stood for,
the card that was stolen a turn ago. An event is looked for and given a place in the turn that is on, then
in those of a round before it. In each turn, in this order:

1. it was told already, by who wasn't sure or not so exactly: now people say it, in its place;
2. it makes a trade needless that was only inferred so that somebody could pay: it takes its place;
3. it could have happened in that turn: there, where it leaves the fewest broken rules; of several such
   places at the last.

What finds no place is told now, flagged with what is wrong.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Final, NamedTuple

from companion.games.base.account import Account, Step
from companion.games.base.cards import UNIDENTIFIED, add, single
from companion.games.base.effects import apply
from companion.games.base.events import (
    BuyDevelopmentCard,
    Discard,
    DomesticTrade,
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
from companion.games.base.legality import Fault, faults
from companion.games.base.state import State
from companion.games.base.turns import with_turn
from companion.games.seam import INFERRED, Insert, Replace, Telling

TURNS_BACK: Final = 4
"""How many turns before the one that is on people may still mean without naming the place: a round."""

_UNSEEN_ACTS: Final = (Steal, DomesticTrade, MaritimeTrade, BuyDevelopmentCard)
"""What is said of the turn before, too, without a name: no camera could have told it."""
_SEEN_ACTS: Final = (Roll, MoveRobber, PlaceRoad, PlaceSettlement, PlaceCity)
_KINDS: Final = (*_UNSEEN_ACTS, *_SEEN_ACTS, Discard, PlayDevelopmentCard)
_WHEN_DUE: Final = (Discard, MoveRobber, Steal)
"""Where one of these is due, it is another than the one that was told."""
_DUE: Final = Fault.DISCARDS_DUE | Fault.ROBBER_DUE | Fault.STEAL_DUE | Fault.FREE_ROADS_DUE
"""What may be wrong only because nobody told yet what had to come first."""
_UNTOLD: Final = (
    _DUE
    | Fault.CANNOT_PAY
    | Fault.PARTNER_CANNOT_PAY
    | Fault.VICTIM_LACKS
    | Fault.BANK_LACKS
    | Fault.CARD_NOT_HELD
)
"""The same, and cards that came untold."""


def placed(account: Account, event: Event, *, named: bool) -> Telling[Event]:
    """What it comes to that people enter an event.

    Args:
        account: the story so far.
        event: what they entered.
        named: they said whose it is; else whoever is on turn is meant, or who was before.
    """
    if account.state.phase not in ("play", "over") or not isinstance(event, _KINDS):
        return Telling((event,))
    now = Telling((event,))
    for back, (first, last) in enumerate(_turns(account.steps)):
        if back and with_turn(account.state, now) is not now:
            # The next player's turn has begun with it.
            break
        meant, tolerated = event, _UNTOLD
        if back and not named:
            if not isinstance(event, _UNSEEN_ACTS):
                break
            # Nobody said that it is of an earlier turn: only if all of it fits.
            before = account.steps[first].before
            meant, tolerated = replace(event, player=before.players[before.active].colour), Fault(0)
        told = _in_turn(account, first, last, meant, tolerated)
        if told is not None:
            return told
    return now


def _turns(steps: tuple[Step, ...]) -> Iterator[tuple[int, int]]:
    """The last turns, the newest first, each from its first step to the place behind its last.

    In the turn that is on, that place is now; in the others it is before the dice are passed.
    """
    last = len(steps)
    now = steps[-1].after.turn
    for back in range(TURNS_BACK + 1):
        first = last
        while first and _in_play(steps[first - 1].before, now - back):
            first -= 1
        # Right after the dice were passed, nothing has happened in the turn that is on.
        if first < last or not back:
            yield (first, last) if not back else (first, last - 1)
        last = first


def _in_play(state: State, turn: int) -> bool:
    return state.phase == "play" and state.turn == turn


def _in_turn(
    account: Account, first: int, last: int, event: Event, tolerated: Fault
) -> Telling[Event] | None:
    """What an event comes to in one turn; None where it has no place there."""
    steps = account.steps
    on = last == len(steps)
    due = on and isinstance(event, _WHEN_DUE) and not faults(account.state, event)
    if not due:
        for step in reversed(steps[first:last]):
            if _says_it(step, event, on):
                return _instead(step, _exactly(event, step.chapter.event))
    usual = _broken(steps, first, len(steps))
    for n in range(first, last):
        could = _only_pays(steps[n], event) and not faults(steps[n].before, event)
        if could and _broken_with(steps, first, n, event, n + 1) <= usual:
            return _instead(steps[n], event)
    place = _best_place(account, first, last, event, tolerated)
    if place is None:
        return None
    if place == len(steps):
        return Telling((event,))
    return Telling(corrections=(Insert(steps[place].chapter.number, event),))


def _instead(step: Step, event: Event) -> Telling[Event]:
    return Telling(corrections=(Replace(step.chapter.number, event),))


def _says_it(step: Step, event: Event, on: bool) -> bool:
    """Whether a step, of the turn that is `on` or not, says it less surely or exactly than people do now."""
    told = step.chapter.event
    if type(told) is not type(event) or _who(told) != _who(event):
        return False
    unsure = _unsure(step)
    match told, event:
        case Discard(resources=given), Discard(resources=named):
            unsaid = given[UNIDENTIFIED] > 0 and not named[UNIDENTIFIED]
            return (unsure or unsaid) and sum(named) <= sum(given)
        case Steal(victim=victim, resource=None), Steal(victim=robbed, resource=str()) if victim == robbed:
            return True
        case Roll() | MoveRobber(), _ if on:
            return unsure
        case Steal() | BuyDevelopmentCard(), _:
            return unsure
        case PlayDevelopmentCard(card=card), PlayDevelopmentCard(card=played):
            return unsure and card == played
    return unsure and told == event


def _unsure(step: Step) -> bool:
    """Whether it wasn't people who told a step."""
    return step.chapter.certainty < 1 or step.chapter.source == INFERRED


def _who(event: Event) -> str:
    return getattr(event, "player", "")


def _exactly(event: Event, told: Event) -> Event:
    """The event as people say it; of discards that they name in part, the rest stays unsaid."""
    if isinstance(event, Discard) and isinstance(told, Discard):
        rest = sum(told.resources) - sum(event.resources)
        return replace(event, resources=add(event.resources, single(UNIDENTIFIED, rest)))
    return event


def _only_pays(step: Step, event: Event) -> bool:
    """Whether a step is a trade that was inferred, as no camera sees one, and an event brings cards too."""
    told = step.chapter.event
    brings = isinstance(event, MaritimeTrade | DomesticTrade) or (
        isinstance(event, PlayDevelopmentCard) and event.card in ("year_of_plenty", "monopoly")
    )
    return (
        brings
        and _unsure(step)
        and isinstance(told, MaritimeTrade)
        and _who(told) == _who(event)
    )


def _best_place(account: Account, first: int, last: int, event: Event, tolerated: Fault) -> int | None:
    """Where in a turn an event leaves the fewest broken rules; None where it can't have happened there."""
    steps = account.steps
    best, fewest = None, _Broken(0, 0)
    usual = _broken(steps, first, len(steps))
    for n in range(last, first - 1, -1):
        found = faults(steps[n].before if n < len(steps) else account.state, event)
        if found & ~tolerated:
            continue
        broken = _broken_with(steps, first, n, event, n)
        # What follows has to be possible still, as far as it was; not all may have been told.
        fits = broken.other <= usual.other and (bool(tolerated) or broken.untold <= usual.untold)
        # Dice and pieces are told as they are seen: they don't wait for what nobody told yet.
        better = broken.other < fewest.other if isinstance(event, _SEEN_ACTS) else broken < fewest
        if fits and (best is None or better):
            best, fewest = n, broken
        if best is not None and not any(fewest):
            break
    return best


class _Broken(NamedTuple):
    """How many rules a range of events breaks, and how many more where not all may have been told."""

    other: int
    untold: int

    def and_by(self, found: Fault) -> _Broken:
        untold = (found & _UNTOLD).value.bit_count()
        return _Broken(self.other + found.value.bit_count() - untold, self.untold + untold)


def _broken(steps: tuple[Step, ...], first: int, last: int) -> _Broken:
    """What the steps of a range break."""
    broken = _Broken(0, 0)
    for step in steps[first:last]:
        broken = broken.and_by(faults(step.before, step.chapter.event))
    return broken


def _broken_with(steps: tuple[Step, ...], first: int, place: int, event: Event, follows: int) -> _Broken:
    """What is broken from `first` on if an event happens at a place, and then what follows."""
    state = steps[place].before if place < len(steps) else steps[-1].after
    # What is due and not told yet is no reason for another place.
    broken = _broken(steps, first, place).and_by(faults(state, event) & ~_DUE)
    state = apply(state, event)
    for step in steps[follows:]:
        broken = broken.and_by(faults(state, step.chapter.event))
        state = apply(state, step.chapter.event)
    return broken
