"""Correct the seating: names, colours, seats or options, and the consequences for the log.

A seat keeps its id (`Seat.id`) through all corrections. The recorded events change like this:

- Pieces that the camera saw keep their colour, as long as somebody plays it.
- Events of the active player that no phone entered belong to the player who was active then. In another order
  of seats this may be another player.
- All other events belong to the player at the seat, whatever the colour is.
"""

from __future__ import annotations

from companion.games import reseating
from companion.games.base.belief.believed_replay import BaseHistory, BaseRecordedEvent
from companion.games.base.rules.effects import apply
from companion.games.base.rules.events import Event, GameStarted
from companion.games.base.rules.reattribution import revise_event
from companion.games.base.rules.state import State
from companion.games.game_api import Reattribute, Replace
from companion.games.reseating import Seating

Reseating = Replace[Event] | Reattribute[Event]


def reseat(history: BaseHistory, recorded: BaseRecordedEvent, event: GameStarted) -> tuple[Reseating, ...]:
    """Return the corrections that change the start of a game.

    Args:
        history: so far.
        recorded: the recorded start.
        event: the corrected start.

    Raises:
        InputRefused: a player with recorded events is removed.
    """
    started = recorded.event
    assert isinstance(started, GameStarted)
    seating = Seating(started.players, event.players)
    return reseating.reseat(history, recorded, event, seating, State(), apply, revise_event)
