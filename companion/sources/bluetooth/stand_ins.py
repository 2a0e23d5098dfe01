"""Simulated Bluetooth dice, and a simulated radio for them."""

from __future__ import annotations

import asyncio
import random
import threading
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from functools import partial
from typing import Any, Final, Literal

from companion.sources.bluetooth import godice, pixels
from companion.sources.bluetooth.die_events import Colour
from companion.sources.bluetooth.kinds import GODICE, KINDS, DieKind, KindName, PairedDie
from companion.supervised_thread import start_after

# Simulated dice behind a radio with bleak's interface. They send real dice's messages, with chosen faults.
#
# Any thread may throw a die; its messages arrive in the event loop of the connected client.


Fault = Literal["drop", "twice", "late", "garbled", "askew", "nudged", "unrolled"]
"""Faults of a throw.

- drop: the connection ends while the die rolls.
- twice: each message is sent twice.
- late: all messages are delayed and arrive in one burst.
- garbled: invalid bytes arrive between the messages.
- askew: the die rests tilted.
- nudged: the die lies flat, and reports that again after a push of the table.
- unrolled: the die is turned over in a hand and placed, not rolled.
"""
ROLL_S: Final = 0.8
LATE_DELIVERY_S: Final = 4.0
OUT_OF_RANGE_S: Final = 3.0
"""Seconds after which a disconnected die is in range again."""
MAX_SENSOR_NOISE: Final = 3
"""Largest error of a sensor's axis, where gravity is 64."""
NOTIFY_UUIDS: Final[dict[KindName, str]] = {
    "godice": "6e400003-b5a3-f393-e0a9-e50e24dcca9e",
    "pixels": "a6b90002-7a5a-43f2-a962-350c8edc9b5b",
}
WRITE_UUIDS: Final[dict[KindName, str]] = {
    "godice": "6e400002-b5a3-f393-e0a9-e50e24dcca9e",
    "pixels": "a6b90003-7a5a-43f2-a962-350c8edc9b5b",
}


class RadioError(Exception):
    """A failure of this radio; the counterpart of `bleak.BleakError`."""


@dataclass(frozen=True)
class VirtualCharacteristic:
    """Counterpart of bleak's characteristic."""

    uuid: str
    properties: Sequence[str]


@dataclass(frozen=True)
class VirtualService:
    """Counterpart of bleak's service."""

    uuid: str
    characteristics: Sequence[VirtualCharacteristic]


@dataclass(frozen=True)
class VirtualDevice:
    """Counterpart of `bleak.backends.device.BLEDevice`."""

    address: str
    name: str | None


@dataclass(frozen=True)
class VirtualAdvertisement:
    """The used part of `bleak.backends.scanner.AdvertisementData`."""

    local_name: str | None
    service_uuids: list[str]


