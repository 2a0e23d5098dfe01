"""A Python model of the dice tower's firmware, by the protocol of `firmware/PROTOCOL.md`.

Pure, like the host's link: its inputs are bytes and times, its outputs bytes. A `SensorBoard` models one run
from a start to the next; its `TowerMemory` survives it, like a chip's EEPROM.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Final

from companion.sources.tower import protocol

HELLO_EVERY_S: Final = 2.0
"""Seconds between two hellos without a host."""

BEAT_EVERY_S: Final = 1.0
"""Seconds between two beats."""

RESEND_EVERY_S: Final = 0.5
"""Seconds until an unacknowledged roll is sent again."""

COUNTS_FOR_S: Final = 60.0
"""Seconds after the host's last line during which throws are counted."""

COUNTS_AFTER_START_S: Final = 10.0
"""Seconds after a start, other than by power, during which throws are counted without a host."""

MAX_PENDING_ROLLS: Final = 16
"""Largest number of stored, unacknowledged rolls."""

PIP_PLACES: Final = ((), (4,), (0, 8), (0, 4, 8), (0, 2, 6, 8), (0, 2, 4, 6, 8), (0, 2, 3, 5, 6, 8))
"""Places of pips in a pocket's grid (row-major, from the back left), by bottom face."""

REQUIRED_READINGS: Final = frozenset({"empty", "1 6", "1 1", "2 6", "2 1"})
"""Readings required to save a calibration: empty pockets, and two top faces in each."""


@dataclass(frozen=True)
class StoredRoll:
    """A roll in the memory; `rested_at` is None for one from before this start."""

    number: int
    dice: tuple[int, int]
    quality: tuple[int, int]
    rested_at: float | None


@dataclass
class TowerMemory:
    """Non-volatile memory: survives a reset and a power cut.

    Attributes:
        unit: random id, drawn when the memory was first written and again if it was lost.
        starts: number of starts so far.
        last_number: number of the last roll ever; it never decreases.
        pending_rolls: unacknowledged rolls, oldest first.
        calibrated: a calibration was saved.
    """

    unit: str
    starts: int = 0
    last_number: int = 0
    pending_rolls: list[StoredRoll] = field(default_factory=list)
    calibrated: bool = True


