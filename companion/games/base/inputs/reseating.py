"""Who sits there was told wrongly: other names, colours, places or options, and what follows for the story.

A seat keeps its id (`Seat.id`), whatever else of it is corrected. What was told since goes with it:

- what the camera saw on the board keeps the colour that it saw, as long as somebody plays that;
- what the player on turn did, and nobody's own phone told, was done by whoever was on turn then: in
  another order that may be somebody else;
- all else is about the player at the seat, in whichever colour.
"""

from __future__ import annotations

from companion.games import reseating
from companion.games.base.belief.believed_replay import BaseHistory, BaseRecordedEvent
from companion.games.base.rules.effects import apply
from companion.games.base.rules.events import Event, GameStarted
from companion.games.base.rules.retelling import said_anew
from companion.games.base.rules.state import State
from companion.games.game_api import Reattribute, Replace
from companion.games.reseating import Seating

Reseating = Replace[Event] | Reattribute[Event]


def reseated(history: BaseHistory, recorded: BaseRecordedEvent, event: GameStarted) -> tuple[Reseating, ...]:
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
    return reseating.reseated(history, recorded, event, seating, State(), apply, said_anew)
