"""A model of the dice tower's firmware: what a board does that keeps to `firmware/PROTOCOL.md`.

Pure, as the host's link is: bytes and times go in, bytes come out. A `SensorBoard` is one run from a start
to the next; the `Memory` it is given outlives it, as a chip's EEPROM does.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Final

from companion.sources.tower.host_frames import Ack, Bye, Do, Hi, HostFrame, Ping
from companion.sources.tower.line import PROTOCOL, Decoder, Loss
from companion.sources.tower.protocol import host_frame
from companion.sources.tower.tower_frames import (
    FIRMWARE,
    MAX_AGE_MS,
    Beat,
    Cause,
    Err,
    FaultKind,
    Hello,
    Lamp,
    Ok,
    Raw,
    Refusal,
    TowerFault,
    TowerFrame,
    TowerRoll,
    What,
)

HELLO_EVERY_S: Final = 2.0
"""Seconds between two hellos while alone."""

BEAT_EVERY_S: Final = 1.0
"""Seconds between two signs of life."""

RESEND_EVERY_S: Final = 0.5
"""Seconds between two sendings of a roll."""

COUNTS_FOR_S: Final = 60.0
"""Seconds after the host's last line during which throws are counted."""

COUNTS_AFTER_START_S: Final = 10.0
"""Seconds after a start, other than by power, during which throws are counted without a host."""

MOST_ROLLS_KEPT: Final = 16
"""Rolls kept until they are acknowledged."""

PIPS: Final = ((), (4,), (0, 8), (0, 4, 8), (0, 2, 6, 8), (0, 2, 4, 6, 8), (0, 2, 3, 5, 6, 8))
"""The places of a pocket's grid (row-major, from the back left) that show a pip, by bottom face."""

LEARNT: Final = frozenset({"empty", "1 6", "1 1", "2 6", "2 1"})
"""What must be taken before a calibration can be saved: empty pockets, and two top faces in each."""


@dataclass(frozen=True)
class Kept:
    """A roll as the memory holds it; `rested` is None for one from before this start."""

    number: int
    dice: tuple[int, int]
    quality: tuple[int, int]
    rested: float | None


@dataclass
class Memory:
    """What survives a reset and a power cut.

    Attributes:
        unit: drawn at random when the memory was first written, and anew when it was lost.
        starts: number of starts so far.
        last: number of the last roll ever; never goes back.
        kept: rolls not acknowledged, oldest first.
        calibrated: a calibration was saved.
    """

    unit: str
    starts: int = 0
    last: int = 0
    kept: list[Kept] = field(default_factory=list)
    calibrated: bool = True