class VirtualDie:
    """One simulated die.

    Attributes:
        battery: per cent; used from the next message on.
        is_present: it is awake and in range.
        speed: simulated seconds in a real second; 0: messages arrive without delay.
        before_message: called just before each message of a throw, with its delay in simulated seconds.
    """

    def __init__(
        self,
        kind: DieKind,
        number: int,
        colour: Colour = "black",
        *,
        speed: float = 1.0,
    ) -> None:
        """Create a resting die.

        Args:
            kind: the maker's kind.
            number: number within the kind; address and name derive from it.
            colour: one of the maker's colours.
            speed: simulated seconds in a real second.
        """
        self.kind, self.colour, self.battery, self.speed = kind, colour, 80, speed
        self.is_present = True
        self.before_message: Callable[[float], object] = lambda seconds: None
        self.address = f"AA:BB:CC:{list(KINDS).index(kind.name):02X}:00:{number:02X}"
        letter = next((each for each, named in godice.COLOUR_LETTERS.items() if named == colour), "K")
        self.name = f"GoDice_{number:06X}_{letter}_v04" if kind is GODICE else f"Pixel{number}"
        self._rng = random.Random(number)
        self._face = 1
        self._client: VirtualClient | None = None
        self._lock = threading.Lock()

    @property
    def paired_die(self) -> PairedDie:
        """The die as a table saves it."""
        return PairedDie(self.kind.name, self.address, self.name, self.colour)

    @property
    def is_connected(self) -> bool:
        """True if a client is connected."""
        return self._client is not None

    @property
    def is_subscribed(self) -> bool:
        """True if a client has subscribed to notifications."""
        client = self._client
        return client is not None and client.is_subscribed

    @property
    def is_idle(self) -> bool:
        """True if no message is still to be delivered."""
        client = self._client
        return client is None or client.is_idle

    def throw(self, face: int, *faults: Fault) -> bool:
        """Throw the die; return False if no client is subscribed."""
        client = self._client
        if client is None or not client.is_subscribed:
            return False
        messages = list(self._throw_messages(face, faults))
        self._face = face
        hold = LATE_DELIVERY_S if "late" in faults else 0.0
        for after, data in messages:
            due = max(after, hold)
            for _ in range(2 if "twice" in faults else 1):
                client.deliver(
                    data, due / self.speed if self.speed else 0.0, partial(self.before_message, due)
                )
        if "drop" in faults:
            self.drop((ROLL_S / 2) / self.speed if self.speed else 0.0)
        return True

    def drop(self, after: float = 0.0) -> None:
        """Lose the connection after some real seconds; later the die is in range again."""
        self.is_present = False
        if (client := self._client) is not None:
            client.schedule_disconnect(after)
        away = OUT_OF_RANGE_S / self.speed if self.speed else 0.0
        start_after(after + away, "die out of range", self._reappear)

    def answer(self, data: bytes) -> bytes | None:
        """Return the answer to a request; None for no answer."""
        if self.kind is GODICE:
            if data == godice.ASK_BATTERY:
                return b"Bat" + bytes([self.battery])
            return b"Col" + bytes([godice.COLOURS.index(self.colour)]) if data == godice.ASK_COLOUR else None
        state = 1 if self.battery < 10 else 0
        if data == pixels.ASK_BATTERY:
            return bytes([pixels.BATTERY_LEVEL, self.battery, state])
        return self._description_message(state) if data == pixels.ASK_WHO else None

    def connect_client(self, client: VirtualClient) -> None:
        """Accept a client; a connected die stops advertising."""
        with self._lock:
            if not self.is_present or self._client is not None:
                raise RadioError("the die can't be reached")
            self._client = client

    def disconnect_client(self, client: VirtualClient) -> None:
        """Release a client whose connection has ended."""
        with self._lock:
            if self._client is client:
                self._client = None

    def _reappear(self) -> None:
        self.is_present = True

    def _throw_messages(self, face: int, faults: Sequence[Fault]) -> list[tuple[float, bytes]]:
        """Return the messages of a throw, each with its simulated seconds since the start."""
        go = self.kind is GODICE
        if "unrolled" in faults:
            down = (
                b"FS" + self._gravity_bytes(face)
                if go
                else bytes([pixels.ROLL_STATE, pixels.STATE_ON_FACE, face - 1])
            )
            return (
                [(0.0, down)] if go else [(0.0, self._roll_state_message(pixels.STATE_HANDLING)), (0.2, down)]
            )
        rolling = [(0.0, b"R")] if go else [
            (0.0, self._roll_state_message(pixels.STATE_HANDLING)),
            (0.1, self._roll_state_message(pixels.STATE_ROLLING)),
            (0.3, self._roll_state_message(pixels.STATE_ROLLING)),
        ]  # fmt: skip
        garbled = [(0.5, b"S\x01" if go else b"\x03\x09\xff")] if "garbled" in faults else []
        if "drop" in faults:
            return rolling
        if "askew" in faults:
            rest = (
                b"TS" + self._gravity_bytes(face, 40)
                if go
                else bytes([pixels.ROLL_STATE, pixels.STATE_CROOKED, face - 1])
            )
            return [*rolling, *garbled, (ROLL_S, rest)]
        rest = (
            b"S" + self._gravity_bytes(face)
            if go
            else bytes([pixels.ROLL_STATE, pixels.STATE_ROLLED, face - 1])
        )
        messages = [*rolling, *garbled, (ROLL_S, rest)]
        if "nudged" in faults:
            again = (
                b"MS" + self._gravity_bytes(face)
                if go
                else bytes([pixels.ROLL_STATE, pixels.STATE_ON_FACE, face - 1])
            )
            messages += [] if go else [(ROLL_S + 0.05, self._roll_state_message(pixels.STATE_HANDLING))]
            messages.append((ROLL_S + 0.1, again))
        return messages

    def _roll_state_message(self, state: int) -> bytes:
        return bytes([pixels.ROLL_STATE, state, self._rng.randrange(6)])

    def _gravity_bytes(self, face: int, lean: int = 0) -> bytes:
        x, y, z = (64 * part for part in godice.GRAVITY_BY_FACE[face])
        parts = [part + (lean if part == 0 else 0) for part in (x, y, z)]
        if lean:
            parts = [round(part * 0.8) for part in parts]
        noisy = (part + self._rng.randint(-MAX_SENSOR_NOISE, MAX_SENSOR_NOISE) for part in parts)
        return bytes(part % 256 for part in noisy)

    def _description_message(self, state: int) -> bytes:
        colour = next((n for n, named in pixels.COLOURS.items() if named == self.colour), 0)
        chunks = [
            bytes(14),
            bytes([*self.address.encode()[-4:], 1, 8, 21, colour, 0]),
            b"\0",
            self.name.encode() + b"\0",
            bytes(12),
            bytes([self.battery, state, pixels.STATE_ON_FACE, self._face - 1]),
        ]
        return bytes([pixels.I_AM_A_DIE]) + b"".join(bytes([len(each) + 1]) + each for each in chunks)


