"""Corrections of the seating in a dice game: other colours or places, and the events to rewrite.

Events of the active player are reattributed to the active player under the corrected order. All other events
follow the seat to its corrected colour.
"""

from __future__ import annotations

from dataclasses import replace

from companion.games import reseating
from companion.games.dice_game.effects import apply
from companion.games.dice_game.events import DiceGameStarted, Event
from companion.games.dice_game.state import DiceGameState
from companion.games.game_api import GameHistory, Reattribute, Replace
from companion.games.replay import RecordedEvent
from companion.games.reseating import Seating


def reseat(
    history: GameHistory[DiceGameState, Event], recorded: RecordedEvent[Event], event: DiceGameStarted
) -> tuple[Replace[Event] | Reattribute[Event], ...]:
    """Return the corrections that change a game's seating.

    Args:
        history: the game so far.
        recorded: the recorded event that started the game.
        event: its replacement.

    Raises:
        InputRefused: a player is removed whom the log mentions.
    """
    started = recorded.event
    assert isinstance(started, DiceGameStarted)
    seating = Seating(started.players, event.players)
    return reseating.reseat(history, recorded, event, seating, DiceGameState(), apply, _rewrite_event)


def _rewrite_event(
    recorded: RecordedEvent[Event], before: DiceGameState, after: DiceGameState, seating: Seating
) -> Event:
    event = recorded.event
    if isinstance(event, DiceGameStarted):
        return event
    if event.player == before.players[before.active].colour:
        return replace(event, player=after.players[after.active].colour)
    return replace(event, player=seating.map_player(event.player))
