"""A phone goes with its player, where people correct who sits there in the game that is on."""

from __future__ import annotations

import logging
import threading
from collections.abc import Callable, Mapping
from typing import Any

from companion.errors import CompanionError
from web.rights.devices import Devices, Seated

_LOG = logging.getLogger(__name__)


class SeatAssignments:
    """Follows who sits where in one game, under whichever name and colour."""

    def __init__(self, devices: Devices, snapshot: Callable[[], Mapping[str, Any]]) -> None:
        """Begin with who sits there now.

        Args:
            devices: whose phones follow.
            snapshot: the newest one of the table.
        """
        self._devices = devices
        self._snapshot = snapshot
        self._lock = threading.Lock()
        self._last = _seats(snapshot())

    def follow(self) -> None:
        """Have the phones follow whatever was corrected since the last time."""
        with self._lock:
            # Taken under the lock: nobody follows what is older than what was followed already.
            (game, before), now = self._last, _seats(self._snapshot())
            if game == now[0] and (moves := _moves(before, now[1])):
                try:
                    self._devices.move(moves)
                except CompanionError as error:
                    # What was entered is entered: the next who asks tries again.
                    _LOG.warning("%s", error)
                    return
            self._last = now


_Seats = tuple[object, Mapping[str, Seated]]


def _seats(snapshot: Mapping[str, Any]) -> _Seats:
    """The game that is on, and who sits where: by what tells the seats apart, where the game says that."""
    game = snapshot.get("game") or {}
    players = game.get("view", {}).get("players", ())
    return game.get("id"), {p["id"]: (p["colour"], p["name"]) for p in players if "id" in p}


def _moves(before: Mapping[str, Seated], after: Mapping[str, Seated]) -> Mapping[Seated, Seated]:
    """Whose phone is whose from now on.

    Where the name now is another seat's, nobody can say whose phone it is: it has to be paired anew, so that
    no hand shows on another's phone.
    """
    moves = {}
    for seat, now in after.items():
        was = before.get(seat, now)
        elsewhere = {name for other, (_, name) in after.items() if other != seat}
        if was != now and was[1] not in elsewhere:
            moves[was] = now
    return moves
