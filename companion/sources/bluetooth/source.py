"""The two Bluetooth dice of a table as one source of observations.

It scans for the dice, reconnects them, assembles their events into rolls, and reports their health.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
import threading
from collections import deque
from collections.abc import Callable, Coroutine, Mapping, Sequence
from typing import Any, Final

from companion.i18n import join_list, join_sentences, mark, sentence
from companion.observations import Clock, DiceDetection, Emit, Health, HealthReporter, InputRefused
from companion.sources.bluetooth.connection import DieConnection, connect_die, scan_for_dice
from companion.sources.bluetooth.die_events import BatteryLevel, Colour, DieEvent
from companion.sources.bluetooth.kinds import KINDS, PairedDie
from companion.sources.bluetooth.radio import (
    BleakRadio,
    BleDevice,
    BluetoothMissingError,
    Radio,
    explain_radio_error,
)
from companion.sources.bluetooth.roll_assembler import BluetoothRoll, RollAssembler, UncountedReason

# Sentences for people about a table's Bluetooth dice.


COLOURS: Final[Mapping[Colour, str]] = {
    "black": mark("black"),
    "red": mark("red"),
    "green": mark("green"),
    "blue": mark("blue"),
    "yellow": mark("yellow"),
    "orange": mark("orange"),
    "grey": mark("grey"),
    "midnight": mark("midnight blue"),
    "aurora": mark("aurora"),
    "clear": mark("clear"),
    "white": mark("white"),
}
LOW_BATTERY_PERCENT: Final = 15
"""Battery level, per cent, at or below which people are asked to charge."""


def die_label(name: str, colour: Colour) -> str:
    """Return a die's name for people, with its colour."""
    if not colour:
        return name
    return sentence("{name} ({colour})", name=name, colour=sentence(COLOURS[colour]))


def die_label_with_battery(name: str, colour: Colour, battery: int | None) -> str:
    """Return a die's label for a choice: name, colour and battery."""
    if battery is None:
        return die_label(name, colour)
    return sentence("{die}, battery at {percent} %", die=die_label(name, colour), percent=battery)


def explain_not_connected(dice: Sequence[str]) -> str:
    """Explain that dice haven't connected since the start."""
    return sentence(
        "Not connected yet: {dice}. Shake a die to wake it up; charge it if that doesn't help.",
        dice=join_list(dice),
    )


def explain_connection_lost(dice: Sequence[str]) -> str:
    """Explain that the connection to dice was lost."""
    return sentence(
        "Connection lost: {dice}. Rolls aren't counted until both dice are back: enter them by hand. Shake "
        "a die to wake it up; charge it if that doesn't help.",
        dice=join_list(dice),
    )


def explain_uncounted_roll(reason: UncountedReason, die: str) -> str:
    """Explain why half a roll isn't counted."""
    match reason:
        case "askew":
            return sentence(
                "{die} is tilted, or was moved after its roll: roll it again, or enter the roll.", die=die
            )
        case "alone":
            return sentence("Only {die} was rolled: roll both, or enter the roll.", die=die)
        case "lost":
            return sentence(
                "{die} lost its connection while rolling: enter the roll if it wasn't counted.", die=die
            )


def explain_low_batteries(dice: Sequence[str]) -> str:
    """Ask to charge dice with low batteries; empty if there are none."""
    return join_sentences(
        sentence("The battery of {die} is nearly empty: charge it.", die=die) for die in dice
    )


_LOG = logging.getLogger(__name__)

POLL_EVERY_S: Final = 0.05
"""Seconds between two checks of timeouts and health."""
SCAN_S: Final = 8.0
"""Seconds of one scan for missing dice."""
RETRY_INTERVAL_S: Final = 2.0
"""Seconds between two connection attempts."""
BATTERY_EVERY_S: Final = 600.0
DISCONNECT_TIMEOUT_S: Final = 0.5
"""Seconds allowed for disconnecting the dice at the end."""


class BluetoothDice:
    """Two dice that report rolls and faces over Bluetooth.

    A roll that the table couldn't write is emitted again by the next `run`.
    """

    name: Final = "bluetooth"

    def __init__(
        self,
        dice: Sequence[PairedDie],
        radio: Callable[[], Radio] = BleakRadio,
        *,
        retry_s: float = RETRY_INTERVAL_S,
    ) -> None:
        """Create the source; `run` opens the radio.

        Args:
            dice: this table's two dice.
            radio: opens the radio; raises `BluetoothMissingError`.
            retry_s: seconds between two attempts to reach a die.
        """
        one, other = dice
        self._dice = (one, other)
        self._make_radio = radio
        self._retry_s = retry_s
        self._pending_rolls: deque[DiceDetection] = deque()

    def run(self, emit: Emit, clock: Clock, stop: threading.Event) -> None:
        """Maintain both connections and emit rolls and health reports until `stop` is set."""
        reporter = HealthReporter(self.name)

        def report(health: Health, text: str) -> None:
            for each in reporter.report(clock(), health, text):
                emit(each)

        try:
            radio = self._make_radio()
        except BluetoothMissingError as error:
            report("fault", str(error))
            stop.wait()
            return
        asyncio.run(
            _BluetoothSession(self._dice, radio, self._retry_s, clock).run(
                self._roll_emitter(emit), report, stop
            )
        )

    def _roll_emitter(self, emit: Emit) -> Callable[[BluetoothRoll | None], None]:
        """Return a function that queues a roll and emits the queue in order."""

        def emit_roll(roll: BluetoothRoll | None) -> None:
            if roll is not None:
                self._pending_rolls.append(
                    DiceDetection(
                        roll.t,
                        self.name,
                        roll.dice,
                        late=roll.late,
                        began=roll.began,
                        lay_s=roll.lay_s,
                    )
                )
            while self._pending_rolls:
                try:
                    emit(self._pending_rolls[0])
                except InputRefused as refusal:
                    _LOG.warning("the table refused a roll: %s", refusal)
                self._pending_rolls.popleft()

        return emit_roll


