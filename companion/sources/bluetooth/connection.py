"""Scanning for dice, and the connection to one die: its events and its battery requests."""

from __future__ import annotations

import asyncio
import contextlib
import logging
from collections.abc import Callable, Sequence, Set
from typing import Final

from companion.sources.bluetooth.die_events import DieEvent, GarbledError
from companion.sources.bluetooth.kinds import DieKind, identify_kind
from companion.sources.bluetooth.radio import Advertisement, BleClient, BleDevice, GattCharacteristic, Radio

_LOG = logging.getLogger(__name__)

CONNECT_TIMEOUT_S: Final = 20.0
"""Timeout of one connection attempt; afterwards the die is searched for again."""
WRITE_PROPERTIES: Final = ("write", "write-without-response")

DieEventCallback = Callable[[DieEvent], None]


class NoDieError(ConnectionError):
    """The connected device isn't a die of the expected kind."""


class DieConnection:
    """An open connection to one die."""

    def __init__(self, client: BleClient, kind: DieKind, write: str) -> None:
        self._client, self._kind, self._write = client, kind, write

    async def ask_battery(self) -> None:
        """Request the battery level; the answer arrives as an event."""
        await self._client.write_gatt_char(self._write, self._kind.ask_battery)

    async def close(self) -> None:
        """Disconnect."""
        await self._client.disconnect()


async def connect_die(
    radio: Radio,
    device: BleDevice,
    kind: DieKind,
    on_event: DieEventCallback,
    on_disconnect: Callable[[], None],
) -> DieConnection:
    """Connect a die, subscribe to its events, and request its colour and battery level.

    Args:
        radio: the radio.
        device: the die, as the scan found it.
        kind: the die's kind.
        on_event: called with each event of the die.
        on_disconnect: called when the connection is lost.

    Raises:
        NoDieError: the device lacks the services of a die of this kind.
        Exception: another of the radio's errors, of which `OSError` is one.
    """
    client = radio.client(device, on_disconnect)
    try:
        await asyncio.wait_for(client.connect(), CONNECT_TIMEOUT_S)
        service = next((each for each in client.services if each.uuid.lower() in kind.services), None)
        if service is None:
            raise NoDieError(device.address)
        notify = _characteristic_with(service.characteristics, "notify")
        write = _characteristic_with(service.characteristics, *WRITE_PROPERTIES)

        def on_notification(_: object, data: bytearray) -> None:
            try:
                events = kind.parse(bytes(data))
            except GarbledError as error:
                _LOG.warning(
                    "%s at %s sent an invalid message %s: %s", kind.title, device.address, data.hex(), error
                )
                return
            for event in events:
                on_event(event)

        await client.start_notify(notify, on_notification)
        for request in kind.greeting:
            await client.write_gatt_char(write, request)
    except BaseException:
        with contextlib.suppress(*radio.errors):
            await client.disconnect()
        raise
    return DieConnection(client, kind, write)


async def scan_for_dice(
    radio: Radio, addresses: Set[str] | None, seconds: float
) -> list[tuple[BleDevice, DieKind, str]]:
    """Scan for dice; return the device, kind and name of each.

    Args:
        radio: the radio.
        addresses: the wanted dice; the scan ends early once all are found. None: all dice.
        seconds: duration of the scan.

    Raises:
        Exception: one of the radio's errors.
    """
    found: dict[str, tuple[BleDevice, DieKind, str]] = {}
    done = asyncio.Event()

    def handle_detection(device: BleDevice, advertisement: Advertisement) -> None:
        name = advertisement.local_name or device.name or ""
        kind = identify_kind(name, advertisement.service_uuids)
        if kind is not None and (addresses is None or device.address in addresses):
            found[device.address] = device, kind, name
            if len(found) == len(addresses or ()):
                done.set()

    scanner = radio.scanner(handle_detection)
    await scanner.start()
    try:
        with contextlib.suppress(TimeoutError):
            await asyncio.wait_for(done.wait(), seconds)
    finally:
        await scanner.stop()
    return list(found.values())


def _characteristic_with(characteristics: Sequence[GattCharacteristic], *properties: str) -> str:
    """Return the UUID of the first characteristic that has one of these properties."""
    for each in characteristics:
        if set(each.properties) & set(properties):
            return each.uuid
    raise NoDieError(" or ".join(properties))
