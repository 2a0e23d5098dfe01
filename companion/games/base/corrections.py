"""What people enter about the story itself: take back, correct, confirm."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final

from companion.games.base.account import BaseChapter, BaseStory
from companion.games.base.events import (
    Event,
    GameStarted,
    LayoutSet,
    TakeUp,
    event_from_json,
    event_to_json,
)
from companion.games.base.knights import whose_knight
from companion.games.base.names import check_names
from companion.games.base.reseating import reseated
from companion.games.seam import Insert, Replace, Telling, Undo
from companion.island.geometry import HEXES
from companion.island.layout import Layout
from companion.observations import InputRefused
from companion.words import sentence


def undo(story: BaseStory, data: Mapping[str, Any]) -> Telling[Event]:
    """All that the last observation told is taken back."""
    if story.undoable is None:
        raise InputRefused(sentence("there is nothing to undo"))
    return Telling(corrections=(Undo(story.undoable),))


def correct(story: BaseStory, data: Mapping[str, Any]) -> Telling[Event]:
    """Another island lies there; something else happened, or nothing, or something that nobody told."""
    if "layout" in data:
        return _correct_layout(story, data["layout"])
    if "entry" in data and "change" in data:
        chapter = _chapter(story, data["entry"])
        return _instead(story, chapter, _changed(chapter.event, data["change"]))
    if "entry" in data and "event" in data:
        chapter = _chapter(story, data["entry"])
        return _instead(story, chapter, None if data["event"] is None else event_from_json(data["event"]))
    if "before" in data and "event" in data:
        chapter = _chapter(story, data["before"])
        if isinstance(chapter.event, GameStarted):
            raise InputRefused(sentence("nothing happens before the players sit down"))
        return Telling(corrections=(Insert(chapter.number, event_from_json(data["event"])),))
    raise InputRefused(
        'a correction has a "layout", an "entry" and an "event" or a "change", or a "before" and an "event"'
    )


def _instead(story: BaseStory, chapter: BaseChapter, event: Event | None) -> Telling[Event]:
    """Something else happened than a chapter tells, or nothing."""
    if not isinstance(chapter.event, GameStarted):
        return Telling(corrections=(Replace(chapter.number, event),))
    if not isinstance(event, GameStarted):
        raise InputRefused(sentence("the players' sitting down can't be taken back: start a new game"))
    check_names(event)
    return Telling(corrections=reseated(story, chapter, event))


def _changed(event: Event, changes: object) -> Event:
    """The same event, but for what differs: what only its player knows of it stays as it was told."""
    if not isinstance(changes, Mapping) or "kind" in changes:
        raise InputRefused("a change is an object of an event's fields, without its kind")
    told = event_to_json(event)
    if isinstance(event, TakeUp) and "sides" in changes:
        changes = {**changes, "sides": _sides(told["sides"], changes["sides"])}
    return event_from_json({**told, **changes})


def _sides(told: list[dict[str, Any]], changes: object) -> object:
    """What lay before the players, where only what differs is said of some of them."""
    if not isinstance(changes, list) or not all(isinstance(change, Mapping) for change in changes):
        return changes
    sides = {side["colour"]: side for side in told}
    for change in changes:
        colour = str(change.get("colour"))
        sides[colour] = {**sides.get(colour, {}), **change}
    return list(sides.values())


def confirm(story: BaseStory, data: Mapping[str, Any]) -> Telling[Event]:
    """Just what an entry says has happened: people say so now, and it stays."""
    chapter = _chapter(story, data.get("entry"))
    if chapter.certainty == 1.0:
        return Telling()
    return Telling(corrections=(Replace(chapter.number, chapter.event),))


def _chapter(story: BaseStory, number: object) -> BaseChapter:
    for chapter in story.chapters:
        if type(number) is int and chapter.number == number:
            return chapter
    raise InputRefused(
        sentence("there is no entry {number} in the story of this game", number=str(number)[:20])
    )


def _correct_layout(story: BaseStory, changes: object) -> Telling[Event]:
    if not isinstance(changes, Mapping):
        raise InputRefused("a layout is an object")
    hexes, harbors = changes.get("hexes") or {}, changes.get("harbors") or {}
    if not isinstance(hexes, Mapping) or not isinstance(harbors, Mapping):
        raise InputRefused("a layout has hexes and harbors by their ids")
    now = story.state.land.layout.to_json() if story.state.land else {"hexes": {}, "harbors": {}}
    if unknown := set(hexes) - set(HEXES):
        raise InputRefused(f"no such hex: {str(min(unknown, key=str))[:40]}")
    for h, change in hexes.items():
        if not isinstance(change, Mapping):
            raise InputRefused("a hex has a terrain and a number")
        now["hexes"][h] = {**now["hexes"].get(h, {}), **change}
    both = {**now["harbors"], **harbors}
    now["harbors"] = {path: kind for path, kind in both.items() if kind is not None}
    layout = Layout.from_json(now)
    for chapter in story.chapters:
        if isinstance(chapter.event, LayoutSet):
            return Telling(corrections=(Replace(chapter.number, LayoutSet(layout)),))
    return Telling((LayoutSet(layout),))


KINDS: Final[Mapping[str, Callable[[BaseStory, Mapping[str, Any]], Telling[Event]]]] = {
    "undo": undo,
    "correct": correct,
    "confirm": confirm,
    "whose_knight": whose_knight,
}
"""By the kind of the input. Each raises a ValueError, mostly `InputRefused`, where it makes no sense."""
