"""What says what is already so is a confirmation: nothing happens twice because two told it.

People enter what the camera has just told, or another person, or the look that is told in the same moment.
That it is the same act is known in two ways:

- by the state: the very piece stands there, the robber stands there, no theft is due any more, nothing
  more is owed, the starting resources were taken;
- by what whoever entered it had seen (`About.after`): the same act was told since. A trade, a purchase or
  a card is done again in the same turn only by who knows of the first.

What is confirmed stays where it was told; it becomes certain, and says more exactly what people know
better. No answer depends on a card that was told in secret: of these only that there was one is compared.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import Final

from companion.games.about import About
from companion.games.base.belief.believed_replay import BelievedReplay, BelievedStep
from companion.games.base.rules.cards import NONE
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
from companion.games.base.rules.sites import INTERSECTION_BIT, PATH_BIT
from companion.games.base.rules.state import Player
from companion.games.game_api import Interpretation, Replace
from companion.thrown import more_exact

_NOTHING: Final = About()
_Placed = PlaceRoad | PlaceSettlement | PlaceCity
_Act = (
    DomesticTrade | MaritimeTrade | BuyDevelopmentCard | PlayDevelopmentCard | RevealVictoryPoints
    | ClaimVictory | TakeInstead | ShowHand | Steal | Discard | MoveRobber
)  # fmt: skip
"""What may be done more than once, so that only who has seen it tells whether it is another."""


def told_already(
    believed: BelievedReplay, event: Event, about: About, *, named: bool
) -> Interpretation[Event] | None:
    """What it comes to that people enter what was told already; None: it is news.

    Args:
        believed: the story so far.
        event: what they entered.
        about: what they had seen.
        named: they said whose it is; else whoever is on turn is meant, or who was just before.
    """
    step = _standing(believed, event, named) or _told_since(believed, event, about, named)
    return None if step is None else confirmed(step, event)


def confirmed(step: BelievedStep, event: Event) -> Interpretation[Event]:
    """What a step told, as people say it now: certain, and with what only they know."""
    recorded = step.recorded
    if not isinstance(recorded.event, type(event)):
        # It lay there from the beginning: nothing of that is more certain now.
        return Interpretation(already=(recorded.number,))
    if recorded.secret:
        # What a phone told is certain, and whoever says it again may not be shown which card it was.
        return Interpretation(already=(recorded.number,))
    exact = _exactly(recorded.event, event)
    if exact == recorded.event and not step.unsure:
        return Interpretation(already=(recorded.number,))
    return Interpretation(corrections=(Replace(recorded.number, exact),), already=(recorded.number,))


def roll_of(believed: BelievedReplay, turn: int, about: About = _NOTHING) -> BelievedStep | None:
    """The step that told what was rolled in a turn; None where nothing did.

    A seven that is rolled again is the turn's roll only for who had not seen it.
    """
    for step in reversed(believed.steps):
        if isinstance(step.recorded.event, Roll) and step.after.turn == turn:
            return step if step.after.dice is not None or about.since(step.recorded) else None
    return None


def told_passing(believed: BelievedReplay, about: About) -> BelievedStep | None:
    """The step that inferred the end of the turn which an input ends; None: it is on, or people ended it.

    Where no turn is named, it is one that ended since what was seen.
    """
    for step in reversed(believed.steps):
        if isinstance(step.recorded.event, EndTurn):
            meant = about.since(step.recorded) if about.turn is None else step.before.turn == about.turn
            if meant:
                return step if step.unsure else None
    return None


def laid_since(believed: BelievedReplay, about: About) -> BelievedStep | None:
    """The step by which an island was laid, or proposed, since what whoever lays one had seen."""
    for step in _steps_since(believed, about):
        if isinstance(step.recorded.event, LayoutSet | LayoutEntered):
            return step
    return None


# By the state


def _standing(believed: BelievedReplay, event: Event, named: bool) -> BelievedStep | None:
    """The step that told what an event says, where by the state it can't be said of another act."""
    match event:
        case PlaceRoad() | PlaceSettlement() | PlaceCity():
            return _placed(believed, event, named)
        case MoveRobber(player, to):
            return _moved(believed, player, to, named)
        case Steal():
            return _stolen(believed, event, named)
        case Discard():
            return _discarded(believed, event)
        case TakeStartingResources() | FirstPlayerChosen():
            return _once(believed, event)
    return None


def _placed(believed: BelievedReplay, event: _Placed, named: bool) -> BelievedStep | None:
    """Who put down the piece that stands there."""
    owner = next((player for player in believed.state.players if _stands(player, event)), None)
    if owner is None or (named and owner.colour != event.player):
        return None
    for step in reversed(believed.steps):
        match step.recorded.event:
            case PlaceRoad() | PlaceSettlement() | PlaceCity() as told:
                if type(told) is type(event) and (told.at, told.player) == (event.at, owner.colour):
                    return step
            case TakeUp(pieces=tuple() as pieces) if any(piece.at == event.at for piece in pieces):
                return step
    return None


def _stands(player: Player, event: _Placed) -> bool:
    match event:
        case PlaceRoad(at=path):
            return bool(player.roads & PATH_BIT[path])
        case PlaceSettlement(at=intersection):
            return bool(player.settlements & INTERSECTION_BIT[intersection])
        case PlaceCity(at=intersection):
            return bool(player.cities & INTERSECTION_BIT[intersection])


