"""Who sits there was told wrongly: other colours or places, and what follows for the story.

What the player on turn did was done by whoever was on turn then, in another order perhaps by somebody else;
all else is about the player at the seat, in whichever colour.
"""

from __future__ import annotations

from dataclasses import replace

from companion.games import reseating
from companion.games.dice_game.effects import apply
from companion.games.dice_game.events import Event, GameStarted
from companion.games.dice_game.state import State
from companion.games.game_api import GameHistory, Reattribute, Replace
from companion.games.replay import RecordedEvent
from companion.games.reseating import Seating


def reseated(
    history: GameHistory[State, Event], recorded: RecordedEvent[Event], event: GameStarted
) -> tuple[Replace[Event] | Reattribute[Event], ...]:
    """The corrections by which a game starts otherwise.

    Args:
        history: so far.
        recorded: that tells how it started.
        event: how it started in truth.

    Raises:
        InputRefused: a player is taken out of whom something is told.
    """
    started = recorded.event
    assert isinstance(started, GameStarted)
    seating = Seating(started.players, event.players)
    return reseating.reseated(history, recorded, event, seating, State(), apply, _said_anew)


def _said_anew(recorded: RecordedEvent[Event], before: State, after: State, seating: Seating) -> Event:
    event = recorded.event
    if isinstance(event, GameStarted):
        return event
    if event.player == before.players[before.active].colour:
        return replace(event, player=after.players[after.active].colour)
    return replace(event, player=seating.player(event.player))
