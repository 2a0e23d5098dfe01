"""Recognize an entry that repeats a recorded event, and turn it into a confirmation.

People enter what the camera or another person has just recorded. A line is repeated if it records the same
event (`is_same_event`), and

- the state excludes that it happens now: that piece is on the board, the robber is on that hex, no theft or
  discard is due, the starting resources were taken;
- or its author had not seen the line (`InputContext.after`). Only an author who knows of the first trade,
  purchase or card can mean a second one in the same turn.

A confirmed event keeps its place in the log. It becomes certain, and it gets the details that only people
know. No answer depends on a secretly entered card: only the existence of the card is compared.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Final

from companion.games.base.belief.believed_replay import BelievedReplay, BelievedStep
from companion.games.base.rules import events
from companion.games.base.rules.cards import NO_CARDS, UNIDENTIFIED_KIND, add, cards_of_kind
from companion.games.base.rules.events import Event
from companion.games.base.rules.legality import RuleViolation, violations
from companion.games.game_api import Interpretation, Replace
from companion.games.history_inputs import InputContext
from companion.observations import more_precise_dice

_NO_CONTEXT: Final = InputContext()
_DETAILS: Final[Mapping[type[Event], tuple[str, ...]]] = {
    events.BuyDevelopmentCard: ("card",),
    events.Steal: ("resource",),
    events.Discard: ("resources",),
    events.PlayDevelopmentCard: ("resource", "resources", "given"),
}
"""Fields that only people know; a line or an entry without them fits any value."""
_UNKNOWN: Final = (None, NO_CARDS)
_RENEWING_EVENTS: Final[Mapping[type[Event], type[Event]]] = {
    events.MoveRobber: events.MoveRobber,
    events.Steal: events.MoveRobber,
    events.Discard: events.Roll,
    events.FirstPlayerChosen: events.FirstPlayerChosen,
}
"""After such a line, an earlier one is another event."""
_EXCLUDING_VIOLATIONS: Final = (
    RuleViolation.SITE_TAKEN
    | RuleViolation.NO_SETTLEMENT_THERE
    | RuleViolation.ROBBER_NOT_DUE
    | RuleViolation.STEAL_NOT_DUE
    | RuleViolation.DISCARD_NOT_OWED
)


def confirm_duplicate(
    believed: BelievedReplay, event: Event, about: InputContext, *, named: bool
) -> Interpretation[Event] | None:
    """Return the interpretation of an entry that repeats a recorded event; None: it is a new event.

    Args:
        believed: the replay so far.
        event: the entered event.
        about: what its author had seen.
        named: the entry names the player; otherwise it means the active player, or the one who was active
            before.
    """
    step = find_repeated(believed, event, about, named=named)
    return None if step is None else confirm_step(step, event)


def find_repeated(
    believed: BelievedReplay, event: Event, about: InputContext = _NO_CONTEXT, *, named: bool = True
) -> BelievedStep | None:
    """Return the latest step that an entry repeats (arguments as of `confirm_duplicate`)."""
    # A roll and a turn's end belong to a turn, which the input names.
    if isinstance(event, events.Roll | events.EndTurn) or (
        isinstance(event, events.MoveRobber) and believed.state.robber_due
    ):
        return None
    excluded = _is_excluded(believed, event)
    for step in reversed(believed.steps):
        unseen = about.is_unseen(step.record)
        if (excluded or unseen) and is_same_event(step, event, named=named):
            if isinstance(event, events.Steal) and not unseen and about.after is not None:
                return None if _lacks_theft(believed, _player_of(step.record.event)) else step
            return step
        excluded = excluded and not isinstance(step.record.event, _RENEWING_EVENTS.get(type(event), ()))
    return None


def _is_excluded(believed: BelievedReplay, event: Event) -> bool:
    """Return whether an event can't happen now, unless a line that records it is wrong."""
    if isinstance(event, events.TakeStartingResources | events.FirstPlayerChosen):
        return True
    state = believed.state
    if state.land is None or (isinstance(event, events.Steal) and state.robber_due):
        return False
    return bool(violations(state, event) & _EXCLUDING_VIOLATIONS)


def _lacks_theft(believed: BelievedReplay, thief: str) -> bool:
    """Return whether a robber move of a player was followed by other events while its theft was due.

    Then an author who had seen the recorded theft means that one.
    """
    return any(
        step.violations & RuleViolation.STEAL_DUE
        and step.state_before.players[step.state_before.active].colour == thief
        for step in believed.last_turns(len(believed.state.players) + 1)
    )