class SensorBoard:
    """Model of the firmware from one start to the next."""

    def __init__(
        self,
        memory: TowerMemory,
        now: float,
        cause: protocol.Cause = protocol.Cause.POWER,
        version: str = f"{protocol.FIRMWARE}/1.0.0",
    ) -> None:
        """Start the board: the memory's contents remain, all other state is reset."""
        memory.starts = (memory.starts + 1) % 65536
        memory.pending_rolls = [
            StoredRoll(roll.number, roll.dice, roll.quality, None) for roll in memory.pending_rolls
        ]
        self._memory = memory
        self._cause = cause
        self._version = version
        self._started = now
        self._decoder = protocol.Decoder(protocol.parse_host_frame)
        self._outgoing = bytearray()
        self._met = False
        self._counts_until = now if cause is protocol.Cause.POWER else now + COUNTS_AFTER_START_S
        self._next_frame_at = now  # the next hello without a host, the next beat with one
        self._resend_at = now
        self._faults: tuple[protocol.TowerFault, ...] = ()
        self._dice: tuple[int, int] | None = None
        self._last_answer: tuple[int, bytes] | None = None
        self._recorded_readings: set[str] = set()  # of a calibration, since the last save

    @property
    def is_host_present(self) -> bool:
        """True after a handshake, while the host sends lines."""
        return self._met

    def is_counting(self, now: float) -> bool:
        """Return whether a throw that comes to rest now is counted."""
        return now < self._counts_until

    def throw(self, dice: tuple[int, int], quality: tuple[int, int], now: float) -> int | None:
        """Process two dice that came to rest; return the roll's number, or None if it isn't counted.

        A throw isn't counted without a host, without a calibration, or with a full memory.
        """
        self._dice = dice
        if (
            not self.is_counting(now)
            or not self._memory.calibrated
            or len(self._memory.pending_rolls) >= MAX_PENDING_ROLLS
        ):
            return None
        self._memory.last_number += 1
        self._memory.pending_rolls.append(StoredRoll(self._memory.last_number, dice, quality, now))
        if self._met and len(self._memory.pending_rolls) == 1:
            self._send_roll(now)
        if len(self._memory.pending_rolls) == MAX_PENDING_ROLLS:
            self._beat(now)
        return self._memory.last_number

    def empty_pockets(self) -> None:
        """Take the dice out of the pockets."""
        self._dice = None

    def set_faults(self, faults: Sequence[protocol.TowerFault], now: float) -> None:
        """Replace the faults that the sensors detect; the board itself adds `full` and `calibrate`."""
        self._faults = tuple(faults)
        self._beat(now)

    def take_outgoing(self) -> bytes:
        """Return the bytes to send, and clear them."""
        data = bytes(self._outgoing)
        self._outgoing.clear()
        return data

    def receive(self, data: bytes, now: float) -> None:
        """Process bytes from the host, split anywhere."""
        for item in self._decoder.feed(data):
            if isinstance(item, protocol.Loss):
                self._send(protocol.What(item.flaw))
            else:
                if self._met:
                    self._counts_until = now + COUNTS_FOR_S
                self._handle_frame(item, now)

    def tick(self, now: float) -> None:
        """Process timeouts and resends; call it a few times a second."""
        if self._met and not self.is_counting(now):
            self._met = False
        if now >= self._next_frame_at and self._met:
            self._beat(now)
        elif now >= self._next_frame_at:
            self._hello(now)
        if self._met and self._memory.pending_rolls and now >= self._resend_at:
            self._send_roll(now)

    def _send(self, frame: protocol.TowerFrame) -> None:
        self._outgoing += frame.to_bytes()

    def _hello(self, now: float) -> None:
        self._next_frame_at = now + HELLO_EVERY_S
        memory = self._memory
        self._send(protocol.Hello(self._version, memory.unit, self._boot, self._cause, self._met))

    @property
    def _boot(self) -> str:
        return f"{self._memory.starts:04x}"

    def _beat(self, now: float) -> None:
        if not self._met:
            return
        self._next_frame_at = now + BEAT_EVERY_S
        waiting = len(self._memory.pending_rolls)
        faults = set(self._faults)
        if waiting >= MAX_PENDING_ROLLS:
            faults.add(protocol.TowerFault(protocol.FaultKind.FULL))
        if not self._memory.calibrated:
            graver = {fault.pocket for fault in self._faults}
            faults |= {
                protocol.TowerFault(protocol.FaultKind.CALIBRATE, pocket)
                for pocket in (1, 2)
                if pocket not in graver
            }
        refused = min(self._decoder.losses, 65535)
        uptime = int(now - self._started)
        self._send(
            protocol.Beat(
                self._boot, uptime, waiting, refused, tuple(sorted(faults, key=protocol.TowerFault.order))
            )
        )

    def _send_roll(self, now: float) -> None:
        self._resend_at = now + RESEND_EVERY_S
        head = self._memory.pending_rolls[0]
        since = self._started if head.rested_at is None else head.rested_at
        age = min(round((now - since) * 1000), protocol.MAX_AGE_MS)
        self._send(
            protocol.TowerRoll(
                self._memory.unit, head.number, head.dice, head.quality, age, head.rested_at is None
            )
        )

    def _handle_frame(self, frame: protocol.HostFrame, now: float) -> None:
        match frame:
            case protocol.Hi():
                self._met = frame.protocol == protocol.PROTOCOL_VERSION
                self._last_answer = None
                if self._met:
                    self._counts_until = now + COUNTS_FOR_S
                self._hello(now)
                self._beat(now)
                self._resend_at = now
            case protocol.Ack():
                self._handle_ack(frame, now)
            case protocol.Bye():
                self._met = False
                self._counts_until = now
                self._next_frame_at = now + HELLO_EVERY_S
            case protocol.Ping() | protocol.Do() if not self._met:
                self._hello(now)
            case protocol.Ping():
                self._beat(now)
            case protocol.Do():
                self._handle_command(frame, now)

    def _handle_ack(self, ack: protocol.Ack, now: float) -> None:
        kept = self._memory.pending_rolls
        if not kept or (ack.unit, ack.number) != (self._memory.unit, kept[0].number):
            return  # a repeated acknowledgement
        was_full = len(kept) >= MAX_PENDING_ROLLS
        kept.pop(0)
        if was_full:
            self._beat(now)
        if kept and self._met:
            self._send_roll(now)

    def _handle_command(self, command: protocol.Do, now: float) -> None:
        calibrated = self._memory.calibrated
        if self._last_answer is None or self._last_answer[0] != command.number:
            frames = self._execute(command)
            self._last_answer = command.number, b"".join(frame.to_bytes() for frame in frames)
        self._outgoing += self._last_answer[1]
        if self._memory.calibrated != calibrated:
            self._beat(now)

    def _execute(self, command: protocol.Do) -> list[protocol.TowerFrame]:
        number = command.number
        match command.command:
            case ("blink",):
                return [protocol.Ok(number)]
            case ("raw", "1" | "2" as pocket):
                return [*self._raw_frames(number, int(pocket)), protocol.Ok(number)]
            case ("calibrate", "empty"):
                return [self._record_reading(number, "empty", self._dice is None)]
            case ("calibrate", "face", "1" | "2" as pocket, "1" | "2" | "3" | "4" | "5" | "6" as face):
                there = self._dice is not None
                fits = (
                    "empty" in self._recorded_readings and there and self._top_face(int(pocket)) == int(face)
                )
                return [self._record_reading(number, f"{pocket} {face}", there, fits)]
            case ("calibrate", "save") if not self._recorded_readings >= REQUIRED_READINGS:
                return [protocol.Err(number, protocol.Refusal.RANGE)]
            case ("calibrate", "save" | "forget" as what):
                self._memory.calibrated |= what == "save"
                self._recorded_readings.clear()
                return [protocol.Ok(number)]
            case ("blink" | "raw" | "calibrate", *_):
                return [protocol.Err(number, protocol.Refusal.ARGUMENT)]
            case _:
                return [protocol.Err(number, protocol.Refusal.UNKNOWN)]

    def _top_face(self, pocket: int) -> int:
        """Return the top face in a pocket; 0 if it is empty."""
        return self._dice[pocket - 1] if self._dice else 0

    def _record_reading(self, number: int, what: str, there: bool, fits: bool = True) -> protocol.TowerFrame:
        """Record a calibration reading if the dice are present and their readings fit."""
        if not there:
            return protocol.Err(number, protocol.Refusal.DIE)
        if not fits:
            return protocol.Err(number, protocol.Refusal.RANGE)
        self._recorded_readings.add(what)
        return protocol.Ok(number)

    def _raw_frames(self, number: int, pocket: int) -> list[protocol.TowerFrame]:
        """Return the raw frames: grid (dark over a bottom pip, darker over no die), throat, reference."""
        face = self._top_face(pocket)
        pips = PIP_PLACES[7 - face] if face else ()
        body = 640 if face else 60
        lit = tuple(210 if place in pips else body for place in range(9))
        throat = (20, 60) if pocket == 2 else (0, 0)
        return [
            protocol.Raw(number, pocket, protocol.Lamp.DARK, (*(20,) * 9, throat[0], 675)),
            protocol.Raw(number, pocket, protocol.Lamp.LIT, (*lit, throat[1], 675)),
        ]
