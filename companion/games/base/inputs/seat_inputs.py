"""Convert what a player enters on a phone into an input; a player may enter only their own cards.

==========================  ====================================================================
kind                        fields
==========================  ====================================================================
`buy_development_card`      `card`: the bought card, or null
`play_development_card`     `card`, and `resources` or `resource` if the card needs them
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
from typing import Any, Final

from companion.games.base.belief.believed_replay import BelievedReplay
from companion.games.base.inputs.confirmation import last_theft
from companion.games.base.rules.cards import UNIDENTIFIED_KIND, CardsError, cards_from_json
from companion.games.base.rules.events import (
    BuyDevelopmentCard,
    Discard,
    DomesticTrade,
    Event,
    Steal,
    event_from_json,
    event_to_json,
)
from companion.games.base.rules.options import Colour
from companion.games.base.views.seat_available_actions import seat_available_actions, trade_partners
from companion.games.schema import abbreviate, shape_refusal
from companion.i18n import plural_sentence, sentence
from companion.observations import InputRefused

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
    step = last_theft(believed)
    recorded = step and step.record.event
    if (
        step is None
        or not isinstance(recorded, Steal)
        or (recorded.player, recorded.victim) != (thief, victim)
    ):
        return False
    return (
        step.record.secret or recorded.resource is None or data.get("resource") in (None, recorded.resource)
    )


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
