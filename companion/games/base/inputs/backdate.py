"""Where what people enter belongs: now, to an earlier moment, or in the place of what was told less surely.

People enter late, and what the table has already told by itself: the trade that an inferred one stood for,
the card that was stolen a turn ago. An event is looked for and given a place in the turn that is on, then
in those of a round before it. In each turn, in this order:

1. it was told already, by who wasn't sure or not so exactly: now people say it, in its place;
2. it makes a trade needless that was only inferred so that somebody could pay: it takes its place;
3. it could have happened in that turn: there, where it leaves the fewest broken rules; of several such
   places at the last.

People also do what they may not: they play the card that they have just bought, or build when another is on
turn. What could be done now but for that (a *slip*) is what they did now: it is never put where it looks
tidier, and who isn't on turn did it in the own last turn only if all of it fits there. And where the cards
are certain, nothing is put that they don't allow.

A trade may be entered from either side: it is that of who was on turn. What finds no place is told now,
flagged with what is wrong.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Final

from companion.games.base.belief.believed_replay import BelievedReplay, BelievedStep
from companion.games.base.inputs.breaking import DUE, LACKS, Broken, broken, broken_with
from companion.games.base.inputs.turns import with_turn
from companion.games.base.rules.cards import UNIDENTIFIED, add, single
from companion.games.base.rules.events import (
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
from companion.games.base.rules.legality import RuleViolation, violations
from companion.games.base.rules.rule_violations import LEGAL
from companion.games.base.rules.state import State
from companion.games.game_api import Insert, Interpretation, Replace

TURNS_BACK: Final = 4
"""How many turns before the one that is on people may still mean without naming the place: a round."""

_UNSEEN_ACTS: Final = (Steal, DomesticTrade, MaritimeTrade, BuyDevelopmentCard)
"""What is said of the turn before, too, without a name: no camera could have told it."""
_SEEN_ACTS: Final = (Roll, MoveRobber, PlaceRoad, PlaceSettlement, PlaceCity)
_KINDS: Final = (*_UNSEEN_ACTS, *_SEEN_ACTS, Discard, PlayDevelopmentCard)
_WHEN_DUE: Final = (Discard, MoveRobber, Steal)
"""Where one of these is due, it is another than the one that was told."""
_OF_CHOICE: Final = (
    DomesticTrade,
    MaritimeTrade,
    BuyDevelopmentCard,
    PlayDevelopmentCard,
    PlaceRoad,
    PlaceSettlement,
    PlaceCity,
)
"""What people do when they like, and so when they may not."""
_SLIP: Final = (
    RuleViolation.NOT_ON_TURN
    | RuleViolation.NOT_ROLLED
    | RuleViolation.TRADE_AFTER_BUILDING
    | RuleViolation.CARD_BOUGHT_THIS_TURN
    | RuleViolation.CARD_ALREADY_PLAYED
)
"""What is wrong with the act alone, which was possible all the same."""
_UNTOLD: Final = DUE | LACKS
"""What may be wrong only because not all was told."""


def insert(believed: BelievedReplay, event: Event, *, named: bool) -> Interpretation[Event]:
    """What it comes to that people enter an event.

    Args:
        believed: the story so far.
        event: what they entered.
        named: they said whose it is; else whoever is on turn is meant, or who was before.
    """
    state = believed.state
    if state.phase not in ("play", "over") or not isinstance(event, _KINDS):
        return Interpretation((event,))
    here = _by_who_is_on_turn(state, event)
    now = Interpretation((here,))
    slip = _slip(state, here)
    # Whose turn isn't on did it in an own turn before, rather than now; who names nobody, in the last one.
    elsewhere = here is not event or bool(slip & RuleViolation.NOT_ON_TURN)
    elsewhere |= not named and bool(slip & RuleViolation.NOT_ROLLED)
    for back, (first, last) in enumerate(_turns(believed.steps)):
        if not back:
            told = _in_turn(
                believed, first, last, here, LEGAL if elsewhere else slip | DUE if slip else _UNTOLD
            )
        elif slip and not elsewhere:
            break
        elif isinstance(event, PlayDevelopmentCard) and with_turn(state, now) is not now:
            # The next player's turn has begun with it.
            break
        else:
            before = believed.steps[first].before
            told = _in_turn_before(believed, first, last, event, named=named, wholly=bool(slip) or elsewhere)
            if told is None and slip and named and before.players[before.active].colour == _who(event):
                # What that turn doesn't allow none before it does: it was done now.
                break
        if told is not None:
            return told
    return now


def _by_who_is_on_turn(state: State, event: Event) -> Event:
    """A trade that was entered from the other's side, turned round to who is on turn."""
    on_turn = state.players[state.active].colour
    if isinstance(event, DomesticTrade) and event.player != on_turn == event.partner:
        return DomesticTrade(on_turn, event.player, event.take, event.give)
    return event


def _slip(state: State, event: Event) -> RuleViolation:
    """What is wrong with an act that people did now all the same: nothing else speaks against it."""
    wrong = violations(state, event)
    if not isinstance(event, _OF_CHOICE) or wrong & ~(_SLIP | DUE):
        return LEGAL
    return wrong & _SLIP


