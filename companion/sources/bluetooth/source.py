"""The two Bluetooth dice of a table as one source: found, kept connected, heard, and words for people."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import threading
from collections import deque
from collections.abc import Callable, Coroutine, Sequence
from typing import Any, Final

from companion.observations import Clock, Emit, Health, InputRefused, RollSeen, SourceReport
from companion.sources.bluetooth import wording
from companion.sources.bluetooth.connection import Connection, connected, sought
from companion.sources.bluetooth.die_events import Battery, DieEvent
from companion.sources.bluetooth.kinds import KINDS, PairedDie
from companion.sources.bluetooth.radio import BleakRadio, BluetoothMissingError, Device, Radio, why
from companion.sources.bluetooth.two_dice import Thrown, TwoDice

_LOG = logging.getLogger(__name__)

LOOK_EVERY_S: Final = 0.05
"""Seconds between two looks whether time has passed for something."""
SEEK_S: Final = 8.0
"""Seconds for which missing dice are listened for at a time."""
RETRY_S: Final = 2.0
"""Seconds between two attempts."""
BATTERY_EVERY_S: Final = 600.0
GOODBYE_S: Final = 0.5
"""Seconds that dice are given at the end to be let go of."""


class BluetoothDice:
    """Two dice that tell by Bluetooth when they roll and how they lie.

    A roll that the table couldn't write is told again to the next `run`.
    """

    def __init__(
        self,
        dice: Sequence[PairedDie],
        radio: Callable[[], Radio] = BleakRadio,
        *,
        name: str = "bluetooth",
        retry_s: float = RETRY_S,
    ) -> None:
        """Take which two dice are this table's.

        Args:
            dice: both.
            radio: gives the radio; raises `BluetoothMissingError`.
            name: the source's name in its observations.
            retry_s: seconds between two attempts to reach a die.
        """
        one, other = dice
        self._dice = (one, other)
        self._make_radio = radio
        self._name = name
        self._retry_s = retry_s
        self._untold: deque[RollSeen] = deque()

    @property
    def name(self) -> str:
        """The source's name."""
        return self._name

    def run(self, emit: Emit, clock: Clock, stop: threading.Event) -> None:
        """Keep both dice connected and hear them, until `stop` is set."""
        told: tuple[Health, str] | None = None

        def report(health: Health, text: str) -> None:
            nonlocal told
            if (health, text) != told:
                told = (health, text)
                emit(SourceReport(clock(), self._name, health, text))

        try:
            radio = self._make_radio()
        except BluetoothMissingError as error:
            report("fault", str(error))
            stop.wait()
            return
        asyncio.run(_Session(self._dice, radio, self._retry_s, clock).hear(self._told(emit), report, stop))

    def _told(self, emit: Emit) -> Callable[[Thrown | None], None]:
        """Tells rolls, each once the one before is taken."""

        def tell(thrown: Thrown | None) -> None:
            if thrown is not None:
                t, late, began = thrown.t, thrown.late, thrown.began
                self._untold.append(RollSeen(t, self._name, thrown.dice, late=late, began=began))
            while self._untold:
                try:
                    emit(self._untold[0])
                except InputRefused as refusal:
                    _LOG.warning("the table refused a roll: %s", refusal)
                self._untold.popleft()

        return tell


class _Session:
    """One run of the source, in a loop of its own."""

    def __init__(self, dice: tuple[PairedDie, PairedDie], radio: Radio, retry_s: float, clock: Clock) -> None:
        self._dice, self._radio, self._retry_s, self._clock = dice, radio, retry_s, clock
        self._two = TwoDice()
        self._heard: asyncio.Queue[tuple[int, DieEvent | None, float]] = asyncio.Queue()
        self._open: dict[int, Connection] = {}
        self._known: set[int] = set()
        self._battery: dict[int, Battery] = {}
        self._gone = asyncio.Event()
        self._wrong = ""

    async def hear(
        self,
        tell: Callable[[Thrown | None], None],
        report: Callable[[Health, str], None],
        stop: threading.Event,
    ) -> None:
        """Until `stop` is set."""
        tell(None)
        keeping = [asyncio.create_task(self._keep()), asyncio.create_task(self._ask_batteries())]
        try:
            while not stop.is_set():
                with contextlib.suppress(TimeoutError):
                    n, event, t = await asyncio.wait_for(self._heard.get(), LOOK_EVERY_S)
                    tell(self._take(n, event, t))
                now = self._clock()
                self._two.wait(now)
                report(*self._health(now))
                for task in keeping:
                    if task.done():
                        await task  # it never ends by itself: tell whoever runs the source what went wrong
        finally:
            for task in keeping:
                task.cancel()
            await asyncio.gather(*keeping, return_exceptions=True)
            with contextlib.suppress(TimeoutError):
                await asyncio.wait_for(self._let_go(), GOODBYE_S)

    def _take(self, n: int, event: DieEvent | None, t: float) -> Thrown | None:
        """What a die said; None: it has gone, after all that it said."""
        if event is None:
            self._two.gone(n, t)
            return None
        if isinstance(event, Battery):
            self._battery[n] = event
        return self._two.hear(n, event, t)

    def _health(self, t: float) -> tuple[Health, str]:
        if self._wrong:
            return "fault", self._wrong
        missing = [n for n in (0, 1) if n not in self._open]
        if gone := [n for n in missing if n in self._known]:
            return "fault", wording.dropped_out([self._called(n) for n in gone])
        if missing:
            return "waiting", wording.not_heard([self._called(n) for n in missing])
        if (found := self._two.trouble(t)) is not None:
            n, trouble = found
            return "fault", wording.troubled(trouble, self._called(n))
        low = [n for n, left in self._battery.items() if left.percent <= wording.LOW and not left.charging]
        return "ok", wording.low([self._called(n) for n in sorted(low)])

    def _called(self, n: int) -> str:
        return wording.called(self._dice[n].name, self._dice[n].colour)

    async def _keep(self) -> None:
        """Connect whatever isn't connected, for ever."""
        while True:
            self._gone.clear()
            missing = {self._dice[n].address: n for n in (0, 1) if n not in self._open}
            if not missing:
                await self._gone.wait()
                continue
            try:
                found = await sought(self._radio, missing.keys(), SEEK_S)
                self._wrong = ""
            except self._radio.errors as error:
                self._wrong = why(error)
                found = []
            for device, _, _ in found:
                await self._connect(missing[device.address], device)
            if len(self._open) < 2:
                await asyncio.sleep(self._retry_s)

    async def _connect(self, n: int, device: Device) -> None:
        went = False

        def gone() -> None:
            nonlocal went
            went = True
            self._open.pop(n, None)
            self._heard.put_nowait((n, None, self._clock()))
            self._gone.set()

        try:
            connection = await connected(
                self._radio,
                device,
                KINDS[self._dice[n].kind],
                lambda event: self._heard.put_nowait((n, event, self._clock())),
                gone,
            )
        except self._radio.errors as error:
            _LOG.warning("%s can't be connected: %s", self._dice[n].name, error or type(error).__name__)
            return
        if not went:
            self._open[n] = connection
            self._known.add(n)

    async def _ask_batteries(self) -> None:
        while True:
            await asyncio.sleep(BATTERY_EVERY_S)
            await self._each(lambda connection: connection.ask_battery())

    async def _let_go(self) -> None:
        await self._each(lambda connection: connection.close())

    async def _each(self, do: Callable[[Connection], Coroutine[Any, Any, None]]) -> None:
        for connection in list(self._open.values()):
            with contextlib.suppress(*self._radio.errors):
                await do(connection)
