"""What happens on the line to a dice tower, as the host's end of it tells."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Literal

from companion.sources.tower.tower_frames import FIRMWARE, Hello, Lamp, Refusal, TowerFault, TowerRoll


@dataclass(frozen=True)
class Greeted:
    """A tower of our protocol is there and listens.

    Attributes:
        hello: what it said.
        rebooted: it is the tower known before, started anew.
    """

    hello: Hello
    rebooted: bool


@dataclass(frozen=True)
class Mismatch:
    """Something said hello that is no dice tower, or one of another version; nothing else is heard.

    Attributes:
        protocol: its version of the protocol.
        firmware: its `name/version`.
    """

    protocol: int
    firmware: str


def is_tower(mismatch: Mismatch) -> bool:
    """Whether it is a dice tower of this project, though of another version."""
    return mismatch.firmware.partition("/")[0] == FIRMWARE


@dataclass(frozen=True)
class RollHeard:
    """A roll never told before by this link; `Link.acknowledge` it when it is safe."""

    roll: TowerRoll


@dataclass(frozen=True)
class FaultsChanged:
    """All faults of the tower as they are now; also told once after each greeting."""

    faults: tuple[TowerFault, ...]


@dataclass(frozen=True)
class Silent:
    """No frame came for `link.SILENT_AFTER_S` seconds.

    Attributes:
        chatter: bytes came that are no frames: another device, or another speed.
    """

    chatter: bool


@dataclass(frozen=True)
class LineLost:
    """Bytes were lost or damaged; told once for each loss.

    Attributes:
        end: whose line it was that arrived damaged.
        text: what was wrong, for a log.
    """

    end: Literal["host", "tower"]
    text: str


@dataclass(frozen=True)
class Replied:
    """A command was answered.

    Attributes:
        number: what `Link.request` gave for it.
        refusal: why it was not carried out; None: it was.
        readings: for `raw`: the sensors' values, 0 to 1023, by pocket (1 or 2) and lamp.
    """

    number: int
    refusal: Refusal | None
    readings: dict[tuple[int, Lamp], tuple[int, ...]] = field(default_factory=dict)


@dataclass(frozen=True)
class Unanswered:
    """A command was not answered in time, or the connection ended before."""

    number: int


LinkEvent = Greeted | Mismatch | RollHeard | FaultsChanged | Silent | LineLost | Replied | Unanswered
