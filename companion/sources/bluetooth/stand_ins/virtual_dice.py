"""Dice that aren't there, behind a radio with bleak's interface: they say what real ones do, faults to order.

Whoever throws a die does so from any thread; what it says comes in the loop of whoever is connected with it.
"""

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

Fault = Literal["drop", "twice", "late", "garbled", "askew", "nudged", "unrolled"]
"""What may go wrong with a throw.

- drop: the connection ends while it rolls.
- twice: each message comes twice.
- late: all messages are held up, and come at once.
- garbled: bytes that make no sense come between.
- askew: it comes to rest leaning on something.
- nudged: it lies flat, and then says again that it does, as somebody moved the table.
- unrolled: it is turned over in a hand and laid down.
"""
ROLL_S: Final = 0.8
HELD_UP_S: Final = 4.0
AWAY_S: Final = 3.0
"""Seconds after which a die that dropped out is there again."""
NOISE: Final = 3
"""Of 64 that gravity is, so much a sensor is off at most."""
NOTIFY: Final[dict[KindName, str]] = {
    "godice": "6e400003-b5a3-f393-e0a9-e50e24dcca9e",
    "pixels": "a6b90002-7a5a-43f2-a962-350c8edc9b5b",
}
WRITE: Final[dict[KindName, str]] = {
    "godice": "6e400002-b5a3-f393-e0a9-e50e24dcca9e",
    "pixels": "a6b90003-7a5a-43f2-a962-350c8edc9b5b",
}


class RadioError(Exception):
    """What goes wrong at this radio, as `bleak.BleakError`."""


@dataclass(frozen=True)
class VirtualCharacteristic:
    """As `bleak`'s."""

    uuid: str
    properties: Sequence[str]


@dataclass(frozen=True)
class VirtualService:
    """As `bleak`'s."""

    uuid: str
    characteristics: Sequence[VirtualCharacteristic]


@dataclass(frozen=True)
class VirtualDevice:
    """As `bleak.backends.device.BLEDevice`."""

    address: str
    name: str | None


@dataclass(frozen=True)
class VirtualAdvertisement:
    """As `bleak.backends.scanner.AdvertisementData`, as far as it is looked at."""

    local_name: str | None
    service_uuids: list[str]


