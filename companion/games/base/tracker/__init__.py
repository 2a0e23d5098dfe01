"""The tracker: tells the legal story that explains what is seen on the board.

`watch` is the door. It looks at what differs from the state, looks for the likeliest legal sequence of
events that leads there, and tells it, asks, or waits.
"""

from __future__ import annotations

from companion.games.base.account import Account
from companion.games.base.events import Event
from companion.games.seam import Telling
from companion.observations import BoardSeen


def watch(account: Account, seen: BoardSeen) -> Telling[Event]:
    """What the board, as it is believed to stand, tells that the story doesn't know yet."""
    return Telling()
