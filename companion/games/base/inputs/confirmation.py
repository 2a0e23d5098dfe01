"""Recognize an entry that repeats a recorded event, and turn it into a confirmation.

People enter what the camera or another person has just recorded. Two tests find the duplicate:

- by the state: that piece is on the board, the robber is on that hex, no theft is due any more, no more
  discards are due, the starting resources were taken;
- by what its author had seen (`InputContext.after`): the same event was recorded since. Only an author who
  knows of the first trade, purchase or card can mean a second one in the same turn.

A confirmed event keeps its place in the log. It becomes certain, and it gets the details that only people
know. No answer depends on a secretly entered card: only the existence of the card is compared.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import Final

from companion.games.base.belief.believed_replay import BelievedReplay, BelievedStep
from companion.games.base.rules.cards import NO_CARDS, UNIDENTIFIED_KIND, add, cards_of_kind
from companion.games.base.rules.events import (
    BuyDevelopmentCard,
    ClaimVictory,
    Discard,
    DomesticTrade,
    EndTurn,
    Event,
    FirstPlayerChosen,
    LayoutEntered,
    LayoutSet,
    MaritimeTrade,
    MoveRobber,
    PlaceCity,
    PlaceRoad,
    PlaceSettlement,
    PlayDevelopmentCard,
    RevealVictoryPoints,
    Roll,
    ShowHand,
    Steal,
    TakeInstead,
    TakeStartingResources,
    TakeUp,
)
from companion.games.base.rules.legality import RuleViolation
from companion.games.base.rules.sites import INTERSECTION_BIT, PATH_BIT
from companion.games.base.rules.state import Player
from companion.games.game_api import Interpretation, Replace
from companion.games.history_inputs import InputContext
from companion.observations import more_precise_dice

_NO_CONTEXT: Final = InputContext()
_Placed = PlaceRoad | PlaceSettlement | PlaceCity
_Act = (
    DomesticTrade | MaritimeTrade | BuyDevelopmentCard | PlayDevelopmentCard | RevealVictoryPoints
    | ClaimVictory | TakeInstead | ShowHand | Steal | Discard | MoveRobber
)  # fmt: skip
"""Events that may repeat: whether an entry is another one depends on what its author had seen."""


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
    step = _find_by_state(believed, event, about, named) or _find_recorded_since(
        believed, event, about, named
    )
    return None if step is None else confirm_step(step, event)


def confirm_step(step: BelievedStep, event: Event) -> Interpretation[Event]:
    """Return the interpretation that makes a step certain and adds the entry's details."""
    recorded = step.record
    if not isinstance(recorded.event, type(event)):
        # The piece was there from the beginning, so its record does not become more certain.
        return Interpretation(duplicate_of=(recorded.number,))
    if recorded.secret:
        # An entry from a phone is certain, and a repetition must not reveal which card it was.
        return Interpretation(duplicate_of=(recorded.number,))
    exact = _merge_details(recorded.event, event)
    if exact == recorded.event and not step.is_uncertain:
        return Interpretation(duplicate_of=(recorded.number,))
    return Interpretation(corrections=(Replace(recorded.number, exact),), duplicate_of=(recorded.number,))


def roll_of_turn(
    believed: BelievedReplay, turn: int, about: InputContext = _NO_CONTEXT
) -> BelievedStep | None:
    """Return the step that recorded a turn's roll; None: there is none.

    A seven that is rolled again counts as the turn's roll only for an author who had not seen it.
    """
    for step in reversed(believed.steps):
        if isinstance(step.record.event, Roll) and step.state_after.turn == turn:
            return step if step.state_after.dice is not None or about.is_unseen(step.record) else None
    return None


def inferred_turn_end(believed: BelievedReplay, about: InputContext) -> BelievedStep | None:
    """Return the step that inferred the end of the turn that an input ends.

    None: the turn is not over, or people ended it. If no turn is named, the step must be newer than what the
    author had seen.
    """
    for step in reversed(believed.steps):
        if isinstance(step.record.event, EndTurn):
            is_that_end = (
                about.is_unseen(step.record) if about.turn is None else step.state_before.turn == about.turn
            )
            if is_that_end:
                return step if step.is_uncertain else None
    return None


def layout_step_since(believed: BelievedReplay, about: InputContext) -> BelievedStep | None:
    """Return the step that set up or proposed an island after what the author had seen."""
    for step in _steps_since(believed, about):
        if isinstance(step.record.event, LayoutSet | LayoutEntered):
            return step
    return None


# By the state


def _find_by_state(
    believed: BelievedReplay, event: Event, about: InputContext, named: bool
) -> BelievedStep | None:
    """Return the step that recorded the event, if the state shows that it can't be a new one."""
    match event:
        case PlaceRoad() | PlaceSettlement() | PlaceCity():
            return _find_placement(believed, event, named)
        case MoveRobber(player, to):
            return _find_robber_move(believed, player, to, named)
        case Steal():
            return _find_theft(believed, event, about, named)
        case Discard():
            return _find_discard(believed, event)
        case TakeStartingResources() | FirstPlayerChosen():
            return _find_unique_event(believed, event)
    return None


