"""Histories for tests: the first-game island, three players, founded, then a test's events."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from companion.games.base.belief.believed_replay import BelievedReplay, BelievedReplayCache
from companion.games.base.game import BaseGame
from companion.games.base.rules.cards import cards_from_json
from companion.games.base.rules.events import (
    Event,
    GameStarted,
    LayoutSet,
    PlaceRoad,
    PlaceSettlement,
    ShowHand,
)
from companion.games.base.rules.options import DEFAULT_OPTIONS, Colour, Options
from companion.games.game_api import PHONE_PREFIX, GameHistory
from companion.games.replay import INFERRED_SOURCE, RecordedEvent, replay_events
from companion.games.seats import Seat
from companion.island.geometry import IntersectionId, PathId
from companion.island.setups import first_game_layout

SEATS = (Seat("Ana", "red"), Seat("Ben", "blue"), Seat("Cyr", "white"))
OPENING: tuple[Event, ...] = (GameStarted(SEATS), LayoutSet(first_game_layout()))
FOUNDING: tuple[PlaceSettlement | PlaceRoad, ...] = (
    PlaceSettlement("red", IntersectionId("i4,1")),
    PlaceRoad("red", PathId("p3,0")),
    PlaceSettlement("blue", IntersectionId("i5,-4")),
    PlaceRoad("blue", PathId("p3,-3")),
    PlaceSettlement("white", IntersectionId("i1,4")),
    PlaceRoad("white", PathId("p1,2")),
    PlaceSettlement("white", IntersectionId("i-5,4")),
    PlaceRoad("white", PathId("p-3,3")),
    PlaceSettlement("blue", IntersectionId("i-2,4")),
    PlaceRoad("blue", PathId("p-1,3")),
    PlaceSettlement("red", IntersectionId("i-2,-2")),
    PlaceRoad("red", PathId("p-2,-1")),
)

EventWithSource = Event | tuple[Event, str, float]


def by_camera(event: Event, certainty: float = 0.9) -> EventWithSource:
    """An event that the camera reported."""
    return event, "camera", certainty


def as_inferred(event: Event) -> EventWithSource:
    """An event that the program inferred."""
    return event, INFERRED_SOURCE, 0.9


def holds(colour: Colour, **cards: int) -> Event:
    """A player shows a hand."""
    return ShowHand(colour, cards_from_json(cards))


def seat_view(history: GameHistory[Any, Event], colour: str) -> Mapping[str, Any]:
    """The view of a seat that somebody plays."""
    view = BaseGame().seat_view(history, colour)
    assert view is not None
    return view


def story_of(*events: EventWithSource) -> GameHistory[Any, Event]:
    """The history of events, entered on the tablet unless another source is given."""
    recorded_events = tuple(_recorded_event(n, each) for n, each in enumerate(events, 1))
    return GameHistory(replay_events(BaseGame(), recorded_events), undoable=len(events) or None)


def _recorded_event(n: int, event_with_source: EventWithSource) -> RecordedEvent[Event]:
    if not isinstance(event_with_source, tuple):
        return RecordedEvent(n, event_with_source, float(n))
    event, source, certainty = event_with_source
    return RecordedEvent(n, event, float(n), source, certainty, secret=source.startswith(PHONE_PREFIX))


def account_of(*events: EventWithSource) -> BelievedReplay:
    """The same history with the belief at each step."""
    return BelievedReplayCache().get(story_of(*events))


def in_play(*events: EventWithSource, options: Options = DEFAULT_OPTIONS) -> BelievedReplay:
    """A founded game with these events; red is the active player."""
    return account_of(GameStarted(SEATS, options), *OPENING[1:], *FOUNDING, *events)


FIRST_ENTRY = len(OPENING) + len(FOUNDING) + 1
"""The number of the first entry after the founding."""
