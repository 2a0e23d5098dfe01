"""Scanning for dice, and the connection to one die: its events and its battery requests."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import threading
from collections.abc import Callable, Sequence, Set
from dataclasses import dataclass, replace
from typing import Final

from companion.closeable import Closeable
from companion.sources.bluetooth.die_events import BatteryLevel, DieDescription, DieEvent, GarbledError
from companion.sources.bluetooth.kinds import DieKind, PairedDie, identify_kind
from companion.sources.bluetooth.radio import (
    Advertisement,
    BleClient,
    BleDevice,
    GattCharacteristic,
    Radio,
    explain_radio_error,
)
from companion.supervised_thread import SupervisedThread

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


# Discovery of Bluetooth dice near a table, with colour and battery, so that people can choose two.


SCAN_S: Final = 3.0
"""Seconds of one scan."""
ANSWER_TIMEOUT_S: Final = 4.0
"""Seconds to wait for a die's description and battery level."""
CLOSE_TIMEOUT_S: Final = 5.0


@dataclass(frozen=True)
class FoundDie:
    """A die that answered a query.

    Attributes:
        die: the die as it is saved if chosen.
        battery: per cent; None if it didn't answer.
        pips: it has the faces 1 to 6.
    """

    die: PairedDie
    battery: int | None = None
    pips: bool = True


class BluetoothDiceScanner(Closeable):
    """A thread that scans for dice and queries each one found; usable as a context manager."""

    def __init__(self, radio: Radio, scan_s: float = SCAN_S) -> None:
        """Create the scanner; `start` starts its thread.

        Args:
            radio: the radio.
            scan_s: seconds of one scan, after which the dice found are queried.
        """
        self._radio, self._scan_s = radio, scan_s
        self._dice: dict[str, FoundDie] = {}
        self._trouble = ""
        self._scan_count = 0
        self._stop = threading.Event()
        self._thread = SupervisedThread("bluetooth dice", self._run, self._stop)

    @property
    def dice(self) -> tuple[FoundDie, ...]:
        """The dice that answered, in order of their answers."""
        return tuple(self._dice.values())

    @property
    def trouble(self) -> str:
        """The last scan's Bluetooth failure as a sentence; empty if there was none."""
        return self._trouble

    @property
    def scan_count(self) -> int:
        """Number of completed scans."""
        return self._scan_count

    def start(self) -> None:
        """Start scanning."""
        self._thread.start()

    def close(self) -> None:
        """Stop scanning, and wait for the thread to release the radio."""
        self._stop.set()
        if self._thread.is_alive():
            self._thread.join(self._scan_s + ANSWER_TIMEOUT_S + CLOSE_TIMEOUT_S)

    def _run(self) -> None:
        asyncio.run(self._scan())

    async def _scan(self) -> None:
        queried: set[str] = set()
        while not self._stop.is_set():
            try:
                devices = await scan_for_dice(self._radio, None, self._scan_s)
                self._trouble = ""
            except self._radio.errors as error:
                self._trouble, devices = explain_radio_error(error), []
                await asyncio.sleep(min(self._scan_s, 1.0))
            for device, kind, name in devices:
                if (
                    device.address not in queried
                    and not self._stop.is_set()
                    and await self._query_die(device, kind, name)
                ):
                    queried.add(device.address)
            self._scan_count += 1

    async def _query_die(self, device: BleDevice, kind: DieKind, name: str) -> bool:
        """Query a die's description and battery; return False if it couldn't be reached, to retry."""
        colour = kind.colour_from_name(name)
        found = FoundDie(PairedDie(kind.name, device.address, name, colour))
        described, charged = asyncio.Event(), asyncio.Event()

        def on_event(event: DieEvent) -> None:
            nonlocal found
            match event:
                case DieDescription(reported, pips):
                    found = replace(found, die=replace(found.die, colour=reported or colour), pips=pips)
                    described.set()
                case BatteryLevel(percent):
                    found = replace(found, battery=percent)
                    charged.set()
                case _:
                    pass

        try:
            connection = await connect_die(self._radio, device, kind, on_event, lambda: None)
        except self._radio.errors as error:
            _LOG.info("can't query die %s: %s", name or device.address, error)
            return False
        with contextlib.suppress(TimeoutError):
            await asyncio.wait_for(asyncio.gather(described.wait(), charged.wait()), ANSWER_TIMEOUT_S)
        with contextlib.suppress(*self._radio.errors):
            await connection.close()
        # A device without a description is no die, though it may have a die's services.
        if described.is_set():
            self._dice[device.address] = found
        return True
