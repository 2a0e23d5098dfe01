"""The paired devices: the table's tablets, a phone for each seat, and phones that serve as the camera."""

from __future__ import annotations

import secrets
import threading
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from typing import Any, Literal

Role = Literal["viewer", "tablet", "phone", "camera"]
"""The permissions of a device.

- A viewer may only read.
- A tablet may do everything public.
- A phone may act for its own seat.
- A camera may read, and send the table its pictures.
"""

PlayerSeat = tuple[str, str]
"""A player's colour and name."""


@dataclass(frozen=True)
class PairedDevice:
    """A paired browser.

    Attributes:
        id: its name; worthless without the server's signature.
        role: its permissions.
        seat: the colour of a phone's player.
        player: that player's name. If somebody else has the colour in a game, the phone doesn't belong to
            them.
    """

    id: str
    role: Literal["tablet", "phone", "camera"]
    seat: str | None = None
    player: str | None = None

    def to_json(self) -> dict[str, Any]:
        """Return the device as JSON data."""
        return {"id": self.id, "role": self.role, "seat": self.seat, "player": self.player}

    @staticmethod
    def from_json(data: Mapping[str, Any]) -> PairedDevice:
        """Restore a device from the result of `to_json`.

        Raises:
            ValueError, KeyError, TypeError: the data is invalid.
        """
        device = PairedDevice(data["id"], data["role"], data["seat"], data["player"])
        texts = [device.id, device.seat, device.player] if device.role == "phone" else [device.id]
        known = device.role in ("tablet", "phone", "camera")
        if not known or not all(isinstance(text, str) for text in texts):
            raise ValueError("a device is a tablet, a camera or a phone with a seat")
        return device


class Devices:
    """All paired devices. Thread-safe."""

    def __init__(
        self,
        paired: Mapping[str, PairedDevice] | None = None,
        save: Callable[[tuple[PairedDevice, ...]], None] = lambda _: None,
    ) -> None:
        """Start with the saved devices.

        Args:
            paired: devices by id.
            save: saves all devices before a change takes effect; if it raises, nothing has changed.
        """
        self._devices = dict(paired or {})
        self._save = save
        self._listeners: list[Callable[[], None]] = []
        self._lock = threading.Lock()

    def on_change(self, listener: Callable[[], None]) -> None:
        """Call a listener after every change, from the thread that made it."""
        self._listeners.append(listener)

    def get(self, device: str) -> PairedDevice | None:
        """Return the device with this id, if it is paired."""
        return self._devices.get(device)

    def list_all(self) -> tuple[PairedDevice, ...]:
        """Return every paired device, the earliest first."""
        return tuple(self._devices.values())

    def phone_of(self, seat: str, player: str) -> PairedDevice | None:
        """Return the phone of a seat, if one is paired."""
        return next((d for d in self.list_all() if (d.seat, d.player) == (seat, player)), None)

    def pair_tablet(self, instead_of: str | None = None) -> PairedDevice:
        """Pair a new tablet, and unpair the browser's previous device."""
        return self._add(PairedDevice(_random_id(), "tablet"), lambda device: device.id == instead_of)

    def pair_camera(self, instead_of: str | None = None) -> PairedDevice:
        """Pair a new camera, and unpair the browser's previous device."""
        return self._add(PairedDevice(_random_id(), "camera"), lambda device: device.id == instead_of)

    def pair_phone(self, seat: str, player: str, instead_of: str | None = None) -> PairedDevice:
        """Pair a new phone of a seat; a seat has one phone, so another one of that colour is unpaired."""
        new = PairedDevice(_random_id(), "phone", seat, player)
        return self._add(new, lambda device: device.id == instead_of or device.seat == seat)

    def reseat(self, moves: Mapping[PlayerSeat, PlayerSeat]) -> None:
        """Assign phones to the same players' new colours or names."""
        with self._lock:
            reseated = {}
            for key, device in self._devices.items():
                if device.seat is not None and device.player is not None:
                    seat, player = moves.get((device.seat, device.player), (device.seat, device.player))
                    device = replace(device, seat=seat, player=player)
                reseated[key] = device
            if reseated == self._devices:
                return
            self._replace_all(reseated)
        self._notify()

    def unpair(self, device: str) -> bool:
        """Make a device a viewer immediately. Returns whether it was paired."""
        with self._lock:
            if device not in self._devices:
                return False
            self._replace_all({key: value for key, value in self._devices.items() if key != device})
        self._notify()
        return True

    def _add(self, new: PairedDevice, is_replaced: Callable[[PairedDevice], bool]) -> PairedDevice:
        with self._lock:
            remaining = {key: value for key, value in self._devices.items() if not is_replaced(value)}
            self._replace_all({**remaining, new.id: new})
        self._notify()
        return new

    def _notify(self) -> None:
        for listener in self._listeners:
            listener()

    def _replace_all(self, devices: dict[str, PairedDevice]) -> None:
        self._save(tuple(devices.values()))
        self._devices = devices


def _random_id() -> str:
    return secrets.token_urlsafe(12)
