"""Redact the secret field of a phone's input, and restore it once the input has a placement.

Placement, duplicate detection and questions use the redacted input only. The log is public, so a placement
that depended on the card would reveal it.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any, Final

from companion.games.base.belief.believed_replay import BaseHistory
from companion.games.base.rules.cards import (
    UNIDENTIFIED_KIND,
    CardsError,
    cards_from_json,
    cards_of_kind,
    cards_to_json,
)
from companion.games.base.rules.events import (
    BuyDevelopmentCard,
    Event,
    ShowHand,
    Steal,
    event_from_input,
    event_to_json,
)
from companion.games.game_api import PHONE_PREFIX, Insert, Interpretation, Replace
from companion.observations import InputEntered, InputRefused

_SECRET_FIELDS: Final[Mapping[str, str]] = {
    BuyDevelopmentCard.kind: "card",
    Steal.kind: "resource",
    ShowHand.kind: "resources",
}
"""The field that only the player knows, by the kind of input."""


def redact_input(entered: InputEntered) -> Mapping[str, Any]:
    """Return an input without its secret."""
    data = entered.data
    field = _secret_field(entered)
    return data if field is None else {**data, field: _redact_value(field, data[field])}


def restore_secret(
    interpretation: Interpretation[Event], entered: InputEntered, history: BaseHistory
) -> Interpretation[Event]:
    """Put the secret back into the interpretation of a redacted input.

    If the event is recorded without its card already, the card is added to it.

    Args:
        interpretation: the interpretation of the redacted input.
        entered: the complete input.
        history: the public history.

    Raises:
        InputRefused: the secret value is impossible.
    """
    field = _secret_field(entered)
    if field is None:
        return interpretation
    kind, secret = entered.data["kind"], entered.data[field]
    redacted = _redact_value(field, secret)

    def with_secret(event: Event) -> Event:
        data = event_to_json(event)
        if data["kind"] != kind or data[field] != redacted:
            return event
        try:
            return event_from_input({**data, field: secret})
        except ValueError as error:
            raise InputRefused(str(error)) from error

    corrections = tuple(
        replace(each, event=with_secret(each.event))
        if isinstance(each, Replace | Insert) and each.event is not None
        else each
        for each in interpretation.corrections
    )
    if not corrections:
        already = (
            recorded
            for recorded in history.recorded_events
            if recorded.number in (interpretation.duplicate_of or ())
        )
        corrections = tuple(
            Replace(recorded.number, with_secret(recorded.event))
            for recorded in already
            if with_secret(recorded.event) != recorded.event
        )
    events = tuple(with_secret(event) for event in interpretation.events)
    in_doubt = interpretation.in_doubt
    if in_doubt is not None:
        # The player has reported their own hand, even if nobody else learned the cards.
        in_doubt -= {
            event.player for event in events if isinstance(event, ShowHand) and _is_fully_named(event)
        }
    # An answer to a public question must not contain the secret, and would lose it.
    return replace(interpretation, events=events, corrections=corrections, in_doubt=in_doubt, question=None)


def _secret_field(entered: InputEntered) -> str | None:
    """Return the field of an input that only its player knows; None: it has no secret."""
    if not entered.source.startswith(PHONE_PREFIX):
        return None
    field = _SECRET_FIELDS.get(str(entered.data.get("kind")))
    return None if field is None or entered.data.get(field) is None else field


def _redact_value(field: str, secret: Any) -> Any:
    """Return the public value of a secret: the number of cards for a hand, nothing for a card."""
    if field != _SECRET_FIELDS[ShowHand.kind]:
        return None
    try:
        return cards_to_json(cards_of_kind(UNIDENTIFIED_KIND, sum(cards_from_json(secret))))
    except CardsError as error:
        raise InputRefused(str(error)) from error


def _is_fully_named(event: ShowHand) -> bool:
    return not event.resources[UNIDENTIFIED_KIND]
