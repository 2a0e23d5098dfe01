"""What a recorded event tells once what came before it is told otherwise: of other people, or another's turn.

What the camera saw on the board keeps its colour, and what somebody's phone told its player. What the player
on turn did was done by whoever was on turn then.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence, Set
from dataclasses import dataclass, replace
from typing import Final

from companion.games.base.rules.effects import apply
from companion.games.base.rules.events import (
    BuyDevelopmentCard,
    ClaimVictory,
    Discard,
    DomesticTrade,
    EndTurn,
    Event,
    GameStarted,
    MaritimeTrade,
    MoveRobber,
    PlaceCity,
    PlaceRoad,
    PlaceSettlement,
    PlayDevelopmentCard,
    RevealVictoryPoints,
    Roll,
    Steal,
    TakeStartingResources,
    TakeUp,
    UnseenRoll,
)
from companion.games.base.rules.options import Colour
from companion.games.base.rules.recolouring import colours_of, recoloured
from companion.games.base.rules.state import State
from companion.games.game_api import PHONE, Reattribute
from companion.games.replay import RecordedEvent
from companion.games.reseating import Seating

_ON_THE_BOARD: Final = (PlaceRoad, PlaceSettlement, PlaceCity, TakeStartingResources)
_PAYMENTS: Final = (BuyDevelopmentCard, DomesticTrade, MaritimeTrade)
"""What is inferred where pieces that were seen have to be paid."""
_OF_THE_TURN: Final = (
    Roll,
    UnseenRoll,
    EndTurn,
    MoveRobber,
    Steal,
    PlayDevelopmentCard,
    RevealVictoryPoints,
    ClaimVictory,
    BuyDevelopmentCard,
    DomesticTrade,
    MaritimeTrade,
)


@dataclass(frozen=True)
class Retold:
    """One event of a story that is told otherwise from a place on.

    Attributes:
        event: as it is told from now on.
        before: the state that it meets then.
        recorded: as it was told; None: it happened besides.
    """

    event: Event
    before: State
    recorded: RecordedEvent[Event] | None = None


def told_anew(
    recorded_events: Sequence[RecordedEvent[Event]],
    fresh: Mapping[int, Sequence[Event]],
    gone: Set[int] = frozenset(),
) -> Iterator[Retold]:
    """The story from a place on, as rolls there were too many, or too few.

    Args:
        recorded_events: the story, from its first event on.
        fresh: by each place, the first of all included, what happened right before it, besides.
        gone: the numbers of recorded events that don't hold any more.
    """
    started = recorded_events[0].event
    assert isinstance(started, GameStarted)
    as_they_sit = Seating(started.players, started.players)
    before = after = State()
    first = min(fresh)
    for n, recorded in enumerate(recorded_events):
        for event in fresh.get(n, ()):
            yield Retold(event, after)
            after = apply(after, event)
        event = said_anew(recorded, before, after, as_they_sit) if n >= first else recorded.event
        before = apply(before, recorded.event)
        if recorded.number in gone:
            continue
        if n >= first:
            yield Retold(event, after, recorded)
        after = apply(after, event)


def turns_apart(
    recorded_events: Sequence[RecordedEvent[Event]], at: int, fresh: Sequence[Event], gone: Set[int]
) -> Iterator[Reattribute[Event]]:
    """What is told of others from a place on, as rolls there were too many, or too few.

    Args:
        recorded_events: the story, from its first event on.
        at: the place.
        fresh: what happened right before it, besides.
        gone: the numbers of recorded events that don't hold any more.
    """
    return reattributed(told_anew(recorded_events, {at: fresh}, gone))


def reattributed(retold: Iterable[Retold]) -> Iterator[Reattribute[Event]]:
    """What is told of others in a story that is told anew."""
    for each in retold:
        if (was := each.recorded) is not None and each.event != was.event:
            yield Reattribute(was.number, each.event, was.source, was.certainty)


def said_anew(recorded: RecordedEvent[Event], before: State, after: State, seating: Seating) -> Event:
    """What a recorded event tells, once others sit there.

    Args:
        before, after: the states that it meets, as it was told and as it is told from now on.
    """
    event = recorded.event
    seen = recorded.certainty < 1
    if seen and isinstance(event, (*_ON_THE_BOARD, *_PAYMENTS)):
        return recoloured(event, seating.seen)
    if seen and isinstance(event, TakeUp):
        said = recoloured(replace(event, pieces=None), seating.player)
        return replace(said, pieces=recoloured(event, seating.seen).pieces)
    if isinstance(event, Discard) and not recorded.source.startswith(PHONE) and _same_seats(before, after):
        acts, owing = _on_turn(after), _owes(after, event.player, event)
        if event.player == _on_turn(before) and not owing and _owes(after, acts, event):
            # Said without a name, it is of who is on turn.
            return replace(event, player=acts)
    if isinstance(event, _OF_THE_TURN) and not recorded.source.startswith(PHONE):
        was, acts = _on_turn(before), _on_turn(after)
        if event.player == was:
            player = event.player
            if isinstance(event, Steal) and event.victim == player:
                # Nobody robs themselves: who was robbed was said, and only the thief taken for another.
                return replace(event, player=acts, victim=seating.player(player))
            others = colours_of(event) - {player}
            # Nobody trades with themselves, whoever was on turn.
            if acts not in {seating.player(other) for other in others}:
                return recoloured(event, lambda colour: acts if colour == player else seating.player(colour))
    return recoloured(event, seating.player)


def _same_seats(one: State, other: State) -> bool:
    """Whether the same players sit there, by their colours."""
    return [player.colour for player in one.players] == [player.colour for player in other.players]


def _owes(state: State, colour: Colour, given_up: Discard) -> bool:
    """Whether a player has to give up so many cards, and may hold these."""
    seat = state.seat(colour)
    owed = 0 < sum(given_up.resources) <= state.owed[seat]
    return owed and state.players[seat].may_hold(given_up.resources)


def _on_turn(state: State) -> Colour:
    """Who does what only the player on turn does: the first roll ends the founding, however far that got."""
    return state.players[state.first if state.phase == "founding" else state.active].colour