def _turns(steps: tuple[BelievedStep, ...]) -> Iterator[tuple[int, int]]:
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


def _in_turn_before(
    believed: BelievedReplay, first: int, last: int, event: Event, *, named: bool, wholly: bool
) -> Interpretation[Event] | None:
    """What an event comes to in a turn that is over; None where it has no place there.

    Args:
        believed: the story so far.
        first, last: the turn.
        event: as people entered it.
        named: they said whose it is.
        wholly: only if all of it fits.
    """
    before = believed.steps[first].before
    if not named:
        if not isinstance(event, _UNSEEN_ACTS):
            return None
        # Nobody said that it is of an earlier turn.
        meant = replace(event, player=before.players[before.active].colour)
        return _in_turn(believed, first, last, meant, LEGAL)
    if wholly:
        return _in_turn(believed, first, last, _by_who_is_on_turn(before, event), LEGAL)
    return _in_turn(believed, first, last, event, _UNTOLD)


def _in_turn(
    believed: BelievedReplay, first: int, last: int, event: Event, tolerated: RuleViolation
) -> Interpretation[Event] | None:
    """What an event comes to in one turn; None where it has no place there."""
    steps = believed.steps
    on = last == len(steps)
    due = on and isinstance(event, _WHEN_DUE) and not violations(believed.state, event)
    if not due:
        for step in reversed(steps[first:last]):
            if _says_it(step, event, on):
                return _instead(step, _exactly(event, step.recorded.event))
    usual = broken(steps[first:]).weight
    for n in range(first, last):
        could = _only_pays(steps[n], event) and not violations(steps[n].before, event)
        if could and broken_with(steps, first, n, event, n + 1).weight <= usual:
            return _instead(steps[n], event)
    place = _best_place(believed, first, last, event, tolerated)
    if place is None:
        return None
    if place == len(steps):
        return Interpretation((event,))
    return Interpretation(corrections=(Insert(steps[place].recorded.number, event),))


def _instead(step: BelievedStep, event: Event) -> Interpretation[Event]:
    return Interpretation(corrections=(Replace(step.recorded.number, event),))


def _says_it(step: BelievedStep, event: Event, on: bool) -> bool:
    """Whether a step, of the turn that is `on` or not, says it less surely or exactly than people do now."""
    told = step.recorded.event
    if type(told) is not type(event) or _who(told) != _who(event):
        return False
    unsure = step.unsure
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


def _who(event: Event) -> str:
    return getattr(event, "player", "")


def _exactly(event: Event, told: Event) -> Event:
    """The event as people say it; of discards that they name in part, the rest stays unsaid."""
    if isinstance(event, Discard) and isinstance(told, Discard):
        rest = sum(told.resources) - sum(event.resources)
        return replace(event, resources=add(event.resources, single(UNIDENTIFIED, rest)))
    return event


def _only_pays(step: BelievedStep, event: Event) -> bool:
    """Whether a step is a trade that was inferred, as no camera sees one, and an event brings cards too."""
    told = step.recorded.event
    brings = isinstance(event, MaritimeTrade | DomesticTrade) or (
        isinstance(event, PlayDevelopmentCard) and event.card in ("year_of_plenty", "monopoly")
    )
    return brings and step.unsure and isinstance(told, MaritimeTrade) and _who(told) == _who(event)


def _best_place(
    believed: BelievedReplay, first: int, last: int, event: Event, tolerated: RuleViolation
) -> int | None:
    """Where in a turn an event leaves the fewest broken rules; None where it can't have happened there."""
    steps = believed.steps
    best, fewest = None, Broken()
    usual = broken(steps[first:])
    for n in range(last, first - 1, -1):
        earlier = n < len(steps)
        found = violations(steps[n].before if earlier else believed.state, event)
        if found & ~tolerated or (earlier and found & _known(believed, n, event)):
            continue
        with_it = broken_with(steps, first, n, event, n)
        # What follows has to be possible still, as far as it was; not all may have been told.
        slips = (found & _SLIP).value.bit_count()
        fits = with_it.other <= usual.other + slips
        fits &= bool(tolerated & LACKS) or with_it.lacks <= usual.lacks
        # Dice and pieces are told as they are seen: they don't wait for what nobody told yet.
        seen = isinstance(event, _SEEN_ACTS)
        better = with_it.other < fewest.other if seen else with_it.weight < fewest.weight
        if fits and (best is None or better):
            best, fewest = n, with_it
        if best is not None and not any(fewest):
            break
    return best


def _known(believed: BelievedReplay, place: int, event: Event) -> RuleViolation:
    """What can't be wrong for want of being told before a step: the cards that it is about are certain."""
    state, belief = believed.steps[place].before, believed.steps[place - 1].belief
    found, seat = LEGAL, state.seat(_who(event))
    if belief.hand(seat).certain:
        found |= RuleViolation.CANNOT_PAY
    if belief.cards_told(seat):
        found |= RuleViolation.CARD_NOT_HELD
    match event:
        case DomesticTrade(partner=other) if belief.hand(state.seat(other)).certain:
            found |= RuleViolation.PARTNER_CANNOT_PAY
        case Steal(victim=str(other)) if belief.hand(state.seat(other)).certain:
            found |= RuleViolation.VICTIM_LACKS
    return found
