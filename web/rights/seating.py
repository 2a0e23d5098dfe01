"""Keeps a phone with its player when people correct the seats of the current game."""

from __future__ import annotations

import logging
import threading
from collections.abc import Callable, Mapping
from typing import Any

from companion.errors import CompanionError
from web.rights.devices import Devices, PlayerSeat

_LOG = logging.getLogger(__name__)


class SeatAssignments:
    """Follows each player of one game through changes of name and colour."""

    def __init__(self, devices: Devices, snapshot: Callable[[], Mapping[str, Any]]) -> None:
        """Start with the current seats.

        Args:
            devices: the paired phones.
            snapshot: returns the table's newest snapshot.
        """
        self._devices = devices
        self._snapshot = snapshot
        self._lock = threading.Lock()
        self._last = _seats_by_id(snapshot())

    def update_phones(self) -> None:
        """Apply the corrections since the last call to the phones."""
        with self._lock:
            # Read under the lock, so that no thread applies an older snapshot after a newer one.
            (game, before), now = self._last, _seats_by_id(self._snapshot())
            if game == now[0] and (changes := _seat_changes(before, now[1])):
                try:
                    self._devices.reseat(changes)
                except CompanionError as error:
                    # The input is applied anyway; the next request retries.
                    _LOG.warning("%s", error)
                    return
            self._last = now


_Seats = tuple[object, Mapping[str, PlayerSeat]]


def _seats_by_id(snapshot: Mapping[str, Any]) -> _Seats:
    """Return the current game's id, and its seats by player id, if the game has player ids."""
    game = snapshot.get("game") or {}
    players = game.get("view", {}).get("players", ())
    return game.get("id"), {p["id"]: (p["colour"], p["name"]) for p in players if "id" in p}


def _seat_changes(
    before: Mapping[str, PlayerSeat], after: Mapping[str, PlayerSeat]
) -> Mapping[PlayerSeat, PlayerSeat]:
    """Return the new colour and name of each phone's player.

    If the new name belonged to another seat, the phone's owner is ambiguous: it has to be paired again, so
    that no hand shows on another player's phone.
    """
    changes = {}
    for seat, now in after.items():
        was = before.get(seat, now)
        other_names = {name for other, (_, name) in after.items() if other != seat}
        if was != now and was[1] not in other_names:
            changes[was] = now
    return changes