def _moved(believed: BelievedReplay, player: str, to: str, named: bool) -> BelievedStep | None:
    """Who put the robber where it stands, unless it has to be moved."""
    state = believed.state
    if state.robber != to or state.robber_due:
        return None
    for step in reversed(believed.steps):
        match step.recorded.event:
            case MoveRobber(by, hex_) if hex_ == to:
                return None if named and by != player else step
            case LayoutSet() | TakeUp():
                return step
    return None


def _stolen(believed: BelievedReplay, event: Steal, named: bool) -> BelievedStep | None:
    """The theft that followed the robber's last move: there is no other before it moves again."""
    step = last_theft(believed)
    if step is None or not isinstance(told := step.recorded.event, Steal):
        return None
    same = _same_theft(step, told, event) and (told.player == event.player or not named)
    return step if same else None


def last_theft(believed: BelievedReplay) -> BelievedStep | None:
    """The step that told the theft after the robber's last move; None where it is due, or there was none."""
    if believed.state.steal_due or believed.state.robber_due:
        return None
    for step in reversed(believed.steps):
        if isinstance(step.recorded.event, MoveRobber):
            break
        if isinstance(step.recorded.event, Steal):
            return step
    return None


def _same_theft(step: BelievedStep, told: Steal, event: Steal) -> bool:
    """Of the same victim, and of the same card as far as it was said before everybody."""
    if told.victim != event.victim:
        return False
    return step.recorded.secret or None in (told.resource, event.resource) or told.resource == event.resource


def _discarded(believed: BelievedReplay, event: Discard) -> BelievedStep | None:
    """What a player discarded of this seven, who owes no more."""
    seat = believed.state.seat(event.player)
    if believed.state.owed[seat]:
        return None
    parts = []
    for step in reversed(believed.steps):
        told = step.recorded.event
        if isinstance(told, Roll):
            break
        if isinstance(told, Discard) and told.player == event.player:
            parts.append((step, told.resources))
    unsaid = not any(event.resources)
    return next((step for step, resources in parts if unsaid or resources == event.resources), None)


def _once(believed: BelievedReplay, event: TakeStartingResources | FirstPlayerChosen) -> BelievedStep | None:
    """Who told the same of what is done once, unless something else was said of it since."""
    for step in reversed(believed.steps):
        told = step.recorded.event
        if type(told) is type(event) and (told == event or isinstance(event, FirstPlayerChosen)):
            return step if told == event else None
    return None


# By what was seen


def _told_since(believed: BelievedReplay, event: Event, about: About, named: bool) -> BelievedStep | None:
    """The step that told the same act since what whoever enters it had seen."""
    if not isinstance(event, _Act | TakeUp) or (isinstance(event, MoveRobber) and believed.state.robber_due):
        return None
    for step in _steps_since(believed, about):
        if _same_act(step, step.recorded.event, event, named):
            return step
    return None


def _steps_since(believed: BelievedReplay, about: About) -> Iterator[BelievedStep]:
    return (step for step in reversed(believed.steps) if about.since(step.recorded))


def _same_act(step: BelievedStep, told: Event, event: Event, named: bool) -> bool:
    if isinstance(told, TakeUp):
        return isinstance(event, TakeUp) and step.after.phase != "taking_up"
    if isinstance(told, DomesticTrade) and isinstance(event, DomesticTrade):
        turned = DomesticTrade(event.partner, event.player, event.take, event.give)
        return told in (event, turned)
    same = _SAME.get(type(event))
    if same is None or type(told) is not type(event):
        return False
    return (not named or told.player == event.player) and same(step, told, event)  # type: ignore[union-attr]  # what is confirmed has one


def _same_purchase(step: BelievedStep, told: BuyDevelopmentCard, event: BuyDevelopmentCard) -> bool:
    return step.recorded.secret or None in (told.card, event.card) or told.card == event.card


def _same_card(_: BelievedStep, told: PlayDevelopmentCard, event: PlayDevelopmentCard) -> bool:
    return (
        told.card == event.card
        and (told.resource == event.resource or None in (told.resource, event.resource))
        and (told.resources == event.resources or NONE in (told.resources, event.resources))
    )


def _same_hand(step: BelievedStep, told: ShowHand, event: ShowHand) -> bool:
    """Said in secret, it may be said again: nobody learns from the answer whether it is the same."""
    return not step.recorded.secret and told == event


def _equal(_: BelievedStep, told: Event, event: Event) -> bool:
    return {**vars(told), "player": None} == {**vars(event), "player": None}


_SAME: Final[dict[type, Callable[..., bool]]] = {
    MaritimeTrade: _equal,
    RevealVictoryPoints: _equal,
    ClaimVictory: _equal,
    TakeInstead: _equal,
    Discard: _equal,
    BuyDevelopmentCard: _same_purchase,
    PlayDevelopmentCard: _same_card,
    ShowHand: _same_hand,
    Steal: _same_theft,
    MoveRobber: _equal,
}


# As people say it


def _exactly(told: Event, event: Event) -> Event:
    """What was told, with what people say more of it: what was said before stays."""
    match told, event:
        case BuyDevelopmentCard(card=None), BuyDevelopmentCard(card=card):
            return replace(told, card=card)
        case Roll(dice=dice), Roll(dice=said):
            return replace(told, dice=more_exact(dice, said))
        case Steal(resource=None), Steal(resource=resource):
            return replace(told, resource=resource)
        case PlayDevelopmentCard(), PlayDevelopmentCard():
            return replace(
                told,
                resource=told.resource or event.resource,
                resources=told.resources if any(told.resources) else event.resources,
                given=told.given if event.given is None else event.given,
            )
    return told
