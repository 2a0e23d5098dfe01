"""A story as somebody at the table knows it: what others told of cards that only they have seen left out.

This is the one border between what was told in secret and what is shown: whatever everybody, or one seat, is
shown, told, asked or refused is worked out of the story as they know it and of nothing else, however it is
reckoned on. So is where something that is entered belongs in the story: the story lies open, and its order
would tell. Secret is what a player's own phone told, also once it was corrected; what is entered on the
tablet alone is said before everybody.
"""

from __future__ import annotations

from dataclasses import replace

from companion.games.base.belief.believed_replay import BaseHistory, BaseRecordedEvent
from companion.games.base.rules.cards import UNIDENTIFIED, Cards, single
from companion.games.base.rules.events import BuyDevelopmentCard, Event, ShowHand, Steal, TakeUp
from companion.games.base.rules.options import Colour


def redact(event: Event, colour: Colour | None) -> Event:
    """An event as a player knows it; None: as everybody does.

    Which card was bought only its buyer knows, which one was stolen those two, and a hand whoever holds it.
    How many cards there are is no secret. Discards lie face up in the bank, and a trade is spoken aloud.
    """
    match event:
        case BuyDevelopmentCard(player, str()) if player != colour:
            return replace(event, card=None)
        case Steal(player, victim, str()) if colour not in (player, victim):
            return replace(event, resource=None)
        case ShowHand(player, resources) if player != colour:
            return replace(event, resources=_counted(resources))
        case TakeUp(sides=sides):
            return replace(
                event,
                sides=tuple(
                    side
                    if side.hand is None or side.colour == colour
                    else replace(side, hand=_counted(side.hand))
                    for side in sides
                ),
            )
    return event


def redacted_history(history: BaseHistory, colour: Colour | None) -> tuple[BaseRecordedEvent, ...]:
    """The recorded events of a story as a player knows them, None: as everybody does.

    Where hands are open, all as they were told. Who has won turned the victory point cards up that it took.
    """
    if history.state.options.open_hands or not any(recorded.secret for recorded in history.recorded):
        return history.recorded
    won = _announced(history)
    found = []
    for recorded in history.recorded:
        event = recorded.event
        if recorded.secret and not _turned_up(event, won):
            event = redact(event, colour)
        found.append(recorded if event is recorded.event else replace(recorded, event=event))
    return tuple(found)


def _announced(history: BaseHistory) -> Colour | None:
    """Who has won, and everybody was told so; what is only tried is announced to nobody."""
    state, before = history.state, history.tried_on
    if state.winner is None or state.ended is not None:
        return None
    winner = state.players[state.winner]
    if before is not None:
        had_won = before.state.winner
        if had_won is None or before.state.players[had_won].id != winner.id:
            return None
    return winner.colour


def _turned_up(event: Event, won: Colour | None) -> bool:
    """Whether it bought one of the cards with which somebody has won."""
    return isinstance(event, BuyDevelopmentCard) and event.player == won and event.card == "victory_point"


def _counted(cards: Cards) -> Cards:
    """So many cards, none of them named."""
    return single(UNIDENTIFIED, sum(cards))