class VirtualClient:
    """The used part of `bleak.BleakClient`."""

    def __init__(
        self,
        address_or_ble_device: VirtualDevice,
        disconnected_callback: Callable[[VirtualClient], None] | None = None,
        *,
        dice: Sequence[VirtualDie] = (),
    ) -> None:
        self.address = address_or_ble_device.address
        self._on_disconnect = disconnected_callback
        self._die = next((die for die in dice if die.address == self.address), None)
        self._loop: asyncio.AbstractEventLoop | None = None
        self._callback: Callable[[Any, bytearray], None] | None = None
        self._pending = 0

    @property
    def is_connected(self) -> bool:
        """True if the client is connected."""
        return self._loop is not None

    @property
    def is_subscribed(self) -> bool:
        """True if the client has subscribed to notifications."""
        return self._callback is not None

    @property
    def is_idle(self) -> bool:
        """True if no callback is still scheduled."""
        return self._pending == 0

    @property
    def services(self) -> Sequence[VirtualService]:
        """The services of the connected die."""
        if self._die is None or not self.is_connected:
            raise RadioError("Not connected")
        kind = self._die.kind
        notify = VirtualCharacteristic(NOTIFY_UUIDS[kind.name], ["notify"])
        write = VirtualCharacteristic(WRITE_UUIDS[kind.name], ["write", "write-without-response"])
        information = VirtualService("0000180a-0000-1000-8000-00805f9b34fb", [])
        return [information, VirtualService(kind.services[0], [notify, write])]

    async def connect(self) -> None:
        """Connect."""
        await asyncio.sleep(0)
        if self._die is None:
            raise RadioError("there is no such device")
        self._die.connect_client(self)
        self._loop = asyncio.get_running_loop()

    async def disconnect(self) -> None:
        """Disconnect, without calling the disconnect callback."""
        await asyncio.sleep(0)
        self._end()

    async def start_notify(self, char_specifier: str, callback: Callable[[Any, bytearray], None]) -> None:
        """Subscribe to notifications: call the callback with each."""
        await asyncio.sleep(0)
        if self._die is None or char_specifier != NOTIFY_UUIDS[self._die.kind.name] or not self.is_connected:
            raise RadioError(f"Characteristic {char_specifier} was not found!")
        self._callback = callback

    async def write_gatt_char(self, char_specifier: str, data: bytes, response: bool | None = None) -> None:
        """Write bytes to the die, and deliver its answer."""
        await asyncio.sleep(0)
        if self._die is None or char_specifier != WRITE_UUIDS[self._die.kind.name] or not self.is_connected:
            raise RadioError(f"Characteristic {char_specifier} was not found!")
        if (answer := self._die.answer(bytes(data))) is not None:
            self.deliver(answer, 0.0)

    # Called by the die, from any thread

    def deliver(self, data: bytes, after: float, before: Callable[[], object] = lambda: None) -> None:
        """Deliver a notification after some real seconds; `before` is called just before it."""

        def run_callback() -> None:
            before()
            if self._callback is not None:
                self._callback(None, bytearray(data))

        self._schedule(after, run_callback)

    def schedule_disconnect(self, after: float) -> None:
        """Lose the connection after some real seconds."""
        self._schedule(after, self._disconnect_now)

    def _disconnect_now(self) -> None:
        was_connected = self.is_connected
        self._end()
        if was_connected and self._on_disconnect is not None:
            self._on_disconnect(self)

    def _schedule(self, after: float, do: Callable[[], object]) -> None:
        loop = self._loop

        def run_scheduled() -> None:
            self._pending -= 1
            do()

        if loop is not None and not loop.is_closed():
            self._pending += 1
            loop.call_soon_threadsafe(lambda: loop.call_later(after, run_scheduled))

    def _end(self) -> None:
        self._loop, self._callback = None, None
        if self._die is not None:
            self._die.disconnect_client(self)