class VirtualDie:
    """One die.

    Attributes:
        battery: per cent; from the next message on.
        present: it can be heard: it isn't asleep, and not far away.
        speed: its seconds in a real one; 0: all that it says comes at once.
        passing: is told, just before it says something of a throw, how many of its seconds that was ago.
    """

    def __init__(
        self,
        kind: DieKind,
        number: int,
        colour: Colour = "black",
        *,
        battery: int = 80,
        speed: float = 1.0,
        rng: random.Random | None = None,
    ) -> None:
        """A die that lies there.

        Args:
            kind: whose it is.
            number: of its kind: its address and name are made of it.
            colour: one that its maker has.
            battery: per cent.
            speed: its seconds in a real one.
            rng: how it lies.
        """
        self.kind, self.colour, self.battery, self.speed = kind, colour, battery, speed
        self.present = True
        self.passing: Callable[[float], object] = lambda seconds: None
        self.address = f"AA:BB:CC:{list(KINDS).index(kind.name):02X}:00:{number:02X}"
        letter = next((each for each, named in godice.LETTERS.items() if named == colour), "K")
        self.name = f"GoDice_{number:06X}_{letter}_v04" if kind is GODICE else f"Pixel{number}"
        self._rng = rng or random.Random(number)
        self._face = 1
        self._client: VirtualClient | None = None
        self._lock = threading.Lock()

    @property
    def paired(self) -> PairedDie:
        """As a table keeps it."""
        return PairedDie(self.kind.name, self.address, self.name, self.colour)

    @property
    def is_connected(self) -> bool:
        """Whether somebody hears it."""
        return self._client is not None

    @property
    def is_heard(self) -> bool:
        """Whether what it says comes to somebody."""
        client = self._client
        return client is not None and client.listens

    @property
    def is_quiet(self) -> bool:
        """Whether all that it said has come, or never will."""
        client = self._client
        return client is None or client.is_quiet

    def throw(self, face: int, *faults: Fault) -> bool:
        """Throw it; False where nobody hears it."""
        client = self._client
        if client is None or not client.listens:
            return False
        said = list(self._said(face, faults))
        self._face = face
        hold = HELD_UP_S if "late" in faults else 0.0
        for after, data in said:
            due = max(after, hold)
            for _ in range(2 if "twice" in faults else 1):
                client.deliver(data, due / self.speed if self.speed else 0.0, partial(self.passing, due))
        if "drop" in faults:
            self.drop((ROLL_S / 2) / self.speed if self.speed else 0.0)
        return True

    def drop(self, after: float = 0.0) -> None:
        """The connection ends by itself; after a while the die is there again."""
        self.present = False
        if (client := self._client) is not None:
            client.break_off(after)
        away = AWAY_S / self.speed if self.speed else 0.0
        timer = threading.Timer(after + away, self._return)
        timer.daemon = True
        timer.start()

    def answer(self, data: bytes) -> bytes | None:
        """What it answers to what it is told."""
        if self.kind is GODICE:
            if data == godice.ASK_BATTERY:
                return b"Bat" + bytes([self.battery])
            return b"Col" + bytes([godice.COLOURS.index(self.colour)]) if data == godice.ASK_COLOUR else None
        state = 1 if self.battery < 10 else 0
        if data == pixels.ASK_BATTERY:
            return bytes([pixels.BATTERY_LEVEL, self.battery, state])
        return self._i_am_a_die(state) if data == pixels.ASK_WHO else None

    def join(self, client: VirtualClient) -> None:
        """Somebody connects: it says no more to everybody."""
        with self._lock:
            if not self.present or self._client is not None:
                raise RadioError("it can't be reached")
            self._client = client

    def leave(self, client: VirtualClient) -> None:
        """The connection has ended."""
        with self._lock:
            if self._client is client:
                self._client = None

    def _return(self) -> None:
        self.present = True

    def _said(self, face: int, faults: Sequence[Fault]) -> list[tuple[float, bytes]]:
        """What it says of a throw: each message, and after how many seconds."""
        go = self.kind is GODICE
        if "unrolled" in faults:
            down = b"FS" + self._gravity(face) if go else bytes([pixels.ROLL_STATE, pixels.ON_FACE, face - 1])
            return [(0.0, down)] if go else [(0.0, self._pixels(pixels.HANDLING)), (0.2, down)]
        rolling = [(0.0, b"R")] if go else [
            (0.0, self._pixels(pixels.HANDLING)),
            (0.1, self._pixels(pixels.ROLLING)),
            (0.3, self._pixels(pixels.ROLLING)),
        ]  # fmt: skip
        garbled = [(0.5, b"S\x01" if go else b"\x03\x09\xff")] if "garbled" in faults else []
        if "drop" in faults:
            return rolling
        if "askew" in faults:
            lies = (
                b"TS" + self._gravity(face, 40)
                if go
                else bytes([pixels.ROLL_STATE, pixels.CROOKED, face - 1])
            )
            return [*rolling, *garbled, (ROLL_S, lies)]
        lies = b"S" + self._gravity(face) if go else bytes([pixels.ROLL_STATE, pixels.ROLLED, face - 1])
        said = [*rolling, *garbled, (ROLL_S, lies)]
        if "nudged" in faults:
            again = (
                b"MS" + self._gravity(face) if go else bytes([pixels.ROLL_STATE, pixels.ON_FACE, face - 1])
            )
            said += [] if go else [(ROLL_S + 0.05, self._pixels(pixels.HANDLING))]
            said.append((ROLL_S + 0.1, again))
        return said

    def _pixels(self, state: int) -> bytes:
        return bytes([pixels.ROLL_STATE, state, self._rng.randrange(6)])

    def _gravity(self, face: int, lean: int = 0) -> bytes:
        x, y, z = (64 * part for part in godice.UP[face])
        parts = [part + (lean if part == 0 else 0) for part in (x, y, z)]
        if lean:
            parts = [round(part * 0.8) for part in parts]
        noisy = (part + self._rng.randint(-NOISE, NOISE) for part in parts)
        return bytes(part % 256 for part in noisy)

    def _i_am_a_die(self, state: int) -> bytes:
        colour = next((n for n, named in pixels.COLOURS.items() if named == self.colour), 0)
        chunks = [
            bytes(14),
            bytes([*self.address.encode()[-4:], 1, 8, 21, colour, 0]),
            b"\0",
            self.name.encode() + b"\0",
            bytes(12),
            bytes([self.battery, state, pixels.ON_FACE, self._face - 1]),
        ]
        return bytes([pixels.I_AM_A_DIE]) + b"".join(bytes([len(each) + 1]) + each for each in chunks)


