"""The devices that are paired: the table's tablets, a phone for each seat, phones that are the camera."""

from __future__ import annotations

import secrets
import threading
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from typing import Any, Literal

Role = Literal["viewer", "tablet", "phone", "camera"]
"""A viewer only looks, a tablet may do all that is public, a phone what concerns its own seat; a camera only
looks, but sends the table its pictures."""

Seated = tuple[str, str]
"""A player's colour and name."""


@dataclass(frozen=True)
class Device:
    """One paired browser.

    Attributes:
        id: names it; worth nothing without the server's signature.
        role: what it may do.
        seat: the colour of a phone's player.
        player: that player's name: in a game in which somebody else has the colour it isn't theirs.
    """

    id: str
    role: Literal["tablet", "phone", "camera"]
    seat: str | None = None
    player: str | None = None

    def to_json(self) -> dict[str, Any]:
        """As it is kept."""
        return {"id": self.id, "role": self.role, "seat": self.seat, "player": self.player}

    @staticmethod
    def from_json(data: Mapping[str, Any]) -> Device:
        """What `to_json` made.

        Raises:
            ValueError, KeyError, TypeError: it wasn't that.
        """
        device = Device(data["id"], data["role"], data["seat"], data["player"])
        texts = [device.id, device.seat, device.player] if device.role == "phone" else [device.id]
        known = device.role in ("tablet", "phone", "camera")
        if not known or not all(isinstance(text, str) for text in texts):
            raise ValueError("a device is a tablet, a camera or a phone with a seat")
        return device


class Devices:
    """All paired devices. Called from the server's threads, several at once."""

    def __init__(
        self,
        kept: Mapping[str, Device] | None = None,
        keep: Callable[[tuple[Device, ...]], None] = lambda _: None,
    ) -> None:
        """Begin with those kept.

        Args:
            kept: devices by their ids.
            keep: is given all devices before a change counts; where it raises, nothing has changed.
        """
        self._devices = dict(kept or {})
        self._keep = keep
        self._changed: list[Callable[[], None]] = []
        self._lock = threading.Lock()

    def on_change(self, changed: Callable[[], None]) -> None:
        """Have every change told once it counts, from the thread of whoever made it."""
        self._changed.append(changed)

    def get(self, device: str) -> Device | None:
        """The device of this id, while it is paired."""
        return self._devices.get(device)

    def all(self) -> tuple[Device, ...]:
        """Every paired device, the one paired first first."""
        return tuple(self._devices.values())

    def phone_of(self, seat: str, player: str) -> Device | None:
        """The phone of a seat, where one is paired."""
        return next((d for d in self.all() if (d.seat, d.player) == (seat, player)), None)

    def pair_tablet(self, instead_of: str | None = None) -> Device:
        """A new tablet; the device that the same browser was until now is unpaired."""
        return self._add(Device(_fresh_id(), "tablet"), lambda device: device.id == instead_of)

    def pair_camera(self, instead_of: str | None = None) -> Device:
        """A new camera; the device that the same browser was until now is unpaired."""
        return self._add(Device(_fresh_id(), "camera"), lambda device: device.id == instead_of)

    def pair_phone(self, seat: str, player: str, instead_of: str | None = None) -> Device:
        """A new phone of a seat. A seat has one phone: another one of that colour is unpaired."""
        new = Device(_fresh_id(), "phone", seat, player)
        return self._add(new, lambda device: device.id == instead_of or device.seat == seat)

    def move(self, moves: Mapping[Seated, Seated]) -> None:
        """Have phones be those of the same players, who have other colours or names from now on."""
        with self._lock:
            moved = {}
            for key, device in self._devices.items():
                if device.seat is not None and device.player is not None:
                    seat, player = moves.get((device.seat, device.player), (device.seat, device.player))
                    device = replace(device, seat=seat, player=player)
                moved[key] = device
            if moved == self._devices:
                return
            self._become(moved)
        self._tell()

    def unpair(self, device: str) -> bool:
        """Make a device a viewer, at once. Returns whether it was paired."""
        with self._lock:
            if device not in self._devices:
                return False
            self._become({key: value for key, value in self._devices.items() if key != device})
        self._tell()
        return True

    def _add(self, new: Device, displaced: Callable[[Device], bool]) -> Device:
        with self._lock:
            stay = {key: value for key, value in self._devices.items() if not displaced(value)}
            self._become({**stay, new.id: new})
        self._tell()
        return new

    def _tell(self) -> None:
        for changed in self._changed:
            changed()

    def _become(self, devices: dict[str, Device]) -> None:
        self._keep(tuple(devices.values()))
        self._devices = devices


def _fresh_id() -> str:
    return secrets.token_urlsafe(12)
