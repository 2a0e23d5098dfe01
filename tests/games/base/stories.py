"""Stories to try inputs on: the first-game island, three players, founded; then whatever a test tells."""

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
    Seat,
    ShowHand,
)
from companion.games.base.rules.options import DEFAULT_OPTIONS, Colour, Options
from companion.games.game_api import PHONE_PREFIX, GameHistory
from companion.games.replay import INFERRED_SOURCE, RecordedEvent, replay_events
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

Said = Event | tuple[Event, str, float]


def seen(event: Event, certainty: float = 0.9) -> Said:
    """An event that the camera told."""
    return event, "camera", certainty


def inferred(event: Event) -> Said:
    """An event that nobody saw or said."""
    return event, INFERRED_SOURCE, 0.9


def holds(colour: Colour, **cards: int) -> Event:
    """Somebody shows a hand."""
    return ShowHand(colour, cards_from_json(cards))


def seat_view(history: GameHistory[Any, Event], colour: str) -> Mapping[str, Any]:
    """What a device of a colour's own shows, of a colour that somebody plays."""
    view = BaseGame().seat_view(history, colour)
    assert view is not None
    return view


def story_of(*told: Said) -> GameHistory[Any, Event]:
    """The story of events that people told, unless it is said who else did."""
    recorded_events = tuple(_recorded(n, said) for n, said in enumerate(told, 1))
    return GameHistory(replay_events(BaseGame(), recorded_events), undoable=len(told) or None)


def _recorded(n: int, said: Said) -> RecordedEvent[Event]:
    if not isinstance(said, tuple):
        return RecordedEvent(n, said, float(n))
    event, source, certainty = said
    return RecordedEvent(n, event, float(n), source, certainty, secret=source.startswith(PHONE_PREFIX))


def account_of(*told: Said) -> BelievedReplay:
    """The same, step by step."""
    return BelievedReplayCache().get(story_of(*told))


def in_play(*told: Said, options: Options = DEFAULT_OPTIONS) -> BelievedReplay:
    """A game that was founded, red on turn, and what was told from there on."""
    return account_of(GameStarted(SEATS, options), *OPENING[1:], *FOUNDING, *told)


FIRST = len(OPENING) + len(FOUNDING) + 1
"""The number of the first entry after the founding."""
