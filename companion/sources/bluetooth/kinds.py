"""The supported kinds of Bluetooth dice, and how to identify, query and parse each."""

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
        name: the name in saved files.
        title: the name for people.
        services: UUIDs of the possible services; a die has one of them, which carries its messages.
        greeting: requests sent after connecting: description and battery level.
        ask_battery: the request for the battery level, sent periodically.
        parse: converts a notification to events; raises `GarbledError`.
        name_prefix: the start of the advertised name; empty: the services identify the die.
        colour_from_name: returns the colour that an advertised name encodes; empty if it encodes none.
    """

    name: KindName
    title: str
    services: tuple[str, ...]
    greeting: tuple[bytes, ...]
    ask_battery: bytes
    parse: Callable[[bytes], tuple[DieEvent, ...]]
    name_prefix: str = ""
    colour_from_name: Callable[[str], Colour] = lambda _: ""

    def is_advertised(self, name: str, services: Sequence[str]) -> bool:
        """Check whether a device with this name and these services is such a die."""
        if self.name_prefix:
            return name.startswith(self.name_prefix)
        return not {service.lower() for service in services}.isdisjoint(self.services)


GODICE: Final = DieKind(
    "godice",
    "GoDice",
    (godice.SERVICE_UUID,),
    (godice.ASK_COLOUR, godice.ASK_BATTERY),
    godice.ASK_BATTERY,
    godice.parse_notification,
    godice.NAME_PREFIX,
    godice.colour_from_name,
)
PIXELS: Final = DieKind(
    "pixels",
    "Pixels",
    (pixels.SERVICE_UUID, pixels.LEGACY_SERVICE_UUID),
    (pixels.ASK_WHO,),
    pixels.ASK_BATTERY,
    pixels.parse_notification,
)
KINDS: Final[dict[KindName, DieKind]] = {"godice": GODICE, "pixels": PIXELS}


def identify_kind(name: str, services: Sequence[str]) -> DieKind | None:
    """Return the kind of die with this name and these services; None if it isn't supported.

    Other devices that offer the service of older Pixels match, too; they never send a die's description.
    """
    return next((kind for kind in KINDS.values() if kind.is_advertised(name, services)), None)


@dataclass(frozen=True)
class PairedDie:
    """One of the two dice of a table.

    Attributes:
        kind: the maker's kind.
        address: the Bluetooth address.
        name: the advertised name.
        colour: the colour that the die reports.
    """

    kind: KindName
    address: str
    name: str
    colour: Colour = ""
