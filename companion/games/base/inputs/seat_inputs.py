"""Convert what a player enters on a phone into an input; a player may enter only their own cards.

==========================  ====================================================================
kind                        fields
==========================  ====================================================================
`buy_development_card`      `card`: the bought card, or null
`play_development_card`     `card`, and `resources`, or `resource` and `given`, if the card needs them
`reveal_victory_points`     `count`
`claim_victory`
`steal`                     `from`: the player whom this player robbed, or null; or `by`: the player who
                            robbed this player; `resource`: the stolen card, or null
`discard`                   `resources`
`show_hand`                 `resources`: all the cards in the hand
`maritime_trade`            `give`, `take`
`end_turn`
`name`                      `entry`: an entry without its cards, and the field that it lacks: `card`,
                            `resource` or `resources`
==========================  ====================================================================

The table handles `undo`: it undoes only the last entry from this phone. A trade between players needs both of
them: one offers it and the other accepts it (`trade_input`).
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any, Final

from companion.games.base.belief.believed_replay import BaseHistory, BelievedReplay
from companion.games.base.inputs.confirmation import find_repeated
from companion.games.base.rules.cards import (
    UNIDENTIFIED_KIND,
    CardsError,
    cards_from_json,
    cards_of_kind,
    cards_to_json,
)
from companion.games.base.rules.events import (
    BuyDevelopmentCard,
    Discard,
    DomesticTrade,
    Event,
    ShowHand,
    Steal,
    event_from_input,
    event_from_json,
    event_to_json,
)
from companion.games.base.rules.options import Colour
from companion.games.base.views.seat_views import seat_available_actions, trade_partners
from companion.games.game_api import PHONE_PREFIX, Insert, Interpretation, Replace
from companion.games.schema import abbreviate, shape_refusal
from companion.i18n import plural_sentence, sentence
from companion.observations import InputEntered, InputRefused

_InputBuilder = Callable[[BelievedReplay, Colour, Mapping[str, Any]], dict[str, Any]]

NOT_THEIRS: Final = sentence("A phone can only enter its own player's cards.")
NO_TRADE_NOW: Final = sentence("You can trade only with the active player, after the roll.")
NO_TRADE_BY_NOW: Final = sentence("You can trade only with the active player, while nothing else is pending.")
OFFER_FIRST: Final = sentence("Trades need two players: make an offer, and the other player accepts.")
EMPTY_TRADE: Final = sentence("A trade gives at least one card and takes at least one.")
NO_CARDS: Final = sentence("A trade or a gift needs at least one card.")
SAME_KIND_TRADE: Final = sentence("A trade can't give and take cards of the same kind.")
NOBODY_TO_ROB: Final = sentence(
    "You can rob a player with a building beside the robber, once you have moved it."
)
NOT_ROBBED: Final = sentence("Nobody is robbing you now.")
CARDS_ALREADY_NAMED: Final = sentence("These cards have already been entered.")
UNNAMED_OFFER: Final = sentence("An offer needs the cards that it gives and takes.")


def seat_input(believed: BelievedReplay, colour: Colour, data: Mapping[str, Any]) -> dict[str, Any]:
    """Return the input that a player's entry stands for.

    Args:
        believed: the replay as that player knows it.
        colour: the entering player.
        data: the entered data, not yet validated.

    Raises:
        InputRefused: the data is about another player's cards, or a phone can't enter it.
    """
    believed.state.seat(colour)
    kind = data.get("kind")
    if data.get("player", colour) != colour:
        raise InputRefused(NOT_THEIRS)
    if kind == DomesticTrade.kind:
        raise InputRefused(OFFER_FIRST)
    entered = _BUILDERS_BY_KIND.get(kind) if isinstance(kind, str) else None
    if entered is None:
        known = ", ".join(_BUILDERS_BY_KIND)
        raise shape_refusal(
            sentence(
                "A phone can't enter this: {kind}. It enters: {known}.", kind=abbreviate(kind), known=known
            )
        )
    try:
        return entered(believed, colour, data)
    except InputRefused:
        raise
    except ValueError as error:
        raise InputRefused(str(error)) from error


def trade_input(
    believed: BelievedReplay, colour: Colour, partner: Colour, give: object, take: object
) -> dict[str, Any]:
    """Return the input for a trade of two players, the active player first.

    Args:
        believed: the public replay.
        colour, partner: the offering and the accepting player.
        give, take: the cards that `colour` gives and takes, not yet validated.

    Raises:
        InputRefused: neither player is active, or these cards can't be traded.
    """
    state = believed.state
    seat = state.seat(colour)
    if partner not in trade_partners(state, seat):
        raise InputRefused(NO_TRADE_BY_NOW if state.options.trade_before_roll else NO_TRADE_NOW)
    try:
        given, taken = cards_from_json(give), cards_from_json(take)
    except CardsError as error:
        raise InputRefused(str(error)) from error
    if given[UNIDENTIFIED_KIND] or taken[UNIDENTIFIED_KIND]:
        raise InputRefused(UNNAMED_OFFER)
    if state.options.gifts:
        if not sum(given) and not sum(taken):
            raise InputRefused(NO_CARDS)
    elif not sum(given) or not sum(taken):
        raise InputRefused(EMPTY_TRADE)
    if any(one and other for one, other in zip(given, taken, strict=True)):
        raise InputRefused(SAME_KIND_TRADE)
    event = DomesticTrade(colour, partner, given, taken)
    if seat != state.active:
        event = DomesticTrade(partner, colour, taken, given)
    return event_to_json(event)


def _own_input(believed: BelievedReplay, colour: Colour, data: Mapping[str, Any]) -> dict[str, Any]:
    return {**data, "player": colour}


def _steal_input(believed: BelievedReplay, colour: Colour, data: Mapping[str, Any]) -> dict[str, Any]:
    """Return the input of a theft, from the thief or the victim; it is accepted only while a theft is due.

    A theft that another device has recorded meanwhile may be entered again.
    """
    may = seat_available_actions(believed.state, believed.belief, believed.state.seat(colour))
    if "by" not in data:
        victim = data.get("from")
        due = may["rob"] and victim in (*may["rob"], None)
        if not due and not _is_recorded_theft(believed, colour, victim, data):
            raise InputRefused(NOBODY_TO_ROB)
        return {"from": None, **data, "player": colour}
    if data.get("from", colour) != colour:
        raise InputRefused(NOT_THEIRS)
    due = may["robbed_by"] is not None and data["by"] == may["robbed_by"]
    if not due and not _is_recorded_theft(believed, data["by"], colour, data):
        raise InputRefused(NOT_ROBBED)
    rest = {name: value for name, value in data.items() if name != "by"}
    return {**rest, "player": data["by"], "from": colour}


def _is_recorded_theft(
    believed: BelievedReplay, thief: object, victim: object, data: Mapping[str, Any]
) -> bool:
    """Return whether this theft is recorded, with the same card as far as it is public."""
    colours = [player.colour for player in believed.state.players]
    if thief not in colours or victim not in (*colours, None):
        return False
    theft = Steal(thief, victim, data.get("resource"))
    return find_repeated(believed, theft) is not None


def _name_input(believed: BelievedReplay, colour: Colour, data: Mapping[str, Any]) -> dict[str, Any]:
    number = data.get("entry")
    for step in believed.steps:
        if type(number) is int and step.record.number == number:
            completed = _complete_event(step.record.event, colour, data)
            about = {"about": data["about"]} if "about" in data else {}
            return {"kind": "correct", "entry": number, "event": event_to_json(completed), **about}
    raise InputRefused(sentence("there is no entry {number} in this game's log", number=str(number)[:20]))


def _complete_event(recorded: Event, colour: Colour, data: Mapping[str, Any]) -> Event:
    """Return the recorded event with the cards that it lacks."""
    whole = event_to_json(recorded)
    match recorded:
        case BuyDevelopmentCard(player, card) if player == colour:
            lacks, field = card is None, "card"
        case Steal(player, str(victim), resource) if colour in (player, victim):
            lacks, field = resource is None, "resource"
        case Discard(player, cards) if player == colour:
            lacks, field = cards[UNIDENTIFIED_KIND] > 0, "resources"
        case _:
            raise InputRefused(NOT_THEIRS)
    if not lacks:
        raise InputRefused(CARDS_ALREADY_NAMED)
    if data.get(field) is None:
        raise shape_refusal(sentence("{kind} needs {field}", kind="name", field=field))
    completed = event_from_json({**whole, field: data[field]})
    if isinstance(recorded, Discard) and isinstance(completed, Discard):
        count = sum(recorded.resources)
        if sum(completed.resources) != count:
            raise InputRefused(
                plural_sentence(
                    "{count} card was discarded: choose it.",
                    "{count} cards were discarded: choose them all.",
                    count,
                )
            )
    return completed


_BUILDERS_BY_KIND: Final[Mapping[str, _InputBuilder]] = {
    "buy_development_card": _own_input,
    "play_development_card": _own_input,
    "reveal_victory_points": _own_input,
    "claim_victory": _own_input,
    "steal": _steal_input,
    "discard": _own_input,
    "show_hand": _own_input,
    "maritime_trade": _own_input,
    "end_turn": _own_input,
    "name": _name_input,
}


# Redact the secret field of a phone's input, and restore it once the input has a placement.
#
# Placement, duplicate detection and questions use the redacted input only. The log is public, so a placement
# that depended on the card would reveal it.


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
