"""Which Bluetooth dice there are around a table, and how each looks: people say which two are theirs."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import threading
from dataclasses import dataclass, replace
from types import TracebackType
from typing import Final, Self

from companion.sources.bluetooth import godice
from companion.sources.bluetooth.connection import connected, sought
from companion.sources.bluetooth.die_events import Battery, Described, DieEvent
from companion.sources.bluetooth.kinds import DieKind, PairedDie
from companion.sources.bluetooth.radio import Device, Radio, why

_LOG = logging.getLogger(__name__)

LISTEN_S: Final = 3.0
"""Seconds for which it is listened at a time."""
ANSWER_S: Final = 4.0
"""Seconds that a die is given to say how it looks."""
CLOSE_S: Final = 5.0


@dataclass(frozen=True)
class FoundDie:
    """A die that was asked how it looks.

    Attributes:
        die: as it is kept if it is chosen.
        battery: per cent; None: it didn't say.
        pips: it has the faces 1 to 6.
    """

    die: PairedDie
    battery: int | None = None
    pips: bool = True


class DiceFinder:
    """Listens in a thread of its own, and asks each die that it hears; usable as a context manager."""

    def __init__(self, radio: Radio, listen_s: float = LISTEN_S) -> None:
        """Listen by a radio.

        Args:
            radio: the radio.
            listen_s: seconds for which it is listened before those who were heard are asked.
        """
        self._radio, self._listen_s = radio, listen_s
        self._found: dict[str, FoundDie] = {}
        self._trouble = ""
        self._rounds = 0
        self._stop = threading.Event()
        self._thread = threading.Thread(target=self._run, name="bluetooth dice", daemon=True)

    @property
    def found(self) -> tuple[FoundDie, ...]:
        """The dice that answered, in the order in which they did."""
        return tuple(self._found.values())

    @property
    def trouble(self) -> str:
        """What is wrong with this machine's Bluetooth, in a sentence; empty: nothing."""
        return self._trouble

    @property
    def rounds(self) -> int:
        """How often it was listened for a while."""
        return self._rounds

    def start(self) -> None:
        """Begin to listen."""
        self._thread.start()

    def close(self) -> None:
        """Listen no more, and let go of the radio."""
        self._stop.set()
        if self._thread.is_alive():
            self._thread.join(self._listen_s + ANSWER_S + CLOSE_S)

    def _run(self) -> None:
        asyncio.run(self._seek())

    async def _seek(self) -> None:
        asked: set[str] = set()
        while not self._stop.is_set():
            try:
                heard = await sought(self._radio, None, self._listen_s)
                self._trouble = ""
            except self._radio.errors as error:
                self._trouble, heard = why(error), []
                await asyncio.sleep(min(self._listen_s, 1.0))
            for device, kind, name in heard:
                if (
                    device.address not in asked
                    and not self._stop.is_set()
                    and await self._ask(device, kind, name)
                ):
                    asked.add(device.address)
            self._rounds += 1

    async def _ask(self, device: Device, kind: DieKind, name: str) -> bool:
        """Ask a die how it looks; False: it couldn't be reached, and is to be asked again."""
        colour = godice.colour_in(name)
        found = FoundDie(PairedDie(kind.name, device.address, name, colour))
        described, charged = asyncio.Event(), asyncio.Event()

        def heard(event: DieEvent) -> None:
            nonlocal found
            match event:
                case Described(told, pips):
                    found = replace(found, die=replace(found.die, colour=told or colour), pips=pips)
                    described.set()
                case Battery(percent):
                    found = replace(found, battery=percent)
                    charged.set()
                case _:
                    pass

        try:
            connection = await connected(self._radio, device, kind, heard, lambda: None)
        except self._radio.errors as error:
            _LOG.info("%s can't be asked: %s", name or device.address, error)
            return False
        with contextlib.suppress(TimeoutError):
            await asyncio.wait_for(asyncio.gather(described.wait(), charged.wait()), ANSWER_S)
        with contextlib.suppress(*self._radio.errors):
            await connection.close()
        # What doesn't say how it looks is no die, though it may have a die's services.
        if described.is_set():
            self._found[device.address] = found
        return True

    def __enter__(self) -> Self:
        self.start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()
