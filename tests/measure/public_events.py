"""Public part of events, the events that people report, and their description."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from companion.games.base.rules.cards import NO_CARDS
from companion.games.base.rules.events import (
    BuyDevelopmentCard,
    Discard,
    EndTurn,
    Event,
    PlayDevelopmentCard,
    Roll,
    Steal,
    event_to_json,
)


def public_part(event: Event) -> Event:
    """An event without what only some players know, and whichever die lay to the left."""
    if isinstance(event, BuyDevelopmentCard):
        return replace(event, card=None)
    if isinstance(event, Steal):
        return replace(event, resource=None)
    if isinstance(event, Discard | PlayDevelopmentCard):
        return replace(event, resources=NO_CARDS)
    if isinstance(event, Roll) and len(event.dice) == 2:
        first, second = sorted(event.dice)
        return replace(event, dice=(first, second))
    return event


def describe_event(event: Event) -> str:
    """An event on one line."""
    data = {name: value for name, value in event_to_json(event).items() if value}
    kind, player = data.pop("kind"), data.pop("player", "")
    return " ".join([f"{player} {kind}".strip(), *(f"{name}={value}" for name, value in data.items())])


def reportable_events(events: Iterator[Event]) -> Iterator[Event]:
    """Yield the events that people report; a roll implies the `EndTurn` before it, which is left out."""
    passed: EndTurn | None = None
    for event in events:
        if passed is not None and not isinstance(event, Roll):
            yield passed
        passed = event if isinstance(event, EndTurn) else None
        if passed is None:
            yield event
    if passed is not None:
        # The game ended with the next player's victory at the start of the turn, so the `EndTurn` is needed.
        yield passed