class VirtualScanner:
    """The used part of `bleak.BleakScanner`; like BlueZ, it reports each device once."""

    def __init__(
        self,
        detection_callback: Callable[[VirtualDevice, VirtualAdvertisement], None],
        *,
        dice: Sequence[VirtualDie] = (),
    ) -> None:
        self._on_detected = detection_callback
        self._dice = dice
        self._task: asyncio.Task[None] | None = None

    async def start(self) -> None:
        """Start the scan."""
        self._task = asyncio.create_task(self._listen())
        await asyncio.sleep(0)

    async def stop(self) -> None:
        """Stop the scan."""
        if self._task is not None:
            self._task.cancel()
            await asyncio.gather(self._task, return_exceptions=True)

    async def _listen(self) -> None:
        reported: set[str] = set()
        while True:
            for die in self._dice:
                if die.is_present and not die.is_connected and die.address not in reported:
                    reported.add(die.address)
                    advertisement = VirtualAdvertisement(
                        die.name, [] if die.kind is GODICE else [die.kind.services[0]]
                    )
                    self._on_detected(VirtualDevice(die.address, die.name), advertisement)
            await asyncio.sleep(0.01)


@dataclass
class VirtualRadio:
    """A radio that reaches simulated dice.

    Attributes:
        dice: the existing dice.
        scan_error: raised by every scan; None for none.
        errors: see `companion.sources.bluetooth.radio.Radio`.
    """

    dice: Sequence[VirtualDie]
    scan_error: Exception | None = None
    errors: tuple[type[Exception], ...] = field(default=(RadioError, OSError, TimeoutError))

    def scanner(self, on_detected: Callable[[Any, Any], None]) -> VirtualScanner:
        """See `companion.sources.bluetooth.radio.Radio`."""
        if self.scan_error is not None:
            raise self.scan_error
        return VirtualScanner(on_detected, dice=self.dice)

    def client(self, device: Any, on_disconnect: Callable[[], None]) -> VirtualClient:
        """See `companion.sources.bluetooth.radio.Radio`."""
        return VirtualClient(device, lambda _: on_disconnect(), dice=self.dice)


def create_pair(kind: KindName, speed: float = 1.0) -> tuple[VirtualDie, VirtualDie]:
    """Create two dice of a kind, with different colours."""
    one: Colour
    other: Colour
    one, other = ("red", "blue") if KINDS[kind] is GODICE else ("black", "aurora")
    return VirtualDie(KINDS[kind], 1, one, speed=speed), VirtualDie(KINDS[kind], 2, other, speed=speed)