def _find_placement(believed: BelievedReplay, event: _Placed, named: bool) -> BelievedStep | None:
    """Return the step that placed the piece on that site."""
    owner = next((player for player in believed.state.players if _has_piece(player, event)), None)
    if owner is None or (named and owner.colour != event.player):
        return None
    for step in reversed(believed.steps):
        match step.record.event:
            case PlaceRoad() | PlaceSettlement() | PlaceCity() as recorded:
                if type(recorded) is type(event) and (recorded.at, recorded.player) == (
                    event.at,
                    owner.colour,
                ):
                    return step
            case TakeUp(pieces=tuple() as pieces) if any(piece.at == event.at for piece in pieces):
                return step
    return None


def _has_piece(player: Player, event: _Placed) -> bool:
    match event:
        case PlaceRoad(at=path):
            return bool(player.roads & PATH_BIT[path])
        case PlaceSettlement(at=intersection):
            return bool(player.settlements & INTERSECTION_BIT[intersection])
        case PlaceCity(at=intersection):
            return bool(player.cities & INTERSECTION_BIT[intersection])


def _find_robber_move(believed: BelievedReplay, player: str, to: str, named: bool) -> BelievedStep | None:
    """Return the step that moved the robber to its hex, unless it has to move."""
    state = believed.state
    if state.robber != to or state.robber_due:
        return None
    for step in reversed(believed.steps):
        match step.record.event:
            case MoveRobber(by, hex_) if hex_ == to:
                return None if named and by != player else step
            case LayoutSet() | TakeUp():
                return step
    return None


def _find_theft(
    believed: BelievedReplay, event: Steal, about: InputContext, named: bool
) -> BelievedStep | None:
    """Return the theft after the robber's last move; there is no other before the next move.

    If an earlier robber move lacks a theft, an author who had seen the recorded one means that.
    """
    step = last_theft(believed)
    if step is None or not isinstance(recorded := step.record.event, Steal):
        return None
    if (
        about.after is not None
        and not about.is_unseen(step.record)
        and _lacks_theft(believed, recorded.player)
    ):
        return None
    same = is_same_theft(step, recorded, event) and (recorded.player == event.player or not named)
    return step if same else None


def _lacks_theft(believed: BelievedReplay, thief: str) -> bool:
    """Return whether a robber move of a player was followed by other events while its theft was due."""
    return any(
        step.violations & RuleViolation.STEAL_DUE
        and step.state_before.players[step.state_before.active].colour == thief
        for step in believed.last_turns(len(believed.state.players) + 1)
    )


def last_theft(believed: BelievedReplay) -> BelievedStep | None:
    """Return the step of the theft after the robber's last move; None: it is still due, or there was none."""
    if believed.state.steal_due or believed.state.robber_due:
        return None
    for step in reversed(believed.steps):
        if isinstance(step.record.event, MoveRobber):
            break
        if isinstance(step.record.event, Steal):
            return step
    return None


def is_same_theft(step: BelievedStep, recorded: Steal, event: Steal) -> bool:
    """Return whether victim and card are the same, as far as they are public."""
    if recorded.victim != event.victim:
        return False
    return (
        step.record.secret
        or None in (recorded.resource, event.resource)
        or recorded.resource == event.resource
    )


def _find_discard(believed: BelievedReplay, event: Discard) -> BelievedStep | None:
    """Return the step of a player's discard for this seven, if no more is due."""
    seat = believed.state.seat(event.player)
    if believed.state.discards_due[seat]:
        return None
    parts = []
    for step in reversed(believed.steps):
        recorded = step.record.event
        if isinstance(recorded, Roll):
            break
        if isinstance(recorded, Discard) and recorded.player == event.player:
            parts.append((step, recorded.resources))
    unspecified = not any(event.resources)
    return next((step for step, resources in parts if unspecified or resources == event.resources), None)


def _find_unique_event(
    believed: BelievedReplay, event: TakeStartingResources | FirstPlayerChosen
) -> BelievedStep | None:
    """Return the step that recorded the same one-time event, unless a different one was recorded since."""
    for step in reversed(believed.steps):
        recorded = step.record.event
        if type(recorded) is type(event) and (recorded == event or isinstance(event, FirstPlayerChosen)):
            return step if recorded == event else None
    return None


# By what the author had seen


def _find_recorded_since(
    believed: BelievedReplay, event: Event, about: InputContext, named: bool
) -> BelievedStep | None:
    """Return the step that recorded the same event after what the author had seen."""
    if not isinstance(event, _Act | TakeUp) or (isinstance(event, MoveRobber) and believed.state.robber_due):
        return None
    for step in _steps_since(believed, about):
        if _is_same_event(step, step.record.event, event, named):
            return step
    return None


