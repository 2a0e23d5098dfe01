"""One die at the other end of the radio: connected, asked how it is, heard."""

from __future__ import annotations

import asyncio
import contextlib
import logging
from collections.abc import Callable, Sequence, Set
from typing import Final

from companion.sources.bluetooth.die_events import DieEvent, GarbledError
from companion.sources.bluetooth.kinds import DieKind, kind_of
from companion.sources.bluetooth.radio import Advertised, Characteristic, Client, Device, Radio

_LOG = logging.getLogger(__name__)

CONNECT_S: Final = 20.0
"""A die that can't be connected in so many seconds is looked for again."""
WRITES: Final = ("write", "write-without-response")

Heard = Callable[[DieEvent], None]


class NoDieError(ConnectionError):
    """What was connected isn't a die of its kind."""


class Connection:
    """A die that is connected."""

    def __init__(self, client: Client, kind: DieKind, write: str) -> None:
        self._client, self._kind, self._write = client, kind, write

    async def ask_battery(self) -> None:
        """Have it say how full its battery is."""
        await self._client.write_gatt_char(self._write, self._kind.ask_battery)

    async def close(self) -> None:
        """Let go of it."""
        await self._client.disconnect()


async def connected(
    radio: Radio, device: Device, kind: DieKind, heard: Heard, gone: Callable[[], None]
) -> Connection:
    """Connect a die, hear it from now on, and ask it how it looks and how full its battery is.

    Args:
        radio: the radio.
        device: the die, as the radio heard it.
        kind: what it is.
        heard: is given what it says.
        gone: is called when it has gone by itself.

    Raises:
        NoDieError: it hasn't what a die of this kind has.
        Exception: another of the radio's errors, of which `OSError` is one.
    """
    client = radio.client(device, gone)
    try:
        await asyncio.wait_for(client.connect(), CONNECT_S)
        service = next((each for each in client.services if each.uuid.lower() in kind.services), None)
        if service is None:
            raise NoDieError(device.address)
        notify = _with(service.characteristics, "notify")
        write = _with(service.characteristics, *WRITES)

        def take(_: object, data: bytearray) -> None:
            try:
                events = kind.said(bytes(data))
            except GarbledError as error:
                _LOG.warning("%s at %s said %s: %s", kind.title, device.address, data.hex(), error)
                return
            for event in events:
                heard(event)

        await client.start_notify(notify, take)
        for question in kind.greeting:
            await client.write_gatt_char(write, question)
    except BaseException:
        with contextlib.suppress(*radio.errors):
            await client.disconnect()
        raise
    return Connection(client, kind, write)


async def sought(
    radio: Radio, addresses: Set[str] | None, seconds: float
) -> list[tuple[Device, DieKind, str]]:
    """Dice that can be heard now: each as the radio has it, what it is, and its name.

    Args:
        radio: the radio.
        addresses: of those that are looked for: no more are waited for; None: all that there are.
        seconds: for so long it is looked.

    Raises:
        Exception: one of the radio's errors.
    """
    found: dict[str, tuple[Device, DieKind, str]] = {}
    done = asyncio.Event()

    def detected(device: Device, said: Advertised) -> None:
        name = said.local_name or device.name or ""
        kind = kind_of(name, said.service_uuids)
        if kind is not None and (addresses is None or device.address in addresses):
            found[device.address] = device, kind, name
            if len(found) == len(addresses or ()):
                done.set()

    scanner = radio.scanner(detected)
    await scanner.start()
    try:
        with contextlib.suppress(TimeoutError):
            await asyncio.wait_for(done.wait(), seconds)
    finally:
        await scanner.stop()
    return list(found.values())


def _with(characteristics: Sequence[Characteristic], *properties: str) -> str:
    """The characteristic of a service that can do one of these things."""
    for each in characteristics:
        if set(each.properties) & set(properties):
            return each.uuid
    raise NoDieError(" or ".join(properties))