def is_same_event(step: BelievedStep, event: Event, *, named: bool = True) -> bool:
    """Return whether a step records an entered event, as far as both are known and public.

    Args:
        step: the step.
        event: the entered event.
        named: the entry names the player.
    """
    recorded = step.record.event
    match recorded, event:
        case events.TakeUp(), events.TakeUp():
            return step.state_after.phase != "taking_up"
        case events.TakeUp(
            pieces=tuple() as pieces
        ), events.PlaceRoad() | events.PlaceSettlement() | events.PlaceCity():
            standing = {(f"place_{piece.kind}", piece.at, piece.colour if named else "") for piece in pieces}
            return (event.kind, event.at, event.player if named else "") in standing
        case events.TakeUp() | events.LayoutSet(), events.MoveRobber(to=to):
            return step.state_after.robber == to
        case events.ShowHand(), events.ShowHand() if step.record.secret:
            return False
        case events.DomesticTrade(player=player), events.DomesticTrade(partner=partner) if player == partner:
            event = events.DomesticTrade(partner, event.player, event.take, event.give)
    if type(recorded) is not type(event):
        return False
    details = _DETAILS.get(type(event), ())
    # Two counts of one monopoly may differ, and a secret card must not be compared.
    ignored = {"given"} if named else {"given", "player"}
    if step.record.secret and isinstance(event, events.BuyDevelopmentCard | events.Steal):
        ignored.update(details)
    return all(
        one == other or field in ignored or (field in details and (one in _UNKNOWN or other in _UNKNOWN))
        for field, one, other in zip(vars(event), vars(recorded).values(), vars(event).values(), strict=True)
    )


def confirm_step(step: BelievedStep, event: Event) -> Interpretation[Event]:
    """Return the interpretation that makes a step certain and adds the entry's details."""
    recorded = step.record
    # A piece that was there from the beginning has no record of its own. An entry from a phone is certain,
    # and a repetition must not reveal which card it was.
    if not isinstance(recorded.event, type(event)) or recorded.secret:
        return Interpretation(duplicate_of=(recorded.number,))
    exact = _merge_details(recorded.event, event)
    if exact == recorded.event and not step.is_uncertain:
        return Interpretation(duplicate_of=(recorded.number,))
    return Interpretation(corrections=(Replace(recorded.number, exact),), duplicate_of=(recorded.number,))


def _merge_details(recorded: Event, event: Event) -> Event:
    """Return the recorded event with the details that the entry adds; known details stay."""
    if isinstance(recorded, events.Roll) and isinstance(event, events.Roll):
        return replace(recorded, dice=more_precise_dice(recorded.dice, event.dice))
    added = {
        field: getattr(event, field)
        for field in _DETAILS.get(type(event), ())
        if getattr(recorded, field) in _UNKNOWN
    }
    return replace(recorded, **added) if added else recorded


def _player_of(event: Event) -> str:
    return getattr(event, "player", "")


def inferred_turn_end(believed: BelievedReplay, about: InputContext) -> BelievedStep | None:
    """Return the step that inferred the end of the turn that an input ends.

    None: the turn is not over, or people ended it. If no turn is named, the step must be newer than what the
    author had seen.
    """
    for step in reversed(believed.steps):
        if isinstance(step.record.event, events.EndTurn):
            is_that_end = (
                about.is_unseen(step.record) if about.turn is None else step.state_before.turn == about.turn
            )
            if is_that_end:
                return step if step.is_uncertain else None
    return None


def layout_step_since(believed: BelievedReplay, about: InputContext) -> BelievedStep | None:
    """Return the step that set up or proposed an island after what the author had seen."""
    for step in reversed(believed.steps):
        if isinstance(step.record.event, events.LayoutSet | events.LayoutEntered) and about.is_unseen(
            step.record
        ):
            return step
    return None


# Replace a line that the search for a place compares with an entry


def is_superseded(step: BelievedStep, event: Event, is_current: bool) -> bool:
    """Return whether the step records the same event less certainly or less exactly.

    `is_current` says whether the step belongs to the current turn.
    """
    recorded = step.record.event
    if type(recorded) is not type(event) or getattr(recorded, "player", "") != getattr(event, "player", ""):
        return False
    is_uncertain = step.is_uncertain
    match recorded, event:
        case events.Discard(resources=given), events.Discard(resources=named):
            unidentified = given[UNIDENTIFIED_KIND] > 0 and not named[UNIDENTIFIED_KIND]
            return (is_uncertain or unidentified) and sum(named) <= sum(given)
        case events.Steal(victim=victim, resource=None), events.Steal(victim=robbed, resource=str()) if (
            victim == robbed
        ):
            return True
        case (events.Roll() | events.MoveRobber(), _) if is_current:
            return is_uncertain
        case events.Steal() | events.BuyDevelopmentCard(), _:
            return is_uncertain
    return is_uncertain and is_same_event(step, event)


def complete_discard(event: Event, recorded: Event) -> Event:
    """Return the event; if it names only some of the discarded cards, the others stay unidentified."""
    if isinstance(event, events.Discard) and isinstance(recorded, events.Discard):
        rest = sum(recorded.resources) - sum(event.resources)
        return replace(event, resources=add(event.resources, cards_of_kind(UNIDENTIFIED_KIND, rest)))
    return event


def is_replaceable_trade(step: BelievedStep, event: Event) -> bool:
    """Return whether the step is an inferred trade, and the event brings cards as well."""
    recorded = step.record.event
    brings = isinstance(event, events.MaritimeTrade | events.DomesticTrade) or (
        isinstance(event, events.PlayDevelopmentCard) and event.card in ("year_of_plenty", "monopoly")
    )
    return (
        brings
        and step.is_uncertain
        and isinstance(recorded, events.MaritimeTrade)
        and getattr(recorded, "player", "") == getattr(event, "player", "")
    )