class _BluetoothSession:
    """One run of the source, in its own event loop."""

    def __init__(self, dice: tuple[PairedDie, PairedDie], radio: Radio, retry_s: float, clock: Clock) -> None:
        self._dice, self._radio, self._retry_s, self._clock = dice, radio, retry_s, clock
        self._assembler = RollAssembler()
        self._events: asyncio.Queue[tuple[int, DieEvent | None, float]] = asyncio.Queue()
        self._connections: dict[int, DieConnection] = {}
        self._connected_before: set[int] = set()
        self._battery: dict[int, BatteryLevel] = {}
        self._disconnected = asyncio.Event()
        self._radio_error = ""

    async def run(
        self,
        on_roll: Callable[[BluetoothRoll | None], None],
        report: Callable[[Health, str], None],
        stop: threading.Event,
    ) -> None:
        """Process the dice's events until `stop` is set.

        Args:
            on_roll: called with each complete roll; None first, to emit rolls of an earlier run.
            report: called with the source's health and a sentence.
            stop: ends the session.
        """
        on_roll(None)
        tasks = [
            asyncio.create_task(self._maintain_connections()),
            asyncio.create_task(self._ask_batteries()),
        ]
        try:
            while not stop.is_set():
                with contextlib.suppress(TimeoutError):
                    n, event, t = await asyncio.wait_for(self._events.get(), POLL_EVERY_S)
                    on_roll(self._handle_event(n, event, t))
                now = self._clock()
                self._assembler.advance_time(now)
                report(*self._health(now))
                for task in tasks:
                    if task.done():
                        await task  # it ends only by an error: raise that to the caller
        finally:
            for task in tasks:
                task.cancel()
            await asyncio.gather(*tasks, return_exceptions=True)
            with contextlib.suppress(TimeoutError):
                await asyncio.wait_for(self._disconnect_all(), DISCONNECT_TIMEOUT_S)

    def _handle_event(self, n: int, event: DieEvent | None, t: float) -> BluetoothRoll | None:
        """Process a die's event; None means that it disconnected after its earlier events."""
        if event is None:
            self._assembler.handle_disconnect(n, t)
            return None
        if isinstance(event, BatteryLevel):
            self._battery[n] = event
        return self._assembler.process_event(n, event, t)

    def _health(self, t: float) -> tuple[Health, str]:
        if self._radio_error:
            return "fault", self._radio_error
        missing = [n for n in (0, 1) if n not in self._connections]
        if lost := [n for n in missing if n in self._connected_before]:
            return "fault", explain_connection_lost([self._die_label(n) for n in lost])
        if missing:
            return "waiting", explain_not_connected([self._die_label(n) for n in missing])
        if (found := self._assembler.uncounted_reason(t)) is not None:
            n, reason = found
            return "fault", explain_uncounted_roll(reason, self._die_label(n))
        low = [
            n
            for n, level in self._battery.items()
            if level.percent <= LOW_BATTERY_PERCENT and not level.charging
        ]
        return "ok", explain_low_batteries([self._die_label(n) for n in sorted(low)])

    def _die_label(self, n: int) -> str:
        return die_label(self._dice[n].name, self._dice[n].colour)

    async def _maintain_connections(self) -> None:
        """Connect missing dice, again and again."""
        while True:
            self._disconnected.clear()
            missing = {self._dice[n].address: n for n in (0, 1) if n not in self._connections}
            if not missing:
                await self._disconnected.wait()
                continue
            try:
                found = await scan_for_dice(self._radio, missing.keys(), SCAN_S)
                self._radio_error = ""
            except self._radio.errors as error:
                self._radio_error = explain_radio_error(error)
                found = []
            for device, _, _ in found:
                await self._connect(missing[device.address], device)
            if len(self._connections) < 2:
                await asyncio.sleep(self._retry_s)

    async def _connect(self, n: int, device: BleDevice) -> None:
        is_lost = False

        def on_disconnect() -> None:
            nonlocal is_lost
            is_lost = True
            self._connections.pop(n, None)
            self._events.put_nowait((n, None, self._clock()))
            self._disconnected.set()

        try:
            connection = await connect_die(
                self._radio,
                device,
                KINDS[self._dice[n].kind],
                lambda event: self._events.put_nowait((n, event, self._clock())),
                on_disconnect,
            )
        except self._radio.errors as error:
            _LOG.warning("can't connect %s: %s", self._dice[n].name, error or type(error).__name__)
            return
        if not is_lost:
            self._connections[n] = connection
            self._connected_before.add(n)

    async def _ask_batteries(self) -> None:
        while True:
            await asyncio.sleep(BATTERY_EVERY_S)
            await self._for_each_connection(lambda connection: connection.ask_battery())

    async def _disconnect_all(self) -> None:
        await self._for_each_connection(lambda connection: connection.close())

    async def _for_each_connection(self, do: Callable[[DieConnection], Coroutine[Any, Any, None]]) -> None:
        for connection in list(self._connections.values()):
            with contextlib.suppress(*self._radio.errors):
                await do(connection)
