"""Redact the log for a reader: secret cards of other players are left out.

This is the only boundary between secret and public information. All views, messages, questions and refusals
for a reader are computed from the log as redacted for that reader. This includes the placement of an entry,
because the order of the log is public. Entries from a player's own phone are secret, even after a correction;
entries on the tablet are public.
"""

from __future__ import annotations

from dataclasses import replace

from companion.games.base.belief.believed_replay import BaseHistory, BaseRecordedEvent
from companion.games.base.rules.cards import UNIDENTIFIED_KIND, Cards, cards_of_kind
from companion.games.base.rules.events import BuyDevelopmentCard, Event, ShowHand, Steal, TakeUp
from companion.games.base.rules.options import Colour


def redact(event: Event, colour: Colour | None) -> Event:
    """Return an event as a player knows it; None: as everybody does.

    Only the buyer knows a bought card, only thief and victim know a stolen one, and only the owner knows a
    hand. The number of cards is public. So are discards, which lie face up in the bank, and trades, which are
    spoken.
    """
    match event:
        case BuyDevelopmentCard(player, str()) if player != colour:
            return replace(event, card=None)
        case Steal(player, victim, str()) if colour not in (player, victim):
            return replace(event, resource=None)
        case ShowHand(player, resources) if player != colour:
            return replace(event, resources=_without_names(resources))
        case TakeUp(sides=sides):
            return replace(
                event,
                sides=tuple(
                    side
                    if side.hand is None or side.colour == colour
                    else replace(side, hand=_without_names(side.hand))
                    for side in sides
                ),
            )
    return event


def redacted_history(history: BaseHistory, colour: Colour | None) -> tuple[BaseRecordedEvent, ...]:
    """Return the recorded events as a player knows them; None: as everybody does.

    With open hands nothing is secret. A winner has revealed the victory point cards that count for the win.
    """
    if history.state.options.open_hands or not any(recorded.secret for recorded in history.recorded_events):
        return history.recorded_events
    won = _announced_winner(history)
    found = []
    for recorded in history.recorded_events:
        event = recorded.event
        if recorded.secret and not _is_revealed(event, won):
            event = redact(event, colour)
        found.append(recorded if event is recorded.event else replace(recorded, event=event))
    return tuple(found)


def _announced_winner(history: BaseHistory) -> Colour | None:
    """Return the winner if the win was announced; a win that exists only in a preview is not."""
    state, before = history.state, history.preview_base
    if state.winner is None or state.ended is not None:
        return None
    winner = state.players[state.winner]
    if before is not None:
        had_won = before.state.winner
        if had_won is None or before.state.players[had_won].id != winner.id:
            return None
    return winner.colour


def _is_revealed(event: Event, won: Colour | None) -> bool:
    """Return whether the event bought a victory point card of the winner."""
    return isinstance(event, BuyDevelopmentCard) and event.player == won and event.card == "victory_point"


def _without_names(cards: Cards) -> Cards:
    """Return the same number of cards, all unidentified."""
    return cards_of_kind(UNIDENTIFIED_KIND, sum(cards))
