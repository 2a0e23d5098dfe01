"""What a phone enters in secret, as everybody hears of it, and its secret put back once its place is found.

Where it belongs, whether it is said again and what is asked about it is worked out before the secret is
known: the story lies open, and which place a card was given would tell which card it was.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any, Final

from companion.games.base.belief.believed_replay import BaseHistory
from companion.games.base.rules.cards import UNIDENTIFIED, CardsError, cards_from_json, cards_to_json, single
from companion.games.base.rules.events import (
    BuyDevelopmentCard,
    Event,
    ShowHand,
    Steal,
    entered_event,
    event_to_json,
)
from companion.games.game_api import PHONE, Insert, Interpretation, Replace
from companion.observations import InputEntered, InputRefused

_SECRET: Final[Mapping[str, str]] = {
    BuyDevelopmentCard.kind: "card",
    Steal.kind: "resource",
    ShowHand.kind: "resources",
}
"""By the kind of an input: the field that says what only its player knows."""


def heard(entered: InputEntered) -> Mapping[str, Any]:
    """An input as everybody hears of it."""
    data = entered.data
    field = _secret_field(entered)
    return data if field is None else {**data, field: _unnamed(field, data[field])}


def restored(
    told: Interpretation[Event], entered: InputEntered, history: BaseHistory
) -> Interpretation[Event]:
    """What an input tells, by what it tells as everybody heard of it.

    What was told already without its card is told with it now.

    Args:
        told: what it tells as everybody heard of it.
        entered: the input.
        history: as everybody knows it.

    Raises:
        InputRefused: what it says in secret can't be.
    """
    field = _secret_field(entered)
    if field is None:
        return told
    kind, secret = entered.data["kind"], entered.data[field]
    hushed = _unnamed(field, secret)

    def named(event: Event) -> Event:
        data = event_to_json(event)
        if data["kind"] != kind or data[field] != hushed:
            return event
        try:
            return entered_event({**data, field: secret})
        except ValueError as error:
            raise InputRefused(str(error)) from error

    corrections = tuple(
        replace(each, event=named(each.event))
        if isinstance(each, Replace | Insert) and each.event is not None
        else each
        for each in told.corrections
    )
    if not corrections:
        already = (recorded for recorded in history.recorded if recorded.number in (told.already or ()))
        corrections = tuple(
            Replace(recorded.number, named(recorded.event))
            for recorded in already
            if named(recorded.event) != recorded.event
        )
    events = tuple(named(event) for event in told.events)
    in_doubt = told.in_doubt
    if in_doubt is not None:
        # Who says what the own hand holds has said it, though nobody else heard which cards.
        in_doubt -= {event.player for event in events if isinstance(event, ShowHand) and _all_named(event)}
    return replace(told, events=events, corrections=corrections, in_doubt=in_doubt)


def _secret_field(entered: InputEntered) -> str | None:
    """The field of an input that only its player knows; None: it says nothing secret."""
    if not entered.source.startswith(PHONE):
        return None
    field = _SECRET.get(str(entered.data.get("kind")))
    return None if field is None or entered.data.get(field) is None else field


def _unnamed(field: str, secret: Any) -> Any:
    """What is said in the place of a secret: how many cards a hand holds, nothing of a card."""
    if field != _SECRET[ShowHand.kind]:
        return None
    try:
        return cards_to_json(single(UNIDENTIFIED, sum(cards_from_json(secret))))
    except CardsError as error:
        raise InputRefused(str(error)) from error


def _all_named(event: ShowHand) -> bool:
    return not event.resources[UNIDENTIFIED]
