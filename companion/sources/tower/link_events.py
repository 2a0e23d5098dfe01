"""Events of the link to a dice tower, as the host's end reports them."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Literal

from companion.sources.tower.tower_frames import FIRMWARE, Hello, Lamp, Refusal, TowerFault, TowerRoll


@dataclass(frozen=True)
class LinkEstablished:
    """The handshake with a tower of our protocol version succeeded.

    Attributes:
        hello: the tower's hello.
        rebooted: it is the same tower as before, after a restart.
    """

    hello: Hello
    rebooted: bool


@dataclass(frozen=True)
class Mismatch:
    """A hello from another device, or from a tower of another version; its other frames are ignored.

    Attributes:
        protocol: its protocol version.
        firmware: its `name/version`.
    """

    protocol: int
    firmware: str


def is_tower(mismatch: Mismatch) -> bool:
    """Return whether the device is a dice tower of this project, of another version."""
    return mismatch.firmware.partition("/")[0] == FIRMWARE


@dataclass(frozen=True)
class RollReceived:
    """A roll that this link hasn't reported before; call `Link.acknowledge` once it is on disk."""

    roll: TowerRoll


@dataclass(frozen=True)
class FaultsChanged:
    """The tower's current faults, after a change and once after each handshake."""

    faults: tuple[TowerFault, ...]


@dataclass(frozen=True)
class LinkSilence:
    """No frame arrived for `link.SILENT_AFTER_S` seconds.

    Attributes:
        chatter: bytes arrived that are no frames: another device, or another baud rate.
    """

    chatter: bool


@dataclass(frozen=True)
class LineLost:
    """Bytes were lost or damaged; reported once for each loss.

    Attributes:
        end: sender of the damaged line.
        text: the flaw, for a log.
    """

    end: Literal["host", "tower"]
    text: str


@dataclass(frozen=True)
class CommandReply:
    """The tower answered a command.

    Attributes:
        number: the command's number, as `Link.request` returned it.
        refusal: the reason that it wasn't executed; None if it was.
        readings: for `raw`: the sensors' values, 0 to 1023, by pocket (1 or 2) and lamp.
    """

    number: int
    refusal: Refusal | None
    readings: dict[tuple[int, Lamp], tuple[int, ...]] = field(default_factory=dict)


@dataclass(frozen=True)
class CommandTimeout:
    """A command wasn't answered before its timeout or the end of the connection."""

    number: int


LinkEvent = (
    LinkEstablished
    | Mismatch
    | RollReceived
    | FaultsChanged
    | LinkSilence
    | LineLost
    | CommandReply
    | CommandTimeout
)
