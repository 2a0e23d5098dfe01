"""The kinds of dice that are understood: how each is known, asked and heard."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Final, Literal

from companion.sources.bluetooth import godice, pixels
from companion.sources.bluetooth.die_events import Colour, DieEvent

KindName = Literal["godice", "pixels"]


@dataclass(frozen=True)
class DieKind:
    """One maker's dice.

    Attributes:
        name: as it is kept.
        title: as people call them.
        services: that a die has, one of them; the one that it has carries its messages.
        greeting: what it is asked once it is connected: how it looks, how full its battery is.
        ask_battery: what it is asked from time to time.
        said: what a notification says; raises `GarbledError`.
    """

    name: KindName
    title: str
    services: tuple[str, ...]
    greeting: tuple[bytes, ...]
    ask_battery: bytes
    said: Callable[[bytes], tuple[DieEvent, ...]]


GODICE: Final = DieKind(
    "godice",
    "GoDice",
    (godice.SERVICE,),
    (godice.ASK_COLOUR, godice.ASK_BATTERY),
    godice.ASK_BATTERY,
    godice.said,
)
PIXELS: Final = DieKind(
    "pixels",
    "Pixels",
    (pixels.SERVICE, pixels.OLDER_SERVICE),
    (pixels.ASK_WHO,),
    pixels.ASK_BATTERY,
    pixels.said,
)
KINDS: Final[dict[KindName, DieKind]] = {"godice": GODICE, "pixels": PIXELS}


def kind_of(name: str, services: Sequence[str]) -> DieKind | None:
    """What kind of die calls itself so and offers these services; None: none that is understood.

    Whatever else offers the service of older Pixels may be taken for one: it won't say that it is a die.
    """
    if name.startswith(godice.NAME):
        return GODICE
    return PIXELS if {service.lower() for service in services} & set(PIXELS.services) else None


@dataclass(frozen=True)
class PairedDie:
    """One of the two dice of a table.

    Attributes:
        kind: whose it is.
        address: by which it is found.
        name: as it calls itself.
        colour: as it tells it.
    """

    kind: KindName
    address: str
    name: str
    colour: Colour = ""