class SensorBoard:
    """The firmware, from one start to the next."""

    def __init__(
        self, memory: Memory, now: float, cause: Cause = Cause.POWER, version: str = f"{FIRMWARE}/1.0.0"
    ) -> None:
        """Start: whatever is in the memory stays, whatever was in the registers is gone."""
        memory.starts = (memory.starts + 1) % 65536
        memory.kept = [Kept(roll.number, roll.dice, roll.quality, None) for roll in memory.kept]
        self._memory = memory
        self._cause = cause
        self._version = version
        self._started = now
        self._decoder = Decoder(host_frame)
        self._outgoing = bytearray()
        self._met = False
        self._counts_until = now if cause is Cause.POWER else now + COUNTS_AFTER_START_S
        self._due = now  # the next hello while alone, the next beat when met
        self._resend_at = now
        self._faults: tuple[TowerFault, ...] = ()
        self._lying: tuple[int, int] | None = None
        self._answered: tuple[int, bytes] | None = None
        self._taken: set[str] = set()  # for a calibration, since the last save

    @property
    def met(self) -> bool:
        """A host has greeted this board and was heard lately."""
        return self._met

    def counts(self, now: float) -> bool:
        """Whether a throw that comes to rest now is kept as a roll."""
        return now < self._counts_until

    def throw(self, dice: tuple[int, int], quality: tuple[int, int], now: float) -> int | None:
        """Two dice came to rest: the number of the roll, or None if it is none.

        It is none where no host wants it, where the faces aren't known yet, or where none fits in.
        """
        self._lying = dice
        if not self.counts(now) or not self._memory.calibrated or len(self._memory.kept) >= MOST_ROLLS_KEPT:
            return None
        self._memory.last += 1
        self._memory.kept.append(Kept(self._memory.last, dice, quality, now))
        if self._met and len(self._memory.kept) == 1:
            self._send_roll(now)
        if len(self._memory.kept) == MOST_ROLLS_KEPT:
            self._beat(now)
        return self._memory.last

    def empty(self) -> None:
        """Somebody takes the dice out."""
        self._lying = None

    def set_faults(self, faults: Sequence[TowerFault], now: float) -> None:
        """The sensors find this wrong, and nothing else; `full` and `calibrate` the board finds itself."""
        self._faults = tuple(faults)
        self._beat(now)

    def outgoing(self) -> bytes:
        """Take what is to be sent."""
        data = bytes(self._outgoing)
        self._outgoing.clear()
        return data

    def receive(self, data: bytes, now: float) -> None:
        """Take bytes that came from the host, however cut."""
        for item in self._decoder.feed(data):
            if isinstance(item, Loss):
                self._send(What(item.flaw))
            else:
                if self._met:
                    self._counts_until = now + COUNTS_FOR_S
                self._take(item, now)

    def tick(self, now: float) -> None:
        """Let time pass: call it a few times a second."""
        if self._met and not self.counts(now):
            self._met = False
        if now >= self._due and self._met:
            self._beat(now)
        elif now >= self._due:
            self._hello(now)
        if self._met and self._memory.kept and now >= self._resend_at:
            self._send_roll(now)

    def _send(self, frame: TowerFrame) -> None:
        self._outgoing += frame.to_bytes()

    def _hello(self, now: float) -> None:
        self._due = now + HELLO_EVERY_S
        memory = self._memory
        self._send(Hello(self._version, memory.unit, self._boot, self._cause, self._met))

    @property
    def _boot(self) -> str:
        return f"{self._memory.starts:04x}"

    def _beat(self, now: float) -> None:
        if not self._met:
            return
        self._due = now + BEAT_EVERY_S
        waiting = len(self._memory.kept)
        faults = set(self._faults)
        if waiting >= MOST_ROLLS_KEPT:
            faults.add(TowerFault(FaultKind.FULL))
        if not self._memory.calibrated:
            graver = {fault.pocket for fault in self._faults}
            faults |= {TowerFault(FaultKind.CALIBRATE, pocket) for pocket in (1, 2) if pocket not in graver}
        refused = min(self._decoder.losses, 65535)
        uptime = int(now - self._started)
        self._send(Beat(self._boot, uptime, waiting, refused, tuple(sorted(faults, key=TowerFault.order))))

    def _send_roll(self, now: float) -> None:
        self._resend_at = now + RESEND_EVERY_S
        head = self._memory.kept[0]
        since = self._started if head.rested is None else head.rested
        age = min(round((now - since) * 1000), MAX_AGE_MS)
        self._send(
            TowerRoll(self._memory.unit, head.number, head.dice, head.quality, age, head.rested is None)
        )

    def _take(self, frame: HostFrame, now: float) -> None:
        match frame:
            case Hi():
                self._met = frame.protocol == PROTOCOL
                self._answered = None
                if self._met:
                    self._counts_until = now + COUNTS_FOR_S
                self._hello(now)
                self._beat(now)
                self._resend_at = now
            case Ack():
                self._take_ack(frame, now)
            case Bye():
                self._met = False
                self._counts_until = now
                self._due = now + HELLO_EVERY_S
            case Ping() | Do() if not self._met:
                self._hello(now)
            case Ping():
                self._beat(now)
            case Do():
                self._take_command(frame, now)

    def _take_ack(self, ack: Ack, now: float) -> None:
        kept = self._memory.kept
        if not kept or (ack.unit, ack.number) != (self._memory.unit, kept[0].number):
            return  # an acknowledgement repeated
        was_full = len(kept) >= MOST_ROLLS_KEPT
        kept.pop(0)
        if was_full:
            self._beat(now)
        if kept and self._met:
            self._send_roll(now)

    def _take_command(self, command: Do, now: float) -> None:
        calibrated = self._memory.calibrated
        if self._answered is None or self._answered[0] != command.number:
            frames = self._carry_out(command)
            self._answered = command.number, b"".join(frame.to_bytes() for frame in frames)
        self._outgoing += self._answered[1]
        if self._memory.calibrated != calibrated:
            self._beat(now)

    def _carry_out(self, command: Do) -> list[TowerFrame]:
        number = command.number
        match command.command:
            case ("blink",):
                return [Ok(number)]
            case ("raw", "1" | "2" as pocket):
                return [*self._readings(number, int(pocket)), Ok(number)]
            case ("calibrate", "empty"):
                return [self._take_readings(number, "empty", self._lying is None)]
            case ("calibrate", "face", "1" | "2" as pocket, "1" | "2" | "3" | "4" | "5" | "6" as face):
                there = self._lying is not None
                fits = "empty" in self._taken and there and self._lying_in(int(pocket)) == int(face)
                return [self._take_readings(number, f"{pocket} {face}", there, fits)]
            case ("calibrate", "save") if not self._taken >= LEARNT:
                return [Err(number, Refusal.RANGE)]
            case ("calibrate", "save" | "forget" as what):
                self._memory.calibrated |= what == "save"
                self._taken.clear()
                return [Ok(number)]
            case ("blink" | "raw" | "calibrate", *_):
                return [Err(number, Refusal.ARGUMENT)]
            case _:
                return [Err(number, Refusal.UNKNOWN)]

    def _lying_in(self, pocket: int) -> int:
        """The top face in a pocket; 0: it is empty."""
        return self._lying[pocket - 1] if self._lying else 0

    def _take_readings(self, number: int, what: str, there: bool, fits: bool = True) -> TowerFrame:
        """Take readings for a calibration, if the dice lie as they must and read as they should."""
        if not there:
            return Err(number, Refusal.DIE)
        if not fits:
            return Err(number, Refusal.RANGE)
        self._taken.add(what)
        return Ok(number)

    def _readings(self, number: int, pocket: int) -> list[TowerFrame]:
        """The grid, dark over a pip of the bottom face and darker over nothing; throat; reference."""
        face = self._lying_in(pocket)
        pips = PIPS[7 - face] if face else ()
        body = 640 if face else 60
        lit = tuple(210 if place in pips else body for place in range(9))
        throat = (20, 60) if pocket == 2 else (0, 0)
        return [
            Raw(number, pocket, Lamp.DARK, (*(20,) * 9, throat[0], 675)),
            Raw(number, pocket, Lamp.LIT, (*lit, throat[1], 675)),
        ]