def _steps_since(believed: BelievedReplay, about: InputContext) -> Iterator[BelievedStep]:
    return (step for step in reversed(believed.steps) if about.is_unseen(step.record))


def _is_same_event(step: BelievedStep, recorded: Event, event: Event, named: bool) -> bool:
    if isinstance(recorded, TakeUp):
        return isinstance(event, TakeUp) and step.state_after.phase != "taking_up"
    if isinstance(recorded, DomesticTrade) and isinstance(event, DomesticTrade):
        turned = DomesticTrade(event.partner, event.player, event.take, event.give)
        return recorded in (event, turned)
    same = _SAME_EVENT_TESTS.get(type(event))
    if same is None or type(recorded) is not type(event):
        return False
    return (not named or recorded.player == event.player) and same(step, recorded, event)  # type: ignore[union-attr]  # a confirmed event has a player


def _is_same_purchase(step: BelievedStep, recorded: BuyDevelopmentCard, event: BuyDevelopmentCard) -> bool:
    return step.record.secret or None in (recorded.card, event.card) or recorded.card == event.card


def _is_same_card(_: BelievedStep, recorded: PlayDevelopmentCard, event: PlayDevelopmentCard) -> bool:
    return (
        recorded.card == event.card
        and (recorded.resource == event.resource or None in (recorded.resource, event.resource))
        and (recorded.resources == event.resources or NO_CARDS in (recorded.resources, event.resources))
    )


def _is_same_hand(step: BelievedStep, recorded: ShowHand, event: ShowHand) -> bool:
    """Return whether the hand is the same and public; an answer must not reveal a secretly entered hand."""
    return not step.record.secret and recorded == event


def _is_equal(_: BelievedStep, recorded: Event, event: Event) -> bool:
    return {**vars(recorded), "player": None} == {**vars(event), "player": None}


_SAME_EVENT_TESTS: Final[dict[type, Callable[..., bool]]] = {
    MaritimeTrade: _is_equal,
    RevealVictoryPoints: _is_equal,
    ClaimVictory: _is_equal,
    TakeInstead: _is_equal,
    Discard: _is_equal,
    BuyDevelopmentCard: _is_same_purchase,
    PlayDevelopmentCard: _is_same_card,
    ShowHand: _is_same_hand,
    Steal: is_same_theft,
    MoveRobber: _is_equal,
}


# Merge details


def _merge_details(recorded: Event, event: Event) -> Event:
    """Return the recorded event with the details that the entry adds; known details stay."""
    match recorded, event:
        case BuyDevelopmentCard(card=None), BuyDevelopmentCard(card=card):
            return replace(recorded, card=card)
        case Roll(dice=dice), Roll(dice=entered):
            return replace(recorded, dice=more_precise_dice(dice, entered))
        case Steal(resource=None), Steal(resource=resource):
            return replace(recorded, resource=resource)
        case PlayDevelopmentCard(), PlayDevelopmentCard():
            return replace(
                recorded,
                resource=recorded.resource or event.resource,
                resources=recorded.resources if any(recorded.resources) else event.resources,
                given=recorded.given if event.given is None else event.given,
            )
    return recorded


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
        case Discard(resources=given), Discard(resources=named):
            unidentified = given[UNIDENTIFIED_KIND] > 0 and not named[UNIDENTIFIED_KIND]
            return (is_uncertain or unidentified) and sum(named) <= sum(given)
        case Steal(victim=victim, resource=None), Steal(victim=robbed, resource=str()) if victim == robbed:
            return True
        case Roll() | MoveRobber(), _ if is_current:
            return is_uncertain
        case Steal() | BuyDevelopmentCard(), _:
            return is_uncertain
        case PlayDevelopmentCard(card=card), PlayDevelopmentCard(card=played):
            return is_uncertain and card == played
    return is_uncertain and recorded == event


def complete_discard(event: Event, recorded: Event) -> Event:
    """Return the event; if it names only some of the discarded cards, the others stay unidentified."""
    if isinstance(event, Discard) and isinstance(recorded, Discard):
        rest = sum(recorded.resources) - sum(event.resources)
        return replace(event, resources=add(event.resources, cards_of_kind(UNIDENTIFIED_KIND, rest)))
    return event


def is_replaceable_trade(step: BelievedStep, event: Event) -> bool:
    """Return whether the step is an inferred trade, and the event brings cards as well."""
    recorded = step.record.event
    brings = isinstance(event, MaritimeTrade | DomesticTrade) or (
        isinstance(event, PlayDevelopmentCard) and event.card in ("year_of_plenty", "monopoly")
    )
    return (
        brings
        and step.is_uncertain
        and isinstance(recorded, MaritimeTrade)
        and getattr(recorded, "player", "") == getattr(event, "player", "")
    )
