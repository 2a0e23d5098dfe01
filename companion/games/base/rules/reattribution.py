"""Reattribution of recorded events after an earlier correction changed seats or turns.

Pieces that the camera saw retain their colour, and inputs from a phone retain their player. An act of the
active player moves to the player who is active after the correction.
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
from companion.games.base.rules.recolour import colours_of, recolour
from companion.games.base.rules.state import State
from companion.games.game_api import PHONE_PREFIX, Reattribute
from companion.games.replay import RecordedEvent
from companion.games.reseating import Seating

_BOARD_EVENTS: Final = (PlaceRoad, PlaceSettlement, PlaceCity, TakeStartingResources)
_PAYMENTS: Final = (BuyDevelopmentCard, DomesticTrade, MaritimeTrade)
"""Events that are inferred to pay for pieces that the camera saw."""
_TURN_EVENTS: Final = (
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
class RevisedEvent:
    """An event of a corrected history.

    Attributes:
        event: the corrected event.
        before: the state before it, after the correction.
        recorded: the original record; None for an inserted event.
    """

    event: Event
    before: State
    recorded: RecordedEvent[Event] | None = None


def revise_events(
    recorded_events: Sequence[RecordedEvent[Event]],
    inserted: Mapping[int, Sequence[Event]],
    removed: Set[int] = frozenset(),
) -> Iterator[RevisedEvent]:
    """Revise a history after rolls were inserted or removed; yields from the first insertion on.

    Args:
        recorded_events: the history from its first event.
        inserted: by position in the history, the events inserted right before it; contains the first
            changed position, even with no events.
        removed: the numbers of recorded events that are dropped.
    """
    started = recorded_events[0].event
    assert isinstance(started, GameStarted)
    unchanged_seating = Seating(started.players, started.players)
    before = after = State()
    first = min(inserted)
    for n, recorded in enumerate(recorded_events):
        for event in inserted.get(n, ()):
            yield RevisedEvent(event, after)
            after = apply(after, event)
        event = revise_event(recorded, before, after, unchanged_seating) if n >= first else recorded.event
        before = apply(before, recorded.event)
        if recorded.number in removed:
            continue
        if n >= first:
            yield RevisedEvent(event, after, recorded)
        after = apply(after, event)


def reattribute_after_roll_change(
    recorded_events: Sequence[RecordedEvent[Event]], at: int, inserted: Sequence[Event], removed: Set[int]
) -> Iterator[Reattribute[Event]]:
    """Reattribute the events after a position at which rolls were inserted or removed.

    Args:
        recorded_events: the history from its first event.
        at: the position in the history.
        inserted: the events inserted right before it.
        removed: the numbers of recorded events that are dropped.
    """
    return reattributions(revise_events(recorded_events, {at: inserted}, removed))


def reattributions(revised_events: Iterable[RevisedEvent]) -> Iterator[Reattribute[Event]]:
    """The corrections for recorded events that a revision changed."""
    for revised in revised_events:
        if (recorded := revised.recorded) is not None and revised.event != recorded.event:
            yield Reattribute(recorded.number, revised.event, recorded.source, recorded.certainty)


def revise_event(recorded: RecordedEvent[Event], before: State, after: State, seating: Seating) -> Event:
    """The recorded event, attributed to the players of the corrected history.

    Args:
        recorded: the original record.
        before, after: the states that precede it in the original and in the corrected history.
        seating: maps the original players to the corrected ones.
    """
    event = recorded.event
    seen = recorded.certainty < 1
    if seen and isinstance(event, (*_BOARD_EVENTS, *_PAYMENTS)):
        return recolour(event, seating.map_seen)
    if seen and isinstance(event, TakeUp):
        by_player = recolour(replace(event, pieces=None), seating.map_player)
        return replace(by_player, pieces=recolour(event, seating.map_seen).pieces)
    if (
        isinstance(event, Discard)
        and not recorded.source.startswith(PHONE_PREFIX)
        and _has_same_seats(before, after)
    ):
        active, still_owes = _active_colour(after), _owes_discard(after, event.player, event)
        if event.player == _active_colour(before) and not still_owes and _owes_discard(after, active, event):
            # Entered without a name, it was attributed to the active player.
            return replace(event, player=active)
    if isinstance(event, _TURN_EVENTS) and not recorded.source.startswith(PHONE_PREFIX):
        was_active, active = _active_colour(before), _active_colour(after)
        if event.player == was_active:
            player = event.player
            if isinstance(event, Steal) and event.victim == player:
                # The victim was entered, and only the thief was wrong: no player robs themselves.
                return replace(event, player=active, victim=seating.map_player(player))
            others = colours_of(event) - {player}
            # No player trades with themselves.
            if active not in {seating.map_player(other) for other in others}:
                return recolour(
                    event, lambda colour: active if colour == player else seating.map_player(colour)
                )
    return recolour(event, seating.map_player)


def _has_same_seats(one: State, other: State) -> bool:
    """Return whether both states seat the same colours in the same order."""
    return [player.colour for player in one.players] == [player.colour for player in other.players]


def _owes_discard(state: State, colour: Colour, given_up: Discard) -> bool:
    """Return whether a player owes at least this many cards and can hold these."""
    seat = state.seat(colour)
    is_due = 0 < sum(given_up.resources) <= state.discards_due[seat]
    return is_due and state.players[seat].may_hold(given_up.resources)


def _active_colour(state: State) -> Colour:
    """The colour that acts for the active player; in the founding the first player, whose roll ends it."""
    return state.players[state.first if state.phase == "founding" else state.active].colour
