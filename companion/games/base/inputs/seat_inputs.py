"""What a player enters from the own phone, made an input: of the own cards, and of nobody else's.

==========================  ====================================================================
kind                        fields
==========================  ====================================================================
`buy_development_card`      `card`: which, or null
`play_development_card`     `card`, and `resources` or `resource` where the card asks for them
`reveal_victory_points`     `count`
`claim_victory`
`steal`                     `from`: whom this player robbed, or null; or `by`: who robbed this player;
                            `resource`: which card, or null
`discard`                   `resources`
`show_hand`                 `resources`: all the cards in the hand
`maritime_trade`            `give`, `take`
`end_turn`
`name`                      `entry`: what was told without its cards, with what the entry lacks: `card`,
                            `resource` or `resources`
==========================  ====================================================================

`undo` is the table's to judge: only what this phone told last is taken back.
A trade between players takes both of them: it is offered and accepted (`trade`).
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final

from companion.games.base.belief.believed_replay import BelievedReplay
from companion.games.base.inputs.confirmation import last_theft
from companion.games.base.rules.cards import UNIDENTIFIED, CardsError, cards_from_json
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
from companion.games.base.views.seat_available_actions import seat_available_actions, trades_with
from companion.games.shapes import refused, shown
from companion.i18n import counted, sentence
from companion.observations import InputRefused

_Entered = Callable[[BelievedReplay, Colour, Mapping[str, Any]], dict[str, Any]]

NOT_THEIRS: Final = sentence("A phone can only enter its own player's cards.")
NO_TRADE_NOW: Final = sentence("You can trade only with the active player, after the roll.")
NO_TRADE_BY_NOW: Final = sentence("You can trade only with the active player, while nothing else is pending.")
OFFER_FIRST: Final = sentence("Trades need two players: make an offer, and the other player accepts.")
EMPTY_TRADE: Final = sentence("A trade gives at least one card and takes at least one.")
NO_CARDS: Final = sentence("A trade or a gift needs at least one card.")
LIKE_FOR_LIKE: Final = sentence("A trade can't give and take cards of the same kind.")
NOBODY_TO_ROB: Final = sentence(
    "You can rob a player with a building beside the robber, once you have moved it."
)
NOT_ROBBED: Final = sentence("Nobody is robbing you now.")
NAMED_ALREADY: Final = sentence("These cards have already been entered.")
UNNAMED_OFFER: Final = sentence("An offer needs the cards that it gives and takes.")


def seat_input(believed: BelievedReplay, colour: Colour, data: Mapping[str, Any]) -> dict[str, Any]:
    """The input that a player's entry stands for.

    Args:
        believed: the story as that player knows it.
        colour: who entered it.
        data: what was entered, not yet checked.

    Raises:
        InputRefused: it speaks of another's cards, or of nothing that a phone enters.
    """
    believed.state.seat(colour)
    kind = data.get("kind")
    if data.get("player", colour) != colour:
        raise InputRefused(NOT_THEIRS)
    if kind == DomesticTrade.kind:
        raise InputRefused(OFFER_FIRST)
    entered = _KINDS.get(kind) if isinstance(kind, str) else None
    if entered is None:
        known = ", ".join(_KINDS)
        raise refused(
            sentence("A phone can't enter this: {kind}. It enters: {known}.", kind=shown(kind), known=known)
        )
    try:
        return entered(believed, colour, data)
    except InputRefused:
        raise
    except ValueError as error:
        raise InputRefused(str(error)) from error


def trade(
    believed: BelievedReplay, colour: Colour, partner: Colour, give: object, take: object
) -> dict[str, Any]:
    """The input that a trade of two players stands for, the player on turn first.

    Args:
        believed: the story as everybody knows it.
        colour, partner: who offers and who is offered.
        give, take: the cards that `colour` gives and takes, not yet checked.

    Raises:
        InputRefused: neither is on turn, or these cards can't be traded.
    """
    state = believed.state
    seat = state.seat(colour)
    if partner not in trades_with(state, seat):
        raise InputRefused(NO_TRADE_BY_NOW if state.options.trade_before_roll else NO_TRADE_NOW)
    try:
        given, taken = cards_from_json(give), cards_from_json(take)
    except CardsError as error:
        raise InputRefused(str(error)) from error
    if given[UNIDENTIFIED] or taken[UNIDENTIFIED]:
        raise InputRefused(UNNAMED_OFFER)
    if state.options.gifts:
        if not sum(given) and not sum(taken):
            raise InputRefused(NO_CARDS)
    elif not sum(given) or not sum(taken):
        raise InputRefused(EMPTY_TRADE)
    if any(one and other for one, other in zip(given, taken, strict=True)):
        raise InputRefused(LIKE_FOR_LIKE)
    event = DomesticTrade(colour, partner, given, taken)
    if seat != state.active:
        event = DomesticTrade(partner, colour, taken, given)
    return event_to_json(event)


def _own(believed: BelievedReplay, colour: Colour, data: Mapping[str, Any]) -> dict[str, Any]:
    return {**data, "player": colour}


def _steal(believed: BelievedReplay, colour: Colour, data: Mapping[str, Any]) -> dict[str, Any]:
    """The thief says whom, the victim by whom: only while it is due, for it takes the other's cards.

    What was told meanwhile, on another device, may be said once more.
    """
    may = seat_available_actions(believed.state, believed.belief, believed.state.seat(colour))
    if "by" not in data:
        victim = data.get("from")
        due = may["rob"] and victim in (*may["rob"], None)
        if not due and not _robbed_already(believed, colour, victim, data):
            raise InputRefused(NOBODY_TO_ROB)
        return {"from": None, **data, "player": colour}
    if data.get("from", colour) != colour:
        raise InputRefused(NOT_THEIRS)
    due = may["robbed_by"] is not None and data["by"] == may["robbed_by"]
    if not due and not _robbed_already(believed, data["by"], colour, data):
        raise InputRefused(NOT_ROBBED)
    rest = {name: value for name, value in data.items() if name != "by"}
    return {**rest, "player": data["by"], "from": colour}


def _robbed_already(believed: BelievedReplay, thief: object, victim: object, data: Mapping[str, Any]) -> bool:
    """Whether just this theft was told, and nothing else of its card before everybody."""
    step = last_theft(believed)
    told = step and step.recorded.event
    if step is None or not isinstance(told, Steal) or (told.player, told.victim) != (thief, victim):
        return False
    return step.recorded.secret or told.resource is None or data.get("resource") in (None, told.resource)


def _name(believed: BelievedReplay, colour: Colour, data: Mapping[str, Any]) -> dict[str, Any]:
    number = data.get("entry")
    for step in believed.steps:
        if type(number) is int and step.recorded.number == number:
            named = _named(step.recorded.event, colour, data)
            about = {"about": data["about"]} if "about" in data else {}
            return {"kind": "correct", "entry": number, "event": event_to_json(named), **about}
    raise InputRefused(sentence("there is no entry {number} in this game's log", number=str(number)[:20]))


def _named(told: Event, colour: Colour, data: Mapping[str, Any]) -> Event:
    """What was told, with the cards that it lacked."""
    whole = event_to_json(told)
    match told:
        case BuyDevelopmentCard(player, card) if player == colour:
            lacks, field = card is None, "card"
        case Steal(player, str(victim), resource) if colour in (player, victim):
            lacks, field = resource is None, "resource"
        case Discard(player, cards) if player == colour:
            lacks, field = cards[UNIDENTIFIED] > 0, "resources"
        case _:
            raise InputRefused(NOT_THEIRS)
    if not lacks:
        raise InputRefused(NAMED_ALREADY)
    if data.get(field) is None:
        raise refused(sentence("{kind} needs {field}", kind="name", field=field))
    named = event_from_json({**whole, field: data[field]})
    if isinstance(told, Discard) and isinstance(named, Discard):
        count = sum(told.resources)
        if sum(named.resources) != count:
            raise InputRefused(
                counted(
                    "{count} card was discarded: choose it.",
                    "{count} cards were discarded: choose them all.",
                    count,
                )
            )
    return named


_KINDS: Final[Mapping[str, _Entered]] = {
    "buy_development_card": _own,
    "play_development_card": _own,
    "reveal_victory_points": _own,
    "claim_victory": _own,
    "steal": _steal,
    "discard": _own,
    "show_hand": _own,
    "maritime_trade": _own,
    "end_turn": _own,
    "name": _name,
}