class VirtualClient:
    """As `bleak.BleakClient`, as far as it is used."""

    def __init__(
        self,
        address_or_ble_device: VirtualDevice,
        disconnected_callback: Callable[[VirtualClient], None] | None = None,
        *,
        dice: Sequence[VirtualDie] = (),
    ) -> None:
        self.address = address_or_ble_device.address
        self._gone = disconnected_callback
        self._die = next((die for die in dice if die.address == self.address), None)
        self._loop: asyncio.AbstractEventLoop | None = None
        self._callback: Callable[[Any, bytearray], None] | None = None
        self._to_come = 0

    @property
    def is_connected(self) -> bool:
        """Whether it is."""
        return self._loop is not None

    @property
    def listens(self) -> bool:
        """Whether notifications were asked for."""
        return self._callback is not None

    @property
    def is_quiet(self) -> bool:
        """Whether all that was said has come."""
        return self._to_come == 0

    @property
    def services(self) -> Sequence[VirtualService]:
        """What the die offers."""
        if self._die is None or not self.is_connected:
            raise RadioError("Not connected")
        kind = self._die.kind
        notify = VirtualCharacteristic(NOTIFY[kind.name], ["notify"])
        write = VirtualCharacteristic(WRITE[kind.name], ["write", "write-without-response"])
        information = VirtualService("0000180a-0000-1000-8000-00805f9b34fb", [])
        return [information, VirtualService(kind.services[0], [notify, write])]

    async def connect(self) -> None:
        """Connect."""
        await asyncio.sleep(0)
        if self._die is None:
            raise RadioError("there is no such device")
        self._die.join(self)
        self._loop = asyncio.get_running_loop()

    async def disconnect(self) -> None:
        """Let go of it; that is no end by itself."""
        await asyncio.sleep(0)
        self._end()

    async def start_notify(self, char_specifier: str, callback: Callable[[Any, bytearray], None]) -> None:
        """Have what it says given to the callback."""
        await asyncio.sleep(0)
        if self._die is None or char_specifier != NOTIFY[self._die.kind.name] or not self.is_connected:
            raise RadioError(f"Characteristic {char_specifier} was not found!")
        self._callback = callback

    async def write_gatt_char(self, char_specifier: str, data: bytes, response: bool | None = None) -> None:
        """Tell it something."""
        await asyncio.sleep(0)
        if self._die is None or char_specifier != WRITE[self._die.kind.name] or not self.is_connected:
            raise RadioError(f"Characteristic {char_specifier} was not found!")
        if (said := self._die.answer(bytes(data))) is not None:
            self.deliver(said, 0.0)

    # For the die, from any thread

    def deliver(self, data: bytes, after: float, first: Callable[[], object] = lambda: None) -> None:
        """Have it heard after some real seconds; `first` is called just before."""

        def come() -> None:
            first()
            if self._callback is not None:
                self._callback(None, bytearray(data))

        self._later(after, come)

    def break_off(self, after: float) -> None:
        """End the connection after some real seconds."""
        self._later(after, self._break_off)

    def _break_off(self) -> None:
        was = self.is_connected
        self._end()
        if was and self._gone is not None:
            self._gone(self)

    def _later(self, after: float, do: Callable[[], object]) -> None:
        loop = self._loop

        def come() -> None:
            self._to_come -= 1
            do()

        if loop is not None and not loop.is_closed():
            self._to_come += 1
            loop.call_soon_threadsafe(lambda: loop.call_later(after, come))

    def _end(self) -> None:
        self._loop, self._callback = None, None
        if self._die is not None:
            self._die.leave(self)


class VirtualScanner:
    """As `bleak.BleakScanner`, as far as it is used; as BlueZ it tells of each device once."""

    def __init__(
        self,
        detection_callback: Callable[[VirtualDevice, VirtualAdvertisement], None],
        *,
        dice: Sequence[VirtualDie] = (),
    ) -> None:
        self._detected = detection_callback
        self._dice = dice
        self._task: asyncio.Task[None] | None = None

    async def start(self) -> None:
        """Begin to listen."""
        self._task = asyncio.create_task(self._listen())
        await asyncio.sleep(0)

    async def stop(self) -> None:
        """Listen no more."""
        if self._task is not None:
            self._task.cancel()
            await asyncio.gather(self._task, return_exceptions=True)

    async def _listen(self) -> None:
        told: set[str] = set()
        while True:
            for die in self._dice:
                if die.present and not die.is_connected and die.address not in told:
                    told.add(die.address)
                    said = VirtualAdvertisement(
                        die.name, [] if die.kind is GODICE else [die.kind.services[0]]
                    )
                    self._detected(VirtualDevice(die.address, die.name), said)
            await asyncio.sleep(0.01)


@dataclass
class VirtualRadio:
    """Hears dice that aren't there.

    Attributes:
        dice: those that there are.
        broken: what goes wrong whenever it is to listen; None: nothing.
    """

    dice: Sequence[VirtualDie]
    broken: Exception | None = None
    errors: tuple[type[Exception], ...] = field(default=(RadioError, OSError, TimeoutError))

    def scanner(self, detected: Callable[[Any, Any], None]) -> VirtualScanner:
        """See `companion.sources.bluetooth.radio.Radio`."""
        if self.broken is not None:
            raise self.broken
        return VirtualScanner(detected, dice=self.dice)

    def client(self, device: Any, gone: Callable[[], None]) -> VirtualClient:
        """See `companion.sources.bluetooth.radio.Radio`."""
        return VirtualClient(device, lambda _: gone(), dice=self.dice)


def two(kind: KindName, speed: float = 1.0) -> tuple[VirtualDie, VirtualDie]:
    """Two dice of a kind, told apart by their colours."""
    one: Colour
    other: Colour
    one, other = ("red", "blue") if KINDS[kind] is GODICE else ("black", "aurora")
    return VirtualDie(KINDS[kind], 1, one, speed=speed), VirtualDie(KINDS[kind], 2, other, speed=speed)
