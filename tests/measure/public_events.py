"""Public part of events, and their description."""

from __future__ import annotations

from dataclasses import replace

from companion.games.base.rules.cards import NO_CARDS
from companion.games.base.rules.events import (
    BuyDevelopmentCard,
    Discard,
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
